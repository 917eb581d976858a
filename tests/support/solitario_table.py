"""A player at a table for tests: a clock that is told the time, and a host that remembers what it was asked."""

from datetime import date

from kernelkit.journal import MemoryJournal
from solitario.application.controller import GameplayController
from solitario.application.deal_choice import picked_deal
from solitario.application.engine import GameEngine
from solitario.application.preferences import Preferences
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import GameSettings
from solitario.infrastructure.winnable_deals_file import known_winnable
from solitario.presentation.voice import Voice
from solitario.presentation.words import said


class HandClock:
    """Milliseconds that pass only when somebody lets them."""

    def __init__(self):
        self.now_ms = 1_000_000

    def __call__(self):
        return self.now_ms

    def wait(self, seconds):
        self.now_ms += round(seconds * 1000)


class Table:
    """One player, one game after the other, everything in memory."""

    keeps_games = True

    def __init__(self, deal=1, level=3, deck="french", config=None, preferences=None, **changes):
        self.clock = HandClock()
        self.config = config or ScoringConfig()
        self.journals = []
        self.ended_games = []
        self.choices = []
        settings = GameSettings.for_level(level, deck, **changes)
        self.controller = GameplayController(self, self.start(settings, deal), preferences or Preferences())
        self.controller.seat.look_seconds = 0.01  # plain kernels are slow, and so many commands ask

    def start(self, settings, deal_number):
        self.journals.append(MemoryJournal())
        return GameEngine.started(self.config, settings, deal_number or 77, self.clock, self.journals[-1])

    def picked(self, kind, settings):
        return picked_deal(kind, settings, known_winnable, lambda _count: 0, date(2026, 1, 1))

    def ended(self, engine):
        self.ended_games.append(engine.final_score)
        return []

    def chosen(self, changes, preferences):
        self.choices.append((changes, preferences))
        return []

    def chosen_language(self, language):
        self.choices.append(language)
        return []

    def waiting(self, besides):
        return []

    def owner_name(self, engine):
        return None

    def player_names(self):
        return {"en": ["Guest"], "it": ["Ospite"]}

    def play_as(self, name, *, is_new=False):
        return None

    def records_told(self, kind):
        return []

    @property
    def engine(self):
        return self.controller.engine

    @property
    def seat(self):
        return self.controller.seat

    def keys(self, *lines):
        """The message keys that each line brings, tips left out, flat."""
        return [message.key for message in self.messages(*lines)]

    def messages(self, *lines):
        found = [message for line in lines for message in self.controller.handle(line)]
        return [message for message in found if not message.key.startswith("tip_")]

    def text(self, *lines, language="en"):
        """What the lines bring, in words."""
        return [self.words(message, language) for message in self.messages(*lines)]

    def words(self, message, language="en"):
        voice = Voice(language, self.engine.settings.deck_type, self.seat.preferences.verbosity)
        return said(message, voice)

    def wait(self, seconds):
        """The keys of what is said by itself after ``seconds``."""
        self.clock.wait(seconds)
        return [message.key for message in self.controller.idle()]
