"""Every deck against every other, with the figures of their cards, and swaps that are tested."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from mazzo.lab.crews import ALONE, Crew
from mazzo.lab.deck_figures import NO_FIGURES, DeckFigures
from mazzo.lab.deck_file import DeckFile, Meeting
from mazzo.lab.deck_games import Cards, MeetingBatch, Setting, play_meeting
from mazzo.lab.matches import batch_size
from mazzo.lab.pair_batches import NO_PAIRS, PairSums
from mazzo.lab.runs import COMPLETE, Ending, gather
from mazzo.lab.statistics import Interval, PairTally, win_rate_interval
from mazzo.lab.swaps import Interrupted, Swap, TestedSwap, Trials, possible_swaps

WEAKEST = 4
"""So many cards, those with which the deck wins least when they are drawn, may go."""
SCREENS = ((8, 24), (60, None))
"""All swaps play so many pairs with each deck of the field, the best of them so many more; then come the tests."""
MOST_TESTED = 2000
"""So many pairs with each deck of the field a test may take."""


@dataclass(frozen=True, slots=True)
class DecksPlan:
    """The decks with their names, who plays them, and how many pairs each two of them play."""

    setting: Setting
    names: tuple[str, ...]
    decks: tuple[Cards, ...]
    pairs: int
    batch: int = 0
    """At most so many pairs in one go, so that a longer run has the same batches; 0: as suits the player."""

    @property
    def meetings(self) -> list[Meeting]:
        """All that is played, in batches, a round of everybody after the other."""
        most = batch_size(self.setting.player)
        size = max(1, min(self.pairs, self.batch or most, most))
        spans = [(first, min(first + size, self.pairs)) for first in range(0, self.pairs, size)]
        return [(a, b, span) for span in spans for a, b in combinations(range(len(self.decks)), 2)]


@dataclass(slots=True)
class DecksRecord:
    """What has been played: the pairs of each two decks, and the figures of each."""

    plan: DecksPlan
    pairs: dict[tuple[int, int], PairSums] = field(default_factory=dict)
    figures: dict[int, DeckFigures] = field(default_factory=dict)
    improved: int = 0
    """The number of the deck for which swaps were tested."""
    swaps: list[TestedSwap] = field(default_factory=list)
    ending: Ending = COMPLETE

    def add(self, meeting: Meeting, batch: MeetingBatch) -> None:
        """One batch more."""
        a, b, _span = meeting
        self.pairs[a, b] = self.pairs.get((a, b), NO_PAIRS).with_batch(batch.pairs)
        for deck, figures in ((a, batch.a), (b, batch.b)):
            self.figures[deck] = self.figures.get(deck, NO_FIGURES).plus(figures)

    @property
    def games(self) -> int:
        """How many were played between the decks."""
        return 2 * sum(sums.pairs for sums in self.pairs.values())

    def tally(self, a: int, b: int) -> PairTally:
        """The scores of deck ``a`` against deck ``b``."""
        counts = self.pairs.get((min(a, b), max(a, b)), NO_PAIRS).tally.counts
        return PairTally(counts if a < b else counts[::-1])

    def tally_of(self, a: int) -> PairTally:
        """The scores of deck ``a`` against all others."""
        others = [self.tally(a, b).counts for b in range(len(self.plan.decks)) if b != a]
        return PairTally(tuple(map(sum, zip(*others, strict=True))))

    def rate(self, a: int, b: int) -> tuple[float, Interval]:
        """What deck ``a`` wins against deck ``b``."""
        return self.tally(a, b).mean, win_rate_interval(self.tally(a, b))

    def weakest(self, deck: int) -> list[int]:
        """The places of the cards with which the deck wins least when they are drawn, the weakest first."""
        cards, figures = self.plan.decks[deck], self.figures.get(deck, NO_FIGURES)
        places = [place for place, card_id in enumerate(cards) if card_id not in cards[:place]]
        return sorted(places, key=lambda place: figures.when(place, "drawn").rate)[:WEAKEST]


def recalled(plan: DecksPlan, known: Mapping[Meeting, MeetingBatch]) -> DecksRecord:
    """What of a plan was played before."""
    record = DecksRecord(plan)
    for meeting in plan.meetings:
        if meeting in known:
            record.add(meeting, known[meeting])
    return record


def run_decks(
    plan: DecksPlan,
    *,
    crew: Crew = ALONE,
    told: Callable[[DecksRecord], bool | None] | None = None,
    kept: DeckFile | None = None,
) -> DecksRecord:
    """Play the round robin; the same record whoever plays it. It ends early where ``told`` says that it is enough."""
    known = kept.meetings if kept is not None else {}
    record = recalled(plan, known)
    asked = [meeting for meeting in plan.meetings if meeting not in known]
    numbers = iter(asked)

    def take(batch: MeetingBatch) -> bool:
        meeting = next(numbers)
        if kept is not None:
            kept.add_meeting(meeting, batch)
        record.add(meeting, batch)
        return bool(told and told(record))

    record.ending = gather(
        partial(_play, plan), asked, crew, take, frees_the_lock=plan.setting.is_played_by_the_kernel
    )  # fmt: skip
    return record


def _play(plan: DecksPlan, meeting: Meeting) -> MeetingBatch:
    a, b, span = meeting
    return play_meeting(plan.setting, plan.decks[a], plan.decks[b], span)


def try_swaps(
    record: DecksRecord,
    collection: Mapping[str, int],
    count: int,
    *,
    crew: Crew = ALONE,
    told: Callable[[int, int], None] | None = None,
    kept: DeckFile | None = None,
) -> None:
    """Test the ``count`` most promising swaps for the deck that is to be improved, each over fresh deals.

    ``told`` is told how many games were played, and how many there may be at most.

    Which ones are promising is seen over a few pairs of games; what is said of them comes from the test alone.
    """
    plan, own = record.plan, record.improved
    deck = plan.decks[own]
    field_ = tuple(cards for number, cards in enumerate(plan.decks) if number != own)
    swaps = possible_swaps(deck, record.weakest(own), collection, plan.setting.ruleset)
    by_deck: dict[Cards, Swap] = {swap.made(deck): swap for swap in swaps}
    most = 2 * len(field_) * _most_pairs(len(by_deck), count)

    def tell(games: int) -> None:
        if told:
            told(games, most)

    trials = Trials(plan.setting, field_, crew=crew, told=tell, kept=kept.trials(own) if kept else None)
    try:
        best = screened(trials, list(by_deck), WEAKEST * count)
        # The same card in other places is the same advice.
        for changed in list({by_deck[each].card_in: each for each in best[::-1]}.values())[::-1][:count]:
            difference, verdict = trials.tested(deck, changed, MOST_TESTED, batch_size(plan.setting.player))
            record.swaps.append(TestedSwap(by_deck[changed], difference, verdict))
    except Interrupted:
        record.ending = trials.ending


def _most_pairs(decks: int, count: int) -> int:
    """How many pairs are played with each deck of the field, if no test is decided early."""
    pairs = 0
    for size, left in SCREENS:
        pairs += decks * size
        decks = min(decks, left or decks)
    return pairs + (1 + count) * MOST_TESTED


def screened(trials: Trials, decks: list[Cards], count: int, first: int = 0) -> list[Cards]:
    """The ``count`` decks that do best over a few pairs: many over few pairs, few over more."""
    for size, left in SCREENS:
        decks = trials.best(decks, (first, first + size), left or count)
        first += size
    return decks
