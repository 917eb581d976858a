"""The advice as a page has it: one answer in a sentence, and the list behind it, sorted by the figure it shows."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.words.pages import PASS
from mazzo.words.table import Words
from qb_engine.advice.answer import RankedMove, answer_of, listed
from qb_engine.coaching import CoachingRecommendation
from qb_engine.moves import tile_name
from qb_engine.words.answer import answer_words, figure_words
from qb_engine.words.moves import reasons_words, risk_words
from qb_engine.words.voice import Voice, capitalised, card_name


@dataclass(frozen=True, slots=True)
class MoveView:
    """A move of the list: its number, what it is, the figure it is ranked by, what tells it apart, and its risk."""

    number: int
    move: str
    card: str
    tile: str
    figure: str
    why: str
    risk: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The answer as a sentence, the list, and the first move's chance in percent with its interval, if it has one."""

    sentence: str
    moves: tuple[MoveView, ...]
    percent: int | None
    low: int | None
    high: int | None


def answer_view(advice: CoachingRecommendation, words: Words) -> AnswerView | None:
    """What to say and to show; None when the match is over."""
    answer = answer_of(advice)
    if answer is None:
        return None
    read, first = Voice(words.voice.language), advice.moves[0]
    low, high = first.interval or (None, None)
    return AnswerView(
        sentence=answer_words(answer, read),
        moves=tuple(_move(number, each, words, read) for number, each in enumerate(listed(advice), start=1)),
        percent=None if first.win_chance is None else round(100 * first.win_chance),
        low=None if low is None else round(100 * low),
        high=None if high is None else round(100 * high),
    )


def _move(number: int, ranked: RankedMove, words: Words, read: Voice) -> MoveView:
    placed = ranked.move.move
    return MoveView(
        number=number,
        move=str(placed or "pass"),
        card=card_name(placed.card_id) if placed else words.say(PASS),
        tile=tile_name(placed.lane_index, placed.col_index) if placed else "",
        figure=figure_words(ranked.move, read),
        why=capitalised(reasons_words(ranked.reasons, read)) if ranked.reasons else "",
        risk=risk_words(ranked.risk, read) if ranked.risk is not None else "",
    )
