"""Positions for programs: everything that can be seen of one, and the coach's advice on it."""

from __future__ import annotations

from mazzo.coach.position import check_advisable
from mazzo.decks.card_list import read_cards
from mazzo.schemas.advice import PositionAdvice, position_advice
from mazzo.schemas.position import PositionDocument, position_document
from mazzo.web.api.asked import AdviceAsked, PositionAsked
from mazzo.web.api.jobs import PositionLook
from mazzo.web.api.operation import STEPS, Call, Nothing, Operation
from qb_engine.coaching import advise_position
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.notation.game_position import position_text, read_position


def read(_call: Call, _place: Nothing, asked: PositionAsked) -> PositionDocument:
    """A position in its one spelling."""
    return position_document(read_position(asked.position))


def advise(call: Call, _place: Nothing, asked: AdviceAsked) -> PositionAdvice:
    """The coach's moves: a quick look at once, a deep one by a worker."""
    state = read_position(asked.position)
    if asked.hand is not None:
        state.write_hand("Y", read_cards(list(asked.hand), HAND_CAPACITY))
    check_advisable(state)
    if asked.look == "quick":
        return position_advice(state, advise_position(state), 0.0, call.language)
    look = PositionLook(position_text(state), asked.iterations, asked.seed, call.language, asked.seconds)
    return call.house.lookers.do(look)


OPERATIONS = (
    Operation("POST", "/positions", read, {200: PositionDocument}, takes=PositionAsked),
    Operation("POST", "/advice", advise, {200: PositionAdvice}, takes=AdviceAsked, may=STEPS),
)
