"""What a review teaches: the losses of one side gathered by what they have in common, the costliest first.

What two moves differ in is read off their reasons: the kind of reason that speaks most for the better one is the theme
of the loss. So a lesson says nothing that the facts of the moves do not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from qb_engine.advice.reasons import Reason
from qb_engine.review.report import Insight, Review, ReviewedMove

Theme = Literal[
    "passed", "should_pass", "ground", "lane", "answer", "tiles", "rank", "trigger", "tile", "card", "other"
]
MOST_LESSONS = 3
GROUPS: tuple[tuple[str, Theme], ...] = (
    ("gains_ground", "ground"),
    ("loses_ground", "ground"),
    ("wins_lane_", "lane"),
    ("loses_lane_", "lane"),
    ("improves_margin", "answer"),
    ("worsens_margin", "answer"),
    ("captures_tiles", "tiles"),
    ("denies_tiles", "tiles"),
    ("opens_rank_", "rank"),
    ("sets_up_trigger", "trigger"),
)
"""Which reasons belong to which theme, by the beginning of their tags."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A theme with its moves, the costliest first.

    ``reasons`` speak for the better move in place of the first one: those of the theme, or all where it has none.
    """

    theme: Theme
    moves: tuple[ReviewedMove, ...]
    reasons: tuple[Reason, ...]

    @property
    def points_lost(self) -> float:
        """What its moves lost together, in points of a hundred."""
        return round(sum(move.points_lost for move in self.moves), 1)


def lessons(review: Review) -> tuple[Lesson, ...]:
    """At most three lessons for the seat from which the game is told; none where no move was flagged."""
    gathered: dict[Theme, list[ReviewedMove]] = defaultdict(list)
    for move in review.own:
        if move.insight is not None:
            gathered[theme_of(move, move.insight)].append(move)
    found = [_lesson(theme, moves) for theme, moves in gathered.items()]
    return tuple(sorted(found, key=lambda lesson: (-lesson.points_lost, lesson.theme))[:MOST_LESSONS])


def _lesson(theme: Theme, moves: Sequence[ReviewedMove]) -> Lesson:
    costliest = sorted(moves, key=lambda move: (-move.points_lost, move.moment.ply))
    insight = costliest[0].insight
    better = () if insight is None else insight.better
    fitting = tuple(reason for reason in better if _group(reason) == theme)
    return Lesson(theme, tuple(costliest), fitting or better)


def theme_of(move: ReviewedMove, insight: Insight) -> Theme:
    """What the better move has and the played one has not."""
    if move.played is None:
        return "passed"
    if move.best is None:
        return "should_pass"
    gaps: dict[Theme, float] = defaultdict(float)
    for sign, reasons in ((1, insight.better), (-1, insight.played)):
        for reason in reasons:
            gaps[_group(reason)] += sign * reason.weight
    told: list[Theme] = [theme for theme in gaps if theme != "other" and gaps[theme] > 0]
    if told:
        return max(told, key=lambda theme: (gaps[theme], theme))
    if move.played.card_id == move.best.card_id:
        return "tile"
    is_same_tile = move.played.lane_index == move.best.lane_index and move.played.col_index == move.best.col_index
    return "card" if is_same_tile else "other"


def _group(reason: Reason) -> Theme:
    return next((theme for beginning, theme in GROUPS if reason.tag.startswith(beginning)), "other")
