"""Deck codes: equal for equal decks, and a slip of the finger never names another deck."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.chance import seeded
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code, parse_deck_code
from qb_engine.errors import InvalidDeckCodeError, InvalidDeckError, UnknownCardError
from qb_engine.notation.fingerprints import SYMBOLS
from support.qb_games import random_deck

DECK_CARDS = [card.id for card in shipped().cards if not card.is_token]
decks = st.lists(st.sampled_from(DECK_CARDS), min_size=15, max_size=15)
CODES = [deck_code(random_deck(seeded(seed))) for seed in range(40)]
FEW_CODES = [*CODES[:6], deck_code(["001"] * 15), deck_code(["145"] * 15)]
OTHERS = [*SYMBOLS, *"BILOSUZ -_*\0é１"]


def is_refused(text: str) -> bool:
    try:
        parse_deck_code(text)
    except InvalidDeckCodeError:
        return True
    return False


@given(decks)
def test_a_deck_read_back_is_the_same_cards(deck: list[str]) -> None:
    code = deck_code(deck)
    assert parse_deck_code(code) == tuple(sorted(deck))
    assert parse_deck_code(code.lower()) == parse_deck_code(code.replace("-", "")) == tuple(sorted(deck))


@given(decks, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(deck, random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(deck)
    random.shuffle(shuffled)
    assert deck_code(shuffled) == deck_code(deck)


def test_codes_are_short_and_free_of_look_alikes() -> None:
    for code in CODES:
        assert len(code) == 20
        assert not set(code) & set("BILOSUZ")


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_one_wrong_character_is_always_noticed(code: str) -> None:
    for place, right in enumerate(code):
        for wrong in OTHERS:
            if wrong != right:
                assert is_refused(code[:place] + wrong + code[place + 1 :])


@pytest.mark.parametrize("code", CODES)
def test_two_exchanged_characters_are_always_noticed(code: str) -> None:
    for one, two in combinations(range(len(code)), 2):
        if code[one] != code[two]:
            assert is_refused(
                code[:one] + code[two] + code[one + 1 : two] + code[one] + code[two + 1 :],
            )


@pytest.mark.parametrize("code", FEW_CODES)
def test_a_missing_or_added_character_is_always_noticed(code: str) -> None:
    for place in range(len(code)):
        assert is_refused(code[:place] + code[place + 1 :])
        assert all(is_refused(code[:place] + more + code[place:]) for more in OTHERS)


def test_two_wrong_characters_are_always_noticed() -> None:
    code = CODES[0].replace("-", "")
    for one, two in combinations(range(1, len(code)), 2):
        for wrong in SYMBOLS[::3]:
            for wrong_too in SYMBOLS[::5]:
                if wrong != code[one] and wrong_too != code[two]:
                    assert is_refused(code[:one] + wrong + code[one + 1 : two] + wrong_too + code[two + 1 :])


def test_a_code_stays_the_same_for_ever() -> None:
    assert deck_code(f"{number:03d}" for number in range(1, 16)) == "100000-00002E-AAQ0V4"
    assert deck_code(["145"] * 15) == "11AHEV-P45TMF-769YW3"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "a deck code has 18 symbols and 0 are there"),
        ("2" + CODES[0][1:], 1, "deck codes of version 2 are not known; this is version 1"),
        ("1O" + CODES[0][2:], 2, "a symbol of "),
        (CODES[0][:-1], 20, "a deck code has 18 symbols and 17 are there"),
        (CODES[0] * 100_000, 21, "a deck code has 18 symbols and 1800000 are there"),
        (CODES[0].replace("-", "", 1), 13, "dashes stand after every 6 symbols or nowhere"),
        (CODES[0][:-1] + ("0" if CODES[0][-1] != "0" else "1"), 1, "a symbol of the deck code is wrong"),
    ],
)
def test_a_refusal_names_column_and_reason(text: str, column: int, reason: str) -> None:
    with pytest.raises(InvalidDeckCodeError) as refused:
        parse_deck_code(text)
    assert refused.value.facts == {"line": 1, "column": column}
    assert refused.value.reason("en").startswith(reason)


def test_a_code_for_a_card_that_came_later_is_refused() -> None:
    from qb_engine.cards import deck_code as module

    code = "1" + module.symbols(module._rank([170] * 15), module.CARD_SYMBOLS)
    code += module._check([SYMBOLS.index(symbol) for symbol in code])
    with pytest.raises(InvalidDeckCodeError, match="names card 171, which this version does not have"):
        parse_deck_code(code)


@pytest.mark.parametrize("cards", [[], ["001"] * 14, ["001"] * 16, ["T01"] * 15])
def test_only_a_deck_has_a_code(cards: list[str]) -> None:
    with pytest.raises(InvalidDeckError):
        deck_code(cards)
    with pytest.raises(UnknownCardError):
        deck_code(["999"] * 15)


@settings(max_examples=300)
@given(st.text(max_size=30) | st.text(alphabet=SYMBOLS + "-", min_size=18, max_size=20))
def test_no_text_gets_past_the_reader_but_as_a_deck_or_an_error_of_ours(text: str) -> None:
    try:
        deck = parse_deck_code(text)
    except InvalidDeckCodeError as error:
        error.message("it")
    else:
        assert deck_code(deck).replace("-", "") == text.upper().replace("-", "")
