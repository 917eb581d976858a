"""The ends of games, counted out: the solver equals plain minimax, and the race finds what the solver proves."""

from __future__ import annotations

import os

import pytest

from qb_engine.errors import ResolutionError
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.race import Budget, root_moves, search_view
from qb_engine.simulation import Simulation

from .searched_positions import all_known, compiled, endings

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
ENDINGS = int(os.environ.get("MAZZO_ENDINGS", "100"))


def minimax(state: GameState, move: Move | None) -> int:
    """Your margin after the move of the side to act and best play, by trying everything on copies of the game."""
    side = state.side_to_act
    assert side is not None
    then = Simulation(state).after(side, move)
    if then.side_to_act is None:
        return then.score().margin
    values = []
    for reply in (None, *then.legal_moves(then.side_to_act)):
        try:
            values.append(minimax(then, reply))
        except ResolutionError:
            continue
    return max(values) if then.side_to_act == "Y" else min(values)


@BOTH
def test_the_endgame_solver_equals_plain_minimax(ruleset):
    for state in endings(ruleset, ENDINGS, compiled(ruleset)):
        view = PlayerView.of(state)
        result = search_view(view, all_known(state), Budget(iterations=1))
        assert result.is_exact
        assert {found.move: found.margin for found in result.moves} == {
            move: minimax(state, move) for move in root_moves(view)
        }
        assert all(found.interval == (found.win_chance, found.win_chance) for found in result.moves)


@BOTH
def test_the_race_finds_what_the_solver_proves(ruleset):
    for state in endings(ruleset, 20, compiled(ruleset)):
        view = PlayerView.of(state)
        proven = search_view(view, all_known(state), Budget(iterations=1))
        found = search_view(view, all_known(state), Budget(iterations=20_000), exactly=False)
        worth = {move.move: move.win_chance for move in proven.moves}
        assert proven.is_exact
        assert not found.is_exact
        assert worth[found.best] == proven.moves[0].win_chance
        assert found.moves[0].win_chance == pytest.approx(proven.moves[0].win_chance, abs=0.1)
