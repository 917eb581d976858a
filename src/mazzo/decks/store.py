"""The player's decks, and what was seen of opponents': each a stream of the journal, an entry for a deck that is kept.

The later of two decks of one name counts. ``decks.json`` and ``opponents.json`` are from before there were streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from kernelkit.journal import Store
from kernelkit.kept import TAKEN_OVER, Change, KeptValue
from mazzo.decks.files import StoredDeck as StoredDeck
from mazzo.decks.files import checked_deck, read_decks
from mazzo.errors import DeckNameError
from qb_engine.cards.deck_code import ANY_COPIES
from qb_engine.data.checks import Place
from qb_engine.deck import Deck
from qb_engine.models import DECK_SIZE

KEPT = "kept"
Decks = dict[str, StoredDeck]
"""Decks by their names in small letters."""


class DeckStore:
    """The decks of one ``stream``; until it has begun, those in ``file``, which is only read.

    A deck has fifteen cards; with ``fewest`` below that, lists that are known in part are kept as well.
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        file: Path | None = None,
        reserved: tuple[str, ...] = (),
        fewest: int = DECK_SIZE,
    ) -> None:
        self._stream, self._file, self._fewest = stream, file, fewest
        self._reserved = {name.casefold() for name in reserved}
        self.kept: KeptValue[Decks] = KeptValue(store, stream, self._summed, self._before)

    def decks(self) -> tuple[StoredDeck, ...]:
        """Every deck, by name."""
        return tuple(sorted(self.kept.value().values(), key=lambda deck: deck.name.casefold()))

    def add(self, deck: StoredDeck, *, replace: bool = False) -> None:
        """Keep a deck; one of that name must not be there yet, unless it is to be replaced."""
        self._check(deck)

        def added(decks: Decks) -> Sequence[Change]:
            if deck.name.casefold() in decks and not replace:
                raise DeckNameError(name=deck.name)
            return [_kept(deck)]

        self.kept.change(added)

    def learn(self, name: str, learned: Callable[[StoredDeck | None], StoredDeck]) -> StoredDeck:
        """Keep what ``learned`` makes of the deck of this name, as it is now; what is kept."""

        def changed(decks: Decks) -> Sequence[Change]:
            known = decks.get(name.casefold())
            deck = learned(known)
            self._check(deck)
            return [] if deck == known else [_kept(deck)]

        return self.kept.change(changed)[name.casefold()]

    def _check(self, deck: StoredDeck) -> None:
        Place(self._stream, "-").text(deck.name, "name")
        if not self._fewest <= len(deck.card_ids) < DECK_SIZE:
            Deck(deck.card_ids, ANY_COPIES)
        if deck.name.casefold() in self._reserved:
            raise DeckNameError(name=deck.name)

    def _summed(self, changes: Iterable[Change]) -> Decks:
        decks: Decks = {}
        for number, change in enumerate(changes, start=1):
            if change.kind != TAKEN_OVER:
                place = Place(self._stream, f"{number}")
                place.word(change.kind, "kind", (KEPT,))
                deck = checked_deck(place, change.data, self._fewest)
                decks[deck.name.casefold()] = deck
        return decks

    def _before(self) -> list[Change]:
        decks = None if self._file is None else read_decks(self._file, self._fewest)
        if decks is None or self._file is None:
            return []
        return [Change(TAKEN_OVER, {"file": self._file.name}), *map(_kept, decks)]


def _kept(deck: StoredDeck) -> Change:
    return Change(KEPT, {"name": deck.name, "cards": list(deck.card_ids)})
