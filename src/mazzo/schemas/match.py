"""A coached match as data: one document for each line that was entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazzo.schemas.advice import AdvisedMove, AnswerPart, advised_moves, answer_part
from mazzo.schemas.board import Lane, Tile, lanes, scores, tiles
from mazzo.schemas.document import NUMBERS, Document, Part, rounded
from mazzo.schemas.table import Line, TableEvent, table_event
from qb_engine.advice.answer import answer_of
from qb_engine.coaching import CoachingRecommendation
from qb_engine.live_match import LiveMatch
from qb_engine.moves import Side
from qb_engine.projection import effect_tiles

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import Exchange, MulliganAdvice


class Session(Part):
    """Where the match is."""

    phase: str
    rules: str
    turn: int
    steps: int


class Snapshot(Part):
    """The match as it stands; recommendations are there at your move only, best first."""

    session: Session
    board: dict[str, Tile]
    hand: list[str]
    enemy_hand_count: int
    lanes: list[Lane]
    scores: dict[Side, int]
    win_chance: float | None
    answer: AnswerPart | None
    recommendations: list[AdvisedMove]
    legal_moves: list[str]
    chosen_move: str | None
    effect_tiles: dict[str, list[str]]
    last_event: TableEvent
    overrides: list[int]


class CoachLine(Line, tag=NUMBERS["coach-line"]):
    """One line at the coach, and the match after it; None before it begins."""

    snapshot: Snapshot | None


class ExchangePart(Part):
    """Cards that are returned, by their places from 1: how often you win then, and how much more than with all kept."""

    places: list[int]
    win_chance: float
    gain: float


class MulliganPart(Part):
    """What a deeper look says of the opening hand: how often you win with it, what to return, and each card alone."""

    win_chance: float
    advised: ExchangePart
    alone: list[ExchangePart]
    worlds: int
    is_guess: bool
    words: list[str]


class QuestionPart(Part):
    """A question that waits for an answer: its words, the lines that led to it, and answers that can be given."""

    prompt: str
    said: list[str]
    answers: list[str]
    is_yes_or_no: bool


class MatchDocument(Document, tag=NUMBERS["match"]):
    """A coached match as it stands, and what was said to what was done.

    ``looked_seconds`` is the time that a deeper look was given for this moment; None before one was made.
    """

    number: int
    is_sample: bool
    said: list[str]
    asked: QuestionPart | None
    looked_seconds: float | None
    mulligan: MulliganPart | None
    snapshot: Snapshot


class MatchPart(Part):
    """A match within a list."""

    number: int
    is_sample: bool
    phase: str
    steps: int


class MatchListDocument(Document, tag=NUMBERS["match-list"]):
    """The last matches, the latest first."""

    matches: list[MatchPart]


def mulligan_part(advice: MulliganAdvice, words: list[str]) -> MulliganPart:
    """The advice on an opening hand, and what is said of it."""
    return MulliganPart(
        win_chance=rounded(advice.keep_chance),
        advised=_exchange(advice.advised),
        alone=[_exchange(one) for one in advice.alone],
        worlds=advice.worlds,
        is_guess=advice.is_guess,
        words=words,
    )


def _exchange(one: Exchange) -> ExchangePart:
    places = [place + 1 for place in one.places]
    return ExchangePart(places=places, win_chance=rounded(one.win_chance), gain=rounded(one.gain.mean))


def snapshot(
    match: LiveMatch,
    advice: CoachingRecommendation | None,
    chosen: str | None,
    language: str,
    before: CoachingRecommendation | None = None,
) -> Snapshot:
    """The match with the ``advice`` on it, which refines that ``before``, and the move that was ``chosen`` last."""
    state, game = match.state, match.state.game
    best = None if advice is None else advice.primary
    return Snapshot(
        session=Session(phase=match.phase, rules=game.ruleset.name, turn=game.turn, steps=len(match.steps)),
        board=tiles(game),
        hand=list(state.hand),
        enemy_hand_count=state.enemy_hand_count,
        lanes=lanes(game.score()),
        scores=scores(game.score()),
        win_chance=None if best is None else best.win_chance,
        answer=None if advice is None else answer_part(answer_of(advice, before), language),
        recommendations=[] if advice is None else advised_moves(advice, language),
        legal_moves=[str(move) for move in game.legal_moves("Y")] if match.phase == "your_play" else [],
        chosen_move=chosen,
        effect_tiles=effect_tiles(game.board),
        last_event=table_event(match.steps[-1]),
        overrides=list(state.overrides),
    )
