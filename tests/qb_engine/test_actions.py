"""Actions in text: one spelling for logs, and a reader that knows cards by name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qb_engine.errors import InvalidActionError
from qb_engine.moves import Move
from qb_engine.notation.actions import Action, Draw, Mulligan, Pass, parse_action, read_action

pytestmark = pytest.mark.rules

card_ids = st.integers(1, 145).map(lambda number: f"{number:03d}") | st.just("T05")
actions = st.one_of(
    st.builds(Move, card_ids, st.integers(0, 2), st.integers(0, 4)),
    st.just(Pass()),
    st.builds(Draw, card_ids),
    st.sets(st.integers(0, 44)).map(lambda places: Mulligan(tuple(sorted(places)))),
)


@given(actions)
def test_an_action_read_back_is_the_same_to_both_readers(action: Action) -> None:
    assert parse_action(str(action)) == action
    assert read_action(str(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("020@M2", Move("020", 1, 1)),
        ("pass", Pass()),
        ("+019", Draw("019")),
        ("mull 2,5", Mulligan((1, 4))),
        ("mull -", Mulligan(())),
    ],
)
def test_actions_are_written_as_the_notation_says(text: str, action: Action) -> None:
    assert str(action) == text
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Archdragon@M2", Move("020", 1, 1)),
        (" archdragon @ m2 ", Move("020", 1, 1)),
        ("t01@b5", Move("T01", 2, 4)),
        ("PASS", Pass()),
        ("+ zu", Draw("015")),
        ("mulligan 5 2", Mulligan((1, 4))),
        ("MULL 5, 2", Mulligan((1, 4))),
        ("Chocobo & Moogle@T1", Move("107", 0, 0)),
    ],
)
def test_people_may_use_names_capitals_and_blanks(text: str, action: Action) -> None:
    assert read_action(text) == action
    with pytest.raises(InvalidActionError):
        parse_action(text)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "020@M2, pass, +019 or mull 2,5 is needed and '' is there"),
        ("999@M2", 1, "no card has the id or name '999'"),
        ("+T99", 2, "no card has the id or name 'T99'"),
        ("020@M6", 1, "020@M2, pass"),
        ("020@M2\n", 1, "020@M2, pass"),
        ("٠٢٠@M2", 1, "020@M2, pass"),
        ("mull 5,2", 6, "the one spelling of this is mull 2,5"),
        ("mull 02", 6, "the one spelling of this is mull 2"),
        ("mull 2,2", 6, "each hand place from 1 to 45 may be named once"),
        ("mull 0", 6, "each hand place from 1 to 45 may be named once"),
        ("x" * 1_000_000, 201, "the action has 1000000 characters, at most 200 are read"),
    ],
)
def test_anything_else_is_refused_with_column_and_reason(text: str, column: int, reason: str) -> None:
    with pytest.raises(InvalidActionError) as refused:
        parse_action(text)
    assert refused.value.facts == {"line": 1, "column": column}
    assert refused.value.reason("en").startswith(reason)


def test_a_misspelt_card_is_answered_with_the_nearest() -> None:
    with pytest.raises(InvalidActionError, match=r"column 1: no card is called 'Archdragn'; .*Archdragon \(020\)"):
        read_action("Archdragn@M2")


def test_a_mulligan_counts_each_card_once_and_in_order() -> None:
    with pytest.raises(ValueError, match="not ascending"):
        Mulligan((4, 1))


@settings(max_examples=300)
@given(st.text(max_size=30) | st.text(alphabet="0123456789TMB@+mul, -pas", max_size=20))
def test_no_text_gets_past_the_readers_but_as_an_action_or_an_error_of_ours(text: str) -> None:
    for reader in (parse_action, read_action):
        try:
            action = reader(text)
        except InvalidActionError as error:
            error.message("it")
        else:
            assert parse_action(str(action)) == action
