"""Stated win chances against what came: a player plays itself, and the search is asked at a few positions of each game.

Positions of one game share its outcome, so only a few are taken from each. The search is given what the side to move
sees, and states the chance of the move it finds best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Protocol

from kernelkit.chance import Chance, below, seeded
from mazzo.lab.calibration import (
    BINS,
    Bin,
    Share,
    Stated,
    brier_score,
    calibration_error_interval,
    coverage,
    equal_width_bins,
    expected_calibration_error,
)
from mazzo.lab.crews import ALONE, Crew
from mazzo.lab.equal_moves import is_told_apart
from mazzo.lab.matches import PLAYER_STREAMS, deal_seed
from mazzo.lab.runs import COMPLETE, Ending, gather
from mazzo.lab.statistics import Interval
from qb_engine.arena.arena import ArenaGame, Deal, Result
from qb_engine.arena.players import DeepPlayer, PlayerSpec, RolloutPlayer
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import SIDES, Move, Side
from qb_engine.ruleset import Ruleset

PER_GAME = 4
"""So many positions are taken from a game at most."""
REFERENCE_FACTOR = 100
"""So many times the iterations has the search whose chance the interval should hold."""
SAMPLE_STREAM, SEARCH_STREAM, REFERENCE_STREAM, BLIND_STREAM = range(PLAYER_STREAMS + 2, PLAYER_STREAMS + 6)


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """Who plays itself, how many positions are asked about, with how many iterations; ``covered`` of them twice.

    An exact answer is not asked for a second time. ``equal`` is how many pairs of equal moves are searched besides.
    At ``compared`` positions the search by blind play states its chance as well.
    """

    players: PlayerSpec
    iterations: int
    positions: int
    seed: int
    ruleset: Ruleset
    rotation: tuple[tuple[str, ...], ...]
    covered: int = 0
    equal: int = 0
    hidden: bool = False
    compared: int = 0

    @property
    def games(self) -> int:
        """How many games are played."""
        return -(-self.positions // PER_GAME)

    def deal(self, number: int) -> Deal:
        """The deal of a game, counted from 0: decks as in a match, the sides begin in turn."""
        count = len(self.rotation)
        decks = self.rotation[number % count], self.rotation[number // count % count]
        return Deal(self.ruleset, *decks, deal_seed(self.seed, number), SIDES[number % 2])


@dataclass(frozen=True, slots=True)
class Statement:
    """What the search said of one position, what came of it, and what a far longer search says, if one was asked."""

    chance: float
    interval: Interval
    outcome: float
    reference: float | None = None
    blind: float | None = None
    """What the search by blind play says of its best move there, if it was asked."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as the side to move sees it."""

    side: Side
    view: PlayerView
    observation: EnemyObservation


def play_and_state(plan: CalibrationPlan, number: int) -> tuple[Statement, ...]:
    """Game ``number``, counted from 0, and what the search says at some of its positions, in their order."""
    deal = plan.deal(number)
    moments, result = moments_of(deal, plan.players, hidden=plan.hidden)
    kept = sampled(moments, seeded(deal.seed, SAMPLE_STREAM))
    searcher = DeepPlayer(seeded(deal.seed, SEARCH_STREAM), plan.iterations)
    referee = DeepPlayer(seeded(deal.seed, REFERENCE_STREAM), REFERENCE_FACTOR * plan.iterations)
    blind = RolloutPlayer(seeded(deal.seed, BLIND_STREAM), plan.iterations)
    statements = []
    for place, moment in enumerate(kept, start=number * PER_GAME):
        judge = referee if place < plan.covered else None
        other = blind if place < plan.compared else None
        statements.append(_stated(moment, searcher, judge, other, outcome_for(moment.side, result)))
    return tuple(statements)


def tell_apart(plan: CalibrationPlan, number: int) -> bool:
    """Whether the search tells the equal moves of pair ``number`` apart."""
    return is_told_apart(plan.ruleset, plan.iterations, plan.seed + number)


def moments_of(deal: Deal, player: PlayerSpec, *, hidden: bool = False) -> tuple[list[Moment], Result]:
    """Every moment of the game that the player plays with itself, and its result."""
    players = {side: player.seated(deal.seed, PLAYER_STREAMS + place) for place, side in enumerate(SIDES)}
    game, moments = ArenaGame(deal, hidden=hidden), []
    while (side := game.side_to_act) is not None:
        view, observation = game.seen_by(side)
        moments.append(Moment(side, view, observation.clone()))
        game.make(players[side].choose(view, observation))
    return moments, game.result


def sampled(moments: list[Moment], chance: Chance) -> list[Moment]:
    """A few of them, each as likely as the other, in the order of the game."""
    places = list(range(len(moments)))
    chosen = [places.pop(below(chance, len(places))) for _ in range(min(PER_GAME, len(places)))]
    return [moments[place] for place in sorted(chosen)]


def outcome_for(side: Side, result: Result) -> float:
    """1 when ``side`` won, 0 when it lost, a half for a draw."""
    margin = result.margin if side == "Y" else -result.margin
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def _stated(
    moment: Moment, searcher: DeepPlayer, referee: DeepPlayer | None, blind: DeepPlayer | None, outcome: float
) -> Statement:
    result = searcher.search(moment.view, moment.observation)
    best, reference, said = result.moves[0], None, None
    if referee is not None and not result.is_exact:
        reference = reference_chance(moment, best.move, referee)
    if blind is not None:
        said = best if result.is_exact else blind.search(moment.view, moment.observation).moves[0]
    return Statement(
        best.win_chance, Interval(*best.interval), outcome, reference, None if said is None else said.win_chance
    )


def reference_chance(moment: Moment, move: Move | None, referee: DeepPlayer) -> float:
    """The chance of ``move`` in the referee's search, for which it has been in the race to the end.

    A move that is clearly behind rests early, and what is said of it then is a lead over few worlds: it races again,
    against the best move alone, where neither rests.
    """
    result = referee.search(moment.view, moment.observation)
    found = {one.move: one for one in result.moves}
    if not result.is_exact and found[move].samples < max(one.samples for one in result.moves):
        again = referee.search(moment.view, moment.observation, [move, result.best])
        found = {one.move: one for one in again.moves}
    return found[move].win_chance


@dataclass(slots=True)
class CalibrationRecord:
    """What was stated so far, in the order of the games, and how the run ended."""

    plan: CalibrationPlan
    by_game: list[tuple[Statement, ...]] = field(default_factory=list)
    ending: Ending = COMPLETE
    equal_moves: Share = field(default_factory=lambda: Share(0, 0))
    """How many pairs of equal moves were told apart, of how many."""

    def add(self, statements: tuple[Statement, ...]) -> None:
        """One game more."""
        self.by_game.append(statements)

    def add_pair(self, told_apart: bool) -> None:
        """One pair of equal moves more."""
        self.equal_moves = Share(self.equal_moves.count + told_apart, self.equal_moves.of + 1)

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.by_game)

    @property
    def statements(self) -> list[Statement]:
        """All of them, no more than were asked for."""
        return [statement for _game, statement in self._with_game]

    @property
    def _with_game(self) -> list[tuple[int, Statement]]:
        of_games = [(game, one) for game, statements in enumerate(self.by_game) for one in statements]
        return of_games[: self.plan.positions]

    @property
    def stated(self) -> list[Stated]:
        """Each chance with its outcome."""
        return [Stated(one.chance, one.outcome, game) for game, one in self._with_game]

    @property
    def bins(self) -> list[Bin]:
        """The statements by tenths."""
        return equal_width_bins(self.stated, BINS)

    @property
    def calibration_error(self) -> float:
        """The expected calibration error over the tenths."""
        return expected_calibration_error(self.bins)

    @property
    def calibration_error_interval(self) -> Interval:
        """The 95 % interval of that error, the game as the unit."""
        return calibration_error_interval(self.stated, self.plan.seed)

    @property
    def brier(self) -> float:
        """The Brier score."""
        return brier_score(self.stated)

    @property
    def compared_briers(self) -> tuple[float, float] | None:
        """The Brier scores of this search and of the one by blind play where both were asked; None where none was."""
        both = [(game, one, one.blind) for game, one in self._with_game if one.blind is not None]
        ours = [Stated(one.chance, one.outcome, game) for game, one, _blind in both]
        blind = [Stated(chance, one.outcome, game) for game, one, chance in both]
        return (brier_score(ours), brier_score(blind)) if both else None

    @property
    def half_width(self) -> float | None:
        """The mean half-width of the intervals; None where every end was played out exactly."""
        widths = [high - low for one in self.statements if (high := one.interval.high) > (low := one.interval.low)]
        return fmean(widths) / 2 if widths else None

    @property
    def covered(self) -> list[Share]:
        """How many intervals hold the chance of the longer search, game by game."""
        judged: dict[int, list[tuple[Interval, float]]] = {}
        for game, one in self._with_game:
            if one.reference is not None:
                judged.setdefault(game, []).append((one.interval, one.reference))
        return [coverage(intervals) for intervals in judged.values()]


def run_calibration(
    plan: CalibrationPlan,
    *,
    crew: Crew = ALONE,
    told: Callable[[CalibrationRecord], None] | None = None,
    kept: KeptAnswers | None = None,
) -> CalibrationRecord:
    """Play and ask until there are positions enough; the same record whoever plays.

    What ``kept`` holds is not asked again, and what is asked is added to it.
    """
    record = CalibrationRecord(plan)

    games, equal = (kept.games, kept.told_apart) if kept is not None else ([], [])
    for statements in games[: plan.games]:
        record.add(statements)
    for told_apart in equal[: plan.equal]:
        record.add_pair(told_apart)

    def take(statements: tuple[Statement, ...]) -> bool:
        if kept is not None:
            kept.add_game(record.games, statements)
        record.add(statements)
        if told:
            told(record)
        return False

    def take_pair(told_apart: bool) -> bool:
        if kept is not None:
            kept.add_pair(record.equal_moves.of, told_apart)
        record.add_pair(told_apart)
        return False

    record.ending = gather(partial(play_and_state, plan), range(record.games, plan.games), crew, take)
    if record.ending == COMPLETE:
        left = range(record.equal_moves.of, plan.equal)
        record.ending = gather(partial(tell_apart, plan), left, crew, take_pair)
    return record


class KeptAnswers(Protocol):
    """Where a calibration is kept as it is made."""

    @property
    def games(self) -> Sequence[tuple[Statement, ...]]:
        """The statements of the games that were kept before, in order."""

    @property
    def told_apart(self) -> Sequence[bool]:
        """What was kept of the pairs of equal moves, in order."""

    def add_game(self, number: int, statements: tuple[Statement, ...]) -> None:
        """Keep the next game."""

    def add_pair(self, number: int, told_apart: bool) -> None:
        """Keep the next pair."""
