"""A deck that grows better card by card: swaps are tried over a few games, tested over many, taken one at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kernelkit.chance import Chance, below, seeded
from mazzo.lab.deck_games import Cards
from mazzo.lab.matches import batch_size
from mazzo.lab.pair_batches import OUTCOMES
from mazzo.lab.round_robin import SCREENS, screened
from mazzo.lab.runs import COMPLETE, Ending
from mazzo.lab.statistics import Interval, PairTally, win_rate_interval
from mazzo.lab.swaps import Interrupted, Swap, TestedSwap, Trials, most_copies, possible_swaps
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import Ruleset

CANDIDATES = 240
"""So many swaps are tried in each round, drawn from all that are possible."""
FINALISTS = 3
"""So many of them are tested, the best first, until one is a gain."""
PATIENCE = 3
"""After so many rounds without a gain in a row nobody looks on."""
FIRST_DECKS = 200
"""So many decks are drawn from the collection to begin with the best of them."""
MOST_TESTED = 1500
FINAL_FIRST = 1 << 22
"""The deals over which the last deck meets the field; nothing was ever chosen over them."""
DECKS_STREAM, SWAPS_STREAM = 20, 21
"""The generator streams from which first decks and swaps are drawn."""


@dataclass(frozen=True, slots=True)
class Step:
    """A swap that was taken, and in which round."""

    round: int
    tested: TestedSwap


@dataclass(slots=True)
class Evolution:
    """The way so far: where it began, which swaps were taken, and how the last deck does against each of the field."""

    start: Cards
    deck: Cards
    steps: list[Step] = field(default_factory=list)
    rounds: int = 0
    final: list[PairTally] = field(default_factory=list)
    games: int = 0
    ending: Ending = COMPLETE

    def final_rate(self, number: int) -> tuple[float, Interval]:
        """What the last deck wins against a deck of the field."""
        return self.final[number].mean, win_rate_interval(self.final[number])


def evolve(
    trials: Trials,
    collection: Mapping[str, int],
    *,
    start: Cards | None = None,
    rounds: int,
    final_pairs: int,
    told: Callable[[Evolution], None] | None = None,
) -> Evolution:
    """Better decks from the collection against the field, at most so many rounds; the same whoever plays."""
    found = Evolution(start or (), start or ())
    try:
        if start is None:
            found.start = found.deck = _first_deck(trials, collection)
        idle = 0
        while found.rounds < rounds and idle < PATIENCE:
            found.rounds += 1
            step = _step(trials, found, collection)
            idle = 0 if step else idle + 1
            if step:
                found.steps.append(step)
                found.deck = step.tested.swap.made(found.deck)
            if told:
                told(found)
        span = FINAL_FIRST, FINAL_FIRST + final_pairs
        (outcomes,) = trials.outcomes([found.deck], span)
        found.final = [
            PairTally.of([sum(divmod(int(digit), OUTCOMES)) for digit in outcomes[at : at + final_pairs]])
            for at in range(0, len(outcomes), final_pairs)
        ]
    except Interrupted:
        found.ending = trials.ending
    found.games = trials.games
    return found


def _first_deck(trials: Trials, collection: Mapping[str, int]) -> Cards:
    """The best of some decks that are drawn from the collection."""
    chance, ruleset = seeded(trials.setting.seed, DECKS_STREAM), trials.setting.ruleset
    decks = [drawn_deck(collection, ruleset, chance) for _deck in range(FIRST_DECKS)]
    return screened(trials, decks, 1)[0]


def drawn_deck(collection: Mapping[str, int], ruleset: Ruleset, chance: Chance) -> Cards:
    """Fifteen cards of the collection, every copy as likely as the other."""
    copies = [
        card_id
        for card_id in sorted(collection)
        for _copy in range(min(collection[card_id], most_copies(card_id, ruleset)))
    ]
    return tuple(copies.pop(below(chance, len(copies))) for _card in range(min(DECK_SIZE, len(copies))))


def _step(trials: Trials, found: Evolution, collection: Mapping[str, int]) -> Step | None:
    """The first of the best swaps of this round that its test calls a gain."""
    setting, deck = trials.setting, found.deck
    chance = seeded(setting.seed, SWAPS_STREAM + found.rounds)
    swaps = possible_swaps(deck, range(len(deck)), collection, setting.ruleset)
    drawn = [swaps.pop(below(chance, len(swaps))) for _swap in range(min(CANDIDATES, len(swaps)))]
    by_deck: dict[Cards, Swap] = {swap.made(deck): swap for swap in drawn}
    first = found.rounds * sum(size for size, _left in SCREENS)
    for changed in screened(trials, list(by_deck), FINALISTS, first):
        difference, verdict = trials.tested(deck, changed, MOST_TESTED, batch_size(setting.player))
        if verdict == "H1":
            return Step(found.rounds, TestedSwap(by_deck[changed], difference, verdict))
    return None
