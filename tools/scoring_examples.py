"""Write the worked examples of docs/scoring.md, computed: ``python tools/scoring_examples.py [--check]``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generated import settled
from solitario.domain.final_score import FinalScore
from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import ScoringService
from solitario.presentation.score_formatter import ScoreFormatter

PAGE = Path(__file__).parent.parent / "docs" / "scoring.md"
START, END = "<!-- examples: written by tools/scoring_examples.py -->", "<!-- end of examples -->"


@dataclass(frozen=True, slots=True)
class Example:
    """A game worth working out."""

    title: str
    game: dict[str, Any]
    events: dict[str, int]
    elapsed_seconds: str
    move_count: int
    is_victory: bool = True

    def score(self) -> FinalScore:
        """The score of the game by the usual figures."""
        service = ScoringService(ScoringConfig(), **self.game)
        for name, count in self.events.items():
            service.record_event(ScoreEventType(name), count)
        return service.calculate_final_score(self.elapsed_seconds, self.move_count, self.is_victory)


FRENCH_WIN = {"waste_to_foundation": 20, "tableau_to_foundation": 32, "card_revealed": 21}
EXAMPLES = (
    Example(
        "An average win: beginner, French deck, 25 minutes, 160 moves, 60 draws, 4 recycles",
        {"difficulty_level": 1, "deck_type": "french", "draw_count": 1},
        {**FRENCH_WIN, "stock_draw": 60, "recycle_waste": 4},
        "1500",
        160,
    ),
    Example(
        "A master's win: 8 of 15 minutes, 75 moves, no recycle",
        {
            "difficulty_level": 5,
            "deck_type": "french",
            "draw_count": 3,
            "timer_mode": "STRICT",
            "timer_limit_seconds": 900,
        },
        {**FRENCH_WIN, "stock_draw": 8},
        "480",
        75,
    ),
    Example(
        "A win 90 seconds past a permissive limit of 30 minutes",
        {
            "difficulty_level": 4,
            "deck_type": "french",
            "draw_count": 3,
            "timer_mode": "PERMISSIVE",
            "timer_limit_seconds": 1800,
        },
        {**FRENCH_WIN, "stock_draw": 20, "recycle_waste": 2},
        "1890",
        110,
    ),
    Example(
        "An abandoned game whose events went below zero",
        {"difficulty_level": 1, "deck_type": "french", "draw_count": 1},
        {"stock_draw": 60},
        "600",
        0,
        is_victory=False,
    ),
)


def examples() -> str:
    """The examples as Markdown: what is spoken, and the two columns."""
    formatter, parts = ScoreFormatter("en"), [START]
    for example in EXAMPLES:
        score = example.score()
        counted = ", ".join(f"{name} {count}" for name, count in example.events.items())
        parts += [f"### {example.title}", f"Events: {counted}.", f"```\n{formatter.format_table(score)}\n```"]
        if score.is_victory:
            parts.append(
                f"Qualities: time {score.time_quality}, moves {score.move_quality}, recycles {score.recycle_quality}; "
                f"weighted {score.victory_quality_multiplier}."
            )
    return "\n\n".join([*parts, END])


def main() -> int:
    before, rest = PAGE.read_text(encoding="utf-8").split(START)
    return settled("scoring examples", {PAGE: before + examples() + rest.split(END)[1]})


if __name__ == "__main__":
    sys.exit(main())
