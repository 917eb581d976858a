"""The enemy observation layer (003): its seven tests under their names, then what it must never get wrong."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple
from typing import Any

import pytest

from qb_engine.enemy_observation import (
    EnemyDeckKnowledge,
    EnemyObservation,
    EnemyObservationState,
    ObservedCard,
    ObservedTile,
)
from qb_engine.errors import (
    DeckContradictionError,
    IllegalActionError,
    InvalidDeckError,
    InvalidTextError,
    ObservedTurnError,
    UnknownCardError,
)
from qb_engine.game_state import GameState
from qb_engine.moves import SIDES
from qb_engine.notation.game_position import parse_position, position_text
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.observed_positions import (
    BOTTOM,
    CRAB,
    MIDDLE,
    MINION,
    MOOGLE,
    OFFICER,
    SHIVA,
    TOP,
    TROOPER,
    WOLF,
    facts,
    later,
    position,
)
from support.qb_games import VARIANTS, RandomGame

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


# The seven of 003.


def test_register_enemy_play_creates_observation() -> None:
    observation = EnemyObservation()
    observation.register_enemy_play(WOLF, TOP, 4, turn=2)
    assert observation.state.enemy_observations == [ObservedCard(WOLF, "E", "deck", 2, TOP, 4)]
    assert observation.state.observations == observation.state.enemy_observations
    assert observation.get_enemy_board_cards() == observation.get_all_enemy_observations()


def test_update_from_game_state_tracks_board_presence() -> None:
    observation = EnemyObservation()
    observation.update_from_game_state(position({("E", "M5"): CRAB}, turn=3))
    (card,) = observation.get_enemy_board_cards()
    assert (card.card_id, card.side, card.origin, card.turn_observed) == (CRAB, "E", "deck", 3)
    assert (card.lane_index, card.col_index) == (MIDDLE, 4)
    assert observation.state.last_updated_turn == 3


def test_destroyed_cards_are_marked_with_turn() -> None:
    observation = EnemyObservation()
    state = position({("E", "M5"): CRAB, ("E", "T5"): WOLF}, turn=3)
    observation.update_from_game_state(state)
    gone = later(state)
    gone.board.remove_card(MIDDLE, 4)
    observation.update_from_game_state(gone)
    observation.update_from_game_state(later(gone))
    assert facts(observation) == [(CRAB, MIDDLE, 4, 4), (WOLF, TOP, 4, None)]
    assert [card.card_id for card in observation.get_enemy_destroyed_cards()] == [CRAB]
    assert [card.card_id for card in observation.get_enemy_board_cards()] == [WOLF]


def test_known_deck_remaining_ids_updates_as_enemy_plays() -> None:
    observation = EnemyObservation([OFFICER, WOLF, CRAB])
    assert observation.get_known_enemy_deck_remaining_ids() == [OFFICER, WOLF, CRAB]
    left = []
    for turn, card_id in enumerate((WOLF, CRAB, OFFICER), start=1):
        observation.register_enemy_play(card_id, turn - 1, 4, turn)
        left.append(observation.get_known_enemy_deck_remaining_ids())
    assert left == [[OFFICER, CRAB], [OFFICER], []]


def test_multiset_behavior_for_duplicate_cards() -> None:
    observation = EnemyObservation([WOLF, OFFICER, WOLF, WOLF])
    observation.register_enemy_play(WOLF, TOP, 4, 1)
    assert observation.get_known_enemy_deck_remaining_ids() == [OFFICER, WOLF, WOLF]
    knowledge = observation.state.enemy_deck_knowledge
    assert Counter(knowledge.played_ids) + Counter(knowledge.remaining_ids) == Counter(knowledge.full_deck_ids)


def test_tokens_are_classified_by_origin() -> None:
    observation = EnemyObservation([WOLF])
    observation.update_from_game_state(position({("E", "T5"): MOOGLE, ("E", "M5"): WOLF}))
    observation.register_enemy_play(MINION, BOTTOM, 4, turn=2)
    observation.register_enemy_play("made up", BOTTOM, 3, turn=4, origin="token", allow_unknown=True)
    assert [card.card_id for card in observation.get_enemy_tokens()] == [MOOGLE, MINION, "made up"]
    assert observation.state.enemy_deck_knowledge.played_ids == [WOLF]


@BOTH
def test_observation_is_deterministic_for_given_state_sequence(ruleset: Ruleset) -> None:
    def watched(seed: int) -> EnemyObservation:
        observation = EnemyObservation()
        for state in RandomGame(ruleset, seed).plies(40):
            observation.update_from_game_state(state)
        return observation

    for seed in range(6):
        assert watched(seed).state == watched(seed).state


# One play is counted once.


def test_what_was_registered_is_not_counted_again_when_it_is_seen() -> None:
    observation = EnemyObservation([WOLF, WOLF, OFFICER])
    observation.register_enemy_play(WOLF, TOP, 4, turn=2)
    for _look in range(2):
        observation.update_from_game_state(position({("E", "T5"): WOLF}, turn=2))
    assert facts(observation) == [(WOLF, TOP, 4, None)]
    assert observation.get_known_enemy_deck_remaining_ids() == [WOLF, OFFICER]


def test_what_was_seen_is_not_counted_again_when_it_is_registered() -> None:
    observation = EnemyObservation([WOLF, OFFICER])
    observation.update_from_game_state(position({("E", "T5"): WOLF}, turn=2))
    observation.register_enemy_play(WOLF, TOP, 4, turn=2)
    assert facts(observation) == [(WOLF, TOP, 4, None)]


def test_the_same_card_on_another_tile_is_another_card() -> None:
    observation = EnemyObservation()
    observation.register_enemy_play(WOLF, TOP, 4, turn=2)
    observation.update_from_game_state(position({("E", "M5"): WOLF, ("E", "T5"): WOLF}, turn=3))
    assert facts(observation) == [(WOLF, TOP, 4, None), (WOLF, MIDDLE, 4, None)]


def test_a_card_registered_and_destroyed_before_the_next_look_is_known() -> None:
    observation = EnemyObservation([WOLF, OFFICER])
    observation.register_enemy_play(WOLF, TOP, 4, turn=2)
    observation.update_from_game_state(position(turn=3))
    assert facts(observation) == [(WOLF, TOP, 4, 3)]
    assert observation.get_known_enemy_deck_remaining_ids() == [OFFICER]


@pytest.mark.parametrize("is_registered", [True, False])
def test_destroyed_and_the_same_card_laid_there_again_are_two_cards(is_registered: bool) -> None:
    observation = EnemyObservation([WOLF, WOLF])
    state = position({("E", "T5"): WOLF})
    observation.update_from_game_state(state)
    state = later(later(state))
    state.board.remove_card(TOP, 4)
    state.board.put_card("E", WOLF, TOP, 4)
    if is_registered:
        observation.register_enemy_play(WOLF, TOP, 4, turn=3)
    observation.update_from_game_state(state)
    assert facts(observation) == [(WOLF, TOP, 4, 3), (WOLF, TOP, 4, None)]
    assert observation.get_known_enemy_deck_remaining_ids() == []


def test_of_two_registered_on_one_tile_the_later_is_the_one_that_lies_there() -> None:
    observation = EnemyObservation()
    observation.register_enemy_play(WOLF, TOP, 4, turn=2)
    observation.register_enemy_play(WOLF, TOP, 4, turn=4)
    observation.update_from_game_state(position({("E", "T5"): WOLF}, turn=5))
    assert [(card.turn_observed, card.destroyed_on_turn) for card in observation.state.observations] == [
        (2, 5),
        (4, None),
    ]


def test_a_position_that_numbers_its_cards_anew_is_recognised_by_place() -> None:
    observation = EnemyObservation([CRAB, WOLF, OFFICER])
    state = position({("E", "M5"): CRAB, ("E", "T5"): WOLF})
    state.board.remove_card(MIDDLE, 4)
    state.board.put_card("E", OFFICER, BOTTOM, 4)
    observation.update_from_game_state(state)
    observation.update_from_game_state(position({("E", "T5"): WOLF, ("E", "B5"): OFFICER}, turn=2))
    assert facts(observation) == [(WOLF, TOP, 4, None), (OFFICER, BOTTOM, 4, None)]
    assert observation.get_known_enemy_deck_remaining_ids() == [CRAB]


def read_back(state: GameState) -> GameState:
    """The same position, read from its own text: it may number its cards in another order."""
    return parse_position(position_text(state), state.engine)


def test_5_2_the_same_board_written_in_another_order_is_the_same_board() -> None:
    cards = {("E", "M5"): CRAB, ("E", "T5"): WOLF, ("Y", "T1"): WOLF, ("E", "B5"): OFFICER}
    observation = EnemyObservation([CRAB, WOLF, OFFICER, TROOPER])
    observation.update_from_game_state(position(cards))
    before = observation.clone()
    observation.update_from_game_state(position(dict(reversed(cards.items()))))
    assert observation == before
    state = later(position(dict(reversed(cards.items()))))
    state.board.put_card("E", TROOPER, TOP, 3)
    observation.update_from_game_state(state)
    assert observation.get_enemy_destroyed_cards() == []
    assert observation.get_known_enemy_deck_remaining_ids() == []


@pytest.mark.slow
@BOTH
def test_5_2_a_game_read_back_from_its_text_at_every_turn_is_observed_as_the_game_itself(ruleset: Ruleset) -> None:
    """A known deck is in all three, so that a card taken for another one would contradict it."""
    renumbered = 0
    for seed in range(40):
        game, taken_up = RandomGame(ruleset, seed), RandomGame(ruleset, seed)
        straight, from_text, resumed = (EnemyObservation(game.decks[1]) for _way in range(3))
        for ply, (state, other) in enumerate(zip(game.plies(60), taken_up.plies(60), strict=True)):
            again = read_back(state)
            renumbered += [tile.uid for tile in again.board.tiles] != [tile.uid for tile in state.board.tiles]
            straight.update_from_game_state(state)
            from_text.update_from_game_state(again)
            resumed.update_from_game_state(other)
            if ply % 3 == 0:
                taken_up.state = read_back(other)
            for observation in (from_text, resumed):
                assert seen_by(observation) == seen_by(straight)
                assert observation.enemy_deck_knowledge == straight.enemy_deck_knowledge
                assert observation.get_enemy_tiles() == straight.get_enemy_tiles()
    assert renumbered > 0, "no text numbered its cards anew, so nothing was tried"


def seen_by(observation: EnemyObservation) -> list[str]:
    """What was seen, in the specification's fields; cards that came at one look in the order of their names."""
    return sorted(repr(astuple(card)[:7]) for card in observation.observations)


# Plain values, as 003 part 4 writes them.

WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def test_4_what_is_seen_equals_values_built_from_the_fields_of_the_spec() -> None:
    observation = EnemyObservation([WOLF, CRAB])
    observation.update_from_game_state(position({("E", "T5"): WOLF, ("Y", "M1"): OFFICER}, turn=2))
    wolf = ObservedCard(
        card_id=WOLF, side="E", origin="deck", turn_observed=2, lane_index=TOP, col_index=4, destroyed_on_turn=None
    )
    officer = ObservedCard(OFFICER, "Y", "deck", 2, MIDDLE, 0)
    knowledge = EnemyDeckKnowledge(full_deck_ids=[WOLF, CRAB], played_ids=[WOLF], remaining_ids=[CRAB])
    assert observation.state == EnemyObservationState(
        observations=[wolf, officer], enemy_observations=[wolf], enemy_deck_knowledge=knowledge, last_updated_turn=2
    )
    assert EnemyObservation().state == EnemyObservationState()
    assert EnemyObservationState().enemy_deck_knowledge == EnemyDeckKnowledge([], [], [])


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
def test_4_the_values_can_be_copied_pickled_and_changed(way: Callable[[Any], Any]) -> None:
    observation = EnemyObservation([WOLF, CRAB])
    observation.update_from_game_state(position({("E", "T5"): WOLF}))
    card = observation.enemy_observations[0]
    for value in (card, observation.enemy_deck_knowledge, observation.state, observation):
        assert way(value) == value
    other = way(card)
    other.lane_index, other.destroyed_on_turn = None, 4
    assert (card.lane_index, card.destroyed_on_turn) == (TOP, None)
    assert other != card


def test_4_1_what_is_kept_besides_the_fields_is_neither_compared_nor_required() -> None:
    assert ObservedCard(WOLF, "E", "deck", 1, TOP, 4) == ObservedCard(
        WOLF, "E", "deck", 1, TOP, 4, uid=7, spawned_by=SHIVA
    )


def test_4_1_an_origin_is_one_of_four_words() -> None:
    for origin in ("deck", "token", "effect", "unknown"):
        assert ObservedCard(WOLF, "E", origin, 1, None, None).origin == origin
    with pytest.raises(InvalidTextError) as error:
        ObservedCard(WOLF, "E", "sleeve", 1, None, None)  # type: ignore[arg-type]
    assert str(error.value) == "'sleeve' cannot be read: expected one of deck, token, effect, unknown"
    seen = ObservedCard(WOLF, "E", "deck", 1, None, None)
    with pytest.raises(InvalidTextError):
        seen.origin = "sleeve"  # type: ignore[assignment]
    assert seen.origin == "deck"
    observation = EnemyObservation()
    for card_id in (WOLF, MINION):
        with pytest.raises(InvalidTextError):
            observation.register_enemy_play(card_id, TOP, 4, 1, origin="sleeve")  # type: ignore[arg-type]
    assert observation == EnemyObservation()


def test_5_2_a_card_seen_again_keeps_its_entry() -> None:
    observation = EnemyObservation()
    state = position({("E", "T5"): WOLF})
    observation.update_from_game_state(state)
    (card,) = observation.enemy_observations
    gone = later(state)
    gone.board.remove_card(TOP, 4)
    observation.update_from_game_state(gone)
    assert observation.enemy_observations[0] is observation.observations[0] is card
    assert card.destroyed_on_turn == 2


def test_6_2_a_clone_shares_no_entry() -> None:
    observation = EnemyObservation()
    observation.update_from_game_state(position({("E", "T5"): WOLF}))
    twin = observation.clone()
    twin.observations[0].destroyed_on_turn = 9
    assert twin.enemy_observations[0].destroyed_on_turn == 9
    assert observation.observations[0].destroyed_on_turn is None


# Both sides, and whose is whose.


def test_both_sides_are_recorded_and_the_enemy_is_told_apart() -> None:
    observation = EnemyObservation([WOLF])
    observation.update_from_game_state(position({("Y", "T1"): WOLF, ("E", "M5"): WOLF}))
    assert [(card.side, card.lane_index) for card in observation.state.observations] == [("Y", TOP), ("E", MIDDLE)]
    assert facts(observation) == [(WOLF, MIDDLE, 4, None)]
    assert observation.get_known_enemy_deck_remaining_ids() == []


def test_your_card_where_the_enemys_like_was_is_yours() -> None:
    observation = EnemyObservation()
    state = position({("E", "M3"): WOLF})
    observation.update_from_game_state(state)
    state = later(state)
    state.board.remove_card(MIDDLE, 2)
    state.board.put_card("Y", WOLF, MIDDLE, 2)
    observation.update_from_game_state(state)
    assert facts(observation) == [(WOLF, MIDDLE, 2, 2)]
    assert [card.side for card in observation.state.observations if card.is_on_board] == ["Y"]


def test_the_same_class_watches_you_from_the_enemys_seat() -> None:
    state = position({("Y", "T1"): WOLF, ("E", "M5"): CRAB})
    seats = {side: EnemyObservation(enemy_side=side) for side in SIDES}
    for observation in seats.values():
        observation.update_from_game_state(state)
    assert facts(seats["Y"]) == [(WOLF, TOP, 0, None)]
    assert facts(seats["E"]) == [(CRAB, MIDDLE, 4, None)]
    assert seats["Y"].state.observations == seats["E"].state.observations
    seats["Y"].register_enemy_play(OFFICER, BOTTOM, 0, turn=1)
    assert seats["Y"].get_all_enemy_observations()[-1].side == "Y"


def test_the_enemys_tiles_are_those_of_the_last_look() -> None:
    observation = EnemyObservation()
    assert observation.get_enemy_tiles() == []
    state = position({("E", "M5"): CRAB})
    state.board.tile(BOTTOM, 4).set_pawns("Y", 2)
    state.board.tile(TOP, 2).set_pawns("E", 3)
    observation.update_from_game_state(state)
    assert observation.get_enemy_tiles() == [
        ObservedTile(TOP, 2, "E", 3, None),
        ObservedTile(TOP, 4, "E", 1, None),
        ObservedTile(MIDDLE, 4, "E", 1, CRAB),
    ]


# What cannot be true is refused, and changes nothing.


def test_more_copies_than_the_deck_holds_are_refused_with_both_lists() -> None:
    observation = EnemyObservation([WOLF, OFFICER, CRAB])
    observation.register_enemy_play(WOLF, TOP, 4, 2)
    before = observation.clone().state
    with pytest.raises(DeckContradictionError) as error:
        observation.register_enemy_play(WOLF, MIDDLE, 4, 4)
    assert str(error.value) == (
        "card 008 was seen 2x and the enemy's known deck holds it 1x; played so far: 008, 008; the deck: 001, 008, 013"
    )
    with pytest.raises(DeckContradictionError):
        observation.update_from_game_state(position({("E", "T5"): WOLF, ("E", "M5"): TROOPER}, turn=4))
    assert observation.state == before


def test_an_unknown_card_is_refused_unless_it_is_allowed() -> None:
    observation = EnemyObservation()
    with pytest.raises(UnknownCardError):
        observation.register_enemy_play("999", TOP, 4, 1)
    with pytest.raises(UnknownCardError):
        EnemyObservation(["999"])
    assert EnemyObservation(["999"], allow_unknown=True).get_known_enemy_deck_remaining_ids() == ["999"]
    with pytest.raises(InvalidDeckError):
        EnemyObservation([MINION])
    assert observation.state == EnemyObservation().state


def test_a_tile_off_the_board_is_refused() -> None:
    with pytest.raises(IllegalActionError):
        EnemyObservation().register_enemy_play(WOLF, 3, 4, 1)


def test_turns_only_go_forward() -> None:
    observation = EnemyObservation()
    observation.update_from_game_state(position(turn=5))
    with pytest.raises(ObservedTurnError) as error:
        observation.update_from_game_state(position(turn=4))
    assert str(error.value) == "turn 4 cannot be observed: turn 5 has been seen already"
    with pytest.raises(ObservedTurnError):
        observation.register_enemy_play(WOLF, TOP, 4, 4)
    assert observation.state.last_updated_turn == 5


def test_an_unknown_deck_has_nothing_left_and_no_limit() -> None:
    observation = EnemyObservation()
    for turn in range(1, 6):
        observation.register_enemy_play(WOLF, TOP, 4, turn)
    assert observation.get_known_enemy_deck_remaining_ids() == []
    assert observation.state.enemy_deck_knowledge.played_ids == [WOLF] * 5


def test_reset_forgets_the_game_and_keeps_the_known_deck() -> None:
    observation = EnemyObservation([WOLF, OFFICER])
    observation.update_from_game_state(position({("E", "T5"): WOLF}, turn=6))
    observation.reset()
    assert observation.state == EnemyObservation([WOLF, OFFICER]).state
    observation.update_from_game_state(position(turn=1))


def test_what_is_handed_out_is_a_copy() -> None:
    observation = EnemyObservation([WOLF, OFFICER])
    observation.update_from_game_state(position({("E", "T5"): WOLF}))
    before = observation.clone().state
    observation.get_all_enemy_observations().clear()
    observation.get_known_enemy_deck_remaining_ids().clear()
    observation.get_enemy_tiles().clear()
    assert observation.state == before


# Whole games, only looked at.


@pytest.mark.parametrize("ruleset", VARIANTS, ids=str)
def test_looking_changes_nothing_in_the_game(ruleset: Ruleset) -> None:
    game = RandomGame(ruleset, 11)
    observation = EnemyObservation()
    for state in game.plies(60):
        text, before = str(state.board), state.state_hash
        observation.update_from_game_state(state)
        assert (str(state.board), state.state_hash) == (text, before)


@BOTH
def test_looks_alone_find_every_card_that_lies_there(ruleset: Ruleset) -> None:
    """Without any report only what came and went between two looks can be missed."""
    for seed in range(6):
        observation, game = EnemyObservation(), RandomGame(ruleset, seed)
        for state in game.plies(60):
            observation.update_from_game_state(state)
            tiles = [(tile.card_id, tile.index, tile.uid) for tile in state.board.tiles if tile.card_owner == "E"]
            seen = [
                (card.card_id, (card.lane_index or 0) * 5 + (card.col_index or 0), card.uid)
                for card in observation.get_enemy_board_cards()
            ]
            assert sorted(seen, key=lambda card: card[1]) == tiles


def test_every_error_is_said_in_italian_too() -> None:
    contradiction = DeckContradictionError(card_id="008", seen=2, copies=1, played="008, 008", deck="008")
    turn = ObservedTurnError(asked=4, last=5)
    for error in (contradiction, turn):
        assert error.message("it") != error.message("en")


def test_7_2_a_card_of_the_known_deck_may_be_registered_though_the_card_file_does_not_have_it() -> None:
    observation = EnemyObservation(["my own", "my own"], allow_unknown=True)
    observation.register_enemy_play("my own", TOP, 4, 2)
    assert observation.get_known_enemy_deck_remaining_ids() == ["my own"]
    with pytest.raises(UnknownCardError):
        observation.register_enemy_play("nobody's", TOP, 3, 4)
