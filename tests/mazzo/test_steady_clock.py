"""Play time is what was played: a leap of the machine's clock, forward or back, is none of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazzo.hosts.steady_clock import LONGEST_STEP_MS, SteadyClock

pytestmark = pytest.mark.slow

STEPS = st.lists(st.integers(0, LONGEST_STEP_MS))
LEAPS = st.lists(st.integers(-(10**9), -1) | st.integers(LONGEST_STEP_MS + 1, 10**12))


class Hands:
    def __init__(self):
        self.now = 5_000

    def __call__(self):
        return self.now


@given(STEPS, LEAPS)
def test_steps_count_and_leaps_do_not(steps, leaps):
    hands = Hands()
    clock = SteadyClock(hands)
    for number in range(max(len(steps), len(leaps))):
        for moves in (steps, leaps):
            hands.now += moves[number] if number < len(moves) else 0
            clock()
    assert clock() == sum(steps)
    assert clock.leapt_ms() == sum(map(abs, leaps))
    assert clock.leapt_ms() == 0


def test_where_nobody_looks_every_second_a_long_step_counts_and_only_a_step_back_does_not():
    hands = Hands()
    clock = SteadyClock(hands, None)
    hands.now += 3_600_000
    assert clock() == 3_600_000
    hands.now -= 7_200_000
    assert (clock(), clock.leapt_ms()) == (3_600_000, 7_200_000)


def test_what_passes_while_the_program_works_is_neither_play_nor_told():
    hands = Hands()
    clock = SteadyClock(hands)
    hands.now += LONGEST_STEP_MS + 1
    with clock.working():
        hands.now += 2 * LONGEST_STEP_MS
    assert (clock(), clock.leapt_ms()) == (0, LONGEST_STEP_MS + 1)
