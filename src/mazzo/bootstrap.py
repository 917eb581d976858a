"""Everything put together: the one place that joins stores, decks, files and voices with the conversations.

An edge asks here for a conversation, on the journal or in memory, and talks to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kernelkit.journal import MemoryStore, Store
from mazzo.folders import folders, made_folder_of
from mazzo.storage.store import EventStore

if TYPE_CHECKING:
    from mazzo.coach.deep_look import DeepCoach
    from mazzo.decks.names import KeptNames
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
    from solitario.infrastructure.profiles_file import JsonProfileStorage
    from solitario.infrastructure.scores_file import JsonScoreStorage

DATABASE_URL = "MAZZO_DATABASE_URL"
"""Names a database server that keeps the games of a shared table; without it they are kept in a file."""


def kept_store() -> EventStore:
    """The store of this user's games, opened; whoever asks closes it."""
    return EventStore.open(os.environ.get(DATABASE_URL) or made_folder_of(folders().journal))


def own_decks() -> DeckStore:
    """Where this user's decks are kept; none may be called like one that comes with the game."""
    from mazzo.decks.store import DeckStore
    from qb_engine.cards.starter_decks import starter_decks

    return DeckStore(folders().decks, reserved=tuple(starter.name for starter in starter_decks()))


def opponents_decks() -> DeckStore:
    """Where it is kept what was seen of opponents' decks."""
    from mazzo.decks.store import DeckStore

    return DeckStore(folders().opponents, fewest=1)


def deck_reader() -> DeckReader:
    """The reader of decks that knows those of this user."""
    from mazzo.decks.reading import DeckReader

    return DeckReader(own_decks().decks)


def shelf() -> DeckShelf:
    """The decks that this user keeps, and what was seen of opponents."""
    from mazzo.decks.shelf import DeckShelf

    return DeckShelf(own_decks().decks(), opponents_decks(), keep=own_decks().add)


def names() -> KeptNames:
    """What this user calls cards, and the catalogues of names in the data folder."""
    from mazzo.decks.names import KeptNames

    return KeptNames(folders().names, folders().name_catalogues)


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
    return CoachSession(Matches(store), voice, answers, shelf(), deep, files=TypedFiles(), names=names())


def play_session(
    games: Games, voice: Voice, deal: Callable[[], Terms], save: Target | None = None, *, hints: bool, keeps: bool
) -> PlaySession:
    """A game against the computer. A finished one is written to ``save``, or numbered where games are kept."""
    from mazzo.dialogue.play import PlaySession
    from mazzo.storage.typed_files import TypedFiles, numbered_game

    def place(number: int) -> Target | None:
        return save or (numbered_game(folders(), number) if keeps else None)

    return PlaySession(
        games, voice, deal, place, files=TypedFiles(), hints=hints, keeps=keeps, names=names() if keeps else None
    )


def solitario_games(
    store: EventStore, clock: Callable[[], int], figures: Path | None = None
) -> tuple[KeptGames, list[Message]]:
    """Solitario's games on ``store``, scored by the ``figures`` of a file or the usual ones; what there is to tell."""
    from mazzo.hosts.solitario import KeptGames, salvage_told, scoring_config

    config, told = scoring_config(folders(), figures)
    return KeptGames(folders(), store, config, clock, _records_lines), [*told, *salvage_told(store)]


def solitario_scores() -> JsonScoreStorage:
    """The finished games of Solitario."""
    from solitario.infrastructure.scores_file import JsonScoreStorage

    return JsonScoreStorage(folders().scores)


def solitario_players() -> JsonProfileStorage:
    """Who plays Solitario here."""
    from solitario.infrastructure.profiles_file import JsonProfileStorage

    return JsonProfileStorage(folders().profiles)


def _records_lines(
    kind: str, records: Sequence[GameRecord], profiles: Profiles, player: str, language: str
) -> list[str]:
    """What the kept games say at the table; imported when somebody asks."""
    from mazzo.words.records import table_lines

    return table_lines(kind, records, profiles, player, language)


def assistant_tools(language: str) -> dict[str, Tool]:
    """The tools of one assistant, who knows this user's decks and scores by this user's figures."""
    from mazzo.hosts.solitario import scoring_config
    from mazzo.mcp.tools import tools

    return tools(language, scoring_config(folders(), None)[0], deck_reader())


def voice_for(language: str, rate: int) -> Speaker:
    """The voice that this machine has."""
    from mazzo.speech.find import find_speaker

    return find_speaker(language, rate)
