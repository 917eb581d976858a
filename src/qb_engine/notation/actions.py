"""What a player may report, each with one text: ``020@M2``, ``pass``, the draw ``+019``, the mulligan ``mull 2,5``.

``parse_action`` reads exactly what ``str`` writes; ``read_action`` also takes names of cards and small carelessness.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import sentence
from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import shown
from qb_engine.errors import InvalidActionError, UnknownCardError
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.moves import Move, tile_place

MAX_CHARACTERS = 200
KEEP = "-"
"""A mulligan that returns nothing."""

_MOVE = re.compile(r"([0-9T][0-9]{2})@([TMB][1-5])", re.ASCII)
_DRAW = re.compile(r"\+([0-9T][0-9]{2})", re.ASCII)
_MULLIGAN = re.compile(r"mull (-|[0-9]{1,2}(?:,[0-9]{1,2})*)", re.ASCII)
_LOOSE_MOVE = re.compile(r" *(.*?) *@ *([TMB][1-5]) *", re.ASCII | re.IGNORECASE)
_LOOSE_DRAW = re.compile(r" *\+ *(.+)", re.ASCII)
_LOOSE_MULLIGAN = re.compile(r" *mull(?:igan)?((?:[ ,]+[0-9]{1,2})+| +-) *", re.ASCII | re.IGNORECASE)
_LOOSE_PASS = re.compile(r" *pass *", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Pass:
    """A turn without a card."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, order=True)
class Draw:
    """A card that came into a hand."""

    card_id: str

    def __str__(self) -> str:
        return f"+{self.card_id}"


@dataclass(frozen=True, slots=True, order=True)
class Mulligan:
    """The hand cards that went back, as indices; people count them from 1."""

    hand_indices: tuple[int, ...]

    def __post_init__(self) -> None:
        if sorted(set(self.hand_indices)) != list(self.hand_indices) or any(index < 0 for index in self.hand_indices):
            raise ValueError(f"hand indices {self.hand_indices} are not ascending from 0")

    def __str__(self) -> str:
        return f"mull {','.join(str(index + 1) for index in self.hand_indices) or KEEP}"


Action = Move | Pass | Draw | Mulligan


def parse_action(text: str) -> Action:
    """The action that ``str`` writes as ``text``; InvalidActionError for anything else."""
    _check_length(text)
    if text == "pass":
        return Pass()
    if match := _MOVE.fullmatch(text):
        return Move(_known(match[1], 1), *tile_place(match[2]))
    if match := _DRAW.fullmatch(text):
        return Draw(_known(match[1], 2))
    if match := _MULLIGAN.fullmatch(text):
        mulligan = _mulligan([] if match[1] == KEEP else [int(place) for place in match[1].split(",")])
        if str(mulligan) != text:
            raise _fault(6, sentence("the one spelling of this is {needed}"), needed=str(mulligan))
        return mulligan
    raise _fault(1, sentence("020@M2, pass, +019 or mull 2,5 is needed and {there} is there"), there=shown(text))


def read_action(text: str) -> Action:
    """The action a person means: ``Archdragon@M2``, ``+zu``, ``mulligan 5 2``, in capitals or not."""
    _check_length(text)
    if _LOOSE_PASS.fullmatch(text):
        return Pass()
    if match := _LOOSE_MULLIGAN.fullmatch(text):
        return _mulligan(sorted(int(place) for place in re.findall(r"[0-9]+", match[1])))
    if match := _LOOSE_DRAW.fullmatch(text):
        return Draw(_named(match[1], match.start(1) + 1))
    if match := _LOOSE_MOVE.fullmatch(text):
        return Move(_named(match[1], match.start(1) + 1), *tile_place(match[2].upper()))
    reason = sentence("Archdragon@M2, pass, +Zu or mull 2,5 is needed and {there} is there")
    raise _fault(1, reason, there=shown(text))


def _fault(column: int, reason: str, **facts: Any) -> InvalidActionError:
    return InvalidActionError(1, column, reason, **facts)


def _check_length(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        reason = sentence("the action has {there} characters, at most {limit} are read")
        raise _fault(MAX_CHARACTERS + 1, reason, there=len(text), limit=MAX_CHARACTERS)


def _known(card_id: str, column: int) -> str:
    if card_id not in shipped():
        raise _fault(column, sentence("no card has the id or name {there}"), there=shown(card_id))
    return card_id


def _named(name: str, column: int) -> str:
    try:
        return shipped().find(name).id
    except UnknownCardError as error:
        raise _fault(column, "{error}", error=error) from error


def _mulligan(places: list[int]) -> Mulligan:
    """The mulligan of these places, which people count from 1."""
    if len(set(places)) < len(places) or any(not 1 <= place <= HAND_CAPACITY for place in places):
        reason = sentence("each hand place from 1 to {limit} may be named once")
        raise _fault(6, reason, limit=HAND_CAPACITY)
    return Mulligan(tuple(sorted(place - 1 for place in places)))
