"""From cards and effects to the kernel's tables, and from a ruleset to its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import NoReturn

from kernelkit.spoken import sentence
from qb_engine.card_hydrator import MAX_POWER
from qb_engine.data.checks import WHOLE, Place, shown
from qb_engine.effect_registry_utils import MAX_AMOUNT, OPERATIONS, PER_OF_TRIGGER, SUPPORTED_TRIPLES, TRIGGERS
from qb_engine.errors import BrokenFileError
from qb_engine.kernel.layout import (
    ABILITIES_PER_CARD,
    ALL,
    ALLIES,
    ANY_CARD,
    AREA_AFFECTED,
    AREA_GLOBAL,
    AREA_LANE,
    AREA_SELF,
    CARDS_ADDED,
    COLUMNS,
    EITHER,
    ENEMIES,
    ENFEEBLED,
    ENHANCED,
    EXPAND_POSITIONS,
    LANES,
    MAX_ABILITIES,
    MAX_CARDS,
    TILES,
    Rules,
    Tables,
)
from qb_engine.models import MAX_RANK, Card, Effect, Operation
from qb_engine.ruleset import VALUES, Ruleset

_RELATIONS = {"allies": ALLIES, "ally": ALLIES, "enemies": ENEMIES, "enemy": ENEMIES, "all": ALL}
_STATUSES = {"enhanced": ENHANCED, "enfeebled": ENFEEBLED, "enhanced_or_enfeebled": EITHER, "": ANY_CARD}
_AREAS = {"on_affected_tiles": AREA_AFFECTED, "global": AREA_GLOBAL, "in_lane": AREA_LANE}
_REPLACE_SIGN = {"neutral": 0, "raise": 1, "lower": -1}


def rules_record(ruleset: Ruleset) -> Rules:
    """The switches that the kernel asks about, as numbers."""
    record = Rules()
    for field in fields(ruleset):
        if hasattr(record, field.name):
            setattr(record, field.name, VALUES[field.name].index(getattr(ruleset, field.name)))
    return record


def card_index(cards: Sequence[Card]) -> dict[str, int]:
    """The number that stands for each card id."""
    return {card.id: index for index, card in enumerate(cards)}


def tables_record(cards: Sequence[Card], effects: Mapping[str, Effect]) -> Tables:
    """The tables of ``cards``; BrokenFileError for cards and effects that the kernel could not play as they say."""
    if len(cards) > MAX_CARDS:
        _refuse(WHOLE, sentence("{there} cards are more than the {limit} that the engine holds"), len(cards), MAX_CARDS)
    t = Tables()
    for tile in range(TILES):
        t.around[tile] = _mask(tile, 0, [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy])
    numbers = card_index(cards)
    for index, card in enumerate(cards):
        if numbers[card.id] != index:
            raise BrokenFileError("tables", card.id, "id", sentence("{there} stands twice in the file"), there=card.id)
    rows: dict[tuple[str, int], int] = {}
    for index, card in enumerate(cards):
        _write_card(t, index, card)
        for effect_id in card.effect_ids:
            if effect_id not in effects:
                raise BrokenFileError("tables", card.id, "effect_ids", sentence("no effect {there}"), there=effect_id)
            for place, operation in enumerate(effects[effect_id].operations):
                if (effect_id, place) not in rows:
                    rows[effect_id, place] = len(rows)
                    _write_ability(t, rows[effect_id, place], effects[effect_id], operation, numbers)
                    t.follows[rows[effect_id, place]] = int(place > 0)
                _give_ability(t, index, rows[effect_id, place], operation)
    return t


def scope_numbers(scope: str) -> tuple[int, int]:
    """Area and relation of a scope; tile scopes look at the card itself."""
    for ending, area in _AREAS.items():
        if scope.endswith("_" + ending):
            return area, _RELATIONS[scope.removesuffix("_" + ending).removesuffix("_cards")]
    return AREA_SELF, ALL


def _mask(tile: int, side: int, cells: Sequence[tuple[int, int]]) -> int:
    """The tiles that ``cells`` (forward, up) reach from ``tile``; the enemy's forward is to the left."""
    lane, column = divmod(tile, COLUMNS)
    mask = 0
    for dx, dy in cells:
        to_lane, to_column = lane - dy, column + (dx if side == 0 else -dx)
        if 0 <= to_lane < LANES and 0 <= to_column < COLUMNS:
            mask |= 1 << (to_lane * COLUMNS + to_column)
    return mask


def _write_card(t: Tables, index: int, card: Card) -> None:
    _check_range(card.id, card.cost, 0, MAX_RANK)
    _check_range(card.id, card.power, -MAX_POWER, MAX_POWER)
    t.cost[index] = card.cost
    t.base[index] = card.power
    t.is_token[index] = int(card.is_token)
    t.is_replace[index] = int(card.is_replace)
    t.pawn_amount[index] = 1
    pawns = [(cell.dx, cell.dy) for cell in card.pattern if cell.kind in "PX"]
    reach = [(cell.dx, cell.dy) for cell in card.pattern if cell.kind in "EX"]
    for side in range(2):
        for tile in range(TILES):
            t.pawns[index][side][tile] = _mask(tile, side, pawns)
            t.reach[index][side][tile] = _mask(tile, side, reach)


def _give_ability(t: Tables, index: int, row: int, operation: Operation) -> None:
    count = t.ability_count[index]
    if count == ABILITIES_PER_CARD:
        _refuse(str(index), sentence("more than {limit} operations on one card"), count, ABILITIES_PER_CARD)
    expansions = sum(t.operation[t.ability[index][place]] == EXPAND_POSITIONS for place in range(count))
    if operation.type == "expand_positions" and expansions:
        _refuse(str(index), sentence("a card expands its positions once"), 2, 1)
    t.ability[index][count] = row
    t.ability_count[index] += 1
    t.triggers[index] |= 1 << t.trigger[row]
    if operation.type == "modify_tile_ranks":
        _check_range(str(index), operation.amount, 1, MAX_RANK)
        t.pawn_amount[index] = operation.amount
    if operation.type == "modify_power_scale" and TRIGGERS[t.trigger[row]] == "while_in_play":
        t.scales[index] = 1


def _write_ability(t: Tables, row: int, effect: Effect, operation: Operation, numbers: Mapping[str, int]) -> None:
    if row == MAX_ABILITIES:
        _refuse(effect.id, sentence("more than {limit} operations in all"), row, MAX_ABILITIES)
    _check_words(effect, operation, numbers)
    t.trigger[row] = TRIGGERS.index(effect.trigger)
    t.area[row], t.relation[row] = scope_numbers(effect.scope)
    t.operation[row] = OPERATIONS.index(operation.type)
    amount = _amount(operation)
    _check_range(effect.id, amount, -MAX_AMOUNT, MAX_AMOUNT)
    t.amount[row] = amount
    t.by_rank[row] = int(operation.adjustment == "replaced_pawns")
    t.per_relation[row] = ALL
    if operation.per:
        status, _, relation = operation.per.rpartition("_")
        t.per_status[row] = _STATUSES.get(status, 0)
        t.per_relation[row] = _RELATIONS[relation]
        t.counts_self[row] = int(not operation.exclude_self)
    if effect.threshold:
        _check_range(effect.id, effect.threshold.value, -MAX_AMOUNT, MAX_AMOUNT)
        t.threshold[row] = effect.threshold.value
        t.once[row] = int(effect.first_time)
    t.transfers[row] = int(operation.mode == "lane_min_transfer")
    made = operation.card_ids or operation.token_ids
    if len(made) > CARDS_ADDED:
        _refuse(
            effect.id,
            sentence("{there} cards are more than the {limit} that one effect may make"),
            len(made),
            CARDS_ADDED,
        )
    t.card_count[row] = len(made)
    for place, card_id in enumerate(made):
        t.cards[row][place] = numbers[card_id]


def _check_words(effect: Effect, operation: Operation, numbers: Mapping[str, int]) -> None:
    """Cards and effects need not come from a file: no word of an effect is silently passed over."""
    kind, trigger, scope = operation.type, effect.trigger, effect.scope
    place = Place("tables", effect.id)
    if (trigger, scope, kind) not in SUPPORTED_TRIPLES:
        reason = sentence("{kind} with trigger {trigger} and scope {scope} is not supported")
        place.refuse("type", reason, kind=kind, trigger=trigger, scope=scope)
    if (trigger == "on_power_threshold") != (effect.threshold is not None):
        place.refuse("conditions", sentence("a threshold stands with on_power_threshold, and only there"))
    if operation.per or kind == "modify_power_scale":
        place.word(operation.per, "per", PER_OF_TRIGGER.get(trigger, ()))
    if kind == "replace_ally":
        place.word(operation.mode, "mode", tuple(_REPLACE_SIGN))
    for card_id in (*operation.card_ids, *operation.token_ids):
        if card_id not in numbers:
            place.refuse("operations", sentence("no card has the id or name {there}"), there=shown(card_id))


def _check_range(place: str, there: float, low: int, high: int) -> None:
    """What the kernel counts with is a whole number that fits."""
    if not isinstance(there, int) or not low <= there <= high:
        reason = sentence("a whole number from {low} to {high} is needed and {there} is there")
        raise BrokenFileError("tables", place, WHOLE, reason, low=low, high=high, there=there)


def _refuse(place: str, reason: str, there: int, limit: int) -> NoReturn:
    raise BrokenFileError("tables", place, WHOLE, reason, there=there, limit=limit)


def _amount(operation: Operation) -> int:
    """A replace card's amount is the sign of its follow-up."""
    if operation.type == "replace_ally":
        return _REPLACE_SIGN[operation.mode]
    return operation.amount or operation.amount_per
