"""Short ways to play the real engine in a test: a position from words, cards by name, one fact at a time.

position(REBIRTH, {"M1": "y1:Crystalline Crab", "T1": "y1"}).lay("Y", "Security Officer", "T1").power("T1")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.kernel import log
from qb_engine.models import Card, Effect
from qb_engine.moves import SIDES, TILES, Move, Owner, Side, tile_place
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import Ruleset

Made = Mapping[Card, tuple[Effect, ...]]
COMPILED = False
"""The form in which positions are played; a test that wants both sets it."""
EVENT_NAMES = {
    log.PLACED: "placed",
    log.SPAWNED: "spawned",
    log.REPLACED: "replaced",
    log.PAWN: "pawn",
    log.AURA_ON: "aura on",
    log.AURA_OFF: "aura off",
    log.POWER: "power",
    log.SCALE: "scale",
    log.TRIGGER: "trigger",
    log.DESTROYED: "destroyed",
    log.ADDED: "added",
    log.RETRACTED: "retracted",
}


class Played:
    """A set-up position in which either side may lay any card at any time."""

    def __init__(self, engine: RulesEngine, tiles: Mapping[str, str] | None = None) -> None:
        self.engine = engine
        self.state = GameState.on(engine)
        self._added: dict[Side, list[str]] = {"Y": [], "E": []}
        engine.seen(engine.work).log_on = 0
        if tiles is None:
            engine.kernel.opening_board(self.state.cells)
            return
        for name, text in tiles.items():
            self._set_up(name, text)
        engine.kernel.mark_fired(self.state.cells, engine.tables, engine.rules, engine.work)

    def _set_up(self, name: str, text: str) -> None:
        ground, _, card = text.partition(":")
        owner: Owner = "Y" if ground[0] == "y" else "E" if ground[0] == "e" else "N"
        self.state.board.tile(*tile_place(name)).set_pawns(owner, int(ground[1]))
        if card and owner != "N":
            self.state.board.put_card(owner, self.id_of(card), *tile_place(name))

    def id_of(self, name: str) -> str:
        """The id of the card with this id or name."""
        return next(card.id for card in self.engine.cards if name in (card.id, card.name))

    # What happens.

    def lay(self, side: Side, name: str, tile: str) -> Played:
        """Play a card."""
        self.state.play_free(side, Move(self.id_of(name), *tile_place(tile)))
        for owner, card_id in self.state.added:
            self._added[owner].append(self.engine.card(card_id).name)
        return self

    def passes(self, side: Side) -> Played:
        """A pass of this side."""
        self.state.record.side_to_act = SIDES.index(side)
        self.state.record.played = 0
        self.state.pass_turn(side)
        return self

    def listen(self) -> Played:
        """Keep the steps of the plays that follow."""
        self.engine.seen(self.engine.work).log_on = 1
        return self

    # What is there.

    def at(self, tile: str) -> Any:
        """The tile itself."""
        return self.state.board.tile(*tile_place(tile))

    def power(self, tile: str) -> int:
        """Effective power of the card there."""
        assert self.at(tile).is_occupied, f"{tile} is empty"
        return int(self.at(tile).power)

    def powers(self, *tiles: str) -> list[int]:
        """Effective powers of the cards there."""
        return [self.power(tile) for tile in tiles]

    def delta(self, tile: str) -> int:
        """power_delta of the card there."""
        return int(self.at(tile).power_delta)

    def scale(self, tile: str) -> int:
        """scale_delta of the card there."""
        return int(self.at(tile).scale_delta)

    def ground(self, tile: str) -> str:
        """Owner and rank as one word: ``Y2``, ``N0``."""
        return f"{self.at(tile).owner}{self.at(tile).rank}"

    def grounds(self, *tiles: str) -> str:
        """Owner and rank of several tiles in one line."""
        return " ".join(self.ground(tile) for tile in tiles)

    def card(self, tile: str) -> str | None:
        """Name of the card there."""
        card_id = self.at(tile).card_id
        return None if card_id is None else self.engine.card(card_id).name

    def cards(self) -> dict[str, str]:
        """Whose card lies on each occupied tile, ``{"M1": "Y Cloud"}``."""
        board = self.state.board
        return {tile.name: f"{tile.card_owner} {self.card(tile.name)}" for tile in board.tiles if tile.is_occupied}

    def added(self, side: Side) -> list[str]:
        """Names of the cards that effects put into the side's hand so far."""
        return self._added[side]

    def may_lay(self, side: Side, name: str) -> list[str]:
        """The tiles on which the card may be laid."""
        from qb_engine.legality import LegalityChecker

        places = LegalityChecker(self.state.board).legal_tiles(side, self.id_of(name))
        return [self.state.board.tile(*place).name for place in places]

    def events(self) -> list[tuple[str, str]]:
        """What happened in the last play and where, in order; needs ``listen``."""
        work, tiles = self.engine.seen(self.engine.work), self.state.board.tiles
        return [(EVENT_NAMES[work.log_kind[i]], tiles[work.log_tile[i]].name) for i in range(work.log_count)]

    def lanes(self) -> list[tuple[int, int, str | None, int]]:
        """Your power, the enemy's, the winner and the points of each lane."""
        lanes = self.state.score().lanes
        return [(lane.power_you, lane.power_enemy, lane.winner, lane.lane_points) for lane in lanes]

    def snapshot(self) -> list[tuple[Any, ...]]:
        """Everything that can be seen of the fifteen tiles."""
        return [
            (t.owner, t.rank, t.card_id, t.card_owner, t.power, t.power_delta, t.scale_delta, t.trigger_state)
            for t in (self.state.board.tiles[index] for index in range(TILES))
        ]


def position(ruleset: Ruleset, tiles: Mapping[str, str] | None = None) -> Played:
    """A position of shipped cards; without tiles the board on which a game starts."""
    return Played(_engine(ruleset, shipped().cards, tuple(shipped().effects.values()), COMPILED), tiles)


def small_position(ruleset: Ruleset, made: Iterable[Made] | Made, tiles: Mapping[str, str] | None = None) -> Played:
    """A position of cards that ``small_card`` made."""
    every = dict(made) if isinstance(made, Mapping) else {card: own for one in made for card, own in one.items()}
    effects = tuple(effect for own in every.values() for effect in own)
    return Played(_engine(ruleset, tuple(every), effects, COMPILED), tiles)


@cache
def _engine(ruleset: Ruleset, cards: tuple[Card, ...], effects: tuple[Effect, ...], compiled: bool) -> RulesEngine:
    return RulesEngine(ruleset, cards, {effect.id: effect for effect in effects}, compiled=compiled)
