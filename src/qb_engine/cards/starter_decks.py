"""The decks that come with the game: ours, for a first match and for tests; nobody's opponent plays them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from qb_engine.data.checks import DATA, WHOLE, Place, read_data
from qb_engine.deck import Deck
from qb_engine.ruleset import REBIRTH

FILE = "starter_decks.json"


@dataclass(frozen=True, slots=True)
class StarterDeck:
    """A deck with a name and the idea behind it."""

    name: str
    why: str
    deck: Deck


@cache
def starter_decks() -> tuple[StarterDeck, ...]:
    """The shipped decks, each legal under the console's rules."""
    place = Place(FILE, WHOLE)
    content = place.record(read_data(DATA / FILE), WHOLE, ("schema", "decks"))
    entries = [place.record(entry, "decks", ("name", "why", "cards")) for entry in content["decks"]]
    return tuple(StarterDeck(e["name"], e["why"], Deck(tuple(e["cards"]), REBIRTH)) for e in entries)
