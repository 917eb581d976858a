"""Lane and match scores (000): effective power, winner, points, totals and margin; pure functions."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.effect_engine import EffectEngine, LaneScore
from qb_engine.errors import UnknownCardError
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.scoring import MatchScore, compute_lane_power, compute_match_score

from .naive_table import small_card
from .played import Played, position, small_position

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
SET = [small_card(f"00{power}", power) for power in range(1, 8)]


def table(ruleset: Ruleset, **tiles: str) -> Played:
    return small_position(ruleset, SET, tiles)


@BOTH
def test_a_lane_is_the_sum_of_its_cards_and_the_winner_takes_its_own_power(ruleset: Ruleset) -> None:
    """The spec's first example: 7 against 4."""
    board = table(ruleset, T1="y1:005", T2="y1:002", T4="e1:003", T5="e1:001").state.board
    assert compute_lane_power(board, EffectEngine.of(board), 0) == LaneScore(0, 7, 4, "Y", 7)


@BOTH
def test_the_enemy_wins_a_lane_the_same_way(ruleset: Ruleset) -> None:
    assert table(ruleset, B1="y1:001", B5="e1:006").lanes()[2] == (1, 6, "E", 6)


@BOTH
def test_a_tied_lane_pays_nobody(ruleset: Ruleset) -> None:
    assert table(ruleset, M1="y1:004", M5="e1:004").lanes()[1] == (4, 4, None, 0)


@BOTH
def test_a_lane_without_cards_is_a_tie_at_zero(ruleset: Ruleset) -> None:
    assert table(ruleset).lanes() == [(0, 0, None, 0)] * 3


@BOTH
def test_the_match_is_the_sum_of_the_lanes_won_and_the_margin_is_yours_minus_the_enemys(ruleset: Ruleset) -> None:
    score = table(ruleset, T1="y1:007", T5="e1:002", M1="y1:001", M5="e1:004", B1="y1:003").state.score()
    assert score == MatchScore(
        (LaneScore(0, 7, 2, "Y", 7), LaneScore(1, 1, 4, "E", 4), LaneScore(2, 3, 0, "Y", 3)), 10, 4, "Y", 6
    )


@BOTH
def test_equal_totals_are_a_tie(ruleset: Ruleset) -> None:
    score = table(ruleset, T1="y1:005", M5="e1:005").state.score()
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (5, 5, None, 0)


@BOTH
def test_the_enemy_wins_the_match_with_more_points(ruleset: Ruleset) -> None:
    score = table(ruleset, T1="y1:001", M5="e1:005").state.score()
    assert (score.winner, score.margin) == ("E", -4)


@BOTH
def test_lane_power_is_effective_power_auras_included(ruleset: Ruleset) -> None:
    played = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon"})
    assert played.lanes()[0] == (4, 0, "Y", 4)


@BOTH
def test_a_side_with_negative_power_loses_to_an_empty_lane_and_points_may_be_negative(ruleset: Ruleset) -> None:
    played = table(ruleset, M1="y1:001", B1="y1:002", B5="e1:002")
    played.state.record.power_delta[5] = -3
    assert played.lanes()[1] == (-2, 0, "E", 0)
    played.state.record.power_delta[10] = -3
    played.state.record.power_delta[14] = -5
    assert played.lanes()[2] == (-1, -3, "Y", -1)


@BOTH
def test_scoring_never_mutates(ruleset: Ruleset) -> None:
    played = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon", "M5": "e3:Ifrit"})
    before = (played.state.state_hash, played.snapshot())
    board = played.state.board
    for engine in (EffectEngine.of(board), EffectEngine(ruleset=SPEC), EffectEngine(ruleset=REBIRTH)):
        compute_match_score(board, engine)
        compute_lane_power(board, engine, 1)
    played.state.score()
    assert (played.state.state_hash, played.snapshot()) == before


def test_a_board_is_scored_by_the_engine_it_is_given() -> None:
    tiles = {"T1": "y2:Ogre", "T5": "e2:Elphadunk", "M1": "y1:Ultimate Party Animal"}
    board = position(SPEC, tiles).state.board
    assert compute_match_score(board).total_you == 5 + 1
    assert compute_match_score(board, EffectEngine(ruleset=REBIRTH)).total_you == 9 + 1


def test_an_error_inside_scoring_surfaces() -> None:
    board = position(SPEC, {"T1": "y2:Ogre"}).state.board
    stranger = small_position(SPEC, SET).engine
    with pytest.raises(UnknownCardError):
        compute_match_score(board, EffectEngine.of(BoardState(stranger)))


@BOTH
def test_the_kernels_own_score_is_the_faces(ruleset: Ruleset) -> None:
    tiles = {"T1": "y2:Ogre", "T5": "e2:Elphadunk", "M1": "y1:Ultimate Party Animal", "M5": "e1:Tifa", "B5": "e1:Tifa"}
    played = position(ruleset, tiles)
    engine, score = played.engine, played.state.score()
    engine.kernel.score(played.state.cells, engine.tables, engine.rules, engine.work)
    work = engine.seen(engine.work)
    assert list(work.total) == [score.total_you, score.total_enemy]
    assert [list(work.lane_power[side]) for side in range(2)] == [
        [lane.power_you for lane in score.lanes],
        [lane.power_enemy for lane in score.lanes],
    ]
    assert list(work.lane_points) == [lane.lane_points for lane in score.lanes]
    assert ["YEN"[winner] for winner in work.lane_winner] == [lane.winner or "N" for lane in score.lanes]
