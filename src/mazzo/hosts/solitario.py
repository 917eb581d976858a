"""Solitario put together: the one place that joins the game with its files, the clock and the journal.

The store has one stream a game, and one each for the choices, the players and every game that ended;
scoring_config.json gives the figures (a bad file is told, and the usual figures are played).
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from kernelkit.journal import Journal, MemoryJournal, Store
from kernelkit.spoken import LANGUAGES, SpokenError
from mazzo.errors import StorageError
from mazzo.folders import Folders
from mazzo.streams import PROFILES, SCORES, SETTINGS
from solitario.application.controller import GameplayController
from solitario.application.deal_choice import RANDOM_DEALS, WinnableDeals, picked_deal
from solitario.application.engine import GameEngine
from solitario.application.hints import LOOK_SECONDS, Adviser
from solitario.application.messages import Message, Priority, alert, status
from solitario.application.preferences import Preferences
from solitario.application.profiles import Profiles
from solitario.application.score_records import GUEST, GameRecord, of_profile
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import GameSettings
from solitario.errors import InvalidJournalError, InvalidScoringConfigError, LockedSettingError, SolitarioError
from solitario.infrastructure.anonymous_statistics import AnonymousStatisticsFile
from solitario.infrastructure.kept_profiles import KeptProfiles
from solitario.infrastructure.kept_scores import KeptScores
from solitario.infrastructure.kept_settings import KeptSettings
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader
from solitario.infrastructure.settings_file import StoredSettings

STREAM_PREFIX = "solitario/"
UNKEPT = (SolitarioError, StorageError)
"""What can keep a score or a choice from being read or kept; the game goes on without."""
LOOKED_BACK = 50
"""How many games back an unfinished one is looked for when it is not known which have ended."""


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


RecordsLines = Callable[[str, Sequence[GameRecord], Profiles, str, str], list[str]]
"""What kept games say: the kind of answer, the games, the players, whose they are, the language; the lines of it."""


class KeptGames:
    """The host of games that are kept, with scores, choices and players, in the store.

    A game belongs to the player who began it: nobody else is offered it, and its score is booked to no other.
    """

    keeps_games = True

    def __init__(
        self,
        folders: Folders,
        store: Store,
        config: ScoringConfig,
        clock: Callable[[], int] = monotonic_ms,
        lines: RecordsLines | None = None,
    ) -> None:
        self._store = store
        self._config = config
        self._clock = clock
        self._lines = lines
        self._scores = KeptScores(store, SCORES, folders.scores)
        self._settings = KeptSettings(store, SETTINGS, folders.settings)
        self._profiles = KeptProfiles(store, PROFILES, folders.profiles)
        self._preferences: Preferences | None = None
        self._statistics = AnonymousStatisticsFile(folders.anonymous_statistics)
        self._stream_of: dict[GameEngine, str] = {}
        self._scores_are_broken = False
        self.profile_id: str | None = None

    # What GameHost asks for

    def start(self, settings: GameSettings, deal_number: int | None) -> GameEngine:
        """A new game with a journal of its own."""
        stream = STREAM_PREFIX + uuid.uuid4().hex
        number = self._any_deal() if deal_number is None else deal_number
        journal = self._store.journal(stream)
        engine = GameEngine.started(self._config, settings, number, self._clock, journal, self._player)
        return self._known(engine, stream)

    def _any_deal(self) -> int:
        return secrets.randbelow(RANDOM_DEALS) + 1

    def picked(self, kind: str, settings: GameSettings) -> int | None:
        """A deal of ``kind``; the one of the day is the same for everybody."""
        return picked_deal(kind, settings, _known_winnable, secrets.randbelow, date.today())

    def ended(self, engine: GameEngine) -> list[Message]:
        """The score is kept; records and achievements are told. A deal nobody touched is no game."""
        if engine.final_score is None or not engine.scorer.log:
            return []
        try:
            return self._kept(engine)
        except UNKEPT as error:
            # What was told at the start is not told again: the journal has the game, and the scores will have it.
            return [status("score_waits")] if self._scores_are_broken else [trouble(error)]

    def chosen(self, changes: Mapping[str, Any], preferences: Preferences) -> list[Message]:
        """Keep what was chosen at the table and nothing else: what was typed on the command line is for once.

        A file that cannot be read is left alone and the choice counts for this time only.
        """
        known, self._preferences = self._preferences, preferences

        def chosen(stored: StoredSettings) -> StoredSettings:
            said = preferences if known is None else _changed(stored.preferences, known, preferences)
            return replace(stored, game=_with(stored.game, changes), preferences=said)

        try:
            self._settings.change(chosen)
        except UNKEPT as error:
            return [trouble(error)]
        return []

    def chosen_language(self, language: str) -> list[Message]:
        """Keep the language of every game."""
        try:
            self._settings.change(lambda stored: replace(stored, language=language))
        except UNKEPT as error:
            return [trouble(error)]
        return []

    def waiting(self, besides: GameEngine) -> list[GameEngine]:
        """The unfinished games of this player, the latest first, without the one on the table."""
        here = self._stream_of.get(besides)
        found = self._unfinished_streams(self._kept_games() or set(), [])
        return [engine for engine in found if self._stream_of[engine] != here]

    def owner_name(self, engine: GameEngine) -> dict[str, str] | None:
        """Whose game this is, in every language; None for the guest."""
        owner = engine.owner or self._player
        profiles = self._loaded_profiles()
        return None if owner == GUEST else {each: profiles.name_of(owner, each) for each in LANGUAGES}

    def records_told(self, kind: str) -> list[Message]:
        """What the kept games say, a message a line."""
        if self._lines is None:
            return []
        try:
            records, profiles = self._scores.records(), self._profiles.load()
        except UNKEPT as error:
            return [trouble(error)]
        said = {each: self._lines(kind, records, profiles, self._player, each) for each in LANGUAGES}
        rows = zip(*said.values(), strict=True)
        return [status("told", **dict(zip(said, row, strict=True))) for row in rows]

    def player_names(self) -> dict[str, list[str]]:
        """Everybody who can play here, in every language; the guest last."""
        profiles = self._loaded_profiles()
        ids = [*(profile.profile_id for profile in profiles), GUEST]
        return {each: [profiles.name_of(one, each) for one in ids] for each in LANGUAGES}

    def play_as(self, name: str, *, is_new: bool = False) -> GameEngine | None:
        """Play as the player called ``name``, made now if ``is_new``; the latest game of theirs that has no end."""
        if is_new:
            self._profiles.change(lambda profiles: profiles.created(name))
        self.profile_id = self.profile_called(name)
        return next(iter(self._unfinished_streams(self._kept_games() or set(), [])), None)

    # Opening

    def stored(self) -> tuple[StoredSettings, list[Message]]:
        """The player's choices; a file that cannot be used is told, and the defaults count."""
        try:
            stored = self._settings.load()
        except UNKEPT as error:
            return StoredSettings(), [trouble(error)]
        self._preferences = stored.preferences
        return stored, []

    def profile_called(self, name: str) -> str:
        """The id of the profile called ``name``; UnknownProfileError when there is none."""
        return self._profiles.load().id_of(name)

    def unfinished(self) -> tuple[GameEngine | None, list[Message]]:
        """The player's latest game that has no end, resumed to its last action, and what there is to say.

        Games that ended while their scores could not be kept are kept now; a journal that does not replay is told, and
        so is a file of scores that cannot be read.
        """
        told: list[Message] = []
        kept = self._kept_games(told)
        ended: list[GameEngine] = []
        found = list(self._unfinished_streams(kept or set(), ended, told, is_limited=kept is None))
        if kept is not None and ended:
            told += self._recovered(ended)
        return (found[0] if found else None), told

    def _unfinished_streams(
        self,
        kept: set[str],
        ended: list[GameEngine],
        told: list[Message] | None = None,
        *,
        is_limited: bool = False,
    ) -> Iterator[GameEngine]:
        """This player's games without an end, the latest first; games of anybody that have one go into ``ended``."""
        streams = [stream for stream in reversed(self._store.streams(STREAM_PREFIX)) if stream not in kept]
        for stream in streams[:LOOKED_BACK] if is_limited else streams:
            try:
                engine = self._known(GameEngine.resumed(self._store.journal(stream), self._clock), stream)
            except InvalidJournalError as error:
                if told is not None:
                    told.append(trouble(error))
                continue
            if engine.is_over:
                ended.append(engine)
            elif (engine.owner or self._player) == self._player:
                yield engine

    def _known(self, engine: GameEngine, stream: str) -> GameEngine:
        self._stream_of[engine] = stream
        engine.today = _now
        engine.adviser = Adviser(LOOK_SECONDS)
        return engine

    def _kept_games(self, told: list[Message] | None = None) -> set[str] | None:
        """The games whose scores are kept; None when their file cannot be read, which is told."""
        try:
            return self._scores.game_ids()
        except UNKEPT as error:
            self._scores_are_broken = True
            if told is not None:
                told.append(trouble(error))
            return None

    def _recovered(self, engines: Sequence[GameEngine]) -> list[Message]:
        """Keep the scores of games that ended and are not kept, oldest first, each with its own date; one notice."""
        records = [self._record(engine) for engine in reversed(engines) if engine.scorer.log]
        try:
            added = self._scores.add_all(records) if records else []
        except UNKEPT as error:
            return [trouble(error)]
        return [status("recovered", count=len(added))] if added else []

    def give_up(self, engine: GameEngine, reason: EndReason = EndReason.ABANDON_APP_CLOSE) -> list[Message]:
        """End a game that was left behind: when the program closed, or for the ``reason`` given."""
        engine.end(reason)
        return self.ended(engine)

    def opened(self, game_id: str) -> GameEngine | None:
        """The game of this id at its last action, whoever began it; None if there is none."""
        stream = STREAM_PREFIX + game_id
        journal = self._store.journal(stream)
        return self._known(GameEngine.resumed(journal, self._clock), stream) if journal.entries() else None

    def id_of(self, engine: GameEngine) -> str:
        """By which id a game can be opened again."""
        return self._stream_of[engine].removeprefix(STREAM_PREFIX)

    @property
    def _player(self) -> str:
        """Who plays: the profile that was named, else the default one."""
        return self.profile_id or self._loaded_profiles().default_id

    def _loaded_profiles(self) -> Profiles:
        try:
            return self._profiles.load()
        except UNKEPT:
            return Profiles()

    def _record(self, engine: GameEngine) -> GameRecord:
        assert engine.final_score is not None
        return GameRecord(
            score=engine.final_score,
            profile_id=engine.owner or self._player,
            finished_at=engine.finished_at,
            deal_number=engine.deal_number,
            game_id=self._stream_of.get(engine, ""),
        )

    def _kept(self, engine: GameEngine) -> list[Message]:
        record = self._record(engine)
        if not self._scores.add(record):
            return []
        if self._settings.load().anonymous_statistics_enabled:
            self._statistics.count(record.score)
        from solitario.application.achievements import notices_after

        notices = notices_after(of_profile(self._scores.records(), record.profile_id))
        return [status("notice", key=notice.key, facts=dict(notice.facts)) for notice in notices]


def _known_winnable(deck: str, draw_count: int) -> WinnableDeals:
    """The list that comes with the package, read when a deal from it is wanted."""
    from solitario.infrastructure.winnable_deals_file import known_winnable

    return known_winnable(deck, draw_count)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _changed(stored: Preferences, known: Preferences, chosen: Preferences) -> Preferences:
    """``stored`` with what was chosen here; what another window chose meanwhile stays."""
    new = {field.name: getattr(chosen, field.name) for field in fields(Preferences)}
    return replace(stored, **{name: value for name, value in new.items() if value != getattr(known, name)})


def _with(settings: GameSettings, changes: Mapping[str, Any]) -> GameSettings:
    """``settings`` with what was changed at the table, where their own level leaves it a choice."""
    for option, value in changes.items():
        try:
            settings = settings.with_option(option, value)
        except LockedSettingError:
            continue
    return settings


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
        return picked_deal(kind, settings, _known_winnable, lambda _count: 0, date.today())

    def ended(self, _engine: GameEngine) -> list[Message]:
        """Nothing is kept, so there is nothing to say."""
        return []

    def chosen(self, _changes: Mapping[str, Any], _preferences: Preferences) -> list[Message]:
        """A choice counts until the script ends."""
        return []

    def chosen_language(self, _language: str) -> list[Message]:
        """So does a language."""
        return []

    def waiting(self, _besides: GameEngine) -> list[GameEngine]:
        """No game waits."""
        return []

    def owner_name(self, _engine: GameEngine) -> dict[str, str] | None:
        """Nobody's game."""
        return None

    def player_names(self) -> dict[str, list[str]]:
        """Nobody."""
        return {each: [] for each in LANGUAGES}

    def play_as(self, _name: str, *, is_new: bool = False) -> None:
        """Nobody else plays here."""

    def records_told(self, _kind: str) -> list[Message]:
        """Nothing was kept, so nothing is told."""
        return [status("nothing_kept")]


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
        told += seat.ask(
            alert("ask_new", can_wait=True),
            lambda: seat.replaced(wanted.deal, wanted.settings),
            lambda: seat.begin(wanted.deal, wanted.settings, keeps=True),
        )
    return controller, told
