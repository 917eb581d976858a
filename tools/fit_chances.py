"""What judged leaves should be stated as, fitted on self-play: the numbers of ``qb_engine/search/chances.py``.

``python tools/fit_chances.py`` plays games of other seeds than ``make calibrate``, half with the starters, half with
random decks. At some positions of each that cannot be solved the mean of the best move's samples is kept with how the
game ended; at two positions of the first games that move is searched a hundred times as long too.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from kernelkit.chance import next_word, seeded
from mazzo.cli.progress import warm_up
from mazzo.lab.matches import PLAYER_STREAMS, deal_seed
from mazzo.lab.self_play import REFERENCE_FACTOR, Moment, moments_of, outcome_for, sampled
from mazzo.lab.workers import in_order
from qb_engine.arena.arena import Deal
from qb_engine.arena.players import PlayerSpec
from qb_engine.mind.decks import random_decks, starters
from qb_engine.mind.net import Mind
from qb_engine.moves import SIDES, Move
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import PRESETS
from qb_engine.search.chances import JUDGED_FADES, STEADY, USUAL, Samples, odds_of
from qb_engine.search.race import Race, root_moves

LEADERS_SHARE = 3
"""The best move sees about this part of a search's worlds: a third."""
DECKS = 200
STREAM = PLAYER_STREAMS + 7
LONGER_A_GAME = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One search: the logarithm of its odds, empty tiles, samples, drift, what came, and the odds far later."""

    odds: float
    empty: int
    used: int
    drift: float
    outcome: float
    later: float | None


def main() -> int:
    parser = argparse.ArgumentParser(description="Fit what judged leaves are stated as.")
    parser.add_argument("--games", type=int, default=800, help="under each ruleset")
    parser.add_argument("--longer", type=int, default=40, help="games with searches a hundred times as long")
    parser.add_argument("--iterations", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=515_151)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    warm_up("en")
    rows: list[Row] = []
    for name in PRESETS:
        played = in_order(partial(rows_of, name, asked), range(asked.games), asked.workers)
        rows += [row for found in played for row in found]
    power, a_tile = power_of(rows)
    print(f"{len(rows)} positions: JUDGED_POWER, POWER_A_TILE = {power:.3f}, {a_tile:.4f}")
    drifts = drifts_of([row for row in rows if row.later is not None], power, a_tile)
    print(f"JUDGED_DRIFTS = {drifts:.2f} with JUDGED_FADES = {JUDGED_FADES}")
    return 0


def rows_of(rules: str, asked: argparse.Namespace, number: int) -> list[Row]:
    """What is said at some positions of one game."""
    ruleset, dealt = PRESETS[rules], deal_seed(asked.seed, number)
    decks = starters() if number % 2 else random_decks(ruleset, DECKS, asked.seed)
    turn, count = number // 2, len(decks)
    deal = Deal(ruleset, decks[turn % count], decks[(7 * turn + turn // count) % count], dealt, SIDES[turn % 2])
    moments, result = moments_of(deal, PlayerSpec.parse(f"deep:{asked.iterations}"))
    chance = seeded(dealt, STREAM)
    longer = LONGER_A_GAME if number < asked.longer else 0
    return [
        row
        for place, moment in enumerate(sampled(moments, chance))
        for row in searched(
            moment, asked.iterations, next_word(chance), place < longer, outcome_for(moment.side, result)
        )
    ]


def searched(moment: Moment, iterations: int, seed: int, is_longer: bool, outcome: float) -> Iterator[Row]:
    """One search, and perhaps the longer one; nothing where the end can be played out."""
    moves = root_moves(moment.view)
    found = run(moment, moves, iterations, seed)
    if found is None:
        return
    samples, move = found
    later = run(moment, [move], REFERENCE_FACTOR * iterations // LEADERS_SHARE, seed + 1) if is_longer else None
    yield Row(
        odds=odds(samples),
        empty=samples.empty,
        used=samples.used,
        drift=samples.drift,
        outcome=outcome,
        later=None if later is None else odds(later[0]),
    )


def run(moment: Moment, moves: list[Move | None], iterations: int, seed: int) -> tuple[Samples, Move | None] | None:
    """The samples of the best move, and the move; None where the end can be played out."""
    view = moment.view
    race = Race(view, PredictionEngine().belief(view, moment.observation), moves, seed, Mind.of(view.engine))
    if race.exact_result(lambda: False) is not None:
        return None
    race.run(iterations, 1, lambda: False)
    return race.leader().samples, race.leader().move


def odds(samples: Samples) -> float:
    """The logarithm of the odds of a mean."""
    return float(np.log(odds_of(samples.win_share, samples.used)))


def power_of(rows: list[Row]) -> tuple[float, float]:
    """The power that makes how games ended likeliest, and by how much an empty tile raises it (Newton's method)."""
    table = np.array([(row.odds, row.odds * row.empty, row.outcome) for row in rows])
    given, came, found = table[:, :2], table[:, 2], np.zeros(2)
    for _step in range(30):
        said = 1 / (1 + np.exp(-given @ found))
        bend = (given * (said * (1 - said))[:, None]).T @ given
        found += np.linalg.solve(bend + 1e-9 * np.eye(2), given.T @ (came - said))
    return float(found[0]), float(found[1])


def drifts_of(rows: list[Row], power: float, a_tile: float) -> float:
    """How many times its drift holds what the longer search says in 95 of 100 cases."""
    powers = np.array([power + a_tile * row.empty for row in rows])
    now, later = (1 / (1 + np.exp(-powers * each)) for each in np.array([(row.odds, row.later) for row in rows]).T)
    fading = np.array([(USUAL / row.used) ** JUDGED_FADES for row in rows])
    steady = 2 * STEADY * np.sqrt(now * (1 - now))
    return float(np.quantile(abs(later - now) / fading / (np.array([row.drift for row in rows]) + steady), 0.95))


if __name__ == "__main__":
    sys.exit(main())
