"""Effects behind the specification's names: effective power, scopes and score modifiers, asked of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from kernelkit.spoken import Said, sentence
from qb_engine.board_state import BoardState, tile_index
from qb_engine.effect_registry_utils import SCOPES
from qb_engine.errors import InvalidTextError
from qb_engine.kernel.layout import ALLIES, AREA_AFFECTED, AREA_GLOBAL, AREA_LANE, NO_CARD, NOBODY
from qb_engine.kernel.scoring import lane_winner
from qb_engine.kernel.tables import scope_numbers
from qb_engine.models import Card, Effect
from qb_engine.moves import COLUMNS, SIDES, TILES, Side
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import SPEC, Ruleset

T = TypeVar("T")
Status = Literal["enhanced", "enfeebled", "neutral"]


@dataclass(slots=True)
class LaneScore:
    """One lane: both powers, who wins it, and what it pays the winner, which effects may still adjust."""

    lane_index: int
    power_you: int
    power_enemy: int
    winner: Side | None
    lane_points: int


class EffectEngine:
    """The effects of a set of cards under a ruleset. A board of other cards is read through this engine's tables."""

    def __init__(
        self,
        registry: Mapping[str, Effect] | None = None,
        cards: Sequence[Card] | None = None,
        ruleset: Ruleset = SPEC,
    ) -> None:
        shipped_only = registry is None and cards is None
        self.rules_engine = engine_for(ruleset) if shipped_only else RulesEngine(ruleset, cards, registry)

    @classmethod
    def of(cls, board: BoardState) -> EffectEngine:
        """The engine that the board is played on."""
        engine = cls.__new__(cls)
        engine.rules_engine = board.engine
        return engine

    def compute_effective_power(self, board: BoardState, lane_index: int, col_index: int) -> int:
        """Base power with everything that acts on the card there: deltas, scaling and auras; 0 without a card."""
        return board.under(self.rules_engine).effective_power(lane_index, col_index)

    def classify(self, board: BoardState, lane_index: int, col_index: int) -> Status:
        """Whether the card there is enhanced, enfeebled or neither, as the rules count it."""
        seen, engine = board.under(self.rules_engine), self.rules_engine
        value = engine.kernel.status_of(seen.cells, engine.rules, tile_index(lane_index, col_index))
        return "enhanced" if value > 0 else "enfeebled" if value < 0 else "neutral"

    def resolve_scope(
        self,
        board: BoardState,
        scope: str,
        side: Side,
        card_id: str | None = None,
        lane_index: int | None = None,
        col_index: int | None = None,
        *,
        lane: int | None = None,
    ) -> list[tuple[int, int]]:
        """Lane and column of the cards that ``scope`` means for a card of ``side`` lying there, row by row.

        A lane is that of the card, or ``lane`` when it is given: then no card and no place are needed unless the scope
        is about them. ``lane_owner`` means the cards of the side that wins the lane.
        """
        if scope not in SCOPES or scope in ("own_pawn_tiles", "owner_empty_tiles"):
            raise InvalidTextError(text=scope[:40], expected=Said(sentence("a scope that means cards")))
        engine, seen = self.rules_engine, board.under(self.rules_engine)
        owner, number = SIDES.index(side), NO_CARD
        area, relation = (AREA_LANE, ALLIES) if scope == "lane_owner" else scope_numbers(scope)
        if area == AREA_GLOBAL:
            place = 0
        elif area == AREA_LANE:
            place = tile_index(_needed(lane_index if lane is None else lane, scope), 0)
        else:
            place = tile_index(_needed(lane_index, scope), _needed(col_index, scope))
            number = engine.number(_needed(card_id, scope)) if area == AREA_AFFECTED else NO_CARD
        if scope == "lane_owner":
            spare = engine.spare  # asking writes nothing into the board
            engine.kernel.copy_state(spare, seen.cells)
            engine.kernel.refresh(spare, engine.tables, engine.rules, engine.work)
            powers = (int(engine.kernel.power_in_lane(spare, number, place // COLUMNS)) for number in range(2))
            owner = int(lane_winner(*powers))
            if owner == NOBODY:
                return []
        mask = engine.kernel.cards_in_scope(seen.cells, engine.tables, area, relation, number, owner, place)
        return [divmod(tile, COLUMNS) for tile in range(TILES) if mask >> tile & 1]

    def apply_score_modifiers(
        self, board_state: BoardState, lane_scores: Sequence[LaneScore], game_state: object = None
    ) -> list[LaneScore]:
        """Add to each lane's points what effects add, in place; the same lanes are also the answer.

        A lane without a winner stays as it is. ``game_state`` is accepted because one document of the specification
        names it; no effect needs it.
        """
        del game_state
        engine, seen = self.rules_engine, board_state.under(self.rules_engine)
        for lane in lane_scores:
            if lane.winner is None:
                continue
            lower = min(lane.power_you, lane.power_enemy)
            lane.lane_points += int(
                engine.kernel.bonus_in_lane(
                    seen.cells, engine.tables, engine.rules, lane.lane_index, SIDES.index(lane.winner), lower
                )
            )
        return list(lane_scores)


def _needed(value: T | None, scope: str) -> T:
    """What the scope cannot be resolved without."""
    if value is None:
        raise InvalidTextError(
            text=scope[:40], expected=Said(sentence("a card and its place, or a lane for a lane scope"))
        )
    return value
