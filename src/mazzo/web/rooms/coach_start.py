"""How a coached match begins: deck, hand, enemy, who begins and the rules on one page, or a sample."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from mazzo.bootstrap import shelf
from mazzo.errors import UnknownDeckError
from mazzo.play.terms import SAMPLE_SEED
from mazzo.web.house import house_of
from mazzo.web.rendering import choices_of, page, words_of
from mazzo.web.starting import begin_match, begin_sample
from mazzo.web.views.board import board_view
from mazzo.web.views.cards import card_view
from qb_engine.board_state import BoardState
from qb_engine.errors import QueensBloodError
from qb_engine.moves import Seat
from qb_engine.ruleset import PRESETS

router = APIRouter(prefix="/coach/new", include_in_schema=False)
Text = Annotated[str, Form(max_length=1000)]


@router.get("")
def new(
    request: Request,
    deck: Annotated[str, Query(max_length=1000)] = "",
    named: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """The questions before a match; with a deck its cards, to tap the hand."""
    return _asked(request, deck=named or deck)


def _asked(request: Request, failed: str = "", status: int = 200, **given: str) -> Response:
    house = house_of(request)
    seat = given.get("side") or house.matches.seats.last()
    words = words_of(request, "right" if seat == "right" else "left")
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
        opponents=sorted(one.name for one in shelf(house.store).opponents),
        rulesets=tuple(PRESETS),
        usual_rules=house.matches.rules(),
        cards=[(card_view(one, language), copies) for one, copies in sorted(Counter(cards).items())],
        seat=seat,
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
    enemy_typed: Text = "",
    first: Annotated[str, Form(pattern="^[YE]$")] = "Y",
    rules: Annotated[str, Form(max_length=40)] = "",
    side: Annotated[Seat | None, Form()] = None,
) -> Response:
    """Begin a match; what cannot be understood is asked again with what was given."""
    house, enemy = house_of(request), enemy_typed.strip() or enemy
    if kind == "sample":
        return RedirectResponse(f"/coach/{begin_sample(house, SAMPLE_SEED, side)}", 303)
    cards = ", ".join(held) if held else hand
    answers = {"deck": deck, "hand": cards, "enemy": enemy, "first": "you" if first == "Y" else "enemy"}
    begun = begin_match(house, words_of(request), {**answers, "rules": rules}, side)
    if isinstance(begun, int):
        return RedirectResponse(f"/coach/{begun}", 303)
    return _asked(request, begun, 422, deck=deck, hand=cards, enemy=enemy, first=first, rules=rules, side=side or "")
