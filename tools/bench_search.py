"""How fast the deep look is, as JSON lines: iterations a second, the first answer, and how soon it can be cancelled.

Iterations are those by judgement and those by blind play; judgements are the net's alone, on one core.

Warm and compiled, one thread, from the opening of games between starter decks; the enemy's deck known and unknown.
Iterations count CPU time: the median of some tries at every opening. The first answer is that of a coach who already
holds the engine, and a cancellation lasts from the flag to the answer, both by the clock; half of them come while an
exact answer is looked for.
"""

from __future__ import annotations

import json
import statistics
import sys
import threading
import time
from collections.abc import Iterator

from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.decks import starters
from qb_engine.mind.games import Desk, Games
from qb_engine.mind.net import Mind, weights_file
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import PRESETS, Ruleset
from qb_engine.search.race import Budget, DeepLook, search_view

ITERATIONS = 20_000
TRIES = 5
FIRST_SECONDS = 0.2
"""The budget of a first answer: what is left of 0.3 s is for everything around it."""
LATE_GAMES = 32
JUDGED_GAMES = 400
CANCELLATIONS = 200
CANCEL_WITHIN = 0.020


def openings(ruleset: Ruleset) -> Iterator[tuple[PlayerView, EnemyObservation, EnemyBelief]]:
    """Your first turn with each pair of starter decks, against a known and an unknown deck."""
    decks = [tuple(starter.deck) for starter in starter_decks()]
    for number, deck in enumerate(decks):
        enemy = decks[(number + 1) % len(decks)]
        dealt = GameState(deck, enemy, seed=number, ruleset=ruleset, first_player="Y")
        view = PlayerView.of(dealt)
        for observation in (EnemyObservation(enemy), EnemyObservation()):
            yield view, observation, PredictionEngine().belief(view, observation)


def late_turns(ruleset: Ruleset) -> list[tuple[PlayerView, EnemyBelief]]:
    """The turns of random games at which looking for an exact answer takes longest, as many as there are openings."""
    decks = [tuple(starter.deck) for starter in starter_decks()]
    timed: list[tuple[float, PlayerView, EnemyBelief]] = []
    for seed in range(LATE_GAMES):
        game = ArenaGame(Deal(ruleset, decks[seed % 4], decks[seed // 4 % 4], seed, "Y"))
        player = PlayerSpec.parse("random").seated(seed, 0)
        while (side := game.side_to_act) is not None:
            view, observation = game.seen_by(side)
            belief = PredictionEngine().belief(view, observation)
            begun = time.process_time()
            search_view(view, belief, Budget(iterations=1))
            timed.append((time.process_time() - begun, view, belief))
            game.make(player.choose(view, observation))
    timed.sort(key=lambda found: found[0])
    return [(view, belief) for _seconds, view, belief in timed[-2 * len(decks) :]]


def iterations_a_second(view: PlayerView, belief: EnemyBelief, mind: Mind | None = None) -> float:
    """Iterations a CPU second of one search."""
    begun = time.process_time()
    found = search_view(view, belief, Budget(iterations=ITERATIONS), exactly=False, mind=mind)
    return found.iterations / (time.process_time() - begun)


def judgements_a_second(ruleset: Ruleset) -> float:
    """Judgements a CPU second, of positions of games that the net plays with itself; what is lit is known."""
    mind, desk = Mind.of(engine_for(ruleset)), Desk.of(ruleset)
    engine = desk.engine
    decks = engine.numbers_row([number for deck in starters() for number in engine.numbers_of(deck)])
    games = Games(ruleset, decks, 4, mind.net, 1, JUDGED_GAMES, 1, 0, 0.05, 40, 1.0)
    samples = games.batch(0)
    begun = time.process_time()
    for _try in range(TRIES):
        desk.chances(samples, mind.net)
    return TRIES * len(samples) / (time.process_time() - begun)


def first_answer(view: PlayerView, observation: EnemyObservation) -> float:
    """Seconds until deep advice with its reasons is there."""
    begun = time.perf_counter()
    CoachingEngine().advise(view, observation, deep=DeepLook(Budget(seconds=FIRST_SECONDS)))
    return time.perf_counter() - begun


def cancelled_after(view: PlayerView, belief: EnemyBelief, delay: float) -> float:
    """Seconds from the flag, set after ``delay`` seconds by another thread, to the answer."""
    flag, raised = threading.Event(), [0.0]

    def cancel() -> None:
        raised[0] = time.perf_counter()
        flag.set()

    timer = threading.Timer(delay, cancel)
    timer.start()
    search_view(view, belief, Budget(seconds=60), is_cancelled=flag.is_set)
    answered = time.perf_counter()
    timer.join()
    return max(0.0, answered - raised[0])  # an exact answer may be there before anybody cancels


def main() -> int:
    """Print one line for each ruleset."""
    for ruleset in PRESETS.values():
        sample = list(openings(ruleset))
        blind, judged = (
            [iterations_a_second(view, belief, mind) for _try in range(TRIES) for view, _observation, belief in sample]
            for mind in (None, Mind.of(sample[0][0].engine))
        )
        answers = [first_answer(view, observation) for view, observation, _belief in sample]
        places = [*late_turns(ruleset), *((view, belief) for view, _observation, belief in sample)]
        waits = [
            cancelled_after(*places[number % len(places)], 0.0005 * (number % 45)) for number in range(CANCELLATIONS)
        ]
        line = {
            "bench": "search",
            "ruleset": ruleset.name,
            "iterations_per_second": round(statistics.median(judged)),
            "blind_iterations_per_second": round(statistics.median(blind)),
            "judgements_per_second": round(judgements_a_second(ruleset)),
            "weights_bytes": weights_file(ruleset.name).stat().st_size,
            "first_answer_s": round(statistics.median(answers), 3),
            "first_answer_worst_s": round(max(answers), 3),
            "cancelled": len(waits),
            "cancelled_in_time": sum(wait <= CANCEL_WITHIN for wait in waits),
            "cancel_worst_ms": round(1000 * max(waits), 1),
        }
        print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
