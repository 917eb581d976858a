"""A match of many games in pairs: every deal is played twice, the second time with the players' places changed.

With the decks of the rotation the players change seats, so that each plays both sides of the same deal, cards, shuffles
and beginner alike. With decks of their own each keeps its cards as they were shuffled, and the other begins. Either way
the pair is the unit of the statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean
from typing import Protocol

from kernelkit.chance import Chance
from mazzo.lab.runs import COMPLETE, Ending, gather
from mazzo.lab.sprt import Sprt, Verdict
from mazzo.lab.statistics import Interval, PairTally, mean_interval, win_rate_interval
from qb_engine.arena.arena import Deal, Result, play
from qb_engine.arena.players import PlayerSpec
from qb_engine.kernel import pairs
from qb_engine.kernel.pairs import PLAYER_STREAMS as PLAYER_STREAMS
from qb_engine.moves import Side, other
from qb_engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """Who plays whom, how often, with what. ``rotation`` are the decks of whoever has no own."""

    a: PlayerSpec
    b: PlayerSpec
    pairs: int
    seed: int
    ruleset: Ruleset
    rotation: tuple[tuple[str, ...], ...]
    deck_a: tuple[str, ...] | None = None
    deck_b: tuple[str, ...] | None = None
    hidden: bool = False

    @property
    def has_own_decks(self) -> bool:
        """Whether cards belong to a player, so that the places change but not the cards."""
        return self.deck_a is not None or self.deck_b is not None

    @property
    def is_timed(self) -> bool:
        """Whether somebody thinks by the clock, so that the same plan may come out differently another time."""
        return self.a.is_timed or self.b.is_timed

    def decks(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The decks of a pair, counted from 0: each deck of the rotation meets each one, itself too."""
        count = len(self.rotation)
        turn_of_b = number // count if self.deck_a is None else number
        return self.deck_a or self.rotation[number % count], self.deck_b or self.rotation[turn_of_b % count]


@dataclass(frozen=True, slots=True)
class PairResult:
    """Both games of a pair, the margins as player A's."""

    first: Result
    second: Result

    @property
    def games(self) -> tuple[Result, Result]:
        """Both."""
        return self.first, self.second

    @property
    def quarters(self) -> int:
        """The pair's score for A in quarters: two for a win, one for a draw."""
        return sum(2 if game.margin > 0 else 1 if game.margin == 0 else 0 for game in self.games)


def deal_seed(seed: int, number: int) -> int:
    """The seed of the deal of this number, far from that of the next."""
    return pairs.deal_seed(Chance(), seed, number)


def seatings(plan: MatchPlan, number: int) -> tuple[tuple[Deal, Side], tuple[Deal, Side]]:
    """Both games of pair ``number``, counted from 0: the deal, and the seat of A."""
    seed, decks = deal_seed(plan.seed, number), plan.decks(number)
    deal = Deal(plan.ruleset, *decks, seed, "Y")
    return (deal, "Y"), ((replace(deal, first="E"), "Y") if plan.has_own_decks else (deal, "E"))


def play_pair(plan: MatchPlan, number: int) -> PairResult:
    """Pair ``number``, counted from 0: the same to the last move whoever plays it and when."""
    first, second = (_play(plan, *seating, game) for game, seating in enumerate(seatings(plan, number)))
    return PairResult(first, second)


def _play(plan: MatchPlan, deal: Deal, seat_of_a: Side, game: int) -> Result:
    stream = PLAYER_STREAMS + 2 * game
    players = {
        seat_of_a: plan.a.seated(deal.seed, stream),
        other(seat_of_a): plan.b.seated(deal.seed, stream + 1),
    }
    result = play(deal, players, hidden=plan.hidden)
    return result if seat_of_a == "Y" else Result(-result.margin, result.plies)


@dataclass(slots=True)
class MatchRecord:
    """What has been played so far, in the order of the pairs, and how it ended."""

    plan: MatchPlan
    sprt: Sprt | None = None
    pairs: list[PairResult] = field(default_factory=list)
    ending: Ending = COMPLETE
    _counted: PairTally = field(default=PairTally(), init=False, repr=False, compare=False)

    def add(self, pair: PairResult) -> None:
        """One pair more."""
        self.pairs.append(pair)

    @property
    def tally(self) -> PairTally:
        """The scores of the pairs. Counted on when it is asked for, so that no interrupt can part it from them."""
        for pair in self.pairs[self._counted.pairs :]:
            self._counted = self._counted.with_pair(pair.quarters)
        return self._counted

    @property
    def verdict(self) -> Verdict | None:
        """What the sequential test says, if there is one and it says something."""
        return self.sprt.verdict(self.tally) if self.sprt else None

    @property
    def games(self) -> list[Result]:
        """Every game."""
        return [game for pair in self.pairs for game in pair.games]

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """A's."""
        margins = [game.margin for game in self.games]
        wins, draws = sum(margin > 0 for margin in margins), margins.count(0)
        return wins, draws, len(margins) - wins - draws

    @property
    def win_rate(self) -> float:
        """A's, a draw counting half."""
        return self.tally.mean

    @property
    def win_rate_interval(self) -> Interval:
        """The 95 % interval of A's rate."""
        return win_rate_interval(self.tally)

    @property
    def mean_margin(self) -> float:
        """A's points minus B's, a game."""
        return fmean(game.margin for game in self.games) if self.pairs else 0.0

    @property
    def mean_margin_interval(self) -> Interval | None:
        """The 95 % interval of the margin; None for fewer than two pairs."""
        return mean_interval([(pair.first.margin + pair.second.margin) / 2 for pair in self.pairs])

    @property
    def mean_plies(self) -> float:
        """Turns of either side, a game."""
        return fmean(game.plies for game in self.games) if self.pairs else 0.0


def run_match(
    plan: MatchPlan,
    *,
    workers: int = 1,
    sprt: Sprt | None = None,
    told: Callable[[MatchRecord], None] | None = None,
    kept: KeptPairs | None = None,
) -> MatchRecord:
    """Play the match, telling of the record after each pair; the same record for any number of workers.

    An interrupt, or games that cannot be played, end it early, and what was played stands. What ``kept`` holds is not
    played again, and what is played is added to it.
    """
    record = MatchRecord(plan, sprt)

    def take(pair: PairResult) -> bool:
        record.add(pair)
        if told:
            told(record)
        return record.verdict is not None

    def keep(pair: PairResult) -> bool:
        if kept is not None:
            kept.add(pair)
        return take(pair)

    for pair in kept.pairs[: plan.pairs] if kept is not None else ():
        if take(pair):
            record.ending = Ending("decided")
            return record
    begun = len(record.pairs)
    record.ending = gather(partial(_play_after, plan, begun), plan.pairs - begun, workers, keep)
    return record


def _play_after(plan: MatchPlan, begun: int, number: int) -> PairResult:
    """The pair that comes ``number`` after those that were played before."""
    return play_pair(plan, begun + number)


class KeptPairs(Protocol):
    """Where the pairs of a match are kept as they are played."""

    @property
    def pairs(self) -> Sequence[PairResult]:
        """Those that were kept before, in order."""

    def add(self, pair: PairResult) -> None:
        """Keep the next one."""
