"""Every refused action raises a named error, says why in two languages, and changes nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.deck import Deck
from qb_engine.errors import (
    BrokenFileError,
    IllegalActionError,
    IllegalMoveError,
    InvalidDeckError,
    InvalidNotationError,
    InvalidRulesetError,
    InvalidTextError,
    QueensBloodError,
    Refusal,
    ResolutionError,
    UnknownCardError,
    UnknownPlayerError,
)
from qb_engine.game_state import GameState
from qb_engine.kernel import effects, log, resolution
from qb_engine.models import Operation
from qb_engine.moves import SIDES, Move, Side, tile_place
from qb_engine.records.scenario import parse
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.simulation import Simulation

from .naive_table import change, small_card, small_effect
from .played import Played, small_position

pytestmark = pytest.mark.rules

DECK = ["001", "021", "051", "007", "008", "010", "011", "013", "026", "031", "040", "057", "004", "083", "002"]
NO_REPLACE = replace(SPEC, replace_target="never")


def everything(state: GameState) -> tuple[object, ...]:
    """All that a game holds, the generator included."""
    hands = [(state.hand(side), state.deck(side)) for side in SIDES]
    words = list(state.engine.seen(state.chance).word)
    facts = [(t.owner, t.rank, t.card_id, t.power, t.power_delta, t.trigger_state, t.uid) for t in state.board.tiles]
    return state.state_hash, hands, words, facts, state.turn, state.side_to_act, state.outcome


def game(ruleset: Ruleset = SPEC) -> GameState:
    """A game in which you hold an officer, an ogre and an insectoid chimera first, and the enemy has a card at M5."""
    state = GameState(DECK, DECK, seed=2, ruleset=ruleset)
    state.write_hand("Y", ["001", "021", "051", "007", "008"])
    state.write_hand("E", ["001", "007", "008", "010", "011"])
    state.board.put_card("E", "007", *tile_place("M5"))
    return state


def crowded() -> GameState:
    """A hand that does not come from the deck: the pile behind it is whole."""
    state = game()
    state.write_hand("Y", ["001"])
    state.write_deck("Y", DECK)
    return state


def holding_a_token() -> GameState:
    """A hand that an effect gave a token to before its mulligan."""
    state = game()
    state.write_hand("Y", ["T01", "001"])
    return state


def lay(state: GameState, card_id: str, tile: str, side: Side = "Y") -> None:
    index = state.hand(side).index_of(card_id)
    assert index is not None
    state.play_card_from_hand(side, index, *tile_place(tile))


def played(state: GameState) -> GameState:
    lay(state, "001", "T1")
    return state


def passed_twice(state: GameState) -> GameState:
    state.pass_turn("Y")
    state.pass_turn("E")
    return state


def mulliganed(state: GameState) -> GameState:
    state.mulligan("Y", [])
    return state


Case = tuple[Callable[[], GameState], Callable[[GameState], None]]
CASES: dict[Refusal, Case] = {
    Refusal.TILE_OCCUPIED: (game, lambda s: lay(s, "001", "M5")),
    Refusal.TILE_NOT_OWNED: (game, lambda s: lay(s, "001", "M3")),
    Refusal.RANK_TOO_LOW: (game, lambda s: lay(s, "021", "M1")),
    Refusal.NEEDS_OWN_CARD: (lambda: game(REBIRTH), lambda s: lay(s, "051", "M1")),
    Refusal.NEEDS_OWN_TILE: (game, lambda s: lay(s, "051", "M5")),
    Refusal.REPLACE_OFF: (lambda: game(NO_REPLACE), lambda s: lay(s, "051", "M1")),
    Refusal.NOT_IN_HAND: (game, lambda s: s.play_card_from_hand("Y", 5, 0, 0)),
    Refusal.CARD_NOT_HELD: (game, lambda s: [Simulation(s).after("Y", Move("145", 0, 0))].clear()),
    Refusal.NOT_YOUR_TURN: (game, lambda s: lay(s, "001", "T5", "E")),
    Refusal.ALREADY_PLAYED: (lambda: played(game()), lambda s: lay(s, "007", "B1")),
    Refusal.ALREADY_DREW: (game, lambda s: s.draw("Y")),
    Refusal.GAME_OVER: (lambda: passed_twice(game()), lambda s: lay(s, "001", "M1")),
    Refusal.MULLIGAN_DONE: (lambda: mulliganed(game()), lambda s: s.mulligan("Y", [1])),
    Refusal.MULLIGAN_LATE: (lambda: played(game()), lambda s: s.mulligan("Y", [1])),
    Refusal.MULLIGAN_INDICES: (game, lambda s: s.mulligan("Y", [0, 0])),
    Refusal.MULLIGAN_ROOM: (crowded, lambda s: s.mulligan("Y", [0])),
    Refusal.MULLIGAN_TOKEN: (holding_a_token, lambda s: s.mulligan("Y", [0])),
    Refusal.OFF_BOARD: (game, lambda s: s.play_card_from_hand("Y", 0, 0, 5)),
}


def check_words(error: QueensBloodError) -> None:
    """The sentence stands in both languages with every fact filled in."""
    messages = {language: error.message(language) for language in LANGUAGES}
    assert messages["en"] == str(error)
    assert messages["it"] != messages["en"]
    for message in messages.values():
        assert message
        assert "{" not in message
        assert "}" not in message


@pytest.mark.parametrize("refusal", CASES, ids=lambda refusal: refusal.name.lower())
def test_a_refused_action_changes_nothing_and_says_why_in_both_languages(refusal: Refusal) -> None:
    start, act = CASES[refusal]
    state = start()
    before = everything(state)
    with pytest.raises((IllegalActionError, IllegalMoveError)) as caught:
        act(state)
    assert caught.value.refusal is refusal
    assert everything(state) == before
    check_words(caught.value)


@pytest.mark.parametrize(
    "act",
    [
        lambda s: s.pass_turn("Y"),
        lambda s: s.draw("Y"),
        lambda s: s.mulligan("Y", [0]),
        lambda s: s.play_card_from_hand("Y", 0, 0, 0),
        lambda s: s.play_free("E", Move("001", 0, 4)),
    ],
    ids=["pass", "draw", "mulligan", "play", "free play"],
)
def test_after_the_end_every_action_is_refused(act: Callable[[GameState], None]) -> None:
    state = passed_twice(game())
    before = everything(state)
    with pytest.raises(IllegalActionError) as caught:
        act(state)
    assert caught.value.refusal is Refusal.GAME_OVER
    assert everything(state) == before


@pytest.mark.parametrize("act", [lambda s: s.pass_turn("E"), lambda s: s.draw("E")], ids=["pass", "draw"])
def test_out_of_turn_every_action_is_refused(act: Callable[[GameState], None]) -> None:
    state = game()
    before = everything(state)
    with pytest.raises(IllegalActionError) as caught:
        act(state)
    assert caught.value.refusal is Refusal.NOT_YOUR_TURN
    assert "you must act first" in str(caught.value)
    assert everything(state) == before


def test_an_unknown_card_is_refused_and_changes_nothing() -> None:
    state = game()
    before = everything(state)
    with pytest.raises(UnknownCardError) as caught:
        state.play_free("Y", Move("999", 0, 0))
    check_words(caught.value)
    assert everything(state) == before


# Plays that the engine will not follow to their end


def refused_play(table: Played, name: str, tile: str) -> ResolutionError:
    before = everything(table.state)
    with pytest.raises(ResolutionError) as caught:
        table.lay("Y", name, tile)
    assert everything(table.state) == before
    check_words(caught.value)
    return caught.value


def endless() -> Played:
    sore = small_card("010", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))
    hurt = small_card("011", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
    return small_position(SPEC, [sore, hurt], {"M1": "y1", "M2": "e1:010", "T1": "y1:010"})


def test_two_cards_that_answer_each_other_for_ever_are_refused_with_the_name_of_the_cap() -> None:
    assert "on_enfeebled" in str(refused_play(endless(), "011", "M1"))


def test_an_overflowing_hand_is_refused_by_name() -> None:
    brings = small_card("001", 5, "", small_effect("on_play", "self", Operation("add_to_hand", card_ids=("001",) * 4)))
    table = small_position(SPEC, [brings], {"M1": "y1"})
    table.state.write_hand("Y", ["001"] * 44)
    assert "the hand" in str(refused_play(table, "001", "M1"))


def test_an_overflowing_list_of_added_cards_is_refused_by_name() -> None:
    adds = small_effect("on_destroy", "self", Operation("add_to_hand", card_ids=("001",) * 4))
    heavy = small_card("001", 5, "", adds, adds, adds)
    kill = small_card("002", 5, "", small_effect("on_play", "enemies_global", Operation("destroy_cards")))
    tiles = {f"{lane}5": "e1:001" for lane in "TMB"} | {f"{lane}4": "e1:001" for lane in "TMB"} | {"M1": "y1"}
    assert "added" in str(refused_play(small_position(SPEC, [heavy, kill], tiles), "002", "M1"))


def test_a_play_longer_than_the_event_log_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LOG_CAPACITY", 2)
    plain = small_card("001", 5, "P+1+0 P+0+1 P+0-1")
    table = small_position(SPEC, [plain], {"M1": "y1"}).listen()
    table.lay("Y", "001", "M1")
    assert table.state.engine.seen(table.state.engine.work).log_count == 2


def test_a_settle_that_does_not_come_to_rest_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolution, "SETTLE_ROUNDS", 1)
    proud = small_card(
        "001", 5, "", small_effect("on_play", "self", change(1)), small_effect("on_first_enhanced", "self", change(1))
    )
    table = small_position(SPEC, [proud], {"M1": "y1"})
    assert "settling" in str(refused_play(table, "001", "M1"))


def test_after_a_refused_play_the_next_one_is_played_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    table = endless()
    refused_play(table, "011", "M1")
    monkeypatch.setattr(effects, "QUEUE_CAPACITY", 1000)
    assert table.lay("Y", "010", "M1").power("M1") == 9


# Errors that are not about a move


@pytest.mark.parametrize(
    ("error", "provoke", "words"),
    [
        (InvalidDeckError, lambda: Deck(("001",) * 14), "14 cards"),
        (InvalidDeckError, lambda: Deck(("T01", *DECK[1:])), "Mandragora Minion"),
        (InvalidDeckError, lambda: Deck(("001",) * 4 + tuple(DECK[1:12]), REBIRTH), "Security Officer"),
        (InvalidDeckError, lambda: Deck(("095", "095", *DECK[2:]), REBIRTH), "Ifrit"),
        (UnknownCardError, lambda: Deck(("999", *DECK[1:])), "999"),
        (InvalidRulesetError, lambda: Ruleset.parse("chess"), "chess"),
        (InvalidTextError, lambda: Move.parse("033@X9"), "033@X9"),
        (InvalidTextError, lambda: tile_place("Z1"), "Z1"),
        (BrokenFileError, lambda: parse({"schema": 2}), "schema 2"),
    ],
    ids=["14 cards", "token", "four copies", "two legends", "unknown", "ruleset", "move", "tile", "scenario"],
)
def test_the_error_names_what_is_wrong_in_both_languages(
    error: type[QueensBloodError], provoke: Callable[[], object], words: str
) -> None:
    with pytest.raises(error) as caught:
        provoke()
    assert type(caught.value) is error
    assert words in str(caught.value)
    check_words(caught.value)


OF_REPLAYS = {"HAND_UNKNOWN", "DRAWS_ITSELF"}
"""Refused where a recorded game is played again, not by the game itself."""


def test_every_refusal_of_a_game_has_a_case_here() -> None:
    assert {refusal.name for refusal in CASES} == {refusal.name for refusal in Refusal} - OF_REPLAYS


def test_an_error_is_also_the_one_that_a_reader_of_python_expects() -> None:
    for text_that_is_none in (InvalidTextError, InvalidNotationError, InvalidRulesetError, InvalidDeckError):
        assert issubclass(text_that_is_none, ValueError)
    for name_of_nobody in (UnknownCardError, UnknownPlayerError):
        assert issubclass(name_of_nobody, LookupError)
    for place in (-1, 5):
        with pytest.raises(IndexError, match="the hand has 5 cards"):
            game().hand("Y")[place]
    with pytest.raises(IndexError, match="the hand has 5 cards"):
        game().play_card_from_hand("Y", 5, 0, 0)
    assert not issubclass(IllegalActionError, ValueError), "what comes at the wrong time is no wrong value"
