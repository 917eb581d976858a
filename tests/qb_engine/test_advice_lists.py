"""Lists as a person reads them: sorted by the number they print, without a reason that all of their moves share."""

from __future__ import annotations

from itertools import islice

import pytest

import advice_lists
from qb_engine.advice.answer import listed
from qb_engine.advice.contrast import told_apart
from qb_engine.coaching import CoachingEngine

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]

RANDOM = 8
GAMES = 30


def test_lists_of_real_matches_are_sorted_by_the_number_shown_and_share_no_reason():
    counts = advice_lists.counted(advice_lists.real_positions(), RANDOM, GAMES)
    for level in counts.values():
        assert level["lists"] == RANDOM
        assert (level["out of order"], level["a reason shared by all"]) == (0, 0)


def test_lists_of_random_games_are_sorted_by_the_number_shown_and_share_no_reason():
    counts = advice_lists.counted(advice_lists.random_positions(), RANDOM, GAMES)
    for level in counts.values():
        assert (level["out of order"], level["a reason shared by all"]) == (0, 0)
        assert 0 < level["risks"] < level["moves"]


def test_what_speaks_for_the_first_move_only_against_the_third_does_not_speak_for_the_second_too():
    told = 0
    for view, seen in islice(advice_lists.random_positions(), 2 * GAMES):
        ranked = listed(CoachingEngine().advise(view, seen, explain_all=True), 2)
        if len(ranked) == 2 and not told_apart(ranked[0].move, ranked[1].move):
            tags = [{reason.tag for reason in one.reasons} for one in ranked]
            assert not tags[0] & tags[1]
            told += 1
    assert told


def test_the_reader_of_lists_sees_what_is_wrong_with_one():
    lines = [
        " 1  Zu    MID 2  -1.1 (worst -2)  takes MID by 3   risk: x",
        " 2  Crab  TOP 2  -0.7 (worst -1)  takes MID by 2",
    ]
    figures, reasons, risks = advice_lists.read(lines)
    assert figures != sorted(figures, reverse=True)
    assert set.intersection(*reasons) == {"takes MID by #"}
    assert risks == 1
