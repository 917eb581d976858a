"""The promises of intervals and of the sequential test, kept over synthetic pairs; figures against known values."""

from __future__ import annotations

from bisect import bisect
from fractions import Fraction
from itertools import accumulate

import pytest

from kernelkit.chance import next_word, seeded
from mazzo.lab.sprt import Sprt
from mazzo.lab.statistics import (
    Interval,
    PairTally,
    grouped_rate_interval,
    interval_of_sums,
    t_quantile,
    wilson,
    wilson_of_rate,
    win_rate_interval,
)
from mazzo.words.lab import LabWords

RUNS = 2_000


def pair_chances(rate, deal_decides=0.0, draws=0.0):
    """The chances of the five scores: games won at ``rate``, some drawn, and both ended alike by the deal so often."""
    drawn = draws * 2 * min(rate, 1 - rate)
    game = (1 - rate - drawn / 2, drawn, rate - drawn / 2)
    scores = [0.0] * 5
    for first in range(3):
        scores[2 * first] += deal_decides * game[first]
        for second in range(3):
            scores[first + second] += (1 - deal_decides) * game[first] * game[second]
    return scores


def drawn_pairs(chances, seed):
    """Scores in quarters, without end."""
    limits = [round(part * 2**32) for part in accumulate(chances[:-1])]
    chance = seeded(seed, 3)
    while True:
        yield bisect(limits, next_word(chance))


COVERED = [
    (0.5, 0.0, 0.0, 20),
    (0.5, 0.6, 0.0, 20),
    (0.6, 0.3, 0.3, 20),
    (0.9, 0.0, 0.0, 20),
    (0.95, 0.0, 0.0, 20),
    (0.02, 0.0, 0.0, 50),
    (0.1, 0.6, 0.0, 50),
    (0.8, 0.3, 0.2, 50),
    (0.95, 0.3, 0.0, 50),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "deal_decides", "draws", "pairs"), COVERED)
def test_the_interval_of_a_rate_holds_it_in_95_of_100_runs(rate, deal_decides, draws, pairs):
    chances = pair_chances(rate, deal_decides, draws)
    source = drawn_pairs(chances, 1)
    runs = (PairTally.of([next(source) for _pair in range(pairs)]) for _run in range(RUNS))
    covered = sum(rate in win_rate_interval(tally) for tally in runs)
    assert 0.93 <= covered / RUNS <= 0.97


TESTED = [
    (0.5, 0.6, 0.6, 0.0),
    (0.45, 0.55, 0.0, 0.4),
    (0.5, 0.75, 0.3, 0.0),
    (0.8, 0.9, 0.0, 0.2),
    (0.1, 0.2, 0.0, 0.0),
]
ERRORS = round(RUNS * 0.05) + 19
"""Two standard errors over 5 % of the runs: a test that errs in just that share exceeds this once in forty times."""


@pytest.mark.slow
@pytest.mark.parametrize(("p0", "p1", "deal_decides", "draws"), TESTED)
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_the_sequential_test_errs_no_more_often_than_it_promises(p0, p1, deal_decides, draws, truth):
    sprt = Sprt(p0, p1)
    source = drawn_pairs(pair_chances(p0 if truth == "H0" else p1, deal_decides, draws), 2)
    errors = sum(decided(sprt, source) != truth for _run in range(RUNS))
    assert errors <= ERRORS


def decided(sprt, source):
    tally = PairTally()
    while (verdict := sprt.verdict(tally)) is None:
        tally = tally.with_pair(next(source))
    return verdict


def test_the_bounds_are_walds():
    lower, upper = Sprt(0.5, 0.6, alpha=0.05, beta=0.1).bounds
    assert (round(lower, 4), round(upper, 4)) == (-2.2513, 2.8904)


def test_a_few_lucky_pairs_decide_nothing():
    assert Sprt(0.5, 0.6).verdict(PairTally((0, 0, 0, 0, 12))) is None
    assert Sprt(0.5, 0.6).verdict(PairTally((0, 0, 0, 0, 60))) == "H1"
    assert Sprt(0.5, 0.6).verdict(PairTally((60, 0, 0, 0, 0))) == "H0"


@pytest.mark.parametrize(("p0", "p1"), [(0.6, 0.5), (0.5, 0.5), (0.0, 0.5), (0.5, 1.0)])
def test_hypotheses_that_are_none_are_refused(p0, p1):
    with pytest.raises(ValueError, match="0 < P0 < P1 < 1"):
        Sprt(p0, p1)


@pytest.mark.parametrize("errors", [(0.0, 0.05), (0.05, 0.5), (0.7, 0.05)])
def test_error_rates_that_promise_nothing_are_refused(errors):
    with pytest.raises(ValueError, match="errors between 0 and"):
        Sprt(0.5, 0.6, *errors)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (60, 2.0003)]
)
def test_students_quantile_is_the_tabled_one(freedom, quantile):
    assert t_quantile(freedom) == pytest.approx(quantile, rel=0.002)


def test_wilsons_interval_is_the_tabled_one():
    interval = wilson(8, 10)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0) == Interval(0.0, 1.0)


@pytest.mark.parametrize("trials", [1, 3, 8, 17, 1_000])
def test_a_rate_is_in_its_own_interval_to_the_last_digit(trials):
    for successes in (0, trials):
        assert successes / trials in wilson(successes, trials)


def test_independent_games_have_the_plain_interval_when_there_are_many():
    pairs = PairTally((2_500, 0, 5_000, 0, 2_500))
    plain, paired = wilson(10_000, 20_000), win_rate_interval(pairs)
    assert (paired.low, paired.high) == pytest.approx((plain.low, plain.high), abs=1e-4)


def test_pairs_that_cancel_out_tell_more_and_pairs_that_end_alike_less():
    def width(*counts):
        interval = win_rate_interval(PairTally(counts))
        return interval.high - interval.low

    assert width(10, 0, 80, 0, 10) < width(25, 0, 50, 0, 25) < width(50, 0, 0, 0, 50)


def test_pairs_that_all_ended_alike_leave_room_for_doubt():
    assert win_rate_interval(PairTally((0, 0, 0, 0, 10))).low < 0.9
    assert win_rate_interval(PairTally((0, 0, 0, 0, 10))).high == 1.0
    assert win_rate_interval(PairTally()) == Interval(0.0, 1.0)


def test_a_tally_grows_pair_by_pair():
    tally = PairTally()
    for score in (4, 3, 4, 0):
        tally = tally.with_pair(score)
    assert tally == PairTally.of([4, 3, 4, 0]) == PairTally((1, 0, 0, 1, 2))
    assert (tally.pairs, tally.mean) == (4, 11 / 16)


def test_the_interval_of_a_mean_needs_two_values():
    assert interval_of_sums(1, Fraction(3), Fraction(9)) is None
    interval = interval_of_sums(3, Fraction(1 + 2 + 3), Fraction(1 + 4 + 9))
    assert interval is not None
    assert (round(interval.low, 2), round(interval.high, 2)) == (-0.48, 4.48)


@pytest.mark.parametrize("rate", [0.5, 0.9])
@pytest.mark.parametrize("groups", [10, 60])
def test_groups_that_share_their_luck_cover_what_single_trials_do_not(rate, groups):
    chance, covered, covered_singly = seeded(groups), 0, 0
    for _run in range(400):
        luck = [4.0 * (next_word(chance) < rate * 2**32) for _group in range(groups)]
        covered += rate in grouped_rate_interval([(wins, 4) for wins in luck])
        covered_singly += rate in wilson(sum(luck), 4 * groups)
    assert covered / 400 > 0.92
    assert covered_singly / 400 < 0.85


def test_trials_by_themselves_have_the_plain_interval_when_there_are_many():
    plain, grouped = wilson(900, 1_000), grouped_rate_interval([(1, 1)] * 900 + [(0, 1)] * 100)
    assert (grouped.low, grouped.high) == pytest.approx((plain.low, plain.high), abs=1e-3)


def test_groups_that_all_succeeded_leave_room_for_doubt():
    assert grouped_rate_interval([(4, 4)] * 25) == wilson_of_rate(1.0, 25, t_quantile(26))
    assert grouped_rate_interval([]) == Interval(0.0, 1.0)


@pytest.mark.parametrize(("language", "said"), [("en", ("+0.0", "0.0")), ("it", ("+0,0", "0,0"))])
def test_a_number_that_rounds_to_nothing_is_said_without_a_minus(language, said):
    words = LabWords(language)
    assert (words.number(-0.04, signed=True), words.number(-0.04)) == said
