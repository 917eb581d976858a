"""A game as one line of text that a friend can paste: the same decks, shuffles, beginner and opponent.

    qbc1 rebirth 17 Y quick 001001007... 008008019...

The rules, the seed, who begins, who plays the enemy, then both decks, each card by its id and in the order in which
they are shuffled; ``open`` at the end where both decks are open. The seed tells what is hidden, so a line is made when
the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernelkit.chance import MAX_SEED
from kernelkit.spoken import Said, sentence
from mazzo.play.errors import PlayError
from mazzo.play.levels import read_level
from mazzo.play.terms import Terms
from qb_engine.arena.arena import Deal
from qb_engine.deck import Deck
from qb_engine.models import DECK_SIZE
from qb_engine.moves import SIDES
from qb_engine.ruleset import Ruleset

VERSION = "qbc1"
OPEN = "open"
ID_LENGTH = len("001")
MOST_CHARACTERS = 400
SETTLED = {
    "deck": "--deck", "enemy": "--enemy", "level": "--level", "rules": "--rules", "first": "--first", "seed": "--seed",
    "is_open": "--open",
}  # fmt: skip
"""What a challenge settles, and how it would be typed."""


class InvalidChallengeError(PlayError):
    """A text that is no challenge, or one of which a part is missing."""

    template = sentence("this is no challenge: {reason}")
    remedy = sentence("Paste the whole line between quotation marks, as challenge shows it at the end of a game")
    beginning = sentence("it begins with qbc1, the rules, a seed, Y or E, a level and two decks")
    decks = sentence("each deck is 15 cards with three digits each")


class SettledChallengeError(PlayError):
    """A challenge says everything itself."""

    template = sentence("a challenge settles the game, and {options} would settle it otherwise")
    remedy = sentence("leave one of them out")


def challenge_line(terms: Terms) -> str:
    """The line that ``read_challenge`` reads."""
    deal = terms.deal
    decks = ("".join(deck) for deck in (deal.deck_you, deal.deck_enemy))
    parts = (
        VERSION,
        deal.ruleset.name,
        deal.seed,
        deal.first,
        terms.player,
        *decks,
        *([OPEN] if terms.is_open else []),
    )
    return " ".join(map(str, parts))


def read_challenge(text: str, options: Mapping[str, Any]) -> Terms:
    """The terms in the line; InvalidChallengeError, what the rules say of a deck, or what else was asked for."""
    asked = [typed for name, typed in SETTLED.items() if options[name] is not None and options[name] is not False]
    if asked:
        raise SettledChallengeError(options=", ".join(asked))
    match text[:MOST_CHARACTERS].split():
        case [version, rules, seed, first, level, yours, enemys, *rest] if (
            version.casefold() == VERSION and seed.isdecimal() and seed.isascii() and int(seed) <= MAX_SEED
            and first in SIDES and rest in ([], [OPEN])
        ):  # fmt: skip
            ruleset = Ruleset.parse(rules)
            mine, theirs = (Deck(_cards(deck), ruleset).card_ids for deck in (yours, enemys))
            begins = next(side for side in SIDES if side == first)
            return Terms(Deal(ruleset, mine, theirs, int(seed), begins), read_level(level), bool(rest))
    raise InvalidChallengeError(reason=Said(InvalidChallengeError.beginning))


def _cards(text: str) -> tuple[str, ...]:
    if len(text) != DECK_SIZE * ID_LENGTH:
        raise InvalidChallengeError(reason=Said(InvalidChallengeError.decks))
    return tuple(text[place : place + ID_LENGTH] for place in range(0, len(text), ID_LENGTH))
