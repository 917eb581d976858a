"""Every supported (trigger, scope, operation), played through the engine with its smallest registry entry.

The actor lies or is laid at M2 for you and reaches T2 and M3; around it stand cards of power 5:

    TOP  .    ally  .      .  enemy
    MID  ally ACTOR enemy  .  enemy
    BOT  ally .     .      .  .

Each test asserts the exact change of every card, so that it fails when the effect is ignored or reaches too far. It
is made in the plain and in the compiled form.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.effect_engine import EffectEngine
from qb_engine.effect_registry_utils import SUPPORTED_TRIPLES, Triple, parse_effects
from qb_engine.errors import BrokenFileError
from qb_engine.models import Card, Effect, Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.effect_samples import CARD_SCOPES, entry

from . import played
from .naive_table import change, small_card, small_effect
from .played import Made, Played, small_position

pytestmark = [pytest.mark.rules, pytest.mark.slow]

ACTOR, POKE, SWAP, OTHER, MOTHER = "010", "011", "012", "001", "014"
NAMES = {card_id: f"Card {card_id}" for card_id in (OTHER, ACTOR, POKE, SWAP, MOTHER, "T01", "T19", "T20", "T21")}
GROUND = dict.fromkeys(("T2", "M1", "B1"), "y1:001") | dict.fromkeys(("T5", "M3", "M5"), "e1:001")
MEANT = {
    "allies_on_affected_tiles": {"T2"},
    "enemies_on_affected_tiles": {"M3"},
    "all_cards_on_affected_tiles": {"T2", "M3"},
    "allies_in_lane": {"M1", "M2"},
    "enemies_in_lane": {"M3", "M5"},
    "all_cards_in_lane": {"M1", "M2", "M3", "M5"},
    "allies_global": {"T2", "M1", "M2", "B1"},
    "enemies_global": {"T5", "M3", "M5"},
    "all_cards_global": {"T2", "M1", "M2", "B1", "T5", "M3", "M5"},
    "self": {"M2"},
}
POKED = ["on_enfeebled", "on_first_enfeebled", "on_first_enhanced", "on_power_threshold"]
"""Triggers that wait for a change of their own card: here a card laid at B2 that reaches up to M2."""


@pytest.fixture(autouse=True, params=[False, True], ids=["plain", "compiled"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test here is made in both forms of the rules."""
    monkeypatch.setattr(played, "COMPILED", request.param)


def card_with(effect: Effect | None, card_id: str = ACTOR, *, is_replace: bool = False) -> Made:
    """A card of power 5 that reaches ahead (E) and up (X) and puts a pawn down (P)."""
    (card,) = small_card(card_id, 5, "E+1+0 X+0+1 P+0-1", is_replace=is_replace)
    if effect is None:
        return {card: ()}
    return {replace(card, effect_ids=(effect.id,)): (effect,)}


def registry(triple: Triple, *, is_replace: bool = False, actor: str = ACTOR) -> list[Made]:
    """The actor with the smallest entry of its triple, read as a registry file is, and what the tests lay beside it."""
    trigger, _scope, _kind = triple
    effect = parse_effects({"acts": entry(*triple)}, "test.json", NAMES)["acts"]
    poke = change(2 if trigger in ("on_first_enhanced", "on_power_threshold") else -1)
    neutral = small_effect("on_play", "self", Operation("replace_ally", mode="neutral"))
    spawn = Operation("spawn_token", token_ids=("T01",) * 3)
    return [
        small_card(OTHER, 5),
        card_with(effect, actor, is_replace=is_replace),
        small_card(POKE, 5, "E+0+1", small_effect("on_play", "all_cards_on_affected_tiles", poke)),
        small_card(SWAP, 1, "", neutral, is_replace=True),
        *(small_card(token, 5) for token in ("T01", "T19", "T20", "T21") if token != actor),
        small_card(MOTHER, 5, "", small_effect("on_play", "owner_empty_tiles", spawn)),
    ]


def fire(ruleset: Ruleset, triple: Triple, **more: str) -> Played:
    """The table after the actor's trigger has come: it is laid, poked from below, replaced, spawned, or it watches.

    It watches you lay a card at B2, or the enemy lose the one at M5 to a replacing card.
    """
    trigger = triple[0]
    made, ground = registry(triple, actor="T01" if trigger == "on_spawned" else ACTOR), GROUND | more
    if trigger == "on_play":
        return small_position(ruleset, made, ground | {"M2": "y1"}).lay("Y", ACTOR, "M2")
    if trigger == "on_spawned":
        return small_position(ruleset, made, ground | {"M2": "y1", "B2": "y1"}).lay("Y", MOTHER, "B2")
    table = small_position(ruleset, made, ground | {"M2": f"y1:{ACTOR}", "B2": "y1"})
    if trigger in POKED:
        return table.lay("Y", POKE, "B2")
    if trigger == "on_card_played":
        return table.lay("Y", OTHER, "B2")
    if trigger == "on_card_destroyed":
        return table.lay("E", SWAP, "M5")
    return table.lay("Y", SWAP, "M2") if trigger == "on_destroy" else table


def newcomers(triple: Triple) -> set[str]:
    """Where cards lie afterwards that came after the trigger, and so were not meant by it."""
    return {"on_destroy": {"M2"}, "on_card_destroyed": {"M5"}}.get(triple[0], set())


def meant(triple: Triple) -> set[str]:
    """The tiles whose cards the triple means; a card laid at B2 is one more ally."""
    trigger, scope, _kind = triple
    is_at_b2 = trigger in (*POKED, "on_spawned", "on_card_played")
    more = {"B2"} if is_at_b2 and scope in ("allies_global", "all_cards_global") else set()
    return MEANT[scope] | more


def check_modify_power(ruleset: Ruleset, triple: Triple) -> None:
    table, trigger = fire(ruleset, triple), triple[0]
    poked = {"M2": 2 if trigger in ("on_first_enhanced", "on_power_threshold") else -1} if trigger in POKED else {}
    raised = meant(triple) - newcomers(triple)
    expected = {tile: 2 * (tile in raised) + poked.get(tile, 0) for tile in table.cards()}
    assert {tile: table.delta(tile) for tile in table.cards()} == expected


def check_aura(ruleset: Ruleset, triple: Triple) -> None:
    table = fire(ruleset, triple)
    expected = {tile: 5 + 2 * (tile in meant(triple) - {"M2"}) for tile in table.cards()}
    assert {tile: table.power(tile) for tile in table.cards()} == expected
    assert all(table.delta(tile) == 0 for tile in expected)


def check_destroy(ruleset: Ruleset, triple: Triple) -> None:
    at_b2 = {"B2"} if triple[0] in (*POKED, "on_spawned", "on_card_played") else set()
    victims = meant(triple) - newcomers(triple)
    if triple[0] == "on_card_destroyed" and victims & {"T5", "M3"}:
        victims = meant(triple)  # the enemy's losses are watched, too, and by then the newcomer lies there
    assert set(fire(ruleset, triple).cards()) == ({*GROUND, "M2"} | at_b2) - victims


def check_replace(ruleset: Ruleset, triple: Triple) -> None:
    made = registry(triple, is_replace=True)
    table = small_position(ruleset, made, GROUND | {"M2": f"y1:{OTHER}"})
    table.state.record.power_delta[table.at("M2").index] = -2
    engine = table.state.engine
    engine.kernel.refresh(table.state.cells, engine.tables, engine.rules, engine.scratch.work)
    table.lay("Y", ACTOR, "M2")
    lowered = MEANT[triple[1]] if triple[1] != "self" else set()
    assert {tile: table.delta(tile) for tile in table.cards()} == {
        tile: -3 * (tile in lowered) for tile in (*GROUND, "M2")
    }
    assert table.card("M2") == f"Card {ACTOR}"


def check_scaling(ruleset: Ruleset, triple: Triple) -> None:
    table = small_position(
        ruleset, registry(triple), GROUND | {"M2": f"y1:{ACTOR}", "B2": "y1", "B5": "e1", "B4": "y1"}
    )
    if triple[0] == "while_in_play":
        table.state.record.power_delta[table.at("T2").index] = 1
        engine = table.state.engine
        engine.kernel.refresh(table.state.cells, engine.tables, engine.rules, engine.scratch.work)
        assert (table.power("M2"), table.scale("M2")) == (6, 0)
    elif triple[0] == "on_card_played":
        assert (table.lay("E", OTHER, "B5").scale("M2"), table.lay("Y", OTHER, "B4").scale("M2")) == (0, 1)
        assert table.power("M2") == 6
    else:
        assert table.lay("Y", SWAP, "B1").scale("M2") == 0
        assert (table.lay("E", SWAP, "M5").scale("M2"), table.power("M2")) == (1, 6)


def check_add_to_hand(ruleset: Ruleset, triple: Triple) -> None:
    table = fire(ruleset, triple)
    assert (table.added("Y"), table.added("E")) == (["Card T01"], [])


def check_spawn(ruleset: Ruleset, triple: Triple) -> None:
    if triple[0] != "on_play":
        spawned = fire(ruleset, triple, T4="y2", B5="e2").cards()
        assert {tile for tile in spawned if tile not in (*GROUND, "M2", "B2")} == {"T4"}
        assert spawned["T4"] == ("Y Card T20" if ruleset.token_by_rank else "Y Card T19")
        return
    table = small_position(ruleset, registry(triple), {"M2": "y1", "T4": "y2", "B5": "e2"}).lay("Y", ACTOR, "M2")
    spawned = {tile: name for tile, name in table.cards().items() if tile != "M2"}
    on_own_pawns = {"T2": "Y Card T19", "B2": "Y Card T19"} if ruleset.order == "pawns_first" else {}
    assert spawned == on_own_pawns | {"T4": "Y Card T20" if ruleset.token_by_rank else "Y Card T19"}


def check_on_spawned(ruleset: Ruleset, triple: Triple) -> None:
    made = registry(triple, actor="T01")
    table = small_position(ruleset, made, {"M2": "y1", "T4": "y2"}).lay("Y", MOTHER, "M2")
    assert (table.delta("T4"), table.power("T4")) == ((0, 5) if ruleset.token_by_rank else (2, 7))


def check_tile_ranks(ruleset: Ruleset, triple: Triple) -> None:
    table = small_position(ruleset, registry(triple), {"M2": "y1"}).lay("Y", ACTOR, "M2")
    assert table.grounds("T2", "B2", "M3", "M1") == "Y2 Y2 N0 N0"


def check_expand(ruleset: Ruleset, triple: Triple) -> None:
    table = small_position(ruleset, registry(triple), {"M2": "y1"}).lay("Y", ACTOR, "M2")
    assert table.grounds("T1", "T2", "T3", "M1", "M3", "B1", "B2", "B3", "M4") == "Y1 Y2 Y1 Y1 Y1 Y1 Y2 Y1 N0"


def check_score(ruleset: Ruleset, triple: Triple) -> None:
    tiles = {"M1": f"y1:{OTHER}", "M2": f"y1:{ACTOR}", "M5": f"e1:{OTHER}", "T5": f"e1:{OTHER}"}
    lanes = small_position(ruleset, registry(triple), tiles).lanes()
    assert lanes[1] == (10, 5, "Y", 10 + (3 if triple[0] == "on_lane_win" else 5))
    assert lanes[0] == (0, 5, "E", 5)


CHECKS = {
    "modify_power": check_modify_power,
    "modify_power_scale": check_scaling,
    "destroy_cards": check_destroy,
    "replace_ally": check_replace,
    "add_to_hand": check_add_to_hand,
    "spawn_token": check_spawn,
    "modify_tile_ranks": check_tile_ranks,
    "expand_positions": check_expand,
    "score_bonus": check_score,
}


@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
@pytest.mark.parametrize("triple", sorted(SUPPORTED_TRIPLES), ids="-".join)
def test_the_effect_happens_exactly(triple: Triple, ruleset: Ruleset) -> None:
    trigger, scope, kind = triple
    if trigger == "while_in_play" and scope in CARD_SCOPES:
        check_aura(ruleset, triple)
    elif (trigger, scope, kind) == ("on_spawned", "self", "modify_power"):
        check_on_spawned(ruleset, triple)
    else:
        CHECKS[kind](ruleset, triple)


def test_every_card_scope_is_told_apart_by_this_table() -> None:
    """Were two scopes to mean the same cards here, one could be played for the other unseen."""
    assert set(MEANT) == {*CARD_SCOPES, "self"}
    assert len({frozenset(tiles) for tiles in MEANT.values()}) == len(MEANT)


@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
def test_without_its_effect_the_actor_changes_nobody(ruleset: Ruleset) -> None:
    made: list[dict[Card, tuple[Effect, ...]]] = [small_card(OTHER, 5), dict(card_with(None))]
    table = small_position(ruleset, made, GROUND | {"M2": "y1"}).lay("Y", ACTOR, "M2")
    assert {table.power(tile) for tile in table.cards()} == {5}
    assert (set(table.cards()), table.grounds("B2", "T2")) == (
        {*GROUND, "M2"},
        f"Y1 {'Y2' if ruleset is SPEC else 'Y1'}",
    )


@pytest.mark.parametrize(
    ("effect", "word"),
    [
        (small_effect("on_destroy", "self", Operation("expand_positions")), "expand_positions"),
        (small_effect("on_sneeze", "self", change(1)), "on_sneeze"),
        (small_effect("on_play", "somewhere", change(1)), "somewhere"),
        (small_effect("on_power_threshold", "self", change(1)), "on_power_threshold"),
        (small_effect("on_play", "self", change(1), at=7), "on_power_threshold"),
        (small_effect("while_in_play", "self", Operation("modify_power_scale", amount_per=1, per="odd")), "'odd'"),
        (small_effect("on_play", "self", Operation("replace_ally", mode="odd")), "'odd'"),
        (small_effect("on_play", "self", Operation("add_to_hand", card_ids=("777",))), "777"),
    ],
    ids=["triple", "trigger", "scope", "no threshold", "threshold", "per", "mode", "card"],
)
def test_004_1_an_effect_that_comes_from_no_file_is_not_silently_passed_over_either(effect: Effect, word: str) -> None:
    made = small_card("001", 1, "", effect)
    with pytest.raises(BrokenFileError, match=word):
        EffectEngine({own.id: own for effects in made.values() for own in effects}, list(made))


def test_004_1_cards_that_come_from_no_file_have_whole_powers_and_an_id_of_their_own() -> None:
    (card,) = small_card("001", 1)
    for cards, word in [([card, replace(card, power=2)], "001"), ([replace(card, power=1.5)], "1.5")]:  # type: ignore[arg-type]
        with pytest.raises(BrokenFileError, match=word):
            EffectEngine({}, cards)
