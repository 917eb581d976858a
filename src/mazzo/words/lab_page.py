"""What the lab's page says: which run it is, how far it is, and each number of the heat map in words."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.lab.round_robin import DecksPlan, DecksRecord
from mazzo.lab.statistics import Interval
from mazzo.words.lab import LabWords

MINUTE = 60


def about_run(plan: DecksPlan, words: LabWords) -> str:
    """Who plays, by which rules, and how often."""
    key = sentence(
        "Played by {player}, rules {rules}, seed {seed}. Games of each two decks: {each}; each deal is played twice, "
        "and the other one begins. In brackets the 95% interval."
    )
    setting = plan.setting
    return words.say(key, player=setting.player, rules=setting.ruleset.name, seed=setting.seed, each=2 * plan.pairs)


def run_title(player: str, decks: tuple[str, ...], language: str) -> str:
    """A run in a list."""
    return LabWords(language).say(sentence("{decks}, played by {player}"), decks=", ".join(decks), player=player)


def cell_words(rate: float, ends: Interval, words: LabWords) -> str:
    """A number of the heat map as it is heard."""
    low, high, middle = (words.number(100 * value) for value in (ends.low, ends.high, rate))
    return words.say(sentence("{percent} percent, between {low} and {high}"), percent=middle, low=low, high=high)


def against_all(record: DecksRecord, words: LabWords) -> str:
    """Which deck wins most."""
    best = max(range(len(record.plan.decks)), key=lambda deck: record.tally_of(deck).mean)
    key = sentence("{deck} wins most: {rate} against all.")
    return words.say(key, deck=record.plan.names[best], rate=words.percent(record.tally_of(best).mean))


def played_of(done: int, of: int, pairs: int, all_pairs: int, words: LabWords) -> str:
    """How far a run is."""
    key = sentence("{done} of {of} games played; of {all_pairs} pairs of decks {pairs} are done.")
    return words.say(key, done=done, of=of, pairs=pairs, all_pairs=all_pairs)


def about_left(seconds: int | None, words: LabWords) -> str:
    """About how long a run still takes."""
    if seconds is None:
        return words.say(sentence("It begins."))
    if seconds >= 2 * MINUTE:
        return words.say(sentence("About {minutes} minutes left."), minutes=round(seconds / MINUTE))
    return words.say(sentence("About {seconds} s left."), seconds=max(1, seconds))


def run_said(done: int, of: int, words: LabWords) -> str:
    """What is heard at the end of a run."""
    if done >= of:
        return words.say(sentence("The run is complete: {done} games are played."), done=done)
    return words.say(sentence("The run has stopped. {done} of {of} games are played and kept."), done=done, of=of)
