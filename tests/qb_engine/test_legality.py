"""Where a card may be laid (002, part 3.1), one function for both sides, and why not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.errors import IllegalActionError, IllegalMoveError, Refusal, UnknownCardError
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Side, tile_place
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .played import Played, position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
TILES = {"M1": "y1", "M2": "y2", "M3": "n0", "M4": "e2", "M5": "e1", "T1": "y3:Levrikon", "T5": "e3:Levrikon"}
SECURITY, OGRE, CHIMERA = "001", "021", "051"


def refusal(table: Played, side: Side, card_id: str, tile: str) -> Refusal | None:
    return LegalityChecker(table.state.board).refusal(side, card_id, *tile_place(tile))


@BOTH
@pytest.mark.parametrize(("side", "legal"), [("Y", ["M1", "M2"]), ("E", ["M4", "M5"])])
def test_a_normal_card_goes_on_an_own_empty_tile_of_enough_rank(ruleset: Ruleset, side: Side, legal: list[str]) -> None:
    assert position(ruleset, TILES).may_lay(side, SECURITY) == legal


@BOTH
@pytest.mark.parametrize(("side", "legal"), [("Y", ["M2"]), ("E", ["M4"])])
def test_a_dearer_card_needs_a_higher_rank(ruleset: Ruleset, side: Side, legal: list[str]) -> None:
    assert position(ruleset, TILES).may_lay(side, OGRE) == legal


@BOTH
@pytest.mark.parametrize(
    ("card_id", "tile", "expected"),
    [
        (SECURITY, "M1", None),
        (SECURITY, "T1", Refusal.TILE_OCCUPIED),
        (SECURITY, "T5", Refusal.TILE_OCCUPIED),
        (SECURITY, "M3", Refusal.TILE_NOT_OWNED),
        (SECURITY, "M4", Refusal.TILE_NOT_OWNED),
        (OGRE, "M1", Refusal.RANK_TOO_LOW),
    ],
)
def test_each_refusal_names_the_rule_that_forbids_the_placement(
    ruleset: Ruleset, card_id: str, tile: str, expected: Refusal | None
) -> None:
    table = position(ruleset, TILES)
    assert refusal(table, "Y", card_id, tile) is expected
    assert LegalityChecker(table.state.board).is_legal("Y", card_id, *tile_place(tile)) is (expected is None)


@pytest.mark.parametrize(
    ("target", "legal"), [("ally_or_empty", ["T1", "M1", "M2"]), ("ally_only", ["T1"]), ("never", [])]
)
def test_a_replace_card_goes_where_the_switch_says_and_rank_never_matters(target: str, legal: list[str]) -> None:
    for preset in (SPEC, REBIRTH):
        table = position(replace(preset, replace_target=target), TILES)
        assert table.may_lay("Y", CHIMERA) == legal


@pytest.mark.parametrize(
    ("target", "tile", "expected"),
    [
        ("ally_or_empty", "T5", Refusal.NEEDS_OWN_TILE),
        ("ally_or_empty", "M3", Refusal.NEEDS_OWN_TILE),
        ("ally_only", "M1", Refusal.NEEDS_OWN_CARD),
        ("ally_only", "T5", Refusal.NEEDS_OWN_CARD),
        ("never", "T1", Refusal.REPLACE_OFF),
    ],
)
def test_a_replace_card_is_refused_with_the_rule_in_force(target: str, tile: str, expected: Refusal) -> None:
    assert refusal(position(replace(SPEC, replace_target=target), TILES), "Y", CHIMERA, tile) is expected


@pytest.mark.parametrize(
    ("card_id", "tile", "english", "italian"),
    [
        (SECURITY, "T1", "the tile already holds Levrikon", ["casella", "Levrikon"]),
        (SECURITY, "M4", "the tile must belong to you and it belongs to the enemy", ["tu", "il nemico"]),
        (OGRE, "M1", "the card needs rank 2 and the tile has rank 1", ["richiede grado 2", "ha grado 1"]),
        (CHIMERA, "M1", "the card replaces a card of its own side and the tile holds no card", ["nessuna carta"]),
    ],
)
def test_the_error_says_what_was_asked_what_it_needs_and_what_is_there_in_both_languages(
    card_id: str, tile: str, english: str, italian: list[str]
) -> None:
    table = position(REBIRTH, TILES)
    with pytest.raises(IllegalMoveError) as caught:
        LegalityChecker(table.state.board).check("Y", card_id, *tile_place(tile))
    assert caught.value.message() == f"{card_id}@{tile} refused: {english}"
    spoken = caught.value.message("it")
    assert all(words in spoken for words in [f"{card_id}@{tile}", *italian])


def test_a_legal_placement_passes_the_check_in_silence() -> None:
    table = position(SPEC, TILES)
    before = table.state.state_hash
    LegalityChecker(table.state.board).check("Y", SECURITY, *tile_place("M1"))
    assert table.state.state_hash == before


@BOTH
def test_the_list_of_legal_tiles_is_the_answer_tile_by_tile(ruleset: Ruleset) -> None:
    table = position(ruleset, TILES)
    checker = LegalityChecker(table.state.board)
    for card in table.engine.cards:
        for side in ("Y", "E"):
            one_by_one = [
                (lane, column)
                for lane in range(3)
                for column in range(5)
                if checker.is_legal(side, card.id, lane, column)
            ]
            assert checker.legal_tiles(side, card.id) == one_by_one


def test_a_place_off_the_board_and_an_unknown_card_are_refused_by_name() -> None:
    checker = LegalityChecker(position(SPEC, TILES).state.board)
    with pytest.raises(IllegalActionError) as caught:
        checker.is_legal("Y", SECURITY, 3, 0)
    assert caught.value.refusal is Refusal.OFF_BOARD
    with pytest.raises(UnknownCardError):
        checker.is_legal("Y", "999", 0, 0)
    with pytest.raises(UnknownCardError):
        checker.legal_tiles("Y", "999")
