"""Short hashes that people can read aloud: of positions, of game files, of the card data."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256

from qb_engine.data.checks import DATA, read_data
from qb_engine.effect_registry_utils import CARD_FILE, EFFECT_FILE

SYMBOLS = "0123456789ACDEFGHJKMNPQRTVWXY"
"""No B I L O S U Z, which are taken for 8 1 1 0 5 V 2; twenty-nine is a prime, which deck codes need."""
BASE = len(SYMBOLS)
HASH_SYMBOLS = 12
"""58 bits: that any two of ten million positions share a hash has a chance of one in seven thousand."""


def symbols(number: int, length: int) -> str:
    """``number`` in ``length`` symbols, the highest first."""
    text = ""
    for _place in range(length):
        number, symbol = divmod(number, BASE)
        text = SYMBOLS[symbol] + text
    return text


def short_hash(text: str) -> str:
    """Twelve symbols that change when ``text`` changes, today and in ten years."""
    return symbols(int.from_bytes(sha256(text.encode()).digest()), HASH_SYMBOLS)


def is_short_hash(text: str) -> bool:
    """Whether ``text`` could be one."""
    return len(text) == HASH_SYMBOLS and all(symbol in SYMBOLS for symbol in text)


@cache
def data_hash() -> str:
    """The short hash of what both shipped data files say, however their JSON is laid out."""
    contents = [read_data(DATA / name) for name in (CARD_FILE, EFFECT_FILE)]
    return short_hash(json.dumps(contents, ensure_ascii=True, sort_keys=True, separators=(",", ":")))
