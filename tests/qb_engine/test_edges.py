"""Where bad input once went past the rules: each is refused by name, and nothing has changed."""

from __future__ import annotations

from typing import Any

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.board_state import BoardState
from qb_engine.deck import Deck
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import (
    BrokenFileError,
    IllegalActionError,
    IllegalMoveError,
    InvalidDataError,
    InvalidDeckError,
    InvalidRulesetError,
    Refusal,
    ResolutionError,
)
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.projection import apply_projection
from qb_engine.records.scenario import run
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import compute_lane_power

pytestmark = pytest.mark.rules

DECK = [f"{number:03}" for number in range(1, 16)]


def test_a_tile_off_the_board_is_refused_before_anything_else() -> None:
    game = GameState(DECK, DECK)
    with pytest.raises(IllegalActionError) as refused:
        game.play_card_from_hand("Y", 0, 3, 0)
    assert refused.value.refusal is Refusal.OFF_BOARD
    with pytest.raises(IllegalActionError):
        compute_lane_power(BoardState(), EffectEngine(), 7)


def test_a_hand_that_its_draw_pile_would_overfill_is_refused() -> None:
    scene = {
        "schema": 1,
        "hands": {"Y": ["001"] * HAND_CAPACITY, "E": ["001"] * 5},
        "decks": {"Y": ["007"] * 10},
        "moves": ["Y pass", "E 001@M5", "Y pass"],
    }
    with pytest.raises(ResolutionError, match=f"limit of {HAND_CAPACITY}"):
        run(scene)


@pytest.mark.parametrize("copies", [3, None, "3", [3], [3, 3, 3], [0, 0], [2, 3], [True, True], {"a": 1}])
def test_copy_limits_that_are_no_pair_of_numbers_are_refused(copies: Any) -> None:
    with pytest.raises(InvalidRulesetError, match="max_copies"):
        Ruleset.parse({"base": "rebirth", "max_copies": copies})


@pytest.mark.parametrize(
    "text", ["spec+max_copies=²/1", "spec+max_copies=" + "9" * 5000 + "/1", "spec+base=rebirth", "spec+order=a+order=b"]
)
def test_a_ruleset_text_that_says_too_much_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(InvalidRulesetError) as refused:
        Ruleset.parse(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("first", ["", 0, False, [], {}, None, "N"])
def test_a_first_player_must_be_a_side(first: Any) -> None:
    with pytest.raises(InvalidDataError, match="first_player"):
        run({"schema": 1, "first_player": first})


@pytest.mark.parametrize("schema", [1.0, True, "1", 2, None])
def test_a_schema_is_the_whole_number_one(schema: Any) -> None:
    with pytest.raises(InvalidDataError, match="schema"):
        run({"schema": schema})


def test_control_characters_never_reach_the_terminal() -> None:
    with pytest.raises(InvalidDataError) as refused:
        run({"schema": 1, "moves": ["Y \x1b[31mred@M1"]})
    assert "\x1b" not in refused.value.message("it")


def test_what_a_play_added_belongs_to_its_game() -> None:
    game = GameState(DECK, DECK)
    game.write_hand("Y", ["010"])
    game.play_card_from_hand("Y", 0, 1, 0)
    copy = game.clone()
    copy.end_turn()
    copy.pass_turn("E")
    assert game.added == (("Y", "T01"),)
    assert copy.added == ()


def test_a_projection_needs_an_empty_tile() -> None:
    board = BoardState.initial()
    apply_projection(board, "Y", "013", 1, 0)
    with pytest.raises(IllegalMoveError):
        apply_projection(board, "Y", "013", 1, 0)
    assert board.state_hash == board.clone().state_hash


@pytest.mark.parametrize("seed", [-1, 1 << 62])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        GameState(DECK, DECK, seed=seed)


def test_a_registry_without_an_effect_that_a_card_names_is_refused() -> None:
    with pytest.raises(BrokenFileError, match="effect_ids"):
        EffectEngine({})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_deck_says_why_in_the_language_of_the_reader(language: str) -> None:
    with pytest.raises(InvalidDeckError) as refused:
        Deck(tuple(DECK[:14]))
    said = {"en": "it has 14 cards and a deck has 15", "it": "ha 14 carte e un mazzo ne ha 15"}
    assert refused.value.message(language).endswith(said[language])
