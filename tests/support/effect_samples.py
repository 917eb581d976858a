"""A smallest registry entry for each supported triple, written by hand from the rules."""

from __future__ import annotations

from typing import Any

CARD_SCOPES = [
    f"{who}_{where}" for who in ("allies", "enemies") for where in ("on_affected_tiles", "global", "in_lane")
] + [f"all_cards_{where}" for where in ("on_affected_tiles", "global", "in_lane")]

PER = {
    "while_in_play": "enhanced_allies",
    "on_card_destroyed": "destroyed_enemy",
    "on_card_played": "played_ally",
}


def operation(trigger: str, scope: str, kind: str) -> dict[str, Any]:
    """The smallest operation of ``kind`` that fits the trigger and the scope."""
    watched = {"per": PER[trigger]} if trigger in ("on_card_destroyed", "on_card_played") else {}
    match kind:
        case "modify_power" if (trigger, scope) == ("on_spawned", "self"):
            return {"adjustment": "replaced_pawns"}
        case "modify_power":
            return {"amount": 2} | watched
        case "modify_power_scale":
            return {"amount_per": 1, "per": PER.get(trigger, "enhanced_allies"), "exclude_self": True}
        case "replace_ally" if scope == "self":
            return {"mode": "neutral"}
        case "replace_ally":
            return {"mode": "lower", "adjustment": "replaced_ally_power"}
        case "add_to_hand":
            return {"cards": ["T01"]} | watched
        case "spawn_token":
            return {"apply_to": "empty_positions", "tokens": {"1": "T19", "2": "T20", "3": "T21"}} | watched
        case "modify_tile_ranks":
            return {"amount": 2}
        case "score_bonus":
            return {"mode": "lane_min_transfer"} if trigger == "on_round_end" else {"amount": 3}
        case _:
            return watched


def entry(trigger: str, scope: str, kind: str) -> dict[str, Any]:
    """A whole entry; a threshold trigger gets its threshold."""
    threshold = {"threshold": {"stat": "power", "value": 7}, "first_time": True}
    return {
        "trigger": trigger,
        "scope": scope,
        "operations": [{"type": kind, **operation(trigger, scope, kind)}],
        "conditions": threshold if trigger == "on_power_threshold" else {},
    }
