"""What a finger may have meant: the texts that one slip on the keyboard turns into what was typed.

A finger hits the key beside the right one, or both, leaves a letter out, strikes one twice, or swaps two.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ROW_SHIFT = 0.5
"""Each row begins half a key further right than the one above it."""


def _neighbours() -> dict[str, str]:
    """The keys around each key: beside it, and where rows meet."""
    places = {key: (row, column) for row, keys in enumerate(ROWS) for column, key in enumerate(keys)}
    return {
        key: "".join(
            other
            for other, (there, place) in places.items()
            if other != key and abs(there - row) <= 1 and abs(place - column + (there - row) * ROW_SHIFT) <= 1
        )
        for key, (row, column) in places.items()
    }


NEIGHBOURS = _neighbours()


@lru_cache(maxsize=64)
def slipped_from(typed: str) -> frozenset[str]:
    """``typed`` itself, and every text that is ``typed`` after one slip."""
    found = {typed}
    for place, letter in enumerate(typed):
        before, after, following = typed[:place], typed[place + 1 :], typed[place + 1 : place + 2]
        near = NEIGHBOURS.get(letter, "")
        found |= {before + other + after for other in near}
        if following and (following == letter or following in near):
            found |= {before + after, before + letter + after[1:]}
        if following:
            found.add(before + following + letter + after[1:])
    for place in range(len(typed) + 1):
        found |= {typed[:place] + letter + typed[place:] for letter in ascii_lowercase}
    return frozenset(found)
