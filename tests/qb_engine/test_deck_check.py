"""The two figures of a deck check against counting hands one by one."""

from __future__ import annotations

from itertools import combinations

import pytest

from qb_engine.cards.deck_odds import Odds, check_deck, opens_rank_two
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC


@pytest.mark.parametrize("good", [0, 1, 4, 9, 15])
@pytest.mark.parametrize("drawn", [5, 6])
def test_a_chance_equals_the_count_of_all_hands(good, drawn):
    hands = list(combinations(range(15), drawn))
    with_one = sum(min(hand) < good for hand in hands)
    odds = Odds(good, 15, drawn)
    assert odds.chance * len(hands) == with_one
    assert odds.chance + odds.chance_of_none == 1


def test_a_card_that_pawns_your_own_neighbour_opens_rank_two():
    engine = engine_for(REBIRTH)
    assert opens_rank_two(engine, "001")  # pawns above and below
    assert not opens_rank_two(engine, "057")  # ahead and behind only
    assert not opens_rank_two(engine, "086")  # needs rank 2 itself


def test_cards_that_replace_can_begin_only_where_the_rules_let_them():
    heirs = starter_decks()[3].deck
    rebirth, spec = check_deck(heirs), check_deck(Deck(heirs.card_ids, SPEC))
    replacing = sum(card.is_replace for card in heirs.cards)
    assert replacing > 0
    assert spec.first_turn.good == rebirth.first_turn.good + replacing


def test_every_starter_deck_is_without_a_weak_point_in_its_first_hand():
    for starter in starter_decks():
        assert not check_deck(starter.deck).has_dead_hands, starter.name
