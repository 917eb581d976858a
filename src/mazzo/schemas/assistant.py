"""What an assistant is answered, as data: short, with words in it, and never more than one player sees.

A card is written with its name and its id, a move as in the notation. Every document says what can be done next.
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from msgspec import structs

from mazzo.schemas.document import NUMBERS, Document, Interval, Part
from qb_engine.advice.evaluation import Level
from qb_engine.match.phases import Phase
from qb_engine.moves import Side
from qb_engine.review.report import Flag

Mode = Literal["computer", "console"]


class Answer(Document):
    """An answer; ``is_shortened`` says that the ends of its lists were left out to keep it short."""

    lists: ClassVar[tuple[str, ...]] = ()
    """The lists that may be shortened."""

    next_step: str
    is_shortened: bool = False

    def shortened(self) -> Self | None:
        """The answer without the last entry of its longest list; None when nothing is left to leave out."""
        longest = max(self.lists, key=lambda name: len(getattr(self, name)), default=None)
        if longest is None or not getattr(self, longest):
            return None
        return structs.replace(self, **{longest: getattr(self, longest)[:-1], "is_shortened": True})


class MatchAnswer(Answer, tag=NUMBERS["mcp-match"]):
    """A match of Queen's Blood from your seat.

    ``board`` has a line for each tile that is somebody's, ``legal`` one for each card that can be laid, with its tiles;
    ``news`` is what has happened since the last answer.
    """

    lists = ("news", "legal")

    mode: Mode
    rules: str
    phase: Phase
    turn: int
    news: list[str]
    board: list[str]
    lanes: list[str]
    scores: dict[Side, int]
    hand: list[str]
    enemy_hand_count: int
    legal: list[str]
    winner: Side | None


class SuggestedMove(Part):
    """A move with what tells it apart; the interval is that of a deep look, a first one without a net goes by merit.

    ``is_as_good`` says that it is not told apart from the first move.
    """

    move: str
    card: str
    is_as_good: bool
    merit: float
    win_chance: float | None
    interval: Interval | None
    reasons: list[str]
    risk: str | None


class AdviceAnswer(Answer, tag=NUMBERS["mcp-advice"]):
    """What the coach advises: its answer in a sentence, and the first of ``legal_count`` moves and the pass."""

    lists = ("moves",)

    answer: str | None
    level: Level
    iterations: int
    is_exact: bool
    legal_count: int
    moves: list[SuggestedMove]


class SaidAnswer(Answer, tag=NUMBERS["mcp-said"]):
    """An explanation, line by line."""

    lists = ("said",)

    said: list[str]


class FoundCard(Part):
    """A card: what it costs, what it is worth, where it reaches and what it does."""

    card: str
    category: str
    cost: int
    power: int
    pattern: str
    abilities: list[str]


class CardsAnswer(Answer, tag=NUMBERS["mcp-cards"]):
    """The cards that a text means, the likeliest first."""

    lists = ("cards",)

    cards: list[FoundCard]


class JudgedMove(Part):
    """A move of yours that lost win chance, and the better one."""

    turn: int
    played: str
    better: str
    points_lost: float
    flag: Flag


class ReviewAnswer(Answer, tag=NUMBERS["mcp-review"]):
    """A finished match looked at again: what went wrong, worst first, and what there is to learn."""

    lists = ("mistakes", "lessons")

    iterations: int
    judged_moves: int
    mistakes: list[JudgedMove]
    lessons: list[str]


class SolitairePile(Part):
    """A pile: how many cards lie face down, and those that show, the one on top last."""

    face_down: int
    face_up: list[str]


class SolitaireAnswer(Answer, tag=NUMBERS["mcp-solitaire"]):
    """A game of Solitario as it lies, what was said, and the score it would have now."""

    lists = ("said", "moves")

    deal: int
    deck_type: str
    level: int
    draw_count: int
    said: list[str]
    stock: int
    waste: list[str]
    foundations: list[str]
    piles: list[SolitairePile]
    moves: list[str]
    score: int
    is_over: bool
    is_won: bool
