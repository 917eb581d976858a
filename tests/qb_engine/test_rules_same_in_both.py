"""What is the same in both rulesets, 1 to 14: a test for each sentence that no other file names."""

from __future__ import annotations

import json

import pytest

from qb_engine.board_state import BoardState
from qb_engine.effect_registry_utils import parse_effects
from qb_engine.errors import IllegalActionError, InvalidDataError, Refusal
from qb_engine.game_state import GameState
from qb_engine.models import Operation
from qb_engine.moves import Side
from qb_engine.projection import overlay
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, small_card, small_effect
from .played import position, small_position
from .scenes import scene

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
DECK = ["001", "002", "004", "005", "007", "008", "010", "011", "013", "026", "031", "040", "057", "051", "083"]


def game(ruleset: Ruleset, seed: int = 5) -> GameState:
    return GameState(DECK, DECK, seed=seed, ruleset=ruleset)


def play_first(state: GameState, side: Side) -> None:
    move = state.legal_moves(side)[0]
    index = state.hand(side).index_of(move.card_id)
    assert index is not None
    state.play_card_from_hand(side, index, move.lane_index, move.col_index)


@BOTH
def test_1_the_start_is_column_one_yours_column_five_the_enemys_and_the_rest_neutral(ruleset: Ruleset) -> None:
    assert str(game(ruleset).board) == "\n".join(f"{lane}  Y1  N0  N0  N0  E1" for lane in ("TOP", "MID", "BOT"))


@BOTH
def test_1_rank_clamps_at_three_at_each_application(ruleset: Ruleset) -> None:
    """Two pawns on rank 2 give 3, and so does one more."""
    table = position(ruleset, {"T1": "y2", "B1": "y1", "M1": "y1"}).lay("Y", "Twin Brain", "B1")
    assert table.ground("T1") == "Y3"
    assert table.lay("Y", "Security Officer", "M1").ground("T1") == "Y3"


@BOTH
def test_2_patterns_point_forward_and_up_and_the_enemys_is_mirrored_in_columns_only(ruleset: Ruleset) -> None:
    board = BoardState.initial(engine_for(ruleset))
    forward_and_up = "129"
    assert overlay(board, "Y", forward_and_up, 2, 2).splitlines() == [
        "TOP  . . E . .",
        "MID  . E P . .",
        "BOT  . . W P .",
    ]
    assert overlay(board, "E", forward_and_up, 2, 2).splitlines() == [
        "TOP  . . E . .",
        "MID  . . P E .",
        "BOT  . P W . .",
    ]


@BOTH
def test_3_laying_a_card_consumes_no_pawns(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y3"}).lay("Y", "Landworm", "M1")
    assert table.ground("M1") == "Y3"


@BOTH
def test_4_a_pawn_makes_a_neutral_tile_yours_and_adds_to_your_own(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1", "T1": "y1"}).lay("Y", "Security Officer", "M1")
    assert table.grounds("M2", "T1", "B1") == "Y1 Y2 Y1"


@BOTH
def test_5_every_card_on_the_board_is_an_instance_of_its_own(ruleset: Ruleset) -> None:
    tiles = {"T1": "y1:Levrikon", "B1": "y1:Levrikon", "M1": "y1"}
    table = position(ruleset, tiles).lay("Y", "Loveless", "M1")
    assert table.powers("T1", "B1") == [3, 3]
    one = position(ruleset, {"T1": "y1:Levrikon", "B3": "y1:Levrikon", "M1": "y1"}).lay("Y", "Loveless", "M1")
    assert one.powers("T1", "B3") == [3, 2]
    assert one.at("T1").uid != one.at("B3").uid


@BOTH
def test_5_ally_and_enemy_are_relative_to_the_owner_of_the_source_not_to_the_tile(ruleset: Ruleset) -> None:
    """Your card stands on a tile whose pawns became the enemy's, where the rules allow that; it stays yours."""
    tiles = {"M1": "y2:Aerith", "M2": "y1:Levrikon", "M3": "e1"}
    table = position(ruleset, tiles).lay("E", "Security Officer", "M3")
    assert (table.at("M2").owner, table.at("M2").card_owner, table.power("M2")) == ("Y", "Y", 2 + 3)


@BOTH
def test_9_destruction_repeats_until_nothing_changes(ruleset: Ruleset) -> None:
    """A chain of last words: each death lowers the next card."""
    bomb = small_card("001", 1, "E+1+0", small_effect("on_destroy", "all_cards_on_affected_tiles", change(-1)))
    kill = small_card(
        "002", 9, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", Operation("destroy_cards"))
    )
    tiles = {"M1": "y1", "M2": "y1:001", "M3": "y1:001", "M4": "y1:001", "M5": "y1:002"}
    table = small_position(ruleset, [bomb, kill], tiles).lay("Y", "002", "M1")
    if ruleset is REBIRTH:
        assert table.cards() == {"M1": "Y Card 002", "M5": "Y Card 002"}
        assert table.power("M5") == 8
    else:
        assert table.power("M3") == 0


def test_9_the_first_time_flag_is_set_before_the_trigger_runs() -> None:
    """Two cards that enfeeble each other answer once each and come to rest."""
    touchy = small_card(
        "001", 9, "E+1+0", small_effect("on_first_enfeebled", "all_cards_on_affected_tiles", change(-1))
    )
    start = small_card("002", 5, "E+0-1", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
    tiles = {"M2": "y1:001", "M3": "e1:001", "T2": "y1"}
    for ruleset in (SPEC, REBIRTH):
        table = small_position(ruleset, [touchy, start], tiles).lay("Y", "002", "T2")
        assert table.powers("M2", "M3") == [7, 8]


def test_11_a_name_that_resolves_to_nothing_is_an_error_when_the_registry_loads() -> None:
    raw = {
        "brings": {
            "trigger": "on_play",
            "scope": "self",
            "operations": [{"type": "add_to_hand", "cards": ["Mandragora Minion"]}],
        }
    }
    assert parse_effects(raw, "test.json")["brings"].operations[0].card_ids == ("T01",)
    raw["brings"]["operations"] = [{"type": "add_to_hand", "cards": ["Nobody"]}]
    with pytest.raises(InvalidDataError, match="Nobody"):
        parse_effects(raw, "test.json")


@BOTH
def test_13_the_first_draw_is_skipped_for_each_side_and_later_ones_are_made(ruleset: Ruleset) -> None:
    state = game(ruleset)
    hands = []
    for side in ("Y", "E", "Y", "E"):
        hands.append(len(state.hand(side)))
        play_first(state, side)
        state.end_turn()
    assert hands == [5, 5, 5, 5]
    assert [len(state.deck(side)) for side in ("Y", "E")] == [8, 9]


@BOTH
def test_13_an_empty_deck_is_safe(ruleset: Ruleset) -> None:
    hands, moves = {"Y": ["001", "007"], "E": ["001"]}, ["Y 001@M1", "E 001@M5"]
    report = scene(ruleset.name, moves, hands=hands, decks={"Y": [], "E": []}, free_turns=False)
    assert report["hands"] == {"Y": ["007"], "E": []}


@BOTH
def test_13_playing_does_not_end_the_turn_and_ending_it_changes_the_side(ruleset: Ruleset) -> None:
    state = game(ruleset)
    play_first(state, "Y")
    assert (state.side_to_act, state.turn) == ("Y", 1)
    state.end_turn()
    assert (state.side_to_act, state.turn) == ("E", 2)


@BOTH
def test_13_a_pass_is_a_pass_and_an_end_of_turn(ruleset: Ruleset) -> None:
    state = game(ruleset)
    state.pass_turn("Y")
    assert (state.side_to_act, state.turn, state.is_over) == ("E", 2, False)
    state.pass_turn("E")
    assert (state.side_to_act, state.is_over) == (None, True)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winner) == ("two_passes", None)


@BOTH
def test_13_two_draws_or_two_plays_in_one_turn_are_refused(ruleset: Ruleset) -> None:
    state = game(ruleset)
    with pytest.raises(IllegalActionError) as drew:
        state.draw("Y")
    assert drew.value.refusal is Refusal.ALREADY_DREW
    play_first(state, "Y")
    with pytest.raises(IllegalActionError) as played:
        play_first(state, "Y")
    assert played.value.refusal is Refusal.ALREADY_PLAYED
    with pytest.raises(IllegalActionError) as passed:
        state.pass_turn("Y")
    assert passed.value.refusal is Refusal.ALREADY_PLAYED


@BOTH
def test_13_a_draw_that_has_not_been_made_takes_the_next_card_once(ruleset: Ruleset) -> None:
    state = GameState.on(engine_for(ruleset))
    state.write_hand("Y", ["001"])
    state.write_deck("Y", ["007", "008"])
    state.draw("Y")
    assert (state.hand("Y").card_ids, state.deck("Y")) == (("001", "007"), ("008",))
    with pytest.raises(IllegalActionError) as twice:
        state.draw("Y")
    assert twice.value.refusal is Refusal.ALREADY_DREW


@BOTH
def test_13_one_mulligan_of_any_subset_before_a_sides_first_turn(ruleset: Ruleset) -> None:
    state = game(ruleset)
    state.mulligan("E", [1])
    state.mulligan("Y", [])
    for side in ("Y", "E"):
        with pytest.raises(IllegalActionError) as twice:
            state.mulligan(side, [0])
        assert twice.value.refusal is Refusal.MULLIGAN_DONE


@BOTH
def test_13_a_mulligan_after_the_sides_first_turn_is_refused(ruleset: Ruleset) -> None:
    state = game(ruleset)
    play_first(state, "Y")
    with pytest.raises(IllegalActionError) as late:
        state.mulligan("Y", [0])
    assert late.value.refusal is Refusal.MULLIGAN_LATE
    state.end_turn()
    state.mulligan("E", [0])
    state.pass_turn("E")
    with pytest.raises(IllegalActionError):
        state.mulligan("Y", [0])


@BOTH
def test_13_a_mulligan_may_name_only_places_of_the_hand_each_once(ruleset: Ruleset) -> None:
    for indices in ([0, 0], [5], [-1], [0, 9]):
        state = game(ruleset)
        before = state.state_hash
        with pytest.raises(IllegalActionError) as caught:
            state.mulligan("Y", indices)
        assert caught.value.refusal is Refusal.MULLIGAN_INDICES
        assert state.state_hash == before


@BOTH
def test_14_the_seed_and_the_deck_are_in_the_game_and_never_in_a_scenarios_report(ruleset: Ruleset) -> None:
    hands, decks = {"Y": ["001"], "E": ["007"]}, {"Y": ["145"], "E": ["144"]}
    text = json.dumps(scene(ruleset.name, hands=hands, decks=decks, free_turns=False))
    assert not any(word in text for word in ("145", "144", "seed", "deck"))


@BOTH
def test_14_the_same_seed_deals_the_same_cards_and_another_seed_others(ruleset: Ruleset) -> None:
    def dealt(seed: int) -> tuple[object, ...]:
        state = game(ruleset, seed)
        return state.hand("Y"), state.hand("E"), state.deck("Y"), state.deck("E")

    assert dealt(1) == dealt(1)
    assert len({dealt(seed) for seed in range(20)}) == 20
