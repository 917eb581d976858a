"""Games for tests of reviews: the same one dealt and mirrored, an ending, and reviews made of nothing but numbers."""

from __future__ import annotations

from qb_engine.advice.reasons import Reason
from qb_engine.board_state import BoardState
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move, Side, other
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.records import GameFile, Opening, Recorder, Result, SideAction
from qb_engine.records.replay import Playback
from qb_engine.review.moments import Moment, seen_from
from qb_engine.review.report import Insight, Review, ReviewedMove
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH

ENDING = "qb1 rebirth Y9 T1=y2 M3=e1:001 Y=020 E=-"
"""Your last card wins the top lane, the enemy has none: to pass is to lose."""


def mirrored(game: GameFile) -> GameFile:
    """A dealt game as a second screen follows it: your hand with its draws, the enemy's plays, no hand of the enemy."""
    dealt, opening = Playback(game.opening), game.opening
    events = [event for event in game.events if isinstance(event, SideAction)]
    while events and isinstance(events[0].action, Mulligan):
        dealt.apply(events.pop(0))
    hand = dealt.state.hand("Y").card_ids
    recorder = Recorder(Opening(opening.ruleset, opening.first_player, (opening.deck("Y"), None), (hand, None)))
    recorder.add(SideAction("Y", Mulligan(())))
    for event in events:
        now = dealt.state.hand("Y").card_ids
        known = recorder.playback.state.hand("Y").card_ids
        if event.side == "Y" and len(now) > len(known):
            recorder.add(SideAction("Y", Draw(now[-1])))
        recorder.add(event)
        dealt.apply(event)
    return recorder.game()


def beginning(game: GameFile, count: int) -> GameFile:
    """The first ``count`` events: in plain form the exact search of a whole game's end takes too long for a test."""
    recorder = Recorder(game.opening)
    for event in game.events[:count]:
        recorder.add(event)
    return recorder.game()


def ending(*actions: tuple[Side, str], start: str = ENDING) -> GameFile:
    """An ending with these actions; without any, both pass."""
    recorder = Recorder(Opening(REBIRTH, start=start))
    first = recorder.playback.state.side_to_act or "Y"
    for side, text in actions or ((first, "pass"), (other(first), "pass")):
        recorder.add(SideAction(side, Pass() if text == "pass" else Move.parse(text)))
    return recorder.game()


def judged(
    ply: int,
    before: float,
    after: float,
    *,
    side: Side = "Y",
    played: str | None = "020@M2",
    best: str | None = "001@T1",
    reasons: tuple[tuple[Reason, ...], tuple[Reason, ...]] = ((), ()),
    answer: str | None = "107@M4",
) -> ReviewedMove:
    """A judgement of these chances; the position is the opening, where nobody looks at it."""
    state = GameState.on(engine_for(REBIRTH))
    state.engine.kernel.opening_board(state.cells)
    moves = [None if text is None else Move.parse(text) for text in (played, best, answer)]
    moment = Moment(
        number=ply,
        ply=ply,
        turn=ply,
        side=side,
        view=PlayerView.of(state),
        observation=EnemyObservation(),
        move=seen_from(side, moves[0]),
        board=BoardState(state.engine, state.cells),
    )
    insight = Insight(*reasons, moves[2], is_answered=True)
    found = ReviewedMove(moment, moves[1], before, after, (after, after), 2000, False, False, False, insight)
    return (
        found
        if found.flag
        else ReviewedMove(moment, moves[1], before, after, (after, after), 2000, False, False, False)
    )


def review_of(
    *moves: ReviewedMove,
    winner: Side | None = "Y",
    finished: bool = True,
    seat: Side = "Y",
    resigned: Side | None = None,
) -> Review:
    """A review of these moves, told from ``seat``."""
    totals = {"Y": (9, 5), "E": (5, 9), None: (7, 7)}[winner]
    result = Result(winner, *totals, "two_passes") if finished else None
    sides = (seat, *({move.side for move in moves} - {seat}))
    return Review(seat, sides, tuple(moves), result, False, 4000, 0, resigned)
