"""What games say of a deck's cards: how often it wins when each was drawn, was played or stayed in hand, and its shape.

Everything is kept as whole sums, a pair of games being one group, so that batches come together in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazzo.lab.statistics import Z95, GroupSums, Interval, wilson_of_rate
from qb_engine.kernel.layout import Notes
from qb_engine.models import DECK_SIZE

EVENTS = ("drawn", "played", "stuck")
"""What may have happened to a card in a game: it left the deck, it was laid, it was in hand at the end."""
SHAPES = ("rank_two", "rank_three", "held", "passed", "laid", "lanes")
"""A tile for rank 2 by the third turn, one for rank 3 by the fifth; cards held at the end, passes, plays, lanes won."""
RANK_TWO_BY, RANK_THREE_BY = 3, 5
SUMS = 6
POINTS = 2
"""A win is two half points, a draw one."""


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """Sums over the games of one deck: for each place and event those of its groups, and one number for each shape."""

    games: int
    cards: tuple[tuple[tuple[int, ...], ...], ...]
    shapes: tuple[int, ...]

    def plus(self, other: DeckFigures) -> DeckFigures:
        """Both together."""
        cards = (np.array(self.cards) + np.array(other.cards)).tolist()
        shapes = tuple(mine + yours for mine, yours in zip(self.shapes, other.shapes, strict=True))
        return DeckFigures(self.games + other.games, _tuples(cards), shapes)

    def when(self, place: int, event: str) -> GroupSums:
        """The games in which this happened to the card at ``place``, and those of them that were won."""
        groups, trials, points, squares, point_squares, products = self.cards[place][EVENTS.index(event)]
        return GroupSums(
            groups, trials, points / POINTS, squares, point_squares / POINTS**2, products / POINTS
        )  # fmt: skip

    def shape(self, name: str) -> float:
        """The mean of a shape over all games: of a rank the share of games in which it came in time."""
        return self.shapes[SHAPES.index(name)] / self.games if self.games else 0.0

    def shape_interval(self, name: str) -> Interval:
        """The 95 % interval of a share, the pair as the unit, as if both its games had ended alike."""
        return wilson_of_rate(self.shape(name), max(1, self.games // 2), Z95)


NO_FIGURES = DeckFigures(0, (((0,) * SUMS,) * len(EVENTS),) * DECK_SIZE, (0,) * len(SHAPES))


def figures_of(notes: Any, numbers: Any, seat: int) -> DeckFigures:
    """The figures of the deck in one seat; ``numbers`` are those of its pairs, with your margins."""
    rows = _noted(notes)[seat::2]
    margins = np.asarray(numbers, np.int64).reshape(-1, 2)[:, 0] * (1 if seat == 0 else -1)
    points = np.sign(margins) + 1
    cards = np.zeros((DECK_SIZE, len(EVENTS), SUMS), np.int64)
    for at, event in enumerate(EVENTS):
        happened = rows[event][:, None] >> np.arange(DECK_SIZE) & 1
        trials = happened.reshape(-1, 2, DECK_SIZE).sum(axis=1)
        won = (happened * points[:, None]).reshape(-1, 2, DECK_SIZE).sum(axis=1)
        sums = ((trials > 0), trials, won, trials * trials, won * won, trials * won)
        cards[:, at, :] = np.stack([part.sum(axis=0) for part in sums], axis=1)
    two, three = rows["rank_two_turn"], rows["rank_three_turn"]
    in_time = ((two > 0) & (two <= RANK_TWO_BY)).sum(), ((three > 0) & (three <= RANK_THREE_BY)).sum()
    shapes = tuple(int(value) for value in (*in_time, *(rows[name].sum() for name in SHAPES[2:])))
    return DeckFigures(len(rows["drawn"]), _tuples(cards.tolist()), shapes)


def _noted(notes: Any) -> Any:
    """The notes as an array, in whichever form they were taken."""
    if not isinstance(notes, list):
        return notes.astype([(name, np.int64) for name in notes.dtype.names])
    names = tuple(Notes.layout)  # type: ignore[attr-defined]
    values = [tuple(getattr(record, name) for name in names) for record in notes]
    return np.array(values, [(name, np.int64) for name in names])


def _tuples(cards: Sequence[Sequence[Sequence[int]]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(tuple(sums) for sums in events) for events in cards)
