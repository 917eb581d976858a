"""How long the coach takes, as JSON lines: from its start to the first advice, and for a quick look under each ruleset.

A start is a real process that goes on with a match on its journal, warm: Python has its bytecode, the disk its files. A
quick look is CPU time, warm and compiled, over turns of yours in random games with random decks. The enemy's deck is
unknown in both, which is the slowest case.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, Ruleset

POSITIONS = 200
MOST_ROUNDS = 9
WARM_UP = 5
STARTS = 7
MAZZO = str(Path(sys.executable).with_name("mazzo"))
ADVICE = "Lay "
"""How the sentence of an answer begins."""
OPENING = """vanguard
levrikon, elphadunk, archdragon, grasslands wolf, queen bee
unknown
you
mull
p levrikon m1
e crystalline crab m5
d crystalline crab
p grasslands wolf m2
e security officer m4
d security officer
"""
"""A match up to your third move."""


def coach_start(home: str) -> tuple[float, float]:
    """Seconds of the clock from the start of the process to the first advised move, and CPU seconds until its end."""
    bytecode = {
        **os.environ,
        "MAZZO_HOME": home,
        "PYTHONPYCACHEPREFIX": f"{home}/bytecode",
        "PYTHONDONTWRITEBYTECODE": "",
    }
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [MAZZO, "coach", "--plain", "--lang", "en"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=bytecode, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        if not any(line.startswith(ADVICE) for line in process.stdout):
            raise SystemExit("the coach went on with its match and advised nothing")
        wall = time.perf_counter() - begun
        process.stdout.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def start_bench() -> dict[str, object]:
    """The median of several starts on one match."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "MAZZO_HOME": home}
        command = [MAZZO, "coach", "--new", "--plain", "--lang", "en"]
        subprocess.run(command, input=OPENING, env=environment, text=True, stdout=subprocess.DEVNULL, check=True)
        coach_start(home)  # writes the bytecode
        starts = [coach_start(home) for _ in range(STARTS)]
    wall, cpu = (round(statistics.median(figures), 2) for figures in zip(*starts, strict=True))
    return {"bench": "coach_start", "starts": STARTS, "wall_s": wall, "cpu_s": cpu}


def sampled(ruleset: Ruleset, number: int) -> tuple[PlayerView, EnemyObservation] | None:
    """A position of a random game where you are to act; None when the game was over before."""
    chance = Random(number)
    ids = [card.id for card in RulesEngine(ruleset).cards if not card.is_token]
    state = GameState(chance.sample(ids, DECK_SIZE), chance.sample(ids, DECK_SIZE), seed=number, ruleset=ruleset)
    for _ply in range(2 * chance.randrange(MOST_ROUNDS)):
        side = state.side_to_act
        if side is None:
            return None
        moves = state.legal_moves(side)
        if not moves:
            state.pass_turn(side)
            continue
        move = chance.choice(moves)
        index = state.hand(side).index_of(move.card_id)
        assert index is not None
        state.play_card_from_hand(side, index, move.lane_index, move.col_index)
        state.end_turn()
    obs = EnemyObservation()
    obs.update_from_game_state(state)
    return None if state.is_over else (PlayerView.of(state), obs)


def quick_bench(name: str, ruleset: Ruleset) -> dict[str, object]:
    """Milliseconds of advice with reasons for the first three moves."""
    found = (sampled(ruleset, number) for number in range(10 * POSITIONS))
    positions = [one for one, _number in zip((p for p in found if p is not None), range(POSITIONS), strict=False)]
    coach = CoachingEngine()
    for view, obs in positions[:WARM_UP]:
        coach.advise(view, obs)
    times = []
    for view, obs in positions:
        begun = time.process_time()  # what others do on the machine at the same time does not count
        coach.advise(view, obs)
        times.append(1000 * (time.process_time() - begun))
    return {
        "bench": "quick",
        "ruleset": name,
        "positions": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(statistics.quantiles(times, n=100)[98], 2),
    }


def main() -> None:
    print(json.dumps(start_bench()), flush=True)
    for name, ruleset in PRESETS.items():
        print(json.dumps(quick_bench(name, ruleset)), flush=True)


if __name__ == "__main__":
    main()
