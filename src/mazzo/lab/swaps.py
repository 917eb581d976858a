"""Is a deck better with another card in it? Tested over paired games, never guessed.

Deck and changed deck play the same deals against the same field. What is counted is by how much the changed one does
better in each pair of games, from minus one to plus one; a sequential test decides whether that is a gain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from mazzo.lab.crews import ALONE, Crew
from mazzo.lab.deck_games import Cards, Setting, outcomes_of
from mazzo.lab.pair_batches import OUTCOMES
from mazzo.lab.runs import COMPLETE, Ending, gather
from mazzo.lab.sprt import Sprt, Verdict
from mazzo.lab.statistics import Interval, PairTally, win_rate_interval
from qb_engine.card_hydrator import shipped
from qb_engine.ruleset import Ruleset

GAIN = 0.02
"""The gain that is looked for: so much of a game more is won, on average over the field."""
TEST = Sprt(0.5, 0.5 + GAIN / 2)
"""Half of it, because no difference at all stands at a half here."""
QUARTERS = 4
STEPS = 2 * QUARTERS
TEST_FIRST = 1 << 20
"""The deals of tests begin here, far from those on which somebody was chosen."""
NO_DIFFERENCES = PairTally((0,) * (STEPS + 1))
Span = tuple[int, int]
Trial = tuple[Cards, Span]
"""A deck that plays the whole field, and the pairs of it."""


@dataclass(frozen=True, slots=True)
class Swap:
    """The card at ``place`` of a deck goes, ``card_in`` comes to its place."""

    place: int
    card_out: str
    card_in: str

    def made(self, deck: Cards) -> Cards:
        """The deck with it."""
        return (*deck[: self.place], self.card_in, *deck[self.place + 1 :])


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one deck does than another over the same deals: the tally of the pairs."""

    tally: PairTally = NO_DIFFERENCES

    def plus(self, new: str, old: str) -> Difference:
        """With more pairs, a digit for each, of both decks."""
        counts = list(self.tally.counts)
        for ours, theirs in zip(new, old, strict=True):
            counts[_quarters(ours) - _quarters(theirs) + QUARTERS] += 1
        return Difference(PairTally(tuple(counts)))

    @property
    def gain(self) -> float:
        """How much more of a game it wins."""
        return 2 * self.tally.mean - 1

    @property
    def interval(self) -> Interval:
        """The 95 % interval of that."""
        ends = win_rate_interval(self.tally)
        return Interval(2 * ends.low - 1, 2 * ends.high - 1)


def _quarters(digit: str) -> int:
    return sum(divmod(int(digit), OUTCOMES))


@dataclass(frozen=True, slots=True)
class TestedSwap:
    """A swap with what its test says: H1 that it is a gain, H0 that it is none, None that it is still open."""

    swap: Swap
    difference: Difference
    verdict: Verdict | None


class KeptTrials(Protocol):
    """Where the outcomes of trials are kept as they are played."""

    @property
    def outcomes(self) -> Mapping[Trial, str]:
        """Those that were kept before."""

    def add(self, trial: Trial, outcomes: str) -> None:
        """Keep one more."""


class Interrupted(Exception):  # noqa: N818 - it is no error
    """The run ends here; how, the trials know."""


class Trials:
    """Decks against a field, each trial played once: what was played before is looked up."""

    def __init__(
        self,
        setting: Setting,
        field: tuple[Cards, ...],
        *,
        crew: Crew = ALONE,
        kept: KeptTrials | None = None,
        told: Callable[[int], None] | None = None,
    ) -> None:
        self.setting, self.field = setting, field
        self._crew, self._kept, self._told = crew, kept, told
        self._known: dict[Trial, str] = dict(kept.outcomes) if kept is not None else {}
        self.games = 0
        self.ending: Ending = COMPLETE

    def outcomes(self, decks: Sequence[Cards], span: Span) -> list[str]:
        """The outcomes of every deck over these pairs; Interrupted when the run ends before they are known."""
        asked = list(dict.fromkeys((deck, span) for deck in decks if (deck, span) not in self._known))
        numbers = iter(asked)

        def take(outcomes: str) -> bool:
            trial = next(numbers)
            self._known[trial] = outcomes
            if self._kept is not None:
                self._kept.add(trial, outcomes)
            self.games += 2 * len(outcomes)
            if self._told:
                self._told(self.games)
            return False

        work = partial(play_trial, self.setting, self.field)
        self.ending = gather(work, asked, self._crew, take, frees_the_lock=self.setting.is_played_by_the_kernel)
        if self.ending != COMPLETE:
            raise Interrupted
        return [self._known[deck, span] for deck in decks]

    def best(self, decks: Sequence[Cards], span: Span, count: int) -> list[Cards]:
        """The ``count`` decks that did best over these pairs, the first of equals."""
        points = [sum(map(_quarters, outcomes)) for outcomes in self.outcomes(decks, span)]
        order = sorted(range(len(decks)), key=lambda place: -points[place])
        return [decks[place] for place in order[:count]]

    def tested(self, old: Cards, new: Cards, most: int, size: int) -> tuple[Difference, Verdict | None]:
        """Whether ``new`` is better than ``old``, over fresh deals, ``size`` pairs at a time and at most ``most``."""
        difference, verdict = Difference(), None
        for first in range(TEST_FIRST, TEST_FIRST + most, size):
            ours, theirs = self.outcomes([new, old], (first, min(first + size, TEST_FIRST + most)))
            difference = difference.plus(ours, theirs)
            verdict = TEST.verdict(difference.tally)
            if verdict is not None:
                break
        return difference, verdict


def play_trial(setting: Setting, field: tuple[Cards, ...], trial: Trial) -> str:
    """The outcomes of one trial."""
    return outcomes_of(setting, field, *trial)


def possible_swaps(deck: Cards, places: Sequence[int], collection: Mapping[str, int], ruleset: Ruleset) -> list[Swap]:
    """Every swap at these places that the collection and the rules allow, by place and card."""
    copies = Counter(deck)
    return [
        Swap(place, deck[place], card_id)
        for place in places
        for card_id, owned in sorted(collection.items())
        if card_id != deck[place] and copies[card_id] < min(owned, most_copies(card_id, ruleset))
    ]


def most_copies(card_id: str, ruleset: Ruleset) -> int:
    """How often a card may stand in a deck; 0 for a token."""
    card, (standard, legendary) = shipped().get_card(card_id), ruleset.max_copies
    return 0 if card.is_token else legendary if card.category == "Legendary" else standard


def whole_pool() -> dict[str, int]:
    """Every card that there is, as often as any rules take it."""
    return {card.id: 15 for card in shipped().cards if not card.is_token}
