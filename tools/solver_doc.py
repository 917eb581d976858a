"""Put what was measured into ``docs/solver.md``: ``python tools/solver_doc.py [--check]``.

Between ``<!-- made: NAME -->`` and ``<!-- end -->`` stands what the files of docs/measured say. They are written by
``solver_rates.py --publish``, ``winnable_deals.py --play N``, and kept from what ``make bench SOLVER=1``,
``solver_positions.py`` and ``mazzo lab campaign`` print.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generated import settled
from mazzo.lab.statistics import wilson
from solver_rates import published, report

DOCS = Path(__file__).parent.parent / "docs"
DOCUMENT, MEASURED = DOCS / "solver.md", DOCS / "measured"
BLOCK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def read(name: str) -> Any:
    """A measurement; a list of them from a file of lines."""
    text = (MEASURED / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if name.endswith("l") else json.loads(text)


def rates() -> Iterator[str]:
    """How many deals can be won."""
    return report(published())


def grades() -> Iterator[str]:
    """How often the simple player wins each grade, and which neighbours his games tell apart."""
    measured = read("solver_grades.json")
    games, names = measured["games"], list(measured["rows"][0]["wins"])
    yield f"| deck | draw | {' | '.join(names)} | told apart, {games} games each |"
    yield "|---" * (3 + len(names)) + "|"
    for row in measured["rows"]:
        shares = {grade: wilson(wins, games) for grade, wins in row["wins"].items()}
        cells = [
            f"{100 * row['wins'][grade] / games:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
            for grade, share in shares.items()
        ]
        pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
        apart = [f"{one} from {other}" for one, other in pairs if shares[one].low > shares[other].high]
        words = "all" if len(apart) == len(pairs) else ", ".join(apart) or "none"
        yield f"| {row['deck']} | {row['draw']} | {' | '.join(cells)} | {words} |"


def speed() -> Iterator[str]:
    """What the bench printed: nodes a second, starts, memory and pyksolve on the same deals."""
    bench = read("solver_bench.json")
    compiled, plain, start = bench["compiled_nodes_a_second"], bench["plain_nodes_a_second"], bench["start"]
    yield (
        f"{compiled / 1e6:.1f} million nodes a second compiled, {plain / 1e3:.0f} thousand plain "
        f"({bench['compiled_over_plain']:.0f} times); compiling takes {start['cold_cpu_seconds']} s of processor time, "
        f"once, loading {start['warm_cpu_seconds']} s; the whole process has at most {bench['peak_memory_mb']} MB."
    )
    yield ""
    yield "| draw | deals | pyksolve decides in 1 s, 5 s | its median | ours in 1 s | median, worst | times shorter |"
    yield "|---|---|---|---|---|---|---|"
    for row in bench["side_by_side"]:
        theirs, ours = row["pyksolve"], row["ours"]
        yield (
            f"| {row['draw']} | {row['deals']} | {theirs['decided_in_1_s']}, {theirs['decided_in_5_s']}, "
            f"{theirs['proved_lost']} proved lost | {theirs['median_cpu_seconds_at_least']:.2f} s | "
            f"{ours['decided_in_1_s']}, {ours['proved_lost']} proved lost | "
            f"{1000 * ours['median_cpu_seconds']:.2f} ms, {ours['worst_cpu_seconds']:.2f} s | {row['times_shorter']} |"
        )
    yield ""
    contradictions = sum(row["contradictions"] for row in bench["side_by_side"])
    yield f"Deals that both decide and decide differently: {contradictions}."


def positions() -> Iterator[str]:
    """How many positions of games in play were decided in time."""
    yield "| moves | positions | decided in 2 s | 95 % interval | median | worst |"
    yield "|---|---|---|---|---|---|"
    for row in read("solver_positions.jsonl"):
        low, high = row["share_95"]
        yield (
            f"| {row['moves']} | {row['positions']} | {row['decided_in_2_s']} | "
            f"{100 * low:.2f} to {100 * high:.2f} % | {1000 * row['median_cpu_seconds']:.2f} ms | "
            f"{row['worst_cpu_seconds']:.2f} s |"
        )


def campaigns() -> Iterator[str]:
    """Small games beside trying everything, and lines in the real game."""
    found = {line["id"]: line for line in read("solver_campaigns.jsonl")}
    lines = found["winning lines"]
    for name, what in (("small decks", "Small games"), ("small positions", "Positions of any shape")):
        small = found[name]
        compared = sum(group["winnable"] + group["not_winnable"] for group in small["compared"])
        lost = sum(group["not_winnable"] for group in small["compared"])
        yield f"- {what} compared: {compared}, {lost} of them not winnable; decided differently: {small['failures']}."
    yield f"- Lines played, of {lines['size']} deals: {lines['lines']}; lines that do not win: {lines['failures']}."


BLOCKS = {each.__name__: each for each in (rates, grades, speed, positions, campaigns)}


def main() -> int:
    text = DOCUMENT.read_text(encoding="utf-8")
    made = BLOCK.sub(lambda found: f"{found[1]}" + "\n".join(BLOCKS[found[2]]()) + f"\n{found[3]}", text)
    return settled("docs/solver.md", {DOCUMENT: made})


if __name__ == "__main__":
    sys.exit(main())
