"""Commands that only ask: about the table, the score, and what was said before."""

from __future__ import annotations

from solitario.application import answers
from solitario.application.messages import Message, status
from solitario.application.seat import Seat

MESSAGES_SAID = 5


def where(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The place and the card under the cursor, and what is held."""
    return [answers.where(seat.engine.table, seat.cursor, seat.selection)]


def card(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The card under the cursor."""
    return [answers.here(seat.engine.table, seat.cursor)]


def selection(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """What is held."""
    return [answers.selection_answer(seat.engine.table, seat.selection)]


def waste(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The waste."""
    return [answers.waste_answer(seat.engine)]


def stock(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The stock."""
    return [answers.stock_answer(seat.engine)]


def foundations(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The foundations."""
    return [answers.foundations_answer(seat.engine.table)]


def table(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The whole table."""
    return [answers.table_answer(seat.engine)]


def time(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The time played and the time left."""
    return [answers.time_answer(seat.engine)]


def score(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The score."""
    return [answers.score_answer(seat.engine)]


def detail(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """How the score is made up."""
    return [answers.detail_answer(seat.engine)]


def cost(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """What the next draw and the next recycle would cost."""
    return [answers.cost_answer(seat.engine)]


def moves(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The legal moves, the useful first; asked again on the same table, the next few."""
    table, start = seat.moves_said
    answer = answers.moves_answer(seat.engine, start if table is seat.engine.table else 0)
    following = answer.data["start"] + len(answer.data["moves"]) if answer.data["left"] else 0
    seat.moves_said = (seat.engine.table, following)
    return [answer]


def repeat(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The last message once more."""
    return seat.history.last(1) or [status("nothing_said")]


def messages(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The last few messages, oldest first."""
    return seat.history.last(MESSAGES_SAID) or [status("nothing_said")]


def older(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """One message further back."""
    return _walked(seat, -1)


def newer(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """One message further on."""
    return _walked(seat, +1)


def _walked(seat: Seat, step: int) -> list[Message]:
    found = seat.history.walk(step)
    if found is None:
        return [status("history_end", is_oldest=step < 0)]
    message, number, total = found
    return [status("history", message=message, number=number, total=total)]
