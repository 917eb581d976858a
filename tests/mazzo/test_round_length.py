"""How long a round is, over the matches from the console: by ear 40 words at most, on a screen 20 lines at most."""

from __future__ import annotations

import pytest

from support.typed_matches import heard_rounds, read_rounds

pytestmark = pytest.mark.slow

MOST_WORDS, MOST_LINES = 40, 20
MOST_WORDS_AT_THE_END = 60


def test_a_round_by_ear_is_at_most_forty_words_and_the_end_sixty_with_a_deep_look_in_the_longer_language(monkeypatch):
    monkeypatch.delenv("MAZZO_PLAIN")
    said = list(heard_rounds("it", iterations=4000))
    assert {is_over for _lines, is_over in said} == {False, True}
    for lines, is_over in said:
        text = " ".join(lines)
        assert len(text.split()) <= (MOST_WORDS_AT_THE_END if is_over else MOST_WORDS), text
        assert "Prima occhiata" not in text


def test_a_round_with_board_hand_advice_and_prompts_fits_the_screen_in_the_longer_language():
    rows = list(map(len, read_rounds("it")))
    assert rows
    assert max(rows) <= MOST_LINES
