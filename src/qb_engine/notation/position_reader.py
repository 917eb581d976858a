"""Positions read from text, forgivingly: words in any order, usual values spelled out, capitals or not.

``notation.parse_position`` asks for the one spelling on top of this. Every refusal names the column and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kernelkit.spoken import sentence
from qb_engine.data.checks import shown
from qb_engine.errors import InvalidRulesetError
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.models import DECK_SIZE
from qb_engine.moves import SIDES, TILES, Side
from qb_engine.notation.position import (
    EMPTY_HOLDING,
    NEUTRAL,
    OPENING,
    TILE_NAMES,
    VERSION,
    Holding,
    Pawns,
    PlacedCard,
    Position,
    usual_begun,
)
from qb_engine.notation.tile_reader import FORGIVING, Cards, TileReader, refuse, side_of
from qb_engine.ruleset import Ruleset

MAX_CHARACTERS = 4000
MAX_TURN = 199
"""No game of real cards is half as long."""
_VERSION = re.compile(r"qb[0-9]{1,9}", re.ASCII)
_RULES = re.compile(
    r"[a-z]{1,20}(?:\+(?:max_copies=[0-9]{1,2}/[0-9]{1,2}|(?!max_copies)[a-z_0-9]{1,30}=[A-Za-z_0-9]{1,30})){0,20}"
)
_TURN = re.compile(r"([YE])([0-9]{1,3})", FORGIVING)
_PAWNS_ON = re.compile(r"([TMB][1-5])([YEN][0-3])", FORGIVING)
_HOLDING = re.compile(r"(\??)([^|?]*)(?:\|([^|?]+))?", re.ASCII)
_CARD_ID = re.compile(r"[0-9T][0-9]{2}", FORGIVING)


def read(text: str, cards_for: Callable[[Ruleset, int], Cards]) -> Position:
    """The position in ``text``; ``cards_for`` gives the cards under its rules, or refuses them at their column."""
    if len(text) > MAX_CHARACTERS:
        reason = sentence("the position has {there} characters, at most {limit} are read")
        refuse(MAX_CHARACTERS + 1, reason, there=len(text), limit=MAX_CHARACTERS)
    words = [(found.start() + 1, found[0]) for found in re.finditer(r"[^ ]+", text)]
    check_version(*(words[0] if words else (1, "")))
    if len(words) < 2:
        refuse(len(text) + 1, sentence("the rules are missing: spec or rebirth follows the version"))
    ruleset = read_ruleset(*words[1])
    reader = _Reader(ruleset, cards_for(ruleset, words[1][0]))
    for column, word in words[2:]:
        reader.take(column, word)
    return reader.position()


def check_version(column: int, word: str) -> None:
    """Nothing, or the refusal of a text that does not begin as ours do."""
    if word == VERSION:
        return
    if _VERSION.fullmatch(word):
        refuse(column, sentence("version {there} is not known; this is {known}"), there=word, known=VERSION)
    refuse(column, sentence("a position begins with {known} and {there} is there"), known=VERSION, there=shown(word))


def read_ruleset(column: int, word: str) -> Ruleset:
    """The rules called ``rebirth`` or ``rebirth+capture=keep_plus``."""
    if not _RULES.fullmatch(word):
        refuse(
            column, sentence("rules such as rebirth or spec+capture=keep are needed, not {there}"), there=shown(word)
        )
    try:
        return Ruleset.parse(word)
    except InvalidRulesetError as error:
        refuse(column, "{error}", error=error)


class _Reader(TileReader):
    """Takes a position word by word; each kind of word may stand once."""

    def __init__(self, ruleset: Ruleset, cards: Cards) -> None:
        super().__init__(ruleset, cards)
        self.columns: dict[str, int] = {}
        self.turn: tuple[Side, int] = ("Y", 1)
        self.status: dict[str, Any] = {}
        self.opens = False
        self.tiles: dict[int, tuple[Pawns, PlacedCard | None]] = {}
        self.first: tuple[Pawns, ...] | None = None
        self.holdings: dict[str, Holding] = {}

    def take(self, column: int, word: str) -> None:
        """Note one word."""
        self.column = column
        key, equals, value = word.partition("=")
        turn = _TURN.fullmatch(word)
        key = "turn" if turn else key.lower() if len(key) > 2 else key.upper()
        if key in self.columns:
            self.refuse(sentence("{there} stands twice"), there=shown(word))
        self.columns[key] = column
        if turn:
            self.turn = side_of(turn[1]), self.number(turn[2], 1, MAX_TURN)
        elif key in TILE_NAMES:
            self.tiles[TILE_NAMES.index(key)] = self.tile(word)
        elif equals and key in SIDES:
            self.holdings[key] = self._holding(value)
        elif not self._takes_status(key, bool(equals), value):
            reason = sentence("a turn such as Y1, a tile such as M2=y1 or a hand such as Y=001 is needed, not {there}")
            self.refuse(reason, there=shown(word))

    def _takes_status(self, key: str, has_value: bool, value: str) -> bool:
        """Note a word about turns or the first board; says whether it was one."""
        if not has_value and key in ("played", "undrawn", "over"):
            self.status[key] = True
        elif not has_value and key == "opening":
            self.opens = True
        elif has_value and key == "passes":
            self.status["passes"] = self.number(value, 0, 2)
        elif has_value and key == "begun":
            yours, _, theirs = value.partition(",")
            self.status["begun"] = self.number(yours, 0, MAX_TURN // 2 + 1), self.number(theirs, 0, MAX_TURN // 2 + 1)
        elif has_value and key == "mull" and value.upper() in ("Y", "E", "YE"):
            self.status["mull"] = tuple(side for side in SIDES if side in value.upper())
        elif has_value and key == "first":
            self._first_board(value)
        else:
            return False
        return True

    def _first_board(self, text: str) -> None:
        if not self.retracts:
            self.refuse(sentence("these rules never ask for {there}"), there="first")
        board: dict[int, Pawns] = {}
        for part in () if text in ("-", "opening") else text.split(","):
            match = _PAWNS_ON.fullmatch(part)
            tile = TILE_NAMES.index(match[1].upper()) if match else -1
            if not match or tile in board:
                self.refuse(sentence("a list such as T1y1,M1y1 is needed and {there} is there"), there=shown(text))
            board[tile] = self.pawns(match[2])
        self.first = OPENING if text == "opening" else tuple(board.get(tile, NEUTRAL) for tile in range(TILES))

    # Hands and piles.

    def _holding(self, text: str) -> Holding:
        match = _HOLDING.fullmatch(text)
        if not text or not match:
            reason = sentence("a hand such as 001,002 or 001|002,003 or ?|002 is needed and {there} is there")
            self.refuse(reason, there=shown(text))
        hand = self._ids(match[2], HAND_CAPACITY) if match[2] not in ("", "-") else ()
        if not match[1] and not match[2]:
            self.refuse(sentence("an empty hand is written - and an unknown one ?"))
        pile = self._ids(match[3], DECK_SIZE) if match[3] else ()
        for card_id in pile:
            if self.cards[card_id].is_token:
                self.refuse(sentence("{there} is a token, and tokens are never part of a deck"), there=card_id)
        return Holding(not match[1], hand, pile)

    def _ids(self, text: str, at_most: int) -> tuple[str, ...]:
        parts = text.split(",")
        if len(parts) > at_most:
            reason = sentence("between {low} and {high} entries are needed and {there} are there")
            self.refuse(reason, low=0, high=at_most, there=len(parts))
        for part in parts:
            if not _CARD_ID.fullmatch(part):
                self.refuse(sentence("a card id such as 001 is needed and {there} is there"), there=shown(part))
        return tuple(self.known(part) for part in parts)

    # The whole.

    def position(self) -> Position:
        """What the words say together."""
        ground = list(OPENING if self.opens else (NEUTRAL,) * TILES)
        placed: list[PlacedCard | None] = [None] * TILES
        for tile, (pawns, card) in self.tiles.items():
            ground[tile], placed[tile] = pawns, card
        self._check_numbers(placed)
        self._check_ending(placed)
        position = Position(
            ruleset=self.ruleset,
            side=self.turn[0],
            turn=self.turn[1],
            begun=self.status.get("begun") or usual_begun(*self.turn),
            passes=self.status.get("passes", 0),
            has_played="played" in self.status,
            has_drawn="undrawn" not in self.status,
            is_over="over" in self.status,
            mulligans=self.status.get("mull", ()),
            ground=tuple(ground),
            cards=tuple(placed),
            first=self.first,
            holdings=(self.holdings.get("Y", EMPTY_HOLDING), self.holdings.get("E", EMPTY_HOLDING)),
        )
        for side in SIDES:
            check_room(position, side, self.columns.get(side, 1))
        return position

    def _check_numbers(self, placed: list[PlacedCard | None]) -> None:
        """Refuse play-order numbers that do not count the cards from 1."""
        tiles = [tile for tile, card in enumerate(placed) if card is not None]
        seen: set[int] = set()
        for usual, tile in enumerate(tiles, 1):
            number = card_number(placed[tile], usual)
            if number > len(tiles) or number in seen:
                reason = sentence("card number {there} of {high} stands twice or counts past the last")
                refuse(self.columns[TILE_NAMES[tile]], reason, there=number, high=len(tiles))
            seen.add(number)

    def _check_ending(self, placed: list[PlacedCard | None]) -> None:
        """Refuse a game that is over for no reason, or goes on after two passes."""
        passes, is_over = self.status.get("passes", 0), "over" in self.status
        is_full = self.ruleset.end_on_full_board and all(placed)
        if passes == 2 and not is_over:
            refuse(self.columns["passes"], sentence("two passes in a row end the game, and it is not over"))
        if is_over and passes < 2 and not is_full:
            refuse(self.columns["over"], sentence("the game is over without two passes or a full board"))


def check_room(position: Position, side: Side, column: int) -> None:
    """Refuse more cards than the record has room for, wherever the rules may still take them."""
    holding = position.holding(side)
    there = len(holding.hand) + len(holding.pile)
    if there > position.room(side):
        reason = sentence("hand and pile have {there} cards together, and there is room for {limit}")
        refuse(column, reason, there=there, limit=position.room(side))


def card_number(card: PlacedCard | None, usual: int) -> int:
    """The card's place in play order, from 1: its own, or the usual one."""
    return usual if card is None or card.number is None else card.number
