"""How fast the environments step, on one thread: ``python tools/bench_envs.py``. One JSON object per line.

A step is an action, everything that follows from it, and what the next player sees; actions are those of ``random``.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from qb_engine.envs import qb_v0
from qb_engine.envs.batch import Batch
from qb_engine.ruleset import PRESETS, Ruleset

SIZE = 1024
STEPS = 200
SLICES = 9
PETTINGZOO_STEPS = 4_000


def rate(steps: int, work: Callable[[], None]) -> float:
    """Steps a CPU second."""
    begun = time.process_time()
    work()
    return steps / (time.process_time() - begun)


def stepped_alone(batch: Batch) -> float:
    """Steps a CPU second without the time in which actions are chosen."""
    seconds = 0.0
    for _step in range(STEPS):
        actions = batch.random_actions()
        begun = time.process_time()
        batch.step(actions)
        seconds += time.process_time() - begun
    return STEPS * batch.size / seconds


def stepped(batch: Batch) -> None:
    """Many steps of a whole batch, actions chosen."""
    for _step in range(STEPS):
        batch.step(batch.random_actions())


def pettingzoo(env: Any) -> None:
    """Many steps as a learner makes them: what is seen, an action by its mask, the step."""
    done = 0
    while done < PETTINGZOO_STEPS:
        env.reset()
        for agent in env.agent_iter():
            seen, _reward, terminated, truncated, _info = env.last()
            is_over = terminated or truncated
            space = env.action_space(agent)
            env.step(None if is_over else space.sample(seen["action_mask"]))
            done += 1


def measured(name: str, ruleset: Ruleset) -> dict[str, Any]:
    """Every figure under one ruleset, slice by slice in turns."""
    batch, env = Batch(SIZE, ruleset=ruleset), qb_v0.env(ruleset=ruleset)
    slices = [
        (
            stepped_alone(batch),
            rate(STEPS * SIZE, lambda: stepped(batch)),
            rate(PETTINGZOO_STEPS, lambda: pettingzoo(env)),
        )
        for _slice in range(SLICES)
    ]
    alone, batched, zoo = (round(statistics.median(column)) for column in zip(*slices, strict=True))
    return {
        "bench": "envs",
        "ruleset": name,
        "batch": SIZE,
        "steps_per_second": alone,
        "with_random_actions_per_second": batched,
        "pettingzoo_steps_per_second": zoo,
    }


def main() -> None:
    for name, ruleset in PRESETS.items():
        print(json.dumps(measured(name, ruleset)), flush=True)


if __name__ == "__main__":
    main()
