"""The player's seat: everything that is theirs at the table, from the cursor to the question that waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from solitario.application.actions import over_message
from solitario.application.commands import Command
from solitario.application.cursor import Cursor, Selection
from solitario.application.engine import GameEngine
from solitario.application.messages import Message, MessageHistory, Priority, status, tip
from solitario.application.preferences import LOOK_SECONDS, Preferences
from solitario.domain.final_score import USUAL_PILES
from solitario.domain.moves import PILES, Place
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import GameSettings
from solitario.domain.table import Table


class GameHost(Protocol):
    """What a seat needs from the program around it."""

    @property
    def keeps_games(self) -> bool:
        """Whether a game that is left goes on next time."""

    def start(self, settings: GameSettings, deal_number: int | None) -> GameEngine:
        """A new game of ``deal_number``, or of a fresh number."""

    def picked(self, kind: str, settings: GameSettings) -> int | None:
        """The number of a deal of ``kind``, one of ``deal_choice.KINDS``; None when none is known."""

    def ended(self, engine: GameEngine) -> list[Message]:
        """Keep the score of a finished game; what there is to say about it."""

    def chosen(self, changes: Mapping[str, Any], preferences: Preferences) -> list[Message]:
        """Remember the options that the player has changed, for next time; what there is to say when that fails."""

    def chosen_language(self, language: str) -> list[Message]:
        """Remember the language for next time."""

    def waiting(self, besides: GameEngine) -> list[GameEngine]:
        """The player's other games that have no end, the latest first."""

    def owner_name(self, engine: GameEngine) -> dict[str, str] | None:
        """Whose game this is, in every language; None for the guest."""

    def player_names(self) -> dict[str, list[str]]:
        """Everybody who plays here, in every language."""

    def play_as(self, name: str, *, is_new: bool = False) -> GameEngine | None:
        """Play as somebody else, whose latest unfinished game it gives, or None; SolitarioError for no such name."""

    def records_told(self, kind: str) -> list[Message]:
        """What the kept games say: ``statistics`` or ``records``."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for yes or no; only yes does something, or ``later`` where there is one."""

    message: Message
    on_yes: Callable[[], list[Message]]
    on_later: Callable[[], list[Message]] | None = None


class Seat:
    """One player at one table; commands change it, and it tells what there is to say.

    ``typing`` is how the player types: single ``keys``, ``lines`` with arrows, or lines into a ``pipe`` without.
    """

    def __init__(self, host: GameHost, engine: GameEngine, preferences: Preferences, typing: str = "lines") -> None:
        self.host = host
        self.typing = typing
        self.language: str | None = None
        self.first_language = "it"
        self.typed = ""
        self.engine = engine
        self.preferences = preferences
        self.next_settings = engine.settings
        self.cursor = Cursor.on(PILES[0], engine.table)
        self.named_place: Place | None = None
        self.selection: Selection | None = None
        self.history = MessageHistory()
        self.question: Question | None = None
        self.menu: dict[str, Command] = {}
        self.look_seconds = LOOK_SECONDS
        self.moves_said: tuple[Table | None, int] = (None, 0)
        self.waiting: list[Message] = []
        self.is_paused = False
        self.wants_to_leave = False
        self.table_changed = False
        self.said_over = engine.is_over
        self.said_stuck = False
        self.said_finish = False
        self.practises = False
        self.said_lost = False
        self.tips_given: set[str] = set()

    def tips(self, *tips: Message) -> list[Message]:
        """``tips`` that were not given in this game yet, unless they are switched off."""
        if not self.engine.settings.command_tips:
            return []
        new = [tip for tip in tips if tip.key not in self.tips_given]
        self.tips_given.update(tip.key for tip in new)
        return new

    @property
    def help_tip(self) -> Message:
        """How help is asked for; where single keys are read, also how words are typed."""
        return tip("tip_keys" if self.typing == "keys" else "tip_help")

    def ask(
        self,
        message: Message,
        on_yes: Callable[[], list[Message]],
        on_later: Callable[[], list[Message]] | None = None,
    ) -> list[Message]:
        """Put a question; the clock stands still until it is answered."""
        self.engine.clock.stop("question")
        self.question = Question(message, on_yes, on_later)
        return [message]

    def opening(self, *, is_resumed: bool) -> list[Message]:
        """What is said when a game is first seen."""
        owner = self.host.owner_name(self.engine)
        facts: dict[str, Any] = {"deal": self.engine.deal_number, "settings": self.engine.settings.as_dict()}
        facts |= {"player": owner, "keeps": self.host.keeps_games}
        if is_resumed:
            facts |= {"seconds": self.engine.clock.elapsed_ms // 1000, "moves": self.engine.move_count}
        told = [status("resumed" if is_resumed else "started", **facts)]
        if self.engine.settings.empty_piles != USUAL_PILES:
            told.append(status("open_piles"))
        return [*told, *self.tips(self.help_tip)]

    def begin(self, deal_number: int | None, settings: GameSettings, *, keeps: bool = False) -> list[Message]:
        """Start another game in place of this one, which has ended or is kept."""
        if keeps:
            self.engine.save_clock()
        self._sit_at(self.host.start(settings, deal_number))
        return self.opening(is_resumed=False)

    def exchanged(self, engine: GameEngine) -> list[Message]:
        """Go on with another game; this one is kept, and its clock was written."""
        self._sit_at(engine)
        return self.opening(is_resumed=True)

    def _sit_at(self, engine: GameEngine) -> None:
        self.engine = engine
        self.cursor = Cursor.on(PILES[0], self.engine.table)
        self.selection, self.named_place, self.is_paused = None, None, False
        self.said_over = self.said_stuck = self.said_finish = self.table_changed = self.said_lost = False
        self.waiting.clear()
        self.tips_given.clear()

    def give_up(self, reason: EndReason) -> list[Message]:
        """End the running game for ``reason`` and say its score."""
        self.engine.end(reason)
        return self.end_messages()

    def replaced(self, deal_number: int | None, settings: GameSettings) -> list[Message]:
        """Give the running game up for another one; its score is said, without tips for what to do after it."""
        told = [message for message in self.give_up(EndReason.ABANDON_NEW_GAME) if message.priority is not Priority.TIP]
        return told + self.begin(deal_number, settings)

    def end_messages(self) -> list[Message]:
        """What is said once when the game has ended; nothing while it runs or after it was said."""
        score = self.engine.final_score
        if score is None or self.said_over:
            return []
        self.said_over, self.selection = True, None
        self.waiting.clear()
        told = over_message(score, self.engine.deal_number)
        return [told, *self.host.ended(self.engine), *self.tips(tip("tip_over"))]

    def choose(self, **changes: Any) -> list[Message]:
        """Change preferences and remember them; what there is to say when they cannot be kept."""
        self.preferences = replace(self.preferences, **changes)
        return self.host.chosen({}, self.preferences)

    def choose_next(self, option: str, value: Any) -> list[Message]:
        """Change an option of the next game and remember it; what there is to say when it cannot be kept.

        Only this option is remembered: the others may be those of the command line, which hold once.
        """
        self.next_settings = self.next_settings.with_option(option, value)
        return self.host.chosen({option: value}, self.preferences)
