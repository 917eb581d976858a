"""The effect registry: what may stand in it, and how its file becomes frozen ``Effect`` values.

``SUPPORTED_TRIPLES`` is the one table of what the engine can do; an entry outside it is refused when it is loaded,
so that no effect is ever silently ignored in play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kernelkit.once import once
from kernelkit.spoken import sentence
from qb_engine.data.checks import DATA, WHOLE, Place, read_data, shown
from qb_engine.models import MAX_RANK, Effect, Operation, Threshold

CARD_FILE = "qb_DB_Complete_v2.json"
EFFECT_FILE = "qb_effects_v1.1.json"

TRIGGERS = (
    "on_play",
    "while_in_play",
    "on_destroy",
    "on_card_destroyed",
    "on_card_played",
    "on_enfeebled",
    "on_first_enfeebled",
    "on_first_enhanced",
    "on_power_threshold",
    "on_spawned",
    "on_lane_win",
    "on_round_end",
)
OPERATIONS = (
    "modify_power",
    "modify_power_scale",
    "destroy_cards",
    "replace_ally",
    "add_to_hand",
    "spawn_token",
    "modify_tile_ranks",
    "expand_positions",
    "score_bonus",
)
CARD_SCOPES = (
    "enemies_on_affected_tiles",
    "allies_on_affected_tiles",
    "all_cards_on_affected_tiles",
    "allies_global",
    "enemies_global",
    "all_cards_global",
    "allies_in_lane",
    "enemies_in_lane",
    "all_cards_in_lane",
)
"""Scopes that choose cards on the board, seen from the card that has the effect."""
SCOPES = (*CARD_SCOPES, "self", "own_pawn_tiles", "owner_empty_tiles", "lane_owner")
MOMENTS = ("on_play", "on_enfeebled", "on_first_enfeebled", "on_first_enhanced", "on_power_threshold")
"""Triggers that act once on the cards of the moment, while their own card stays in play."""

Triple = tuple[str, str, str]

SUPPORTED_TRIPLES: frozenset[Triple] = frozenset(
    {
        *product((*MOMENTS, "while_in_play", "on_destroy"), CARD_SCOPES, ("modify_power",)),
        *product((*MOMENTS, "on_spawned"), ("self",), ("modify_power",)),
        *product(MOMENTS, CARD_SCOPES, ("destroy_cards",)),
        *product(("while_in_play", "on_card_destroyed", "on_card_played"), ("self",), ("modify_power_scale",)),
        *product(("on_play",), (*CARD_SCOPES, "self"), ("replace_ally",)),
        *product(("on_play", "on_destroy"), ("self",), ("add_to_hand",)),
        ("on_play", "owner_empty_tiles", "spawn_token"),
        ("on_play", "own_pawn_tiles", "modify_tile_ranks"),
        ("on_play", "self", "expand_positions"),
        ("on_lane_win", "lane_owner", "score_bonus"),
        ("on_round_end", "lane_owner", "score_bonus"),
    }
)
"""Every (trigger, scope, operation) that the rules resolve."""

PER_OF_TRIGGER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "while_in_play": tuple(
            f"{state}_{side}"
            for state in ("enhanced", "enfeebled", "enhanced_or_enfeebled")
            for side in ("allies", "enemies", "all")
        ),
        "on_card_destroyed": ("destroyed_ally", "destroyed_enemy", "destroyed_all"),
        "on_card_played": ("played_ally", "played_enemy", "played_all"),
    }
)
"""What a scaling counts: cards on the board while it lies there, events when it watches them."""
PER = tuple(per for words in PER_OF_TRIGGER.values() for per in words)

MAX_AMOUNT = 99
_CARD_ID = re.compile(r"[0-9]{3}|T[0-9]{2}", re.ASCII)
_EFFECT_ID = re.compile(r"[A-Za-z0-9_+-]{1,60}", re.ASCII)

Names = Mapping[str, str]
_Operation = Callable[[Place, dict[str, Any], str, str, Names], Operation]


def load_effects(path: Path | None = None, names: Names | None = None) -> dict[str, Effect]:
    """The registry in ``path``, or the shipped one; ``names`` are the cards it may refer to (see ``card_names``)."""
    if path is None and names is None:
        return dict(_shipped_effects())
    path = path or DATA / EFFECT_FILE
    return parse_effects(read_data(path), path.name, names)


def parse_effects(raw: object, file: str, names: Names | None = None) -> dict[str, Effect]:
    """The entries of ``raw``, checked; ``names`` gives the name of each card id, those of the shipped cards if None.

    Raises InvalidDataError with file, effect id, field and reason for the first fault.
    """
    known = _ids_by_word(_shipped_names() if names is None else names)
    entries = Place(file, WHOLE).mapping(raw, WHOLE)
    return {effect_id: _effect(file, effect_id, entry, known) for effect_id, entry in entries.items()}


def card_names(raw: object, file: str) -> dict[str, str]:
    """The name of each card id in the raw card file; both must be well formed and unique."""
    names: dict[str, str] = {}
    words: set[str] = set()
    for number, card in enumerate(Place(file, WHOLE).items(raw, WHOLE, 1, 1000)):
        place = Place(file, f"[{number}]")
        entry = place.mapping(card, WHOLE)
        card_id = place.text(entry.get("id"), "id")
        if not _CARD_ID.fullmatch(card_id):
            reason = sentence("an id such as 001 or T01 is needed and {there} is there")
            place.refuse("id", reason, there=shown(card_id))
        name = Place(file, card_id).text(entry.get("name"), "name")
        for field, word in (("id", card_id), ("name", name)):
            if word.casefold() in words:
                Place(file, card_id).refuse(field, sentence("{there} stands twice in the file"), there=shown(word))
        words |= {card_id.casefold(), name.casefold()}
        names[card_id] = name
    return names


@once
def _shipped_names() -> dict[str, str]:
    return card_names(read_data(DATA / CARD_FILE), CARD_FILE)


@once
def _shipped_effects() -> dict[str, Effect]:
    return parse_effects(read_data(DATA / EFFECT_FILE), EFFECT_FILE)


def _ids_by_word(names: Names) -> dict[str, str]:
    return {word.casefold(): card_id for card_id, name in names.items() for word in (card_id, name)}


def _effect(file: str, effect_id: str, raw: object, known: Names) -> Effect:
    if not _EFFECT_ID.fullmatch(effect_id):
        reason = sentence("letters, digits, _, + and - are needed and {there} is there")
        Place(file, shown(effect_id)).refuse(WHOLE, reason, there=shown(effect_id))
    place = Place(file, effect_id)
    entry = place.record(raw, WHOLE, ("trigger", "scope", "operations"), ("conditions",))
    trigger = place.word(entry["trigger"], "trigger", TRIGGERS)
    scope = place.word(entry["scope"], "scope", SCOPES)
    operations = place.items(entry["operations"], "operations", 1, 4)
    threshold, first_time = _conditions(place, trigger, entry.get("conditions", {}))
    return Effect(
        id=effect_id,
        trigger=trigger,
        scope=scope,
        operations=tuple(
            _operation(Place(file, f"{effect_id}.operations[{number}]"), trigger, scope, operation, known)
            for number, operation in enumerate(operations)
        ),
        threshold=threshold,
        first_time=first_time,
    )


def _conditions(place: Place, trigger: str, raw: object) -> tuple[Threshold | None, bool]:
    """Threshold and first-time flag; both stand with on_power_threshold, which fires once per value, and only there."""
    needed = ("threshold", "first_time") if trigger == "on_power_threshold" else ()
    conditions = place.record(raw, "conditions", needed)
    if not needed:
        return None, False
    threshold = place.record(conditions["threshold"], "conditions.threshold", ("stat", "value"))
    stat = place.word(threshold["stat"], "conditions.threshold.stat", ("power",))
    value = place.integer(threshold["value"], "conditions.threshold.value", 1, MAX_AMOUNT)
    if not place.truth(conditions["first_time"], "conditions.first_time"):
        place.refuse("conditions.first_time", sentence("a threshold fires once per card; only true is supported"))
    return Threshold(stat, value), True


def _operation(place: Place, trigger: str, scope: str, raw: object, known: Names) -> Operation:
    entry = place.mapping(raw, WHOLE)
    kind = place.word(entry.get("type"), "type", OPERATIONS)
    if (trigger, scope, kind) not in SUPPORTED_TRIPLES:
        reason = sentence("{kind} with trigger {trigger} and scope {scope} is not supported")
        place.refuse("type", reason, kind=kind, trigger=trigger, scope=scope)
    return _READERS[kind](place, entry, trigger, scope, known)


def _modify_power(place: Place, raw: dict[str, Any], trigger: str, _scope: str, _known: Names) -> Operation:
    """A fixed amount; only a spawned card takes it from the pawns it replaced."""
    if trigger == "on_spawned":
        entry = place.record(raw, WHOLE, ("type", "adjustment"))
        return Operation("modify_power", adjustment=place.word(entry["adjustment"], "adjustment", ("replaced_pawns",)))
    entry = place.record(raw, WHOLE, ("type", "amount"))
    return Operation("modify_power", amount=_change(place, entry, "amount"))


def _modify_power_scale(place: Place, raw: dict[str, Any], trigger: str, _scope: str, _known: Names) -> Operation:
    entry = place.record(raw, WHOLE, ("type", "amount_per", "per"), ("exclude_self",))
    return Operation(
        "modify_power_scale",
        amount_per=_change(place, entry, "amount_per"),
        per=place.word(entry["per"], "per", PER_OF_TRIGGER[trigger]),
        exclude_self=place.truth(entry.get("exclude_self", False), "exclude_self"),
    )


def _replace_ally(place: Place, raw: dict[str, Any], _trigger: str, scope: str, _known: Names) -> Operation:
    """Neutral acts on nobody (scope self); raise and lower pass the replaced ally's power on to the entry's scope."""
    if scope == "self":
        entry = place.record(raw, WHOLE, ("type", "mode"))
        return Operation("replace_ally", mode=place.word(entry["mode"], "mode", ("neutral",)))
    entry = place.record(raw, WHOLE, ("type", "mode", "adjustment"))
    return Operation(
        "replace_ally",
        mode=place.word(entry["mode"], "mode", ("raise", "lower")),
        adjustment=place.word(entry["adjustment"], "adjustment", ("replaced_ally_power",)),
    )


def _add_to_hand(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, known: Names) -> Operation:
    entry = place.record(raw, WHOLE, ("type", "cards"))
    cards = place.items(entry["cards"], "cards", 1, 4)
    return Operation(
        "add_to_hand",
        card_ids=tuple(place.reference(card, f"cards[{number}]", known) for number, card in enumerate(cards)),
    )


def _spawn_token(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, known: Names) -> Operation:
    """One token for each rank a tile can have."""
    entry = place.record(raw, WHOLE, ("type", "apply_to", "tokens"))
    ranks = tuple(str(rank) for rank in range(1, MAX_RANK + 1))
    tokens = place.record(entry["tokens"], "tokens", ranks)
    return Operation(
        "spawn_token",
        apply_to=place.word(entry["apply_to"], "apply_to", ("empty_positions",)),
        token_ids=tuple(place.reference(tokens[rank], f"tokens.{rank}", known) for rank in ranks),
    )


def _modify_tile_ranks(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, _known: Names) -> Operation:
    entry = place.record(raw, WHOLE, ("type", "amount"))
    return Operation("modify_tile_ranks", amount=place.integer(entry["amount"], "amount", 1, MAX_RANK))


def _score_bonus(place: Place, raw: dict[str, Any], trigger: str, _scope: str, _known: Names) -> Operation:
    """Flat points for a lane that was won, or at the end of the round the loser's lane power."""
    if trigger == "on_round_end":
        entry = place.record(raw, WHOLE, ("type", "mode"))
        return Operation("score_bonus", mode=place.word(entry["mode"], "mode", ("lane_min_transfer",)))
    entry = place.record(raw, WHOLE, ("type", "amount"))
    return Operation("score_bonus", amount=_change(place, entry, "amount"))


def _nothing_more(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, _known: Names) -> Operation:
    return Operation(place.record(raw, WHOLE, ("type",))["type"])


def _change(place: Place, entry: dict[str, Any], field: str) -> int:
    amount = place.integer(entry[field], field, -MAX_AMOUNT, MAX_AMOUNT)
    if amount == 0:
        place.refuse(field, sentence("a change of 0 is no change"))
    return amount


_READERS: Mapping[str, _Operation] = MappingProxyType(
    {
        "modify_power": _modify_power,
        "modify_power_scale": _modify_power_scale,
        "destroy_cards": _nothing_more,
        "replace_ally": _replace_ally,
        "add_to_hand": _add_to_hand,
        "spawn_token": _spawn_token,
        "modify_tile_ranks": _modify_tile_ranks,
        "expand_positions": _nothing_more,
        "score_bonus": _score_bonus,
    }
)
