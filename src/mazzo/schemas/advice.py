"""Advice on a position as data: every legal move once, best first."""

from __future__ import annotations

from mazzo.schemas.document import NUMBERS, Document, Interval, Part, rounded
from qb_engine.advice.evaluation import Label, Level, MoveEvaluation
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.coaching import CoachingRecommendation
from qb_engine.game_state import GameState
from qb_engine.notation.game_position import position_text
from qb_engine.words.moves import reason_words, risk_words
from qb_engine.words.voice import Voice, card_name

Fact = bool | int | float | str
"""What a reason counts, measures or names."""


class ReasonPart(Part):
    """A reason: a tag and facts for programs, a sentence for people; None where nobody is spoken to."""

    tag: str
    facts: dict[str, Fact]
    weight: float
    words: str | None


class RiskPart(Part):
    """The answer that hurts most."""

    move: str
    name: str
    margin: int
    chance: float
    lanes_lost: list[int]
    lanes_tied: list[int]
    words: str


class AdvisedMove(Part):
    """A move and what it leads to; chance, interval and reply are those of a deep look."""

    move: str
    name: str
    quality_rank: int
    quality_label: Label
    you_margin_after_move: int
    you_margin_after_enemy_expected: float
    you_margin_after_enemy_best: int
    standing: int
    win_chance: float | None
    interval: Interval | None
    samples: int
    is_close: bool
    reply: str | None
    tags: list[str]
    reasons: list[ReasonPart]
    risk: RiskPart | None


class Advice(Document, tag=NUMBERS["advice"]):
    """The advice on ``position``; ``win_chance`` is that of the first move."""

    position: str
    level: Level
    iterations: int
    is_exact: bool
    win_chance: float | None
    moves: list[AdvisedMove]


def advice_document(state: GameState, advice: CoachingRecommendation, language: str) -> Advice:
    """The document of ``advice`` on ``state``, its words in ``language``."""
    best = advice.primary
    return Advice(
        position=position_text(state),
        level=advice.level,
        iterations=advice.iterations,
        is_exact=advice.is_exact,
        win_chance=None if best is None else best.win_chance,
        moves=advised_moves(advice, language),
    )


def advised_moves(advice: CoachingRecommendation, language: str) -> list[AdvisedMove]:
    """Every move of ``advice``, best first."""
    return [_move(move, Voice(language)) for move in advice.moves]


def _move(move: MoveEvaluation, voice: Voice) -> AdvisedMove:
    return AdvisedMove(
        move=str(move.candidate),
        name="pass" if move.move is None else card_name(move.move.card_id),
        quality_rank=move.quality_rank,
        quality_label=move.quality_label,
        you_margin_after_move=move.you_margin_after_move,
        you_margin_after_enemy_expected=rounded(move.you_margin_after_enemy_expected),
        you_margin_after_enemy_best=move.you_margin_after_enemy_best,
        standing=move.standing,
        win_chance=move.win_chance,
        interval=move.interval,
        samples=move.samples,
        is_close=move.is_close,
        reply=None if move.reply is None else str(move.reply),
        tags=list(move.explanation_tags),
        reasons=[reason_part(reason, voice) for reason in move.reasons],
        risk=None if move.risk is None else _risk(move.risk, voice),
    )


def reason_part(reason: Reason, voice: Voice | None) -> ReasonPart:
    """The reason; without a voice it has no words."""
    said = None if voice is None else reason_words(reason, voice)
    return ReasonPart(tag=reason.tag, facts=reason.facts, weight=rounded(reason.weight), words=said)


def _risk(risk: Risk, voice: Voice) -> RiskPart:
    return RiskPart(
        move=str(risk.move),
        name=card_name(risk.move.card_id),
        margin=risk.margin,
        chance=rounded(risk.chance),
        lanes_lost=list(risk.lanes_lost),
        lanes_tied=list(risk.lanes_tied),
        words=risk_words(risk, voice),
    )
