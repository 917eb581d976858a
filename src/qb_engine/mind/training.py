"""Training: generations of games that the net plays with itself, each learned from, and kept only if it plays better.

    games by the last net kept ──► samples ──► the weights learn from the last generations ──► a duel ──► kept or not

The first generations play by one look at every move, the later ones by a small search. Everything follows from the
settings and the seed: the same command gives the same weights, on any number of tries and of workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import cos, log, pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from kernelkit.chance import Chance, next_word, seeded
from qb_engine.kernel.net import INNER, UNITS, Net
from qb_engine.mind.decks import random_decks, starters
from qb_engine.mind.games import GAMES_AT_ONCE, Batches, Desk, Games, compiled_engine, one_by_one
from qb_engine.mind.learning import FIRST_BEGIN_AT, LAST_AT, SECOND_AT, SECOND_BEGIN_AT, WEIGHTS, Lesson
from qb_engine.mind.program import compiled_doors
from qb_engine.mind.weights import FORMAT, cards_hash, layout_hash, write_weights
from qb_engine.ruleset import Ruleset

GAME_STREAM, ORDER_STREAM, BEGIN_STREAM, DUEL_STREAM = 1, 2, 3, 4
PAIRS_AT_ONCE = 100
MOST_POINTS = 4
BETTER = 0.52
"""A generation is kept when it is likelier to win so much against the last than half."""
SURE = log(19)
"""Either is taken wrongly once in twenty times."""
USUAL_LIT = 70
"""About so many features are lit in a position."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is played and learned.

    ``looks`` generations play ``games`` by one look at every move, and one position of ``every`` is kept; the others
    play ``thought_games`` by a search of ``walks``, and one position of ``thought_every`` is kept.
    """

    generations: int = 14
    looks: int = 5
    games: int = 100_000
    every: int = 4
    walks: int = 96
    thought_games: int = 50_000
    thought_every: int = 1
    decks: int = 4_096
    passes: int = 2
    remembered: int = 3
    batch: int = 1_024
    rate: float = 0.002
    cooling: float = 0.92
    decay: float = 0.002
    warmth: float = 0.03
    strays: int = 40
    fading: float = 0.8
    pairs: int = 2_000


@dataclass(frozen=True, slots=True)
class Generation:
    """What came of one generation: how well its net foretells games that it has not learned from, and its duel."""

    number: int
    samples: int
    log_loss: float
    brier: float
    pairs: int
    rate: float
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Trained:
    """A net, every generation that led to it, and a hash of all samples that were played for it."""

    net: Any
    generations: tuple[Generation, ...]
    data_hash: str


def train_into(
    path: Path,
    ruleset: Ruleset,
    settings: Settings,
    seed: int,
    told: Callable[[Generation], None] = lambda _generation: None,
    batches: Batches = one_by_one,
) -> None:
    """Train a net and write it to ``path``, after every generation what there is by then.

    Whoever stops it has the file of a shorter training: its header names the command for just that. ``batches`` is who
    plays the games.
    """
    write_each(path, Trainer(ruleset, settings, seed, batches), told)


def write_each(path: Path, trainer: Trainer, told: Callable[[Generation], None]) -> None:
    """Train all generations, and write the file after each of them."""
    for number in range(trainer.settings.generations):
        told(trainer.next_generation())
        write_weights(path, trainer.header(number + 1), trainer.trained.net)


def header_of(
    ruleset: Ruleset, settings: Settings, seed: int, trained: Trained, usual: Settings, options: str = ""
) -> dict[str, Any]:
    """Where a net comes from; its command names the ``options`` and what is not ``usual``."""
    known = asdict(usual)
    changed = {name: value for name, value in asdict(settings).items() if value != known[name]}
    options += "".join(f" --{name.replace('_', '-')} {value:g}" for name, value in changed.items())
    return {
        "format": FORMAT,
        "rules": ruleset.name,
        "command": f"mazzo lab train --rules {ruleset.name} --seed {seed}{options}",
        "seed": seed,
        "settings": asdict(settings),
        "generations": [asdict(generation) for generation in trained.generations],
        "data": trained.data_hash,
        "layout": layout_hash(),
        "cards": cards_hash(),
    }


class Trainer:
    """One training under one ruleset."""

    def __init__(self, ruleset: Ruleset, settings: Settings, seed: int, batches: Batches = one_by_one) -> None:
        self._doors, self._batches = compiled_doors(), batches
        self.settings, self._seed, self._ruleset = settings, seed, ruleset
        engine = compiled_engine(ruleset)
        few, many = starters(), random_decks(ruleset, settings.decks, seed)
        self._starters = len(few)
        self._decks = engine.numbers_row([number for deck in [*few, *many] for number in engine.numbers_of(deck)])
        self._best, self._next = engine.rows(Net, 1), engine.rows(Net, 1)
        self._best["is_blank"] = 1
        self._weights = _begun(seeded(seed, BEGIN_STREAM))
        self._moments = [np.zeros(WEIGHTS) for _ in range(3)]
        self._lesson, self._chance = engine.rows(Lesson, 1), engine.rows(Chance, 1)
        self._steps = 0
        self._done: list[Generation] = []
        self._memory: list[Any] = []
        self._digest = hashlib.sha256()

    @property
    def trained(self) -> Trained:
        """What there is by now."""
        return Trained(self._best, tuple(self._done), self._digest.hexdigest())

    def header(self, generations: int) -> dict[str, Any]:
        """Where the net comes from that there is after so many generations."""
        shorter = replace(self.settings, generations=generations)
        return header_of(self._ruleset, shorter, self._seed, self.trained, Settings())

    def next_generation(self) -> Generation:
        """Play, learn and duel once more."""
        number = len(self._done)
        fresh = self._played(number)
        held, learned = fresh[: len(fresh) // 20], fresh[len(fresh) // 20 :]
        self._memory = [*self._memory, learned][-self.settings.remembered :]
        self._learn(number)
        self._doors.write_net(self._weights, self._next)
        log_loss, brier = self._tested(held)
        pairs, rate, is_kept = self._duel(number)
        if is_kept:
            self._best, self._next = self._next, self._best
        log_loss, brier, rate = (round(figure, 4) for figure in (log_loss, brier, rate))
        self._done.append(Generation(number, len(fresh), log_loss, brier, pairs, rate, is_kept))
        return self._done[-1]

    def _games_of(self, number: int) -> Games:
        """How the games of a generation are played."""
        settings, thinks = self.settings, number >= self.settings.looks
        return Games(
            ruleset=self._ruleset,
            decks=self._decks,
            starters=self._starters,
            net=self._best.copy(),
            seed=word_of(self._seed, GAME_STREAM, number),
            count=settings.thought_games if thinks else settings.games,
            every=settings.thought_every if thinks else settings.every,
            walks=settings.walks if thinks else 0,
            warmth=settings.warmth,
            strays=settings.strays,
            # What a blank net says is nothing to learn from.
            fading=settings.fading if number else 1.0,
        )

    def _played(self, number: int) -> Any:
        """The samples of one generation's games."""
        games, parts = self._games_of(number), []
        for part in self._batches(games.batch, range(0, games.count, GAMES_AT_ONCE)):
            parts.append(part)
            self._digest.update(part.tobytes())
        return np.concatenate(parts)

    def _learn(self, number: int) -> None:
        """Some passes over the samples of the last generations, in an order of chance."""
        settings, samples = self.settings, np.concatenate(self._memory)
        order = np.arange(len(samples))
        batches = len(samples) // settings.batch
        top = settings.rate * settings.cooling**number
        for each in range(settings.passes):
            self._doors.shuffle(self._chance, word_of(self._seed, ORDER_STREAM, number), each, order)
            for place in range(batches):
                # Each generation begins at its full rate and comes to rest (half a cosine).
                done = (each * batches + place) / (settings.passes * batches)
                begin, rate = place * settings.batch, top * (1 + cos(pi * done)) / 2
                self._steps += 1
                self._doors.learn(
                    samples, order, begin, begin + settings.batch, self._weights, *self._moments, self._lesson,
                    self._steps, rate, settings.decay,
                )  # fmt: skip

    def _tested(self, held: Any) -> tuple[float, float]:
        """Log loss and Brier score of how games ended, on samples that were not learned from."""
        desk, came = Desk.of(self._ruleset), held["points"] / 2
        chances = desk.chances(held, self._next)
        losses = -(came * np.log(chances) + (1 - came) * np.log(1 - chances))
        return float(losses.mean()), float(((chances - came) ** 2).mean())

    def _duel(self, number: int) -> tuple[int, float, bool]:
        """Pairs against the last net kept, until it is clear which is better: pairs, rate, and whether it is kept."""
        games = replace(
            self._games_of(number),
            net=np.concatenate([self._next, self._best]),
            seed=word_of(self._seed, DUEL_STREAM, number),
        )
        points = np.zeros(0)
        while len(points) < self.settings.pairs and abs(likelihood(points)) < SURE:
            pairs = min(PAIRS_AT_ONCE, self.settings.pairs)
            points = np.concatenate([points, games.duels(len(points), pairs) / MOST_POINTS])
        # The first is kept in any case: before it there is no net.
        return len(points), float(points.mean()), likelihood(points) > 0 or number == 0


def likelihood(points: Any) -> float:
    """How much better ``BETTER`` explains the points of pairs than a half, as a logarithm (normal approximation)."""
    if not len(points):
        return 0.0
    # One pair more with the largest spread: a lucky streak of a few pairs decides nothing.
    variance = float(points.var()) + 0.25 / len(points)
    return len(points) * (BETTER - 0.5) * (float(points.mean()) - (BETTER + 0.5) / 2) / variance


def word_of(seed: int, stream: int, number: int) -> int:
    """A seed of its own for each generation's games, order and duel."""
    chance = seeded(seed, stream + 16 * (number + 1))
    return next_word(chance) << 29 | next_word(chance) >> 3


def _begun(chance: Chance) -> Any:
    """Small weights by chance, so that units differ; where units begin is 0."""

    def spread(count: int, scale: float) -> list[float]:
        return [scale * (next_word(chance) / 2.0**31 - 1.0) for _ in range(count)]

    weights = np.zeros(WEIGHTS)
    weights[:FIRST_BEGIN_AT] = spread(FIRST_BEGIN_AT, sqrt(3 / USUAL_LIT))
    weights[SECOND_AT:SECOND_BEGIN_AT] = spread(UNITS * INNER, sqrt(6 / UNITS))
    weights[LAST_AT : LAST_AT + INNER] = spread(INNER, sqrt(3 / INNER))
    return weights
