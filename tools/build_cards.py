"""Write the two data files of Queen's Blood from the table of facts: ``python tools/build_cards.py [--check]``.

The table says what is printed on each card; the files say it in the words of the engine. Equal abilities share one
entry of the registry. With ``--check`` nothing is written: the run fails when a file is not what the table gives.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FACTS = ROOT / "tests" / "qb_engine" / "facts" / "cards.json"
DATA = ROOT / "src" / "qb_engine" / "data"
CARD_FILE = DATA / "qb_DB_Complete_v2.json"
EFFECT_FILE = DATA / "qb_effects_v1.1.json"

CENTRE = 2
ON_SPAWNED = "on_spawned_replaced_pawns_gain"
TRIGGER_WORDS = {
    "while_in_play": "aura",
    "on_first_enhanced": "first_enhanced",
    "on_first_enfeebled": "first_enfeebled",
}
SCOPE_WORDS = {
    "enemies_on_affected_tiles": "enemies",
    "allies_on_affected_tiles": "allies",
    "all_cards_on_affected_tiles": "all",
}
PLURAL_SIDES = {"ally": "allies", "enemy": "enemies", "all": "all"}

Fact = dict[str, Any]
Entries = dict[str, dict[str, Any]]


def numbered(facts: list[Fact]) -> dict[str, Fact]:
    """Each fact under its id: deck cards by their number, tokens T01, T02 ... in the order of the table."""
    result: dict[str, Fact] = {}
    tokens = 0
    for fact in facts:
        tokens += fact["category"] == "token"
        result[f"T{tokens:02}" if fact["category"] == "token" else f"{fact['number']:03}"] = fact
    return result


def pattern(fact: Fact) -> list[list[Any]]:
    """Cells ``[dx, dy, kind]``; a cell in both lists of the table is an X."""
    pawns, affected = ({tuple(cell) for cell in fact[field]} for field in ("pawns", "affected"))
    kinds = dict.fromkeys(pawns, "P") | dict.fromkeys(affected, "E") | dict.fromkeys(pawns & affected, "X")
    return [[dx, dy, kinds[dx, dy]] for dx, dy in sorted(kinds)]


def grid(cells: list[list[Any]]) -> list[str]:
    """The pattern as five rows, top first and forward to the right, the card itself a W in the middle."""
    rows = [["."] * (2 * CENTRE + 1) for _ in range(2 * CENTRE + 1)]
    rows[CENTRE][CENTRE] = "W"
    for dx, dy, kind in cells:
        rows[CENTRE - dy][CENTRE + dx] = kind
    return ["".join(row) for row in rows]


def slug(text: str) -> str:
    """``text`` as part of an effect id."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def entry(trigger: str, scope: str, operation: dict[str, Any], **conditions: Any) -> dict[str, Any]:
    """One registry entry; every ability of the table has a single operation."""
    return {"trigger": trigger, "scope": scope, "operations": [operation], "conditions": conditions}


def modify_power(ability: Fact, ids: dict[str, str]) -> Entries:
    """A change of power, once or as an aura; the second half of Two Face is an entry of its own."""
    trigger, scope, amount = ability["trigger"], ability["scope"], ability["amount"]
    threshold = ability.get("conditions", {}).get("threshold")
    when = f"threshold_{threshold['value']}" if threshold else TRIGGER_WORDS.get(trigger, trigger)
    conditions = {"threshold": threshold, "first_time": True} if threshold else {}
    operation = {"type": "modify_power", "amount": amount}
    also = modify_power(ability["also"], ids) if "also" in ability else {}
    return {f"{when}_{SCOPE_WORDS[scope]}_{amount:+}": entry(trigger, scope, operation, **conditions)} | also


def modify_power_scale(ability: Fact, _ids: dict[str, str]) -> Entries:
    """Power by counting: cards on the board are counted in the plural, events one by one."""
    what, _, side = ability["per"].rpartition("_")
    per = f"{what}_{PLURAL_SIDES[side]}" if ability["trigger"] == "while_in_play" else ability["per"]
    operation = {
        "type": "modify_power_scale",
        "amount_per": ability["amount"],
        "per": per,
        "exclude_self": ability["conditions"]["exclude_self"],
    }
    return {f"scale_{ability['amount']:+}_per_{per}": entry(ability["trigger"], "self", operation)}


def destroy_cards(ability: Fact, _ids: dict[str, str]) -> Entries:
    """Cards destroyed outright."""
    scope = ability["scope"]
    return {
        f"{ability['trigger']}_destroy_{SCOPE_WORDS[scope]}": entry(
            ability["trigger"], scope, {"type": "destroy_cards"}
        )
    }


def replace_ally(ability: Fact, _ids: dict[str, str]) -> Entries:
    """An ally replaced; the follow-up's scope stands on the entry."""
    mode = ability["mode"]
    if mode == "neutral":
        return {"replace_neutral": entry("on_play", "self", {"type": "replace_ally", "mode": mode})}
    scope = ability["follow_up"]["scope"]
    operation = {"type": "replace_ally", "mode": mode, "adjustment": "replaced_ally_power"}
    return {f"replace_{mode}_{SCOPE_WORDS[scope]}": entry("on_play", scope, operation)}


def add_to_hand(ability: Fact, ids: dict[str, str]) -> Entries:
    """Cards added to the owner's hand, named by id."""
    operation = {"type": "add_to_hand", "cards": [ids[name] for name in ability["cards"]]}
    what = "_and_".join(slug(name) for name in ability["cards"])
    return {f"{ability['trigger']}_add_{what}": entry(ability["trigger"], "self", operation)}


def spawn_token(ability: Fact, ids: dict[str, str]) -> Entries:
    """A token on each empty tile of the owner, chosen by the tile's rank."""
    tokens = ability["tokens_by_tile_rank"]
    operation = {
        "type": "spawn_token",
        "apply_to": "empty_positions",
        "tokens": {rank: ids[name] for rank, name in tokens.items()},
    }
    what = slug(tokens["1"].removesuffix(" I"))
    return {f"{ability['trigger']}_spawn_{what}": entry(ability["trigger"], ability["scope"], operation)}


def modify_tile_ranks(ability: Fact, _ids: dict[str, str]) -> Entries:
    """Pawns worth more than one."""
    operation = {"type": "modify_tile_ranks", "amount": ability["amount"]}
    return {f"pawns_worth_{ability['amount']}": entry(ability["trigger"], ability["scope"], operation)}


def score_bonus(ability: Fact, _ids: dict[str, str]) -> Entries:
    """Points at the end: a flat bonus for the lane, or the loser's power for the winner."""
    if "mode" in ability:
        operation = {"type": "score_bonus", "mode": "lane_min_transfer"}
        return {"round_end_lane_min_transfer": entry("on_round_end", "lane_owner", operation)}
    operation = {"type": "score_bonus", "amount": ability["amount"]}
    return {f"lane_win_{ability['amount']:+}": entry("on_lane_win", "lane_owner", operation)}


WRITERS = {
    writer.__name__: writer
    for writer in (
        modify_power,
        modify_power_scale,
        destroy_cards,
        replace_ally,
        add_to_hand,
        spawn_token,
        modify_tile_ranks,
        score_bonus,
    )
}


def entries(fact: Fact, ids: dict[str, str]) -> Entries:
    """The registry entries of one card, in the order of its effect ids."""
    ability = fact["ability"]
    result = WRITERS[ability["op"]](ability, ids) if ability else {}
    if "spawned_on_tile_rank" in fact:
        operation = {"type": "modify_power", "adjustment": "replaced_pawns"}
        result[ON_SPAWNED] = entry("on_spawned", "self", operation)
    return result


def card(card_id: str, fact: Fact, effect_ids: list[str]) -> dict[str, Any]:
    """One card as the card file holds it."""
    cells = pattern(fact)
    is_replace = fact["rank"] == "replace"
    return {
        "id": card_id,
        "name": fact["name"],
        "category": fact["category"].capitalize(),
        "cost": 0 if is_replace else fact["rank"],
        "power": fact["power"],
        "pattern": cells,
        "grid": grid(cells),
        "effect_ids": effect_ids,
        "effect_id": effect_ids[0] if effect_ids else None,
        "is_replace": is_replace,
    }


def built(facts: list[Fact]) -> dict[Path, str]:
    """Both files as text, one card and one effect a line."""
    by_id = numbered(facts)
    ids = {fact["name"]: card_id for card_id, fact in by_id.items()}
    cards: list[dict[str, Any]] = []
    registry: Entries = {}
    for card_id, fact in by_id.items():
        own = entries(fact, ids)
        clash = [effect_id for effect_id in own if registry.get(effect_id, own[effect_id]) != own[effect_id]]
        if clash:
            raise ValueError(f"{card_id}: the effect id {clash[0]} would stand for two abilities")
        registry |= own
        cards.append(card(card_id, fact, list(own)))
    card_lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in cards)
    effect_lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(registry[key])}" for key in sorted(registry))
    return {CARD_FILE: f"[\n{card_lines}\n]\n", EFFECT_FILE: f"{{\n{effect_lines}\n}}\n"}


def main() -> int:
    check = "--check" in sys.argv
    stale = False
    for path, text in built(json.loads(FACTS.read_text(encoding="utf-8"))).items():
        if path.exists() and path.read_bytes() == text.encode():
            continue
        if check:
            stale = True
            print(f"{path.name} is stale: run python tools/build_cards.py")
        else:
            DATA.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
