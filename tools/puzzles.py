"""Make the puzzles that ship: so many of each size, all grades alike where there are enough; some minutes.

python tools/puzzles.py            rewrites src/qb_engine/data/puzzles.json, to the byte the same
python tools/puzzles.py --check    solves every puzzle of the file again, in a second or two
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from itertools import islice

from kernelkit.durable import write_durably
from qb_engine.data.checks import DATA
from qb_engine.notation.game_position import parse_position
from qb_engine.puzzles.collection import FILE, SCHEMA, shipped_puzzles
from qb_engine.puzzles.making import Puzzle, checked_puzzle, made_puzzles

SEED = 20_261_118
SIZES = {2: (160, 40), 3: (240, 120), 4: (40, 40)}
"""For each number of cards how many puzzles are made, and how many of them are kept."""


def main() -> int:
    if "--check" in sys.argv[1:]:
        return _check()
    kept = [puzzle for cards, (made, few) in SIZES.items() for puzzle in _chosen(cards, made, few)]
    kept.sort(key=lambda one: (one.grade.number, len(one.line), one.grade.tempting))
    entries = [{"position": one.text, "dead_ends": one.grade.dead_ends, "tempting": one.grade.tempting} for one in kept]
    lines = ",\n".join(f"    {json.dumps(entry)}" for entry in entries)
    write_durably(DATA / FILE, f'{{\n  "schema": {SCHEMA},\n  "puzzles": [\n{lines}\n  ]\n}}\n'.encode())
    print(f"{len(kept)} puzzles")
    return 0


def _chosen(cards: int, made: int, few: int) -> list[Puzzle]:
    """A puzzle of each grade in turn, in the order they were made, until there are enough."""
    graded: dict[int, list[Puzzle]] = defaultdict(list)
    for number, puzzle in enumerate(islice(made_puzzles(SEED, cards), made), start=1):
        graded[puzzle.grade.number].append(puzzle)
        print(f"\r{cards} cards: {number} of {made}", end="", file=sys.stderr)
    print(file=sys.stderr)
    ranked = [(place, number, puzzle) for number, those in graded.items() for place, puzzle in enumerate(those)]
    return [puzzle for _place, _number, puzzle in sorted(ranked, key=lambda one: one[:2])[:few]]


def _check() -> int:
    wrong = [one.number for one in shipped_puzzles() if not _is_right(one.text)]
    print(f"{len(shipped_puzzles())} puzzles, wrong: {wrong or 'none'}")
    return 1 if wrong else 0


def _is_right(text: str) -> bool:
    found = checked_puzzle(parse_position(text))
    return found is not None and found.text == text


if __name__ == "__main__":
    sys.exit(main())
