"""Every card is played under both rulesets, and what it does is what its data says.

Three scripted games a card: alone on the board, in the middle of a crowd of plain cards of power 5, and once more in
the crowd with what its trigger waits for. Expectations are read from pattern and registry entry, not from the engine.
"""

from __future__ import annotations

from typing import Any

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.models import Card, Effect
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .scenes import Scene, scene

pytestmark = [pytest.mark.rules, pytest.mark.slow]

PLAYS = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
EACH = pytest.mark.parametrize("card", shipped().cards, ids=lambda card: f"{card.id} {card.name}")
IN_CROWD = pytest.mark.parametrize(
    "card",
    [card for card in shipped().cards if card.id not in ("096", "105", "134")],
    ids=lambda card: f"{card.id} {card.name}",
)
"""All but the three that spawn, which would fill the one empty tile; they have a test of their own."""
OFFICER, OGRE, CHIMERA, LOVELESS, FLOATING_DEATH = "001", "021", "051", "139", "083"
HOME, NEIGHBOUR = "M3", "M2"
TILES = [f"{lane}{column}" for lane in "TMB" for column in range(1, 6)]
CROWD = {tile: "y" if index % 2 == 0 else "e" for index, tile in enumerate(TILES) if tile not in (HOME, NEIGHBOUR)}
AROUND_NEIGHBOUR = {"T1", "T2", "T3", "M1", "M3", "B1", "B2", "B3"}


def effects_of(card: Card, trigger: str) -> list[Effect]:
    effects = [shipped().effects[effect_id] for effect_id in card.effect_ids]
    return [effect for effect in effects if effect.trigger == trigger]


def cells(card: Card, kinds: str) -> set[str]:
    """The tiles that the card's cells of these kinds reach from the middle of the board, for you."""
    places = {(1 - cell.dy, 2 + cell.dx) for cell in card.pattern if cell.kind in kinds}
    return {f"{'TMB'[lane]}{column + 1}" for lane, column in places if 0 <= lane <= 2}


def worth(card: Card) -> int:
    amounts = [op.amount for e in effects_of(card, "on_play") for op in e.operations if op.type == "modify_tile_ranks"]
    return amounts[0] if amounts else 1


def is_meant(scope: str, owner: str) -> bool:
    return scope.startswith(("all_", "allies" if owner == "y" else "enemies"))


def changes(card: Card, trigger: str, owners: dict[str, str]) -> dict[str, int | None]:
    """What the card's effects of ``trigger`` do to the cards around it: an amount, or None for destroyed."""
    found: dict[str, int | None] = {}
    for effect in effects_of(card, trigger):
        for operation in effect.operations:
            for tile in cells(card, "EX") & owners.keys():
                if is_meant(effect.scope, owners[tile]):
                    found[tile] = None if operation.type == "destroy_cards" else amount_of(operation)
    return found


def amount_of(operation: Any) -> int:
    """A replace card passes on the power of the officer it replaces, which is 1."""
    sign: int = {"raise": 1, "lower": -1}.get(operation.mode, 0)
    return sign if operation.type == "replace_ally" else operation.amount


def home_ground(card: Card) -> str:
    return f"y3:{OFFICER}" if card.is_replace else "y3"


def in_the_crowd(ruleset: Ruleset, *moves: str, home: str) -> Scene:
    tiles = {tile: f"{owner}1:{OGRE}" for tile, owner in CROWD.items()} | {HOME: home, NEIGHBOUR: "y1"}
    report = scene(ruleset.name, list(moves), tiles=tiles)
    check_invariants(report)
    return report


def check_invariants(report: Scene) -> None:
    assert list(report["tiles"]) == TILES
    for tile in report["tiles"].values():
        assert 0 <= tile["rank"] <= 3
        assert tile["owner"] != "N" or tile["rank"] == 0
        if tile["card"] is None:
            assert (tile["card_owner"], tile["power"], tile["power_delta"], tile["scale_delta"]) == (None, 0, 0, 0)
        else:
            assert tile["owner"] == tile["card_owner"]


def check_powers(report: Scene, ruleset: Ruleset, expected: dict[str, int | None]) -> None:
    """Every tile's card has exactly this power; where the rules destroy, 0 or less means gone."""
    for tile, power in expected.items():
        if power is None or (power <= 0 and ruleset.zero_power_destroys):
            assert report.card(tile) is None, tile
        else:
            assert report.power(tile) == power, tile


def crowd_powers(**more: dict[str, int | None]) -> dict[str, int | None]:
    """Power 5 everywhere in the crowd with each of the named changes added."""
    powers: dict[str, int | None] = dict.fromkeys(CROWD, 5)
    for change in more.values():
        for tile in change.keys() & powers.keys():
            before, amount = powers[tile], change[tile]
            powers[tile] = None if before is None or amount is None else before + amount
    return powers


def added_by(card: Card, trigger: str) -> list[str]:
    return [made for e in effects_of(card, trigger) for op in e.operations for made in op.card_ids]


@PLAYS
@EACH
def test_alone_it_has_its_printed_power_makes_its_pawns_and_adds_its_cards(card: Card, ruleset: Ruleset) -> None:
    report = scene(ruleset.name, [f"Y {card.id}@{HOME}"], tiles={HOME: home_ground(card)})
    check_invariants(report)
    assert (report.card(HOME), report.power(HOME), report.grounds(HOME)) == (card.id, card.power, "Y3")
    pawns = cells(card, "PX")
    for tile in set(TILES) - {HOME}:
        assert report.card(tile) is None
        assert report.grounds(tile) == (f"Y{worth(card)}" if tile in pawns else "N0"), tile
    assert report["added"] == {"Y": added_by(card, "on_play"), "E": []}
    bonus = sum(op.amount for effect in effects_of(card, "on_lane_win") for op in effect.operations)
    assert report.lane(1) == (card.power, 0, "Y", card.power + bonus)


@PLAYS
@IN_CROWD
def test_in_a_crowd_it_changes_exactly_the_cards_that_its_pattern_and_effect_mean(card: Card, ruleset: Ruleset) -> None:
    report = in_the_crowd(ruleset, f"Y {card.id}@{HOME}", home=home_ground(card))
    at_once, auras = changes(card, "on_play", CROWD), changes(card, "while_in_play", CROWD)
    assert report.power(HOME) == card.power
    check_powers(report, ruleset, crowd_powers(at_once=at_once, auras=auras))


@PLAYS
@pytest.mark.parametrize(
    ("poke", "step", "trigger"),
    [(LOVELESS, 1, "on_first_enhanced"), (FLOATING_DEATH, -1, "on_first_enfeebled")],
    ids=["raised", "lowered"],
)
@IN_CROWD
def test_raised_or_lowered_by_its_neighbour_it_answers_as_its_data_says(
    card: Card, poke: str, step: int, trigger: str, ruleset: Ruleset
) -> None:
    moves = [f"Y {card.id}@{HOME}", f"Y {poke}@{NEIGHBOUR}"]
    report = in_the_crowd(ruleset, *moves, home=home_ground(card))
    everybody = CROWD | {NEIGHBOUR: "y"}
    at_once, auras = changes(card, "on_play", CROWD), changes(card, "while_in_play", everybody)
    answers = changes(card, trigger, everybody)
    if card.power + step <= 0 and ruleset.zero_power_destroys:
        # It died of the blow: no aura, no count, but its last words.
        auras, answers = {}, changes(card, "on_destroy", everybody)
    poked: dict[str, int | None] = dict.fromkeys(AROUND_NEIGHBOUR, step)
    expected = crowd_powers(at_once=at_once, poked=poked, auras=auras, answers=answers)
    expected[NEIGHBOUR] = 1 + (auras.get(NEIGHBOUR) or 0) + (answers.get(NEIGHBOUR) or 0)
    check_powers(report, ruleset, expected)


@PLAYS
@IN_CROWD
def test_replaced_it_speaks_its_last_words(card: Card, ruleset: Ruleset) -> None:
    moves = [f"Y {card.id}@{HOME}", f"Y {CHIMERA}@{HOME}"]
    report = in_the_crowd(ruleset, *moves, home=home_ground(card))
    assert report.card(HOME) == CHIMERA
    at_once, last = changes(card, "on_play", CROWD), changes(card, "on_destroy", CROWD)
    check_powers(report, ruleset, crowd_powers(at_once=at_once, last=last))
    assert report["added"]["Y"] == added_by(card, "on_play") + added_by(card, "on_destroy")


WATCHED = [
    (card, operation)
    for card in shipped().cards
    for trigger in ("on_card_played", "on_card_destroyed")
    for effect in effects_of(card, trigger)
    for operation in effect.operations
]


@PLAYS
@pytest.mark.parametrize(("card", "operation"), WATCHED, ids=[f"{card.id} {card.name}" for card, _op in WATCHED])
def test_a_watcher_grows_by_its_amount_for_each_play_and_each_death_it_watches(
    card: Card, operation: Any, ruleset: Ruleset
) -> None:
    """An ally is replaced and an enemy is replaced: a play and a death of each side."""
    moves = [f"Y {card.id}@{HOME}", f"Y {CHIMERA}@T1", f"E {CHIMERA}@M5"]
    report = in_the_crowd(ruleset, *moves, home=home_ground(card))
    times = 2 if operation.per.endswith("all") else 1
    assert report["tiles"][HOME]["scale_delta"] == times * operation.amount_per
    assert report.power(HOME) == card.power + times * operation.amount_per


COUNTERS = [
    (card, operation)
    for card in shipped().cards
    for effect in effects_of(card, "while_in_play")
    for operation in effect.operations
    if operation.type == "modify_power_scale"
]


@PLAYS
@pytest.mark.parametrize(("card", "operation"), COUNTERS, ids=[f"{card.id} {card.name}" for card, _op in COUNTERS])
@pytest.mark.parametrize(("poke", "step"), [(LOVELESS, 1), (FLOATING_DEATH, -1)], ids=["raised", "lowered"])
def test_a_counter_gains_its_amount_for_each_other_card_of_its_kind(
    card: Card, operation: Any, poke: str, step: int, ruleset: Ruleset
) -> None:
    report = in_the_crowd(ruleset, f"Y {card.id}@{HOME}", f"Y {poke}@{NEIGHBOUR}", home=home_ground(card))
    status = "enhanced" if step > 0 else "enfeebled"
    counted = [
        tile
        for tile in AROUND_NEIGHBOUR - {HOME}
        if status in operation.per
        and (operation.per.endswith("all") or is_meant(operation.per.split("_")[-1], CROWD[tile]))
    ]
    power = card.power + step + operation.amount_per * len(counted)
    if power <= 0 and ruleset.zero_power_destroys:
        assert report.card(HOME) is None
    else:
        assert report.power(HOME) == power


SPAWNS = [card for card in shipped().cards if any(e.scope == "owner_empty_tiles" for e in effects_of(card, "on_play"))]


@PLAYS
@pytest.mark.parametrize("card", SPAWNS, ids=lambda card: f"{card.id} {card.name}")
def test_a_spawning_card_fills_the_owners_tiles_with_the_tokens_of_its_list(card: Card, ruleset: Ruleset) -> None:
    """The tiles lie where no token's aura reaches another card."""
    ranks = {"T1": 1, "T2": 2, "T5": 3}
    tiles = {tile: f"y{rank}" for tile, rank in ranks.items()} | {HOME: "y3", "B5": "e3", "B1": "n0"}
    report = scene(ruleset.name, [f"Y {card.id}@{HOME}"], tiles=tiles)
    check_invariants(report)
    tokens = effects_of(card, "on_play")[0].operations[0].token_ids
    for tile, rank in ranks.items():
        token = shipped().get_card(tokens[rank - 1] if ruleset.token_by_rank else tokens[0])
        assert report.card(tile) == token.id
        assert report.power(tile) == token.power + (0 if ruleset.token_by_rank else rank)
    assert {tile for tile in TILES if report.card(tile)} == {HOME, *ranks}
    assert report.power(HOME) == card.power
    assert report["added"] == {"Y": [], "E": []}


def test_the_cards_left_out_of_the_crowd_are_exactly_those_that_spawn() -> None:
    assert [card.id for card in SPAWNS] == ["096", "105", "134"]


def test_cloud_answers_when_it_reaches_its_threshold() -> None:
    """Loveless and a Shoalopod below it bring it to 8; every ally it reaches gains 2, once."""
    for ruleset in (SPEC, REBIRTH):
        tiles = {"M3": "y2", "B3": "y2", "M2": "y1", "T3": f"y1:{OGRE}", "M4": f"e1:{OGRE}"}
        report = scene(ruleset.name, ["Y 086@M3", "Y 139@M2", "Y 033@B3"], tiles=tiles)
        assert report.powers("M3", "M2", "B3", "T3", "M4") == [3 + 1 + 4, 1 + 2, 1 + 2, 5 + 1 + 2, 5]
