"""Mulligan advice: how often you win when you keep all, and what returning cards gains or costs.

Every choice is tried in the same worlds: the same hidden cards, the same chance. In each of them the cards go back as
the rules of the match say, and a search tree of that choice plays on, which learns for both sides. Only a difference
that can be told from luck counts; where there is none, the card is kept. The enemy's own mulligan is not played: its
hand is any part of its deck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kernelkit.chance import Chance
from kernelkit.spoken import sentence
from qb_engine.errors import IllegalActionError
from qb_engine.kernel.layout import REFUSALS, YOU
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.knowledge.worlds import Dealer, new_worlds
from qb_engine.search.chances import Lead, Samples, stated
from qb_engine.search.tree import SearchCells, Tree

WORLDS = 20_000
"""So many worlds tell a difference of four percent from luck; in compiled form they take a second or two."""
LEAST = 0.01
"""A smaller difference is not worth a word, however sure it is."""
CHUNK = 64
"""Worlds that are dealt at once; then somebody may cancel."""
MULLIGAN_SEED = 1 << 40
"""Added to the seed where the mulligan draws, so that it shares no chance with the worlds."""

Places = tuple[int, ...]
"""Places in the hand, from 0, in order."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards that are returned, by their places; how often you win then, and how much more than if you keep all."""

    places: Places
    win_chance: float
    gain: Lead

    @property
    def helps(self) -> bool:
        """Whether it clearly wins more."""
        return is_worth_it(self.gain)

    @property
    def cost(self) -> Lead:
        """How much more keeping all wins."""
        return Lead(-self.gain.mean, -self.gain.z, self.gain.pairs, self.gain.error)

    @property
    def hurts(self) -> bool:
        """Whether it clearly wins less."""
        return is_worth_it(self.cost)


@dataclass(frozen=True, slots=True)
class MulliganAdvice:
    """The opening hand, each card's return alone, and the return that is advised, of no card where all are kept."""

    hand: tuple[str, ...]
    alone: tuple[Exchange, ...]
    advised: Exchange
    keep_chance: float
    worlds: int
    is_guess: bool


def is_worth_it(found: Lead) -> bool:
    """Whether a lead can be told from luck and is large enough to matter."""
    return found.is_clear and found.mean >= LEAST


def _never() -> bool:
    return False


def advise_mulligan(
    view: PlayerView,
    belief: EnemyBelief,
    worlds: int = WORLDS,
    seed: int = 0,
    is_cancelled: Callable[[], bool] = _never,
) -> MulliganAdvice | None:
    """What to return of the hand in ``view``, which is seen before your mulligan; None when somebody cancels.

    IllegalActionError when the mulligan is over. Equal cards are tried once.
    """
    trial = _Trial(view, belief, worlds, seed, is_cancelled)
    try:
        alone = tuple(trial.exchange((view.hand.index(card_id),)) for card_id in view.hand)
        advised = _advised(trial, view.hand, alone)
    except _CancelledError:
        return None
    return MulliganAdvice(view.hand, alone, advised, trial.exchange(()).win_chance, worlds, belief.is_guess)


def _advised(trial: _Trial, hand: tuple[str, ...], alone: tuple[Exchange, ...]) -> Exchange:
    """Cards go one by one, each time the one that gains most, as long as one more makes a clear difference.

    One whose return alone clearly hurts is never tried with others.
    """
    places: Places = ()
    while True:
        tried = [
            tuple(sorted((*places, place)))
            for place in range(len(hand))
            if place not in places and not alone[place].hurts and not _has_equal_before(hand, place, places)
        ]
        leads = {more: trial.lead(more, places) for more in tried}
        better = [more for more in tried if is_worth_it(leads[more])]
        if not better:
            return trial.exchange(places)
        places = max(better, key=lambda more: leads[more].mean)


def _has_equal_before(hand: tuple[str, ...], place: int, returned: Places) -> bool:
    """Whether an equal card that is still kept comes before this one: which of them goes makes no difference."""
    return any(hand[other] == hand[place] for other in range(place) if other not in returned)


class _CancelledError(Exception):
    """Nobody waits for the answer any longer."""


class _Trial:
    """The worlds, and what each return of cards wins in them, played once."""

    def __init__(
        self, view: PlayerView, belief: EnemyBelief, worlds: int, seed: int, is_cancelled: Callable[[], bool]
    ) -> None:
        self._view, self._worlds, self._seed, self._is_cancelled = view, worlds, seed, is_cancelled
        self._dealer, self._room = Dealer(view, belief), new_worlds(view, CHUNK)
        self._cells, self._chance = SearchCells(view.engine, belief.habits), view.engine.row(Chance())
        self._played: dict[Places, Samples] = {}

    def exchange(self, places: Places) -> Exchange:
        """The return of the cards at ``places``, against keeping all."""
        win_chance = stated(self._samples(places).win_share, self._samples(()))
        return Exchange(places, win_chance, self.lead(places, ()))

    def lead(self, places: Places, others: Places) -> Lead:
        """How much more one return wins than another."""
        return self._samples(places).lead_over(self._samples(others))

    def _samples(self, places: Places) -> Samples:
        if places not in self._played:
            tree = Tree.without_a_move(self._view)
            for first in range(0, self._worlds, CHUNK):
                if self._is_cancelled():
                    raise _CancelledError
                room = self._room[: min(CHUNK, self._worlds - first)]
                self._dealer.deal_into(room, self._seed, first)
                self._return_into(room, first, places)
                tree.grow(room, self._cells, self._seed)
            self._played[places] = tree.samples
        return self._played[places]

    def _return_into(self, worlds: Any, first: int, places: Places) -> None:
        """Have the mulligan in each of ``worlds``, which are numbered from ``first``."""
        engine, returned = self._view.engine, sum(1 << place for place in places)
        for number in range(len(worlds)):
            engine.kernel.seed_chance(self._chance, self._seed + MULLIGAN_SEED, first + number)
            world = worlds[number : number + 1]
            code = engine.kernel.mulligan(world, engine.rules, self._chance, YOU, returned, len(places))
            refusal = REFUSALS[code]
            if refusal is not None:
                raise IllegalActionError(refusal, sentence("mulligan"))
