"""Solitario for an assistant: one game at a time, in memory; what lies face down is counted and never named."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kernelkit.spoken import catalogue
from mazzo.hosts.solitario import PassingGames
from mazzo.mcp.errors import MissingPlacesError, NoSolitaireError, NothingDoneError
from mazzo.mcp.inputs import NewSolitaire, Nothing, PlaySolitaire
from mazzo.schemas.assistant import SolitaireAnswer, SolitairePile
from mazzo.words.assistant import SOLITAIRE_GOES_ON, SOLITAIRE_IS_OVER
from solitario.application.controller import GameplayController
from solitario.application.messages import Message, Priority
from solitario.application.preferences import Preferences
from solitario.domain.cards import Card
from solitario.domain.moves import DRAW, RECYCLE, Move
from solitario.domain.rules import legal_moves
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import GameSettings
from solitario.domain.table import Pile
from solitario.presentation.tongue import Tongue
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

WASTE_SHOWN = 3
STOCK_ACTIONS = {DRAW: "draw", RECYCLE: "recycle"}


@dataclass(slots=True)
class SolitaireDesk:
    """The game that is under way, if one is."""

    config: ScoringConfig
    language: str
    _controller: GameplayController | None = None

    @property
    def _now(self) -> GameplayController:
        """The game; NoSolitaireError before there is one."""
        if self._controller is None:
            raise NoSolitaireError
        return self._controller

    def new_game(self, asked: NewSolitaire) -> SolitaireAnswer:
        """Deal a game; the one before it is forgotten."""
        changes = {} if asked.draw_count is None else {"draw_count": asked.draw_count}
        settings = GameSettings.for_level(asked.level, asked.deck_type, **changes)
        host = PassingGames(self.config, lambda: time.monotonic_ns() // 1_000_000)
        self._controller = GameplayController(host, host.start(settings, asked.deal), Preferences("brief"))
        return self._answer(self._controller.greeting())

    def play(self, asked: PlaySolitaire) -> SolitaireAnswer:
        """One action; NothingDoneError says why the table is as it was."""
        controller = self._now
        before = controller.engine.table, controller.engine.is_over
        messages = controller.handle(self._line(asked))
        if controller.seat.question is not None:
            messages = controller.handle("yes")
        if before == (controller.engine.table, controller.engine.is_over):
            raise NothingDoneError(said=" ".join(self._said(messages)).rstrip("."))
        return self._answer(messages)

    def _line(self, asked: PlaySolitaire) -> str:
        """The action as it would be typed."""
        if asked.action != "move":
            return asked.action
        if asked.source is None or asked.target is None:
            raise MissingPlacesError
        count = "" if asked.count is None else str(asked.count)
        return f"move {asked.source} {asked.target} {count}".strip()

    def show(self, _asked: Nothing) -> SolitaireAnswer:
        """The table as it lies."""
        return self._answer(self._now.idle())

    def hint(self, _asked: Nothing) -> SolitaireAnswer:
        """What to do next, from what a player sees."""
        return self._answer(self._now.handle("hint"))

    def _answer(self, messages: list[Message]) -> SolitaireAnswer:
        engine = self._now.engine
        table, settings = engine.table, engine.settings
        tops = [table.foundation_top(index) for index in range(len(table.foundations))]
        following = SOLITAIRE_IS_OVER if engine.is_over else SOLITAIRE_GOES_ON
        final = engine.final_score or engine.provisional_score()
        return SolitaireAnswer(
            deal=engine.deal_number,
            deck_type=settings.deck_type,
            level=settings.level,
            draw_count=settings.draw_count,
            said=self._said(messages),
            stock=len(table.stock),
            waste=[self._named(card) for card in table.waste[-WASTE_SHOWN:]],
            foundations=[self._named(card) for card in tops if card is not None],
            piles=[self._pile(pile) for pile in table.tableau],
            moves=[] if engine.is_over else [_typed(move) for move in legal_moves(table)],
            score=final.total_score,
            is_over=engine.is_over,
            is_won=table.is_won,
            next_step=catalogue("mazzo", self.language).gettext(following),
        )

    def _said(self, messages: list[Message]) -> list[str]:
        """The messages in words, without the tips about keys."""
        voice = Voice(self.language, self._now.engine.settings.deck_type, "brief")
        return [said(message, voice) for message in messages if message.priority is not Priority.TIP]

    def _pile(self, pile: Pile) -> SolitairePile:
        return SolitairePile(face_down=len(pile.face_down), face_up=[self._named(card) for card in pile.face_up])

    def _named(self, card: Card) -> str:
        """``seven of hearts (7H)``."""
        return f"{Tongue(self.language).card(str(card))} ({card})"


def _typed(move: Move) -> str:
    """A move by its places, such as ``3 5``, and how many cards where it is more than one; a draw by its name."""
    if move in STOCK_ACTIONS:
        return STOCK_ACTIONS[move]
    return f"{move.source} {move.target}" + (f" {move.count}" if move.count > 1 else "")
