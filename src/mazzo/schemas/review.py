"""A review as data. Moves are written as in the game file, chances are those of whoever moved."""

from __future__ import annotations

from mazzo.schemas.advice import ReasonPart, reason_part
from mazzo.schemas.document import NUMBERS, Document, Interval, Part, rounded
from qb_engine.moves import Move, Side
from qb_engine.records import GameFile
from qb_engine.review.lessons import Lesson, lessons
from qb_engine.review.report import Balance, Flag, Insight, Review, ReviewedMove
from qb_engine.words.review import lesson_words
from qb_engine.words.voice import Voice


class BalancePart(Part):
    """Where the result came from: start minus lost plus gained plus luck is the end."""

    start: float
    lost: float
    gained: float
    luck: float
    end: float


class InsightPart(Part):
    """What tells the better move from the one that was played; words are there for your own moves only."""

    answer: str | None
    better: list[ReasonPart]
    played: list[ReasonPart]


class MovePart(Part):
    """A move with its judgement."""

    event: int
    ply: int
    turn: int
    side: Side
    move: str
    best: str
    win_before: float
    win_after: float
    interval: Interval
    samples: int
    points_lost: float
    flag: Flag | None
    is_exact: bool
    is_close: bool
    is_forced: bool
    insight: InsightPart | None


class LessonPart(Part):
    """What there is to learn: its theme, what it cost, and in which turns."""

    theme: str
    points_lost: float
    turns: list[int]
    words: str


class ReviewDocument(Document, tag=NUMBERS["review"]):
    """A review: its moves in order, where the result came from, and the lessons.

    The seed is a text, as in a game file. ``error`` says why the graph that was asked for could not be written.
    """

    error: str | None
    rules: str
    side: Side
    reviewed: list[Side]
    iterations: int
    seed: str
    is_deck_guessed: bool
    result: str | None
    resigned: Side | None
    balance: BalancePart
    swings: list[float]
    moves: list[MovePart]
    lessons: list[LessonPart]


class ReviewProgress(Document, tag=NUMBERS["review-progress"]):
    """A review that is being made: ``key`` asks for it again, ``done`` of ``of`` moves are judged."""

    key: str
    done: int
    of: int
    seconds_left: int | None


def review_document(review: Review, game: GameFile, language: str, unwritten: str | None = None) -> ReviewDocument:
    """The document of ``review``; ``unwritten`` is why its graph could not be written."""
    voice = Voice(language)
    return ReviewDocument(
        ok=unwritten is None,
        error=unwritten,
        rules=game.opening.ruleset.name,
        side=review.side,
        reviewed=list(review.sides),
        iterations=review.iterations,
        seed=str(review.seed),
        is_deck_guessed=review.is_guess,
        result=None if review.result is None else str(review.result),
        resigned=review.resigned,
        balance=_balance(review.balance),
        swings=[rounded(swing) for swing in review.swings],
        moves=[_move(move, voice) for move in review.moves],
        lessons=[_lesson(lesson, voice) for lesson in lessons(review)],
    )


def _balance(balance: Balance) -> BalancePart:
    return BalancePart(
        start=rounded(balance.start),
        lost=rounded(balance.lost),
        gained=rounded(balance.gained),
        luck=rounded(balance.luck),
        end=rounded(balance.end),
    )


def _move(move: ReviewedMove, voice: Voice) -> MovePart:
    low, high = move.interval
    return MovePart(
        event=move.moment.number,
        ply=move.moment.ply,
        turn=move.moment.turn,
        side=move.side,
        move=_text(move.played),
        best=_text(move.best),
        win_before=rounded(move.win_before),
        win_after=rounded(move.win_after),
        interval=(rounded(low), rounded(high)),
        samples=move.samples,
        points_lost=move.points_lost,
        flag=move.flag,
        is_exact=move.is_exact,
        is_close=move.is_close,
        is_forced=move.is_forced,
        insight=None if move.insight is None else _insight(move.insight, voice if move.side == "Y" else None),
    )


def _insight(insight: Insight, voice: Voice | None) -> InsightPart:
    """What the insight says; reasons speak to whoever moved, so without a voice there are no words."""
    return InsightPart(
        answer=_text(insight.answer) if insight.is_answered else None,
        better=[reason_part(reason, voice) for reason in insight.better],
        played=[reason_part(reason, voice) for reason in insight.played],
    )


def _lesson(lesson: Lesson, voice: Voice) -> LessonPart:
    return LessonPart(
        theme=lesson.theme,
        points_lost=lesson.points_lost,
        turns=sorted(move.moment.turn for move in lesson.moves),
        words=lesson_words(lesson, voice),
    )


def _text(move: Move | None) -> str:
    return "pass" if move is None else str(move)
