"""Text that only says something: what a terminal, a log or a page would obey is written out instead.

Names in files, lines of scripts and names of files may hold anything. Control characters move cursors and rename
windows, direction marks show a line in another order than it is read. Each becomes its number, written as JSON writes
it, so that it can be seen and heard, and a JSON text means the same as before.
"""

from __future__ import annotations

import re

_OBEYED = (
    "\x00-\x09\x0b-\x1f\x7f-\x9f"  # control characters but the line break
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction
    "\u2028\u2029"  # other line breaks
    "\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # nothing to be seen
    "\ud800-\udfff"  # halves of characters
)
_IN_TEXT = re.compile(f"[{_OBEYED}]")
_IN_LINE = re.compile(f"[{_OBEYED}\n]")


def plain_text(text: str) -> str:
    """``text`` with everything written out that is no text; line breaks stay."""
    return _IN_TEXT.sub(_written_out, text)


def plain_line(text: str) -> str:
    """The same on one line: what comes from a file cannot pass for a line of ours."""
    return _IN_LINE.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number < 0x10000:
        return f"\\u{number:04x}"
    number -= 0x10000
    return f"\\u{0xD800 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
