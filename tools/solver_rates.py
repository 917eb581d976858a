"""How many deals are winnable, per deck and draw, each deal with its verdict and effort: ``tools/solver_rates.py``.

Every verdict is kept in a file per deck and draw as soon as it is known, and a run that is started again goes on where
the last one stopped. The summary, with intervals, is printed at the end, or alone with ``--report``; docs/solver.md
shows it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazzo.lab.solved_deals import DealRange, SolvedDeal, solved_deals
from mazzo.lab.statistics import wilson
from solitario.domain.cards import DECKS
from solitario.solver.solving import Budget, Verdict

KEPT = Path("build") / "solver"
NODES = 100_000_000
LETTERS = {Verdict.WINNABLE: "w", Verdict.LOST: "l", Verdict.UNPROVEN: "u"}
COMBINATIONS = tuple((deck, draw) for deck in sorted(DECKS, reverse=True) for draw in (1, 2, 3))


@dataclass(frozen=True, slots=True)
class KeptVerdicts:
    """The verdicts of deals 1, 2, ... of one deck and draw, and how many nodes each took."""

    letters: str
    nodes: tuple[int, ...]

    def count(self, verdict: Verdict) -> int:
        """How many deals have this verdict."""
        return self.letters.count(LETTERS[verdict])


class Keeping:
    """One file of verdicts: a line of JSON for each piece of the run."""

    def __init__(self, folder: Path, deck: str, draw: int) -> None:
        self.file = folder / f"{deck}-{draw}.jsonl"

    def load(self) -> KeptVerdicts:
        """What is there."""
        lines = list(self._lines())
        letters = "".join(line["verdicts"] for line in lines)
        return KeptVerdicts(letters, tuple(nodes for line in lines for nodes in line["nodes"]))

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self.file.exists():
            return
        for line in self.file.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):  # a run that was killed may have left a last line unfinished
                yield json.loads(line)

    def mend(self) -> None:
        """Take a last line away that was not written to its end."""
        if self.file.exists():
            text = self.file.read_text(encoding="utf-8")
            self.file.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")

    def add(self, solved: list[SolvedDeal]) -> None:
        """Keep some more."""
        line = {
            "verdicts": "".join(LETTERS[each.verdict] for each in solved),
            "nodes": [each.nodes for each in solved],
            "seconds": round(sum(each.seconds for each in solved), 3),
        }
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def decide(folder: Path, deck: str, draw: int, last: int, workers: int) -> None:
    """Decide what is not kept yet, up to deal ``last``."""
    keeping = Keeping(folder, deck, draw)
    keeping.mend()
    done = len(keeping.load().letters)
    if done >= last:
        return
    begun = time.monotonic()
    for solved in solved_deals(DealRange(deck, draw, done + 1, last, Budget(nodes=NODES)), workers):
        keeping.add(solved)
        if solved[-1].number % 1000 == 0:
            sys.stderr.write(f"{deck} {draw}: deal {solved[-1].number}, {time.monotonic() - begun:.0f} s\n")


def report(folder: Path) -> Iterator[str]:
    """The rates as rows of a table."""
    yield "| deck | draw | deals | winnable | not winnable | not proven | share winnable, 95 % interval |"
    yield "|---|---|---|---|---|---|---|"
    for deck, draw in COMBINATIONS:
        kept = Keeping(folder, deck, draw).load()
        count = len(kept.letters)
        if not count:
            continue
        won, lost, open_ = (kept.count(verdict) for verdict in Verdict)
        share = wilson(won, count)
        shares = f"{100 * won / count:.2f} % ({100 * share.low:.2f} to {100 * share.high:.2f})"
        yield f"| {deck} | {draw} | {count} | {won} | {lost} | {open_} | {shares} |"


def main() -> None:
    """Decide and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="decide deals 1 to this number")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=KEPT, help="folder of the verdicts")
    parser.add_argument("--report", action="store_true", help="only report what is kept")
    options = parser.parse_args()
    if not options.report:
        for deck, draw in COMBINATIONS:
            decide(options.kept, deck, draw, options.deals, options.workers)
    print("\n".join(report(options.kept)))


if __name__ == "__main__":
    main()
