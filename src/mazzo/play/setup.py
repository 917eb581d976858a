"""What the command line says about a game: which one to go on with, and by which terms a new one is dealt."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from kernelkit.spoken import sentence
from mazzo.decks.reading import DeckReader
from mazzo.play.challenge import read_challenge
from mazzo.play.errors import PlayError
from mazzo.play.games import Games
from mazzo.play.levels import DEFAULT_LEVEL, read_level
from mazzo.play.terms import First, Terms, dealt
from qb_engine.deck import Deck
from qb_engine.ruleset import REBIRTH, Ruleset

SETTINGS = {
    "deck": "--deck",
    "enemy": "--enemy",
    "level": "--level",
    "rules": "--rules",
    "first": "--first",
    "seed": "--seed",
    "is_open": "--open",
    "new": "--new",
    "challenge": "--challenge",
}
"""Options that ask for a new game, and how they are typed."""
SEEDS = 2**31


class SettledGameError(PlayError):
    """A resumed game was settled when it began."""

    template = sentence("--game {number} goes on with a game and {options} would settle a new one")
    remedy = sentence("choose one of them. What was settled when a game began stays so")


def resumed_number(games: Games, options: Mapping[str, Any]) -> int | None:
    """The game to go on with: the one that was named, or the last if it goes on and nobody asks for a new one.

    SettledGameError when both are asked for.
    """
    # 0 is a seed like any other.
    asked = [typed for name, typed in SETTINGS.items() if options[name] is not None and options[name] is not False]
    if options["number"] is None:
        return None if asked else games.unfinished()
    if asked:
        raise SettledGameError(number=options["number"], options=", ".join(asked))
    return int(options["number"])


class Dealing:
    """Gives the terms of one new game after the other; what was typed is read at once, and refused before any.

    What nobody typed is drawn anew for each game: the shuffle, who begins, and the starter deck that the enemy plays.
    """

    def __init__(self, options: Mapping[str, Any], decks: DeckReader, like: Terms | None = None) -> None:
        """Rules, your deck, the level and whether decks are open are as in the game ``like``, which is resumed first.

        What the options say about them comes before that. A challenge is the first game, and later ones are like it.
        """
        self._challenge = None if options["challenge"] is None else read_challenge(options["challenge"], options)
        like = self._challenge or like
        rules = options["rules"] or (like.deal.ruleset.name if like else REBIRTH.name)
        self._ruleset, read = Ruleset.parse(rules), decks.read
        mine = like.deal.deck_you if like and options["deck"] is None else read(options["deck"] or "starter")
        self._deck = Deck(mine, self._ruleset)
        self._enemy = None if options["enemy"] is None else Deck(read(options["enemy"]), self._ruleset)
        self._first: First = options["first"] or "random"
        self._is_open = bool(options["is_open"] or (like and like.is_open))
        self._seeds = _seeds(options["seed"])
        self.player = (
            like.player if like and options["level"] is None else read_level(options["level"] or str(DEFAULT_LEVEL))
        )

    def __call__(self) -> Terms:
        """The terms of the next game."""
        if self._challenge is not None:
            terms, self._challenge = self._challenge, None
            return terms
        deal = dealt(self._ruleset, self._deck, self._enemy, next(self._seeds), self._first)
        return Terms(deal, self.player, self._is_open)


def _seeds(first: int | None) -> Iterator[int]:
    """The seed that was typed and those after it, or any."""
    if first is not None:
        yield from count(first)
    while True:
        yield secrets.randbelow(SEEDS)
