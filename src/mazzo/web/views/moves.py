"""The advice as a page has it: one answer in a sentence, and the list behind it, sorted by the figure it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mazzo.words.pages import PASS, as_good_as_first
from mazzo.words.table import Words
from qb_engine.advice.answer import RankedMove, answer_of, listed
from qb_engine.coaching import CoachingRecommendation
from qb_engine.moves import tile_name
from qb_engine.words.answer import answer_words, figure_words
from qb_engine.words.moves import place_words, reasons_words, risk_words
from qb_engine.words.voice import Voice, capitalised, card_name

FLAGGED = 5
"""So many moves have their numbers on the board."""


@dataclass(frozen=True, slots=True)
class MoveView:
    """A move of the list: its number, what it is, the figure it is ranked by, what tells it apart, and its risk.

    ``tile`` is the tile of the board, ``place`` its name where the player sits. ``percent`` lies from ``low`` to
    ``high``; a first look has none of them.
    """

    number: int
    move: str
    card: str
    tile: str
    place: str
    figure: str
    why: str
    risk: str
    percent: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The answer as a sentence to read, as one to hear, and the list."""

    sentence: str
    heard: str
    moves: tuple[MoveView, ...]

    @property
    def first(self) -> MoveView:
        """The move that is advised."""
        return self.moves[0]

    @property
    def flags(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the moves that the board shows, by their tiles."""
        found: dict[str, tuple[int, ...]] = {}
        for move in self.moves[:FLAGGED]:
            if move.tile:
                found[move.tile] = (*found.get(move.tile, ()), move.number)
        return found


def answer_view(advice: CoachingRecommendation, words: Words) -> AnswerView | None:
    """What to say and to show; None when the match is over."""
    answer = answer_of(advice)
    if answer is None:
        return None
    read = replace(words.voice, aloud=False)
    moves = tuple(_move(number, each, words, read) for number, each in enumerate(listed(advice), start=1))
    return AnswerView(answer_words(answer, read), answer_words(answer, words.voice), moves)


def _move(number: int, ranked: RankedMove, words: Words, read: Voice) -> MoveView:
    placed, found = ranked.move.move, ranked.move
    low, high = found.interval or (None, None)
    why = capitalised(reasons_words(ranked.reasons, read)) + "." if ranked.reasons else ""
    return MoveView(
        number=number,
        move=str(placed or "pass"),
        card=card_name(placed.card_id) if placed else words.say(PASS),
        tile=tile_name(placed.lane_index, placed.col_index) if placed else "",
        place=place_words(placed, read) if placed else "",
        figure=figure_words(found, read),
        why=f"{as_good_as_first(words)} {why}".strip() if ranked.is_as_good else why,
        risk=risk_words(ranked.risk, read) if ranked.risk is not None else "",
        percent=_percent(found.win_chance),
        low=_percent(low),
        high=_percent(high),
    )


def _percent(chance: float | None) -> int | None:
    return None if chance is None else round(100 * chance)
