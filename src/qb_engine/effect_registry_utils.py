"""The effect registry: what may stand in it, and how its file becomes frozen ``Effect`` values.

``SUPPORTED_TRIPLES`` is the one table of what the engine can do; an entry outside it is refused when it is loaded,
so that no effect is ever silently ignored in play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
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

WATCHERS = ("on_card_destroyed", "on_card_played")
"""Triggers that act once for every other card that is destroyed or played, or for those that ``per`` names."""
LIVING = (*MOMENTS, *WATCHERS, "on_spawned")
"""Triggers that come while their own card lies on the board; on_destroy comes when it is about to leave."""

Triple = tuple[str, str, str]

SUPPORTED_TRIPLES: frozenset[Triple] = frozenset(
    {
        *product((*LIVING, "on_destroy"), CARD_SCOPES, ("modify_power", "destroy_cards")),
        *product(LIVING, ("self",), ("modify_power", "destroy_cards")),
        *product((*LIVING, "on_destroy"), ("self",), ("add_to_hand",)),
        *product((*MOMENTS, *WATCHERS, "on_destroy"), ("owner_empty_tiles",), ("spawn_token",)),
        *product(("while_in_play",), CARD_SCOPES, ("modify_power",)),
        *product(("while_in_play", *WATCHERS), ("self",), ("modify_power_scale",)),
        *product(("on_play",), (*CARD_SCOPES, "self"), ("replace_ally",)),
        ("on_play", "own_pawn_tiles", "modify_tile_ranks"),
        ("on_play", "self", "expand_positions"),
        ("on_lane_win", "lane_owner", "score_bonus"),
        ("on_round_end", "lane_owner", "score_bonus"),
    }
)
"""Every (trigger, scope, operation) that the rules resolve.

What is missing has no one clear meaning: a card that is leaving cannot act on itself; an aura never touches its source;
a scaling counts while it lies there or when it watches; replacing, worthier pawns and expanding belong to the play of
their card, and so to its place among the pawn events; a spawned token spawns nothing; points are paid for lanes.
"""

PER_OF_TRIGGER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "while_in_play": (
            *("allies", "enemies", "all"),
            *(
                f"{state}_{side}"
                for state in ("enhanced", "enfeebled", "enhanced_or_enfeebled")
                for side in ("allies", "enemies", "all")
            ),
        ),
        "on_card_destroyed": ("destroyed_ally", "destroyed_enemy", "destroyed_all"),
        "on_card_played": ("played_ally", "played_enemy", "played_all"),
    }
)
"""What a scaling counts: cards on the board while it lies there, events when it watches them."""
PER = tuple(per for words in PER_OF_TRIGGER.values() for per in words)
_SIDE_WORDS = {"allies": ("allies", "ally"), "enemies": ("enemies", "enemy"), "all": ("all", "all_cards")}


def _per_words(trigger: str) -> dict[str, str]:
    """Every word that may stand for what ``trigger`` counts: singular or plural, and a bare state means all cards."""
    words = {}
    for per in PER_OF_TRIGGER[trigger]:
        state, _, side = per.rpartition("_")
        (sides,) = (alike for alike in _SIDE_WORDS.values() if side in alike)
        is_event = trigger in WATCHERS
        for word in sides:
            words[f"{state}_{word}" if state else word] = per
            if is_event:
                words[word] = per
        if state and side == "all":
            words[state] = per
    return words


PER_WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {trigger: _per_words(trigger) for trigger in PER_OF_TRIGGER}
)
"""For each trigger that counts, the words a registry may use and the one word that each of them becomes."""
REMARKS = ("_meta", "description")
"""Keys that anything in a data file may have, for people; they are not read."""

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
    entries = without_remarks(Place(file, WHOLE).mapping(raw, WHOLE))
    return {effect_id: _effect(file, effect_id, entry, known) for effect_id, entry in entries.items()}


def without_remarks(raw: dict[str, Any]) -> dict[str, Any]:
    """An object of a data file without what stands there for people only."""
    return {key: value for key, value in raw.items() if key not in REMARKS}


def card_entries(raw: object, file: str) -> list[Any]:
    """The cards of a raw card file: a list, or the list under ``cards`` of an object with remarks beside it."""
    place = Place(file, WHOLE)
    if isinstance(raw, dict):
        raw = place.record(raw, WHOLE, ("cards",), REMARKS)["cards"]
    return place.items(raw, WHOLE, 1, 1000)


def card_names(raw: object, file: str) -> dict[str, str]:
    """The name of each card id in the raw card file; both must be well formed and unique."""
    names: dict[str, str] = {}
    words: set[str] = set()
    for number, card in enumerate(card_entries(raw, file)):
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
    entry = place.record(raw, WHOLE, ("trigger", "scope", "operations"), ("conditions", *REMARKS))
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
    """Threshold and first-time flag; a threshold stands with on_power_threshold, and only there.

    Without ``first_time`` it fires at every upward crossing. A first-time trigger may say so once more.
    """
    if trigger != "on_power_threshold":
        may_say = ("first_time",) if trigger in ("on_first_enhanced", "on_first_enfeebled") else ()
        conditions = place.record(raw, "conditions", (), (*may_say, *REMARKS))
        if not place.truth(conditions.get("first_time", True), "conditions.first_time"):
            place.refuse("conditions.first_time", sentence("the trigger itself says that it fires once"))
        return None, False
    conditions = place.record(raw, "conditions", ("threshold",), ("first_time", *REMARKS))
    threshold = place.record(conditions["threshold"], "conditions.threshold", ("stat", "value"), REMARKS)
    stat = place.word(threshold["stat"], "conditions.threshold.stat", ("power",))
    value = place.integer(threshold["value"], "conditions.threshold.value", 1, MAX_AMOUNT)
    return Threshold(stat, value), place.truth(conditions.get("first_time", False), "conditions.first_time")


def _operation(place: Place, trigger: str, scope: str, raw: object, known: Names) -> Operation:
    entry = place.mapping(raw, WHOLE)
    kind = place.word(entry.get("type"), "type", OPERATIONS)
    if (trigger, scope, kind) not in SUPPORTED_TRIPLES:
        reason = sentence("{kind} with trigger {trigger} and scope {scope} is not supported")
        place.refuse("type", reason, kind=kind, trigger=trigger, scope=scope)
    entry = without_remarks(entry)
    if trigger not in WATCHERS or kind == "modify_power_scale":
        return _READERS[kind](place, entry, trigger, scope, known)
    per = _per(place, entry.pop("per", "all"), trigger)
    return replace(_READERS[kind](place, entry, trigger, scope, known), per=per)


def _per(place: Place, raw: object, trigger: str) -> str:
    """What is counted or watched, in the one word we have for it."""
    known = PER_WORDS[trigger].get(raw) if isinstance(raw, str) else None
    return known or place.word(raw, "per", PER_OF_TRIGGER[trigger])


def _modify_power(place: Place, raw: dict[str, Any], trigger: str, _scope: str, _known: Names) -> Operation:
    """A fixed amount; only a spawned card may take it from the pawns it replaced."""
    if trigger == "on_spawned" and "amount" not in raw:
        entry = place.record(raw, WHOLE, ("type", "adjustment"))
        return Operation("modify_power", adjustment=place.word(entry["adjustment"], "adjustment", ("replaced_pawns",)))
    entry = place.record(raw, WHOLE, ("type", "amount"))
    return Operation("modify_power", amount=_change(place, entry, "amount"))


def _modify_power_scale(place: Place, raw: dict[str, Any], trigger: str, _scope: str, _known: Names) -> Operation:
    entry = place.record(raw, WHOLE, ("type", "amount_per", "per"), ("exclude_self",))
    return Operation(
        "modify_power_scale",
        amount_per=_change(place, entry, "amount_per"),
        per=_per(place, entry["per"], trigger),
        exclude_self=place.truth(entry.get("exclude_self", False), "exclude_self"),
    )


def _replace_ally(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, _known: Names) -> Operation:
    """Neutral changes nobody; raise and lower pass the replaced ally's power on to the entry's scope."""
    entry = place.record(raw, WHOLE, ("type", "mode"), ("adjustment",))
    mode = place.word(entry["mode"], "mode", ("neutral", "raise", "lower"))
    if mode == "neutral":
        place.record(raw, WHOLE, ("type", "mode"))
        return Operation("replace_ally", mode=mode)
    entry = place.record(raw, WHOLE, ("type", "mode", "adjustment"))
    adjustment = place.word(entry["adjustment"], "adjustment", ("replaced_ally_power",))
    return Operation("replace_ally", mode=mode, adjustment=adjustment)


def _add_to_hand(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, known: Names) -> Operation:
    entry = place.record(raw, WHOLE, ("type", "cards"))
    cards = place.items(entry["cards"], "cards", 1, 4)
    return Operation(
        "add_to_hand",
        card_ids=tuple(place.reference(card, f"cards[{number}]", known) for number, card in enumerate(cards)),
    )


def _spawn_token(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, known: Names) -> Operation:
    """One token for each rank a tile can have, or one for all of them."""
    entry = place.record(raw, WHOLE, ("type", "apply_to", "tokens"))
    ranks = tuple(str(rank) for rank in range(1, MAX_RANK + 1))
    given = entry["tokens"]
    tokens = dict.fromkeys(ranks, given) if isinstance(given, str) else place.record(given, "tokens", ranks)
    return Operation(
        "spawn_token",
        apply_to=place.word(entry["apply_to"], "apply_to", ("empty_positions",)),
        token_ids=tuple(place.reference(tokens[rank], f"tokens.{rank}", known) for rank in ranks),
    )


def _modify_tile_ranks(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, _known: Names) -> Operation:
    entry = place.record(raw, WHOLE, ("type", "amount"))
    return Operation("modify_tile_ranks", amount=place.integer(entry["amount"], "amount", 1, MAX_RANK))


def _score_bonus(place: Place, raw: dict[str, Any], _trigger: str, _scope: str, _known: Names) -> Operation:
    """Flat points for a lane that is won, or the loser's lane power."""
    if "mode" in raw:
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
