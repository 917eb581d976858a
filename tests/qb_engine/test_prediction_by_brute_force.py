"""The exact reply model against brute force over every hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest

from qb_engine.game_state import placements
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.prediction import PredictionEngine, score_after
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .predicted_positions import midgame

pytestmark = pytest.mark.slow


def brute_force(view: PlayerView, unseen: list[str], certain: list[str], unknown: int) -> dict[Move | None, float]:
    """Every hand one by one: the reply that is worst for you, and how often it comes."""
    staying = view.score.margin
    moves = [] if view.is_over else placements(view.board, "E", [*unseen, *certain])
    margins = {move: score_after(view, move).margin for move in moves}
    chances: dict[Move | None, float] = defaultdict(float)
    hands = list(combinations(unseen, unknown))
    for hand in hands:
        held = {*hand, *certain}
        options = [(margin, move) for move, margin in margins.items() if move.card_id in held and margin < staying]
        chances[min(options)[1] if options else None] += 1 / len(hands)
    return chances


def small_cases() -> Iterator[tuple[Ruleset, int]]:
    for number in range(150):
        yield SPEC, number
        yield REBIRTH, number


def test_a_forecast_equals_brute_force_over_every_hand() -> None:
    compared = 0
    for ruleset, seed in small_cases():
        game = midgame(ruleset, seed, known=True)
        view = PlayerView.of(game.state)
        engine = PredictionEngine()
        belief = engine.belief(view, game.enemy_observation)
        unseen = [card_id for card_id, copies in belief.unseen[0].copies.items() for _ in range(copies)]
        forecast = engine.forecast(view, belief)
        expected = brute_force(view, unseen, list(belief.certain), min(belief.unknown, len(unseen)))
        found = {reply.move: reply.weight for reply in forecast.replies}
        assert set(found) == set(expected), seed
        assert all(found[move] == pytest.approx(chance) for move, chance in expected.items()), seed
        compared += 1
    assert compared == 300
