"""How an enemy plays, in words: the same for whoever chooses one and for whoever meets it."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.play.levels import IMITATORS, level_of
from mazzo.words.table import Words
from qb_engine.arena.players import PlayerSpec

LEVEL_WORDS = (
    sentence("lays its cards nearly at random"),
    sentence("often misses the better move"),
    sentence("makes slips now and then"),
    sentence("makes the move that looks best at a glance"),
    sentence("thinks a little ahead"),
    sentence("thinks far ahead"),
)
"""What an enemy of each level does, level 1 first."""
IMITATOR_WORDS = {
    "console": sentence("takes the most points there are and passes when there are none, as on the console"),
    "person": sentence("often takes points at once and passes early when it is ahead, as many people do"),
}


def level_choices(words: Words) -> list[tuple[str, str]]:
    """Whoever can be chosen, as it is typed, with what it does; levels first."""
    levels = [(str(number), words.say(said)) for number, said in enumerate(LEVEL_WORDS, start=1)]
    return [*levels, *((name, words.say(IMITATOR_WORDS[name])) for name in IMITATORS)]


def enemy_words(player: PlayerSpec, words: Words) -> str:
    """Who plays the enemy, in a sentence."""
    level, name = level_of(player), str(player)
    if level is not None:
        key = sentence("The enemy plays at level {level}: it {does}.")
        return words.say(key, level=level, does=words.say(LEVEL_WORDS[level - 1]))
    if name in IMITATOR_WORDS:
        return words.say(sentence("The enemy {does}."), does=words.say(IMITATOR_WORDS[name]))
    return words.say(sentence("The enemy is {player}."), player=name)
