"""A step of a match as a program reports it: cards and tiles as texts, each read among those that can be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from kernelkit.spoken import sentence
from mazzo.coach.errors import CoachError
from mazzo.coach.table import CoachTable, deckable
from mazzo.decks.card_list import SeveralCardsError
from mazzo.dialogue.clauses import read_tile
from mazzo.dialogue.typed_steps import enemy_pool
from mazzo.play.table_game import TableGame
from mazzo.words.table import Words
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.moves import Move, tile_place

DEALT_EVENTS = ("draw", "enemy_play", "enemy_pass")


class ReportError(CoachError):
    """A step that cannot be understood, or is not for whoever reports it."""


class MissingCardError(ReportError):
    """The event needs more."""

    template = sentence("{event} needs {needed}")
    remedy = sentence("Report it again with {needed}")


class NoSuchPlaceError(ReportError):
    """A tile is a lane and a column."""

    template = sentence("there is no tile {asked!r}")
    remedy = sentence("Name one from T1 to B5: T, M or B for the lane, 1 to 5 for the column")


class DealtByItselfError(ReportError):
    """The console has an enemy and a deck of its own."""

    template = sentence("in a match against the computer {event} happens by itself")
    remedy = sentence("Report only mulligan, play, pass and undo")


class Reported(Protocol):
    """What is reported: an event, and whatever goes with it."""

    @property
    def event(self) -> str:
        """What happened."""

    @property
    def card(self) -> str | None:
        """Which card."""

    @property
    def tile(self) -> str | None:
        """Where."""

    @property
    def returned(self) -> Sequence[int]:
        """The places that go back at a mulligan, from 1."""

    @property
    def drawn(self) -> Sequence[str]:
        """The cards that come for them."""


def report(table: CoachTable, asked: Reported, words: Words) -> None:
    """Enter what is reported: of a match that is played elsewhere every step, of one that deals itself yours."""
    if table.game is None:
        _enter(table, asked, words)
    else:
        _decide(table.game, asked, words)


def _enter(table: CoachTable, asked: Reported, words: Words) -> None:
    match = table.match
    steps: dict[str, Callable[[], object]] = {
        "mulligan": lambda: match.mulligan(
            [place - 1 for place in asked.returned], [meant(text, table.drawable(), words) for text in asked.drawn]
        ),
        "draw": lambda: match.draw(meant(_needed(asked, asked.card, "card"), table.drawable(), words)),
        "play": lambda: match.play(_move(asked, match.state.hand, words)),
        "pass": match.pass_turn,
        "enemy_play": lambda: match.enemy_play(_move(asked, enemy_pool(match.state), words)),
        "enemy_pass": match.enemy_pass,
        "undo": match.undo,
        "redo": match.redo,
    }
    steps[asked.event]()


def _decide(game: TableGame, asked: Reported, words: Words) -> None:
    """Your own step in a match against the computer."""
    if asked.event in DEALT_EVENTS:
        raise DealtByItselfError(event=asked.event)
    steps: dict[str, Callable[[], object]] = {
        "mulligan": lambda: game.mulligan([place - 1 for place in asked.returned]),
        "play": lambda: game.play(_move(asked, game.match.state.hand, words)),
        "pass": game.pass_turn,
        "undo": game.undo,
        "redo": game.redo,
    }
    steps[asked.event]()


def meant(text: str, pool: Iterable[str] | None, words: Words) -> str:
    """The id of the card that ``text`` means among ``pool``; SeveralCardsError names those it may be."""
    found = read_card(text, pool)
    if isinstance(found, CardChoice):
        raise SeveralCardsError(asked=found.asked, cards=", ".join(words.card(card.id) for card in found.cards))
    return found.id


def place_of(text: str) -> tuple[int, int]:
    """Lane and column of a tile; NoSuchPlaceError for none."""
    name = read_tile(text)
    if name is None:
        raise NoSuchPlaceError(asked=text)
    return tile_place(name)


def _move(asked: Reported, pool: Iterable[str] | None, words: Words) -> Move:
    card = meant(_needed(asked, asked.card, "card"), deckable() if pool is None else pool, words)
    return Move(card, *place_of(_needed(asked, asked.tile, "tile")))


def _needed(asked: Reported, value: str | None, name: str) -> str:
    if value is None:
        raise MissingCardError(event=asked.event, needed=name)
    return value
