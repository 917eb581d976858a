"""Many games at once, straight on the kernel: reset, step, and arrays that show what every player to act sees.

batch = Batch(1024)
while learning:
actions = policy(batch.observations, batch.action_masks)
batch.step(actions)                      # batch.ended, batch.rewards: of the games as they were
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernelkit.chance import Chance, check_seed
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.envs.errors import IllegalAgentActionError
from qb_engine.envs.kernel.layout import ACTIONS, FACTS, PASS_ACTION, Seat
from qb_engine.envs.program import compiled_doors, plain_doors
from qb_engine.kernel.layout import State, Work
from qb_engine.moves import COLUMNS, TILES, Move
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import REBIRTH, Ruleset

MAX_CYCLES = 100
"""Turns of each player after which a game is cut off and counts as the board lies."""
PLAYERS_STREAM = 1 << 31
"""The stream of chance for random actions, apart from those that deal."""

Decks = Sequence[Deck | Sequence[str]]
N = TypeVar("N", bound=np.integer[Any])


class Viewer:
    """What the players of any game on one engine see of it."""

    def __init__(self, engine: RulesEngine) -> None:
        self._engine = engine
        self._doors = compiled_doors() if engine.compiled else plain_doors()
        self._rules = (engine.tables, engine.rules, engine.rows(Work, 1))

    def seen(self, cells: Any, side: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """What a side sees of the game in a row of one cell, whoever is to act, and what it could do."""
        row = self._engine.rows(Seat, 1)
        self._doors.look(cells, *self._rules, side, row)
        return _field(row, "facts", np.int16)[0], _field(row, "mask", np.int8)[0]


class Batch:
    """``size`` games in step. Game number i of a seed is the same in a batch of any size.

    Each side is dealt one of its decks by chance: ``decks`` for player 0, ``enemy_decks`` for player 1, the starter
    decks unless given. A game that ends is followed by the next at once, unless ``renews`` is False.
    """

    def __init__(
        self,
        size: int,
        *,
        ruleset: Ruleset = REBIRTH,
        decks: Decks | None = None,
        enemy_decks: Decks | None = None,
        seed: int = 0,
        max_cycles: int = MAX_CYCLES,
        renews: bool = True,
        engine: RulesEngine | None = None,
    ) -> None:
        if size < 1 or max_cycles < 1:
            raise ValueError(f"a batch has at least one game and one cycle, not {size} and {max_cycles}")
        self.engine = engine = engine or engine_for(ruleset)
        self.size, self.max_cycles = size, max_cycles
        self._doors = compiled_doors() if engine.compiled else plain_doors()
        self._renews = int(renews)
        self.states, self.seats = engine.rows(State, size), engine.rows(Seat, size)
        self._chance, self._players = engine.rows(Chance, size), engine.rows(Chance, 1)
        self._fresh = engine.empty_state()
        engine.kernel.opening_board(self._fresh)
        pools = [self._numbers(each) for each in (decks, decks if enemy_decks is None else enemy_decks)]
        self._rules = (engine.tables, engine.rules, engine.rows(Work, 1))
        self._viewer = Viewer(engine)
        self._spare = engine.rows(State, 1)
        self._pools = pools[0], pools[1]
        self.reset(seed)

    def _numbers(self, decks: Decks | None) -> Any:
        """The cards of some decks, one deck after the other, as the kernel takes them."""
        rules, pool = self.engine.ruleset, None if self.engine.is_shipped else self.engine.cards
        chosen = [each.deck for each in starter_decks()] if decks is None else list(decks)
        if not chosen:
            raise ValueError("a side needs at least one deck")
        ids = [card_id for deck in chosen for card_id in Deck(tuple(deck), rules, pool).card_ids]
        return self.engine.numbers_row(self.engine.numbers_of(ids))

    # What can be done.

    def reset(self, seed: int | None = None) -> None:
        """New games everywhere; with a seed from its beginning, without one as chance goes on."""
        if seed is not None:
            check_seed(seed)
            self._doors.seed_games(self._chance, seed)
            self.engine.kernel.seed_chance(self._players, seed, PLAYERS_STREAM)
        self._doors.deal_games(self.states, self._fresh, *self._rules, self._chance, self.seats, *self._pools)

    def step(self, actions: ArrayLike) -> None:
        """One action in every game, by whoever is to act there; IllegalAgentActionError, and nothing is done."""
        if self.engine.compiled:
            chosen: Any = np.ascontiguousarray(actions, np.int64)
        else:
            chosen = np.asarray(actions).tolist()
        if len(chosen) != self.size:
            raise ValueError(f"a step takes {self.size} actions, not {len(chosen)}")
        refused = self._doors.step_games(
            *(self.states, self._spare, self._fresh, *self._rules, self._chance, self.seats, *self._pools),
            *(chosen, 2 * self.max_cycles, self._renews),
        )
        if refused:
            raise IllegalAgentActionError(asked=int(chosen[refused - 1]), game=refused - 1, limit=ACTIONS - 1)

    def random_actions(self) -> NDArray[np.int64]:
        """Any placement for each game, as the player ``random`` chooses; a pass without one."""
        actions = self.engine.numbers_row([0] * self.size)
        self._doors.random_actions(self._players, self.seats, actions)
        return np.asarray(actions, np.int64)

    def look(self, game: int, side: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """What a side sees of one game, whoever is to act, and what it could do: arrays of their own."""
        return self._viewer.seen(self.states[game : game + 1], side)

    # What every player to act sees. Compiled, these are windows on the games: the next step changes what they show.

    @property
    def observations(self) -> NDArray[np.int16]:
        """A row of numbers for each game, as ``qb_engine.envs.kernel.layout`` lists them."""
        return _field(self.seats, "facts", np.int16)

    @property
    def action_masks(self) -> NDArray[np.int8]:
        """For each game 1 at every action that may be done."""
        return _field(self.seats, "mask", np.int8)

    @property
    def sides(self) -> NDArray[np.int8]:
        """Who is to act in each game: 0 or 1."""
        return _field(self.seats, "side", np.int8)

    # What the last step brought, of the games in which it was made.

    @property
    def ended(self) -> NDArray[np.int8]:
        """0 where the game goes on, 1 where it is over, 2 where it was cut off."""
        return _field(self.seats, "ended", np.int8)

    @property
    def rewards(self) -> NDArray[np.int8]:
        """What player 0 gets, and player 1 loses: at the end 1, 0 or -1, before it 0."""
        return _field(self.seats, "reward", np.int8)

    @property
    def margins(self) -> NDArray[np.int32]:
        """At the end the points of player 0 minus those of player 1, before it 0."""
        return _field(self.seats, "margin", np.int32)


def _field(rows: Any, name: str, kind: type[N]) -> NDArray[N]:
    """One field of all records: a window on packed ones, a copy of plain ones."""
    return rows[name] if isinstance(rows, np.ndarray) else np.array([getattr(row, name) for row in rows], kind)


def action_of(move: Move | None, hand: Sequence[str]) -> int:
    """The number of a move, seen from the seat of whoever holds ``hand``; None is a pass."""
    if move is None:
        return PASS_ACTION
    return hand.index(move.card_id) * TILES + move.lane_index * COLUMNS + move.col_index


def move_of(action: int, hand: Sequence[str]) -> Move | None:
    """The move that ``action`` stands for with this hand, seen from the same seat; None is a pass."""
    if action == PASS_ACTION:
        return None
    place, tile = divmod(int(action), TILES)
    return Move(hand[place], *divmod(tile, COLUMNS))


__all__ = ["ACTIONS", "FACTS", "MAX_CYCLES", "PASS_ACTION", "Batch", "Viewer", "action_of", "move_of"]
