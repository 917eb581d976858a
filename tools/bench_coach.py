"""How much CPU time a quick look takes, warm and compiled, over sampled positions: one JSON line per ruleset.

Positions are turns of yours in random games with random decks; the enemy's deck is unknown, which is the slowest case.
"""

from __future__ import annotations

import json
import statistics
import time
from random import Random

from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE
from qb_engine.player_view import PlayerView
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, Ruleset

POSITIONS = 200
MOST_ROUNDS = 9
WARM_UP = 5


def sampled(ruleset: Ruleset, number: int) -> tuple[PlayerView, EnemyObservation] | None:
    """A position of a random game where you are to act; None when the game was over before."""
    chance = Random(number)
    ids = [card.id for card in RulesEngine(ruleset).cards if not card.is_token]
    state = GameState(chance.sample(ids, DECK_SIZE), chance.sample(ids, DECK_SIZE), seed=number, ruleset=ruleset)
    for _ply in range(2 * chance.randrange(MOST_ROUNDS)):
        side = state.side_to_act
        if side is None:
            return None
        moves = state.legal_moves(side)
        if not moves:
            state.pass_turn(side)
            continue
        move = chance.choice(moves)
        index = state.hand(side).index_of(move.card_id)
        assert index is not None
        state.play_card_from_hand(side, index, move.lane_index, move.col_index)
        state.end_turn()
    obs = EnemyObservation()
    obs.update_from_game_state(state)
    return None if state.is_over else (PlayerView.of(state), obs)


def quick_bench(name: str, ruleset: Ruleset) -> dict[str, object]:
    """Milliseconds of advice with reasons for the first three moves."""
    found = (sampled(ruleset, number) for number in range(10 * POSITIONS))
    positions = [one for one, _number in zip((p for p in found if p is not None), range(POSITIONS), strict=False)]
    coach = CoachingEngine()
    for view, obs in positions[:WARM_UP]:
        coach.advise(view, obs)
    times = []
    for view, obs in positions:
        begun = time.process_time()  # what others do on the machine at the same time does not count
        coach.advise(view, obs)
        times.append(1000 * (time.process_time() - begun))
    return {
        "bench": "quick",
        "ruleset": name,
        "positions": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(statistics.quantiles(times, n=100)[98], 2),
    }


def main() -> None:
    for name, ruleset in PRESETS.items():
        print(json.dumps(quick_bench(name, ruleset)), flush=True)


if __name__ == "__main__":
    main()
