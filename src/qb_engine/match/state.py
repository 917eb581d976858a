"""A live match as it stands: the game, what is expected next, and what is known of both hands.

A step either applies or raises a named error. Whoever replays works on a fresh state: a refused step changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NoReturn

from kernelkit.spoken import Said, sentence
from qb_engine.chronicle.events import Event
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.errors import LaterStepError, MatchStepError, NoAdviceNowError, QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED, Phase
from qb_engine.match.repairs import make_credible, sync_board, sync_hand, sync_turn
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, Move, Side
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import Ruleset


@dataclass(slots=True)
class MatchState:
    """Everything that follows from the steps so far."""

    ruleset: Ruleset | None = None
    phase: Phase = "start"
    annotated: AnnotatedState | None = None
    deck_list: Counter[str] | None = None
    your_deck: Counter[str] | None = None
    laid: Counter[str] = field(default_factory=Counter)
    your_deck_count: int = DECK_SIZE - OPENING_HAND
    enemy_hand_count: int = OPENING_HAND
    enemy_deck_count: int = DECK_SIZE - OPENING_HAND
    overrides: list[int] = field(default_factory=list)
    last_events: tuple[Event, ...] = ()

    def apply(self, step: Step) -> None:
        """Make one step; MatchStepError when another one is expected, or the rules' own error."""
        actions: dict[str, Callable[[Step], None]] = {
            "start": self._start,
            "mulligan": self._mulligan,
            "draw": self._draw,
            "play": self._play,
            "pass": self._pass,
            "enemy_play": self._enemy_play,
            "enemy_pass": self._enemy_pass,
            "sync_hand": partial(sync_hand, self),
            "sync_board": partial(sync_board, self),
            "sync_turn": partial(sync_turn, self),
        }
        if step.kind not in actions or (self.phase == "start") != (step.kind == "start"):
            self._refuse(step.kind)
        actions[step.kind](step)

    def clone(self) -> MatchState:
        """An equal match; what happens in one of them does not happen in the other."""
        return replace(
            self,
            annotated=None if self.annotated is None else self.annotated.clone(),
            your_deck=None if self.your_deck is None else Counter(self.your_deck),
            laid=Counter(self.laid),
            overrides=list(self.overrides),
        )

    # The game behind it.

    @property
    def game(self) -> GameState:
        """The game; MatchStepError before a match has started."""
        return self.observed.state

    @property
    def observed(self) -> AnnotatedState:
        """The game with what was seen of it; MatchStepError before a match has started."""
        if self.annotated is None:
            self._refuse("ask")
        return self.annotated

    @property
    def observation(self) -> EnemyObservation:
        """What was seen of the enemy."""
        return self.observed.enemy_observation

    @property
    def hand(self) -> tuple[str, ...]:
        """Your hand as entered."""
        return self.game.hand("Y").card_ids

    @property
    def drawable(self) -> tuple[str, ...] | None:
        """The cards that you may draw; None when your deck is not known.

        After an override any card of the deck: where the others went is a guess, and a true draw is never refused.
        """
        if self.deck_list is None or self.your_deck is None:
            return None
        return tuple(sorted(self.deck_list if self.overrides else +self.your_deck))

    def view(self) -> PlayerView:
        """What you see, for the coach."""
        certain = tuple(sorted(card.card_id for card in self.observation.get_enemy_hand_cards()))
        deck = None if self.your_deck is None else tuple(sorted(self.your_deck.elements()))
        return PlayerView.of(self.game, counted=Counted(deck, self.enemy_hand_count, self.enemy_deck_count, certain))

    def view_to_move(self) -> PlayerView:
        """What you see when it is your move, to be advised on; NoAdviceNowError otherwise."""
        if self.phase != "your_play":
            raise NoAdviceNowError(expected=EXPECTED[self.phase])
        return self.view()

    # The steps.

    def _start(self, step: Step) -> None:
        data = step.data
        ruleset = Ruleset.parse(data["rules"])
        engine = engine_for(ruleset)
        state = GameState.on(engine)
        engine.kernel.opening_board(state.cells)
        state.write_hand("Y", data["hand"])
        engine.kernel.begin_turn(state.cells, SIDES.index(data["first"]))
        self.annotated = AnnotatedState(state, EnemyObservation(data.get("enemy_deck")))
        self.ruleset = ruleset
        if data.get("deck"):
            self.deck_list, self.your_deck = Counter(data["deck"]), Counter(data["deck"])
            self._take_from_deck(data["hand"], "start")
        self.phase = "mulligan"

    def _mulligan(self, step: Step) -> None:
        """Return some cards and take as many new ones; the new ones come after those that were kept."""
        self._expect("mulligan", step)
        returned, drawn = step.data["returned"], step.data["drawn"]
        if (
            len(returned) != len(drawn)
            or len(set(returned)) != len(returned)
            or not set(returned) <= set(range(len(self.hand)))
        ):
            reason = sentence("as many new cards as returned ones are needed, and each place once")
            raise MatchStepError(asked="mull", reason=Said(reason), expected=EXPECTED[self.phase])
        kept = [card_id for place, card_id in enumerate(self.hand) if place not in returned]
        if self.your_deck is not None:
            self.your_deck.update(self.hand[place] for place in returned)
            self._take_from_deck(drawn, "mull")
        self.game.write_hand("Y", [*kept, *drawn])
        self.phase = "your_play" if self.game.side_to_act == "Y" else "enemy_play"

    def _draw(self, step: Step) -> None:
        """The card you drew, or none when your deck is empty."""
        self._expect("your_draw", step)
        card_id = step.data["card"]
        if card_id is not None:
            self._take_from_deck([card_id], "draw")
            self.your_deck_count -= 1
            self.game.write_hand("Y", [*self.hand, card_id])
        self.phase = "your_play"

    def _play(self, step: Step) -> None:
        self._expect("your_play", step)
        move = Move.parse(step.data["move"])
        self._lay("Y", move)
        self.laid[move.card_id] += 1

    def _enemy_play(self, step: Step) -> None:
        self._expect("enemy_play", step)
        move = Move.parse(step.data["move"])
        if self.overrides:
            make_credible(self, move)
        self._lay("E", move)
        self.enemy_hand_count = max(0, self.enemy_hand_count - 1)

    def _lay(self, side: Side, move: Move) -> None:
        self.last_events = self.observed.play(side, move)
        self.enemy_hand_count += sum(owner == "E" for owner, _card in self.game.added)
        self.observed.end_turn()
        self._next_turn()

    def _pass(self, step: Step) -> None:
        self._expect("your_play", step)
        self.last_events = self.observed.pass_turn("Y")
        self._next_turn()

    def _enemy_pass(self, step: Step) -> None:
        self._expect("enemy_play", step)
        self.last_events = self.observed.pass_turn("E")
        self._next_turn()

    def _next_turn(self) -> None:
        """What is expected of the side whose turn has just begun; the enemy's draw is counted here."""
        game = self.game
        if game.is_over:
            self.phase = "over"
            return
        if game.side_to_act == "E":
            if game.is_draw_due("E") and self.enemy_deck_count:
                self.enemy_deck_count -= 1
                self.enemy_hand_count += 1
            self.phase = "enemy_play"
        else:
            self.phase = "your_draw" if game.is_draw_due("Y") and self.your_deck_count else "your_play"

    # What is not possible.

    def _take_from_deck(self, card_ids: Sequence[str], asked: str) -> None:
        """Cards leave your known deck; one that cannot be drawn from it is refused."""
        if self.your_deck is None:
            return
        for card_id in card_ids:
            if card_id not in (self.drawable or ()):
                reason = Said(sentence("your deck has no {card} left"), card=card_id)
                raise MatchStepError(asked=asked, reason=reason, expected=EXPECTED[self.phase])
            self.your_deck -= Counter([card_id])

    def _expect(self, phase: Phase, step: Step) -> None:
        if self.phase != phase:
            self._refuse(step.kind)

    def _refuse(self, asked: str) -> NoReturn:
        reason = Said(sentence("something else comes first"))
        raise MatchStepError(asked=asked, reason=reason, expected=EXPECTED[self.phase])


def replayed(steps: Sequence[Step], changed: int | None = None) -> MatchState:
    """The match after ``steps``; the error of the first one that does not fit.

    Where step ``changed`` was corrected, a later one that does not fit is a LaterStepError with its number.
    """
    state = MatchState()
    for step in steps:
        try:
            state.apply(step)
        except QueensBloodError as error:
            if changed in (None, step.number):
                raise
            raise LaterStepError(number=step.number, cause=error) from error
    return state
