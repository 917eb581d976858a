"""Several threads on one engine, one coach and one set of games: every answer is that of a single thread."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from threading import Barrier

import pytest

from qb_engine.cards.starter_decks import starter_decks
from qb_engine.chronicle.chronicle import trace
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.notation.game_position import position_text
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS
from qb_engine.search.race import Budget, search_view

pytestmark = pytest.mark.slow

THREADS = 4
REQUESTS = 320
COACH = CoachingEngine()
PREDICTION = PredictionEngine()


@pytest.fixture
def hasty_threads():
    """Python hands over from thread to thread a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 1000)
    yield
    sys.setswitchinterval(usual)


def late_game(engine: RulesEngine, number: int, plies: int) -> tuple[GameState, EnemyObservation]:
    """A game between two starter decks after some plies, and what is seen of the enemy, whose deck is known."""
    decks = [tuple(starter.deck) for starter in starter_decks()]
    ours, theirs = decks[number % len(decks)], decks[(number + 1) % len(decks)]
    game = GameState(ours, theirs, seed=number, ruleset=engine.ruleset, first_player="Y", engine=engine)
    for ply in range(plies):
        moves = game.legal_moves(game.side_to_act)
        game.play(moves[(number + ply) % len(moves)] if moves else None)
    observation = EnemyObservation(theirs)
    observation.update_from_game_state(game)
    return game, observation


def played_to_the_end(game: GameState) -> tuple[int, str]:
    copy = game.clone()
    while (side := copy.side_to_act) is not None:
        moves = copy.legal_moves(side)
        copy.play(moves[len(moves) // 2] if moves else None)
    return copy.state_hash, str(copy.board)


def searched(game: GameState, seen: EnemyObservation) -> object:
    view = PlayerView.of(game)
    return search_view(view, PREDICTION.belief(view, seen), Budget(iterations=64), exactly=False)


def requests(engine: RulesEngine, number: int) -> list[Callable[[], object]]:
    """Everything that is asked about one game. The plain form is asked the same, later in the game and unsearched."""
    game, seen = late_game(engine, number, 6 if engine.compiled else 10)
    first = next(iter(game.legal_moves("Y")), None)
    asked: list[Callable[[], object]] = [
        lambda: game.score(),
        lambda: [game.board.effective_power(lane, column) for lane in range(3) for column in range(5)],
        lambda: played_to_the_end(game),
        lambda: [str(event) for event in trace(game, "Y", first)] if first else None,
        lambda: position_text(game),
        lambda: PREDICTION.full_enemy_prediction(game, seen),
        lambda: [(move.move, move.merit, move.reasons, move.risk) for move in COACH.recommend_moves(game, seen).moves],
    ]
    return [*asked, lambda: searched(game, seen)] if engine.compiled else asked


def all_requests() -> list[Callable[[], object]]:
    found = []
    for ruleset in PRESETS.values():
        compiled, plain = (RulesEngine(ruleset, compiled=is_compiled) for is_compiled in (True, False))
        for number in range(4):
            found += requests(compiled, number)
        for number in range(2):
            found += requests(plain, number)
    return found


def test_four_threads_get_the_answers_of_one(hasty_threads):
    asked = all_requests()
    alone = [request() for request in asked]
    together = Barrier(THREADS)

    def answers(thread: int) -> list[tuple[int, object]]:
        order = islice(cycle(range(len(asked))), thread * len(asked) // THREADS, None)
        together.wait()
        return [(number, asked[number]()) for number in islice(order, REQUESTS // THREADS)]

    with ThreadPoolExecutor(THREADS) as pool:
        found = [answer for thread in pool.map(answers, range(THREADS)) for answer in thread]
    assert len(found) == REQUESTS
    assert [number for number, answer in found if answer != alone[number]] == []
