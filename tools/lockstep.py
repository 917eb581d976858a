"""Play compiled against plain, ply by ply: ``python tools/lockstep.py --games 100000``.

Every game is between two random decks; after every ply the hash of the state and the error must be the same in both
forms, and in the first games the event log too. One JSON line per ruleset; exit code 1 when anything differed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelkit.chance import Chance, below, seeded
from qb_engine.game_state import GameState
from qb_engine.kernel import playout
from qb_engine.kernel.program import compiled_entries
from qb_engine.models import DECK_SIZE
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS

DECK_CARDS = 145
CHUNK = 500
LOGGED_GAMES = 2000
"""Games whose event logs are compared as well, which takes most of the time."""
LOG_FIELDS = ("log_kind", "log_tile", "log_source", "log_card", "log_side", "log_amount")


@dataclass
class Form:
    """One form of the engine with a game in it."""

    engine: RulesEngine
    random_ply: Any
    state: GameState
    chance: Any

    @classmethod
    def of(cls, ruleset: str, *, compiled: bool) -> Form:
        """An engine in the form asked for, with an empty game."""
        engine = RulesEngine(PRESETS[ruleset], compiled=compiled)
        ply = compiled_entries().random_ply if compiled else playout.random_ply
        return cls(engine, ply, GameState.on(engine), engine.row(Chance()))

    def deal(self, seed: int) -> None:
        """Begin a game between two random decks of the shipped cards, any copies allowed."""
        kernel = self.engine.kernel
        self.state = GameState.on(self.engine)
        kernel.opening_board(self.state.cells)
        kernel.seed_chance(self.chance, seed, 0)
        decks = seeded(seed, 1)
        for side in range(2):
            self.state.record.hand_tracked[side] = 1
            self.state.record.deck_count[side] = DECK_SIZE
            for place in range(DECK_SIZE):
                self.state.record.deck[side][place] = below(decks, DECK_CARDS)
        kernel.begin_game(self.state.cells, self.chance, seed % 2, 5)

    def step(self, *, log: bool) -> tuple[Any, ...]:
        """Make one random ply; everything that must be the same in both forms."""
        engine = self.engine
        work = engine.seen(engine.work)
        work.log_on = int(log)
        self.random_ply(self.state.cells, engine.tables, engine.rules, engine.work, self.chance)
        count = int(work.log_count)
        steps = tuple(tuple(int(value) for value in getattr(work, name)[:count]) for name in LOG_FIELDS)
        return self.state.state_hash, int(work.error), steps


def compare_games(ruleset: str, first: int, count: int) -> tuple[int, list[int]]:
    """Play games ``first`` to ``first + count - 1`` in both forms: the plies, and the seeds that differed."""
    forms = [Form.of(ruleset, compiled=compiled) for compiled in (True, False)]
    plies, differing = 0, []
    for seed in range(first, first + count):
        for form in forms:
            form.deal(seed)
        limit = playout.MAX_PLIES
        while limit and not all(form.state.is_over for form in forms):
            limit -= 1
            plies += 1
            log = seed < LOGGED_GAMES
            if forms[0].step(log=log) != forms[1].step(log=log):
                differing.append(seed)
                break
    return plies, differing


def main() -> int:
    parser = argparse.ArgumentParser(description="Play compiled against plain, ply by ply.")
    parser.add_argument("--games", type=int, default=2000, help="games under each preset")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    compiled_entries()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    ).stdout.strip()
    failures = 0
    for ruleset in PRESETS:
        begun = time.monotonic()
        last = asked.first + asked.games
        with ProcessPoolExecutor(asked.workers) as pool:
            tasks = [
                pool.submit(compare_games, ruleset, at, min(CHUNK, last - at)) for at in range(asked.first, last, CHUNK)
            ]
            results = [task.result() for task in tasks]
        differing = [seed for _plies, seeds in results for seed in seeds]
        failures += len(differing)
        line = {
            "id": f"lockstep {ruleset}",
            "size": asked.games,
            "plies": sum(plies for plies, _seeds in results),
            "failures": len(differing),
            "seconds": round(time.monotonic() - begun, 1),
            "commit": commit,
            "seed": differing[:5] or asked.first,
        }
        print(json.dumps(line), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
