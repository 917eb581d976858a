"""What it is worth to know an opponent's list in part: the coach's advice with the list against without it.

    python tools/opponent_strength.py [--deals 1000] [--player quick] [--enemy quick] [--opponent Regina]

In each deal the enemy plays a full deck that contains the listed cards, filled up by chance; both games of a deal have
the same decks, shuffles and beginner, and differ only in what the coach knows. Prints one JSON line with the win rate
of either coach and the mean difference of the pairs with its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from math import sqrt
from statistics import NormalDist, fmean, stdev

from kernelkit.chance import Chance, below, next_word, seeded
from qb_engine.arena.arena import Deal, play
from qb_engine.arena.players import Player, PlayerSpec
from qb_engine.cards.known_opponents import known_opponents
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.knowledge.belief import pool_copies
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.net import Mind
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import REBIRTH
from qb_engine.search.race import Budget, search_view

Z95 = NormalDist().inv_cdf(0.975)
DECKS, FIRST = 11, 12
"""Streams of chance: what fills the enemy's deck, and the deep player's looks."""


class Coached:
    """Plays the first move of the coach's advice, with what is known of the opponent's list."""

    def __init__(self, spec: PlayerSpec, listed: tuple[str, ...], chance: Chance) -> None:
        self._prediction = PredictionEngine(listed=listed)
        self._coach, self._spec, self._chance = CoachingEngine(self._prediction), spec, chance

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move."""
        if self._spec.name == "quick":
            primary = self._coach.advise(view, obs, top_n=0).primary
            return primary.move if primary else None
        budget = Budget(iterations=self._spec.iterations)
        belief = self._prediction.belief(view, obs)
        mind = Mind.or_none(view.engine) if self._spec.name == "deep" else None
        return search_view(view, belief, budget, seed=next_word(self._chance), threads=1, mind=mind).best


def filled(listed: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    """A whole deck with the listed cards, the others any that the rules allow beside them."""
    left = Counter(pool_copies(REBIRTH)) - Counter(listed)
    pool = sorted(left.elements())
    others = [pool.pop(below(chance, len(pool))) for _place in range(DECK_SIZE - len(listed))]
    return tuple(sorted((*listed, *others)))


def score(margin: int) -> float:
    """1 for a win, a half for a tie."""
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument(
        "--player", default="quick", help="quick, deep:ITERATIONS or rollout:ITERATIONS: how the coach looks"
    )
    parser.add_argument("--enemy", default="quick", help="who plays the opponent's deck")
    parser.add_argument("--opponent", default="Regina")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    listed = next(one.card_ids for one in known_opponents() if one.name == options.opponent)
    spec, enemy = PlayerSpec.parse(options.player), PlayerSpec.parse(options.enemy)
    decks = [one.deck.card_ids for one in starter_decks()]
    pairs: list[tuple[float, float]] = []
    margins: list[int] = []
    for number in range(options.deals):
        deal = Deal(
            REBIRTH,
            decks[number % len(decks)],
            filled(listed, seeded(options.seed * 1_000_000 + number, DECKS)),
            options.seed * 1_000_000 + number,
            "Y" if number // len(decks) % 2 else "E",
        )
        found = []
        for known in (listed, ()):
            you: Player = Coached(spec, known, seeded(number, FIRST))
            found.append(play(deal, {"Y": you, "E": enemy.seated(number, FIRST + 1)}, hidden=True).margin)
        pairs.append((score(found[0]), score(found[1])))
        margins.append(found[0] - found[1])
        if number % 50 == 49:
            print(_line(options, pairs, margins), file=sys.stderr, flush=True)
    print(_line(options, pairs, margins))
    return 0


def _line(options: argparse.Namespace, pairs: list[tuple[float, float]], margins: list[int]) -> str:
    gains = [knowing - guessing for knowing, guessing in pairs]
    half = Z95 * stdev(gains) / sqrt(len(gains))
    wide = Z95 * stdev(margins) / sqrt(len(margins))
    return json.dumps(
        {
            "opponent": options.opponent, "player": options.player, "enemy": options.enemy, "deals": len(pairs),
            "with_list": round(fmean(one[0] for one in pairs), 4), "unknown": round(fmean(one[1] for one in pairs), 4),
            "gain": round(fmean(gains), 4),
            "gain_interval": [round(fmean(gains) - half, 4), round(fmean(gains) + half, 4)],
            "margin_gain": round(fmean(margins), 3),
            "margin_interval": [round(fmean(margins) - wide, 3), round(fmean(margins) + wide, 3)],
            "seed": options.seed,
        }
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
