"""Finished games for tests of whoever keeps or counts them."""

from __future__ import annotations

from dataclasses import replace

from solitario.application.score_records import GameRecord
from solitario.domain.final_score import FinalScore
from solitario.domain.scoring_config import ScoringConfig

WON = FinalScore(
    base_score=520,
    deck_bonus=50,
    draw_bonus=200,
    difficulty_multiplier=1.4,
    time_bonus=800,
    victory_bonus=440,
    total_score=2318,
    is_victory=True,
    elapsed_seconds=600.5,
    difficulty_level=3,
    deck_type="french",
    draw_count=3,
    recycle_count=1,
    move_count=118,
    victory_quality_multiplier=1.1,
    provisional_score=1078,
    time_quality=1.2,
    move_quality=1.1,
    recycle_quality=1.0,
    stock_draw_count=17,
    end_reason="victory",
    config_hash=ScoringConfig().hash,
)
LOST = replace(
    WON,
    is_victory=False,
    time_bonus=0,
    victory_bonus=0,
    total_score=1078,
    victory_quality_multiplier=0.0,
    time_quality=0.0,
    move_quality=0.0,
    recycle_quality=0.0,
    end_reason="abandon_exit",
)
LEGACY = {
    "base_score": 95,
    "deck_bonus": 150,
    "draw_bonus": 0,
    "difficulty_multiplier": 1.0,
    "time_bonus": 1500,
    "victory_bonus": 500,
    "total_score": 2245,
    "is_victory": True,
    "elapsed_seconds": 431.2,
    "difficulty_level": 1,
    "deck_type": "neapolitan",
    "draw_count": 1,
    "recycle_count": 0,
    "move_count": 92,
}
"""A record as v1.0 wrote it."""


def record(score=WON, number=1, profile_id="p1", **changes):
    """One game of a player; ``changes`` are fields of its score."""
    return GameRecord(
        replace(score, **changes), profile_id, f"2026-03-{number:02}T20:00:00Z", 1000 + number, f"solitario/{number}"
    )


def games(outcomes, **changes):
    """The games of one player: ``W`` for a win, ``l`` for one that was not."""
    return [record(WON if letter == "W" else LOST, number, **changes) for number, letter in enumerate(outcomes, 1)]
