"""The deep look: how often each move wins, over many worlds that fit what you see.

A race. In every round the same new worlds are played through with each move that is still in it, each move growing a
tree of its own, so that moves are compared on equal luck. A move that is clearly behind rests, and what is left of the
budget goes to the leaders. Trees share nothing, so any number of threads gives the same answer.

Where the worlds are few and the end is near, all of them are played out exactly instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from typing import Any

from qb_engine.errors import ResolutionError
from qb_engine.game_state import placements
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.habits import NO_HABITS
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.knowledge.worlds import Dealer, new_worlds
from qb_engine.mind.net import Mind
from qb_engine.moves import Move
from qb_engine.search.chances import CLEAR_PAIRS, CLEAR_Z, Lead, Samples, stated
from qb_engine.search.exact import exact_margins
from qb_engine.search.judged import JudgedTree
from qb_engine.search.tree import SearchCells, Tree

ROUND = 64
SLICE = 16
"""Worlds in a round, and in one call of the kernel: a fraction of a millisecond, after which the clock is looked at."""
REST_AFTER = 2 * CLEAR_PAIRS
"""A move that is clearly behind the leader rests after so many worlds: their later half is what counts."""
SHORT = 4
"""A search is short when waiting would take more than this part of its iterations: a quarter."""
EXACT_SHARE = 0.5
"""An exact answer may take this part of the seconds; the rest is for the race, should there be none."""


@dataclass(frozen=True, slots=True)
class Pace:
    """When a move rests: after so many worlds, so many errors of luck and some slack behind the leader.

    The first ``leaders`` never rest. The slack shrinks with the worlds. What rests looks again from time to time, so
    that it has seen at least that part of the leader's worlds.
    """

    after: int
    z: float
    leaders: int = 3
    slack: float = 0.0
    least: float = 0.0


PATIENT = Pace(REST_AFTER, CLEAR_Z)
HASTY = Pace(128, 1.6)
"""A short search by blind play cannot wait: its moves rest sooner, on weaker evidence."""
JUDGED = Pace(SLICE, 2.0, 2, 0.1, 0.01)
"""Judgement strays little from world to world, so that a few tell a bad move."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search: so many iterations, which gives the same answer everywhere, or so many seconds."""

    iterations: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class DeepLook:
    """A search to be made: how long, from which seed, on how many threads, and what ends it early."""

    budget: Budget
    seed: int = 0
    threads: int = 1
    is_cancelled: Callable[[], bool] = _never


@dataclass(frozen=True, slots=True)
class MoveChance:
    """A root move, None for a pass, with its chance to win (a tie counts half) and how sure that is.

    ``is_close`` says that the samples do not tell it apart from the best move; ``reply`` is the enemy's main answer.
    ``compared`` is where the chance lies by that comparison, for the best move by the one with the next: it holds the
    chance of the other just when they are close. It is None where nothing is left to luck.
    """

    move: Move | None
    win_chance: float
    interval: tuple[float, float]
    samples: int
    margin: float
    is_close: bool
    reply: Move | None = None
    compared: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Every root move, best first. ``is_exact`` when all worlds were played out."""

    moves: tuple[MoveChance, ...]
    iterations: int
    is_exact: bool

    @property
    def best(self) -> Move | None:
        """The best move; None for a pass, also when the game is over."""
        return self.moves[0].move if self.moves else None


def root_moves(view: PlayerView) -> list[Move | None]:
    """Every distinct placement of your hand, and a pass where it is honest: you are ahead, or it is all there is."""
    if view.is_over:
        return []
    moves: list[Move | None] = [move for move in placements(view.board, "Y", view.hand) if _comes_to_rest(view, move)]
    if not moves or view.score.margin > 0:
        moves.append(None)
    return moves


def _comes_to_rest(view: PlayerView, move: Move) -> bool:
    """Whether the rules let the move be made: one that would never come to rest is refused as a whole."""
    try:
        view.after(move)
    except ResolutionError:
        return False
    return True


def search_view(
    view: PlayerView,
    belief: EnemyBelief,
    budget: Budget,
    *,
    moves: Sequence[Move | None] | None = None,
    seed: int = 0,
    threads: int = 1,
    is_cancelled: Callable[[], bool] = _never,
    exactly: bool = True,
    mind: Mind | None = None,
) -> SearchResult:
    """The chances of ``moves``, or of every honest one, best first; ``exactly`` plays all worlds out where it can.

    With a ``mind`` leaves are judged by it; without one they are played out blindly.

    It looks at the clock and at ``is_cancelled`` after every slice; what was found until then is the answer.
    """
    begun = time.perf_counter()

    def is_stopped(share: float = 1.0) -> bool:
        is_late = budget.seconds is not None and time.perf_counter() >= begun + share * budget.seconds
        return is_late or is_cancelled()

    race = Race(view, belief, root_moves(view) if moves is None else moves, seed, mind)
    exact = race.exact_result(partial(is_stopped, EXACT_SHARE)) if exactly else None
    # Best play on both sides is not what an enemy with habits is known for; only a certain win needs no habit.
    if exact is not None and (belief.habits == NO_HABITS or (exact.moves and exact.moves[0].win_chance == 1)):
        return exact
    race.run(budget.iterations, threads, is_stopped)
    return race.result()


class Race:
    """The root moves of one moment, each with its tree, and the worlds they are compared in."""

    def __init__(
        self,
        view: PlayerView,
        belief: EnemyBelief,
        moves: Sequence[Move | None],
        seed: int = 0,
        mind: Mind | None = None,
    ) -> None:
        self._engine, self._seed, self._habits = view.engine, seed, belief.habits
        self._view, self._dealer = view, Dealer(view, belief)
        self._rooms: list[Any] = []
        self._is_judged = mind is not None
        self._trees = [Tree(view, move) if mind is None else JudgedTree(view, move, mind) for move in moves]
        self._ends = {move: after.score.margin for move in moves if (after := view.after(move)).is_over}
        self._racing = self._trees
        self._woken: list[Tree] = []
        self._iterations = 0

    def run(self, iterations: int | None, threads: int, is_stopped: Callable[[], bool]) -> None:
        """Race, once, until that many iterations are spent, or somebody stops it."""
        pace = self._pace(iterations)
        cells = [SearchCells(self._engine, self._habits) for _ in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            each = pool.map if threads > 1 else map
            while self._trees and not is_stopped():
                due = self._due(pace)
                left = inf if iterations is None else iterations - self._iterations
                size = SLICE if pace == JUDGED and len(due[0].samples) < ROUND else ROUND
                worlds = self._worlds_for(due, int(min(size, left / len(due))))
                if not worlds:
                    return
                shares = [due[place::threads] for place in range(threads)]
                self._iterations += sum(each(partial(self._play, worlds, is_stopped), cells, shares))

    def _pace(self, iterations: int | None) -> Pace:
        """By what moves rest in a search of so many iterations."""
        if self._is_judged:
            return JUDGED
        is_short = iterations is not None and SHORT * REST_AFTER * len(self._trees) > iterations
        return HASTY if is_short else PATIENT

    def _worlds_for(self, due: Sequence[Tree], count: int) -> dict[int, Any]:
        """The next worlds of these trees, by the number of the first: those that race side by side see the same."""
        begins = sorted({len(tree.samples) for tree in due}) if count else []
        while len(self._rooms) < len(begins):
            self._rooms.append(new_worlds(self._view, ROUND))
        worlds = {begin: room[:count] for begin, room in zip(begins, self._rooms, strict=False)}
        for begin, room in worlds.items():
            self._dealer.deal_into(room, self._seed, begin)
        return worlds

    def _play(
        self, worlds: dict[int, Any], is_stopped: Callable[[], bool], cells: SearchCells, trees: Sequence[Tree]
    ) -> int:
        """Play each of the trees through its worlds, slice by slice until somebody stops it; the iterations."""
        played = 0
        for tree in trees:
            mine = worlds[len(tree.samples)]
            for begin in range(0, len(mine), SLICE):
                if is_stopped():
                    return played
                part = mine[begin : begin + SLICE]
                tree.grow(part, cells, self._seed)
                played += len(part)
        return played

    def _due(self, pace: Pace) -> list[Tree]:
        """Who plays the next worlds: the moves that race, and those that rest and have seen too few to be judged."""
        first = self.leader()
        seen = len(first.samples)
        if seen >= pace.after:
            others = sorted((tree for tree in (*self._racing, *self._woken) if tree is not first), key=_merit_of)
            shown, behind = others[: pace.leaders - 1], others[pace.leaders - 1 :]
            close = [tree for tree in behind if is_near(first.samples.lead_over(tree.samples), pace)]
            self._racing = [first, *shown, *close]
        resting = (tree for tree in self._trees if tree not in self._racing) if pace.least else ()
        self._woken = [tree for tree in resting if len(tree.samples) < pace.least * seen]
        return [*self._racing, *self._woken]

    def leader(self) -> Tree:
        """The best of the moves that race; one that has seen less than half of the worlds does not lead yet."""
        most = max(len(tree.samples) for tree in self._racing)
        return min((tree for tree in self._racing if 2 * len(tree.samples) >= most), key=_merit_of)

    def result(self) -> SearchResult:
        """What is known: the leader, then the others by their distance in the worlds that both have seen."""
        if not self._trees:
            return SearchResult((), 0, is_exact=False)
        leader = self.leader()
        others = sorted((self._chance(tree, leader) for tree in self._trees if tree is not leader), key=_merit)
        first = self._chance(leader, leader)
        if others:
            second = next(tree for tree in self._trees if tree.move == others[0].move)
            lead = leader.samples.lead_over(second.samples)
            first = replace(first, compared=_within(lead, others[0].win_chance, leader.samples, is_leading=True))
        return SearchResult(self._with_ends((first, *others)), self._iterations, is_exact=False)

    def _chance(self, tree: Tree, leader: Tree) -> MoveChance:
        lead = leader.samples.lead_over(tree.samples)
        # A move that rests may have been ahead of one that leads now; whoever led then was clearly better than it.
        share = max(0.0, leader.samples.win_share - max(0.0, lead.mean))
        chance = stated(share, leader.samples)
        return MoveChance(
            move=tree.move,
            win_chance=chance,
            interval=tree.samples.interval_around(chance),
            samples=len(tree.samples),
            margin=tree.samples.margin,
            is_close=not lead.is_clear,
            reply=tree.main_reply(),
            compared=_within(lead, stated(leader.samples.win_share, leader.samples), leader.samples),
        )

    def _with_ends(self, chances: Sequence[MoveChance]) -> tuple[MoveChance, ...]:
        """The chances with what is certain: a move that ends the match wins or loses, and one that wins comes first.

        A pass comes before a card that wins at once, too: it changes nothing. What is behind a certain win is not close
        to it.
        """
        found = [self._ended(chance) for chance in chances]
        won = [chance for chance in found if self._ends.get(chance.move, 0) > 0]
        if not won:
            return tuple(sorted(found, key=lambda chance: self._ends.get(chance.move, 0) < 0))
        rest = (replace(chance, is_close=False) for chance in found if chance not in won)
        return (*sorted(won, key=lambda chance: (chance.move is not None, _merit(chance))), *rest)

    def _ended(self, chance: MoveChance) -> MoveChance:
        margin = self._ends.get(chance.move, 0)
        if not margin:
            return chance
        share = float(margin > 0)
        sure = replace(chance, win_chance=share, interval=(share, share), margin=float(margin), is_close=margin > 0)
        return replace(sure, reply=None, compared=None)

    def exact_result(self, is_stopped: Callable[[], bool]) -> SearchResult | None:
        """The answer with every world played out; None when that is too much, or somebody stops it."""
        moves = [(tree.place, tree.tile) for tree in self._trees]
        found = exact_margins(self._engine, self._dealer, moves, is_stopped)
        if found is None:
            return None
        chances = sorted(map(_exact_chance, self._trees, found), key=_merit)
        told = [replace(chance, is_close=_merit(chance)[:3] == _merit(chances[0])[:3]) for chance in chances]
        return SearchResult(self._with_ends(told), sum(map(len, found)), is_exact=True)


def is_near(lead: Lead, pace: Pace) -> bool:
    """Whether a move that trails by ``lead`` goes on racing."""
    if not pace.slack:
        return lead.z < pace.z
    return lead.mean < pace.z * lead.error + pace.slack / sqrt(max(1, lead.pairs))


def _within(lead: Lead, other: float, leader: Samples, *, is_leading: bool = False) -> tuple[float, float]:
    """Where the chance lies of a move that trails by ``lead``, or of the leader itself, as far as both were compared.

    The ends are as far away as a lead must be to be clear, so that the ``other``'s chance lies within just when it is
    not; too few worlds are never clear.
    """
    share, reach = leader.win_share, lead.reach
    middle = share if is_leading else share - lead.mean
    low, high = (stated(min(1.0, max(0.0, middle + way * reach)), leader) for way in (-1, 1))
    if lead.is_clear:
        # A hair apart: what is clear is not called close by rounding.
        return (max(low, other), max(high, other)) if is_leading else (min(low, other), min(high, other))
    return min(low, other), max(high, other)


def _exact_chance(tree: Tree, worlds: Sequence[tuple[float, int]]) -> MoveChance:
    # Chances of worlds are sums of fractions: a certain win must not come out a hair below 1, or above.
    win_chance = round(sum(chance * ((margin > 0) + (margin >= 0)) / 2 for chance, margin in worlds), 9)
    margin = sum(chance * margin for chance, margin in worlds)
    return MoveChance(tree.move, win_chance, (win_chance, win_chance), len(worlds), margin, is_close=False)


def _merit(found: MoveChance) -> tuple[Any, ...]:
    """Less is better: the chance, then the margin, then the order of moves; what nobody tried comes last.

    Rounding keeps equal sums equal.
    """
    chance, margin = -round(found.win_chance, 9), -round(found.margin, 9)
    return found.samples == 0, chance, margin, found.move is None, str(found.move)


def _merit_of(tree: Tree) -> tuple[Any, ...]:
    samples = tree.samples
    return len(samples) == 0, -samples.win_share, -samples.margin, tree.move is None, str(tree.move)
