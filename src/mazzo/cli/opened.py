"""The store as a command opens it: what happened to it on the way is said, to standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from mazzo.bootstrap import kept_store, store_to_read
from mazzo.storage.store import EventStore
from mazzo.words.stored import store_news

if TYPE_CHECKING:
    from kernelkit.journal import Store
    from mazzo.decks.reading import DeckReader
    from mazzo.decks.store import StoredDeck


@contextmanager
def opened_store(language: str) -> Iterator[EventStore]:
    """The store of everything this user keeps."""
    with kept_store() as store:
        tell_news(store, language)
        yield store


@contextmanager
def opened_to_read(language: str) -> Iterator[Store]:
    """The same for a command that only reads: where nothing is kept yet, nothing is made."""
    with store_to_read() as store:
        tell_news(store, language)
        yield store


def tell_news(store: Store, language: str) -> None:
    """Say what happened to the store when it was opened; nothing ever happens to one in memory."""
    if not isinstance(store, EventStore):
        return
    for line in store_news(store.salvaged, store.taken_over, language):
        click.echo(line, err=True)


def reader_of_decks(language: str) -> DeckReader:
    """The reader of decks for a command without a store: one is opened whenever the user's own are asked for."""
    from mazzo.bootstrap import own_decks
    from mazzo.decks.reading import DeckReader

    def own() -> tuple[StoredDeck, ...]:
        with opened_to_read(language) as store:
            return own_decks(store).decks()

    return DeckReader(own)
