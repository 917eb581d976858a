"""The list of winnable deals that comes with the package: two bits a deal, made by tools/winnable_deals.py."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from solitario.application.deal_choice import WinnableDeals

VERSION = 1
PLACE = Path(str(files("solitario") / "config" / "winnable_deals.json"))
A_BYTE = 4
"""So many deals share one byte, the first in its lowest bits."""


def packed(grades: bytes) -> str:
    """Grades from 0 to 3 as text."""
    padded = grades + bytes(-len(grades) % A_BYTE)
    groups = (padded[at : at + A_BYTE] for at in range(0, len(padded), A_BYTE))
    joined = bytes(sum(grade << 2 * place for place, grade in enumerate(group)) for group in groups)
    return b64encode(zlib.compress(joined, 9)).decode()


def unpacked(text: str, count: int) -> bytes:
    """The first ``count`` grades in ``text``."""
    joined = zlib.decompress(b64decode(text))
    return bytes(byte >> 2 * place & 3 for byte in joined for place in range(A_BYTE))[:count]


@lru_cache(maxsize=1)
def _lists() -> list[dict[str, Any]]:
    content = json.loads(PLACE.read_text(encoding="utf-8"))
    return list(content["lists"])


@lru_cache(maxsize=6)
def known_winnable(deck: str, draw_count: int) -> WinnableDeals:
    """The winnable deals of ``deck`` when a draw turns ``draw_count`` cards."""
    found = next(each for each in _lists() if (each["deck"], each["draw_count"]) == (deck, draw_count))
    return WinnableDeals(unpacked(found["grades"], found["deals"]))
