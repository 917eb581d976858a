"""What a naive match looks like: every rank, aura, power and score is worked out afresh at every look.

Nothing here changes anything, and nothing here comes from the engine: the rules are read a second time, plainly, so
that two readings can be compared. ``naive.Match`` adds the changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from qb_engine.models import Card, Effect, Operation
from qb_engine.moves import COLUMNS, LANES, Owner, Side, other, tile_name
from qb_engine.ruleset import Ruleset

Place = tuple[int, int]
Layer = tuple[Owner, int]
PLACES: tuple[Place, ...] = tuple((lane, col) for lane in range(LANES) for col in range(COLUMNS))
TOP_RANK = 3
SCOPE_ENDINGS = ("_on_affected_tiles", "_in_lane", "_global")


@dataclass(slots=True, eq=False)
class Instance:
    """One card on the board; ``laid_on`` is the tile's pawn layer at the moment it came."""

    uid: int
    owner: Side
    card: Card
    place: Place
    laid_on: Layer
    power_delta: int = 0
    scale_delta: int = 0
    enhanced_fired: bool = False
    enfeebled_fired: bool = False
    thresholds_fired: set[int] = field(default_factory=set)
    thresholds_ready: set[int] = field(default_factory=set)
    lowered_by: Side | None = None


@dataclass(frozen=True, slots=True)
class PawnEvent:
    """One thing that happened to a tile's pawns: a pawn, an expansion, or the tile set afresh by a destruction."""

    kind: Literal["pawn", "expand", "set"]
    source_uid: int
    place: Place
    owner: Owner
    amount: int


class Looks:
    """The facts of a match, and every question that can be put to them."""

    def __init__(self, ruleset: Ruleset, effects: Mapping[str, Effect], cards: Mapping[str, Card]) -> None:
        self.ruleset = ruleset
        self.effects = effects
        self.cards = cards
        self.initial: dict[Place, Layer] = {}
        self.events: list[PawnEvent] = []
        self.board: dict[Place, Instance] = {}
        self.added: dict[Side, list[str]] = {"Y": [], "E": []}
        self.passes = 0
        self.over = False

    # Pawns

    def layers(self) -> dict[Place, Layer]:
        """Owner and rank of every tile's pawns: the initial board folded with the live events, cards ignored."""
        layers = dict(self.initial)
        for event in self.events:
            layers[event.place] = self._folded(layers[event.place], event)
        return layers

    def _folded(self, layer: Layer, event: PawnEvent) -> Layer:
        owner, rank = layer
        if event.kind == "set":
            return event.owner, event.amount
        if event.kind == "expand":
            return self._expanded(layer, event)
        if owner in ("N", event.owner):
            return event.owner, min(TOP_RANK, rank + event.amount)
        return self._captured(owner, rank, event)

    def _expanded(self, layer: Layer, event: PawnEvent) -> Layer:
        """Neutral ground becomes the expanding side's with rank 1, its own rises by 1, the enemy's stays."""
        owner, rank = layer
        if owner == "N":
            return event.owner, 1
        return (owner, min(TOP_RANK, rank + 1)) if owner == event.owner else layer

    def _captured(self, owner: Owner, rank: int, event: PawnEvent) -> Layer:
        """The layer of an enemy tile after a pawn; under ``decrement`` a flip gives the whole amount."""
        if self.ruleset.capture == "decrement":
            left = rank - event.amount
            return (owner, left) if left > 0 else (event.owner, min(TOP_RANK, event.amount))
        gained = event.amount if self.ruleset.capture == "keep_plus" else event.amount - 1
        return event.owner, max(1, min(TOP_RANK, rank + gained))

    def all_shown(self) -> dict[Place, Layer]:
        """Owner and rank of every tile as the table shows them."""
        layers = self.layers()
        return {place: self.shown(place, layers) for place in PLACES}

    def shown(self, place: Place, layers: Mapping[Place, Layer]) -> Layer:
        """Owner and rank as the table shows them; under a card only pawns of its own side count."""
        owner, rank = layers[place]
        instance = self.board.get(place)
        if instance is None:
            return owner, rank
        return instance.owner, rank if owner == instance.owner else 0

    # Cards and whom they reach

    def in_row_major_order(self) -> list[Instance]:
        """The cards on the board, TOP-1 to BOT-5."""
        return [self.board[place] for place in PLACES if place in self.board]

    def is_on_board(self, instance: Instance) -> bool:
        """Whether this very instance still lies on its tile."""
        return self.board.get(instance.place) is instance

    def effects_of(self, instance: Instance, trigger: str) -> Sequence[Effect]:
        """The card's effects with this trigger, in the order of its data."""
        ids = instance.card.effect_ids
        return [effect for effect in map(self.effects.__getitem__, ids) if effect.trigger == trigger] if ids else ()

    def operations_of(self, instance: Instance, trigger: str, kind: str) -> Sequence[tuple[Effect, Operation]]:
        """The card's operations of one kind under one trigger; most cards have no effect at all."""
        if not instance.card.effect_ids:
            return ()
        effects = self.effects_of(instance, trigger)
        return [(effect, one) for effect in effects for one in effect.operations if one.type == kind]

    def reach(self, instance: Instance, kinds: str) -> list[Place]:
        """The tiles under the pattern's cells of these kinds, row-major; the enemy's forward is to the left."""
        lane, col = instance.place
        forward = 1 if instance.owner == "Y" else -1
        places = [(lane - cell.dy, col + forward * cell.dx) for cell in instance.card.pattern if cell.kind in kinds]
        return sorted(place for place in places if 0 <= place[0] < LANES and 0 <= place[1] < COLUMNS)

    def targets(self, source: Instance, scope: str) -> list[Instance]:
        """The cards of the scope that are there now, row-major; friend and foe are the source's owner's."""
        if scope == "self":
            return [source] if self.is_on_board(source) else []
        where = next(ending for ending in SCOPE_ENDINGS if scope.endswith(ending))
        within = self.in_row_major_order()
        if where == "_on_affected_tiles":
            within = [self.board[place] for place in self.reach(source, "EX") if place in self.board]
        elif where == "_in_lane":
            within = [card for card in within if card.place[0] == source.place[0]]
        whom = scope.removesuffix(where)
        return [card for card in within if is_one_of(whom, source.owner, card.owner)]

    # Powers

    def auras(self) -> dict[int, int]:
        """What the auras on the board add up to, by the uid they fall on; a source never feels its own."""
        sums = {card.uid: 0 for card in self.board.values()}
        for source in self.board.values():
            for effect, operation in self.operations_of(source, "while_in_play", "modify_power"):
                for target in self.targets(source, effect.scope):
                    if target is not source:
                        sums[target.uid] += operation.amount
        return sums

    def standing(self, card: Instance, auras: Mapping[int, int]) -> int:
        """Above 0 the card counts as enhanced, below 0 as enfeebled."""
        if self.ruleset.classify == "net":
            return card.power_delta + card.scale_delta + auras[card.uid]
        return card.power_delta

    def trigger_standing(self, card: Instance, auras: Mapping[int, int]) -> int:
        """The same value as first-enhanced and first-enfeebled see it: auras count only where they may trigger."""
        own = card.power_delta + (card.scale_delta if self.ruleset.classify == "net" else 0)
        return own + (auras[card.uid] if self.ruleset.aura_triggers else 0)

    def scaling(self, card: Instance, auras: Mapping[int, int]) -> int:
        """What the card gains at this moment for each card it counts."""
        gain = 0
        for _, operation in self.operations_of(card, "while_in_play", "modify_power_scale"):
            state, _, whom = operation.per.rpartition("_")
            counted = [
                one
                for one in self.board.values()
                if not (operation.exclude_self and one is card)
                and is_one_of(whom, card.owner, one.owner)
                and has_state(state, self.standing(one, auras))
            ]
            gain += operation.amount_per * len(counted)
        return gain

    def power_without_auras(self, card: Instance, auras: Mapping[int, int]) -> int:
        """Base, both deltas and live scaling."""
        return card.card.power + card.power_delta + card.scale_delta + self.scaling(card, auras)

    def power(self, card: Instance, auras: Mapping[int, int] | None = None) -> int:
        """Effective power."""
        auras = self.auras() if auras is None else auras
        return self.power_without_auras(card, auras) + auras[card.uid]

    # What may be laid where

    def legal(self, side: Side, card_id: str, ground: Mapping[Place, Layer] | None = None) -> list[str]:
        """Names of the tiles where the side may lay the card, row-major; none once the match is over."""
        if self.over:
            return []
        ground = self.all_shown() if ground is None else ground
        card = self.cards[card_id]
        own = [(place, rank) for place, (owner, rank) in ground.items() if owner == side]
        return [tile_name(*place) for place, rank in own if self._may_lay(card, rank, self.board.get(place))]

    def _may_lay(self, card: Card, rank: int, there: Instance | None) -> bool:
        """Whether the card may go on a tile that shows its own side with this rank."""
        if not card.is_replace:
            return there is None and rank >= card.cost
        if self.ruleset.replace_target == "never":
            return False
        return there is not None or self.ruleset.replace_target == "ally_or_empty"

    # What the table shows

    def tiles(self) -> dict[str, dict[str, Any]]:
        """Every tile by name, as the scenario runner writes it."""
        layers, auras = self.layers(), self.auras()
        return {tile_name(*place): self._tile(place, layers, auras) for place in PLACES}

    def _tile(self, place: Place, layers: Mapping[Place, Layer], auras: Mapping[int, int]) -> dict[str, Any]:
        owner, rank = self.shown(place, layers)
        card = self.board.get(place)
        return {
            "owner": owner,
            "rank": rank,
            "card": card.card.id if card else None,
            "card_owner": card.owner if card else None,
            "power": self.power(card, auras) if card else 0,
            "power_delta": card.power_delta if card else 0,
            "scale_delta": card.scale_delta if card else 0,
        }

    def lanes(self) -> list[dict[str, Any]]:
        """Powers, winner and points of the three lanes."""
        auras = self.auras()
        return [self._lane(lane, auras) for lane in range(LANES)]

    def _lane(self, lane: int, auras: Mapping[int, int]) -> dict[str, Any]:
        power: dict[Side, int] = {"Y": 0, "E": 0}
        for card in self.in_row_major_order():
            if card.place[0] == lane:
                power[card.owner] += self.power(card, auras)
        winner: Side | None = None if power["Y"] == power["E"] else "Y" if power["Y"] > power["E"] else "E"
        points = 0 if winner is None else power[winner] + self._bonus(lane, winner, power)
        return {"power_you": power["Y"], "power_enemy": power["E"], "winner": winner, "lane_points": points}

    def _bonus(self, lane: int, winner: Side, power: Mapping[Side, int]) -> int:
        """What score bonuses add to the winner's lane power."""
        winners = [card for card in self.board.values() if card.place[0] == lane and card.owner == winner]
        flat = sum(bonus.amount for bonus in self._score_bonuses(winners))
        if self.ruleset.min_transfer == "own_lane_stack":
            return flat + self._transfers(winners) * min(power.values())
        return flat + min(1, self._transfers(self.board.values())) * power[other(winner)]

    def _transfers(self, cards: Iterable[Instance]) -> int:
        """How many lane transfers these cards carry."""
        return sum(bonus.mode == "lane_min_transfer" for bonus in self._score_bonuses(cards))

    def _score_bonuses(self, cards: Iterable[Instance]) -> list[Operation]:
        """The cards' operations that pay points, whether for a lane that is won or at the end of the round."""
        moments = ("on_lane_win", "on_round_end")
        return [
            bonus for card in cards for when in moments for _, bonus in self.operations_of(card, when, "score_bonus")
        ]

    def totals(self, lanes: list[dict[str, Any]] | None = None) -> tuple[int, int]:
        """Points of Y and of E."""
        lanes = self.lanes() if lanes is None else lanes
        yours, enemys = (sum(lane["lane_points"] for lane in lanes if lane["winner"] == side) for side in ("Y", "E"))
        return yours, enemys

    @property
    def winner(self) -> Side | None:
        """Who is ahead by the present totals, None when equal."""
        return ahead(*self.totals())


def ahead(yours: int, enemys: int) -> Side | None:
    """Who has more points, None when both have the same."""
    return None if yours == enemys else "Y" if yours > enemys else "E"


def is_one_of(whom: str, mine: Side, theirs: Side) -> bool:
    """Whether a card of ``theirs`` belongs to ``whom``, as a card of ``mine`` says it."""
    if whom in ("ally", "allies"):
        return mine == theirs
    if whom in ("enemy", "enemies"):
        return mine != theirs
    if whom in ("all", "all_cards"):
        return True
    raise AssertionError(f"nobody is called {whom}")


def has_state(state: str, standing: int) -> bool:
    """Whether a card of this standing is in the counted state; without a state every card counts."""
    wanted = {"enhanced": standing > 0, "enfeebled": standing < 0, "enhanced_or_enfeebled": standing != 0, "": True}
    return wanted[state]
