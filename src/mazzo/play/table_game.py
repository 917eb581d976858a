"""One game against the computer: your side is a live match that sees what you see, the rest is the console's.

Every step is in the journal before the next one is thought about, so that nothing is lost whenever the program ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kernelkit.journal import Entry, Journal
from mazzo.play.console import Console
from mazzo.play.errors import GameOverError, NothingToTakeBackError, ReturnedCardsError
from mazzo.play.record import DECISIONS, game_file, take_backs
from mazzo.play.terms import Terms
from qb_engine.live_match import LiveMatch
from qb_engine.match.log import Step
from qb_engine.match.phases import Phase
from qb_engine.moves import Move
from qb_engine.records import GameFile
from qb_engine.records.record import RESIGNS


class Remembered:
    """A journal that is read once: to read it again would take what another program wrote meanwhile for known."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self._entries = journal, list(journal.entries())

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """Write an entry; its number, when it is durable."""
        number = self._journal.append(kind, data)
        self._entries.append(Step(number, kind, data))
        return number

    def entries(self) -> Iterable[Entry]:
        """Every entry in order."""
        return tuple(self._entries)


class TableGame:
    """A game by its terms. ``notes`` keeps the terms and how the game was left, ``moves`` the match itself.

    A new game begins at once; one that is in the journals goes on where it was.
    """

    def __init__(self, number: int, terms: Terms, notes: Journal, moves: Journal) -> None:
        self.number, self.terms = number, terms
        self._notes, self._moves = notes, Remembered(moves)
        self._left = {entry.kind for entry in notes.entries()}
        self.match = LiveMatch(self._moves)
        if not self.match.steps:
            self._deal()
        self._console = Console(terms, self.match.steps)

    def _deal(self) -> None:
        deal = self.terms.deal
        self.match.start(
            Console(self.terms).hand,
            first=deal.first,
            rules=deal.ruleset.name,
            deck=deal.deck_you,
            enemy_deck=deal.deck_enemy if self.terms.is_open else None,
        )

    # What can be asked.

    @property
    def phase(self) -> Phase:
        """What comes next; a game that was given up is over."""
        return "over" if self.is_resigned else self.match.phase

    @property
    def is_resigned(self) -> bool:
        """Whether you gave the game up."""
        return "resigned" in self._left

    @property
    def is_closed(self) -> bool:
        """Whether the game is over and everything was said about it."""
        return "closed" in self._left

    @property
    def is_waiting(self) -> bool:
        """Whether the next step is not yours to decide: the enemy's move, or your draw."""
        return self.phase in ("enemy_play", "your_draw")

    @property
    def take_backs(self) -> int:
        """How many moves you have taken back."""
        return take_backs(self._moves.entries())

    @property
    def enemy_hand(self) -> tuple[str, ...]:
        """What the enemy still held when the game ended; nothing before."""
        return self._console.enemy_hand if self.phase == "over" else ()

    def record(self) -> GameFile:
        """The game so far, with both decks and the seed."""
        remarks = (RESIGNS.format(side="Y"),) if self.is_resigned else ()
        return game_file(self.terms, self._moves.entries(), remarks)

    # What can be done.

    def mulligan(self, places: Sequence[int]) -> None:
        """Return the cards at these places, from 0, and get as many new ones."""
        returned = sorted(places)
        hand = self.match.state.hand
        kept = Counter(card_id for place, card_id in enumerate(hand) if place not in returned)
        tried = Console(self.terms, (*self.match.steps, Step(0, "mulligan", {"returned": returned})))
        self.match.mulligan(returned, sorted((Counter(tried.hand) - kept).elements()))
        self._console = tried

    def play(self, move: Move) -> None:
        """Lay a card; the rules' error when it cannot be."""
        self._check_going_on()
        self.match.play(move)
        self._console.follow(self.match.steps[-1])

    def pass_turn(self) -> None:
        """Pass."""
        self._check_going_on()
        self.match.pass_turn()
        self._console.follow(self.match.steps[-1])

    def go_on(self) -> None:
        """Make one step that is not yours to decide; the enemy may think for a while."""
        if self.phase == "your_draw":
            drawn = Counter(self._console.hand) - Counter(self.match.state.hand)
            self.match.draw(next(iter(drawn), None))
        elif self.phase == "enemy_play":
            self.answer(self.enemy_move())

    def enemy_move(self) -> Move | None:
        """What the enemy does now; None for a pass. Nothing is done yet: it may be thought about elsewhere."""
        return self._console.enemy_move()

    def answer(self, move: Move | None) -> None:
        """Let the enemy do what it thought of."""
        if move is None:
            self.match.enemy_pass()
        else:
            self.match.enemy_play(move)
        self._console.follow(self.match.steps[-1])

    def take_back(self) -> tuple[Step, ...]:
        """Go back to before your last move; the steps that have not happened any more, in their order."""
        self._check_going_on()
        steps = self.match.steps
        mine = [place for place, step in enumerate(steps) if step.kind in DECISIONS]
        if not mine:
            raise ReturnedCardsError if any(step.data.get("returned") for step in steps) else NothingToTakeBackError
        for _step in steps[mine[-1] :]:
            self.match.undo()
        self._console = Console(self.terms, self.match.steps)
        return steps[mine[-1] :]

    def undo(self) -> tuple[Step, ...]:
        """Go back to your last decision, the mulligan included; the steps that were taken back, the last one first."""
        steps = [self.match.undo()]
        while self.is_waiting:
            steps.append(self.match.undo())
        self._console = Console(self.terms, self.match.steps)
        return tuple(steps)

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        self.match.redo()
        self._console = Console(self.terms, self.match.steps)

    def resign(self) -> None:
        """Give the game up."""
        self._check_going_on()
        self._note("resigned")

    def close(self) -> None:
        """Note that the end was told and the game need not be resumed."""
        if not self.is_closed:
            self._note("closed")

    def _note(self, kind: str) -> None:
        self._notes.append(kind, {})
        self._left.add(kind)

    def _check_going_on(self) -> None:
        if self.phase == "over":
            raise GameOverError
