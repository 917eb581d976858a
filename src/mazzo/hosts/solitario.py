"""Solitario put together: the one place that joins the game with its files, the clock and the journal.

settings.json gives the options and preferences, scoring_config.json the figures (a bad file is told, and the usual
figures are played), journal.sqlite3 holds one stream a game, scores.json every game that ended.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Protocol

from kernelkit.journal import Journal, MemoryJournal, Store
from kernelkit.spoken import LANGUAGES, SpokenError
from mazzo.folders import Folders
from solitario.application.achievements import notices_after
from solitario.application.controller import GameplayController
from solitario.application.deal_choice import RANDOM_DEALS, picked_deal
from solitario.application.engine import GameEngine
from solitario.application.messages import Message, Priority, alert, status
from solitario.application.preferences import Preferences
from solitario.application.score_records import GameRecord, of_profile
from solitario.domain.final_score import FinalScore
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import GameSettings
from solitario.errors import InvalidJournalError, InvalidScoringConfigError, SolitarioError
from solitario.infrastructure.anonymous_statistics import AnonymousStatisticsFile
from solitario.infrastructure.profiles_file import JsonProfileStorage
from solitario.infrastructure.scores_file import JsonScoreStorage
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader
from solitario.infrastructure.settings_file import SettingsFile, StoredSettings
from solitario.infrastructure.winnable_deals_file import known_winnable

STREAM_PREFIX = "solitario/"
LOOKED_BACK = 20
"""How many games back an unfinished one is looked for."""


def monotonic_ms() -> int:
    """The machine's monotonic clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def trouble(error: SpokenError, key: str = "trouble") -> Message:
    """An error as a message, in every language."""
    return Message(key, {language: error.message(language) for language in LANGUAGES}, Priority.ALERT)


def scoring_config(folders: Folders, chosen: Path | None = None) -> tuple[ScoringConfig, list[Message]]:
    """The figures of the file chosen, or the player's own, or the package's; a bad one is told and not used."""
    try:
        place = chosen or (folders.scoring_config if folders.scoring_config.exists() else None)
        return ScoringConfigLoader.load(place), []
    except InvalidScoringConfigError as error:
        return ScoringConfigLoader.fallback_default(), [trouble(error, "config_refused")]


class Rescue(Protocol):
    """What was kept of a damaged store."""

    def message(self, language: str) -> str:
        """It as one sentence."""


class KeptStore(Store, Protocol):
    """A store that outlives the program, and may have been damaged meanwhile."""

    @property
    def salvaged(self) -> Rescue | None:
        """What was kept when it was damaged; None when it was sound."""


def salvage_told(store: KeptStore) -> list[Message]:
    """What was kept of a damaged store, to be said with the greeting; nothing when it was sound."""
    if store.salvaged is None:
        return []
    told = {language: store.salvaged.message(language).removesuffix(".") for language in LANGUAGES}
    return [Message("trouble", told, Priority.ALERT)]


class KeptGames:
    """The host of games that are kept: journals in the store, scores and choices in their files."""

    keeps_games = True

    def __init__(
        self, folders: Folders, store: KeptStore, config: ScoringConfig, clock: Callable[[], int] = monotonic_ms
    ) -> None:
        self._store = store
        self._config = config
        self._clock = clock
        self._scores = JsonScoreStorage(folders.scores)
        self._settings = SettingsFile(folders.settings)
        self._profiles = JsonProfileStorage(folders.profiles)
        self._statistics = AnonymousStatisticsFile(folders.anonymous_statistics)
        self._stream_of: dict[GameEngine, str] = {}
        self.profile_id: str | None = None

    # What GameHost asks for

    def start(self, settings: GameSettings, deal_number: int | None) -> GameEngine:
        """A new game with a journal of its own."""
        stream = STREAM_PREFIX + uuid.uuid4().hex
        number = self._any_deal() if deal_number is None else deal_number
        engine = GameEngine.started(self._config, settings, number, self._clock, self._store.journal(stream))
        self._stream_of[engine] = stream
        return engine

    def _any_deal(self) -> int:
        return secrets.randbelow(RANDOM_DEALS) + 1

    def picked(self, kind: str, settings: GameSettings) -> int | None:
        """A deal of ``kind``; the one of the day is the same for everybody."""
        return picked_deal(kind, settings, known_winnable, secrets.randbelow, date.today())

    def ended(self, engine: GameEngine) -> list[Message]:
        """The score is kept; records and achievements are told. A deal nobody touched is no game."""
        if engine.final_score is None or not engine.scorer.log:
            return []
        try:
            return self._kept(engine, engine.final_score)
        except SolitarioError as error:
            return [trouble(error)]

    def chosen(self, settings: GameSettings, preferences: Preferences) -> list[Message]:
        """Keep the choices; a file that cannot be read is left alone and the choice counts for this time only."""
        try:
            self._settings.save(replace(self._settings.load(), game=settings, preferences=preferences))
        except SolitarioError as error:
            return [trouble(error)]
        return []

    # Opening

    def stored(self) -> tuple[StoredSettings, list[Message]]:
        """The player's choices; a file that cannot be used is told, and the defaults count."""
        try:
            return self._settings.load(), []
        except SolitarioError as error:
            return StoredSettings(), [trouble(error)]

    def profile_called(self, name: str) -> str:
        """The id of the profile called ``name``; UnknownProfileError when there is none."""
        return self._profiles.load().id_of(name)

    def unfinished(self) -> tuple[GameEngine | None, list[Message]]:
        """The latest game that has no end, resumed to its last action, and what there is to say about others.

        A game that ended while its score could not be kept is kept now; a journal that does not replay is told.
        """
        told: list[Message] = []
        kept = self._kept_games()
        for stream in self._store.streams(STREAM_PREFIX)[: -LOOKED_BACK - 1 : -1]:
            if stream in kept:
                continue
            try:
                engine = GameEngine.resumed(self._store.journal(stream), self._clock)
            except InvalidJournalError as error:
                told.append(trouble(error))
                continue
            self._stream_of[engine] = stream
            if not engine.is_over:
                return engine, told
            told += self.ended(engine)
        return None, told

    def _kept_games(self) -> set[str]:
        """The games whose scores are kept; none when their file cannot be read, which the next score tells."""
        try:
            return {record.game_id for record in self._scores.records()}
        except SolitarioError:
            return set()

    def give_up(self, engine: GameEngine) -> list[Message]:
        """End a game that was left behind when the program closed."""
        engine.end(EndReason.ABANDON_APP_CLOSE)
        return self.ended(engine)

    def _kept(self, engine: GameEngine, score: FinalScore) -> list[Message]:
        profile_id = self.profile_id or self._profiles.load().default_id
        record = GameRecord(
            score=score,
            profile_id=profile_id,
            finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
            deal_number=engine.deal_number,
            game_id=self._stream_of.get(engine, ""),
        )
        if not self._scores.add(record):
            return []
        if self._settings.load().anonymous_statistics_enabled:
            self._statistics.count(record.score)
        notices = notices_after(of_profile(self._scores.records(), profile_id))
        return [status("notice", key=notice.key, facts=dict(notice.facts)) for notice in notices]


class PassingGames:
    """The host of games that leave no trace: scripts and trials."""

    keeps_games = False

    def __init__(self, config: ScoringConfig, clock: Callable[[], int]) -> None:
        self._config = config
        self._clock = clock
        self._next_deal = 1

    def start(self, settings: GameSettings, deal_number: int | None) -> GameEngine:
        """A new game in memory; without a number, the deal after the last one, so that a script always plays alike."""
        number = self._next_deal if deal_number is None else deal_number
        self._next_deal = number + 1
        journal: Journal = MemoryJournal()
        return GameEngine.started(self._config, settings, number, self._clock, journal)

    def picked(self, kind: str, settings: GameSettings) -> int | None:
        """The first deal of ``kind``, so that a script always plays alike; the one of the day has its date."""
        return picked_deal(kind, settings, known_winnable, lambda _count: 0, date.today())

    def ended(self, _engine: GameEngine) -> list[Message]:
        """Nothing is kept, so there is nothing to say."""
        return []

    def chosen(self, _settings: GameSettings, _preferences: Preferences) -> list[Message]:
        """A choice counts until the script ends."""
        return []


@dataclass(frozen=True, slots=True)
class WantedGame:
    """What a player sits down for: by which options, on which deal, and whether an unfinished game may go on.

    ``is_new`` gives that one up, ``is_asked`` wants a particular game and asks first.
    """

    settings: GameSettings
    deal: int | None = None
    is_new: bool = False
    is_asked: bool = False
    typing: str = "lines"


def seated(games: KeptGames, wanted: WantedGame, preferences: Preferences) -> tuple[GameplayController, list[Message]]:
    """The player at the table: the unfinished game is resumed, unless another one is wanted."""
    engine, told = games.unfinished()
    if engine is not None and wanted.is_new:
        told += games.give_up(engine)
        engine = None
    if engine is None:
        controller = GameplayController(games, games.start(wanted.settings, wanted.deal), preferences, wanted.typing)
        return controller, told + controller.greeting()
    controller = GameplayController(games, engine, preferences, wanted.typing)
    seat = controller.seat
    seat.next_settings = wanted.settings
    told += controller.greeting(is_resumed=True)
    if wanted.is_asked:
        # Somebody asked for a game by name while another waits: only a yes gives that one up.
        told += seat.ask(alert("ask_new"), lambda: seat.replaced(wanted.deal, wanted.settings))
    return controller, told
