"""Effective power = base + power_delta + scale_delta + while-in-play scaling + auras (the same in both, 8)."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import shipped
from qb_engine.effect_engine import EffectEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, scale, small_card, small_effect
from .played import position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


@BOTH
def test_a_lone_card_has_its_printed_power(ruleset: Ruleset) -> None:
    engine = position(ruleset).engine
    for card in shipped().cards:
        board = BoardState.initial(engine)
        board.put_card("Y", card.id, 1, 0)
        assert board.effective_power(1, 0) == card.power, card.name


@BOTH
def test_an_empty_tile_has_power_zero(ruleset: Ruleset) -> None:
    board = position(ruleset).state.board
    assert board.effective_power(1, 1) == 0
    assert EffectEngine.of(board).compute_effective_power(board, 1, 1) == 0


@BOTH
def test_all_five_parts_add_up(ruleset: Ruleset) -> None:
    """Base 3, +2 by an on_play, +1 for a play watched, +4 for two enhanced allies, +5 by an aura."""
    everything = small_card(
        "001",
        3,
        "",
        small_effect("on_card_played", "self", scale(1, "played_ally")),
        small_effect("while_in_play", "self", scale(2, "enhanced_allies")),
    )
    raises = small_card("002", 1, "", small_effect("on_play", "allies_global", change(2)))
    lamp = small_card("003", 1, "E+0-1", small_effect("while_in_play", "allies_on_affected_tiles", change(5)))
    tiles = {"M3": "y1:001", "T3": "y1:003", "M1": "y1"}
    table = small_position(ruleset, [everything, raises, lamp], tiles).lay("Y", "002", "M1")
    parts = (table.delta("M3"), table.scale("M3"))
    assert parts == (2, 1)
    assert table.power("M3") == 3 + 2 + 1 + 2 * 2 + 5


@BOTH
def test_the_board_the_tile_and_the_effect_engine_say_the_same(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon", "B1": "y3:Ifrit"})
    board = table.state.board
    engine = EffectEngine.of(board)
    for tile in board.tiles:
        place = divmod(tile.index, 5)
        assert tile.power == board.effective_power(*place) == engine.compute_effective_power(board, *place)


@BOTH
def test_asking_for_power_changes_nothing(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon"})
    before = (table.state.state_hash, table.snapshot())
    table.state.board.effective_power(0, 0)
    EffectEngine(ruleset=REBIRTH).compute_effective_power(table.state.board, 0, 0)
    assert (table.state.state_hash, table.snapshot()) == before


@BOTH
def test_power_may_be_negative_where_the_rules_let_a_card_live(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y3", "M3": "e1:Levrikon"}).lay("Y", "Barret", "M1")
    if ruleset is SPEC:
        assert table.power("M3") == 2 - 8
    else:
        assert table.card("M3") is None


@BOTH
def test_a_written_delta_counts(ruleset: Ruleset) -> None:
    board = position(ruleset, {"T1": "y1:Levrikon"}).state.board
    board.record.power_delta[0] = 3
    board.record.scale_delta[0] = 1
    assert board.effective_power(0, 0) == 2 + 3 + 1
