"""Turns, hands and mulligans: a test for each sentence of the fine print, 17 to 20."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from qb_engine.game_state import GameState, Outcome
from qb_engine.moves import Side
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, small_card, small_effect
from .played import position, small_position
from .scenes import scene

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
DECK = ["001", "002", "004", "005", "007", "008", "010", "011", "013", "026", "031", "040", "057", "051", "083"]
EVERY_TILE = [f"{lane}{column}" for lane in "TMB" for column in range(1, 6)]
FULL = dict.fromkeys(EVERY_TILE, "y1:007")


def game(ruleset: Ruleset, seed: int = 5, first_player: Side | None = None) -> GameState:
    return GameState(DECK, DECK, seed=seed, ruleset=ruleset, first_player=first_player)


# 17


def test_17_the_full_board_test_is_made_only_after_a_play() -> None:
    assert not scene("spec", tiles=FULL)["game_over"]
    assert not scene("spec", ["Y pass"], tiles=FULL)["game_over"]
    assert scene("spec", ["Y 051@M3"], tiles=FULL)["game_over"]
    assert scene("spec", ["Y 001@M3"], tiles=FULL | {"M3": "y1"})["game_over"]
    assert not scene("rebirth", ["Y 001@M3"], tiles=FULL | {"M3": "y1"})["game_over"]


def test_17_a_board_that_is_no_longer_full_when_the_play_has_come_to_rest_goes_on() -> None:
    frail = small_card("001", 1, "", small_effect("on_play", "self", change(-1)))
    plain = small_card("002", 5)
    rules = replace(SPEC, zero_power_destroys=True, aura_can_destroy=True)
    tiles = dict.fromkeys(EVERY_TILE, "y1:002") | {"M3": "y1"}
    table = small_position(rules, [frail, plain], tiles)
    assert not table.lay("Y", "001", "M3").state.is_over
    assert table.lay("Y", "002", "M3").state.is_over
    assert table.state.outcome == Outcome("full_board", "Y")


@BOTH
def test_17_ending_a_turn_starts_the_next_one_draw_included(ruleset: Ruleset) -> None:
    state = game(ruleset)
    sizes = []
    for side in ("Y", "E", "Y", "E"):
        assert state.side_to_act == side
        sizes.append(len(state.hand(side)))
        move = state.legal_moves(side)[0]
        index = state.hand(side).index_of(move.card_id)
        assert index is not None
        state.play_card_from_hand(side, index, move.lane_index, move.col_index)
        state.end_turn()
    assert sizes == [5, 5, 5, 5]


@BOTH
def test_17_a_side_whose_first_turn_was_a_pass_still_draws_on_its_second(ruleset: Ruleset) -> None:
    hands = {"Y": ["001"], "E": ["001", "007"]}
    decks = {"Y": ["002", "004"], "E": ["005"]}
    report = scene(ruleset.name, ["Y pass", "E 001@M5"], hands=hands, decks=decks, free_turns=False)
    assert report["hands"] == {"Y": ["001", "002"], "E": ["007"]}


@BOTH
def test_17_a_game_that_is_over_draws_nothing(ruleset: Ruleset) -> None:
    hands = {"Y": ["001"], "E": ["001"]}
    decks = {"Y": ["002", "004"], "E": ["005", "007"]}
    moves = ["Y 001@M1", "E pass", "Y pass"]
    report = scene(ruleset.name, moves, hands=hands, decks=decks, free_turns=False)
    assert (report["game_over"], report["hands"]) == (True, {"Y": ["002"], "E": ["001"]})


@BOTH
def test_17_a_side_without_a_legal_move_passes_like_any_other_and_the_engine_never_passes_by_itself(
    ruleset: Ruleset,
) -> None:
    fields: dict[str, Any] = {"hands": {"Y": [], "E": []}, "free_turns": False}
    report = scene(ruleset.name, **fields)
    assert (report["side_to_act"], report["legal_moves"]["Y"], report["game_over"]) == ("Y", [], False)
    assert scene(ruleset.name, ["Y pass"], **fields)["side_to_act"] == "E"


# 18


@BOTH
def test_18_draws_and_added_cards_go_to_the_end_of_the_hand(ruleset: Ruleset) -> None:
    hands = {"Y": ["010", "001"], "E": ["001"]}
    moves = ["Y 010@M1", "E 001@M5"]
    report = scene(ruleset.name, moves, hands=hands, decks={"Y": ["002"]}, free_turns=False)
    assert report["hands"]["Y"] == ["001", "T01", "002"]


@BOTH
def test_18_playing_a_card_takes_the_first_equal_one(ruleset: Ruleset) -> None:
    report = scene(ruleset.name, ["Y 001@M1"], hands={"Y": ["007", "001", "008", "001"], "E": []})
    assert report["hands"]["Y"] == ["007", "008", "001"]


@BOTH
def test_18_a_card_that_adds_several_adds_them_in_the_order_of_its_data(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y2", "T2": "y2"})
    assert table.lay("Y", "Don Corneo & Abzu", "M2").added("Y") == ["Cacneo", "Donberry"]


@BOTH
def test_18_victims_of_one_batch_add_in_row_major_order_for_both_sides(ruleset: Ruleset) -> None:
    """Vincent above and Amalgam below are destroyed at once; TOP comes first whoever owns them."""
    killers: list[tuple[Side, str, Side, str]] = [("Y", "y", "E", "e"), ("E", "e", "Y", "y")]
    for killer, its, owner, theirs in killers:
        tiles = {"T3": f"{theirs}1:Vincent", "B3": f"{theirs}1:Amalgam", "M3": f"{its}3"}
        table = position(ruleset, tiles).lay(killer, "Sephiroth", "M3")
        assert table.added(owner) == ["Galian Beast", "Resurrected Amalgam"]


@BOTH
def test_18_row_major_goes_from_the_first_column_to_the_last_also_for_the_enemy(ruleset: Ruleset) -> None:
    storm = small_card("001", 5, "", small_effect("on_play", "enemies_in_lane", change(-1)))
    plain = small_card("002", 5)
    sides: list[tuple[Side, str, str]] = [("Y", "y", "e"), ("E", "e", "y")]
    for side, own, others in sides:
        tiles = {"M3": f"{own}1", "M1": f"{others}1:002", "M5": f"{others}1:002", "M2": f"{others}1:002"}
        table = small_position(ruleset, [storm, plain], tiles).listen().lay(side, "001", "M3")
        assert [tile for event, tile in table.events() if event == "power"] == ["M1", "M2", "M5"]


# 19


@BOTH
def test_19_watchers_see_a_replaced_card(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Levrikon", "T1": "y2:Tonberry King", "T5": "e1:Death Claw"}
    table = position(ruleset, tiles).lay("Y", "Gigantoad", "M1")
    assert (table.scale("T1"), table.scale("T5")) == (2, 1)


@pytest.mark.parametrize(("ruleset", "grounds"), [(SPEC, "N0 Y1"), (REBIRTH, "Y1 Y2")], ids=["spec", "rebirth"])
def test_19_under_retract_a_replaced_cards_pawns_go_too(ruleset: Ruleset, grounds: str) -> None:
    """The officer's pawns to B2 and to the right; the toad makes its own to the right."""
    table = position(ruleset, {"M2": "y1"}).lay("Y", "Security Officer", "M2").lay("Y", "Gigantoad", "M2")
    assert table.grounds("B2", "M3") == grounds


# 20


@BOTH
@pytest.mark.parametrize("indices", [[], [0], [2, 4], [4, 0, 2], [0, 1, 2, 3, 4]])
def test_20_a_mulligan_keeps_the_kept_cards_in_order_and_new_ones_follow(ruleset: Ruleset, indices: list[int]) -> None:
    for way in ("shuffle_in", "bottom"):
        state = game(replace(ruleset, mulligan_return=way))
        before = state.hand("Y").card_ids
        everything = Counter(before) + Counter(state.deck("Y"))
        state.mulligan("Y", indices)
        kept = [card for place, card in enumerate(before) if place not in indices]
        assert list(state.hand("Y").card_ids[: len(kept)]) == kept
        assert len(state.hand("Y")) == 5
        assert Counter(state.hand("Y").card_ids) + Counter(state.deck("Y")) == everything


def test_20_shuffle_in_puts_the_returned_cards_back_before_the_replacements_are_drawn() -> None:
    """So a returned card can come back at once, in some game."""
    redrawn = 0
    for seed in range(40):
        state = game(SPEC, seed)
        returned = state.hand("Y")[0]
        state.mulligan("Y", [0])
        redrawn += state.hand("Y")[4] == returned
    assert 0 < redrawn < 40


def test_20_bottom_draws_the_replacements_first_and_puts_the_returned_cards_under_the_deck() -> None:
    for seed in range(10):
        state = game(replace(SPEC, mulligan_return="bottom"), seed)
        hand, deck = state.hand("Y").card_ids, state.deck("Y")
        state.mulligan("Y", [1, 3])
        assert state.hand("Y").card_ids == (hand[0], hand[2], hand[4], *deck[:2])
        assert state.deck("Y")[:-2] == deck[2:]
        assert Counter(state.deck("Y")[-2:]) == Counter([hand[1], hand[3]])


@pytest.mark.parametrize(("given", "first"), [("Y", "Y"), ("E", "E"), ("given", "Y")])
def test_20_first_player_is_the_rulesets_default_and_a_game_may_state_another(given: str, first: str) -> None:
    rules = replace(SPEC, first_player=given)
    assert game(rules).side_to_act == first
    for side in ("Y", "E"):
        assert game(rules, first_player=side).side_to_act == side
        assert scene(rules.name, free_turns=False, first_player=side)["side_to_act"] == side


def test_20_a_seeded_first_player_is_decided_by_the_seed_alone() -> None:
    rules = replace(SPEC, first_player="seeded")
    firsts = [game(rules, seed).side_to_act for seed in range(20)]
    assert set(firsts) == {"Y", "E"}
    assert firsts == [game(rules, seed).side_to_act for seed in range(20)]
