"""What an agent can see and do, as Gymnasium's spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from qb_engine.envs.kernel.layout import ACTIONS, FACTS, PASS_ACTION

LIMITS = np.iinfo(np.int16)


def observation_space() -> spaces.Dict:
    """The numbers that an agent sees, and the mask of what it may do."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LIMITS.min, LIMITS.max, (FACTS,), np.int16),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


class LegalMoves(spaces.Discrete):
    """Every action there is. A sample without a mask is what the player ``random`` would do now: it is always legal."""

    def __init__(self, mask_now: Callable[[], NDArray[np.int8]], seed: int = 0) -> None:
        super().__init__(ACTIONS, seed=seed)
        self._mask_now = mask_now

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """One action, each that is allowed as likely as the other; without a mask a pass only if nothing else is."""
        if probability is not None:
            return super().sample(mask, probability)
        if mask is None:
            mask = self._mask_now()
            mask[PASS_ACTION] = not mask[:PASS_ACTION].any()
        # Gymnasium's own sample reads a mask four times over, which takes longer than a step.
        allowed = np.flatnonzero(mask)
        return allowed[self.np_random.integers(len(allowed))]  # type: ignore[no-any-return]
