"""The puzzles that come with the game, easiest first, and which of them is the day's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from kernelkit.chance import below, seeded
from qb_engine.data.checks import DATA, WHOLE, Place, read_data
from qb_engine.puzzles.grading import Grade

FILE = "puzzles.json"
SCHEMA = 1
DAILY_STREAM = 8
MOST = 1_000


@dataclass(frozen=True, slots=True)
class ShippedPuzzle:
    """A puzzle by its number from 1: the position, and how hard it is to win."""

    number: int
    text: str
    grade: Grade

    @property
    def cards(self) -> int:
        """How many cards you hold."""
        return self.text.rpartition("Y=")[2].count(",") + 1


@cache
def shipped_puzzles() -> tuple[ShippedPuzzle, ...]:
    """Every puzzle that ships; ``tools/puzzles.py`` made them, and a test solves each."""
    place = Place(FILE, WHOLE)
    content = place.record(read_data(DATA / FILE), WHOLE, ("schema", "puzzles"))
    place.integer(content["schema"], "schema", SCHEMA, SCHEMA)
    entries = place.items(content["puzzles"], "puzzles", 1, MOST)
    return tuple(_puzzle(Place(FILE, f"puzzles[{at}]"), at + 1, entry) for at, entry in enumerate(entries))


def _puzzle(place: Place, number: int, value: object) -> ShippedPuzzle:
    entry = place.record(value, WHOLE, ("position", "dead_ends", "tempting"))
    dead_ends = place.integer(entry["dead_ends"], "dead_ends", 0, MOST)
    tempting = place.integer(entry["tempting"], "tempting", 0, dead_ends)
    return ShippedPuzzle(number, str(entry["position"]), Grade(dead_ends, tempting))


def daily_puzzle(day: date) -> ShippedPuzzle:
    """The puzzle of a day, the same for everybody: each comes once before one comes again, in an order of its own."""
    puzzles = list(shipped_puzzles())
    cycle, place = divmod(day.toordinal(), len(puzzles))
    chance = seeded(cycle, DAILY_STREAM)
    for left in range(len(puzzles), place, -1):
        chosen = below(chance, left)
        puzzles[chosen], puzzles[left - 1] = puzzles[left - 1], puzzles[chosen]
    return puzzles[place]
