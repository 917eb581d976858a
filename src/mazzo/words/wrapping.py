"""Long lines on a narrow screen: broken between words, and what follows stands under what it belongs to."""

from __future__ import annotations

import re
from textwrap import wrap

NARROWEST = 20
"""Below this width the terminal itself may break the lines."""
HANG = 2
_COPIED = re.compile(r"qb[a-z]*[0-9]+ ", re.ASCII)
"""How a position or a challenge begins: such a line is copied, and a row of its own would end it."""
_COLUMN = re.compile(r"\S {2,}(?=\S)")


def wrapped(line: str, width: int) -> list[str]:
    """The rows of ``line``: those after the first hang under its last column, or a little to the right.

    The terminal itself breaks a line that is there to be copied.
    """
    if len(line) < width or width < NARROWEST or _COPIED.match(line):
        return [line]
    hang = " " * _hang(line, width)
    begin = len(line) - len(line.lstrip(" "))
    rows = wrap(
        line[begin:],
        width - 1,
        initial_indent=line[: min(begin, len(hang))],
        subsequent_indent=hang,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
    return rows or [line]


def _hang(line: str, width: int) -> int:
    """Where the last column of a table row begins, if more than half of the screen is left for it."""
    begin = len(line) - len(line.lstrip(" "))
    columns = [found.end() for found in _COLUMN.finditer(line) if found.end() <= width // 2]
    return max([min(begin, width // 2) + (0 if begin > HANG else HANG), *columns[-1:]])
