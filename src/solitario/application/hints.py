"""Hints that lead somewhere, and never back to a position that was.

While cards are unseen, a hint is what a player can see (``domain.guidance``): of those moves the first that leads to a
position this game has not been in. Once every card is known, and where no such move is left, the solver is asked: a
winning line is followed hint by hint, and where it proves that nothing wins, the game is blocked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from solitario.domain.game import Game
from solitario.domain.guidance import Advice, advice, candidates, has_unseen_stock, purpose_of
from solitario.domain.moves import Move
from solitario.domain.rules import after, refusal
from solitario.domain.table import Table

LOOK_SECONDS = 1.0
Position: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Blocked:
    """That no hint helps; ``is_proved`` when the solver has looked at everything."""

    is_proved: bool


def position_of(table: Table) -> Position:
    """What makes two tables the same position, however often the waste was turned over."""
    return table.tableau, table.stock, table.waste, table.foundations


def _is_some_card_unseen(table: Table) -> bool:
    return bool(table.face_down_count) or has_unseen_stock(table)


class Adviser:
    """The hints of one game; without ``look_seconds`` the solver is not asked, and a game always has the same hints."""

    def __init__(self, look_seconds: float = 0) -> None:
        self._look_seconds = look_seconds
        self._line: tuple[Move, ...] = ()
        self._expected: Position | None = None
        self._been: set[Position] = set()
        self._seen_turns = 0
        self._unproven_at: int | None = None

    def advised(self, game: Game) -> Advice | Blocked:
        """The next hint, or that there is none."""
        self._look_back(game)
        seen = self._seen_by_a_player(game) if _is_some_card_unseen(game.table) else None
        if seen is not None:
            return seen
        if self._expected != position_of(game.table) or not self._line:
            verdict = self._ask_solver(game)
            if verdict is not None and not self._line:
                return verdict
        return self._next_of_line(game) or self._seen_by_a_player(game) or Blocked(is_proved=False)

    def _look_back(self, game: Game) -> None:
        """Remember where the game has been, turns that were taken back included."""
        since, self._seen_turns = min(self._seen_turns, len(game.past)), len(game.past)
        self._been.update(position_of(turn.after) for turn in (*game.past[max(0, since - 1) :], *game.future))
        self._been.update(position_of(turn.before) for turn in game.past[:1])
        self._been.add(position_of(game.table))

    def _ask_solver(self, game: Game) -> Blocked | None:
        """Look for a winning line; that there is none is an answer, that none was found in time is not."""
        hidden = game.table.face_down_count
        self._line = ()
        if not self._look_seconds or (self._unproven_at is not None and self._unproven_at - hidden < 3):
            return None  # what was too hard a moment ago is hardly easier now
        from solitario.application.advice import winning_line
        from solitario.solver.solving import Verdict

        verdict, line = winning_line(game.table, game.rules, self._look_seconds)
        self._unproven_at = hidden if verdict is Verdict.UNPROVEN else None
        self._line = line if self._is_new(game, line) else ()
        return Blocked(is_proved=True) if verdict is Verdict.LOST else None

    def _is_new(self, game: Game, line: tuple[Move, ...]) -> bool:
        """Whether ``line`` never comes back to where the game has been."""
        table, met = game.table, set(self._been)
        for move in line:
            table = after(table, move, game.rules)
            if position_of(table) in met:
                return False
            met.add(position_of(table))
        return bool(line)

    def _next_of_line(self, game: Game) -> Advice | None:
        if not self._line:
            return None
        move, self._line = self._line[0], self._line[1:]
        self._expected = position_of(after(game.table, move, game.rules))
        return Advice(move, purpose_of(game.table, move))

    def _seen_by_a_player(self, game: Game) -> Advice | None:
        for move in self._tries(game):
            if refusal(game.table, move) is not None:
                continue
            if position_of(after(game.table, move, game.rules)) not in self._been:
                return Advice(move, purpose_of(game.table, move))
        return None

    def _tries(self, game: Game) -> Iterator[Move]:
        usual = advice(game.table, game.rules)
        if usual is not None:
            yield usual.move
        yield from candidates(game.table, game.rules)
