"""Everything put together: the one place that joins stores, decks, files and voices with the conversations.

An edge asks here for a conversation, on the journal or in memory, and talks to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kernelkit.journal import MemoryStore, Store
from kernelkit.spoken import LANGUAGES, SpokenError
from mazzo.folders import folders, made_folder_of
from mazzo.storage.store import EventStore
from mazzo.streams import DECKS, NAMES, OPPONENTS, PROFILES, SCORES, SETTINGS

if TYPE_CHECKING:
    from kernelkit.kept import KeptValue
    from mazzo.coach.deep_look import DeepCoach
    from mazzo.decks.names import KeptNames, NameBook
    from mazzo.decks.reading import DeckReader
    from mazzo.decks.shelf import DeckShelf
    from mazzo.decks.store import DeckStore
    from mazzo.dialogue.coach import CoachSession
    from mazzo.dialogue.play import PlaySession
    from mazzo.hosts.solitario import KeptGames
    from mazzo.mcp.tools import Tool
    from mazzo.play.files import Target
    from mazzo.play.games import Games
    from mazzo.play.terms import Terms
    from mazzo.speech.speaker import Speaker
    from qb_engine.words.voice import Voice
    from solitario.application.messages import Message
    from solitario.application.profiles import Profiles
    from solitario.application.score_records import GameRecord
    from solitario.infrastructure.kept_profiles import KeptProfiles
    from solitario.infrastructure.kept_scores import KeptScores
    from solitario.infrastructure.kept_settings import KeptSettings

DATABASE_URL = "MAZZO_DATABASE_URL"
"""Names a database server that keeps the games of a shared table; without it they are kept in a file."""


def kept_store() -> EventStore:
    """The store of everything this user keeps, opened; whoever asks closes it.

    What lies in files from before the store had it is taken over, once; the files stay as they are.
    """
    place = kept_place()
    store = EventStore.open(made_folder_of(place) if isinstance(place, Path) else place)
    try:
        store.taken_over = _taken_over(store)
    except BaseException:
        store.close()
        raise
    return store


@contextmanager
def store_to_read() -> Iterator[EventStore | MemoryStore]:
    """The same for whoever only reads: where nothing is kept yet, nothing is made."""
    place = kept_place()
    if isinstance(place, Path) and not place.exists():
        yield MemoryStore()
        return
    with EventStore.open(place) as store:
        yield store


def kept_place() -> Path | str:
    """Where everything is kept: a file, or the URL of a database server."""
    return os.environ.get(DATABASE_URL) or folders().journal


def _taken_over(store: EventStore) -> tuple[str, ...]:
    """The names of the files whose content the store has from now on; one that cannot be read is left for later.

    Whoever needs what is in that one is told why it cannot be read.
    """
    from mazzo.errors import InvalidEventError, StorageError

    taken = []
    for stream, file, kept in _from_before(store):
        try:
            if file.exists() and not store.length(stream) and kept().take_over():
                taken.append(file.name)
        except SpokenError as error:
            if isinstance(error, StorageError) and not isinstance(error, InvalidEventError):
                raise
    return tuple(taken)


def _from_before(store: Store) -> Iterator[tuple[str, Path, Callable[[], KeptValue[Any]]]]:
    """Each stream that was a file before, the file, and what is kept in it."""
    yield DECKS, folders().decks, lambda: own_decks(store).kept
    yield OPPONENTS, folders().opponents, lambda: opponents_decks(store).kept
    yield NAMES, folders().names, lambda: names(store).kept
    yield SETTINGS, folders().settings, lambda: solitario_choices(store).kept
    yield PROFILES, folders().profiles, lambda: solitario_players(store).kept
    yield SCORES, folders().scores, lambda: solitario_scores(store).kept


def own_decks(store: Store) -> DeckStore:
    """Where this user's decks are kept; none may be called like one that comes with the game."""
    from mazzo.decks.store import DeckStore
    from qb_engine.cards.starter_decks import starter_decks

    return DeckStore(store, DECKS, folders().decks, reserved=tuple(starter.name for starter in starter_decks()))


def opponents_decks(store: Store) -> DeckStore:
    """Where it is kept what was seen of opponents' decks."""
    from mazzo.decks.store import DeckStore

    return DeckStore(store, OPPONENTS, folders().opponents, fewest=1)


def deck_reader(store: Store) -> DeckReader:
    """The reader of decks that knows those of this user."""
    from mazzo.decks.reading import DeckReader

    return DeckReader(own_decks(store).decks)


def shelf(store: Store) -> DeckShelf:
    """The decks that this user keeps, and what was seen of opponents."""
    from mazzo.decks.shelf import DeckShelf

    own = own_decks(store)
    return DeckShelf(own.decks(), opponents_decks(store), keep=own.add)


def names(store: Store) -> KeptNames:
    """What this user calls cards, and the catalogues of names in the data folder."""
    from mazzo.decks.names import KeptNames

    return KeptNames(store, folders().names, folders().name_catalogues)


def coach_session(
    store: Store | None, voice: Voice, given: Mapping[str, str] | None = None, deep: DeepCoach | None = None
) -> CoachSession:
    """The coach on ``store`` and this user's decks; without a store in memory, where nothing is kept."""
    from mazzo.coach.matches import Matches
    from mazzo.dialogue.coach import CoachSession
    from mazzo.storage.typed_files import TypedFiles

    answers = dict(given or {})
    if store is None:
        matches = Matches(MemoryStore())
        return CoachSession(matches, voice, answers, deep=deep, files=TypedFiles(), keeps=False)
    return CoachSession(Matches(store), voice, answers, shelf(store), deep, files=TypedFiles(), names=names(store))


def play_session(
    games: Games,
    voice: Voice,
    deal: Callable[[], Terms],
    save: Target | None = None,
    names: NameBook | None = None,
    *,
    hints: bool,
) -> PlaySession:
    """A game against the computer. A finished one is written to ``save``, or numbered where it is kept.

    It is where there are ``names`` that last, and not in a script.
    """
    from mazzo.dialogue.play import PlaySession
    from mazzo.storage.typed_files import TypedFiles, numbered_game

    def place(number: int) -> Target | None:
        return save or (numbered_game(folders(), number) if keeps else None)

    keeps = names is not None
    return PlaySession(games, voice, deal, place, files=TypedFiles(), hints=hints, keeps=keeps, names=names)


def solitario_games(
    store: EventStore, clock: Callable[[], int], figures: Path | None = None
) -> tuple[KeptGames, list[Message]]:
    """Solitario's games on ``store``, scored by the ``figures`` of a file or the usual ones; what there is to tell."""
    from mazzo.hosts.solitario import KeptGames, scoring_config

    config, told = scoring_config(folders(), figures)
    return KeptGames(folders(), store, config, clock, _records_lines), [*told, *_news(store)]


def _news(store: EventStore) -> list[Message]:
    """What happened to the store when it was opened, to be said with the greeting."""
    if store.salvaged is None and not store.taken_over:
        return []
    from mazzo.words.stored import store_news
    from solitario.application.messages import alert

    said = {each: store_news(store.salvaged, store.taken_over, each) for each in LANGUAGES}
    lines = zip(*said.values(), strict=True)
    return [
        alert("trouble", **{each: one.removesuffix(".") for each, one in zip(said, line, strict=True)})
        for line in lines
    ]


def solitario_scores(store: Store) -> KeptScores:
    """The finished games of Solitario."""
    from solitario.infrastructure.kept_scores import KeptScores

    return KeptScores(store, SCORES, folders().scores)


def solitario_players(store: Store) -> KeptProfiles:
    """Who plays Solitario here."""
    from solitario.infrastructure.kept_profiles import KeptProfiles

    return KeptProfiles(store, PROFILES, folders().profiles)


def solitario_choices(store: Store) -> KeptSettings:
    """What was chosen for every game of Solitario."""
    from solitario.infrastructure.kept_settings import KeptSettings

    return KeptSettings(store, SETTINGS, folders().settings)


def _records_lines(
    kind: str, records: Sequence[GameRecord], profiles: Profiles, player: str, language: str
) -> list[str]:
    """What the kept games say at the table; imported when somebody asks."""
    from mazzo.words.records import table_lines

    return table_lines(kind, records, profiles, player, language)


def assistant_tools(language: str, decks: DeckReader) -> dict[str, Tool]:
    """The tools of one assistant, who knows this user's decks and scores by this user's figures."""
    from mazzo.hosts.solitario import scoring_config
    from mazzo.mcp.tools import tools

    return tools(language, scoring_config(folders(), None)[0], decks)


def voice_for(language: str, rate: int) -> Speaker:
    """The voice that this machine has."""
    from mazzo.speech.find import find_speaker

    return find_speaker(language, rate)
