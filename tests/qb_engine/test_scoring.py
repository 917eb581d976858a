"""Lane and match scores (000): effective power, winner, points, totals and margin; pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields, replace

import pytest

from qb_engine.board_state import BoardState
from qb_engine.effect_engine import EffectEngine, LaneScore
from qb_engine.errors import UnknownCardError
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.scoring import MatchScore, compute_lane_power, compute_match_score
from support.qb_games import RandomGame

from .naive_table import small_card
from .played import Played, position, small_position

pytestmark = pytest.mark.rules

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
        [LaneScore(0, 7, 2, "Y", 7), LaneScore(1, 1, 4, "E", 4), LaneScore(2, 3, 0, "Y", 3)], 10, 4, "Y", 6
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


# Any effect engine will do (000, parts 2 and 3; 002, part 5).


class Flat:
    """A stub with just the two answers that scoring asks for: every card has power 2, every won lane pays 10."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def compute_effective_power(self, _board: BoardState, lane_index: int, col_index: int) -> int:
        self.asked.append((lane_index, col_index))
        return 2

    def apply_score_modifiers(self, _board: BoardState, lane_scores: list[LaneScore]) -> None:
        for lane in lane_scores:
            if lane.winner:
                lane.lane_points = 10


@BOTH
def test_3_1_the_engine_that_is_given_is_asked_for_each_occupied_tile(ruleset: Ruleset) -> None:
    board = table(ruleset, T1="y1:005", T2="y1:002", T4="e1:007", M3="e1:001").state.board
    stub = Flat()
    assert compute_lane_power(board, stub, 0) == LaneScore(0, 4, 2, "Y", 4)
    assert stub.asked == [(0, 0), (0, 1), (0, 3)]


@BOTH
def test_3_4_modifiers_may_adjust_in_place(ruleset: Ruleset) -> None:
    board = table(ruleset, T1="y1:005", M5="e1:001", B1="y1:001", B5="e1:001").state.board
    score = compute_match_score(board, Flat())
    assert [lane.lane_points for lane in score.lanes] == [10, 10, 0]
    assert (score.total_you, score.total_enemy, score.winner, score.margin) == (10, 10, None, 0)


def test_3_4_modifiers_may_answer_with_other_lanes() -> None:
    class Doubling(EffectEngine):
        def apply_score_modifiers(
            self, board: BoardState, lane_scores: Sequence[LaneScore], game_state: object = None
        ) -> list[LaneScore]:
            lanes = super().apply_score_modifiers(board, lane_scores, game_state)
            return [replace(lane, lane_points=2 * lane.lane_points) for lane in lanes]

    board = position(SPEC, {"T1": "y2:Ogre", "M5": "e1:Security Officer"}).state.board
    plain = compute_match_score(board)
    assert compute_match_score(board, Doubling()).margin == 2 * plain.margin


@BOTH
@pytest.mark.parametrize("way", ["subclass", "attribute"])
def test_3_1_a_subclass_or_a_changed_engine_answers_for_its_own_powers(ruleset: Ruleset, way: str) -> None:
    class OneMore(EffectEngine):
        def compute_effective_power(self, board: BoardState, lane_index: int, col_index: int) -> int:
            return super().compute_effective_power(board, lane_index, col_index) + 1

    board = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon"}).state.board
    engine = EffectEngine(ruleset=ruleset)
    if way == "subclass":
        engine = OneMore(ruleset=ruleset)
    else:
        ours = engine.compute_effective_power
        engine.compute_effective_power = lambda *place: ours(*place) + 1  # type: ignore[method-assign]
    assert compute_lane_power(board, engine, 0) == LaneScore(0, 5, 0, "Y", 5)
    assert compute_match_score(board, engine).total_you == compute_match_score(board).total_you + 2


@BOTH
def test_3_1_the_kernels_sum_is_the_sum_over_the_tiles(ruleset: Ruleset) -> None:
    class Slow(EffectEngine):
        def compute_effective_power(self, board: BoardState, lane_index: int, col_index: int) -> int:
            return super().compute_effective_power(board, lane_index, col_index)

    for seed in range(8):
        for state in RandomGame(ruleset, seed).plies(30):
            assert compute_match_score(state.board, Slow(ruleset=ruleset)) == state.score()


def test_2_the_scores_have_the_fields_of_the_spec_and_can_be_adjusted() -> None:
    lanes = [LaneScore(lane_index=i, power_you=i, power_enemy=0, winner="Y", lane_points=i) for i in range(3)]
    score = MatchScore(lanes=lanes, total_you=3, total_enemy=0, winner="Y", margin=3)
    score.lanes[0].lane_points += 4
    score.total_you, score.margin = 7, 7
    assert astuple(score)[1:] == (7, 0, "Y", 7)
    assert [field.name for field in fields(LaneScore)] == [
        "lane_index",
        "power_you",
        "power_enemy",
        "winner",
        "lane_points",
    ]


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


@pytest.mark.parametrize(("played", "asked"), [(SPEC, REBIRTH), (REBIRTH, SPEC)], ids=["spec", "rebirth"])
def test_3_a_set_base_power_counts_whichever_engine_scores_the_board(played: Ruleset, asked: Ruleset) -> None:
    board = BoardState.initial(EffectEngine(ruleset=played))
    board.put_card("Y", "001", 0, 0).base_power = 9
    effects = EffectEngine(ruleset=asked)
    assert effects.compute_effective_power(board, 0, 0) == board.effective_power(0, 0) == 9
    assert compute_match_score(board, effects).total_you == compute_match_score(board).total_you == 9


def test_3_4_the_modifiers_are_asked_by_the_names_that_the_specification_gives() -> None:
    board = BoardState.initial(EffectEngine())
    board.put_card("Y", "001", 0, 0)
    lanes = [compute_lane_power(board=board, effect_engine=EffectEngine(), lane_index=lane) for lane in range(3)]
    adjusted = EffectEngine().apply_score_modifiers(board_state=board, lane_scores=lanes, game_state=None)
    assert adjusted == compute_match_score(board=board, effect_engine=EffectEngine()).lanes
