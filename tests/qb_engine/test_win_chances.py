"""Win chances: what is stated of a share, the interval around it, and when one of two moves is better."""

from __future__ import annotations

from itertools import pairwise, product
from math import sqrt

import pytest

from qb_engine.search.chances import CLEAR_PAIRS, CLEAR_Z, HALF_AS_SURE, JUDGED_DOUBT, Samples, interval, stated

pytestmark = pytest.mark.rules

SHARES = [number / 20 for number in range(21)]
BLIND = (0, 1, 5, 10, 20, 40)


def samples(share: float, count: int = 1000, blind: int = 0) -> Samples:
    """So many games in an even mixture, of which this share was won by one point and the rest lost."""
    made = Samples()
    wins = [int((number + 1) * share + 1e-9) - int(number * share + 1e-9) for number in range(count)]
    made.extend([1 if won else -1 for won in wins], [blind] * count)
    return made


def test_only_the_later_half_counts():
    made = Samples()
    made.extend([5, 5, 5, 5], [9, 9, 9, 9])
    made.extend([-1, 0, -1, 3], [2, 2, 4, 4])
    assert (len(made), made.used) == (8, 4)
    assert made.win_share == pytest.approx(0.375)
    assert made.margin == pytest.approx(0.25)
    assert made.blind == 3.0


def test_without_samples_nothing_is_known():
    none = Samples()
    assert (none.win_share, none.margin, none.blind) == (0.5, 0.0, 0.0)
    assert stated(0.5, none) == 0.5
    assert interval(0.5, 0, 0.0) == (0.0, 1.0)


@pytest.mark.slow
def test_games_that_end_in_the_tree_are_taken_at_their_word():
    for share in SHARES:
        assert stated(share, samples(share, 100_000)) == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.7, 0.95])
def test_the_more_was_played_blindly_the_nearer_to_one_half(share):
    distances = [abs(stated(share, samples(share, blind=blind)) - 0.5) for blind in BLIND]
    assert all(more > less for more, less in pairwise(distances))
    assert distances[-1] < 0.01


def test_both_sides_are_told_the_same():
    for share, blind in product(SHARES, BLIND):
        yours, theirs = (stated(each, samples(each, blind=blind)) for each in (share, 1 - share))
        assert yours + theirs == pytest.approx(1)


@pytest.mark.parametrize("blind", BLIND)
def test_what_wins_less_is_stated_lower_and_keeps_the_ratio_of_its_odds(blind):
    leader = samples(0.8, blind=blind)
    chances = [stated(share, leader) for share in SHARES]
    assert all(low < high for low, high in pairwise(chances))
    best, half = (stated(share, leader) for share in (0.8, 0.5))
    assert best / (1 - best) / (half / (1 - half)) == pytest.approx(4, rel=0.02)


def test_nothing_that_was_sampled_is_certain():
    for share, blind in product((0.0, 1.0), BLIND):
        leader = samples(share, blind=blind)
        chance = stated(share, leader)
        low, high = interval(chance, leader.used, leader.blind)
        assert 0 < chance < 1
        assert share in (low, high) or blind


def test_an_interval_holds_its_chance_and_narrows_with_samples_and_sight():
    for share, blind in product(SHARES, BLIND):
        ends = [interval(share, count, blind) for count in (10, 100, 1000, 10_000, 100_000)]
        assert all(low <= share <= high for low, high in ends)
        assert all(more[1] - more[0] >= less[1] - less[0] for more, less in pairwise(ends))
    widths = [high - low for low, high in (interval(0.5, 1000, blind) for blind in BLIND)]
    assert all(less < more for less, more in pairwise(widths))


def test_a_lead_is_clear_by_enough_pairs_and_enough_distance():
    few, many = 2 * CLEAR_PAIRS - 2, 2 * CLEAR_PAIRS
    assert not samples(0.9, few).lead_over(samples(0.1, few)).is_clear
    assert samples(0.9, many).lead_over(samples(0.1, many)).is_clear
    assert not samples(0.5, many).lead_over(samples(0.5, many)).is_clear
    assert not samples(0.1, many).lead_over(samples(0.9, many)).is_clear


@pytest.mark.parametrize("pairs", [100, HALF_AS_SURE, 100 * HALF_AS_SURE])
def test_games_of_one_tree_count_for_less_than_independent_ones(pairs):
    found = samples(0.2, 2 * pairs).lead_over(samples(0.0, 2 * pairs))
    independent = sqrt(0.2 * 0.8 / (pairs - 1))
    assert found.mean == pytest.approx(0.2)
    assert (found.error / independent) ** 2 == pytest.approx(1 + sqrt(pairs / HALF_AS_SURE))


def judged(chance: float, count: int = 1000) -> Samples:
    """So many worlds that were all judged alike."""
    made = Samples()
    made.extend_judged([0] * count, [chance] * count)
    return made


def test_a_lead_by_judgement_must_be_larger_than_its_doubt():
    least = CLEAR_Z * JUDGED_DOUBT
    assert not judged(0.5 + 0.99 * least, 100_000).lead_over(judged(0.5, 100_000)).is_clear
    assert judged(0.5 + 1.01 * least).lead_over(judged(0.5)).is_clear


def test_an_empty_board_makes_judged_chances_bolder_yet():
    early, late = Samples(15), Samples(2)
    for made in (early, late):
        made.extend_judged([0] * 1000, [0.7] * 1000)
    assert 0.7 < stated(0.7, late) < stated(0.7, early)


def test_a_chance_that_still_drifts_has_a_wider_interval_by_judgement():
    wide, narrow = Samples(), Samples()
    wide.extend_judged([0] * 1000, [0.48] * 750 + [0.52] * 250)
    narrow.extend_judged([0] * 1000, [0.48, 0.52] * 500)
    ends = [each.interval_around(0.5) for each in (wide, narrow)]
    assert ends[0][0] < ends[1][0] < 0.5 < ends[1][1] < ends[0][1]


def test_judged_chances_are_stated_bolder_and_alike_for_both_sides():
    for share in (0.55, 0.7, 0.9):
        yours, theirs = (stated(each, judged(each)) for each in (share, 1 - share))
        assert share < yours < 1
        assert yours + theirs == pytest.approx(1)


def test_an_interval_by_judgement_holds_its_chance_and_narrows_with_samples():
    assert Samples().interval_around(0.5) == (0.0, 1.0)
    for share in SHARES:
        ends = [judged(0.5, count).interval_around(share) for count in (20, 200, 2000, 20_000)]
        assert all(0 <= low <= share <= high <= 1 for low, high in ends)
        assert all(more[1] - more[0] >= less[1] - less[0] for more, less in pairwise(ends))
    low, high = judged(0.5, 2000).interval_around(0.5)
    assert high - low < interval(0.5, 1000, 10)[1] - interval(0.5, 1000, 10)[0]
