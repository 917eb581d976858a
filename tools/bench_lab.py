"""How fast the lab plays, from one interleaved run: ``python tools/bench_lab.py [--games 100000]``. One JSON object.

One worker, two workers and the kernel's own playouts take turns. The kernel's raw rate is that of random playouts from
dealt openings on one thread, as in ``tools/bench.py``. ``share`` compares processor time, which a busy machine does not
change; ``speedup`` is by the clock, so it says little where others use the cores.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

from bench import GAMES, Table
from mazzo.decks.reading import rotation_for
from mazzo.lab.crews import Here
from mazzo.lab.matches import MatchPlan, run_match
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import REBIRTH

RANDOM = PlayerSpec.parse("random")
RAW_GAMES = 24


def lab(games: int, workers: int) -> tuple[float, float]:
    """Turns a second of a match, end to end within the process: by the clock, and of processor time."""
    plan = MatchPlan(RANDOM, RANDOM, games // 2, 1, REBIRTH, rotation_for(REBIRTH))
    begun, used = time.perf_counter(), time.process_time()
    record = run_match(plan, crew=Here(workers))
    plies = record.sums.plies
    return plies / (time.perf_counter() - begun), plies / (time.process_time() - used)


def raw(table: Table) -> tuple[float, float]:
    """Turns a second of the kernel's playouts, likewise."""
    begun, used = time.perf_counter(), time.process_time()
    plies = sum(table.run(number, GAMES) for number in range(RAW_GAMES))
    return plies / (time.perf_counter() - begun), plies / (time.process_time() - used)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the pace of the lab.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=5, help="how often each is measured")
    asked = parser.parse_args()
    table = Table(REBIRTH, compiled=True)
    lab(2000, 1)
    table.run(0, 10)
    rows = [(raw(table), lab(asked.games, 1), lab(asked.games, 2)) for _turn in range(asked.turns)]
    figures = {
        "bench": "lab",
        "games": asked.games,
        "raw_plies_per_second": round(statistics.median(kernel[1] for kernel, _one, _two in rows)),
        "plies_per_second": round(statistics.median(one[1] for _kernel, one, _two in rows)),
        "share": round(statistics.median(one[1] / kernel[1] for kernel, one, _two in rows), 2),
        "speedup2": round(statistics.median(two[0] / one[0] for _kernel, one, two in rows), 2),
        "best_speedup2": round(max(two[0] / one[0] for _kernel, one, two in rows), 2),
    }
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
