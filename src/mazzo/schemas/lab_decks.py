"""What games say of decks, as data; the same whoever played, so no time is in it."""

from __future__ import annotations

from itertools import combinations

from mazzo.lab.deck_figures import EVENTS, NO_FIGURES, SHAPES, DeckFigures
from mazzo.lab.deck_games import Setting
from mazzo.lab.evolution import Evolution
from mazzo.lab.round_robin import DecksRecord
from mazzo.lab.runs import How
from mazzo.lab.sprt import Verdict
from mazzo.lab.statistics import GroupSums, PairTally, win_rate_interval
from mazzo.lab.swaps import TestedSwap
from mazzo.schemas.document import NUMBERS, Document, Interval, Part, rounded
from qb_engine.cards.deck_code import deck_code


class RatePart(Part):
    """A rate with its 95 % interval and the games it comes from."""

    win_rate: float | None
    win_rate_interval: Interval | None
    games: int


class MeetingPart(RatePart):
    """Two decks by their number, counted from 1; the rate is that of ``a``."""

    a: int
    b: int


class CardRatesPart(Part):
    """A card of a deck: what the deck wins when it was drawn, was played, or was left in hand."""

    card_id: str
    copies: int
    drawn: RatePart
    played: RatePart
    stuck: RatePart


class DeckPart(Part):
    """A deck against all others. Shapes are means over its games, ranks the share in which they came in time."""

    name: str
    deck: str
    against_all: RatePart
    shapes: dict[str, float]
    cards: list[CardRatesPart]


class SwapPart(Part):
    """A swap that was tested: how much more of a game the deck wins with it, over how many games with either."""

    card_out: str
    card_in: str
    verdict: Verdict | None
    gain: float
    gain_interval: Interval
    games: int


class DecksDocument(Document, tag=NUMBERS["lab-decks"]):
    """Decks against each other. ``improved`` is the number of the deck for which swaps were tested, from 1."""

    error: str | None
    ending: How
    rules: str
    seed: str
    player: str
    games: int
    decks: list[DeckPart]
    meetings: list[MeetingPart]
    improved: int
    swaps: list[SwapPart]


class EvolutionDocument(Document, tag=NUMBERS["lab-evolve"]):
    """The way to a deck, swap by swap, and how it does over fresh deals against each deck of the field."""

    error: str | None
    ending: How
    rules: str
    seed: str
    player: str
    games: int
    rounds: int
    start: str | None
    deck: str | None
    swaps: list[SwapPart]
    field: dict[str, RatePart]


class LabRunPart(Part):
    """A run within a list."""

    key: str
    player: str
    decks: list[str]
    is_running: bool


class LabRunsDocument(Document, tag=NUMBERS["lab-runs"]):
    """The runs that are kept, the last one first."""

    runs: list[LabRunPart]


def decks_document(record: DecksRecord, language: str) -> DecksDocument:
    """The document of a round robin; what broke it is said in ``language``."""
    plan, trouble = record.plan, record.ending.trouble
    return DecksDocument(
        ok=record.ending.how == "complete",
        error=None if trouble is None else trouble.message(language),
        ending=record.ending.how,
        rules=plan.setting.ruleset.name,
        seed=str(plan.setting.seed),
        player=str(plan.setting.player),
        games=record.games,
        decks=[_deck(record, deck) for deck in range(len(plan.decks))],
        meetings=[_meeting(record, a, b) for a, b in combinations(range(len(plan.decks)), 2)],
        improved=record.improved + 1,
        swaps=[_swap(tested) for tested in record.swaps],
    )


def evolution_document(found: Evolution, setting: Setting, names: tuple[str, ...], language: str) -> EvolutionDocument:
    """The document of an evolution."""
    trouble = found.ending.trouble
    return EvolutionDocument(
        ok=found.ending.how == "complete",
        error=None if trouble is None else trouble.message(language),
        ending=found.ending.how,
        rules=setting.ruleset.name,
        seed=str(setting.seed),
        player=str(setting.player),
        games=found.games,
        rounds=found.rounds,
        start=deck_code(found.start) if found.start else None,
        deck=deck_code(found.deck) if found.deck else None,
        swaps=[_swap(step.tested) for step in found.steps],
        field={name: _of_tally(tally) for name, tally in zip(names, found.final, strict=False)},
    )


def _deck(record: DecksRecord, deck: int) -> DeckPart:
    cards, figures = record.plan.decks[deck], record.figures.get(deck, NO_FIGURES)
    return DeckPart(
        name=record.plan.names[deck],
        deck=deck_code(cards),
        against_all=_of_tally(record.tally_of(deck)),
        shapes={name: rounded(figures.shape(name)) for name in SHAPES},
        cards=[_card(cards, place, figures) for place, card in enumerate(cards) if card not in cards[:place]],
    )


def _card(cards: tuple[str, ...], place: int, figures: DeckFigures) -> CardRatesPart:
    rates = {event: _of_groups(figures.when(place, event)) for event in EVENTS}
    return CardRatesPart(card_id=cards[place], copies=cards.count(cards[place]), **rates)


def _meeting(record: DecksRecord, a: int, b: int) -> MeetingPart:
    rate = _of_tally(record.tally(a, b))
    return MeetingPart(
        a=a + 1, b=b + 1, win_rate=rate.win_rate, win_rate_interval=rate.win_rate_interval, games=rate.games
    )  # fmt: skip


def _of_tally(tally: PairTally) -> RatePart:
    if not tally.pairs:
        return RatePart(win_rate=None, win_rate_interval=None, games=0)
    ends = win_rate_interval(tally)
    interval = rounded(ends.low), rounded(ends.high)
    return RatePart(win_rate=rounded(tally.mean), win_rate_interval=interval, games=2 * tally.pairs)


def _of_groups(sums: GroupSums) -> RatePart:
    if not sums.trials:
        return RatePart(win_rate=None, win_rate_interval=None, games=0)
    interval = rounded(sums.interval.low), rounded(sums.interval.high)
    return RatePart(win_rate=rounded(sums.rate), win_rate_interval=interval, games=int(sums.trials))


def _swap(tested: TestedSwap) -> SwapPart:
    interval = tested.difference.interval
    return SwapPart(
        card_out=tested.swap.card_out,
        card_in=tested.swap.card_in,
        verdict=tested.verdict,
        gain=rounded(tested.difference.gain),
        gain_interval=(rounded(interval.low), rounded(interval.high)),
        games=2 * tested.difference.tally.pairs,
    )
