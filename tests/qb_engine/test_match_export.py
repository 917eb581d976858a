"""A live match as a game file: saved, verified, and taken up again where it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelkit.journal import MemoryStore
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.errors import MatchStepError
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import tile_data
from qb_engine.match.files import game_of, steps_of
from qb_engine.match.state import replayed
from qb_engine.moves import Move
from qb_engine.records import GameFile, Opening, parse_qbn, qbn_text, verify

VANGUARD = tuple(starter_decks()[0].deck)
HAND = ("001", "007", "008", "013", "011")


def new_match() -> LiveMatch:
    return LiveMatch(MemoryStore().journal("qb/match"))


def coached() -> LiveMatch:
    """A match with a mulligan, a draw, an empty draw, passes and both kinds of sync."""
    match = new_match()
    match.start(HAND, first="Y", deck=VANGUARD)
    match.mulligan([1, 3], ["020", "004"])
    match.play(Move.parse("001@M1"))
    match.enemy_play(Move.parse("007@M5"))
    match.draw("098")
    match.play(Move.parse("008@T1"))
    match.enemy_pass()
    match.sync_hand(["011", "005", "098"])
    seen = {**tile_data(match.state.game, "M5"), "power": 5}
    match.sync_board({"M5": seen})
    match.draw(None)
    match.pass_turn()
    return match


def test_a_saved_match_is_verified_and_marks_its_overrides() -> None:
    game = game_of(coached().steps)
    report = verify(game)
    assert report.ok, report.faults
    text = qbn_text(game)
    assert parse_qbn(text) == game
    assert text.count("! ") == 3


def test_a_saved_match_goes_on_where_it_was() -> None:
    match = coached()
    again = new_match()
    again.enter(steps_of(game_of(match.steps)))
    assert again.phase == match.phase
    assert again.state.hand == match.state.hand
    assert again.state.game.state_hash == match.state.game.state_hash
    assert again.state.enemy_hand_count == match.state.enemy_hand_count


def test_every_beginning_of_a_match_can_be_saved_and_loaded() -> None:
    steps = coached().steps
    for count in range(1, len(steps) + 1):
        game = game_of(steps[:count])
        assert verify(game).ok
        again = new_match()
        again.enter(steps_of(game))
        assert again.state.game.state_hash == replayed(steps[:count]).game.state_hash
        assert again.phase == replayed(steps[:count]).phase


def test_without_a_match_nothing_can_be_saved() -> None:
    with pytest.raises(MatchStepError, match="no match has started"):
        game_of(())


def test_a_record_without_your_hand_is_no_match_to_go_on_with() -> None:
    game: GameFile = game_of(coached().steps)
    opening = game.opening
    blind = replace(game, opening=Opening(opening.ruleset, opening.first_player, opening.decks))
    match = new_match()
    with pytest.raises(MatchStepError, match="with your hand"):
        match.enter(steps_of(blind))
    assert match.phase == "start"
