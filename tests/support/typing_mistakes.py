"""Words typed with mistakes, for tests: the same seed gives the same mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from string import ascii_lowercase


def with_one_mistake(text: str, chance: Random) -> str:
    """``text`` with a letter put in, left out, exchanged or swapped with the next one."""
    place = chance.randrange(len(text))
    kind = chance.choice(("insert", "delete", "substitute", "transpose"))
    if kind == "insert":
        return text[:place] + chance.choice(ascii_lowercase) + text[place:]
    if kind == "substitute" or len(text) < 2:
        return text[:place] + chance.choice(ascii_lowercase.replace(text[place].lower(), "")) + text[place + 1 :]
    if kind == "delete":
        return text[:place] + text[place + 1 :]
    place = min(place, len(text) - 2)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def variants(text: str, mistakes: int, count: int, seed: int) -> Iterator[str]:
    """So many spellings of ``text`` with so many mistakes in each."""
    chance = Random(f"{text} {mistakes} {seed}")
    for _number in range(count):
        typed = text
        for _mistake in range(mistakes):
            typed = with_one_mistake(typed, chance)
        yield typed


def every_single_mistake(text: str) -> set[str]:
    """All spellings of ``text`` with exactly one mistake in it."""
    found = {text[:i] + letter + text[i:] for i in range(len(text) + 1) for letter in ascii_lowercase}
    found |= {text[:i] + letter + text[i + 1 :] for i in range(len(text)) for letter in ascii_lowercase}
    found |= {text[:i] + text[i + 1 :] for i in range(len(text))}
    found |= {text[:i] + text[i + 1] + text[i] + text[i + 2 :] for i in range(len(text) - 1)}
    return found - {text, ""}
