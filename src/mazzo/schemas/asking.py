"""What programs may ask with: fields with bounds, the same for a tool of an assistant and for a web request."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mazzo.schemas.document import Part
from qb_engine.cards.entry import MAX_CHARACTERS
from qb_engine.models import OPENING_HAND

CardText = Annotated[str, Meta(min_length=1, max_length=MAX_CHARACTERS, description="A card's id or name: 031, Zu.")]
TileText = Annotated[str, Meta(min_length=2, max_length=12, description="T1 to B5: lane T, M or B, column 1 to 5.")]
DeckText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=600,
        description="A deck's name, a deck code, or 15 cards with commas between; 'starter' is the first that ships.",
    ),
]


class StepAsked(Part):
    """What goes with an event of a match."""

    card: CardText | None = None
    tile: TileText | None = None
    returned: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=OPENING_HAND)], ...],
        Meta(max_length=OPENING_HAND, description="mulligan: the places in your hand that go back, from 1; none keeps"),
    ] = ()
    drawn: Annotated[
        tuple[CardText, ...], Meta(max_length=OPENING_HAND, description="mulligan in console mode: the cards you got")
    ] = ()
