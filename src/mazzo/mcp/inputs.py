"""What the tools take: types with bounds, which are also the schemas that an assistant is given."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kernelkit.chance import MAX_SEED
from mazzo.play.levels import DEFAULT_LEVEL, LEVELS
from mazzo.schemas.asking import CardText, DeckText, StepAsked, TileText
from mazzo.schemas.document import Part
from qb_engine.models import OPENING_HAND
from solitario.domain.cards import FRENCH
from solitario.domain.deals import LAST_DEAL

Place = Annotated[str, Meta(pattern=r"^([1-7]|[wW]|[fF][1-4]?|[sS])$", max_length=2)]
MOST_GAMES = 20_000
"""Games of the deepest look: a second or so."""


class Input(Part):
    """The arguments of a tool."""


class Nothing(Input):
    """No arguments."""


class NewMatch(Input):
    """Begin a match: against the computer, or one that is played elsewhere and reported here."""

    mode: Annotated[
        Literal["computer", "console"],
        Meta(description="computer: the enemy plays here. console: a match played elsewhere, every step is reported."),
    ] = "computer"
    deck: DeckText = "starter"
    enemy_deck: DeckText | None = None
    hand: Annotated[
        tuple[CardText, ...], Meta(max_length=OPENING_HAND, description="console only: your opening hand")
    ] = ()
    first: Literal["you", "enemy", "random"] = "random"
    level: (
        Annotated[int, Meta(ge=1, le=len(LEVELS), description="computer only: 1 is the weakest")]
        | Literal["console", "person"]
    ) = DEFAULT_LEVEL
    rules: Literal["rebirth", "spec"] = "rebirth"
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED, description="computer only: the same seed deals alike")] | None = None


class Report(StepAsked):
    """What happened, or what you do."""

    event: Literal["mulligan", "draw", "play", "pass", "enemy_play", "enemy_pass", "undo"]


class Recommend(Input):
    """Ask the coach."""

    top: Annotated[int, Meta(ge=1, le=5, description="How many moves.")] = 3
    iterations: Annotated[
        int, Meta(ge=0, le=MOST_GAMES, description="0 is one look at every move; 1000 or more searches.")
    ] = 0


class Explain(Input):
    """A tile alone: where its power comes from. A card and a tile: why that move, or why not."""

    tile: TileText
    card: CardText | None = None


class WhatIf(Input):
    """A move that nobody makes."""

    card: CardText
    tile: TileText
    side: Literal["you", "enemy"] = "you"


class ReviewMatch(Input):
    """Look at the finished match again."""

    iterations: Annotated[int, Meta(ge=24, le=4_000)] = 300


class FindCard(Input):
    """Find cards by name or id."""

    text: CardText


class NewSolitaire(Input):
    """Deal a game of Solitario."""

    deal: Annotated[int, Meta(ge=1, le=LAST_DEAL, description="The number of the deal: the same number, the same.")] = 1
    deck_type: Literal["french", "neapolitan"] = "french"
    level: Annotated[int, Meta(ge=1, le=5)] = 3
    draw_count: Annotated[int, Meta(ge=1, le=3)] | None = None


CardCount = Annotated[int, Meta(ge=1, le=FRENCH.king_value, description="move: how many; as many as fit if none")]


class PlaySolitaire(Input):
    """One action at the table."""

    action: Annotated[
        Literal["move", "draw", "recycle", "undo", "auto", "abandon"],
        Meta(description="auto sends what is safe to the foundations; abandon gives the game up"),
    ]
    source: Annotated[Place, Meta(description="move: 1 to 7, w for the waste, f1 to f4")] | None = None
    target: Annotated[Place, Meta(description="move: 1 to 7, or f for the card's foundation")] | None = None
    count: CardCount | None = None
