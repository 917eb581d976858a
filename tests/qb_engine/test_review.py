"""Reviews: what is judged, what a move loses, and that start, losses and luck add up to the result."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qb_engine.errors import ReplayError, UnreviewableError
from qb_engine.moves import Move
from qb_engine.notation.actions import Mulligan
from qb_engine.records import Opening, Recorder, SetPosition, SideAction
from qb_engine.review.judge import Judge, review_game
from qb_engine.review.moments import moments, seen_from
from qb_engine.ruleset import REBIRTH, SPEC
from support.qb_records import dealt_game, mirrored_match, set_up_game
from support.reviewed_games import beginning, ending, judged, mirrored, review_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]

FEW = 24
"""Iterations for what does not depend on how long is searched."""


@pytest.fixture(scope="module")
def dealt():
    return dealt_game(REBIRTH, 5)


@pytest.fixture(scope="module")
def short(dealt):
    return beginning(dealt, 5)


# What is judged.


@pytest.mark.parametrize(("rules", "seed"), [(REBIRTH, 5), (SPEC, 6), (REBIRTH, 11), (REBIRTH, 12)])
def test_every_decision_of_a_dealt_game_is_a_moment_with_the_card_in_hand(rules, seed):
    game = dealt_game(rules, seed)
    steps = [event for event in game.events if not isinstance(event.action, Mulligan)]
    found = list(moments(game))
    assert [(moment.side, str(moment.played or "pass")) for moment in found] == [
        (step.side, str(step.action)) for step in steps
    ]
    for moment in found:
        assert moment.view.is_your_turn
        assert moment.move is None or moment.move.card_id in moment.view.hand


@pytest.mark.parametrize("seed", range(5, 17))
def test_your_moments_are_the_same_whether_the_game_was_dealt_or_mirrored(seed):
    game = dealt_game(REBIRTH, seed)
    yours = [moment for moment in moments(game) if moment.side == "Y"]
    followed = list(moments(mirrored(game)))
    assert {moment.side for moment in followed} == {"Y"}
    for here, there in zip(yours, followed, strict=True):
        assert (here.turn, here.move) == (there.turn, there.move)
        for name in ("deck_ids", "enemy_hand_count", "enemy_deck_count", "enemy_certain"):
            assert getattr(here.view, name) == getattr(there.view, name), (here.turn, name)
        assert sorted(here.view.hand) == sorted(there.view.hand)
        assert str(here.board) == str(there.board)


def test_nothing_hidden_reaches_a_moment(dealt):
    for moment in moments(dealt):
        record = moment.view.engine.seen(moment.view.cells)
        assert list(record.deck_count) == [0, 0]
        assert record.hand_count[1] == 0
        known = moment.observation.state.enemy_deck_knowledge
        owner = "E" if moment.side == "Y" else "Y"
        assert sorted(known.full_deck_ids) == sorted(dealt.opening.deck(owner))


def test_the_other_seat_sees_the_board_from_the_other_end():
    move = Move.parse("020@M2")
    assert str(seen_from("E", move)) == "020@M4"
    assert seen_from("E", seen_from("E", move)) == move
    assert seen_from("Y", move) == move
    assert seen_from("E", None) is None


def test_overrides_are_not_judged_and_an_unknown_deck_is_a_guess():
    review = review_game(mirrored_match(), iterations=FEW)
    assert [str(move.played) for move in review.moves] == ["001@M1", "007@T1"]
    assert review.is_guess


def test_a_board_that_was_set_counts_the_cards_it_shows():
    recorder = Recorder(Opening(REBIRTH, "Y", hands=(("001", "007", "008", "013", "026"), None)))
    for event in (
        SideAction("Y", Mulligan(())),
        SideAction("Y", Move.parse("001@M1")),
        SideAction("E", Move.parse("001@M5")),
        SetPosition("qb1 rebirth Y3 T1=y2 T5=e2 M1=y1:001 M2=y1 M5=e1:007 B1=y2 B5=e2 Y=007,008,013,026"),
        SideAction("Y", Move.parse("007@T1")),
    ):
        recorder.add(event)
    last = list(moments(recorder.game()))[-1]
    assert last.observation.state.enemy_deck_knowledge.played_ids == ["007"]
    assert last.view.enemy_hand_count == 4


def test_a_game_from_a_position_is_judged_from_there():
    assert [move.side for move in review_game(set_up_game(), None, iterations=FEW).moves] == ["E", "Y", "E"]


# What a move loses.


def test_an_ending_is_exact_and_a_pass_that_loses_a_won_game_is_a_blunder():
    move = review_game(ending(), iterations=FEW).moves[0]
    assert (move.is_exact, move.flag, str(move.best)) == (True, "blunder", "020@T1")
    assert (move.win_before, move.win_after, move.points_lost) == (1.0, 0.0, 100.0)
    assert move.insight.answer is None
    assert move.insight.is_answered
    assert "wins_lane_0" in [reason.tag for reason in move.insight.better]


def answered(iterations):
    game = ending(("Y", "020@B1"), start="qb1 rebirth Y9 T5=e3 M5=e1:001 B1=y2 Y=001,020 E=001")
    move = review_game(game, iterations=iterations).moves[0]
    assert (move.is_exact, move.flag) == (True, "mistake")
    return move.insight


def test_the_answer_in_an_exact_ending_does_not_depend_on_the_length_of_the_review():
    shortest = answered(1)
    assert shortest == answered(FEW)
    assert (str(shortest.answer), shortest.is_answered) == ("062@T5", True)


def test_an_answer_that_nobody_tried_is_not_a_pass(monkeypatch):
    monkeypatch.setattr("qb_engine.review.judge.REPLY_ITERATIONS", 1)
    insight = answered(FEW)
    assert (insight.answer, insight.is_answered) == (None, False)


def test_the_best_move_of_an_ending_loses_nothing_and_is_its_own_best():
    move = review_game(ending(("Y", "020@T1")), iterations=FEW).moves[0]
    assert (move.lost, move.flag, move.best, move.insight) == (0.0, None, move.played, None)


def test_a_move_without_a_choice_says_so():
    both = review_game(ending(), None, iterations=FEW)
    assert [move.is_forced for move in both.moves] == [False, True]


def test_what_cannot_be_told_apart_loses_nothing(short):
    review = review_game(short, None, iterations=FEW)
    for move in review.moves:
        assert move.is_exact or (move.lost, move.flag) == (0.0, None)
    assert any(move.is_close for move in review.moves)


@pytest.mark.parametrize(
    ("points", "flag"),
    [(0, None), (4.94, None), (4.96, "inaccuracy"), (5, "inaccuracy"), (9.9, "inaccuracy"), (10, "mistake"),
     (19.9, "mistake"), (20, "blunder"), (100, "blunder")],
)  # fmt: skip
def test_a_loss_is_flagged_by_the_points_that_are_shown(points, flag):
    assert judged(1, 1.0, 1 - points / 100).flag == flag


def test_the_same_seed_gives_the_same_review_and_one_side_does_not_depend_on_the_other(short):
    def told(review):
        return [(move.moment.ply, move.best, move.win_before, move.win_after) for move in review.own]

    alone = told(review_game(short, iterations=FEW, seed=3))
    assert alone == told(review_game(short, None, iterations=FEW, seed=3))
    assert alone != told(review_game(short, iterations=FEW, seed=4))


def test_moves_can_be_compared_again(dealt):
    moment = next(iter(moments(dealt)))
    judge = Judge(FEW)
    first = judge.compared(moment, [moment.move, None])
    assert first == judge.compared(moment, [moment.move, None])
    assert {chance.move for chance in first.moves} == {moment.move, None}


def test_progress_is_told_before_each_move():
    heard = []
    review = review_game(ending(), None, iterations=FEW, tell=lambda done, of: heard.append((done, of)))
    assert heard == [(0, 2), (1, 2)]
    assert len(review.moves) == 2


# What cannot be reviewed.


@pytest.mark.parametrize(
    ("game", "side", "words"),
    [
        (Recorder(Opening(REBIRTH, "Y")).game(), "Y", "you made no move in it"),
        (Recorder(Opening(REBIRTH, "Y")).game(), None, "you made no move in it"),
        (ending(("Y", "pass")), "E", "the enemy made no move in it"),
        (mirrored_match(), "E", "the enemy's hand is not written in it, so only your own moves can be judged"),
    ],
)
def test_a_game_without_a_move_to_judge_is_refused_in_words(game, side, words):
    with pytest.raises(UnreviewableError) as caught:
        review_game(game, side)
    assert caught.value.message("en") == f"the game cannot be reviewed: {words}"
    assert caught.value.message("it") != caught.value.message("en")


def test_both_sides_of_a_match_with_one_known_hand_are_your_moves_alone():
    assert review_game(mirrored_match(), None, iterations=FEW).sides == ("Y",)


def test_an_illegal_game_is_refused_with_event_and_line(dealt):
    from dataclasses import replace

    broken = replace(dealt, entries=(dealt.entries[0], dealt.entries[0], *dealt.entries[2:]))
    with pytest.raises(ReplayError) as caught:
        review_game(broken, iterations=FEW)
    assert caught.value.facts["number"] == 2


# What adds up.

chances = st.floats(0, 1, allow_nan=False)
plies = st.lists(st.tuples(st.sampled_from("YE"), chances, chances), min_size=1, max_size=12)


@settings(deadline=None)
@given(plies, st.sampled_from(["Y", "E", None]), st.booleans(), st.sampled_from("YE"))
def test_start_losses_gifts_and_luck_add_up_to_the_result(told, winner, finished, seat):
    moves = [judged(ply, max(one, two), min(one, two), side=side) for ply, (side, one, two) in enumerate(told, start=1)]
    moves.append(judged(len(moves) + 1, 0.5, 0.25, side=seat))
    review = review_of(*moves, winner=winner, finished=finished, seat=seat)
    balance = review.balance
    assert balance.start - balance.lost + balance.gained + balance.luck == pytest.approx(balance.end)
    assert sum(review.swings) == pytest.approx(balance.luck)
    assert len(review.swings) == len(review.own) + 1
    wanted = 0.25 if not finished else {seat: 1.0, None: 0.5}.get(winner, 0.0)
    assert balance.end == wanted


def test_a_game_of_perfect_moves_is_all_luck():
    balance = review_of(judged(1, 0.4, 0.4), judged(3, 0.7, 0.7), winner="Y").balance
    assert (balance.lost, balance.gained, balance.start) == (0, 0, 0.4)
    assert balance.luck == pytest.approx(0.6)


def test_a_gift_before_your_first_move_is_a_gift_and_no_luck():
    review = review_of(judged(1, 0.5, 0.3, side="E"), judged(2, 0.7, 0.7), winner="Y")
    assert review.balance.start == pytest.approx(0.5)
    assert review.balance.gained == pytest.approx(0.2)
    assert review.balance.luck == pytest.approx(0.3)
