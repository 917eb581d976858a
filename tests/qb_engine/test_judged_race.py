"""The race of moves whose leaves are judged: bad ones rest soon and look again, and ends are played out."""

from __future__ import annotations

import pytest

from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.net import Mind
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.chances import Lead
from qb_engine.search.race import HASTY, JUDGED, SLICE, Budget, is_near, search_view

from .searched_positions import all_known, compiled, endings, opening

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


@BOTH
@pytest.mark.parametrize("iterations", [300, 2_000, 20_000])
def test_bad_moves_rest_and_look_again(ruleset, iterations):
    view, belief = opening(ruleset)
    found = search_view(view, belief, Budget(iterations=iterations), mind=Mind.of(view.engine), exactly=False)
    first, *_others, last = sorted(found.moves, key=lambda move: -move.samples)
    assert found.iterations <= iterations
    assert sum(move.samples for move in found.moves) == found.iterations
    assert first.samples > 2 * last.samples
    assert last.samples >= JUDGED.least * first.samples - SLICE
    assert 2 * found.moves[0].samples >= first.samples


@BOTH
def test_near_the_end_games_are_played_out(ruleset):
    for state in endings(ruleset, 6, compiled(ruleset)):
        view = PlayerView.of(state)
        found = search_view(view, all_known(state), Budget(iterations=40), mind=Mind.of(view.engine), exactly=False)
        solved = search_view(view, all_known(state), Budget(iterations=1))
        worth = {move.move: move.win_chance for move in solved.moves}
        assert worth[found.best] == max(worth.values())


def test_a_lead_of_few_worlds_must_be_larger():
    far, near = Lead(0.06, 6.0, 8, 0.01), Lead(0.05, 5.0, 8, 0.01)
    assert not is_near(far, JUDGED)
    assert is_near(near, JUDGED)
    assert not is_near(Lead(0.05, 5.0, 800, 0.01), JUDGED)
    assert not is_near(near, HASTY)
