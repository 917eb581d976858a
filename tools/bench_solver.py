"""The solver measured, and side by side with pyksolve, as one JSON object: ``make bench SOLVER=1``.

Both get the same deals and the same processor time for each; pyksolve runs in a process of its own that the system ends
at the limit. An undecided deal counts with the time it had, so that pyksolve's median is a lower bound.

    tools/bench_solver.py --lost N    give pyksolve N deals of each draw that are published as lost: does it win one?
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any

from solitario.domain.cards import FRENCH
from solitario.domain.deals import dealt
from solitario.domain.rules import DealRules
from solitario.domain.table import Table
from solitario.solver.program import engine
from solitario.solver.solving import Budget, Verdict, solve_deal
from solver_positions import decided_in_play
from solver_rates import published

LIMITS = (1, 5)
"""Seconds of processor time for a deal."""
MOST_NODES = 10**12
SUITS = "CDHS"
"""In the order in which pyksolve numbers them."""


def as_digits(table: Table) -> str:
    """A deal as pyksolve reads it, three digits a card: in the order in which cards are dealt, row by row."""
    piles = [pile.face_down + pile.face_up for pile in table.tableau]
    rows = [pile[row] for row in range(len(piles)) for pile in piles if row < len(pile)]
    cards = [*rows, *reversed(table.stock)]
    return "".join(f"{card.value:02d}{SUITS.index(card.suit.value) + 1}" for card in cards)


def by_pyksolve(table: Table, draw_count: int, limit: int) -> tuple[Verdict, float]:
    """What pyksolve finds in ``limit`` seconds of processor time, and how many it took."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        from pyksolve.solver import Solitaire, SolveResult

        game = Solitaire()
        if not game.load_solitaire(as_digits(table)):
            os._exit(1)
        game.reset_game(draw_count)
        signal.setitimer(signal.ITIMER_PROF, limit)  # counts processor time, and ends the process
        begun = time.process_time()
        found = game.solve_fast()
        words = {SolveResult.Impossible: "lost", SolveResult.CouldNotComplete: "open"}
        os.write(writing, json.dumps([words.get(found, "won"), time.process_time() - begun]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) > 0:
        raise SystemExit("pyksolve did not take the deal")
    word, seconds = json.loads(text) if text else ("open", float(limit))
    verdicts = {"won": Verdict.WINNABLE, "lost": Verdict.LOST, "open": Verdict.UNPROVEN}
    return (verdicts[word], seconds) if seconds <= limit else (Verdict.UNPROVEN, float(limit))


def side_by_side(deals: int, draw_count: int) -> dict[str, Any]:
    """Both solvers on the same French deals."""
    rows = []
    for number in range(1, deals + 1):
        begun = time.process_time()
        ours = solve_deal(DealRules(number, draw_count), FRENCH, Budget(MOST_NODES, LIMITS[-1])).verdict
        seconds = time.process_time() - begun
        theirs, their_seconds = by_pyksolve(dealt(number, FRENCH), draw_count, LIMITS[-1])
        rows.append((ours, seconds, theirs, their_seconds))
    decided = [row for row in rows if row[2] is not Verdict.UNPROVEN]
    our_times, their_times = [row[1] for row in rows], [row[3] for row in rows]
    return {
        "draw": draw_count,
        "deals": deals,
        "pyksolve": {
            **{f"decided_in_{limit}_s": sum(row[3] <= limit for row in decided) for limit in LIMITS},
            "proved_lost": sum(row[2] is Verdict.LOST for row in decided),
            "median_cpu_seconds_at_least": round(median(their_times), 4),
        },
        "ours": {
            "decided_in_1_s": sum(row[0] is not Verdict.UNPROVEN and row[1] <= 1 for row in rows),
            "decided": sum(row[0] is not Verdict.UNPROVEN for row in rows),
            "proved_lost": sum(row[0] is Verdict.LOST for row in rows),
            "median_cpu_seconds": round(median(our_times), 6),
            "worst_cpu_seconds": round(max(our_times), 4),
        },
        "times_shorter": round(median(their_times) / median(our_times)),
        "contradictions": sum(row[0] is not row[2] for row in decided if row[0] is not Verdict.UNPROVEN),
    }


def lost_deals(count: int, draw_count: int) -> dict[str, Any]:
    """What pyksolve makes of published deals that we call lost, spread over all of them."""
    letters = published()[FRENCH.name, draw_count]
    lost = [number for number, letter in enumerate(letters, start=1) if letter == "l"]
    chosen = lost[:: max(1, len(lost) // count)][:count]
    found = [by_pyksolve(dealt(number, FRENCH), draw_count, LIMITS[-1])[0] for number in chosen]
    said = {"won": Verdict.WINNABLE, "lost": Verdict.LOST, "undecided": Verdict.UNPROVEN}
    return {"draw": draw_count, "deals": len(chosen), **{word: found.count(verdict) for word, verdict in said.items()}}


def nodes_a_second(deals: int, *, compiled: bool) -> float:
    """Nodes of French deals drawing three, by the processor's clock."""
    form, nodes, begun = engine(compiled=compiled), 0, time.process_time()
    for number in range(1, deals + 1):
        nodes += solve_deal(DealRules(number, 3), FRENCH, Budget(nodes=20_000), form=form).nodes
    return nodes / (time.process_time() - begun)


def starts() -> dict[str, float]:
    """Seconds of processor time to begin: without a compilation, and with one."""
    code = "from solitario.solver.program import engine; engine(compiled=True)"
    with tempfile.TemporaryDirectory() as home:
        cold, warm = (_cpu_of(code, {"MAZZO_HOME": home}) for _again in range(2))
    return {"cold_cpu_seconds": round(cold, 2), "warm_cpu_seconds": round(warm, 2)}


def _cpu_of(code: str, variables: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **variables}, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="deals of the comparison")
    parser.add_argument("--positions", type=int, default=20, help="deals of each deck and draw for positions")
    parser.add_argument("--lost", type=int, metavar="N", help="only ask pyksolve about so many lost deals of each draw")
    options = parser.parse_args()
    if options.lost:
        print(json.dumps([lost_deals(options.lost, draw_count) for draw_count in (1, 3)]))
        return
    engine(compiled=True)
    compiled, plain = nodes_a_second(400, compiled=True), nodes_a_second(4, compiled=False)
    document = {
        "compiled_nodes_a_second": round(compiled),
        "plain_nodes_a_second": round(plain),
        "compiled_over_plain": round(compiled / plain, 1),
        "start": starts(),
        "positions": [line for line in decided_in_play(options.positions) if "deck" not in line],
        "side_by_side": [side_by_side(options.deals, draw_count) for draw_count in (1, 3)],
        "peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
