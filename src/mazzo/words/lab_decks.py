"""What games say of decks, in sentences and tables; the same whoever played, so no time is in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kernelkit.spoken import sentence
from mazzo.lab.deck_figures import EVENTS, NO_FIGURES, DeckFigures
from mazzo.lab.deck_games import Setting
from mazzo.lab.evolution import Evolution
from mazzo.lab.round_robin import DecksRecord
from mazzo.lab.statistics import GroupSums, Interval, win_rate_interval
from mazzo.lab.swaps import TestedSwap
from mazzo.words.lab import LabWords
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code

NAME_WIDTH = 16
VERDICTS = {
    "H1": sentence("a gain"),
    "H0": sentence("no gain"),
    None: sentence("still open"),
}


def card_name(card_id: str) -> str:
    """Name and id."""
    return f"{shipped().get_card(card_id).name} ({card_id})"


def decks_lines(record: DecksRecord, language: str) -> Iterator[str]:
    """The matrix, each meeting with its interval, the cards of each deck, and the swaps that were tested."""
    words, plan = LabWords(language), record.plan
    key = sentence(
        "{decks} decks, played by {player}. Rules {rules}, seed {seed}. Games {games}, each two decks {each}."
    )
    facts = {"player": plan.setting.player, "rules": plan.setting.ruleset.name, "seed": plan.setting.seed}
    yield words.say(key, decks=len(plan.decks), games=record.games, each=2 * plan.pairs, **facts)
    if not record.games:
        return
    yield ""
    yield from matrix_lines(record, words)
    yield ""
    yield from meeting_lines(record, words)
    for deck in range(len(plan.decks)):
        yield ""
        yield from _deck_lines(record, deck, words)
    if record.swaps:
        yield ""
        yield words.say(sentence("Swaps for {deck}, each tested over its own games:"), deck=plan.names[record.improved])
        for tested in record.swaps:
            yield swap_line(tested, words)


def matrix_lines(record: DecksRecord, words: LabWords) -> Iterator[str]:
    """What each deck wins against each other one, in percent; columns are numbered as the rows are."""
    count = len(record.plan.decks)
    heads = "".join(f"{number:>7}" for number in range(1, count + 1))
    yield f"{'':{NAME_WIDTH + 4}}{heads}{words.say(sentence('all')):>9}"
    for a in range(count):
        cells = ["-" if a == b else words.number(100 * record.rate(a, b)[0]) for b in range(count)]
        whole = words.number(100 * record.tally_of(a).mean)
        name = record.plan.names[a][:NAME_WIDTH]
        yield f"{a + 1:>2}  {name:{NAME_WIDTH}}{''.join(f'{cell:>7}' for cell in cells)}{whole:>9}"


def meeting_lines(record: DecksRecord, words: LabWords) -> Iterator[str]:
    """Each two decks, with the interval."""
    names = record.plan.names
    for a, b in combinations(range(len(names)), 2):
        if not record.tally(a, b).pairs:
            continue
        rate, interval = record.rate(a, b)
        key = sentence("{a} against {b}: {rate}, 95% interval {low} to {high}, games {games}.")
        games = 2 * record.tally(a, b).pairs
        yield words.say(key, a=names[a], b=names[b], rate=words.percent(rate), games=games, **words.ends(interval))


def _deck_lines(record: DecksRecord, deck: int, words: LabWords) -> Iterator[str]:
    """A deck's rate against all, its shape, and a row for each of its cards, the best when drawn first."""
    tally, figures = record.tally_of(deck), record.figures.get(deck, NO_FIGURES)
    key = sentence("{deck} wins {rate} against all, 95% interval {low} to {high}.")
    ends = words.ends(win_rate_interval(tally))
    yield words.say(key, deck=record.plan.names[deck], rate=words.percent(tally.mean), **ends)
    yield shape_line(figures, words)
    yield words.say(sentence("Wins with a card when it was drawn, played, left in hand; 95% interval, games:"))
    cards = record.plan.decks[deck]
    places = [place for place, card_id in enumerate(cards) if card_id not in cards[:place]]
    for place in sorted(places, key=lambda place: -figures.when(place, "drawn").rate):
        cells = "".join(f"{_rate(figures.when(place, event), words):>18}" for event in EVENTS)
        yield f"{shipped().get_card(cards[place]).name[:19]} ({cards[place]})".ljust(26) + cells


def _rate(sums: GroupSums, words: LabWords) -> str:
    """A rate with its interval and how many games it comes from, short enough for a table."""
    if not sums.trials:
        return "-"
    low, high = (words.number(100 * end, 0) for end in (sums.interval.low, sums.interval.high))
    return f"{words.number(100 * sums.rate, 0)} ({low}-{high}) {sums.trials:.0f}"


def shape_line(figures: DeckFigures, words: LabWords) -> str:
    """How soon a deck finds room for its cards, and what it leaves."""
    key = sentence(
        "A tile for rank 2 by turn 3 in {two} of games ({low} to {high}), for rank 3 by turn 5 in {three}; a game: "
        "plays {laid}, passes {passed}, cards left {held}, lanes won {lanes}."
    )
    means = {name: words.number(figures.shape(name)) for name in ("laid", "passed", "held", "lanes")}
    ends = words.ends(figures.shape_interval("rank_two"))
    two, three = (words.percent(figures.shape(name)) for name in ("rank_two", "rank_three"))
    return words.say(key, two=two, three=three, **ends, **means)


def swap_line(tested: TestedSwap, words: LabWords) -> str:
    """A swap and what its test says."""
    key = sentence(
        "{card_out} out, {card_in} in: {verdict}, {gain} points of percent, 95% interval {low} to {high}, games "
        "{games} with either deck."
    )
    swap, difference = tested.swap, tested.difference
    return words.say(
        key,
        card_out=card_name(swap.card_out),
        card_in=card_name(swap.card_in),
        verdict=words.say(VERDICTS[tested.verdict]),
        gain=_points(difference.gain, words),
        low=_points(difference.interval.low, words),
        high=_points(difference.interval.high, words),
        games=2 * difference.tally.pairs,
    )


def _points(value: float, words: LabWords) -> str:
    return words.number(100 * value, signed=True)


def evolution_lines(found: Evolution, setting: Setting, names: tuple[str, ...], language: str) -> Iterator[str]:
    """The way to the deck, swap by swap, the deck itself, and how it does against each deck of the field."""
    words = LabWords(language)
    key = sentence("Played by {player}. Rules {rules}, seed {seed}. Rounds {rounds}, swaps {swaps}, games {games}.")
    facts = {"player": setting.player, "rules": setting.ruleset.name, "seed": setting.seed}
    yield words.say(key, rounds=found.rounds, swaps=len(found.steps), games=found.games, **facts)
    if not found.start:
        return
    yield words.say(sentence("It began with {deck}."), deck=deck_code(found.start))
    for step in found.steps:
        yield words.say(sentence("Round {round}: {swap}"), round=step.round, swap=swap_line(step.tested, words))
    yield words.say(sentence("The deck, {deck}: {cards}."), deck=deck_code(found.deck), cards=cards_line(found.deck))
    for number, name in enumerate(names[: len(found.final)]):
        rate, interval = found.final_rate(number)
        key = sentence("Over fresh deals it wins {rate} against {name}, 95% interval {low} to {high}, games {games}.")
        games = 2 * found.final[number].pairs
        yield words.say(key, rate=words.percent(rate), name=name, games=games, **words.ends(interval))


def cards_line(cards: tuple[str, ...]) -> str:
    """The cards by name, in the order of their ids."""
    return ", ".join(card_name(card_id) for card_id in sorted(cards))


def interval_words(interval: Interval, words: LabWords) -> str:
    """Both ends of an interval, in percent."""
    return f"{words.number(100 * interval.low, 0)}-{words.number(100 * interval.high, 0)}"
