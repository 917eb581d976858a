"""Positions of games in play: how many the solver decides in two seconds of processor time, as lines of JSON.

    tools/solver_positions.py --deals 100   after 20, 40 and 60 moves in 100 deals of each deck and draw

A simple player, who follows every hint, makes the moves. A game that is over sooner is asked about where it ended.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from mazzo.lab.statistics import wilson
from solitario.domain.cards import DECKS, Deck
from solitario.domain.deals import dealt
from solitario.domain.guidance import advice
from solitario.domain.rules import DealRules, after
from solitario.domain.table import Table
from solitario.solver.program import engine
from solitario.solver.solving import Budget, Verdict, solve

STEPS = (20, 40, 60)
LOOK_SECONDS = 2.0
MOST_NODES = 10**12


@dataclass(frozen=True, slots=True)
class Asked:
    """What the solver said of a position, and how long it took by the processor's clock."""

    deck: str
    draw_count: int
    moves: int
    verdict: Verdict
    cpu_seconds: float

    @property
    def is_decided(self) -> bool:
        """Whether it was decided in time."""
        return self.verdict is not Verdict.UNPROVEN and self.cpu_seconds <= LOOK_SECONDS


def asked_of_deal(number: int, deck: Deck, draw_count: int) -> Iterator[Asked]:
    """The positions of one game."""
    rules = DealRules(number, draw_count)
    table, made = dealt(number, deck), 0
    for moves in STEPS:
        table = played_on(table, rules, moves - made)
        made = moves
        yield _asked(table, rules, moves)


def played_on(table: Table, rules: DealRules, count: int) -> Table:
    """The table after ``count`` more moves of the simple player, or fewer if he knows none."""
    for _move in range(count):
        suggested = advice(table, rules)
        if suggested is None:
            break
        table = after(table, suggested.move, rules)
    return table


def _asked(table: Table, rules: DealRules, moves: int) -> Asked:
    begun = time.process_time()
    # The processor's clock ends the look, so that other work on the machine takes nothing from it.
    budget, ends_at = Budget(MOST_NODES), begun + LOOK_SECONDS
    verdict = solve(table, rules, budget, is_cancelled=lambda: time.process_time() >= ends_at).verdict
    return Asked(table.deck.name, rules.draw_count, moves, verdict, time.process_time() - begun)


def summary(asked: list[Asked]) -> dict[str, Any]:
    """How many were decided, and how long that took."""
    decided = sum(each.is_decided for each in asked)
    share = wilson(decided, len(asked))
    seconds = sorted(each.cpu_seconds for each in asked)
    return {
        "positions": len(asked),
        "decided_in_2_s": decided,
        "share": round(decided / len(asked), 5),
        "share_95": [round(share.low, 5), round(share.high, 5)],
        "median_cpu_seconds": round(median(seconds), 6),
        "worst_cpu_seconds": round(seconds[-1], 4),
    }


def decided_in_play(deals: int) -> Iterator[dict[str, Any]]:
    """A summary for every deck, draw and count of moves, then one of all positions after so many moves."""
    every: list[Asked] = []
    for deck in DECKS.values():
        for draw_count in (1, 2, 3):
            asked = [each for number in range(1, deals + 1) for each in asked_of_deal(number, deck, draw_count)]
            every += asked
            for moves in STEPS:
                chosen = [each for each in asked if each.moves == moves]
                yield {"deck": deck.name, "draw": draw_count, "moves": moves, **summary(chosen)}
    for moves in STEPS:
        yield {"moves": moves, **summary([each for each in every if each.moves == moves])}


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100, help="deals of each deck and draw")
    options = parser.parse_args()
    engine(compiled=True)
    for line in decided_in_play(options.deals):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
