"""One game from start to end: moves, score, clock and journal kept together.

Every action is written to the journal first and takes effect afterwards, through the same code that replays a
journal; so a resumed game is the game, with its clock and its score. ``at`` in an entry is the active time in
milliseconds. A game keeps the scoring figures it started with, whatever becomes of their file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kernelkit.journal import Entry, Journal, MemoryJournal
from kernelkit.spoken import sentence
from solitario.application.clock import ActiveClock, Milliseconds
from solitario.application.hints import Adviser, Blocked
from solitario.application.warnings import ThresholdWarning, minutes_left_warning, threshold_warning
from solitario.domain.cards import deck_named
from solitario.domain.final_score import FinalScore
from solitario.domain.game import Game, Turn
from solitario.domain.guidance import Advice, is_stuck
from solitario.domain.moves import DRAW, RECYCLE, Move
from solitario.domain.rules import events_of
from solitario.domain.score_events import PROGRESSIVE_EVENTS, ScoreEvent, ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason, TimerMode
from solitario.domain.settings import GameSettings
from solitario.domain.table import Table
from solitario.errors import GameOverError, IllegalMoveError, InvalidJournalError, SolitarioError

JOURNAL_SCHEMA = 1
LONGEST_UNWRITTEN_MS = 9_000
"""So old the written time may grow: with the second between two looks at the clock, a kill costs at most ten."""
TURN_KINDS = frozenset({"move", "auto", "undo", "redo"})
"""Entries that change the table; the others only count something or tell the time."""


@dataclass(frozen=True, slots=True)
class Played:
    """What an action did: the turn, and the lines it added to the score's log."""

    turn: Turn
    events: tuple[ScoreEvent, ...]

    @property
    def points(self) -> int:
        """What the action brought or cost before the level's factor."""
        return sum(event.points for event in self.events)


@dataclass(frozen=True, slots=True)
class TimeNotice:
    """Something the clock has to say: so many minutes left, or (None) that the limit has been passed."""

    minutes_left: int | None


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class GameEngine:
    """A game being played by frozen settings, with one scorer of its own."""

    def __init__(
        self,
        config: ScoringConfig | None = None,
        settings: GameSettings | None = None,
        deal_number: int = 1,
        clock: Milliseconds | None = None,
        journal: Journal | None = None,
    ) -> None:
        """A game by the usual figures and options, on the machine's clock and in memory, unless others are given."""
        config, settings = config or ScoringConfig(), settings or GameSettings()
        clock, journal = clock or _monotonic_ms, MemoryJournal() if journal is None else journal
        self.config = config
        self.settings = settings
        self.deal_number = deal_number
        self.game = Game(deck_named(settings.deck_type), settings.rules(deal_number))
        self.scorer = settings.scorer(config)
        self.clock = ActiveClock(clock)
        self.adviser = Adviser()
        self.owner: str | None = None
        self.finished_at = ""
        self.today: Callable[[], str] = str
        self.move_count = 0
        self.final_score: FinalScore | None = None
        self._journal = journal
        self._noticed_ms = 0
        self._written_ms = 0

    @classmethod
    def started(
        cls,
        config: ScoringConfig,
        settings: GameSettings,
        deal_number: int,
        clock: Milliseconds,
        journal: Journal,
        owner: str | None = None,
    ) -> GameEngine:
        """A new game of the player ``owner``, its first entry written."""
        engine = cls(config, settings, deal_number, clock, journal)
        start = {"deal": deal_number, "settings": settings.as_dict(), "config": config.as_dict()}
        if owner is not None:
            engine.owner = start["owner"] = owner
        journal.append("start", {"schema": JOURNAL_SCHEMA, **start})
        return engine

    @classmethod
    def resumed(cls, journal: Journal, clock: Milliseconds) -> GameEngine:
        """The game that ``journal`` holds, at its last action; InvalidJournalError when it does not replay."""
        entries = list(journal.entries())
        if not entries:
            raise InvalidJournalError(number=0, reason=sentence("the journal is empty"))
        engine = cls._from_start(entries[0], clock, journal)
        engine.replay(entries[1:])
        return engine

    @classmethod
    def _from_start(cls, entry: Entry, clock: Milliseconds, journal: Journal) -> GameEngine:
        data = entry.data
        if entry.kind != "start" or data.get("schema") != JOURNAL_SCHEMA:
            raise InvalidJournalError(number=entry.number, reason=sentence("this is not the start of a game we know"))
        try:
            settings, config = GameSettings(**data["settings"]), ScoringConfig(**data["config"])
            engine = cls(config, settings, data["deal"], clock, journal)
        except (KeyError, TypeError, SolitarioError) as error:
            reason = sentence("its settings cannot be used, {error}")
            raise InvalidJournalError(number=entry.number, reason=reason, error=error) from error
        engine.owner = data.get("owner")
        return engine

    def replay(self, entries: Iterable[Entry]) -> None:
        """Take the actions of a stored game; one that was cut off between its last move and its end ends now."""
        for entry in entries:
            self._replay(entry)
        self._end_if_won()

    def _replay(self, entry: Entry) -> None:
        try:
            self.clock.set_to(entry.data["at"])
            if entry.kind in TURN_KINDS:
                self._take_turn(entry.kind, entry.data)
            else:
                self._take_note(entry.kind, entry.data)
        except (KeyError, TypeError, ValueError, SolitarioError) as error:
            reason = sentence("{kind} does not fit the game, {error}")
            raise InvalidJournalError(number=entry.number, reason=reason, kind=entry.kind, error=error) from error
        self._noticed_ms = self._written_ms = self.clock.elapsed_ms

    # Questions

    @property
    def table(self) -> Table:
        """The table now."""
        return self.game.table

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.final_score is not None

    @property
    def limit_ms(self) -> int:
        """The time limit in milliseconds; 0 without one."""
        return self.settings.timer_limit_seconds * 1000

    @property
    def is_stuck(self) -> bool:
        """Whether no useful move is left, as far as the player can know."""
        return is_stuck(self.table, self.game.rules)

    def draw_points(self) -> int:
        """What the next draw will cost: 0 or less."""
        return self.scorer.next_draw_points(min(self.settings.draw_count, len(self.table.stock)))

    def points_of(self, move: Move) -> int:
        """What ``move`` brings or costs at once; the figures are those of the moment."""
        if move == DRAW:
            return self.draw_points()
        if move == RECYCLE:
            return self.scorer.next_recycle_points()
        return sum(self.config.points(event) for event in events_of(self.table, move))

    def pass_points(self) -> int:
        """What turning the whole stock once would cost in draws, after a recycle; the recycle itself is apart."""
        return self.scorer.draws_points(len(self.table.waste), self.settings.draw_count)

    def provisional_score(self) -> FinalScore:
        """The score if the player stopped now."""
        return self.scorer.calculate_final_score(self.clock.elapsed_seconds, self.move_count, is_victory=False)

    # Actions

    def play(self, move: Move) -> Played:
        """What ``move`` did; IllegalMoveError (counted and journaled) when the rules refuse it."""
        self._require_running()
        try:
            self.game.turn(move)
        except IllegalMoveError:
            self._note("refused", move=str(move))
            raise
        return self._act("move", move=str(move))

    def finish(self) -> Played:
        """What all safe moves to the foundations did, as one action; NothingToDoError when there is none."""
        self._require_running()
        self.game.automatic_turn()
        return self._act("auto")

    def undo(self) -> Played:
        """The turn taken back; NothingToDoError when there is none."""
        self._require_running()
        self.game.last_turn()
        return self._act("undo")

    def redo(self) -> Played:
        """The turn taken again; NothingToDoError when there is none."""
        self._require_running()
        self.game.next_turn()
        return self._act("redo")

    def count_hint(self) -> None:
        """Count help that the player asked for."""
        self._require_running()
        self._note("hint")

    def hint(self) -> Advice | Blocked:
        """A suggestion, counted, or that the game is blocked."""
        self.count_hint()
        return self.adviser.advised(self.game)

    def save_clock(self) -> None:
        """Write the time reached, so that a pause is not lost with the window."""
        if not self.is_over:
            self._note("clock")

    def keep_time(self) -> None:
        """Write the time reached when what is written has grown old: a kill or a crash costs no more than that."""
        if not self.is_over and self.clock.elapsed_ms - self._written_ms >= LONGEST_UNWRITTEN_MS:
            self._note("clock")

    def end(self, reason: EndReason) -> FinalScore:
        """The final score of the game, which ends for ``reason``; GameOverError when it had ended."""
        if self.final_score is not None:
            raise GameOverError
        at_ms = self.clock.elapsed_ms
        if reason is EndReason.TIMEOUT_STRICT:
            # However late somebody looks at the clock, the game ended at its limit.
            at_ms = min(at_ms, self.limit_ms)
        self._note("end", at=at_ms, reason=reason.value, date=self.today())
        return self._score(reason)

    def tick(self) -> list[TimeNotice]:
        """What the clock has to say since the last tick; a STRICT game at its limit ends."""
        if self.is_over or not self.limit_ms:
            return []
        before_ms, after_ms = self._noticed_ms, self.clock.elapsed_ms
        self._noticed_ms = after_ms
        if after_ms >= self.limit_ms and self.settings.timer_mode == TimerMode.STRICT:
            self.end(EndReason.TIMEOUT_STRICT)
            return []
        if before_ms < self.limit_ms <= after_ms:
            return [TimeNotice(None)]
        minutes = minutes_left_warning(self.config, self.limit_ms, before_ms, after_ms)
        return [] if minutes is None else [TimeNotice(minutes)]

    def warning(self, played: Played, level: str) -> ThresholdWarning | None:
        """The warning that the draw or recycle just made calls for; None when none is due."""
        for event in played.events:
            if event.event_type in PROGRESSIVE_EVENTS:
                drew = event.event_type is ScoreEventType.STOCK_DRAW
                after = self.scorer.stock_draw_count if drew else self.scorer.recycle_count
                per_draw = self.scorer.next_draw_points(self.settings.draw_count)
                upcoming = per_draw if drew else self.scorer.next_recycle_points()
                before = after - event.times
                return threshold_warning(self.config, event.event_type, level, before, after, event.points, upcoming)
        return None

    # How an action is written and takes effect

    def _require_running(self) -> None:
        if self.is_over:
            raise GameOverError

    def _act(self, kind: str, **facts: Any) -> Played:
        """Write a turn, then take it: what the journal refuses has not happened."""
        played = self._take_turn(kind, self._written(kind, facts))
        self._end_if_won()
        return played

    def _note(self, kind: str, **facts: Any) -> None:
        """Write something that leaves the table alone, then count it."""
        self._take_note(kind, self._written(kind, facts))

    def _written(self, kind: str, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        data = {"at": self.clock.elapsed_ms, **facts}
        # Noted before it is known to be written: what the disk refuses is tried again in nine seconds, not at once.
        self._written_ms = data["at"]
        self._journal.append(kind, data)
        return data

    def _end_if_won(self) -> None:
        if self.table.is_won and not self.is_over:
            late = self.limit_ms and self.clock.elapsed_ms > self.limit_ms
            self.end(EndReason.VICTORY_OVERTIME if late else EndReason.VICTORY)

    def _take_turn(self, kind: str, data: Mapping[str, Any]) -> Played:
        """Let a journaled turn happen."""
        if kind == "undo":
            return self._undone(self.game.undo())
        if kind == "redo":
            return self._redone(self.game.redo())
        return self._played(self.game.automatic_turn() if kind == "auto" else self.game.turn(Move.parse(data["move"])))

    def _take_note(self, kind: str, data: Mapping[str, Any]) -> None:
        """Let a journaled note count; one of the clock has already done its work by its time."""
        match kind:
            case "refused":
                self.scorer.record_event(ScoreEventType.INVALID_MOVE)
            case "hint":
                self.scorer.record_event(ScoreEventType.HINT_USED)
            case "end":
                self.clock.set_to(data["at"])
                self.finished_at = str(data.get("date", ""))
                self._score(EndReason(data["reason"]))
            case "clock" | "recorded":
                pass
            case _:
                raise ValueError(kind)

    def _played(self, turn: Turn) -> Played:
        self.game.play(turn)
        self.move_count += turn.move_count
        return Played(turn, tuple(self._recorded(event, turn) for event in turn.events))

    def _recorded(self, event: ScoreEventType, turn: Turn) -> ScoreEvent:
        by_card = event is ScoreEventType.STOCK_DRAW and self.config.draw_unit == "card"
        return self.scorer.record_event(event, len(turn.before.stock) - len(turn.after.stock) if by_card else 1)

    def _undone(self, turn: Turn) -> Played:
        counted = self.scorer.record_event(ScoreEventType.UNDO_MOVE)
        fixed = (event for event in turn.events if event not in PROGRESSIVE_EVENTS)
        return Played(turn, (counted, *(self.scorer.withdraw_event(event) for event in fixed)))

    def _redone(self, turn: Turn) -> Played:
        fixed = (event for event in turn.events if event not in PROGRESSIVE_EVENTS)
        return Played(turn, tuple(self.scorer.record_event(event) for event in fixed))

    def _score(self, reason: EndReason) -> FinalScore:
        """The final score, computed once."""
        if self.final_score is None:
            self.clock.stop("over")
            score = self.scorer.calculate_final_score(
                self.clock.elapsed_seconds, self.move_count, reason.is_victory, reason
            )
            self.final_score = replace(score, empty_piles=self.settings.empty_piles)
        return self.final_score
