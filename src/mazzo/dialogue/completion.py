"""What Tab offers at a prompt: a command at the beginning of the line, a card's name, taught ones too, anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from mazzo.dialogue.verbs import COACH
from qb_engine.card_hydrator import shipped

SHORTEST = 3
"""Shorter words of commands are typed sooner than completed."""


def offered(line: str, commands: Sequence[str] | None = None, taught: Iterable[str] = ()) -> tuple[int, list[str]]:
    """How many letters at the end of ``line`` are replaced, and by which words; the longest end that fits decides.

    ``commands`` are the words of commands, the coach's unless others are given; ``taught`` are other names of cards.

    So ``p grasslands w`` and ``what if enemy grassl`` both find Grasslands Wolf, and a list is completed card by card.
    """
    typed = line.casefold().lstrip()
    taught = tuple(taught)
    words = _command_words() if commands is None else [word for word in commands if len(word) >= SHORTEST]
    for end in _ends(typed):
        begun = [word for word in words if word.startswith(end)] if end == typed else []
        names = [name for name in (*_names(), *taught) if _begins(name.casefold(), end)]
        if begun or names:
            return len(end), [*begun, *names]
    return 0, []


def _ends(line: str) -> Iterator[str]:
    """What follows the last comma, then the same without its first word, and so on."""
    part = re.split("[,;]", line)[-1].lstrip()
    while part:
        yield part
        part = part.partition(" ")[2].lstrip()


def _begins(name: str, typed: str) -> bool:
    """Whether ``typed`` begins the name or a later word of it."""
    return name.startswith(typed) or f" {typed}" in name


@cache
def _command_words() -> list[str]:
    return [word for word in COACH.by_word if len(word) >= SHORTEST]


@cache
def _names() -> list[str]:
    return [card.name for card in shipped().cards]
