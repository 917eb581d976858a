"""A recorded game as a value: how it began, what was reported in which order, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from qb_engine.moves import SIDES, Seat, Side
from qb_engine.notation.actions import Action
from qb_engine.notation.seen_tiles import SeenTile
from qb_engine.ruleset import Ruleset

CardIds = tuple[str, ...]
EndReason = Literal["two_passes", "full_board"]
UNKNOWN: tuple[None, None] = (None, None)
RESIGNS = "{side} resigns"
"""The last remark of a game that was given up: the board has decided nothing, so the file has no result."""
SITS_RIGHT = "Y sits on the right"
"""The remark of a game whose player sat on the right at the console; the moves are written as from the left."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known of the start; None is what nobody wrote down.

    With both decks and a seed the whole deal is known, with ``start`` (a position) a game begins in the middle, and
    otherwise a match is mirrored: a hand that is known is followed card by card, the other may hold anything.
    """

    ruleset: Ruleset
    first_player: Side | None = None
    decks: tuple[CardIds | None, CardIds | None] = UNKNOWN
    hands: tuple[CardIds | None, CardIds | None] = UNKNOWN
    seed: int | None = None
    start: str | None = None

    @property
    def is_dealt(self) -> bool:
        """Whether the seed deals both hands, so that every draw is known."""
        return self.seed is not None and None not in self.decks

    def deck(self, side: Side) -> CardIds | None:
        """The deck of a side in the order in which it was given."""
        return self.decks[SIDES.index(side)]

    def hand(self, side: Side) -> CardIds | None:
        """The opening hand of a side."""
        return self.hands[SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark; it changes nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class SideAction:
    """What a side did. An override happened although turn, time or hand speak against it; the board still has a say."""

    side: Side
    action: Action
    is_override: bool = False


@dataclass(frozen=True, slots=True)
class SetHand:
    """An override: the side holds these cards, whatever was believed before."""

    side: Side
    card_ids: CardIds


@dataclass(frozen=True, slots=True)
class SetPosition:
    """An override: the position is this one, whatever was believed before.

    ``seen`` are the tiles that somebody looked at on the console; the others are what we believed of them.
    """

    text: str
    seen: tuple[SeenTile, ...] = ()


Event = SideAction | SetHand | SetPosition
Entry = Comment | Event


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended; a tie has no winner."""

    winner: Side | None
    total_you: int
    total_enemy: int
    reason: EndReason

    def __str__(self) -> str:
        return f"{self.winner or '='} {self.total_you}:{self.total_enemy} {self.reason}"


@dataclass(frozen=True, slots=True)
class GameFile:
    """A whole record. ``final`` is the id of the last position; ``result`` is None while the game goes on."""

    opening: Opening
    data_hash: str
    entries: tuple[Entry, ...]
    result: Result | None
    final: str

    @property
    def events(self) -> tuple[Event, ...]:
        """The entries that are numbered: all but the comments."""
        return tuple(entry for entry in self.entries if not isinstance(entry, Comment))

    @property
    def seat(self) -> Seat:
        """Where the player sat at the console's table."""
        remarks = (entry.text for entry in self.entries if isinstance(entry, Comment))
        return "right" if SITS_RIGHT in remarks else "left"

    def seated(self, seat: Seat) -> GameFile:
        """The record with a remark on where the player sat, which is of use only on the right."""
        if seat == self.seat:
            return self
        others = tuple(entry for entry in self.entries if entry != Comment(SITS_RIGHT))
        return replace(self, entries=others if seat == "left" else (Comment(SITS_RIGHT), *others))

    @property
    def resigned(self) -> Side | None:
        """Who gave the game up, if anybody did."""
        last = self.entries[-1] if self.entries and self.result is None else None
        remark = last.text if isinstance(last, Comment) else ""
        return next((side for side in SIDES if remark == RESIGNS.format(side=side)), None)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A game as it was read, with the seal that stood under it; it is whole when ``seal`` is what it should be."""

    game: GameFile
    seal: str
    seal_needed: str

    @property
    def is_whole(self) -> bool:
        """Whether the content is what was sealed."""
        return self.seal == self.seal_needed
