"""The deep look in its plain form gives what the compiled one gives, and both refuse the same plays."""

from __future__ import annotations

import pytest

from qb_engine.knowledge.player_view import PlayerView
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.race import Budget, root_moves, search_view
from support.coached_games import stopped_game

from .naive_table import change, small_card, small_effect
from .played import small_position
from .searched_positions import all_known, compiled, endings, sample

pytestmark = [pytest.mark.rules, pytest.mark.slow]

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


@BOTH
def test_the_plain_solver_gives_what_the_compiled_one_gives(ruleset):
    pairs = zip(endings(ruleset, 6), endings(ruleset, 6, compiled(ruleset)), strict=True)
    for plain, packed in pairs:
        results = [
            search_view(PlayerView.of(state), all_known(state), Budget(iterations=1)) for state in (plain, packed)
        ]
        assert results[0] == results[1]


@BOTH
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_one_and_two_threads_and_the_plain_form_give_the_same_answer(ruleset, known):
    for seed in range(2):
        view, belief = sample(ruleset, seed, known=known)
        one = search_view(view, belief, Budget(iterations=300), seed=seed, exactly=False)
        assert one == search_view(view, belief, Budget(iterations=300), seed=seed, threads=2, exactly=False)
        game, _story = stopped_game(ruleset, seed, known=known)
        if not game.state.is_over:
            plain = PlayerView.of(game.state)
            assert one == search_view(plain, belief, Budget(iterations=300), seed=seed, exactly=False)


def test_a_play_that_never_comes_to_rest_is_no_move():
    sore = small_card("001", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))
    hurts = small_card("002", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
    tiles = {"M1": "y1", "B1": "y1", "M2": "e1:001", "T1": "y1:001"}
    state = small_position(SPEC, [sore, hurts], tiles).state
    state.record.hand_tracked[0] = 1
    state.write_hand("Y", ("002",))
    assert [str(move) for move in state.legal_moves("Y")] == ["002@M1", "002@B1"]
    assert [str(move) for move in root_moves(PlayerView.of(state))] == ["002@B1"]
