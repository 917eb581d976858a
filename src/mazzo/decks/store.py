"""The player's decks, and what was seen of opponents': JSON files, read strictly, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kernelkit.durable import FileBusyError, exclusive, write_durably
from kernelkit.files import detail_of
from mazzo.errors import DeckFileBusyError, DeckFileError, DeckNameError, UnknownDeckError
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import ANY_COPIES
from qb_engine.data.checks import WHOLE, Place, read_data, shown
from qb_engine.deck import Deck
from qb_engine.models import DECK_SIZE

SCHEMA = 1
MOST_DECKS = 500


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A deck under the name its player gave it; whether the rules take its copies is asked when it is played."""

    name: str
    card_ids: tuple[str, ...]


class DeckStore:
    """The decks in the file at ``path``; a file that cannot be read is refused by name and left as it is.

    A deck has fifteen cards; with ``fewest`` below that, lists that are known in part are kept as well.
    """

    def __init__(self, path: Path, reserved: tuple[str, ...] = (), fewest: int = DECK_SIZE) -> None:
        self.path = path
        self._fewest = fewest
        self._reserved = {name.casefold() for name in reserved}

    def decks(self) -> tuple[StoredDeck, ...]:
        """Every deck, by name; none when there is no file yet."""
        with self._spoken():
            try:
                content = read_data(self.path)
            except FileNotFoundError:
                return ()
        place = Place(self.path.name, WHOLE)
        record = place.record(content, WHOLE, ("schema", "decks"))
        place.integer(record["schema"], "schema", SCHEMA, SCHEMA)
        entries = place.items(record["decks"], "decks", 0, MOST_DECKS)
        decks = tuple(
            _deck(Place(self.path.name, f"decks[{number}]"), entry, self._fewest)
            for number, entry in enumerate(entries)
        )
        return tuple(sorted(decks, key=lambda deck: deck.name.casefold()))

    def find(self, name: str) -> StoredDeck:
        """The deck with this name, capitals or not; UnknownDeckError names those there are."""
        found = next((deck for deck in self.decks() if deck.name.casefold() == name.casefold()), None)
        if found is None:
            known = ", ".join(deck.name for deck in self.decks())
            raise UnknownDeckError(asked=shown(name), known=known or "-")
        return found

    def add(self, deck: StoredDeck, *, replace: bool = False) -> None:
        """Keep a deck; one of that name must not be there yet, unless it is to be replaced."""
        Place(self.path.name, "-").text(deck.name, "name")
        if not self._fewest <= len(deck.card_ids) < DECK_SIZE:
            Deck(deck.card_ids, ANY_COPIES)
        if deck.name.casefold() in self._reserved:
            raise DeckNameError(name=deck.name)
        self._change(lambda decks: _with(decks, deck, replace=replace))

    def _change(self, change: Callable[[tuple[StoredDeck, ...]], list[StoredDeck]]) -> None:
        with self._spoken(), exclusive(self.path):
            entries = [{"name": deck.name, "cards": list(deck.card_ids)} for deck in change(self.decks())]
            lines = ",\n".join(f"    {json.dumps(entry)}" for entry in entries)
            write_durably(self.path, f'{{\n  "schema": {SCHEMA},\n  "decks": [\n{lines}\n  ]\n}}\n'.encode())

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise
        except FileBusyError as error:
            raise DeckFileBusyError(file=self.path.name) from error
        except OSError as error:
            raise DeckFileError(file=self.path.name, detail=detail_of(error)) from error


def _deck(place: Place, value: object, fewest: int) -> StoredDeck:
    entry = place.record(value, WHOLE, ("name", "cards"))
    cards = place.items(entry["cards"], "cards", fewest, DECK_SIZE)
    known = {card.id.casefold(): card.id for card in shipped().cards if not card.is_token}
    ids = tuple(place.reference(card, "cards", known) for card in cards)
    return StoredDeck(place.text(entry["name"], "name"), ids)


def _with(decks: tuple[StoredDeck, ...], deck: StoredDeck, *, replace: bool) -> list[StoredDeck]:
    """The decks with one more, or with one in place of its namesake."""
    others = [one for one in decks if one.name.casefold() != deck.name.casefold()]
    if len(others) < len(decks) and not replace:
        raise DeckNameError(name=deck.name)
    return [*others, deck]
