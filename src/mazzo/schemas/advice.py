"""Advice on a position as data: every legal move once, best first."""

from __future__ import annotations

from msgspec import structs

from mazzo.schemas.document import NUMBERS, Document, Interval, Part, rounded
from qb_engine.advice.answer import Answer, Look, RankedMove, Word, answer_of, listed
from qb_engine.advice.evaluation import Label, Level, MoveEvaluation
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.coaching import CoachingRecommendation
from qb_engine.game_state import GameState
from qb_engine.notation.game_position import position_text
from qb_engine.words.answer import answer_words
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
    """The answer that hurts most and what it costs; with a ``rank`` an example of the kind of card that hurts."""

    move: str
    name: str
    margin: int
    chance: float
    lanes_lost: list[int]
    lanes_tied: list[int]
    harm: int
    rank: int | None
    words: str


class AdvisedMove(Part):
    """A move and what it leads to; intervals and reply are those of a deep look.

    ``reasons`` are at most two, and tell the move from the best one, the best from the next; ``facts`` are all that is
    true of it. ``risk`` is there only where it matters. Moves come by ``win_chance``; a quick look without a net to ask
    has none and goes by ``merit``, which lies thousands above or below the others where the match is decided.
    ``compared`` is where the chance lies by the comparison that ``is_close`` comes from.
    """

    move: str
    name: str
    quality_rank: int
    quality_label: Label
    you_margin_after_move: int
    you_margin_after_enemy_expected: float
    you_margin_after_enemy_best: int
    standing: int
    merit: float
    win_chance: float | None
    interval: Interval | None
    compared: Interval | None
    samples: int
    is_close: bool
    reply: str | None
    tags: list[str]
    reasons: list[ReasonPart]
    facts: list[ReasonPart]
    risk: RiskPart | None


class FinalScore(Part):
    """The points of both sides when the match ends."""

    Y: int
    E: int


class AnswerPart(Part):
    """The one thing that is said first, with the sentence that says it.

    ``word`` compares the move with the others: ``certain`` (it wins now), ``only``, ``clearly_best``,
    ``slightly_best``, or ``as_good_as`` the ``rival``, which otherwise is the next best move. ``look`` is ``first`` or
    ``deep``; ``replaces`` is the move of the first look when the deep one found another. ``final`` is the score when
    the move ends the match. ``win_chance`` is None in a first look without a net to ask, which goes by ``merit``.
    """

    move: str
    name: str
    reasons: list[ReasonPart]
    risk: RiskPart | None
    word: Word
    rival: str | None
    rival_name: str | None
    look: Look
    win_chance: float | None
    merit: float
    is_guess: bool
    replaces: str | None
    final: FinalScore | None
    words: str


class Advice(Document, tag=NUMBERS["advice"]):
    """The advice on ``position``; ``win_chance`` is that of the first move. ``answer`` is None without any move."""

    position: str
    level: Level
    iterations: int
    is_exact: bool
    win_chance: float | None
    answer: AnswerPart | None
    moves: list[AdvisedMove]


class PositionAdvice(Advice, tag=NUMBERS["position-advice"]):
    """Advice that was worked out for a web request; ``seconds`` is the time that the look was given, 0 for a quick one.

    It is less than was asked for when others wait.
    """

    seconds: float


def position_advice(state: GameState, advice: CoachingRecommendation, seconds: float, language: str) -> PositionAdvice:
    """The document of ``advice`` on ``state`` by a look of so many ``seconds``."""
    fields = structs.asdict(advice_document(state, advice, language))
    return PositionAdvice(**fields, seconds=rounded(seconds))


def advice_document(state: GameState, advice: CoachingRecommendation, language: str) -> Advice:
    """The document of ``advice`` on ``state``, its words in ``language``."""
    best = advice.primary
    return Advice(
        position=position_text(state),
        level=advice.level,
        iterations=advice.iterations,
        is_exact=advice.is_exact,
        win_chance=None if best is None else best.win_chance,
        answer=answer_part(answer_of(advice), language),
        moves=advised_moves(advice, language),
    )


def answer_part(answer: Answer | None, language: str) -> AnswerPart | None:
    """What is said first, with its words; None when there is nothing to say."""
    if answer is None:
        return None
    voice, move, rival, final = Voice(language), answer.move, answer.rival, answer.final
    return AnswerPart(
        move=str(move.candidate),
        name=_name(move),
        reasons=[reason_part(reason, voice) for reason in answer.reasons],
        risk=None if answer.risk is None else _risk(answer.risk, voice),
        word=answer.word,
        rival=None if rival is None else str(rival.candidate),
        rival_name=None if rival is None else _name(rival),
        look=answer.look,
        win_chance=move.win_chance,
        merit=rounded(move.merit),
        is_guess=answer.is_guess,
        replaces=None if answer.replaces is None else str(answer.replaces.candidate),
        final=None if final is None else FinalScore(Y=final.total_you, E=final.total_enemy),
        words=answer_words(answer, voice),
    )


def advised_moves(advice: CoachingRecommendation, language: str) -> list[AdvisedMove]:
    """Every move of ``advice``, best first."""
    return [_move(one, Voice(language)) for one in listed(advice)]


def _name(move: MoveEvaluation) -> str:
    return "pass" if move.move is None else card_name(move.move.card_id)


def _move(one: RankedMove, voice: Voice) -> AdvisedMove:
    move = one.move
    return AdvisedMove(
        move=str(move.candidate),
        name=_name(move),
        quality_rank=move.quality_rank,
        quality_label=move.quality_label,
        you_margin_after_move=move.you_margin_after_move,
        you_margin_after_enemy_expected=rounded(move.you_margin_after_enemy_expected),
        you_margin_after_enemy_best=move.you_margin_after_enemy_best,
        standing=move.standing,
        merit=rounded(move.merit),
        win_chance=move.win_chance,
        interval=move.interval,
        compared=move.compared,
        samples=move.samples,
        is_close=move.is_close,
        reply=None if move.reply is None else str(move.reply),
        tags=list(move.explanation_tags),
        reasons=[reason_part(reason, voice) for reason in one.reasons],
        facts=[reason_part(reason, voice) for reason in move.reasons],
        risk=None if one.risk is None else _risk(one.risk, voice),
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
        harm=risk.harm,
        rank=risk.rank,
        words=risk_words(risk, voice),
    )
