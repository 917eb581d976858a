"""Questions to the live coach as values: none of them changes the match."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from mazzo.coach.errors import NoDeckError
from mazzo.coach.table import CoachTable
from qb_engine.advice.threats import Threats, threats_of
from qb_engine.chronicle.chronicle import trace
from qb_engine.chronicle.events import Event
from qb_engine.chronicle.ledger import Ledger, explain_power
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, MoveEvaluation
from qb_engine.game_state import GameState
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, Side
from qb_engine.scoring import MatchScore
from qb_engine.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and the advice that it was judged in."""

    advice: CoachingRecommendation
    move: MoveEvaluation


@dataclass(frozen=True, slots=True)
class Tried:
    """What a move that nobody made would do, and the score then."""

    events: tuple[Event, ...]
    score: MatchScore


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """How many cards are left to draw, and each of them with its copies and the chance that it comes next."""

    count: int
    cards: tuple[tuple[str, int, float], ...]


def numbered(table: CoachTable, number: int) -> Judged | None:
    """The move with this number of the list that was shown last, also when a search has found another order since."""
    advice, shown = table.advice(), table.shown()
    if not 1 <= number <= len(shown.moves):
        return None
    return Judged(advice, _found(advice, shown.moves[number - 1].move))


def judged(table: CoachTable, move: Move, advice: CoachingRecommendation | None = None) -> Judged:
    """What the advice of now says about ``move``; the rules' error when it is not legal."""
    advice = advice or table.advice()
    LegalityChecker(table.match.state.game.board).check("Y", move.card_id, move.lane_index, move.col_index)
    return Judged(advice, _found(advice, move))


def passing(table: CoachTable) -> Judged:
    """What the advice of now says about a pass; one that is not listed is looked at quickly, among the others."""
    advice = table.advice()
    if advice.find(None) is None:
        state = table.match.state
        quick = CoachingEngine(table.prediction).advise(
            state.view(), state.observation, explain_all=True, allow_pass=True
        )
        passed = replace(_found(quick, None), quality_rank=len(advice.moves) + 1)
        advice = replace(advice, moves=(*advice.moves, passed))
    return Judged(advice, _found(advice, None))


def _found(advice: CoachingRecommendation, move: Move | None) -> MoveEvaluation:
    found = advice.find(move)
    assert found is not None
    return found


def what_if(table: CoachTable, move: Move) -> Judged:
    """Your move with any card; with one that you hold and may lay now, what the advice of now says about it."""
    state = table.match.state
    view = state.view()
    if move.card_id in view.hand and table.match.phase == "your_play":
        return judged(table, move)
    view = view if move.card_id in view.hand else view.holding(move.card_id)
    return judged(table, move, CoachingEngine(table.prediction).advise(view, state.observation, explain_all=True))


def tried(game: GameState, side: Side, move: Move) -> Tried:
    """What a move would do to ``game``, which stays as it is."""
    return Tried(tuple(trace(game, side, move)), Simulation(game).after_free(side, move).score())


def threats(table: CoachTable) -> Threats:
    """What the enemy's next move may do to the board as it lies."""
    state, prediction = table.match.state, table.prediction
    view = state.view()
    belief = prediction.belief(view, state.observation)
    return threats_of(view, belief, prediction.compute_threat_map(view, prediction.forecast(view, belief)))


def own_deck(table: CoachTable) -> OwnDeck:
    """What is left in your deck, with the chance that each card is the next; NoDeckError when it is not known."""
    left = table.match.state.view().deck_ids
    if left is None:
        raise NoDeckError
    copies = Counter(left)
    ranked = sorted(copies.items(), key=lambda one: (-one[1], one[0]))
    return OwnDeck(len(left), tuple((card_id, number, number / len(left)) for card_id, number in ranked))


def ledger(table: CoachTable, place: tuple[int, int]) -> Ledger | None:
    """Where the power of the card at ``place`` comes from; None where no card lies."""
    annotated = table.match.state.annotated
    assert annotated is not None
    return explain_power(annotated.state.board, *place, annotated.chronicle.power_sources)
