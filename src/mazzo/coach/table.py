"""What everybody works on who coaches a match: the match, the decks that are kept, and the advice of this moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mazzo.coach.matches import NamedEnemy
from mazzo.decks.shelf import DeckShelf
from mazzo.play.table_game import TableGame
from qb_engine.advice.answer import Answer, answer_of
from qb_engine.card_hydrator import shipped
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.knowledge.habits import NO_HABITS, Habits
from qb_engine.live_match import LiveMatch
from qb_engine.match.rule_variants import Finding
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import MulliganAdvice
    from qb_engine.search.race import DeepLook

LESS, USUAL, MORE = 1, 3, 5
"""How much is told: with LESS no board and no hand, with MORE every step of a move, and five moves in a list."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The advice of your move: what is said first, whose numbers count from now on, in which turn, after which draw."""

    advice: CoachingRecommendation
    answer: Answer
    turn: int
    drew: str | None


@dataclass(slots=True)
class CoachTable:
    """One match being coached, with the advice of this moment.

    ``game`` is there when the match is a sample: the console plays the enemy and deals your cards.
    ``gives_cards`` says that nobody has to tell this match which cards come: it deals them itself.
    ``findings`` are the rules that explained the board that was synced last, ``enemy`` is who is played against,
    ``habits`` how that opponent is known to play.
    """

    match: LiveMatch
    coach: CoachingEngine
    shelf: DeckShelf = field(default_factory=DeckShelf)
    game: TableGame | None = None
    gives_cards: bool = False
    findings: list[Finding] = field(default_factory=list)
    enemy: NamedEnemy | None = None
    habits: Habits = NO_HABITS
    _advised: tuple[object, CoachingRecommendation] | None = None
    _deep: tuple[object, CoachingRecommendation] | None = None
    _shown: tuple[object, CoachingRecommendation] | None = None
    _mulligan: tuple[object, MulliganAdvice] | None = None
    _candidates: tuple[object, Mapping[tuple[str, ...], str]] | None = None

    # Advice.

    def advice(self) -> CoachingRecommendation:
        """Advice on the match as it is now, the deepest there is; MatchStepError unless it is your move."""
        return self.deep_advice() or self._quick_advice()

    def _quick_advice(self) -> CoachingRecommendation:
        key = self._moment
        if self._advised is None or self._advised[0] != key or self.match.phase != "your_play":
            self.coach.prediction = self.prediction
            state = self.match.state
            self._advised = key, self.coach.advise(state.view_to_move(), state.observation, USUAL, explain_all=True)
        return self._advised[1]

    @property
    def _moment(self) -> object:
        """What advice depends on: all that was entered, and the decks that the enemy may play."""
        return repr(self.match.steps), tuple(self.candidates), self.certain_cards, self.habits

    def deep_advice(self) -> CoachingRecommendation | None:
        """What a search found at this moment of the match; None when there was none."""
        return self._of_now(self._deep)

    def searched(self, engine: RulesEngine, look: DeepLook) -> CoachingRecommendation:
        """Advice on the match as it is now by a search on ``engine``."""
        state, coach = self.match.state, CoachingEngine(self.prediction)
        return coach.advise(state.view().on(engine), state.observation, USUAL, explain_all=True, deep=look)

    def keep_deep(self, advice: CoachingRecommendation) -> None:
        """Let ``advice``, found by a search, be the advice of this moment."""
        self._deep = self._moment, advice

    def show(self, advice: CoachingRecommendation) -> None:
        """Remember that this list was shown: the numbers that are typed next are its numbers."""
        self._shown = self._moment, advice

    def listed(self) -> Listed:
        """The advice of now, which is shown with this: its numbers count from now on."""
        advice = self.advice()
        self.show(advice)
        answer, last = answer_of(advice), self.match.steps[-1]
        assert answer is not None
        drew = last.data["card"] if last.kind == "draw" else None
        return Listed(advice, answer, self.match.state.game.turn, drew)

    def shown(self) -> CoachingRecommendation:
        """The list that was shown last; the advice of now when none was at this moment of the match."""
        return self._of_now(self._shown) or self.advice()

    def _of_now(self, kept: tuple[object, CoachingRecommendation] | None) -> CoachingRecommendation | None:
        is_of_now = kept is not None and self.match.phase == "your_play" and kept[0] == self._moment
        return kept[1] if kept is not None and is_of_now else None

    def keep_mulligan(self, advice: MulliganAdvice) -> None:
        """Let ``advice`` be what is said about the mulligan of this match."""
        self._mulligan = self._moment, advice

    def mulligan_advice(self) -> MulliganAdvice | None:
        """The advice on the mulligan as it is now; None when there is none."""
        return self._mulligan[1] if self._mulligan is not None and self._mulligan[0] == self._moment else None

    @property
    def can_be_deepened(self) -> bool:
        """Whether it is your move or your mulligan and no search has said anything about it yet."""
        if self.match.phase == "mulligan":
            return self.mulligan_advice() is None
        return self.match.phase == "your_play" and self.shown().level == "quick"

    @property
    def candidates(self) -> Mapping[tuple[str, ...], str]:
        """The decks that an unknown enemy may play, by name: all that the player keeps but the one played here."""
        if not self.match.steps:
            return {}
        deck, ruleset = self.match.steps[0].data.get("deck"), self.match.state.game.ruleset
        key = (tuple(deck or ()), ruleset, self.shelf.changes)
        if self._candidates is None or self._candidates[0] != key:
            self._candidates = key, self.shelf.candidates(deck, ruleset)
        return self._candidates[1]

    @property
    def prediction(self) -> PredictionEngine:
        """What foresees the enemy in this match."""
        return PredictionEngine(tuple(self.candidates), self.certain_cards, self.habits)

    @property
    def certain_cards(self) -> tuple[str, ...]:
        """The cards known to be in the deck of the opponent who was named; none of a deck that is known, or any."""
        if self.enemy is None or not self.match.steps or self.match.state.observation.known_enemy_deck_ids:
            return ()
        kept = self.shelf.opponent(self.enemy.name) if self.enemy.name else None
        return self.enemy.card_ids or (kept.card_ids if kept else ())

    # What can be meant.

    @property
    def has_list(self) -> bool:
        """Whether numbers mean the moves of a list: one was shown at this moment, or the coach shows one by itself."""
        return self.match.phase == "your_play" and (self._of_now(self._shown) is not None or not self.gives_cards)

    def drawable(self) -> list[str]:
        """The cards that you may draw: what is left of your deck, or any when it is not known."""
        cards = self.match.state.drawable
        return deckable() if cards is None else list(cards)


def deckable() -> list[str]:
    """Every card that a deck can hold."""
    return [card.id for card in shipped().cards if not card.is_token]
