"""A match of many games in pairs: every deal is played twice, the second time with the players' places changed.

With the decks of the rotation the players change seats, so that each plays both sides of the same deal, cards, shuffles
and beginner alike. With decks of their own each keeps its cards as they were shuffled, and the other begins. Either way
the pair is the unit of the statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Protocol

from kernelkit.chance import Chance
from mazzo.lab.crews import ALONE, Crew
from mazzo.lab.pair_batches import NO_PAIRS, PairBatch, PairResult, PairSums
from mazzo.lab.runs import COMPLETE, Ending, gather
from mazzo.lab.sprt import Sprt, Verdict
from mazzo.lab.statistics import Interval, PairTally, interval_of_sums, win_rate_interval
from qb_engine.arena.arena import Deal, Result, play
from qb_engine.arena.pairs import PairRun, play_pairs, plays_itself
from qb_engine.arena.players import PlayerSpec
from qb_engine.kernel import pairs
from qb_engine.kernel.pairs import PLAYER_STREAMS as PLAYER_STREAMS
from qb_engine.kernel.program import compiles
from qb_engine.moves import Side, other
from qb_engine.ruleset import Ruleset

BATCHES = {"random": 1000, "greedy": 100}
"""So many pairs the kernel plays in one go, and in its plain form, which is a hundred times slower."""
PLAIN_BATCHES = {"random": 5, "greedy": 1}


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
    def is_played_by_the_kernel(self) -> bool:
        """Whether both players are, so that whole batches of games are one call."""
        return plays_itself(self.a, self.b)

    @property
    def pair_run(self) -> PairRun:
        """The same match as the kernel takes it."""
        decks_a, decks_b = ((deck,) if deck else self.rotation for deck in (self.deck_a, self.deck_b))
        return PairRun(self.ruleset, self.a, self.b, decks_a, decks_b, self.has_own_decks, self.seed)

    @property
    def is_timed(self) -> bool:
        """Whether somebody thinks by the clock, so that the same plan may come out differently another time."""
        return self.a.is_timed or self.b.is_timed

    def decks(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The decks of a pair, counted from 0: each deck of the rotation meets each one, itself too."""
        of_a, of_b = self.pair_run.decks_a, self.pair_run.decks_b
        return of_a[number % len(of_a)], of_b[pairs.turn_of_b(number, len(of_a), len(of_b))]


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


def play_batch(plan: MatchPlan, span: tuple[int, int]) -> PairBatch:
    """The pairs from a number up to another one, which is not among them."""
    first, last = span
    if plan.is_played_by_the_kernel:
        return PairBatch.of_numbers(first, play_pairs(plan.pair_run, first, last - first).numbers)
    return PairBatch.of([play_pair(plan, number) for number in range(first, last)], first)


def spans(plan: MatchPlan, begun: int) -> list[tuple[int, int]]:
    """The pairs that are left after those that were played before, in batches."""
    size = batch_size(plan.a, plan.b)
    return [(first, min(first + size, plan.pairs)) for first in range(begun, plan.pairs, size)]


def batch_size(*players: PlayerSpec) -> int:
    """How many pairs are played in one go: some hundredths of a second for the kernel, one pair for who thinks."""
    if not plays_itself(*players):
        return 1
    sizes = BATCHES if compiles() else PLAIN_BATCHES
    return min(sizes[player.name] for player in players)


@dataclass(slots=True)
class MatchRecord:
    """What has been played so far, in the order of the pairs, and how it ended. It takes no more room as it grows."""

    plan: MatchPlan
    sprt: Sprt | None = None
    sums: PairSums = NO_PAIRS
    ending: Ending = COMPLETE

    def add(self, batch: PairBatch) -> None:
        """One batch more."""
        self.sums = self.sums.with_batch(batch)

    @property
    def tally(self) -> PairTally:
        """The scores of the pairs."""
        return self.sums.tally

    @property
    def verdict(self) -> Verdict | None:
        """What the sequential test says, if there is one and it says something."""
        return self.sprt.verdict(self.tally) if self.sprt else None

    def decided_after(self, batch: PairBatch) -> int | None:
        """After how many pairs of the next batch the sequential test is decided; None when it stays open."""
        if self.sprt is None:
            return None
        tally = self.tally
        for count, quarters in enumerate(batch.quarters, start=1):
            tally = tally.with_pair(quarters)
            if self.sprt.verdict(tally) is not None:
                return count
        return None

    @property
    def pairs(self) -> int:
        """How many were played."""
        return self.sums.pairs

    @property
    def games(self) -> int:
        """Two a pair."""
        return 2 * self.pairs

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """A's."""
        return self.sums.wins_draws_losses

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
        return self.sums.margin / self.games if self.pairs else 0.0

    @property
    def mean_margin_interval(self) -> Interval | None:
        """The 95 % interval of the margin; None for fewer than two pairs."""
        return interval_of_sums(self.pairs, Fraction(self.sums.margin, 2), Fraction(self.sums.squares, 4))

    @property
    def mean_plies(self) -> float:
        """Turns of either side, a game."""
        return self.sums.plies / self.games if self.pairs else 0.0


def run_match(
    plan: MatchPlan,
    *,
    crew: Crew = ALONE,
    sprt: Sprt | None = None,
    told: Callable[[MatchRecord], None] | None = None,
    kept: KeptBatches | None = None,
) -> MatchRecord:
    """Play the match, telling of the record after each batch; the same record whoever plays it.

    An interrupt, or games that cannot be played, end it early, and what was played stands. What ``kept`` holds is not
    played again, and what is played is added to it.
    """
    record = MatchRecord(plan, sprt)

    def take(batch: PairBatch) -> bool:
        count = record.decided_after(batch)
        # The test is decided within the batch: the pairs after that are as if they had not been played.
        record.add(_cut(plan, batch, count) if count else batch)
        if told:
            told(record)
        return count is not None

    def keep(batch: PairBatch) -> bool:
        if kept is not None:
            kept.add(batch)
        return take(batch)

    for batch in kept.batches if kept is not None else ():
        room = plan.pairs - record.pairs
        if room and take(_cut(plan, batch, room)):
            record.ending = Ending("decided")
            return record
    record.ending = gather(
        partial(play_batch, plan),
        spans(plan, record.pairs),
        crew,
        keep,
        frees_the_lock=plan.is_played_by_the_kernel,
    )
    return record


def _cut(plan: MatchPlan, batch: PairBatch, count: int) -> PairBatch:
    """The first ``count`` pairs of the batch."""
    if count >= len(batch.outcomes):
        return batch
    return play_batch(plan, (batch.first, batch.first + count))


class KeptBatches(Protocol):
    """Where the batches of a match are kept as they are played."""

    @property
    def batches(self) -> Sequence[PairBatch]:
        """Those that were kept before, in order and without a gap."""

    def add(self, batch: PairBatch) -> None:
        """Keep the next one."""
