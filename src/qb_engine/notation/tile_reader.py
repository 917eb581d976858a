"""One tile of a position, and the words inside it: pawns, a card, and what the card remembers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from kernelkit.spoken import sentence
from qb_engine.data.checks import shown
from qb_engine.errors import InvalidPositionError
from qb_engine.kernel.layout import ABILITIES_PER_CARD, FLAG_THRESHOLD, MAX_CHANGE
from qb_engine.models import Card
from qb_engine.moves import TILES, Owner, Side
from qb_engine.notation.position import TILE_NAMES, PawnEvents, Pawns, PlacedCard
from qb_engine.ruleset import Ruleset

ALL_FLAGS = (FLAG_THRESHOLD << 2 * ABILITIES_PER_CARD) - 1
LAID_MATTERS = ("restore", "to_destroyer")
"""What may become of a destroyed card's tile so that the ground it was laid on is asked for."""

FORGIVING = re.ASCII | re.IGNORECASE
_TILE = re.compile(r"([TMB][1-5])=([YEN][0-3])(?::(.+))?", FORGIVING)
_CARD = re.compile(r"([YE])?([0-9T][0-9]{2})([+-][0-9]{1,3})?((?:\.[^.]+)*)", FORGIVING)
_ATTRIBUTE = re.compile(
    r"s(?P<scale>[+-][0-9]{1,3})|f(?P<flags>[0-9]{1,5})|b(?P<spawner>[0-9T][0-9]{2})/(?P<pawns>[0-3])"
    r"|l(?P<laid>[YEN][0-3])|n(?P<number>[0-9]{1,2})|e(?P<expansion>(?:[TMB][1-5]){1,15})"
    r"|(?P<made>p)(?P<tiles>(?:[TMB][1-5]){0,15})(?:x(?P<amount>[1-3]))?",
    FORGIVING,
)

Cards = Mapping[str, Card]


def refuse(column: int, reason: str, **facts: Any) -> NoReturn:
    """Raise the fault at this column of a position."""
    raise InvalidPositionError(1, column, reason, **facts)


class TileReader:
    """Reads what stands at ``column`` under the rules and cards of the position; refuses it there."""

    def __init__(self, ruleset: Ruleset, cards: Cards) -> None:
        self.ruleset, self.cards = ruleset, cards
        self.retracts = ruleset.pawns_on_destroy == "retract"
        self.column = 1

    def refuse(self, reason: str, **facts: Any) -> NoReturn:
        """Raise the fault at the present column."""
        refuse(self.column, reason, **facts)

    def number(self, text: str, low: int, high: int) -> int:
        """The whole number ``text``, between the two."""
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else -1
        if not low <= number <= high:
            reason = sentence("a whole number from {low} to {high} is needed and {there} is there")
            self.refuse(reason, low=low, high=high, there=shown(text))
        return number

    def _delta(self, text: str) -> int:
        return int(text[0] + str(self.number(text[1:], 0, MAX_CHANGE)))

    def known(self, card_id: str) -> str:
        """The id of a card of these rules."""
        card_id = card_id.upper()
        if card_id not in self.cards:
            self.refuse(sentence("no card has the id or name {there}"), there=shown(card_id))
        return card_id

    def pawns(self, text: str) -> Pawns:
        """Owner and rank of ``y2``."""
        owner: Owner = "N" if text[0] in "nN" else side_of(text[0])
        if owner == "N" and text[1] != "0":
            self.refuse(sentence("a neutral tile has rank 0 and {there} is there"), there=shown(text))
        return Pawns(owner, int(text[1]))

    def tile(self, word: str) -> tuple[Pawns, PlacedCard | None]:
        """The ground and the card of ``M2=y1:020``."""
        match = _TILE.fullmatch(word)
        if not match:
            self.refuse(sentence("a tile such as M2=y1 or M2=y1:020 is needed and {there} is there"), there=shown(word))
        ground = self.pawns(match[2])
        return ground, self._card(match[3], ground) if match[3] else None

    def _card(self, text: str, ground: Pawns) -> PlacedCard:
        match = _CARD.fullmatch(text)
        if not match:
            reason = sentence("a card such as 020, 020+2 or e020.s+1 is needed and {there} is there")
            self.refuse(reason, there=shown(text))
        if not match[1] and ground.owner == "N":
            self.refuse(sentence("a card on neutral ground needs its side: y{there} or e{there}"), there=match[2])
        side: Side = side_of(match[1] or ground.owner)
        card = PlacedCard(side, self.known(match[2]), self._delta(match[3]) if match[3] else 0)
        taken: set[str] = set()
        for attribute in match[4].split(".")[1:]:
            if attribute[0].lower() in taken:
                self.refuse(sentence("{there} stands twice"), there=shown(attribute))
            taken.add(attribute[0].lower())
            card = self._with_attribute(card, attribute)
        return card

    def _with_attribute(self, card: PlacedCard, text: str) -> PlacedCard:
        match = _ATTRIBUTE.fullmatch(text)
        if not match:
            self.refuse(sentence("no card remembers {there}"), there=shown(text))
        self._check_asked_for(text)
        if match["scale"]:
            return replace(card, scale_delta=self._delta(match["scale"]))
        if match["flags"]:
            return replace(card, flags=self.number(match["flags"], 0, ALL_FLAGS))
        if match["spawner"]:
            return replace(card, spawned_by=(self.known(match["spawner"]), int(match["pawns"])))
        if match["laid"]:
            return replace(card, laid=self.pawns(match["laid"]))
        if match["number"]:
            return replace(card, number=self.number(match["number"], 1, TILES))
        if match["expansion"]:
            return replace(card, expansion=self._tile_list(match["expansion"]))
        tiles = self._tile_list(match["tiles"]) or None
        if match["amount"] and tiles is None:
            self.refuse(sentence("{there} names no tiles"), there=shown(text))
        return replace(card, pawns=PawnEvents(tiles, int(match["amount"]) if match["amount"] else None))

    def _check_asked_for(self, attribute: str) -> None:
        """Refuse what these rules never ask for again."""
        letter = attribute[0].lower()
        laid = self.ruleset.destroyed_tile in LAID_MATTERS
        if (letter in "npe" and not self.retracts) or (letter == "l" and not laid):
            self.refuse(sentence("these rules never ask for {there}"), there=shown(attribute))

    def _tile_list(self, text: str) -> tuple[int, ...]:
        tiles = [TILE_NAMES.index(text[place : place + 2].upper()) for place in range(0, len(text), 2)]
        if len(set(tiles)) < len(tiles):
            self.refuse(sentence("{there} stands twice"), there=shown(text))
        return tuple(sorted(tiles))


def side_of(letter: str) -> Side:
    """The side of a letter in either case."""
    return "Y" if letter in "yY" else "E"
