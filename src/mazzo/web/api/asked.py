"""What the operations take: types with bounds, which are also the schemas in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from mazzo.play.levels import DEFAULT_LEVEL, LEVELS
from mazzo.play.setup import SEEDS
from mazzo.play.terms import SAMPLE_SEED
from mazzo.schemas.asking import CardText, DeckText, StepAsked
from mazzo.schemas.document import Part
from mazzo.web.api.operation import LARGEST_RECORD
from mazzo.web.looking import LEAST_SECONDS, SECONDS
from qb_engine.models import OPENING_HAND
from solitario.domain.deals import LAST_DEAL

MOST_NODES = 1_000_000
"""Moves that the solver of a request tries: a second or two."""
MOST_ITERATIONS = 20_000
Rules = Annotated[str, Meta(min_length=1, max_length=80, description="rebirth, spec, or such as rebirth+pawns=keep")]
Position = Annotated[
    str, Meta(min_length=1, max_length=1_200, description="One line, such as: qb1 rebirth Y1 opening Y=001,004,007")
]
Line = Annotated[str, Meta(min_length=1, max_length=1_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=12, description="Such as 031@M3, or pass.")]
LARGEST_SEED = (1 << 53) - 1
"""A number that every reader of JSON keeps to its last digit."""
Seed = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
Number = Annotated[int, Meta(ge=1, le=999_999)]
Level = Annotated[int, Meta(ge=1, le=5)]
Seconds = Annotated[float, Meta(ge=LEAST_SECONDS, le=SECONDS, description="How long a deep look may take.")]
Iterations = Annotated[
    int, Meta(ge=1, le=MOST_ITERATIONS, description="How many games a deep look plays: the same answer everywhere.")
]
PASSED = "pass"


# Addresses.


class Numbered(Part):
    """A match, a game or a puzzle by its number."""

    number: Number


class CardPlace(Part):
    """A card by its id or name."""

    card: CardText


class Named(Part):
    """A document by its name."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class ReviewPlace(Part):
    """A review by its key."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class RunPlace(Part):
    """A run of the lab by its key."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class TablePlace(Part):
    """A game of Solitario by its id."""

    game: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class TilePlace(Part):
    """A tile of a match."""

    number: Number
    tile: Annotated[str, Meta(pattern="^[TMB][1-5]$")]


# Cards, decks and positions.


class CardsAsked(Part):
    """Which cards."""

    rank: Annotated[int, Meta(ge=0, le=3, description="What a card costs; 0: it replaces.")] | UnsetType = UNSET
    kind: Literal["standard", "legendary", "token", "replace"] | UnsetType = UNSET


class CardAsked(Part):
    """A text that means a card, or several."""

    text: CardText


class DeckAsked(Part):
    """A deck."""

    deck: DeckText


class DeckChecked(DeckAsked):
    """A deck, and the rules to check it by."""

    rules: Literal["rebirth", "spec"] = "rebirth"


class DeckKept(DeckAsked):
    """A deck to be kept under a name."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    is_replacing: Annotated[bool, Meta(description="Whether it may take the place of your deck of that name.")] = False


class PositionAsked(Part):
    """A position."""

    position: Position


class AdviceAsked(PositionAsked):
    """A position to be advised on; your hand where it has none."""

    hand: Annotated[tuple[CardText, ...], Meta(max_length=45)] | None = None
    look: Literal["quick", "deep"] = "quick"
    seconds: Seconds = SECONDS
    iterations: Iterations | None = None
    seed: Seed = 0


# Coached matches.


class MatchAsked(Part):
    """A match that is played elsewhere and mirrored here, or a sample of our own."""

    kind: Literal["console", "sample"] = "console"
    deck: Annotated[DeckText | None, Meta(description="Your deck; none for only your hand.")] = None
    hand: Annotated[tuple[CardText, ...], Meta(max_length=OPENING_HAND, description="console: your opening hand")] = ()
    enemy: Annotated[DeckText | None, Meta(description="The enemy's deck or name; none when it is not known")] = None
    first: Literal["Y", "E"] = "Y"
    rules: Rules | None = None
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED, description="sample: which one")] = SAMPLE_SEED


class MatchStep(StepAsked):
    """What happened in the match, or what you do; in a sample only your own events."""

    event: Literal["mulligan", "draw", "play", "pass", "enemy_play", "enemy_pass", "undo", "redo"]


class LineAsked(Part):
    """A line as it is typed in the terminal; ``said`` are the lines that led to the question it answers."""

    line: Line
    said: Annotated[tuple[Line, ...], Meta(max_length=6)] = ()


class LookAsked(Part):
    """How long a deeper look may take, if nobody waits."""

    seconds: Seconds = SECONDS


class MoveAsked(Part):
    """A move."""

    move: MoveText


class WhatIfAsked(MoveAsked):
    """A move that nobody makes: yours with any card, or the enemy's."""

    side: Literal["Y", "E"] = "Y"


# Games against the computer.

EnemyLevel = Annotated[int, Meta(ge=1, le=len(LEVELS), description="1 is the weakest")] | Literal["console", "person"]
"""A level, or one of the players who imitate."""


class GameAsked(Part):
    """A game against the computer; what is left out is drawn."""

    level: EnemyLevel = DEFAULT_LEVEL
    deck: DeckText = "starter"
    enemy: DeckText | None = None
    first: Literal["you", "enemy", "random"] = "random"
    rules: Rules = "rebirth"
    seed: Annotated[int, Meta(ge=0, lt=SEEDS)] | None = None
    is_open: Annotated[bool, Meta(description="Whether both decks are known.")] = False


class GameStep(Part):
    """What you do. An enemy who thinks long moves at the event ``enemy``, whenever the phase is ``enemy_play``."""

    event: Literal["mulligan", "play", "pass", "undo", "resign", "enemy"]
    move: MoveText | None = None
    returned: Annotated[tuple[Annotated[int, Meta(ge=1, le=OPENING_HAND)], ...], Meta(max_length=OPENING_HAND)] = ()


# Puzzles and reviews.


class PuzzlesAsked(Part):
    """Which puzzles."""

    grade: Level | UnsetType = UNSET
    cards: Annotated[int, Meta(ge=1, le=9)] | UnsetType = UNSET


class PuzzleTry(Part):
    """The cards of a try, in their order."""

    moves: Annotated[tuple[MoveText, ...], Meta(max_length=9)]


class PositionTry(PuzzleTry):
    """A try at a puzzle that is a position of its own."""

    position: Annotated[str, Meta(min_length=1, max_length=400)]


class RecordAsked(Part):
    """A game record to be reviewed."""

    record: Annotated[str, Meta(min_length=1, max_length=LARGEST_RECORD, description="A .qbn file, or its JSON twin.")]


# Solitario.


class DealAsked(Part):
    """A game of Solitario; what the level fixes cannot be chosen."""

    deal: Annotated[int, Meta(ge=1, le=LAST_DEAL)] | None = None
    deck_type: Literal["french", "neapolitan"] = "french"
    level: Level = 3
    draw_count: Annotated[int, Meta(ge=1, le=3)] | None = None


class CommandAsked(Part):
    """A command as it is typed: ``move 3 5``, ``draw``, ``undo``, ``hint``, ``yes``."""

    line: Annotated[str, Meta(min_length=1, max_length=80)]


class SolveAsked(Part):
    """A deal to be decided."""

    deal: Annotated[int, Meta(ge=1, le=LAST_DEAL)]
    deck_type: Literal["french", "neapolitan"] = "french"
    draw_count: Annotated[int, Meta(ge=1, le=3)] = 1
    recycle_mode: Literal["turned", "shuffled"] = "turned"
    level: Level = 1
    nodes: Annotated[int, Meta(ge=1, le=MOST_NODES)] = MOST_NODES


class ScoreAsked(Part):
    """A finished game by its counts, as docs/scoring.md explains them."""

    difficulty_level: Level
    deck_type: Literal["french", "neapolitan"]
    draw_count: Annotated[int, Meta(ge=1, le=3)]
    timer_mode: Literal["OFF", "STRICT", "PERMISSIVE"]
    timer_limit_seconds: Annotated[int, Meta(ge=0, le=3_600)]
    event_counts: Annotated[dict[str, Annotated[int, Meta(ge=0, le=1_000_000)]], Meta(max_length=40)]
    elapsed_seconds: Annotated[float, Meta(ge=0, le=1_000_000)]
    move_count: Annotated[int, Meta(ge=0, le=1_000_000)]
    is_victory: bool
    end_reason: Annotated[str, Meta(min_length=1, max_length=40)]

    def as_request(self) -> dict[str, Any]:
        """The fields as ``mazzo solitario score`` takes them."""
        return {"schema": 1, **{name: getattr(self, name) for name in self.__struct_fields__}}
