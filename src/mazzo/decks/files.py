"""Decks in a JSON file, as they were kept before the journal had them: read strictly, and left as they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kernelkit.files import detail_of
from mazzo.errors import DeckFileError
from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import WHOLE, Place, read_data
from qb_engine.models import DECK_SIZE

SCHEMA = 1
MOST_DECKS = 500


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A deck under the name its player gave it; whether the rules take its copies is asked when it is played."""

    name: str
    card_ids: tuple[str, ...]


def read_decks(path: Path, fewest: int = DECK_SIZE) -> tuple[StoredDeck, ...] | None:
    """Every deck in the file, None when there is no file; a file that cannot be read is refused by name."""
    with spoken_errors(path):
        try:
            content = read_data(path)
        except FileNotFoundError:
            return None
    place = Place(path.name, WHOLE)
    record = place.record(content, WHOLE, ("schema", "decks"))
    place.integer(record["schema"], "schema", SCHEMA, SCHEMA)
    entries = place.items(record["decks"], "decks", 0, MOST_DECKS)
    return tuple(
        checked_deck(Place(path.name, f"decks[{number}]"), entry, fewest) for number, entry in enumerate(entries)
    )


def checked_deck(place: Place, value: object, fewest: int) -> StoredDeck:
    """The deck in ``value``: a name, and cards that there are."""
    entry = place.record(value, WHOLE, ("name", "cards"))
    cards = place.items(entry["cards"], "cards", fewest, DECK_SIZE)
    ids = tuple(place.reference(card, "cards", _known()) for card in cards)
    return StoredDeck(place.text(entry["name"], "name"), ids)


@cache
def _known() -> dict[str, str]:
    """Every card that a deck may hold, by its id in small letters."""
    return {card.id.casefold(): card.id for card in shipped().cards if not card.is_token}


@contextmanager
def spoken_errors(path: Path) -> Iterator[None]:
    """Say in words why the file cannot be read; that there is none is no error."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise DeckFileError(file=path.name, detail=detail_of(error)) from error
