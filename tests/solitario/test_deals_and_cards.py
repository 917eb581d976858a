"""Deals are numbered and stay as they are; cards, tables and moves read back what they write."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitario.domain.cards import DECKS, FRENCH, NEAPOLITAN, Card, Suit, deck_named
from solitario.domain.deals import LAST_DEAL, dealt, recycled_shuffled, shuffled
from solitario.domain.moves import FOUNDATIONS, PILES, STOCK, WASTE, Move, Place
from solitario.domain.table import Table
from solitario.errors import InvalidDealError

GOLDEN = [
    line.split()
    for line in (Path(__file__).parent / "data" / "golden_deals.txt").read_text().splitlines()
    if not line.startswith("#")
]
decks = st.sampled_from([FRENCH, NEAPOLITAN])
numbers = st.integers(1, LAST_DEAL)


@pytest.mark.parametrize("row", GOLDEN, ids=[f"{row[0]} {row[1]}" for row in GOLDEN])
def test_a_deal_is_what_it_always_was(row):
    deck, number, *cards = row
    table = dealt(int(number), deck_named(deck))
    laid = [card for pile in table.tableau for card in pile.face_down + pile.face_up]
    assert [str(card) for card in (*laid, *table.stock)] == cards


def test_there_are_twenty_golden_deals_of_each_deck():
    assert Counter(row[0] for row in GOLDEN) == {"french": 20, "neapolitan": 20}


@given(decks, numbers)
def test_a_deal_holds_every_card_once_in_piles_of_one_to_seven(deck, number):
    table = dealt(number, deck)
    assert Counter(table.cards) == Counter(deck.cards)
    assert [len(pile.face_down) for pile in table.tableau] == list(range(7))
    assert all(len(pile.face_up) == 1 for pile in table.tableau)
    assert len(table.stock) == {"french": 24, "neapolitan": 12}[deck.name]
    assert dealt(number, deck) == table


@given(decks, numbers)
def test_a_table_reads_back_what_it_writes(deck, number):
    table = dealt(number, deck)
    assert Table.parse(str(table)) == table


def test_every_first_card_is_about_equally_frequent():
    firsts = Counter(dealt(number, NEAPOLITAN).tableau[0].face_up[0] for number in range(1, 4001))
    assert len(firsts) == 40
    assert 60 < min(firsts.values()) <= max(firsts.values()) < 145


@given(decks, numbers, st.integers(1, 50))
def test_a_shuffled_recycle_is_keyed_by_deal_and_recycle_not_by_how_the_cards_lay(deck, number, recycle):
    cards = deck.cards[:12]
    order = recycled_shuffled(cards, number, deck, recycle)
    assert Counter(order) == Counter(cards)
    assert recycled_shuffled(cards[::-1], number, deck, recycle) == order


def test_two_recycles_of_one_deal_differ():
    orders = {recycled_shuffled(FRENCH.cards[:24], 5, FRENCH, number) for number in range(1, 30)}
    assert len(orders) == 29


def test_nothing_to_shuffle_stays_nothing():
    from kernelkit.chance import seeded

    assert shuffled((), seeded(1)) == ()


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1])
def test_a_deal_outside_the_numbers_is_refused(number):
    with pytest.raises(InvalidDealError, match="numbered from 1"):
        dealt(number, FRENCH)


def test_a_card_reads_back_what_it_writes_and_tells_its_deck():
    for deck in DECKS.values():
        for card in deck.cards:
            assert Card.parse(str(card)) == card
    assert len({str(card) for deck in DECKS.values() for card in deck.cards}) == 92


@pytest.mark.parametrize("text", ["", "1H", "11c", "Kc", "7x", "AH "])
def test_an_unknown_card_is_refused(text):
    with pytest.raises(InvalidDealError, match="no such card"):
        Card.parse(text)


def test_red_suits_are_hearts_diamonds_cups_and_coins():
    assert {suit for suit in Suit if suit.is_red} == {Suit.HEARTS, Suit.DIAMONDS, Suit.CUPS, Suit.COINS}


def test_an_unknown_deck_is_refused():
    with pytest.raises(InvalidDealError, match="french and neapolitan"):
        deck_named("tarot")


def test_a_table_with_other_lines_is_refused():
    with pytest.raises(InvalidDealError, match="lines of a table"):
        Table.parse("deck french\nstock")


PLACES = (STOCK, WASTE, *FOUNDATIONS, *PILES)


@given(st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(1, 13))
def test_a_move_reads_back_what_it_writes(source, target, count):
    move = Move(source, target, count)
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize("text", ["", "3", "3>", "8>1", "F5>1", "3>5:0", "3>5:200", "S>>W"])
def test_text_that_is_no_move_is_refused(text):
    with pytest.raises(InvalidDealError):
        Move.parse(text)


def test_a_place_nobody_has_is_refused():
    with pytest.raises(InvalidDealError, match="no such place"):
        Place.parse("8")
