"""A finished game as one line that a friend plays: the same cards, the same enemy."""

from __future__ import annotations

import pytest

from mazzo.play.challenge import InvalidChallengeError, SettledChallengeError, challenge_line, read_challenge
from mazzo.play.errors import PlayError
from mazzo.play.setup import SETTINGS
from mazzo.play.terms import Terms, dealt, sample_terms
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.ruleset import SPEC

NOTHING = dict.fromkeys(SETTINGS)


@pytest.mark.parametrize("seed", [0, 17, 2**31])
def test_a_line_is_the_same_game(seed: int) -> None:
    deck = starter_decks()[1].deck
    for terms in (sample_terms(seed), Terms(dealt(SPEC, deck, None, seed, "random"), PlayerSpec.parse("deep:1000"))):
        line = challenge_line(terms)
        assert "\n" not in line
        read = read_challenge(f"  {line} ", NOTHING)
        assert read == terms
        games = [GameState(one.deal.deck_you, one.deal.deck_enemy, seed=one.deal.seed) for one in (terms, read)]
        assert games[0] == games[1]


LINE = challenge_line(sample_terms(7))


@pytest.mark.parametrize(
    "text",
    [
        *("", "qbc1", "qbc2" + LINE[4:], LINE[:-6], LINE + " more", "q" * 10_000, LINE[:60] + "999" + LINE[63:]),
        *(LINE.replace(*pair) for pair in ((" 7 ", " x "), (" Y ", " Z "), ("greedy", "nobody"), ("rebirth", "chess"))),
    ],
)
def test_what_is_no_challenge_is_refused_in_words_in_both_languages(text: str) -> None:
    with pytest.raises((PlayError, QueensBloodError)) as error:
        read_challenge(text, NOTHING)
    assert len(error.value.message("en")) < 400
    assert error.value.message("it") != error.value.message("en")


def test_a_part_that_is_missing_is_named() -> None:
    with pytest.raises(InvalidChallengeError, match="each deck is 15 cards"):
        read_challenge(LINE.removesuffix(" open")[:-3], NOTHING)


def test_a_challenge_beside_what_it_settles_is_refused() -> None:
    with pytest.raises(SettledChallengeError, match="--deck, --seed"):
        read_challenge(LINE, {**NOTHING, "deck": "starter", "seed": 0})
