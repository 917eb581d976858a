"""Answers of the coach to questions about a match, as data: a move judged or tried, and what threatens."""

from __future__ import annotations

from mazzo.schemas.advice import AdvisedMove, advised_moves
from mazzo.schemas.document import NUMBERS, Document, Part, rounded
from qb_engine.advice.threats import LaneFlip, Threats, TileThreat
from qb_engine.coaching import CoachingRecommendation, MoveEvaluation
from qb_engine.moves import LANE_LETTERS


class ExplainedDocument(Document, tag=NUMBERS["explained"]):
    """An explanation line by line; ``move`` is the move that it is about, where the coach has judged it."""

    said: list[str]
    move: AdvisedMove | None


class CardChance(Part):
    """A card and the chance that it is the one."""

    card: str
    chance: float


class TileThreatPart(Part):
    """A tile that the enemy's answer may change, and by which cards, the likeliest first."""

    tile: str
    chance: float
    cards: list[CardChance]


class LaneFlipPart(Part):
    """The cheapest way in which the enemy takes a lane: the move, its lead then, and the chance that it can."""

    lane: str
    move: str
    by: int
    chance: float


class ThreatsDocument(Document, tag=NUMBERS["threats"]):
    """What the enemy's next move may do; margins are yours after its best move, and on average."""

    said: list[str]
    tiles: list[TileThreatPart]
    flips: list[LaneFlipPart]
    worst_margin: int
    expected_margin: float
    is_guess: bool


def explained_document(
    said: list[str], advice: CoachingRecommendation | None, move: MoveEvaluation | None, language: str
) -> ExplainedDocument:
    """The document of an explanation of ``move``, judged in ``advice``."""
    asked = None if move is None else str(move.candidate)
    listed = [] if advice is None else advised_moves(advice, language)
    return ExplainedDocument(said=said, move=next((one for one in listed if one.move == asked), None))


def threats_document(threats: Threats, said: list[str]) -> ThreatsDocument:
    """The document of what threatens."""
    return ThreatsDocument(
        said=said,
        tiles=[_tile(threat) for threat in threats.tiles],
        flips=[_flip(flip) for flip in threats.flips if flip is not None],
        worst_margin=threats.worst_margin,
        expected_margin=rounded(threats.expected_margin),
        is_guess=threats.is_guess,
    )


def _tile(threat: TileThreat) -> TileThreatPart:
    cards = [CardChance(card=card_id, chance=rounded(chance)) for card_id, chance in threat.cards]
    return TileThreatPart(tile=threat.tile, chance=rounded(threat.chance), cards=cards)


def _flip(flip: LaneFlip) -> LaneFlipPart:
    lane = LANE_LETTERS[flip.lane_index]
    return LaneFlipPart(lane=lane, move=str(flip.move), by=flip.by, chance=rounded(flip.chance))
