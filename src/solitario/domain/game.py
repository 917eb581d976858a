"""A game in progress: the table now, the turns that led here and those that were taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernelkit.spoken import sentence
from solitario.domain.cards import Deck
from solitario.domain.deals import dealt
from solitario.domain.guidance import safe_moves
from solitario.domain.moves import DRAW, RECYCLE, Move
from solitario.domain.rules import DealRules, after, events_of, refusal
from solitario.domain.score_events import ScoreEventType
from solitario.domain.table import Table
from solitario.errors import IllegalMoveError, NothingToDoError


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of the player: its moves (several when automatic) and what each of them counts as."""

    moves: tuple[Move, ...]
    events: tuple[ScoreEventType, ...]
    before: Table
    after: Table

    @property
    def is_automatic(self) -> bool:
        """Whether the cards moved by themselves."""
        return ScoreEventType.AUTO_MOVE in self.events

    @property
    def move_count(self) -> int:
        """How many card moves this was: a run is one, draws and recycles are none."""
        return sum(move not in (DRAW, RECYCLE) for move in self.moves)


class Game:
    """One deal being played; it changes by one turn at a time and forgets none."""

    def __init__(self, deck: Deck, rules: DealRules) -> None:
        self.rules = rules
        self.table = replace(dealt(rules.deal_number, deck), is_open=rules.is_open)
        self.past: list[Turn] = []
        self.future: list[Turn] = []

    def turn(self, move: Move) -> Turn:
        """The turn that ``move`` would be; IllegalMoveError when the rules refuse it. Nothing changes yet."""
        why = refusal(self.table, move)
        if why is not None:
            raise IllegalMoveError(move=str(move), reason=why.value, refusal=why)
        return Turn((move,), events_of(self.table, move), self.table, after(self.table, move, self.rules))

    def automatic_turn(self) -> Turn:
        """All safe moves to the foundations as one turn; NothingToDoError when there is none."""
        table, moves, events = self.table, [], []
        while safe := safe_moves(table):
            moves.append(safe[0])
            events += [*events_of(table, safe[0]), ScoreEventType.AUTO_MOVE]
            table = after(table, safe[0], self.rules)
        if not moves:
            raise NothingToDoError(reason=sentence("no card can safely go to a foundation"))
        return Turn(tuple(moves), tuple(events), self.table, table)

    def play(self, turn: Turn) -> None:
        """Take ``turn``, made for the table as it is now; what was undone before is forgotten."""
        self.past.append(turn)
        self.future.clear()
        self.table = turn.after

    def last_turn(self) -> Turn:
        """The turn that ``undo`` would take back; NothingToDoError at the start of the deal."""
        if not self.past:
            raise NothingToDoError(reason=sentence("there is nothing to undo"))
        return self.past[-1]

    def next_turn(self) -> Turn:
        """The turn that ``redo`` would take again; NothingToDoError when there is none."""
        if not self.future:
            raise NothingToDoError(reason=sentence("there is nothing to redo"))
        return self.future[-1]

    def undo(self) -> Turn:
        """The last turn, now taken back; NothingToDoError at the start of the deal."""
        turn = self.last_turn()
        self.future.append(self.past.pop())
        self.table = turn.before
        return turn

    def redo(self) -> Turn:
        """The turn that was taken back last, now taken again; NothingToDoError when there is none."""
        turn = self.next_turn()
        self.past.append(self.future.pop())
        self.table = turn.after
        return turn
