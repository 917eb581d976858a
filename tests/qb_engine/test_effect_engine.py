"""The effect engine behind its names (002, part 4): small registries drive it, no card is known by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.board_state import BoardState, CardTriggerState
from qb_engine.effect_engine import EffectEngine
from qb_engine.effect_registry_utils import parse_effects
from qb_engine.errors import BrokenFileError, InvalidTextError, UnknownCardError
from qb_engine.models import Card, Effect, Operation
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, scale, small_card, small_effect
from .played import position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
AURA = small_effect("while_in_play", "allies_on_affected_tiles", change(2))
PLAIN = small_card("001", 1)
LAMP = small_card("002", 1, "E+0+1", AURA)


def made(*parts: dict[Card, tuple[Effect, ...]]) -> tuple[list[Card], dict[str, Effect]]:
    cards = [card for part in parts for card in part]
    return cards, {effect.id: effect for part in parts for own in part.values() for effect in own}


@BOTH
def test_a_three_card_registry_drives_the_engine_through_its_names(ruleset: Ruleset) -> None:
    cards, effects = made(PLAIN, LAMP)
    engine = EffectEngine(effects, cards, ruleset)
    board = BoardState(engine.rules_engine)
    board.put_card("Y", "001", 0, 0)
    board.put_card("Y", "002", 1, 0)
    assert [engine.compute_effective_power(board, lane, 0) for lane in range(3)] == [3, 1, 0]


def test_the_shipped_registry_is_the_default_and_is_compiled_once() -> None:
    assert EffectEngine().rules_engine is engine_for(SPEC)
    assert EffectEngine(ruleset=REBIRTH).rules_engine is engine_for(REBIRTH)


def test_the_engine_of_a_board_is_the_one_it_is_played_on() -> None:
    board = BoardState.initial(engine_for(REBIRTH))
    assert EffectEngine.of(board).rules_engine is board.engine


def test_a_board_of_another_engine_is_read_with_this_engines_effects_and_left_alone() -> None:
    cards, effects = made(PLAIN, LAMP)
    board = BoardState(RulesEngine(SPEC, cards, effects, compiled=False))
    board.tile(0, 0).set_pawns("Y", 2)
    board.put_card("Y", "001", 0, 0)
    board.put_card("Y", "002", 1, 0)
    before = board.state_hash
    brighter = {name: replace(effect, operations=(change(5),)) for name, effect in effects.items()}
    assert EffectEngine(brighter, cards).compute_effective_power(board, 0, 0) == 6
    assert EffectEngine(effects, cards).compute_effective_power(board, 0, 0) == 3
    assert board.state_hash == before


def test_a_board_read_by_another_engine_keeps_its_deltas() -> None:
    table = position(SPEC, {"T1": "y2:Elphadunk", "M1": "y1"}).lay("Y", "Capparwire", "M1")
    assert EffectEngine(ruleset=REBIRTH).compute_effective_power(table.state.board, 0, 0) == 3


def test_a_card_that_an_engine_does_not_know_is_an_error_and_never_a_zero() -> None:
    board = BoardState.initial(engine_for(SPEC))
    board.put_card("Y", "145", 0, 0)
    cards, effects = made(PLAIN)
    with pytest.raises(UnknownCardError, match="'145'"):
        EffectEngine(effects, cards).compute_effective_power(board, 0, 0)


@pytest.mark.parametrize(
    ("ruleset", "raised", "under_aura"),
    [(SPEC, "enhanced", "neutral"), (REBIRTH, "enhanced", "enhanced")],
    ids=["spec", "rebirth"],
)
def test_a_card_is_enhanced_by_deltas_and_where_the_rules_say_by_auras(
    ruleset: Ruleset, raised: str, under_aura: str
) -> None:
    table = position(ruleset, {"M1": "y1", "M2": "y1:Levrikon", "B1": "y1:Levrikon"}).lay("Y", "Loveless", "M1")
    engine = EffectEngine.of(table.state.board)
    assert engine.classify(table.state.board, 1, 1) == raised
    lit = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon"}).state.board
    assert EffectEngine.of(lit).classify(lit, 0, 0) == under_aura


@BOTH
def test_a_lowered_card_is_enfeebled_and_an_empty_tile_is_neither(ruleset: Ruleset) -> None:
    board = position(ruleset, {"T1": "y2:Elphadunk", "M1": "y1"}).lay("Y", "Capparwire", "M1").state.board
    engine = EffectEngine.of(board)
    assert [engine.classify(board, lane, 0) for lane in range(3)] == ["enfeebled", "neutral", "neutral"]


def test_each_card_keeps_its_own_deltas_and_trigger_state() -> None:
    table = position(REBIRTH, {"T1": "y1:Elena", "M1": "y1", "T2": "e1:Levrikon", "T3": "e1:Levrikon"})
    assert table.at("T1").trigger_state == CardTriggerState()
    table.lay("Y", "Crystalline Crab", "M1")
    assert table.at("T1").trigger_state == CardTriggerState(first_enhanced_fired=True)
    assert table.at("M1").trigger_state == CardTriggerState()


def test_a_fired_threshold_is_remembered_by_its_value() -> None:
    table = position(REBIRTH, {"M2": "y2:Cloud", "B2": "y1", "T2": "y1"})
    table.lay("Y", "Crystalline Crab", "B2").lay("Y", "Spearhawk", "T2")
    assert table.at("M2").trigger_state.power_thresholds_fired == frozenset({7})


@pytest.mark.parametrize("scope", ["own_pawn_tiles", "owner_empty_tiles", "everybody", ""])
def test_a_scope_that_means_no_cards_is_refused_by_name(scope: str) -> None:
    board = BoardState.initial(engine_for(SPEC))
    with pytest.raises(InvalidTextError, match="a scope that means cards"):
        EffectEngine().resolve_scope(board, scope, "Y", "001", 0, 0)


def test_all_operations_of_one_entry_run_in_their_order() -> None:
    both = small_effect("on_play", "enemies_on_affected_tiles", change(-1), Operation("destroy_cards"))
    dying = small_card("004", 9, "E+1+0", small_effect("on_destroy", "enemies_on_affected_tiles", change(-2)))
    table = small_position(SPEC, [PLAIN, small_card("003", 5, "E+1+0", both), dying], {"M1": "y1", "M2": "e1:004"})
    table.listen().lay("Y", "003", "M1")
    assert [event for event in table.events() if event[1] == "M2"] == [("power", "M2"), ("destroyed", "M2")]
    assert table.power("M1") == 5 - 2


def test_several_entries_of_one_card_all_count() -> None:
    raised = small_effect("while_in_play", "allies_global", change(1))
    two = small_card("003", 1, "E+0+1", AURA, raised)
    table = small_position(SPEC, [PLAIN, two], {"T1": "y1:001", "M1": "y1:003", "B1": "y1:001"})
    assert table.powers("T1", "M1", "B1") == [1 + 2 + 1, 1, 1 + 1]


def test_more_operations_on_a_card_than_the_engine_holds_are_refused_by_name() -> None:
    many = small_card("003", 1, "", *(small_effect("on_play", "self", change(1), change(1)) for _ in range(4)))
    with pytest.raises(BrokenFileError, match="more than 6 operations on one card"):
        small_position(SPEC, [many])


def test_a_second_expansion_on_a_card_is_refused_by_name() -> None:
    twice = small_effect("on_play", "self", *(Operation("expand_positions"),) * 2)
    cards, effects = made(small_card("001", 1, "", twice))
    with pytest.raises(BrokenFileError, match="a card expands its positions once"):
        EffectEngine(effects, cards)


def test_more_cards_than_the_engine_holds_are_refused_by_name() -> None:
    crowd = [small_card(f"{number:03}", 1) for number in range(193)]
    with pytest.raises(BrokenFileError, match="193 cards are more than the 192"):
        small_position(SPEC, crowd)


def test_more_operations_in_all_than_the_engine_holds_are_refused_by_name() -> None:
    effects = [small_effect("on_play", "self", change(1), change(2), change(3)) for _ in range(2)]
    crowd = [small_card(f"{number:03}", 1, "", *effects) for number in range(43)]
    with pytest.raises(BrokenFileError, match="more than 256 operations in all"):
        small_position(SPEC, crowd)


def test_more_cards_than_one_effect_may_make_are_refused_by_name() -> None:
    flood = small_effect("on_play", "self", Operation("add_to_hand", card_ids=("001",) * 5))
    with pytest.raises(BrokenFileError, match="5 cards are more than the 4 that one effect may make"):
        small_position(SPEC, [PLAIN, small_card("002", 1, "", flood)])


def test_a_registry_read_from_json_plays_like_one_made_by_hand() -> None:
    raw = {
        "lamp": {
            "trigger": "while_in_play",
            "scope": "allies_on_affected_tiles",
            "operations": [{"type": "modify_power", "amount": 2}],
        }
    }
    effects = parse_effects(raw, "test.json")
    cards = [replace(next(iter(LAMP)), effect_ids=("lamp",)), *PLAIN]
    board = BoardState(EffectEngine(effects, cards).rules_engine)
    board.put_card("E", "001", 0, 4)
    board.put_card("E", "002", 1, 4)
    assert board.effective_power(0, 4) == 3


def test_scaling_and_auras_are_never_written_into_the_deltas() -> None:
    counts = small_card("003", 3, "", small_effect("while_in_play", "self", scale(2, "enhanced_allies")))
    table = small_position(
        replace(SPEC, classify="net"), [PLAIN, LAMP, counts], {"T1": "y1:001", "M1": "y1:002", "B1": "y1:003"}
    )
    assert table.powers("T1", "B1") == [3, 5]
    assert [(table.delta(tile), table.scale(tile)) for tile in ("T1", "B1")] == [(0, 0), (0, 0)]
