"""A game judged move by move; ``report`` holds what is found.

Every decision is searched as its player saw it. The move that was played and the best of the others are then searched
once more, longer, those two alone and in the same worlds, so that their difference does not favour what looked best by
chance. A difference that the samples cannot tell from luck does not count. docs/decisions/0741-review.md: what adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kernelkit.chance import next_word, seeded
from kernelkit.spoken import Said, sentence
from qb_engine.advice.reasons import margin_last
from qb_engine.coaching import CoachingEngine
from qb_engine.errors import UnreviewableError
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.mind.net import Mind
from qb_engine.moves import Move, Side, other
from qb_engine.notation.actions import Draw, Mulligan
from qb_engine.prediction import PredictionEngine
from qb_engine.records.record import GameFile, SideAction
from qb_engine.records.replay import replay
from qb_engine.review.moments import Moment, moments, seen_from
from qb_engine.review.report import Insight, Review, ReviewedMove
from qb_engine.search.race import Budget, MoveChance, SearchResult, root_moves, search_view

ITERATIONS = 4_000
CLOSER = 4
"""Two moves are compared for so many times the iterations that finding them took: short trees miss deep refutations."""
REPLY_ITERATIONS = 1_000
"""Where worlds were played out exactly nobody was asked for a main answer; so many find it, in a short review too."""
LEAST_TRIED = 2
"""The first sample of a tree makes it, the second tries an answer: before that, no answer is not a pass."""


def review_game(
    game: GameFile,
    side: Side | None = "Y",
    *,
    iterations: int = ITERATIONS,
    seed: int = 0,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> Review:
    """The review of one side's moves, or of both; ReplayError or UnreviewableError where there is nothing to judge.

    The same game, iterations and seed give the same review. ``tell`` hears how many moves of how many are done.
    """
    replay(game)  # says which event cannot happen, and in which line
    asked = [moment for moment in moments(game) if side in (None, moment.side)]
    seat: Side = side or "Y"
    if not any(moment.side == seat for moment in asked):
        raise UnreviewableError(reason=Said(_why_not(game, seat)))
    judge = Judge(iterations, seed)
    moves = []
    for done, moment in enumerate(asked):
        tell(done, len(asked))
        moves.append(judge.reviewed(moment))
    sides = tuple(one for one in (seat, other(seat)) if any(moment.side == one for moment in asked))
    is_guess = any(judge.belief(moment).is_guess for moment in asked if moment.side == seat)
    return Review(seat, sides, tuple(moves), game.result, is_guess, iterations, seed, game.resigned)


def _why_not(game: GameFile, seat: Side) -> str:
    steps = [event for event in game.events if isinstance(event, SideAction)]
    has_moved = any(step.side == seat and not isinstance(step.action, Draw | Mulligan) for step in steps)
    if has_moved and seat == "Y":
        return sentence("your hand is not written in it, or every move of yours was entered as an override")
    if has_moved:
        return sentence("the enemy's hand is not written in it, so only your own moves can be judged")
    return sentence("you made no move in it") if seat == "Y" else sentence("the enemy made no move in it")


class Judge:
    """Judges single decisions, each from a chance of its own: a move's judgement does not depend on the others."""

    def __init__(self, iterations: int = ITERATIONS, seed: int = 0) -> None:
        self._budget, self._closer = Budget(iterations=iterations), Budget(iterations=CLOSER * iterations)
        self._seed = seed
        self._prediction = PredictionEngine()

    def belief(self, moment: Moment) -> EnemyBelief:
        """What whoever moves may believe of the other's hand."""
        return self._prediction.belief(moment.view, moment.observation)

    def reviewed(self, moment: Moment) -> ReviewedMove:
        """The decision with its judgement, and with an insight if it is flagged."""
        options = list(root_moves(moment.view))
        if moment.move not in options:
            options.append(moment.move)
        first, second = self._seeds(moment)
        found = self._search(moment, options, first, self._budget)
        if not found.is_exact:
            rivals = [chance.move for chance in found.moves if chance.move != moment.move]
            found = self._search(moment, [*rivals[:1], moment.move], second, self._closer)
        judged = _judged(moment, found, is_forced=len(options) == 1)
        return judged if judged.flag is None else replace(judged, insight=self._insight(judged, found))

    def compared(self, moment: Moment, moves: Sequence[Move | None]) -> SearchResult:
        """These moves of the mover's own view against each other, best first."""
        return self._search(moment, moves, self._seeds(moment)[1], self._closer)

    def _seeds(self, moment: Moment) -> tuple[int, int]:
        chance = seeded(self._seed, moment.ply)
        return next_word(chance), next_word(chance)

    def _search(self, moment: Moment, moves: Sequence[Move | None], seed: int, budget: Budget) -> SearchResult:
        mind = Mind.or_none(moment.view.engine)
        return search_view(moment.view, self.belief(moment), budget, moves=moves, seed=seed, mind=mind)

    def _insight(self, judged: ReviewedMove, found: SearchResult) -> Insight:
        """Reasons of both moves from the quick coach, and the answer from the search."""
        moment = judged.moment
        coach = CoachingEngine(self._prediction)
        advice = coach.advise(moment.view, moment.observation, allow_pass=True, explain_all=True)
        best, played = (advice.find(move) for move in (seen_from(moment.side, judged.best), moment.move))
        answered = None if played is not None and played.ends_match else self._answered(moment, found)
        better, done = (() if move is None else margin_last(move.reasons) for move in (best, played))
        if answered is None or answered.samples < LEAST_TRIED:
            return Insight(better, done, None, is_answered=False)
        return Insight(better, done, seen_from(moment.side, answered.reply), is_answered=True)

    def _answered(self, moment: Moment, found: SearchResult) -> MoveChance:
        """The played move with the main answer to it, as its player sees it."""
        if not found.is_exact:
            return _chance_of(found, moment.move)
        view, seed = moment.view, self._seeds(moment)[1]
        budget, mind = Budget(iterations=REPLY_ITERATIONS), Mind.or_none(view.engine)
        belief, moves = self.belief(moment), [moment.move]
        return search_view(view, belief, budget, moves=moves, seed=seed, exactly=False, mind=mind).moves[0]


def _chance_of(found: SearchResult, move: Move | None) -> MoveChance:
    return next(chance for chance in found.moves if chance.move == move)


def _judged(moment: Moment, found: SearchResult, *, is_forced: bool) -> ReviewedMove:
    """The loss is the lead of the better move where the search can tell it, else nothing."""
    top, played = found.moves[0], _chance_of(found, moment.move)
    is_close = top is not played and played.is_close
    # Chances of exact worlds are sums: what adding leaves beyond the ninth digit is not a chance.
    after = round(played.win_chance, 9)
    lost = 0.0 if is_close else round(top.win_chance, 9) - after
    return ReviewedMove(
        moment=moment,
        best=seen_from(moment.side, top.move),
        win_before=after + lost,
        win_after=after,
        interval=played.interval,
        samples=played.samples,
        is_exact=found.is_exact,
        is_close=is_close,
        is_forced=is_forced,
    )
