"""Calibration on statements whose error is known by hand."""

from __future__ import annotations

import pytest

from kernelkit.chance import next_word, seeded
from mazzo.lab import self_play
from mazzo.lab.calibration import (
    Share,
    Stated,
    brier_score,
    calibration_error_interval,
    coverage,
    equal_width_bins,
    expected_calibration_error,
    interval_together,
    together,
)
from mazzo.lab.equal_moves import even_cards, is_told_apart
from mazzo.lab.runs import COMPLETE
from mazzo.lab.self_play import CalibrationPlan, Moment, reference_chance, run_calibration
from mazzo.lab.statistics import Interval
from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.players import DeepPlayer, PlayerSpec
from qb_engine.card_hydrator import shipped
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.game_state import placements
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move
from qb_engine.ruleset import PRESETS, REBIRTH
from qb_engine.search.race import MoveChance, SearchResult

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]

BY_HAND = [Stated(0.1, 0.0, 0), Stated(0.15, 1.0, 0), Stated(0.9, 1.0, 1), Stated(1.0, 0.5, 2)]


def test_the_error_is_the_distance_of_said_and_came_weighed_by_the_bins():
    bins = equal_width_bins(BY_HAND)
    assert [(part.low, part.count) for part in bins] == [(0.1, 2), (0.9, 2)]
    assert expected_calibration_error(bins) == pytest.approx((abs(0.125 - 0.5) + abs(0.95 - 0.75)) / 2)


def test_the_brier_score_is_the_mean_squared_distance():
    assert brier_score(BY_HAND) == pytest.approx((0.01 + 0.7225 + 0.01 + 0.25) / 4)
    assert brier_score([Stated(0.5, 1.0, 0), Stated(0.5, 0.0, 0)]) == 0.25


def honest(count: int, *, times: int = 1) -> list[Stated]:
    """Statements that are true, each of them so often in its game."""
    chance, statements = seeded(5), []
    for game in range(count):
        true = next_word(chance) / 2**32
        statements += [Stated(true, float(next_word(chance) / 2**32 < true), game)] * times
    return statements


def boasts(count: int, *, times: int = 1) -> list[Stated]:
    """The same games, and more is said than is true."""
    return [Stated(one.chance**0.5, one.outcome, one.game) for one in honest(count, times=times)]


def test_honest_statements_have_a_small_error_and_boasts_a_large_one():
    assert expected_calibration_error(equal_width_bins(honest(5_000))) < 0.03
    assert expected_calibration_error(equal_width_bins(boasts(5_000))) > 0.12


@pytest.mark.parametrize("count", [200, 1_000])
def test_the_interval_of_the_error_knows_what_is_luck(count):
    """An honest error may be nothing at all, a boast cannot; the true error of these is 1/6."""
    assert calibration_error_interval(honest(count), 1).low < 0.01
    found = calibration_error_interval(boasts(count), 1)
    assert 0.05 < found.low < 1 / 6 < found.high < 0.3
    assert found == calibration_error_interval(boasts(count), 1)


def test_saying_the_same_again_in_a_game_makes_nothing_surer():
    once, again = honest(250), honest(250, times=4)
    alone, repeated = (calibration_error_interval(statements, 1) for statements in (once, again))
    assert (repeated.low, repeated.high) == pytest.approx((alone.low, alone.high))
    for alone, repeated in zip(equal_width_bins(once), equal_width_bins(again), strict=True):
        assert repeated.count == 4 * alone.count
        assert repeated.interval.low == pytest.approx(alone.interval.low, abs=0.03)
        assert repeated.interval.high == pytest.approx(alone.interval.high, abs=0.03)


def test_without_statements_nothing_is_wrong():
    assert equal_width_bins([]) == []
    assert (expected_calibration_error([]), brier_score([]), coverage([]).rate) == (0.0, 0.0, 0.0)
    assert calibration_error_interval([], 1) == interval_together([]) == Interval(0.0, 1.0)


def test_coverage_counts_both_ends_in():
    found = coverage([(Interval(0.4, 0.6), 0.6), (Interval(0.4, 0.6), 0.4), (Interval(0.4, 0.6), 0.61)])
    assert (found.count, found.of) == (2, 3)
    assert found.rate in found.interval


def test_the_best_move_is_hardly_ever_told_apart_from_its_equal():
    told_apart = [is_told_apart(ruleset, 2000, seed) for ruleset in PRESETS.values() for seed in range(15)]
    assert sum(told_apart) <= 1


def test_even_cards_look_the_same_upwards_and_downwards():
    assert len(even_cards()) >= DECK_SIZE
    for card_id in even_cards():
        cells = {(cell.dx, cell.dy) for cell in shipped().get_card(card_id).pattern}
        assert cells == {(dx, -dy) for dx, dy in cells}


def plan_of(**sizes: int) -> CalibrationPlan:
    """Two short games of searches that see almost nothing, and what else is asked for."""
    player, decks = PlayerSpec.parse("random"), tuple(starter.deck.card_ids for starter in starter_decks())
    return CalibrationPlan(player, iterations=8, positions=5, seed=1, ruleset=REBIRTH, rotation=decks, **sizes)


def test_a_calibration_counts_positions_and_pairs():
    record = run_calibration(plan_of(covered=5, equal=3))
    assert (record.ending, record.games, len(record.statements)) == (COMPLETE, 2, 5)
    assert record.equal_moves == Share(0, 3)
    judged = sum(one.reference is not None for one in record.statements)
    assert together(record.covered).of == judged > 0
    assert len(record.covered) <= record.games


def test_an_interrupt_among_the_pairs_keeps_what_was_measured(monkeypatch):
    def told_apart(_ruleset, _iterations, seed):
        if seed == 3:
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(self_play, "is_told_apart", told_apart)
    record = run_calibration(plan_of(equal=9))
    assert record.ending.how == "interrupted"
    assert len(record.statements) == 5
    assert record.equal_moves == Share(2, 2)


LEADER, RESTING = Move("007", 0, 0), Move("007", 2, 0)


class Referee:
    """A search in which one of two moves rests early, unless it is asked for by name."""

    def __init__(self):
        self.asked = []

    def search(self, _view, _observation, moves=None):
        self.asked.append(moves)
        resting = (0.3, 100) if moves is None else (0.45, 1_000)
        found = [
            MoveChance(move, chance, (0.0, 1.0), samples, 0.0, is_close=False)
            for move, (chance, samples) in ((LEADER, (0.5, 1_000)), (RESTING, resting))
        ]
        return SearchResult(tuple(found), 2_000, is_exact=False)


@pytest.mark.parametrize(
    ("move", "chance", "asked"), [(LEADER, 0.5, [None]), (RESTING, 0.45, [None, [RESTING, LEADER]])]
)
def test_a_reference_has_been_in_the_race_to_the_end(move, chance, asked):
    referee = Referee()
    assert reference_chance(Moment("Y", None, None), move, referee) == chance
    assert referee.asked == asked


def test_a_player_searches_the_moves_it_is_asked_about():
    decks = plan_of().rotation
    view, observation = ArenaGame(Deal(REBIRTH, decks[0], decks[1], 3, "Y")).seen_by("Y")
    moves = placements(view.board, "Y", view.hand)[:2]
    found = DeepPlayer(seeded(2), 40).search(view, observation, moves)
    assert {one.move: one.samples for one in found.moves} == dict.fromkeys(moves, 20)
