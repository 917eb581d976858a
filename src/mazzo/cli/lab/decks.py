"""The decks of a lab run, as they are typed: a name, a code or a file, or those that come with the game in turn."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kernelkit.spoken import SpokenError, sentence
from mazzo.cli.opened import reader_of_decks
from mazzo.cli.terminal.audience import language_of
from mazzo.decks.reading import rotation_for, typed_deck
from mazzo.errors import InputError, MazzoError, UnknownDeckError
from mazzo.storage.files_in import input_text
from qb_engine.cards.deck_code import parse_deck_code
from qb_engine.deck import Deck
from qb_engine.errors import QueensBloodError
from qb_engine.ruleset import Ruleset

LONGEST = 60
"""So much of what was typed is said again."""


class LabDeckError(MazzoError):
    """What was typed for a deck is none that the rules take."""

    template = sentence(
        "{option} {asked}: {reason}. Nothing was played: put it right, or leave {option} out, and the decks that come "
        "with Mazzo are played"
    )


class GivenDeckError(LabDeckError):
    """What was given for one of several decks is none that the rules take."""

    template = sentence("{asked}: {reason}. Nothing was played: put it right and try again")


class NoLabDeckError(LabDeckError):
    """What was typed is neither a name nor a file nor a code."""

    template = sentence(
        "{option} {asked} is no deck: a name that mazzo deck list shows, a deck code or a file with fifteen cards is "
        "needed. As a name: {name_reason}. As a code: {code_reason}"
    )


def starters_in_turn(ruleset: Ruleset) -> tuple[tuple[str, ...], ...]:
    """The decks that come with the game; LabDeckError when the rules refuse one."""
    with _of_option("--rules", ruleset.name):
        return rotation_for(ruleset)


def lab_deck(option: str, asked: str | None, ruleset: Ruleset) -> tuple[str, ...] | None:
    """The deck that was typed for ``option``; None when nothing was."""
    if asked is None:
        return None
    file = Path(asked)
    is_file = file.is_file() or os.sep in asked or bool(file.suffix)
    with _of_option(option, file.name if is_file else asked):
        cards = _in_file(file) if is_file else _named_or_coded(option, asked)
        return Deck(cards, ruleset).card_ids


@contextmanager
def _of_option(option: str, asked: str) -> Iterator[None]:
    """Say of what is refused for which option it was typed; a file that cannot be read is said as it is."""
    try:
        yield
    except (InputError, LabDeckError):
        raise
    except (MazzoError, QueensBloodError) as error:
        refusal = LabDeckError if option.startswith("--") else GivenDeckError
        raise refusal(option=option, asked=asked[:LONGEST], reason=error) from error


def _named_or_coded(option: str, asked: str) -> tuple[str, ...]:
    try:
        return reader_of_decks(language_of(None)).found(asked).deck.card_ids
    except UnknownDeckError as error:
        no_name: SpokenError = error
    try:
        return parse_deck_code(asked)
    except QueensBloodError as error:
        raise NoLabDeckError(option=option, asked=asked[:LONGEST], name_reason=no_name, code_reason=error) from error


def _in_file(file: Path) -> tuple[str, ...]:
    """A code, or cards by id or name: one a line, with commas between, or ids with spaces."""
    lines = [line.strip().rstrip(",") for line in input_text(file).splitlines() if line.strip()]
    return typed_deck([",".join(lines) if len(lines) > 1 else lines[0]]) if lines else ()


def drawn_decks(ruleset: Ruleset, count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """So many random legal decks; some favour cards that replace, some those that bring others."""
    from qb_engine.mind.decks import random_decks

    return tuple(tuple(deck) for deck in random_decks(ruleset, count, seed))
