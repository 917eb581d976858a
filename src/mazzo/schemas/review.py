"""A review as JSON values. Moves are written as in the game file, chances are those of whoever moved."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from qb_engine.advice.reasons import Reason
from qb_engine.moves import Move
from qb_engine.records import GameFile
from qb_engine.review.lessons import Lesson, lessons
from qb_engine.review.report import Insight, Review, ReviewedMove
from qb_engine.words.moves import reason_words
from qb_engine.words.review import lesson_words
from qb_engine.words.voice import Voice

SCHEMA = 1
DIGITS = 6
"""Chances are printed so far; what follows is noise of adding in floating point."""
SIDE_NAMES = {"Y": "you", "E": "enemy"}


def review_data(review: Review, game: GameFile, language: str) -> dict[str, Any]:
    """The review: its moves in order, where the result came from, and the lessons.

    The seed is a text, as in a game file.
    """
    voice = Voice(language)
    return {
        "schema": SCHEMA,
        "ok": True,
        "rules": game.opening.ruleset.name,
        "side": SIDE_NAMES[review.side],
        "reviewed": [SIDE_NAMES[side] for side in review.sides],
        "iterations": review.iterations,
        "seed": str(review.seed),
        "deck_is_guessed": review.is_guess,
        "result": None if review.result is None else str(review.result),
        "resigned": None if review.resigned is None else SIDE_NAMES[review.resigned],
        "balance": {name: round(value, DIGITS) for name, value in asdict(review.balance).items()},
        "swings": [round(swing, DIGITS) for swing in review.swings],
        "moves": [_move_data(move, voice) for move in review.moves],
        "lessons": [_lesson_data(lesson, voice) for lesson in lessons(review)],
    }


def _move_data(move: ReviewedMove, voice: Voice) -> dict[str, Any]:
    return {
        "event": move.moment.number,
        "ply": move.moment.ply,
        "turn": move.moment.turn,
        "side": SIDE_NAMES[move.side],
        "move": _text(move.played),
        "best": _text(move.best),
        "win_before": round(move.win_before, DIGITS),
        "win_after": round(move.win_after, DIGITS),
        "interval": [round(bound, DIGITS) for bound in move.interval],
        "samples": move.samples,
        "points_lost": move.points_lost,
        "flag": move.flag,
        "exact": move.is_exact,
        "too_close_to_call": move.is_close,
        "forced": move.is_forced,
        "insight": None if move.insight is None else _insight_data(move.insight, move, voice),
    }


def _insight_data(insight: Insight, move: ReviewedMove, voice: Voice) -> dict[str, Any]:
    return {
        "answer": _text(insight.answer) if insight.is_answered else None,
        "better": [_reason_data(reason, move, voice) for reason in insight.better],
        "played": [_reason_data(reason, move, voice) for reason in insight.played],
    }


def _reason_data(reason: Reason, move: ReviewedMove, voice: Voice) -> dict[str, Any]:
    """A reason; its words speak to whoever moved, so they are there for your own moves only."""
    said = reason_words(reason, voice) if move.side == "Y" else None
    return {"tag": reason.tag, "facts": reason.facts, "weight": round(reason.weight, DIGITS), "words": said}


def _lesson_data(lesson: Lesson, voice: Voice) -> dict[str, Any]:
    return {
        "theme": lesson.theme,
        "points_lost": lesson.points_lost,
        "turns": sorted(move.moment.turn for move in lesson.moves),
        "words": lesson_words(lesson, voice),
    }


def _text(move: Move | None) -> str:
    return "pass" if move is None else str(move)
