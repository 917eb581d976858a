"""Every card, as the engine reads it, against the table of facts; nothing here knows how the files are built."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.effect_registry_utils import load_effects

pytestmark = pytest.mark.rules

FACTS = json.loads((Path(__file__).parent / "facts" / "cards.json").read_text(encoding="utf-8"))
SIDES = {"ally": "allies", "enemy": "enemies", "all": "all"}


def named(fact):
    return fact["name"]


def effects_of(card):
    """The card's effects without the gain of spawned tokens, which the facts do not list as an ability."""
    own = [load_effects()[effect_id] for effect_id in card.effect_ids]
    return [effect for effect in own if effect.trigger != "on_spawned"]


def cells(card, kinds):
    return sorted([cell.dx, cell.dy] for cell in card.pattern if cell.kind in kinds)


def test_the_table_and_the_file_hold_the_same_cards_in_the_same_order():
    assert [card.name for card in shipped().cards] == [fact["name"] for fact in FACTS]
    tokens = [fact for fact in FACTS if fact["category"] == "token"]
    assert [card.id for card in shipped().cards] == [
        *(f"{fact['number']:03d}" for fact in FACTS if fact["category"] != "token"),
        *(f"T{number:02d}" for number in range(1, len(tokens) + 1)),
    ]


@pytest.mark.parametrize("fact", FACTS, ids=named)
def test_a_card_is_what_the_table_says(fact):
    card = shipped().find(fact["name"])
    assert card.category.lower() == fact["category"]
    assert (0 if fact["rank"] == "replace" else fact["rank"]) == card.cost
    assert card.is_replace == (fact["rank"] == "replace")
    assert card.power == fact["power"]
    assert cells(card, "PX") == sorted(fact["pawns"])
    assert cells(card, "EX") == sorted(fact["affected"])


@pytest.mark.parametrize("fact", FACTS, ids=named)
def test_a_grid_shows_the_cells_of_the_table(fact):
    grid = shipped().find(fact["name"]).grid
    for row in range(5):
        for column in range(5):
            cell = [column - 2, 2 - row]
            letter = ".PEX"[(cell in fact["pawns"]) + 2 * (cell in fact["affected"])]
            assert grid[row][column] == ("W" if cell == [0, 0] else letter)


@pytest.mark.parametrize("fact", FACTS, ids=named)
def test_an_ability_is_what_the_table_says(fact):
    card = shipped().find(fact["name"])
    ability = fact["ability"]
    wanted = [] if ability is None else [ability, *([ability["also"]] if "also" in ability else [])]
    own = effects_of(card)
    assert len(own) == len(wanted)
    for effect, part in zip(own, wanted, strict=True):
        assert effect.trigger == part["trigger"]
        assert [operation.type for operation in effect.operations] == [part["op"]]
        CHECKS[part["op"]](effect, effect.operations[0], part)


def check_modify_power(effect, operation, ability):
    assert effect.scope == ability["scope"]
    assert operation.amount == ability["amount"]
    threshold = ability.get("conditions", {}).get("threshold")
    assert (effect.threshold and {"stat": effect.threshold.stat, "value": effect.threshold.value}) == threshold


def check_scale(effect, operation, ability):
    assert effect.scope == "self"
    assert operation.amount_per == ability["amount"]
    assert operation.exclude_self
    what, side = ability["per"].rsplit("_", 1)
    counted_on_the_board = ability["trigger"] == "while_in_play"
    assert operation.per == f"{what}_{SIDES[side] if counted_on_the_board else side}"


def check_destroy(effect, operation, ability):
    assert effect.scope == ability["scope"]
    assert operation.amount == 0


def check_replace(effect, operation, ability):
    assert operation.mode == ability["mode"]
    if ability["mode"] == "neutral":
        assert (effect.scope, operation.adjustment) == ("self", "")
    else:
        sign = {"raise": "+", "lower": "-"}[operation.mode]
        assert ability["follow_up"]["amount"] == f"{sign}{operation.adjustment}"
        assert effect.scope == ability["follow_up"]["scope"]


def check_add_to_hand(effect, operation, ability):
    assert effect.scope == "self"
    assert [shipped().get_card(card_id).name for card_id in operation.card_ids] == ability["cards"]


def check_spawn(effect, operation, ability):
    assert effect.scope == ability["scope"]
    assert operation.apply_to == "empty_positions"
    names = [shipped().get_card(card_id).name for card_id in operation.token_ids]
    assert {str(rank): name for rank, name in enumerate(names, start=1)} == ability["tokens_by_tile_rank"]


def check_tile_ranks(effect, operation, ability):
    assert effect.scope == ability["scope"]
    assert operation.amount == ability["amount"]


def check_score_bonus(effect, operation, ability):
    assert effect.scope == "lane_owner"
    if "mode" in ability:
        assert (operation.mode, operation.amount) == ("lane_min_transfer", 0)
    else:
        assert (operation.mode, operation.amount) == ("", ability["amount"])


CHECKS = {
    "modify_power": check_modify_power,
    "modify_power_scale": check_scale,
    "destroy_cards": check_destroy,
    "replace_ally": check_replace,
    "add_to_hand": check_add_to_hand,
    "spawn_token": check_spawn,
    "modify_tile_ranks": check_tile_ranks,
    "score_bonus": check_score_bonus,
}


@pytest.mark.parametrize("fact", [fact for fact in FACTS if fact["category"] == "token"], ids=named)
def test_a_token_is_made_by_the_cards_the_table_names(fact):
    token = shipped().find(fact["name"])
    makers = [
        card.name
        for card in shipped().cards
        for effect in effects_of(card)
        if token.id in (*effect.operations[0].card_ids, *effect.operations[0].token_ids)
    ]
    assert makers == fact["created_by"]


def test_exactly_the_spawned_tokens_gain_from_the_pawns_they_replace():
    spawned = [fact["name"] for fact in FACTS if "spawned_on_tile_rank" in fact]
    gaining = [card.name for card in shipped().cards if "on_spawned_replaced_pawns_gain" in card.effect_ids]
    assert gaining == spawned
    effect = load_effects()["on_spawned_replaced_pawns_gain"]
    assert (effect.trigger, effect.scope) == ("on_spawned", "self")
    assert effect.operations[0].adjustment == "replaced_pawns"


def test_a_spawned_token_stands_at_the_rank_the_table_gives():
    for fact in FACTS:
        if "spawned_on_tile_rank" in fact:
            token = shipped().find(fact["name"]).id
            (maker,) = (shipped().find(name) for name in fact["created_by"])
            (effect,) = effects_of(maker)
            assert effect.operations[0].token_ids[fact["spawned_on_tile_rank"] - 1] == token
