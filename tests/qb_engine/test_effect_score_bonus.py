"""Score modifiers (000, part 4): flat bonuses of a won lane, and the loser's power carried over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qb_engine.effect_engine import EffectEngine, LaneScore
from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.scoring import compute_lane_power

from .naive_table import small_card, small_effect
from .played import Played, position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
WINS = small_effect("on_lane_win", "lane_owner", Operation("score_bonus", amount=3))
CARRIES = small_effect("on_round_end", "lane_owner", Operation("score_bonus", mode="lane_min_transfer"))
NUMBERS = [small_card(f"00{power}", power) for power in range(1, 10)]
BONUS = small_card("010", 1, "", WINS)
CARRY = small_card("011", 1, "", CARRIES)
TWICE = small_card("012", 1, "", WINS, WINS)
SET = [*NUMBERS, BONUS, CARRY, TWICE]


def table(ruleset: Ruleset, **tiles: str) -> Played:
    return small_position(ruleset, SET, tiles)


@BOTH
def test_each_winner_side_card_of_the_lane_adds_its_amount(ruleset: Ruleset) -> None:
    """The spec's second example: 7 against 4 with two bonuses of 3 pays 13."""
    played = table(ruleset, T1="y1:005", T2="y1:010", T3="y1:010", T5="e1:004")
    assert played.lanes()[0] == (7, 4, "Y", 13)


@BOTH
def test_the_losers_bonus_does_nothing(ruleset: Ruleset) -> None:
    assert table(ruleset, M1="y1:005", M5="e1:010").lanes()[1] == (5, 1, "Y", 5)


@BOTH
def test_a_bonus_in_another_lane_does_nothing_here(ruleset: Ruleset) -> None:
    assert table(ruleset, M1="y1:005", T1="y1:010").lanes() == [(1, 0, "Y", 4), (5, 0, "Y", 5), (0, 0, None, 0)]


@BOTH
def test_a_tied_lane_pays_no_bonus(ruleset: Ruleset) -> None:
    assert table(ruleset, M1="y1:010", M5="e1:010").lanes()[1] == (1, 1, None, 0)


@BOTH
def test_several_bonuses_of_one_card_add_up(ruleset: Ruleset) -> None:
    assert table(ruleset, M5="e1:012").lanes()[1] == (0, 1, "E", 7)


@BOTH
def test_the_bonus_is_the_owners_whoever_owns_the_tile(ruleset: Ruleset) -> None:
    played = table(ruleset, M1="y1:005", M5="e1:009", M4="e1:010")
    score = played.state.score()
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (0, 13, "E", -13)


@pytest.mark.parametrize(
    ("enemys", "points"),
    [({"T5": "e1:011", "T4": "e1:008"}, 9 + 5), ({"T5": "e1:011", "T4": "e1:007", "T3": "e1:011"}, 9 + 10)],
)
def test_own_lane_stack_adds_the_lower_power_once_per_winner_side_card(enemys: dict[str, str], points: int) -> None:
    """The spec's third example: 5 against 9, lower 5, with one such card and with two."""
    assert small_position(SPEC, SET, {"T1": "y1:005", **enemys}).lanes()[0] == (5, 9, "E", points)


def test_own_lane_stack_ignores_the_losers_card_and_cards_in_other_lanes() -> None:
    assert table(SPEC, T1="y1:005", T5="e1:011").lanes()[0] == (5, 1, "Y", 5)
    assert table(SPEC, T1="y1:005", T5="e1:004", B1="y1:011").lanes()[0] == (5, 4, "Y", 5)


@BOTH
def test_a_tied_lane_carries_nothing(ruleset: Ruleset) -> None:
    assert table(ruleset, M1="y1:011", M5="e1:001").lanes()[1] == (1, 1, None, 0)


def test_own_lane_stack_does_not_clamp_a_negative_lower() -> None:
    played = small_position(SPEC, SET, {"M1": "y1:011", "M5": "e1:001"})
    played.state.record.power_delta[played.at("M5").index] = -4
    assert played.lanes()[1] == (1, -3, "Y", 1 - 3)


@pytest.mark.parametrize("holder", ["y1:011", "e1:011"])
def test_all_lanes_once_carries_in_every_lane_that_has_a_winner_whoever_has_the_card(holder: str) -> None:
    tiles = {"T1": "y1:005", "T5": "e1:004", "M1": "y1:004", "M5": "e1:009", "B1": "y1:001", "B5": "e1:001"}
    played = small_position(REBIRTH, SET, tiles | {"B3": holder})
    lanes = played.lanes()
    assert lanes[:2] == [(5, 4, "Y", 9), (4, 9, "E", 13)]
    loser = min(lanes[2][0], lanes[2][1])
    assert lanes[2][3] == max(lanes[2][0], lanes[2][1]) + loser


def test_all_lanes_once_does_not_stack() -> None:
    tiles = {"T1": "y1:005", "T5": "e1:004", "M1": "y1:011", "M2": "y1:011", "M5": "e1:011"}
    assert small_position(REBIRTH, SET, tiles).lanes()[0] == (5, 4, "Y", 9)


def test_the_real_card_that_carries_follows_the_ruleset() -> None:
    tiles = {"T1": "y2:Ogre", "T5": "e2:Elphadunk", "M1": "y1:Ultimate Party Animal"}
    assert position(SPEC, tiles).lanes()[0] == (5, 4, "Y", 5)
    assert position(REBIRTH, tiles).lanes()[0] == (5, 4, "Y", 9)
    turned = replace(REBIRTH, min_transfer="own_lane_stack")
    assert position(turned, tiles).lanes()[0] == (5, 4, "Y", 5)


@BOTH
def test_both_bonuses_of_one_lane_add_up(ruleset: Ruleset) -> None:
    played = table(ruleset, T1="y1:005", T2="y1:010", T3="y1:011", T5="e1:004")
    assert played.lanes()[0] == (7, 4, "Y", 7 + 3 + 4)


@BOTH
def test_apply_score_modifiers_changes_lane_points_only_in_place_and_answers_with_the_lanes(ruleset: Ruleset) -> None:
    board = table(ruleset, T1="y1:005", T2="y1:010", T5="e1:004").state.board
    engine = EffectEngine.of(board)
    lanes = [compute_lane_power(board, engine, lane) for lane in range(3)]
    before = board.state_hash
    assert lanes == [LaneScore(0, 6, 4, "Y", 6), LaneScore(1, 0, 0, None, 0), LaneScore(2, 0, 0, None, 0)]
    changed = engine.apply_score_modifiers(board, lanes)
    assert lanes == [LaneScore(0, 6, 4, "Y", 9), LaneScore(1, 0, 0, None, 0), LaneScore(2, 0, 0, None, 0)]
    assert changed == lanes
    assert board.state_hash == before


def test_apply_score_modifiers_takes_a_third_argument_as_the_spec_has_it() -> None:
    played = table(SPEC, T1="y1:010")
    board, engine = played.state.board, EffectEngine.of(played.state.board)
    bare, with_game = ([compute_lane_power(board, engine, lane) for lane in range(3)] for _way in range(2))
    engine.apply_score_modifiers(board, bare)
    engine.apply_score_modifiers(board, with_game, played.state)
    assert with_game == bare


@BOTH
@pytest.mark.parametrize("trigger", ["on_lane_win", "on_round_end"])
@pytest.mark.parametrize(("bonus", "points"), [({"amount": 3}, 6 + 3), ({"mode": "lane_min_transfer"}, 6 + 4)])
def test_7_flat_points_and_transfers_are_paid_at_either_moment(
    ruleset: Ruleset, trigger: str, bonus: dict[str, Any], points: int
) -> None:
    pays = small_card("010", 1, "", small_effect(trigger, "lane_owner", Operation("score_bonus", **bonus)))
    played = small_position(
        ruleset, [small_card("005", 5), small_card("004", 4), pays], {"T1": "y1:005", "T2": "y1:010", "T5": "e1:004"}
    )
    assert played.lanes()[0] == (6, 4, "Y", points)
