"""Games and decks as the engine's document has them (002, parts 2.3 and 2.4): the seed, the order of a deck."""

from __future__ import annotations

from dataclasses import fields

import pytest

from qb_engine.board_state import BoardState
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.errors import IllegalActionError
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
YOURS, ENEMYS, *_ = (starter.deck for starter in starter_decks())


@BOTH
def test_002_2_3_a_game_holds_board_decks_hands_and_seed(ruleset: Ruleset) -> None:
    game = GameState(YOURS, ENEMYS, seed=4711, ruleset=ruleset)
    assert game.seed == 4711
    assert game.board == BoardState.initial(game.engine)
    for side, cards in zip(SIDES, (YOURS, ENEMYS), strict=True):
        assert len(game.hand(side)) == OPENING_HAND
        assert sorted((*game.hand(side), *game.deck(side))) == sorted(cards)


@BOTH
def test_002_2_3_a_game_manages_mulligan_play_end_of_turn_draw_and_pass(ruleset: Ruleset) -> None:
    game = GameState(YOURS, ENEMYS, seed=4711, ruleset=ruleset, first_player="Y")
    kept = game.hand("Y").card_ids[1:]
    game.mulligan("Y", [0])
    assert game.hand("Y").card_ids[:-1] == kept
    move = game.legal_moves("Y")[0]
    game.play_card_from_hand("Y", game.hand("Y").card_ids.index(move.card_id), move.lane_index, move.col_index)
    assert (game.board.tile(move.lane_index, move.col_index).card_id, len(game.hand("Y"))) == (move.card_id, 4)
    game.end_turn()
    assert (game.side_to_act, len(game.hand("E"))) == ("E", OPENING_HAND)
    upper_card = game.deck("Y")[0]
    game.pass_turn("E")
    assert (game.side_to_act, game.hand("Y").card_ids[-1], len(game.hand("Y"))) == ("Y", upper_card, OPENING_HAND)


@BOTH
def test_002_2_3_whose_turn_it_is_need_not_be_said(ruleset: Ruleset) -> None:
    game = GameState(YOURS, ENEMYS, seed=4711, ruleset=ruleset, first_player="Y")
    assert game.legal_moves() == game.legal_moves("Y") != []
    game.pass_turn()
    assert game.legal_moves() == game.legal_moves("E") != []
    game.pass_turn()
    assert (game.is_over, game.legal_moves()) == (True, [])
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.pass_turn()


@BOTH
def test_002_2_3_the_seed_is_read_back_from_the_game_and_never_from_a_view(ruleset: Ruleset) -> None:
    game = GameState(YOURS, ENEMYS, seed=4711, ruleset=ruleset)
    assert (game.seed, game.clone().seed, GameState.on(game.engine).seed) == (4711, 4711, None)
    view = PlayerView.of(game)
    assert "seed" not in {field.name for field in fields(view)} | set(dir(view))
    assert view.game.seed is None


@BOTH
@pytest.mark.parametrize("seed", [0, 1, 99, 2**40])
def test_002_2_4_a_deck_is_drawn_in_the_order_of_its_seed(ruleset: Ruleset, seed: int) -> None:
    game = GameState(YOURS, ENEMYS, seed=seed, ruleset=ruleset, first_player="Y")
    for side, cards in zip(SIDES, (YOURS, ENEMYS), strict=True):
        deck = Deck(tuple(cards), ruleset)
        assert deck.shuffled(seed, side) == (*game.hand(side), *game.deck(side))
        assert deck.draw(seed, side=side) == game.hand(side).card_ids
        assert (len(deck.draw(seed)), len(deck.draw(seed, 7))) == (OPENING_HAND, 7)
        assert sorted(deck.shuffled(seed, side)) == sorted(deck.card_ids)


def test_002_2_4_other_seeds_give_other_orders() -> None:
    deck = Deck(tuple(YOURS), REBIRTH)
    assert len({deck.shuffled(seed) for seed in range(50)}) == 50
    assert deck.shuffled(1, "Y") != deck.shuffled(1, "E")


def test_002_2_4_the_specification_refuses_no_deck_for_its_copies() -> None:
    deck = Deck(("001",) * DECK_SIZE)
    assert GameState(deck, deck).hand("Y").card_ids == ("001",) * OPENING_HAND


@pytest.mark.parametrize("seed", [1.5, "7", None])
def test_002_2_3_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(TypeError, match="is not a whole number"):
        GameState(["001"] * DECK_SIZE, ["001"] * DECK_SIZE, seed=seed)  # type: ignore[arg-type]
