"""Opponents of whom cards were seen in matches on the console: what is listed is proven, and the list is incomplete."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import DATA, WHOLE, Place, read_data
from qb_engine.models import DECK_SIZE

FILE = "opponents.json"
SCHEMA = 1
MOST = 500


@dataclass(frozen=True, slots=True)
class KnownOpponent:
    """A name, the cards that were seen in one match at once, and in how many matches they were looked for."""

    name: str
    card_ids: tuple[str, ...]
    matches: int


@cache
def known_opponents() -> tuple[KnownOpponent, ...]:
    """The opponents that come with the game; a test counts their cards in the matches they were seen in."""
    place = Place(FILE, WHOLE)
    content = place.record(read_data(DATA / FILE), WHOLE, ("schema", "opponents"))
    place.integer(content["schema"], "schema", SCHEMA, SCHEMA)
    return tuple(_opponent(place, entry) for entry in place.items(content["opponents"], "opponents", 1, MOST))


def _opponent(place: Place, value: object) -> KnownOpponent:
    entry = place.record(value, "opponents", ("name", "matches", "cards"))
    cards = place.items(entry["cards"], "cards", 1, DECK_SIZE)
    ids = {card.id: card.id for card in shipped().cards if not card.is_token}
    matches = place.integer(entry["matches"], "matches", 1, MOST)
    return KnownOpponent(
        place.text(entry["name"], "name"), tuple(place.reference(card, "cards", ids) for card in cards), matches
    )
