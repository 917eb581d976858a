"""The cards' room: every card with its pattern and its words, by name, rank and kind."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from mazzo.web.rendering import choices_of, page
from mazzo.web.views.cards import card_view
from qb_engine.card_hydrator import shipped

router = APIRouter(prefix="/cards", include_in_schema=False)


@router.get("")
def browse(
    request: Request,
    name: Annotated[str, Query(max_length=40)] = "",
    rank: Annotated[str, Query(pattern="^[0-3]?$")] = "",
    kind: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """The cards that fit the filters, in the order of their numbers."""
    found = [card_view(card.id, choices_of(request).language) for card in shipped().cards]
    asked = name.strip().casefold()
    shown = [
        card
        for card in found
        if (asked in card.name.casefold() or asked == card.id.casefold())
        and (not rank or str(card.rank) == rank)
        and (
            not kind
            or {
                "standard": not (card.is_legendary or card.is_token),
                "legendary": card.is_legendary,
                "token": card.is_token,
                "replace": card.is_replace,
            }.get(kind, True)
        )
    ]
    return page(request, "cards.html", room="cards", cards=shown, name=name, rank=rank, kind=kind)
