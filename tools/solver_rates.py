"""How many deals are winnable, per deck and draw, each deal with its verdict and effort: ``tools/solver_rates.py``.

Every verdict is kept in a file per deck and draw as soon as it is known, and a run that is started again goes on where
the last one stopped. The summary, with intervals, is printed at the end, or alone with ``--report``;
where nothing is kept, it is that of what is published.

    tools/solver_rates.py --open        decide once more what is kept as not proven
    tools/solver_rates.py --publish     write what is kept to docs/measured, two bits a deal; docs/solver.md shows it
    tools/solver_rates.py --verify N    decide N published deals of each deck and draw once more, and compare
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

from mazzo.lab.solved_deals import CHUNK, DealRange, SolvedDeal, solved_deals
from mazzo.lab.statistics import wilson
from solitario.domain.cards import DECKS
from solitario.domain.rules import DealRules
from solitario.infrastructure.winnable_deals_file import packed, unpacked
from solitario.solver.solving import Budget, Verdict, solve_deal

KEPT = Path("build") / "solver"
PUBLISHED = Path(__file__).parent.parent / "docs" / "measured" / "solver_verdicts.json"
BUDGET = Budget(nodes=1_000_000_000, numbers=1 << 27)
"""A gigabyte of tables, twice of what a player's question may take: some deals need little more than half of one."""
ORDER = "lwu"
"""Letters of lost, winnable and unproven as the numbers that are published."""
LETTERS = {Verdict.WINNABLE: "w", Verdict.LOST: "l", Verdict.UNPROVEN: "u"}
COMBINATIONS = tuple((deck, draw) for deck in sorted(DECKS, reverse=True) for draw in (1, 2, 3))


@dataclass(frozen=True, slots=True)
class KeptVerdicts:
    """The verdicts of deals 1, 2, ... of one deck and draw, and how many nodes each took."""

    letters: str
    nodes: tuple[int, ...]


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

    def replace(self, kept: KeptVerdicts) -> None:
        """Keep this instead of what is there."""
        lines = []
        for begin in range(0, len(kept.letters), CHUNK):
            piece = slice(begin, begin + CHUNK)
            lines.append(json.dumps({"verdicts": kept.letters[piece], "nodes": kept.nodes[piece]}) + "\n")
        self.file.write_text("".join(lines), encoding="utf-8")

    def add(self, solved: list[SolvedDeal]) -> None:
        """Keep some more."""
        line = {
            "verdicts": "".join(LETTERS[each.verdict] for each in solved),
            "nodes": [each.nodes for each in solved],
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
    for solved in solved_deals(DealRange(deck, draw, done + 1, last, BUDGET), workers):
        keeping.add(solved)
        if solved[-1].number % 1000 == 0:
            sys.stderr.write(f"{deck} {draw}: deal {solved[-1].number}, {time.monotonic() - begun:.0f} s\n")


def decide_open(folder: Path, deck: str, draw: int) -> Iterator[str]:
    """Decide once more what is kept as not proven, and keep what is found now."""
    keeping = Keeping(folder, deck, draw)
    kept = keeping.load()
    letters, nodes = list(kept.letters), list(kept.nodes)
    for at, letter in enumerate(letters):
        if letter == LETTERS[Verdict.UNPROVEN]:
            found = solve_deal(DealRules(at + 1, draw), DECKS[deck], BUDGET)
            letters[at], nodes[at] = LETTERS[found.verdict], found.nodes
            yield f"{deck} {draw}: deal {at + 1} is {found.verdict.value}, {found.nodes} nodes, {found.numbers} numbers"
    keeping.replace(KeptVerdicts("".join(letters), tuple(nodes)))


def publish(folder: Path) -> None:
    """Write what is kept to the file that stays with the source: effort is left out."""
    lists = []
    for deck, draw in COMBINATIONS:
        letters = Keeping(folder, deck, draw).load().letters
        verdicts = bytes(ORDER.index(letter) for letter in letters)
        lists.append({"deck": deck, "draw": draw, "deals": len(letters), "verdicts": packed(verdicts)})
    document = {"nodes": BUDGET.nodes, "numbers": BUDGET.numbers, "lists": lists}
    PUBLISHED.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def published() -> dict[tuple[str, int], str]:
    """The letters of the published deals of each deck and draw."""
    lists = json.loads(PUBLISHED.read_text(encoding="utf-8"))["lists"]
    return {
        (each["deck"], each["draw"]): "".join(ORDER[at] for at in unpacked(each["verdicts"], each["deals"]))
        for each in lists
    }


def verify(count: int) -> Iterator[str]:
    """Decide published deals again, spread over all of them; what differs ends it."""
    for (deck, draw), letters in published().items():
        chosen = range(1, len(letters) + 1)[:: max(1, len(letters) // count)]
        for number in chosen:
            found = solve_deal(DealRules(number, draw), DECKS[deck], BUDGET).verdict
            if LETTERS[found] != letters[number - 1]:
                raise SystemExit(f"{deck} {draw}: deal {number} is {found.value}, published is {letters[number - 1]}")
        yield f"{deck} {draw}: {len(chosen)} of {len(letters)} verdicts are as published"


def report(kept: dict[tuple[str, int], str]) -> Iterator[str]:
    """The rates as rows of a table."""
    yield "| deck | draw | deals | winnable | not winnable | not proven | share winnable, 95 % interval |"
    yield "|---|---|---|---|---|---|---|"
    for (deck, draw), letters in kept.items():
        count = len(letters)
        if not count:
            continue
        won, lost, open_ = (letters.count(LETTERS[verdict]) for verdict in Verdict)
        share = wilson(won, count)
        shares = f"{100 * won / count:.2f} % ({100 * share.low:.2f} to {100 * share.high:.2f})"
        yield f"| {deck} | {draw} | {count} | {won} | {lost} | {open_} | {shares} |"


def main() -> None:
    """Decide and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="decide deals 1 to this number")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=KEPT, help="folder of the verdicts")
    parser.add_argument("--report", action="store_true", help="only report what is kept, or what is published")
    parser.add_argument("--open", action="store_true", help="only decide what is kept as not proven once more")
    parser.add_argument("--publish", action="store_true", help="write what is kept to docs/measured")
    parser.add_argument("--verify", type=int, metavar="N", help="decide so many published deals of each list again")
    options = parser.parse_args()
    if options.verify:
        for line in verify(options.verify):
            print(line, flush=True)
        return
    if options.open:
        for pair in COMBINATIONS:
            for line in decide_open(options.kept, *pair):
                print(line, flush=True)
    elif not options.report and not options.publish:
        for deck, draw in COMBINATIONS:
            decide(options.kept, deck, draw, options.deals, options.workers)
    if options.publish:
        publish(options.kept)
    kept = {pair: Keeping(options.kept, *pair).load().letters for pair in COMBINATIONS}
    print("\n".join(report(kept if any(kept.values()) else published())))


if __name__ == "__main__":
    main()
