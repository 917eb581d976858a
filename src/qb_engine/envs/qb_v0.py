"""Queen's Blood for PettingZoo: ``from qb_engine.envs import qb_v0; env = qb_v0.env()``.

Two agents in turns, ``player_0`` with the left side of the board. Each sees the game from its own seat, as
``qb_engine.envs.kernel.layout`` lists it, and the mask of what it may do. Winning pays 1, losing -1, a tie nothing.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from qb_engine.envs.batch import Batch
from qb_engine.envs.kernel.layout import ACTIONS, IS_CUT, IS_OVER, PASS_ACTION
from qb_engine.envs.picture import board_svg, board_text
from qb_engine.envs.spaces import LegalMoves, observation_space
from qb_engine.game_state import GameState

AGENTS = ("player_0", "player_1")
RENDER_MODES = ("human", "ansi", "svg")
Observation = dict[str, NDArray[Any]]


class Table:
    """One game with two agents, what they see, and its picture: what both kinds of environment stand on."""

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(RENDER_MODES)}")
        self.batch = Batch(1, renews=False, **options)
        self.seat = self.batch.engine.seen(self.batch.seats)
        self._observation_spaces = {agent: observation_space() for agent in AGENTS}
        self._action_spaces = {agent: LegalMoves(Masks(self, side), side) for side, agent in enumerate(AGENTS)}
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> Any:
        """What an agent can see."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self._action_spaces[agent]

    def seen_by(self, side: int) -> Observation:
        """What a side sees now, and what it may do: arrays of its own."""
        if side == self.seat.side:
            return {
                "observation": self.batch.observations[0].copy(),
                "action_mask": self.batch.action_masks[0].copy(),
            }
        facts, mask = self.batch.look(0, side)
        return {"observation": facts, "action_mask": mask}

    def render(self) -> str | None:
        """The board and the hand of whoever is to act, in the mode that was chosen; printed for a person."""
        state = GameState.on(self.batch.engine, self.batch.states)
        if self.render_mode == "svg":
            return board_svg(state, AGENTS)
        text = board_text(state, AGENTS)
        if self.render_mode == "human":
            sys.stdout.write(text)
            return None
        return text if self.render_mode == "ansi" else None


class Masks:
    """What a side may do now, asked again whenever it is called."""

    def __init__(self, table: Table, side: int) -> None:
        self._table, self._side = table, side

    def __call__(self) -> NDArray[np.int8]:
        """The mask."""
        return self._table.seen_by(self._side)["action_mask"]


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo expects
    """The environment without wrappers: an illegal action is an error."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "qb_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.table = Table(render_mode, **options)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._begin()

    def observation_space(self, agent: str) -> Any:
        """What an agent can see."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self.table.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed the first one of that seed, without one the next."""
        del options
        self.table.batch.reset(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.table.seat.side]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do as the board lies."""
        return self.table.seen_by(AGENTS.index(agent))

    def step(self, action: Any) -> None:
        """The agent whose turn it is acts; an agent of a finished game takes its leave with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on takes an action, not None")
        self._cumulative_rewards[agent] = 0
        self.table.batch.step((action,))
        seat = self.table.seat
        self.rewards = {AGENTS[0]: seat.reward, AGENTS[1]: -seat.reward}
        if seat.ended:
            self.terminations = dict.fromkeys(AGENTS, seat.ended == IS_OVER)
            self.truncations = dict.fromkeys(AGENTS, seat.ended == IS_CUT)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()
        if seat.ended:
            self._deads_step_first()

    def render(self) -> Any:
        """The game as text, as a picture, or printed."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""


class env(raw_env):  # noqa: N801 - the name that PettingZoo expects
    """The environment as it is used: an illegal action loses the game, and one that does not exist is an error.

    PettingZoo has wrappers for this; a stack of three takes longer than the game.
    """

    def step(self, action: Any) -> None:
        """The agent whose turn it is acts, or has lost."""
        agent = self.agent_selection
        is_over = self.terminations[agent] or self.truncations[agent]
        if is_over or action is None or not 0 <= action < ACTIONS or self.table.batch.action_masks[0, action]:
            super().step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.terminations = dict.fromkeys(AGENTS, True)
        self.rewards = {each: -1 if each == agent else 1 for each in AGENTS}
        self._accumulate_rewards()
        self._deads_step_first()


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo expects
    """The same game in rounds: both agents choose at once, and act one after the other.

    Who acts second has not seen the first one's card; what is no longer legal by then becomes a pass.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "qb_v0", "render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        self.table = Table(render_mode, **options)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)

    def observation_space(self, agent: str) -> Any:
        """What an agent can see."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game; with a seed the first one of that seed, without one the next."""
        del options
        self.table.batch.reset(seed)
        self.agents = list(AGENTS)
        return self._seen(), {agent: {} for agent in AGENTS}

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.table.seen_by(side) for side, agent in enumerate(AGENTS)}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """One round, or what of it there is before the game ends."""
        seat, batch = self.table.seat, self.table.batch
        first = seat.side
        for side in (first, 1 - first):
            if not seat.ended:
                action = actions[AGENTS[side]]
                batch.step((action if batch.action_masks[0][action] else PASS_ACTION,))
        rewards = {AGENTS[0]: seat.reward, AGENTS[1]: -seat.reward}
        terminations = dict.fromkeys(AGENTS, seat.ended == IS_OVER)
        truncations = dict.fromkeys(AGENTS, seat.ended == IS_CUT)
        if seat.ended:
            self.agents = []
        return self._seen(), rewards, terminations, truncations, {agent: {} for agent in AGENTS}

    def render(self) -> Any:
        """The game as text, as a picture, or printed."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""
