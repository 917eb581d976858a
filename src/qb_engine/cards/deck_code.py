"""Deck codes: eighteen symbols for any deck, equal for equal decks, such as ``10557P-MCEVG8-MVHA9R``.

The first symbol is the version, fifteen hold the cards, two are the check. Symbols are numbers modulo the prime 29, and
a code is right when the sum of its symbols and the sum of its symbols times their places are both 0. That is a code of
distance three: no one or two wrong symbols, and no two exchanged ones, turn one deck into another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Any, NoReturn

from kernelkit.spoken import sentence
from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import shown
from qb_engine.deck import deck_faults
from qb_engine.errors import InvalidDeckCodeError, InvalidDeckError
from qb_engine.models import DECK_SIZE
from qb_engine.notation.fingerprints import BASE, SYMBOLS, symbols
from qb_engine.ruleset import Ruleset

VERSION = "1"
CARD_SYMBOLS = 15
"""Enough for decks out of 179 cards."""
CHECK_SYMBOLS = 2
LENGTH = len(VERSION) + CARD_SYMBOLS + CHECK_SYMBOLS
GROUP = 6
LONGEST = LENGTH + LENGTH // GROUP - 1
"""With its dashes."""
ANY_COPIES = Ruleset(max_copies=(DECK_SIZE, DECK_SIZE))
"""A code holds any deck; whether the rules of a game take it is asked when the game begins."""


def deck_code(card_ids: Iterable[str]) -> str:
    """The code of a deck, whatever the order of its cards; InvalidDeckError for cards that are not a deck."""
    ids = sorted(card_ids)
    for fault in deck_faults(ids, ANY_COPIES):
        raise InvalidDeckError(reason=fault)
    code = VERSION + symbols(_rank([int(card_id) - 1 for card_id in ids]), CARD_SYMBOLS)
    code += _check([SYMBOLS.index(symbol) for symbol in code])
    return _grouped(code)


def parse_deck_code(text: str) -> tuple[str, ...]:
    """The ids of the deck, ascending; InvalidDeckCodeError for a text that is no code, or a mistyped one.

    Small letters count as capitals, and the dashes may be left out together.
    """
    values = _values(text)
    plain, weighted = _sums(values)
    if plain or weighted:
        _refuse(1, sentence("a symbol of the deck code is wrong or out of place: its check does not agree"))
    rank = 0
    for value in values[len(VERSION) : -CHECK_SYMBOLS]:
        rank = rank * BASE + value
    ids = tuple(f"{number + 1:03d}" for number in _unranked(rank))
    if ids[-1] not in shipped():
        _refuse(1, sentence("the deck code names card {there}, which this version does not have"), there=ids[-1])
    return ids


def _values(text: str) -> list[int]:
    """The symbols as numbers, when ``text`` has the version, the length and the dashes of a code."""
    code = text.upper() if text.isascii() else text
    if code and code[0] in SYMBOLS and code[0] != VERSION:
        reason = sentence("deck codes of version {there} are not known; this is version {known}")
        _refuse(1, reason, there=code[0], known=VERSION)
    for column, symbol in enumerate(code[:LONGEST], 1):
        if symbol not in SYMBOLS and symbol != "-":
            reason = sentence("a symbol of {symbols} is needed and {there} is there")
            _refuse(column, reason, symbols=SYMBOLS, there=shown(symbol))
    plain = code.replace("-", "")
    if len(plain) != LENGTH:
        reason = sentence("a deck code has {needed} symbols and {there} are there")
        _refuse(min(len(code), LONGEST) + 1, reason, needed=LENGTH, there=len(plain))
    if code not in (plain, _grouped(plain)):
        _refuse(code.index("-") + 1, sentence("dashes stand after every {group} symbols or nowhere"), group=GROUP)
    return [SYMBOLS.index(symbol) for symbol in plain]


def _grouped(code: str) -> str:
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def _refuse(column: int, reason: str, **facts: Any) -> NoReturn:
    raise InvalidDeckCodeError(1, column, reason, **facts)


def _sums(values: Sequence[int]) -> tuple[int, int]:
    """The two sums that are 0 in a right code."""
    return sum(values) % BASE, sum(place * value for place, value in enumerate(values, 1)) % BASE


def _check(values: list[int]) -> str:
    """The two symbols that bring both sums to 0: s + t = -plain and (n - 1) s + n t = -weighted."""
    plain, weighted = _sums(values)
    last = (plain * (LENGTH - 1) - weighted) % BASE
    return SYMBOLS[(-plain - last) % BASE] + SYMBOLS[last]


def _rank(numbers: Sequence[int]) -> int:
    """The place of an ascending list among all such lists (the combinatorial number system, repeats allowed)."""
    return sum(comb(number + place, place + 1) for place, number in enumerate(numbers))


def _unranked(rank: int) -> list[int]:
    """The ascending list at this place."""
    numbers: list[int] = []
    for place in reversed(range(DECK_SIZE)):
        number = 0
        while comb(number + 1 + place, place + 1) <= rank:
            number += 1
        rank -= comb(number + place, place + 1)
        numbers.append(number)
    return numbers[::-1]
