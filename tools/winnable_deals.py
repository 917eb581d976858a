"""The list of winnable deals with their grades, from the verdicts that ``tools/solver_rates.py`` keeps.

    tools/winnable_deals.py             write the list: for every deck and draw the first 20,000 winnable deals
    tools/winnable_deals.py --verify N  decide N deals of each list once more, spread over all of it, and compare
    tools/winnable_deals.py --play N    let a simple player, who follows every hint, play N deals of each grade

The grade of a deal is the third in which its effort, the nodes that the solver took, lies among the winnable ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from solitario.application.deal_choice import GRADES
from solitario.domain.cards import DECKS
from solitario.domain.deals import dealt
from solitario.domain.guidance import advice
from solitario.domain.rules import DealRules, after
from solitario.infrastructure.winnable_deals_file import PLACE, VERSION, known_winnable, packed
from solitario.solver.solving import Verdict, solve_deal
from solver_rates import BUDGET, COMBINATIONS, KEPT, LETTERS, Keeping

PLAYED = Path(__file__).parent.parent / "docs" / "measured" / "solver_grades.json"
WANTED = 20_000
MOST_ACTIONS = 500


def graded(letters: str, nodes: tuple[int, ...], wanted: int) -> bytes:
    """The grades of the first deals of which ``wanted`` are winnable, 0 for one that is not."""
    winnable = [at for at, letter in enumerate(letters) if letter == LETTERS[Verdict.WINNABLE]][:wanted]
    ranked = sorted(winnable, key=lambda at: (nodes[at], at))
    grades = bytearray(winnable[-1] + 1)
    for place, at in enumerate(ranked):
        grades[at] = 1 + len(GRADES) * place // len(ranked)
    return bytes(grades)


def write(folder: Path, wanted: int) -> None:
    """Write the list."""
    lists = []
    for deck, draw in COMBINATIONS:
        kept = Keeping(folder, deck, draw).load()
        grades = graded(kept.letters, kept.nodes, wanted)
        efforts = [max(kept.nodes[at] for at, grade in enumerate(grades) if grade == one) for one in (1, 2, 3)]
        count = sum(grade > 0 for grade in grades)
        line = {"deck": deck, "draw_count": draw, "deals": len(grades), "winnable": count, "most_nodes": efforts}
        lists.append({**line, "grades": packed(grades)})
        sys.stderr.write(f"{deck} {draw}: {count} winnable of {len(grades)}\n")
    PLACE.write_text(json.dumps({"version": VERSION, "lists": lists}, indent=1) + "\n", encoding="utf-8")


def verify(count: int) -> Iterator[str]:
    """Decide deals of each list again; what differs, and how many were compared."""
    for deck, draw in COMBINATIONS:
        numbers = known_winnable(deck, draw).numbers("winnable")
        chosen = numbers[:: max(1, len(numbers) // count)]
        for number in chosen:
            found = solve_deal(DealRules(number, draw), DECKS[deck], BUDGET).verdict
            if found is not Verdict.WINNABLE:
                raise SystemExit(f"{deck} {draw}: deal {number} is {found.value}")
        yield f"{deck} {draw}: {len(chosen)} of {len(numbers)} deals are winnable, as listed"


def is_won_by_hints(deck: str, draw: int, number: int) -> bool:
    """Whether following every hint wins the deal."""
    table, rules = dealt(number, DECKS[deck]), DealRules(number, draw)
    met = set()
    for _action in range(MOST_ACTIONS):
        suggested = advice(table, rules)
        if table.is_won or suggested is None:
            break
        table = after(table, suggested.move, rules)
        now = (table.tableau, table.foundations, table.waste, table.stock)
        if now in met:  # round and round
            break
        met.add(now)
    return table.is_won


def play(count: int) -> Iterator[str]:
    """How often a simple player wins each grade, kept for the document."""
    rows = []
    for deck, draw in COMBINATIONS:
        wins = {}
        for grade in GRADES:
            numbers = known_winnable(deck, draw).numbers(grade)
            chosen = numbers[:: max(1, len(numbers) // count)][:count]
            wins[grade] = sum(is_won_by_hints(deck, draw, number) for number in chosen)
        rows.append({"deck": deck, "draw": draw, "wins": wins})
        yield json.dumps(rows[-1])
    PLAYED.write_text(json.dumps({"games": count, "rows": rows}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Write, verify or play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kept", type=Path, default=KEPT, help="folder of the verdicts")
    parser.add_argument("--wanted", type=int, default=WANTED)
    parser.add_argument("--verify", type=int, metavar="N")
    parser.add_argument("--play", type=int, metavar="N")
    options = parser.parse_args()
    if options.verify or options.play:
        lines = verify(options.verify) if options.verify else play(options.play)
        for line in lines:
            print(line, flush=True)
        return
    write(options.kept, options.wanted)


if __name__ == "__main__":
    main()
