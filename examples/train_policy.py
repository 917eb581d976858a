"""Train a small policy against ``random`` and say how often it wins: ``python examples/train_policy.py``.

The policy is fifteen numbers. Each legal move is described by as many facts (its power, the ground its pawns win, the
lane it decides, whether it is a pass), the policy weighs them, and moves are drawn by softmax. After every game the
weights move towards what was done in games won and away from what was done in games lost (REINFORCE with a baseline).
A minute of one thread is enough; ``--games 2000`` shows the course in seconds.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from qb_engine.envs.batch import PASS_ACTION, Batch
from qb_engine.envs.kernel.layout import COUNTS_AT, HAND_AT, LANES_AT, TILE_FACTS
from qb_engine.moves import COLUMNS, LANES, TILES

FEATURES = (
    *("a card is laid", "its power", "its rank", "pawns on nobody's tiles", "pawns on the enemy's", "pawns on mine"),
    *("my lead in the lane", "it takes the lane", "how far ahead", "effects on the enemy's cards", "effects on mine"),
    *("power it replaces", "a pass", "a pass in the lead", "a pass that ends the game in the lead"),
)
SIZE = 1024


class Policy:
    """Weights for the facts about a move."""

    def __init__(self, batch: Batch) -> None:
        self.weights = np.zeros(len(FEATURES))
        engine = batch.engine
        self.power = np.array([card.power for card in engine.cards]) / 5
        self.cost = np.array([card.cost for card in engine.cards]) / 3
        tables = engine.seen(engine.tables)
        self.pawns, self.reach = (
            np.array([[_bits(tiles[tile]) for tile in range(TILES)] for tiles, _mirrored in cards[: len(self.power)]])
            for cards in (tables.pawns, tables.reach)
        )

    def described(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Every legal move of every game: the number of the game, the action, and its facts."""
        games, actions = np.nonzero(masks)
        tiles = seen[:, : TILES * TILE_FACTS].reshape(-1, TILES, TILE_FACTS).astype(float)
        owner, card, power = tiles[:, :, 0], tiles[:, :, 2], tiles[:, :, 3]
        lanes = seen[:, LANES_AT : LANES_AT + 2 * LANES].astype(float)
        lead = lanes[:, :LANES] - lanes[:, LANES:]
        points = np.where(lead > 0, lanes[:, :LANES], 0).sum(1) - np.where(lead < 0, lanes[:, LANES:], 0).sum(1)
        passes = actions == PASS_ACTION
        place, tile = np.divmod(np.where(passes, 0, actions), TILES)
        number = np.maximum(seen[games, HAND_AT + place].astype(int) - 1, 0)
        empty = card[games] == 0
        pawns, reach = self.pawns[number, tile], self.reach[number, tile]
        here = lead[games, tile // COLUMNS]
        adds = self.power[number]
        facts = np.stack(
            [
                np.ones(len(games)),
                adds,
                self.cost[number],
                (pawns * empty * (owner[games] == 0)).sum(1) / 3,
                (pawns * empty * (owner[games] < 0)).sum(1) / 3,
                (pawns * empty * (owner[games] > 0)).sum(1) / 3,
                np.clip(here, -10, 10) / 10,
                ((here <= 0) & (here + 5 * adds > 0)).astype(float),
                tile % COLUMNS / COLUMNS,
                (reach * ~empty * (owner[games] < 0)).sum(1) / 3,
                (reach * ~empty * (owner[games] > 0)).sum(1) / 3,
                power[games, tile] / 5,
            ],
            axis=1,
        )
        facts[passes] = 0
        leads = points[games] > 0
        ends = seen[games, COUNTS_AT + 4] > 0
        last = np.stack([passes, passes & leads, passes & leads & ends], axis=1)
        return games, actions, np.hstack([facts, last])

    def chosen(
        self, seen: np.ndarray, masks: np.ndarray, chance: np.random.Generator | None
    ) -> tuple[np.ndarray, np.ndarray]:
        """An action for each game, by chance or the best, and how the weights would make it likelier."""
        games, actions, facts = self.described(seen, masks)
        starts = np.flatnonzero(np.diff(games, prepend=-1))
        values = facts @ self.weights
        chances = np.exp(values - np.maximum.reduceat(values, starts)[games])
        chances /= np.add.reduceat(chances, starts)[games]
        noise = 0 if chance is None else chance.gumbel(size=len(values))
        wanted = values + noise
        is_best = wanted == np.maximum.reduceat(wanted, starts)[games]
        _games, first = np.unique(games[is_best], return_index=True)
        picked = np.flatnonzero(is_best)[first]
        expected = np.add.reduceat(facts * chances[:, None], starts)
        return actions[picked], facts[picked] - expected


def _bits(mask: int) -> list[int]:
    return [mask >> tile & 1 for tile in range(TILES)]


def played(policy: Policy, batch: Batch, games: int, rate: float, chance: np.random.Generator | None) -> list[int]:
    """The results of so many games of the policy, as player 0, against ``random``; with a rate it learns from them.

    Every place of the batch counts as many games: the first to end are the short ones, and they end in their own way.
    """
    results: list[int] = []
    left = np.full(batch.size, -(-games // batch.size))
    pulls = np.zeros((batch.size, len(FEATURES)))
    baseline = 0.0
    while left.any():
        actions = batch.random_actions()
        mine = np.flatnonzero(batch.sides == 0)
        if len(mine):
            actions[mine], pull = policy.chosen(batch.observations[mine], batch.action_masks[mine], chance)
            pulls[mine] += pull
        batch.step(actions)
        ended = np.flatnonzero(batch.ended)
        if len(ended):
            rewards = batch.rewards[ended].astype(float)
            results += rewards[left[ended] > 0].astype(int).tolist()
            left[ended] = np.maximum(left[ended] - 1, 0)
            if rate:
                policy.weights += rate * ((rewards - baseline)[:, None] * pulls[ended]).mean(0)
                baseline += 0.05 * (rewards.mean() - baseline)
            pulls[ended] = 0
    return results


def interval(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a win rate, 95 of 100."""
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return middle - half, middle + half


def said(results: list[int]) -> str:
    """How often the policy won, with its interval."""
    wins, games = results.count(1), len(results)
    low, high = interval(wins, games)
    return f"won {wins} of {games} games, {100 * wins / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def main() -> None:
    """Train, then play for the record."""
    parser = argparse.ArgumentParser(description="Train a small policy against random.")
    parser.add_argument("--games", type=int, default=60_000, help="games to learn from")
    parser.add_argument("--record", type=int, default=10_000, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = np.random.default_rng(asked.seed)
    batch = Batch(min(SIZE, asked.games), seed=asked.seed)
    policy = Policy(batch)
    begun = time.perf_counter()
    print("untrained:", said(played(policy, Batch(batch.size, seed=asked.seed + 1), asked.record, 0.0, chance)))
    for part in range(6):
        results = played(policy, batch, asked.games // 6, 0.3 / (1 + part / 2), chance)
        print(f"after {(part + 1) * asked.games // 6} games, still trying things out:", said(results), flush=True)
    print(f"trained:   {said(played(policy, Batch(batch.size, seed=asked.seed + 2), asked.record, 0.0, None))}")
    print(f"{time.perf_counter() - begun:.0f} seconds; what counts:")
    for weight, name in sorted(zip(policy.weights, FEATURES, strict=True), key=lambda pair: -abs(pair[0])):
        print(f"  {weight:+.2f}  {name}")


if __name__ == "__main__":
    main()
