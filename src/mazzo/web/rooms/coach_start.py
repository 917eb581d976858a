"""How a coached match begins: deck, hand, enemy, who begins and the rules on one page, or a sample."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from mazzo.bootstrap import coach_session, shelf
from mazzo.coach.situation import situation
from mazzo.errors import UnknownDeckError
from mazzo.play.terms import SAMPLE_SEED
from mazzo.web.house import house_of
from mazzo.web.rendering import choices_of, page, words_of
from mazzo.web.views.board import board_view
from mazzo.web.views.cards import card_view
from qb_engine.board_state import BoardState
from qb_engine.errors import QueensBloodError
from qb_engine.ruleset import PRESETS

router = APIRouter(prefix="/coach/new", include_in_schema=False)
Text = Annotated[str, Form(max_length=1000)]


@router.get("")
def new(request: Request, deck: Annotated[str, Query(max_length=1000)] = "") -> Response:
    """The questions before a match; with a deck its cards, to tap the hand."""
    return _asked(request, deck=deck)


def _asked(request: Request, failed: str = "", status: int = 200, **given: str) -> Response:
    house, words = house_of(request), words_of(request)
    language = choices_of(request).language
    try:
        cards = house.decks.read(given["deck"]) if given.get("deck", "").strip() else ()
    except (UnknownDeckError, QueensBloodError):
        cards = ()
    return page(
        request,
        "coach_new.html",
        status,
        room="coach",
        decks=[found.deck.name for found in house.decks.every()],
        opponents=sorted(one.name for one in shelf().opponents),
        rulesets=tuple(PRESETS),
        usual_rules=house.matches.rules(),
        cards=[(card_view(one, language), copies) for one, copies in sorted(Counter(cards).items())],
        lanes=board_view(BoardState.initial(), words),
        failed=failed,
        given=given,
    )


@router.post("")
def begin(
    request: Request,
    kind: Annotated[str, Form(pattern="^(sample|match)$")] = "match",
    deck: Text = "",
    hand: Text = "",
    held: Annotated[list[str], Form(max_length=15)] = [],  # noqa: B006 - FastAPI copies it
    enemy: Text = "",
    first: Annotated[str, Form(pattern="^[YE]$")] = "Y",
    rules: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Begin a match; what cannot be understood is asked again with what was given."""
    house = house_of(request)
    matches = house.matches
    if kind == "sample":
        stream = matches.fresh(SAMPLE_SEED)
        situation(house.seated(stream), 0)
        return RedirectResponse(f"/coach/{matches.number(stream)}", 303)
    cards = ", ".join(held) if held else hand
    answers = {"deck": deck, "hand": cards, "enemy": enemy, "first": "you" if first == "Y" else "enemy"}
    session = coach_session(house.store, words_of(request).voice, {**answers, "rules": rules or matches.rules()})
    reply = session.open(new=True)
    if session.is_asking and session.setup is not None and session.setup.typed:
        reply = session.handle("no")  # a deck that was typed is kept from the page of decks
    if session.table.match.steps:
        return RedirectResponse(f"/coach/{matches.number(session.stream)}", 303)
    why = " ".join([*reply.lines[1:], session.prompt] if reply.ok else reply.lines)
    return _asked(request, why, 422, deck=deck, hand=cards, enemy=enemy, first=first, rules=rules)
