"""A game and its observation, played as one: what the events tell is what was seen."""

from __future__ import annotations

from collections import Counter

import pytest

from qb_engine.chronicle.events import AddedToHand, Destroyed, Event, Placed, Spawned
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation, ObservedCard
from qb_engine.errors import DeckContradictionError, IllegalActionError, Refusal
from qb_engine.game_state import GameState
from qb_engine.moves import SIDES, Move, Side, other
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.observed_positions import (
    BOTTOM,
    CHIMERA,
    DIAMOND_DUST,
    LEVIATHAN,
    MANDRAGORA,
    MIDDLE,
    MINION,
    OFFICER,
    SHIVA,
    TOP,
    WOLF,
    facts,
    position,
)
from support.qb_games import VARIANTS, RandomGame, random_action

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


def test_a_card_laid_over_an_own_one_ends_it() -> None:
    annotated = AnnotatedState(position({("E", "T5"): WOLF}), EnemyObservation([WOLF, CHIMERA]))
    annotated.state.record.side_to_act = SIDES.index("E")
    annotated.play("E", Move(CHIMERA, TOP, 4))
    assert facts(annotated.enemy_observation) == [(WOLF, TOP, 4, 1), (CHIMERA, TOP, 4, None)]
    assert annotated.enemy_observation.get_known_enemy_deck_remaining_ids() == []


def test_a_replace_card_laid_over_its_own_like_is_a_second_card() -> None:
    annotated = AnnotatedState(position({("E", "T5"): CHIMERA}), EnemyObservation([CHIMERA, CHIMERA, WOLF]))
    annotated.state.record.side_to_act = SIDES.index("E")
    annotated.play("E", Move(CHIMERA, TOP, 4))
    assert facts(annotated.enemy_observation) == [(CHIMERA, TOP, 4, 1), (CHIMERA, TOP, 4, None)]


def enemy_to_act(state: GameState) -> AnnotatedState:
    state.record.side_to_act = SIDES.index("E")
    return AnnotatedState(state, EnemyObservation())


def test_a_token_added_to_the_hand_is_known_there_and_is_the_one_that_is_played() -> None:
    annotated = enemy_to_act(position())
    annotated.play("E", Move(MANDRAGORA, TOP, 4))
    observation = annotated.enemy_observation
    assert observation.get_enemy_hand_cards() == [ObservedCard(MINION, "E", "token", 1, None, None)]
    annotated.end_turn()
    annotated.pass_turn("Y")
    annotated.play("E", Move(MINION, MIDDLE, 4))
    assert observation.get_enemy_hand_cards() == []
    assert facts(observation) == [(MANDRAGORA, TOP, 4, None), (MINION, MIDDLE, 4, None)]
    assert observation.get_enemy_tokens()[0].turn_observed == 1
    assert observation.state.enemy_deck_knowledge.played_ids == [MANDRAGORA]


def test_a_card_known_in_hand_is_recognised_when_it_is_only_seen_on_the_board() -> None:
    annotated = enemy_to_act(position())
    annotated.play("E", Move(MANDRAGORA, TOP, 4))
    observation = annotated.enemy_observation
    annotated.state.board.put_card("E", MINION, MIDDLE, 4)
    observation.update_from_game_state(annotated.state)
    assert facts(observation) == [(MANDRAGORA, TOP, 4, None), (MINION, MIDDLE, 4, None)]


@BOTH
def test_spawned_tokens_are_tokens_and_nobody_played_them(ruleset: Ruleset) -> None:
    state = position(ruleset=ruleset)
    state.board.tile(TOP, 4).set_pawns("E", 3)
    annotated = enemy_to_act(state)
    annotated.play("E", Move(SHIVA, TOP, 4))
    observation = annotated.enemy_observation
    tokens = observation.get_enemy_tokens()
    assert tokens
    assert {card.card_id for card in tokens} <= {"T19", "T20", "T21"}
    assert all(card.is_on_board for card in tokens)
    assert {card.spawned_by for card in tokens} == {SHIVA}
    looked = EnemyObservation()
    looked.update_from_game_state(state)
    assert {card.spawned_by for card in looked.get_enemy_tokens()} == {SHIVA}
    assert observation.state.enemy_deck_knowledge.played_ids == [SHIVA]


def test_a_spawned_token_that_dies_in_the_same_play_was_there() -> None:
    state = position({("Y", "B3"): LEVIATHAN})
    state.board.tile(MIDDLE, 4).set_pawns("E", 3)
    state.board.tile(TOP, 2).set_pawns("E", 1)
    annotated = enemy_to_act(state)
    annotated.play("E", Move(SHIVA, MIDDLE, 4))
    dead = annotated.enemy_observation.get_enemy_destroyed_cards()
    assert {(card.card_id, card.lane_index, card.col_index) for card in dead} == {
        (DIAMOND_DUST, TOP, 2),
        (DIAMOND_DUST, TOP, 4),
        (DIAMOND_DUST, BOTTOM, 4),
    }


def test_a_play_that_contradicts_the_known_deck_leaves_the_game_alone() -> None:
    state = position()
    state.record.side_to_act = SIDES.index("E")
    annotated = AnnotatedState(state, EnemyObservation([OFFICER]))
    before, seen = state.state_hash, annotated.enemy_observation.clone().state
    with pytest.raises(DeckContradictionError):
        annotated.play("E", Move(WOLF, TOP, 4))
    assert state.state_hash == before
    assert annotated.enemy_observation.state == seen


@BOTH
def test_a_clone_sees_alone(ruleset: Ruleset) -> None:
    for seed in range(4):
        game = RandomGame(ruleset, seed)
        annotated = AnnotatedState(game.state, EnemyObservation(game.decks[1]))
        play_randomly(annotated, game, 6)
        copy = annotated.clone()
        seen, told = annotated.enemy_observation.clone().state, list(annotated.chronicle.events)
        assert copy.enemy_observation.state == seen
        before = annotated.state.state_hash
        play_randomly(copy, game, 8)
        assert annotated.state.state_hash == before
        assert annotated.enemy_observation.state == seen
        assert annotated.chronicle.events == told
        assert copy.chronicle.state is copy.state


def test_a_card_out_of_turn_or_not_held_is_refused_and_not_seen() -> None:
    game = RandomGame(REBIRTH, 5)
    annotated = AnnotatedState(game.state, EnemyObservation())
    side = game.state.side_to_act
    assert side is not None
    move = game.state.legal_moves(side)[0]
    missing = next(card for card in game.state.deck(side) if card not in game.state.hand(side).card_ids)
    with pytest.raises(IllegalActionError) as error:
        annotated.play(other(side), move)
    assert error.value.refusal is Refusal.NOT_YOUR_TURN
    with pytest.raises(IllegalActionError) as error:
        annotated.play(side, Move(missing, move.lane_index, move.col_index))
    assert error.value.refusal is Refusal.CARD_NOT_HELD
    annotated.play(side, move)
    with pytest.raises(IllegalActionError) as error:
        annotated.play(side, move)
    assert error.value.refusal is Refusal.ALREADY_PLAYED
    assert len(annotated.enemy_observation.state.observations) == 1


def play_randomly(annotated: AnnotatedState, game: RandomGame, limit: int = 80) -> list[int]:
    """The turns in which cards were laid or passes made, through the annotated game."""
    turns = []
    for _ply in range(limit):
        side = annotated.state.side_to_act
        if side is None:
            break
        turns.append(annotated.state.turn)
        action = random_action(annotated.state, game.chance)
        if isinstance(action, Move):
            annotated.play(side, action)
            annotated.end_turn()
        else:
            annotated.pass_turn(side)
    return turns


Told = tuple[str, Side, str | None, int, int | None]
"""Card, side, tile, turn it was seen, turn it was destroyed."""


def retold(chronicle: list[tuple[Event, ...]], turns: list[int]) -> list[Told]:
    """Every card of a game, from its events alone."""
    cards: list[list[object]] = []
    for events, turn in zip(chronicle, turns, strict=True):
        for event in events:
            if isinstance(event, Placed):
                held = [c for c in cards if c[:3] == [event.card.card_id, event.card.side, None]]
                if held:
                    held[0][2] = event.card.tile
                else:
                    cards.append([event.card.card_id, event.card.side, event.card.tile, turn, None])
            elif isinstance(event, Spawned):
                cards.append([event.card.card_id, event.card.side, event.card.tile, turn, None])
            elif isinstance(event, AddedToHand):
                cards.append([event.card_id, event.side, None, turn, None])
            elif isinstance(event, Destroyed):
                next(c for c in cards if c[2] == event.card.tile and c[4] is None)[4] = turn
    return [tuple(card) for card in cards]  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", VARIANTS, ids=str)
def test_a_whole_game_is_observed_as_its_events_tell_it(ruleset: Ruleset) -> None:
    for seed in range(12):
        game = RandomGame(ruleset, seed)
        annotated = AnnotatedState(game.state, EnemyObservation(game.decks[1]))
        turns = play_randomly(annotated, game)
        observation = annotated.enemy_observation
        told = retold(annotated.chronicle.events, turns)
        seen = [told_of(card) for card in observation.state.observations]
        assert seen == told
        assert [told_of(card) for card in observation.get_all_enemy_observations()] == [c for c in told if c[1] == "E"]
        knowledge = observation.state.enemy_deck_knowledge
        assert Counter(knowledge.played_ids) + Counter(knowledge.remaining_ids) == Counter(game.decks[1])
        hidden = Counter(annotated.state.hand("E")) + Counter(annotated.state.deck("E"))
        assert Counter(knowledge.remaining_ids) == Counter({c: n for c, n in hidden.items() if not c.startswith("T")})
        in_hand = Counter(card.card_id for card in observation.get_enemy_hand_cards())
        assert in_hand == Counter({c: n for c, n in hidden.items() if c.startswith("T")})


def told_of(card: ObservedCard) -> Told:
    tile = (
        None if card.lane_index is None or card.col_index is None else f"{'TMB'[card.lane_index]}{card.col_index + 1}"
    )
    return card.card_id, card.side, tile, card.turn_observed, card.destroyed_on_turn
