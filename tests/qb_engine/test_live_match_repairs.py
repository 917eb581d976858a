"""What went wrong when a person's mistakes met the console's truth, each put right and kept right here."""

from __future__ import annotations

import pytest

from kernelkit.journal import MemoryJournal
from qb_engine.errors import DeckContradictionError, InvalidPositionError, LaterStepError, MatchStepError, Remedy
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import all_tiles, tile_data
from qb_engine.match.files import game_of, steps_of
from qb_engine.moves import Move
from support.coached_games import recommended

DECK = ["001", "001", "007", "007", "008", "008", "005", "013", "013", "011", "011", "004", "020", "098", "086"]
HAND = ["001", "007", "008", "013", "011"]


def begun(**options: object) -> LiveMatch:
    """You have laid a card, and the enemy is to move."""
    match = LiveMatch(MemoryJournal())
    match.start(HAND, first="Y", **options)  # type: ignore[arg-type]
    match.mulligan([], [])
    match.play(Move.parse("001@M1"))
    return match


def seen(card_id: str) -> dict[str, object]:
    return {"owner": "E", "rank": 1, "card": card_id, "card_owner": "E", "power": None}


def test_a_board_is_synced_although_the_enemys_deck_was_told_wrong() -> None:
    match = begun(enemy_deck=DECK)
    with pytest.raises(DeckContradictionError):
        match.enemy_play(Move.parse("031@M5"))
    match.sync_board({"M5": seen("031")})
    assert match.state.game.board.tile(1, 4).card_id == "031"
    assert match.state.observation.known_enemy_deck_ids == ()
    assert match.state.enemy_hand_count == 4


def test_a_move_that_was_missed_is_made_up_for_by_saying_whose_turn_it_is() -> None:
    match = begun()
    match.sync_board({"M5": seen("031")})
    match.sync_hand(["007", "008", "013", "011", "005"])
    match.sync_turn("Y")
    assert match.phase == "your_play"
    assert match.state.game.record.passes == 0
    assert {str(move.move)[:3] for move in recommended(match).moves if move.move} == {"007", "008", "013", "011", "005"}
    match.play(Move.parse("007@T1"))
    assert match.phase == "enemy_play"


def test_a_match_that_ended_by_mistake_goes_on() -> None:
    match = begun()
    match.enemy_pass()
    match.draw(None)
    match.pass_turn()
    assert match.phase == "over"
    match.sync_turn("E", passes=1)
    assert match.phase == "enemy_play"
    match.enemy_pass()
    assert match.phase == "over"
    match.undo()
    match.sync_turn(None)
    assert match.phase == "over"
    assert match.state.game.outcome is not None


def test_a_draw_is_believed_after_a_wrong_one_was_put_right() -> None:
    match = begun(deck=DECK)
    match.enemy_play(Move.parse("007@M5"))
    match.draw("020")
    match.sync_hand(["007", "008", "013", "011", "098"])
    match.play(Move.parse("007@T1"))
    match.enemy_pass()
    match.draw("020")
    assert match.state.hand == ("008", "013", "011", "098", "020")
    assert match.state.your_deck_count == 8


def test_a_deck_is_counted_again_after_a_sync() -> None:
    """A round was missed: a card was drawn, one laid; the deck has one card less, and neither is in it."""
    match = begun(deck=DECK)
    tiles = {"M5": seen("031"), "T1": {"owner": "Y", "rank": 2, "card": "007", "card_owner": "Y", "power": None}}
    match.sync_board(tiles)
    match.sync_hand(["008", "013", "011", "020"])
    assert match.state.your_deck is not None
    assert match.state.your_deck_count == match.state.your_deck.total() == 9
    assert match.state.your_deck["020"] == 0
    assert match.state.your_deck["007"] == 1


def test_an_enemy_play_is_believed_after_a_wrong_one_was_put_right() -> None:
    match = begun(enemy_deck=DECK)
    match.enemy_play(Move.parse("005@M5"))
    match.sync_board({"M5": seen("013")})
    match.draw("007")
    match.play(Move.parse("007@T1"))
    match.enemy_play(Move.parse("005@B5"))
    assert match.state.observation.known_enemy_deck_ids == tuple(DECK)
    assert sorted(match.state.observation.state.enemy_deck_knowledge.played_ids) == ["005", "013"]


def test_an_enemy_play_is_believed_although_a_wrong_one_left_no_trace() -> None:
    match = begun(enemy_deck=DECK)
    match.enemy_play(Move.parse("005@M5"))
    match.sync_board({"M5": {"owner": "E", "rank": 1, "card": None, "card_owner": None, "power": None}})
    match.draw("007")
    match.play(Move.parse("007@T1"))
    match.enemy_play(Move.parse("005@B5"))
    assert match.state.game.board.tile(2, 4).card_id == "005"


def test_a_correction_that_a_later_step_does_not_survive_names_that_step() -> None:
    match = begun()
    match.enemy_play(Move.parse("007@M5"))
    match.draw("005")
    match.play(Move.parse("008@T1"))
    before = match.state.game.state_hash
    with pytest.raises(LaterStepError, match="step 6, which came later, would not fit any more: 008@T1 refused"):
        match.fix(3, "play", {"move": "001@T1"})
    assert match.state.game.state_hash == before


def test_a_match_begins_once() -> None:
    match = begun()
    before = match.state.game.state_hash
    with pytest.raises(MatchStepError):
        match.fix(match.steps[-1].number, "start", dict(match.steps[0].data))
    assert match.state.game.state_hash == before


def test_before_a_match_nothing_can_be_put_right() -> None:
    match = LiveMatch(MemoryJournal())
    for operation in (
        lambda: match.sync_board({"M1": seen("001")}),
        lambda: match.sync_hand(["001"]),
        lambda: match.sync_turn("Y"),
        lambda: match.adopt("rebirth"),
        match.undo,
    ):
        with pytest.raises(MatchStepError) as caught:
            operation()
        assert caught.value.remedy is Remedy.START_A_MATCH
    assert match.steps == ()


def test_a_draw_of_nothing_is_not_asked_for_again_after_a_load() -> None:
    match = begun()
    match.enemy_pass()
    match.draw(None)
    again = LiveMatch(MemoryJournal())
    again.enter(steps_of(game_of(match.steps)))
    assert again.phase == match.phase == "your_play"


def test_whose_turn_it_is_travels_with_a_saved_match() -> None:
    match = begun()
    match.sync_turn("Y")
    again = LiveMatch(MemoryJournal())
    again.enter(steps_of(game_of(match.steps)))
    assert (again.phase, again.state.game.state_hash) == (match.phase, match.state.game.state_hash)


def test_a_loaded_match_has_the_same_syncs() -> None:
    match = begun()
    match.sync_board({"M5": seen("031"), "M1": tile_data(match.state.game, "M1")})
    again = LiveMatch(MemoryJournal())
    again.enter(steps_of(game_of(match.steps)))
    assert [(step.kind, step.data) for step in again.steps] == [(step.kind, step.data) for step in match.steps]


@pytest.mark.parametrize(
    "tile",
    [
        {"owner": "N", "rank": 2, "card": None, "card_owner": None, "power": None},
        {"owner": "E", "rank": 4, "card": None, "card_owner": None, "power": None},
        {"owner": "E", "rank": 1, "card": "999", "card_owner": "E", "power": None},
        {"owner": "E", "rank": 1, "card": "031", "card_owner": "E", "power": 5000},
    ],
)
def test_a_tile_that_cannot_be_is_refused_by_name(tile: dict[str, object]) -> None:
    match = begun()
    before = all_tiles(match.state.game)
    with pytest.raises(InvalidPositionError):
        match.sync_board({"M5": tile})
    assert all_tiles(match.state.game) == before


def test_what_the_rules_never_show_is_no_board() -> None:
    match = begun(rules="spec")
    tile = {"owner": "Y", "rank": 2, "card": "031", "card_owner": "E", "power": None}
    with pytest.raises(MatchStepError, match="these rules never show M5=y2:e031"):
        match.sync_board({"M5": tile})
