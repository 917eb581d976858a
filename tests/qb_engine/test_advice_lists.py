"""Lists as a person reads them: sorted by the number they print, without a reason that all of their moves share."""

from __future__ import annotations

import pytest

import advice_lists

pytestmark = pytest.mark.slow

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


def test_the_reader_of_lists_sees_what_is_wrong_with_one():
    lines = [
        " 1  Zu    MID 2  -1.1 (worst -2)  takes MID by 3   risk: x",
        " 2  Crab  TOP 2  -0.7 (worst -1)  takes MID by 2",
    ]
    figures, reasons, risks = advice_lists.read(lines)
    assert figures != sorted(figures, reverse=True)
    assert set.intersection(*reasons) == {"takes MID by #"}
    assert risks == 1
