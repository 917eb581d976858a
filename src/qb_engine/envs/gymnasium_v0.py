"""Queen's Blood for Gymnasium: you against an opponent of your choice.

    env = gymnasium.make("qb_engine.envs.gymnasium_v0:QueensBlood-v0", opponent="greedy")

You are always on the left; who begins is chance. The opponent is a player of the arena, who sees only its own side.
Winning pays 1, losing -1, a tie nothing; an illegal action loses the game.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from qb_engine.arena.arena import ArenaGame
from qb_engine.arena.players import Player, PlayerSpec
from qb_engine.envs.batch import move_of
from qb_engine.envs.qb_v0 import RENDER_MODES, Observation, Table
from qb_engine.envs.spaces import LegalMoves, observation_space
from qb_engine.game_state import GameState

YOU = 0
OPPONENT_STREAM = 2
"""The stream of the opponent's chance, apart from the one that deals."""


class QueensBloodEnv(gymnasium.Env[Any, np.int64]):
    """One seat of a game. ``opponent`` is named as in the lab: ``random``, ``greedy``, ``quick``, ``deep:1000``.

    Other options are those of ``Batch``: ruleset, decks, enemy_decks, seed, max_cycles.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, opponent: str = "random", render_mode: str | None = None, **options: Any) -> None:
        self._spec = PlayerSpec.parse(opponent)
        self.table = Table(render_mode, **options)
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = LegalMoves(self.action_masks, options.get("seed", 0))
        self._seed, self._games = options.get("seed", 0), 0
        self._begin()

    def _begin(self) -> None:
        """Seat both sides at the game that was dealt; if the opponent has the first turn, it has made it."""
        self._state = state = GameState.on(self.table.batch.engine, self.table.batch.states)
        yours, enemys = ((*state.hand(side), *state.deck(side)) for side in ("Y", "E"))
        self._game = ArenaGame.of(state, sorted(yours), sorted(enemys))
        self._opponent: Player = self._spec.seated(self._seed, OPPONENT_STREAM + self._games)
        self._games += 1
        self._is_lost = False
        self._answer()

    def _answer(self) -> None:
        """The opponent's turn, if it is."""
        if self._game.side_to_act == "E":
            self._game.make(self._opponent.choose(*self._game.seen_by("E")))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; with a seed the first one of that seed, without one the next."""
        super().reset(seed=seed)
        del options
        self.table.batch.reset(seed)
        if seed is not None:
            self._seed, self._games = seed, 0
        self._begin()
        return self._seen(), {}

    def _seen(self) -> Observation:
        facts, mask = self.table.batch.look(0, YOU)
        return {"observation": facts, "action_mask": mask}

    def action_masks(self) -> NDArray[np.int8]:
        """What you may do now, by the name that maskable learners ask for."""
        return self.table.batch.look(0, YOU)[1]

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Your action and the opponent's answer."""
        if self._game.side_to_act is None or self._is_lost:
            raise ValueError("the game is over: reset() deals the next one")
        if not self.action_masks()[action]:
            self._is_lost = True
            return self._seen(), -1.0, True, False, {"illegal_action": int(action)}
        self._game.make(move_of(action, self._state.hand("Y").card_ids))
        self._answer()
        is_cut = not self._state.is_over and self._game.plies >= 2 * self.table.batch.max_cycles
        margin = self._state.score().margin if self._state.is_over or is_cut else 0
        return self._seen(), float(np.sign(margin)), self._state.is_over, is_cut, {}

    def render(self) -> Any:
        """The game as text, as a picture, or printed."""
        return self.table.render()


gymnasium.register("QueensBlood-v0", entry_point=QueensBloodEnv)
