"""A review as pages: the graph, its table, the board at every move, and the flagged moves to be found again."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from markupsafe import Markup

from mazzo.review.learning import Lessons
from mazzo.web.reviews import Reviewing
from mazzo.web.views.board import LaneView, board_view
from mazzo.web.views.hand import HandCard, hand_view
from mazzo.words.learning import position_lines
from mazzo.words.pages import (
    END,
    ENEMY_MOVED,
    NOTE_ANSWER,
    NOTE_BETTER,
    NOTE_ENEMYS,
    NOTE_PLAYED,
    REVIEW_BEGINS,
    REVIEW_BUSY,
    YOU_MOVED,
    moves_done,
    no_tile_there,
)
from mazzo.words.table import Words
from qb_engine.board_state import BoardState
from qb_engine.game_state import placements
from qb_engine.moves import Move, tile_name
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.records import GameFile
from qb_engine.records.record import SideAction
from qb_engine.records.replay import Playback
from qb_engine.review.moments import seen_from
from qb_engine.review.report import Review, ReviewedMove
from qb_engine.scoring import compute_match_score
from qb_engine.words.moves import decimal, move_words, percent_words
from qb_engine.words.review import (
    flagged_words,
    lesson_lines,
    mover_words,
    remark_words,
    seat_chances,
    summary_lines,
)
from qb_engine.words.review_graph import SIGNS, review_svg
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import Voice, capitalised, card_name

Note = tuple[str, str, str]
_STYLE = re.compile(r"<style>.*?</style>\n?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of the record: its place in the pages, what it was, and the row of the review that judges it."""

    at: int
    words: str
    board: BoardState
    judged: ReviewedMove | None
    side: str = "Y"
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: where it leads, the move with its chances, and what it lost."""

    at: int
    turn: int
    move: str
    before: str
    after: str
    lost: str
    sign: str
    remark: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class ReviewView:
    """Everything that the page shows; ``at`` is the move whose board lies there, before it is made."""

    summary: tuple[str, ...]
    graph: Markup
    rows: tuple[Row, ...]
    lessons: tuple[str, ...]
    flagged: int
    at: int
    last: int
    heading: str
    score: str
    lanes: tuple[LaneView, ...]
    hand: tuple[HandCard, ...]
    is_turned: bool
    told: tuple[str, ...]
    next_mistake: int | None


def review_view(review: Review, game: GameFile, words: Words, at: int | None) -> ReviewView:
    """The page of a review at a move; without one at the first that was flagged, or at the end."""
    voice, plies = replace(words.voice, aloud=False), _plies(review, game, words)
    flagged = [ply.at for ply in plies if ply.judged is not None and ply.judged.flag is not None]
    now = plies[min(len(plies) - 1, at if at is not None else (flagged[0] if flagged else len(plies) - 1))]
    places = {id(ply.judged): ply.at for ply in plies if ply.judged is not None}
    told = () if now.judged is None or now.judged.flag is None else tuple(flagged_words(review, now.judged, voice))
    mine = now.judged if now.judged is not None and now.judged.side == "Y" else None
    hand = () if mine is None else hand_view(mine.moment.view.hand, now.board, words)
    return ReviewView(
        summary=tuple(summary_lines(review, voice)),
        graph=Markup(_STYLE.sub("", review_svg(review, voice))),  # noqa: S704 - our own drawing, its words escaped
        rows=tuple(_row(review, move, places[id(move)], voice, now.judged is move) for move in review.moves),
        lessons=tuple(lesson_lines(review, voice)),
        flagged=sum(move.side == review.side for move in review.flagged),
        at=now.at,
        last=len(plies) - 1,
        heading=now.words,
        score=score_sentence(compute_match_score(now.board), words.voice),
        lanes=board_view(now.board, words, notes=_notes(now, words)),
        hand=hand,
        is_turned=voice.seat == "right",
        told=told,
        next_mistake=next((one for one in flagged if one > now.at), None),
    )


def _notes(now: Ply, words: Words) -> dict[str, tuple[Note, ...]]:
    """What is written on the board: the move that was played; of a mistake the better one and the answer too."""
    judged = now.judged
    moves: list[tuple[str, str, Move | None]] = []
    if judged is not None and judged.flag is not None:
        moves.append(("best", NOTE_BETTER, judged.best))
    moves.append(("played", NOTE_PLAYED if now.side == "Y" else NOTE_ENEMYS, now.move))
    if judged is not None and judged.insight is not None:
        moves.append(("reply", NOTE_ANSWER, judged.insight.answer))
    return _written(moves, words)


def _plies(review: Review, game: GameFile, words: Words) -> list[Ply]:
    """Every move of the record with the board before it, and last the board as it was left."""
    judged = {move.moment.number: move for move in review.moves}
    playback, plies = Playback(game.opening), list[Ply]()
    for number, event in enumerate(game.events, 1):
        if isinstance(event, SideAction) and not isinstance(event.action, Draw | Mulligan):
            move = None if isinstance(event.action, Pass) else event.action
            said = capitalised(turn_line(event.side, playback.state.turn, move, words))
            plies.append(Ply(len(plies), said, playback.state.board.clone(), judged.get(number), event.side, move))
        playback.apply(event)
    plies.append(Ply(len(plies), words.say(END), playback.state.board.clone(), None))
    return plies


def turn_line(side: str, turn: int, move: Move | None, words: Words) -> str:
    """Turn, who moves, and what."""
    key = YOU_MOVED if side == "Y" else ENEMY_MOVED
    return words.say(key, turn=turn, move=move_words(move, replace(words.voice, aloud=False)))


def _row(review: Review, move: ReviewedMove, at: int, voice: Voice, is_now: bool) -> Row:
    before, after = (percent_words(chance, voice) for chance in seat_chances(review, move))
    return Row(
        at=at,
        turn=move.moment.turn,
        move=mover_words(review, move, voice),
        before=before,
        after=after,
        lost=decimal(move.points_lost, voice) if move.points_lost else "",
        sign=SIGNS[move.flag] if move.flag else "",
        remark=remark_words(move, voice),
        is_now=is_now,
    )


def progress_words(making: Reviewing, words: Words) -> str:
    """How far a review is."""
    if not making.of:
        return words.say(REVIEW_BEGINS)
    return moves_done(making.done, making.of, making.seconds_left, words)


# Learning.


@dataclass(frozen=True, slots=True)
class LessonView:
    """A flagged move to be found again: the position as its player saw it; the answer only where it was asked for."""

    number: int
    count: int
    told: str
    score: str
    lanes: tuple[LaneView, ...]
    is_turned: bool
    hand: tuple[HandCard, ...]
    chosen: int | None
    answer: tuple[str, ...]
    flagged: ReviewedMove
    words: Words

    def held(self, place: int) -> str:
        """The card at a place of the hand."""
        return self.hand[min(place, len(self.hand)) - 1].card.id if self.hand else ""

    def takes(self, move: Move | None) -> bool:
        """Whether the move can be made there."""
        return move is None or move in placements(self.flagged.moment.board, "Y", [move.card_id])

    def refused(self, move: Move | None) -> str:
        """That the tile does not take the card."""
        return no_tile_there("" if move is None else move_words(move, self.words.voice), self.words)

    @property
    def busy(self) -> str:
        """That others ask too."""
        return self.words.say(REVIEW_BUSY)


def lesson_view(review: Review, number: int, words: Words, hand: int | None, *, show: bool) -> LessonView | None:
    """The flagged move of this number; None beyond the last."""
    lessons = Lessons(review)
    for _passed in range(number - 1):
        if lessons.current is not None:
            lessons.skip()
    flagged = lessons.current
    if flagged is None:
        return None
    moment, read = flagged.moment, Words(replace(words.voice, aloud=False))
    lines = position_lines(lessons, flagged, read)
    cards = hand_view(moment.view.hand, moment.board, words, chosen=hand)
    chosen = hand if hand is not None and 1 <= hand <= len(cards) else None
    return LessonView(
        number=lessons.number,
        count=lessons.count,
        told=lines[0],
        score=lines[-2 - len(moment.view.hand)],
        lanes=board_view(
            moment.board,
            words,
            targets=() if chosen is None else cards[chosen - 1].tiles,
            notes=_lesson_notes(flagged, words, show=show),
        ),
        is_turned=read.voice.seat == "right",
        hand=cards,
        chosen=chosen,
        answer=tuple(flagged_words(review, flagged, read.voice)) if show else (),
        flagged=flagged,
        words=words,
    )


def _lesson_notes(flagged: ReviewedMove, words: Words, *, show: bool) -> dict[str, tuple[Note, ...]]:
    """The move that was played, and the better one where the answer is shown; as their player saw the board."""
    moves = [("played", NOTE_PLAYED, seen_from(flagged.side, flagged.played))]
    if show:
        moves.insert(0, ("best", NOTE_BETTER, seen_from(flagged.side, flagged.best)))
    return _written(moves, words)


def _written(moves: list[tuple[str, str, Move | None]], words: Words) -> dict[str, tuple[Note, ...]]:
    """Moves as notes on their tiles."""
    found = dict[str, tuple[Note, ...]]()
    for kind, word, move in moves:
        if move is not None:
            tile = tile_name(move.lane_index, move.col_index)
            found[tile] = (*found.get(tile, ()), (kind, words.say(word), card_name(move.card_id)))
    return found
