"""What the ground is worth: who holds what, what it weighs, and when it weighs nothing any more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qb_engine.advice.first_look import chance_then
from qb_engine.advice.standing import Ground, grounds, is_final, is_settled, standing
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import AnnotatedState
from qb_engine.kernel.ground import HELD, POWER, RANK
from qb_engine.knowledge.belief import EnemyBelief, Unseen
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.ruleset import REBIRTH, SPEC
from support.coached_games import scene, stopped_game

pytestmark = pytest.mark.rules

COST_1, COST_2, REPLACES = "001", "002", "051"


def view_of(game: AnnotatedState) -> PlayerView:
    return PlayerView.of(game.state)


def told(view: PlayerView, **facts: Any) -> PlayerView:
    """The view of somebody who knows this of the hidden cards."""
    return replace(view, counted=replace(view.counted, **facts))


def left(view: PlayerView, *unseen: str) -> EnemyBelief:
    """These are all the cards that the enemy has left."""
    return EnemyBelief((Unseen(dict.fromkeys(unseen, 1), 1.0),), view.enemy_certain, len(unseen), is_guess=False)


def settled(view: PlayerView, *unseen: str) -> bool:
    """Whether the match is settled when these are all the cards that the enemy has left."""
    return is_settled(view, left(view, *unseen), *grounds(view))


def test_the_opening_is_level():
    yours, theirs = grounds(view_of(scene("", COST_1)))
    assert yours == theirs == Ground(held=3, ranks=3, highest=1, power=0)
    assert standing(yours, theirs) == 0


def test_a_card_holds_its_tile_and_its_power_and_pawns_count_on_free_tiles_only():
    # Levrikon, power 2, on M1: its pawns take M2 and raise B1, and the one under it counts no more.
    yours, theirs = grounds(view_of(scene("Y 007@M1", COST_1)))
    assert yours == Ground(held=4, ranks=4, highest=2, power=2)
    assert yours.points == 4 * HELD + 4 * RANK + 2 * POWER
    assert standing(yours, theirs) == HELD + RANK + 2 * POWER


def test_a_card_on_the_other_sides_pawns_counts_for_its_owner():
    game = scene("Y 007@M1", COST_1)
    game.state.engine.kernel.set_pawns(game.state.cells, 5, 1, 2)
    yours, theirs = grounds(view_of(game))
    assert (yours.held, theirs.held) == (4, 3)


def test_both_seats_see_opposite_standings():
    for seed in range(40):
        state = stopped_game(SPEC if seed % 2 else REBIRTH, seed, known=False)[0].state
        yours, theirs = (grounds(PlayerView.of(state, seat)) for seat in ("Y", "E"))
        assert yours == tuple(reversed(theirs))
        assert standing(*yours) == -standing(*theirs)


@pytest.mark.parametrize(
    ("hand", "deck", "unseen", "expected"),
    [
        (COST_2, "", COST_2, True),
        (COST_1, "", COST_2, False),
        (COST_2, COST_1, COST_2, False),
        (COST_2, "", COST_1, False),
        (REPLACES, "", REPLACES, True),
        (COST_2, None, COST_2, False),
    ],
    ids=["nothing fits", "your hand fits", "your draw fits", "the enemy's card fits", "replacing needs no ground", "?"],
)
def test_ground_is_worth_nothing_once_no_card_that_may_come_fits_it(hand, deck, unseen, expected):
    view = view_of(scene("", hand))
    view = told(view, deck_ids=None if deck is None else tuple(deck.split()))
    assert settled(view, unseen) is expected


@pytest.mark.parametrize(
    ("hand", "deck", "unseen", "expected"),
    [
        (COST_2, "", COST_2, True),
        (COST_1, "", COST_2, False),
        (REPLACES, "", COST_2, False),
        (COST_2, REPLACES, COST_2, False),
        (COST_2, "", REPLACES, False),
        (COST_2, None, COST_2, False),
    ],
)
def test_the_result_stands_once_no_card_may_come_that_fits_or_replaces(hand, deck, unseen, expected):
    view = told(view_of(scene("", hand)), deck_ids=None if deck is None else tuple(deck.split()))
    assert is_final(view, left(view, unseen)) is expected


@pytest.mark.parametrize(("moves", "result"), [("Y 007@M1", 1.0), ("", 0.5), ("E 007@M5", 0.0)])
def test_a_result_that_stands_is_the_chance_and_else_it_is_what_the_net_said(moves, result):
    view = told(view_of(scene(moves, "145")), deck_ids=())
    assert chance_then(view, left(view, "145"), 0.3) == result
    assert chance_then(view, left(view, COST_1), 0.3) == 0.3


def test_a_card_that_the_enemy_got_for_certain_may_come_too():
    view = told(view_of(scene("", COST_2)), deck_ids=(), enemy_certain=("T01",))
    assert not settled(view)
    assert settled(told(view, enemy_certain=()))


def test_a_match_that_is_over_is_settled():
    game = scene("", COST_1)
    game.state.record.over = 1
    assert settled(view_of(game), COST_1)


def test_the_coach_gives_a_settling_move_no_standing():
    # You lay your last card, and the enemy has tiles of rank 1 and cards of rank 2.
    game = scene("", COST_1, " ".join([COST_2] * 2))
    moves = CoachingEngine().recommend_moves(game.state, game.enemy_observation).moves
    assert {(move.is_settled, move.standing) for move in moves} == {(True, 0)}
    assert all(move.points == move.you_margin_after_enemy_expected for move in moves)
    weights = {reason.weight for move in moves for reason in move.reasons if reason.tag == "gains_ground"}
    assert weights == {0.0}
