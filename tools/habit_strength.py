"""What it is worth to know how an opponent plays: the coach's advice with measured habits against without them.

    python tools/habit_strength.py [--deals 300] [--iterations 400] [--enemy greedy]

The enemy plays one of the starter decks, which is known; you play any 15 cards, so that it is a match. First the enemy
is watched in some games, and its habits are counted as the coach counts them; then every deal is played twice, with
these habits and without any. Prints one JSON line with both win rates, the mean difference of the pairs with its 95 %
interval, and what was counted. With ``--usual`` it says how a player who searches looks by the same counts.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import sqrt
from statistics import NormalDist, fmean, stdev

from kernelkit.chance import Chance, below, next_word, seeded
from kernelkit.journal import MemoryJournal
from qb_engine.arena.arena import ArenaGame, Deal, play
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.knowledge.belief import pool_copies
from qb_engine.knowledge.habits import NO_HABITS, Habits
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.live_match import LiveMatch
from qb_engine.match.habits import HabitCounts, counted
from qb_engine.mind.net import Mind
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move, mirrored
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import REBIRTH
from qb_engine.search.race import Budget, search_view

Z95 = NormalDist().inv_cdf(0.975)
DECKS, LOOKS, ENEMY = 21, 22, 23
"""Streams of chance: your deck, the coach's looks, and the enemy's own."""
WATCHED = 8
"""Games in which the enemy is watched before it counts."""


class Coached:
    """Plays the first move of the search against an enemy with these habits."""

    def __init__(self, habits: Habits, iterations: int, chance: Chance) -> None:
        self._prediction, self._budget = PredictionEngine(habits=habits), Budget(iterations=iterations)
        self._chance = chance

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move."""
        belief = self._prediction.belief(view, obs)
        mind = Mind.or_none(view.engine)
        return search_view(view, belief, self._budget, seed=next_word(self._chance), threads=1, mind=mind).best


def any_deck(chance: Chance) -> tuple[str, ...]:
    """Fifteen cards that the rules allow beside each other."""
    pool = sorted(card_id for card_id, copies in pool_copies(REBIRTH).items() for _copy in range(copies))
    return tuple(sorted(pool.pop(below(chance, len(pool))) for _place in range(DECK_SIZE)))


def deal_of(number: int) -> Deal:
    """Deal ``number``: your cards are any, the enemy's a starter deck."""
    decks = [one.deck.card_ids for one in starter_decks()]
    mine = any_deck(seeded(number, DECKS))
    return Deal(REBIRTH, mine, decks[number % len(decks)], number, "Y" if number % 2 else "E")


def watched(deal: Deal, you: Coached, enemy: PlayerSpec, number: int) -> HabitCounts:
    """What a game shows of the enemy's habits, mirrored as a coached player would."""
    game, match, there = ArenaGame(deal), LiveMatch(MemoryJournal()), enemy.seated(number, ENEMY)
    match.start(game.seen_by("Y")[0].hand, first=deal.first, rules=REBIRTH.name)
    match.mulligan([], [])
    while (side := game.side_to_act) is not None:
        view, obs = game.seen_by(side)
        if side == "Y":
            if match.phase == "your_draw":
                match.draw(view.hand[-1])
            move = you.choose(view, obs)
            match.pass_turn() if move is None else match.play(move)
        else:
            move = there.choose(view, obs)
            match.enemy_pass() if move is None else match.enemy_play(mirrored(move))
        game.make(move)
    return counted(match.steps)


def gains(deals: range, habits: Habits, iterations: int, enemy: PlayerSpec) -> list[tuple[float, float]]:
    """What each deal brings with the habits and without: 1 for a win, a half for a tie."""
    found = []
    for number in deals:
        margins = [
            play(
                deal_of(number),
                {
                    "Y": Coached(known, iterations, seeded(number, LOOKS)),
                    "E": enemy.seated(number, ENEMY),
                },
            ).margin
            for known in (habits, NO_HABITS)
        ]
        with_habits, without = ((margin > 0) / 2 + (margin >= 0) / 2 for margin in margins)
        found.append((with_habits, without))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--enemy", default="greedy", help="who plays the enemy")
    parser.add_argument("--usual", action="store_true", help="count how the enemy looks, and play no pairs")
    options = parser.parse_args()
    enemy, counts = PlayerSpec.parse(options.enemy), HabitCounts()
    for number in range(options.deals if options.usual else WATCHED):
        coach = Coached(NO_HABITS, options.iterations, seeded(number, LOOKS))
        counts += watched(deal_of(1_000_000 + number), coach, enemy, number)
    shown = {"taken": counts.taken, "choices": counts.choices, "passed": counts.passed, "turns": counts.turns}
    if options.usual:
        print(json.dumps({"enemy": options.enemy, **shown}))
        return 0
    pairs = gains(range(options.deals), counts.habits, options.iterations, enemy)
    differences = [one - other for one, other in pairs]
    half = Z95 * stdev(differences) / sqrt(len(differences))
    gain = fmean(differences)
    print(
        json.dumps(
            {
                "enemy": options.enemy, "deals": len(pairs), "iterations": options.iterations, **shown,
                "takes_points": counts.habits.takes_points, "passes": counts.habits.passes,
                "with_habits": round(fmean(one for one, _other in pairs), 4),
                "without": round(fmean(other for _one, other in pairs), 4),
                "gain": round(gain, 4), "gain_interval": [round(gain - half, 4), round(gain + half, 4)],
            }
        )
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
