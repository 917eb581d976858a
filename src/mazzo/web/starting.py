"""How a coached match begins, for a page and for a program alike: everything that is asked at the start, at once."""

from __future__ import annotations

from mazzo.bootstrap import coach_session
from mazzo.coach.situation import situation
from mazzo.web.house import House
from mazzo.words.table import Words
from qb_engine.moves import Seat


def begin_sample(house: House, seed: int, side: Seat | None = None) -> int:
    """Begin a match against the console of our own; its number."""

    def begin() -> int:
        stream = house.matches.fresh(seed)
        house.matches.seats.sit(stream, side or house.matches.seats.last())
        situation(house.seated(stream), 0)
        return house.matches.number(stream)

    return house.begun(begin)


def begin_match(house: House, words: Words, answers: dict[str, str], side: Seat | None = None) -> int | str:
    """Begin a match by the ``answers`` to deck, hand, enemy, first and rules; its number, or what is asked again."""
    rules = answers.get("rules") or house.matches.rules()
    session = coach_session(house.store, words.voice, {**answers, "rules": rules})
    session.seat_asked = side
    reply = house.begun(lambda: session.open(new=True))
    if session.is_asking and session.setup is not None and session.setup.typed:
        reply = session.handle("no")  # a deck that was typed is kept from the page of decks
    if session.table.match.steps:
        return house.matches.number(session.stream)
    return " ".join([*reply.lines[1:], session.prompt] if reply.ok else reply.lines)
