"""The one thing that the coach says first: a move, why it and not the next best, how good it is and how sure that is.

Everything else is asked for: the ranked list is ``listed``, with the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qb_engine.advice.contrast import risk_that_matters, told_apart
from qb_engine.advice.evaluation import CoachingRecommendation, MoveEvaluation
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.scoring import MatchScore

Look = Literal["first", "deep"]
Word = Literal["certain", "only", "clearly_best", "slightly_best", "as_good_as"]
"""How the move compares: it wins now; there is no other; it is told from every other, by far or by little; or some
other is not told from it."""
CLEAR_CHANCE = 0.05
"""A best move is clearly the best when the next one wins less by this much."""
CLEAR_FIRST_CHANCE = 0.08
"""The same for a first look, of whose leads a search confirms less: of one of 10 percent, 5."""
CLEAR_MERIT = 5.0
"""The same in points of merit, where a first look goes by them: what costs less is called good."""


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move of the list with what is said about it: at most two reasons, and a risk only where it matters.

    ``is_as_good`` says that it is not told apart from the first move.
    """

    move: MoveEvaluation
    reasons: tuple[Reason, ...]
    risk: Risk | None
    is_as_good: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The best move, why, and how it compares.

    ``rival`` is the first move that is as good, or the next best; None without any other. ``replaces`` is the move of a
    first look that a deep one has put another before, None when the move stays; where it is as good it is the rival.
    ``final`` is the score when the move ends the match. The figure is the move's ``win_chance``, or its ``merit`` where
    a first look had no net to ask.
    """

    move: MoveEvaluation
    reasons: tuple[Reason, ...]
    risk: Risk | None
    word: Word
    rival: MoveEvaluation | None
    look: Look
    is_guess: bool
    replaces: MoveEvaluation | None = None
    final: MatchScore | None = None

    @property
    def is_alternative(self) -> bool:
        """Whether the move of the first look is as good, so that whoever has it in mind may stay with it."""
        is_rival = self.replaces is not None and self.rival is not None and self.rival.move == self.replaces.move
        return is_rival and self.word == "as_good_as"


def answer_of(advice: CoachingRecommendation, before: CoachingRecommendation | None = None) -> Answer | None:
    """What to say first; ``before`` is the first look that this advice refines. None when the game is over."""
    if not advice.moves:
        return None
    first, *others = advice.moves
    earlier = None if before is None else before.primary
    stays = [] if earlier is None else [move for move in others if move.is_close and move.move == earlier.move]
    rival = next((move for move in (*stays, *others) if move.is_close), others[0] if others else None)
    best = listed(advice, 1)[0]
    return Answer(
        move=first,
        reasons=(told_apart(first, stays[0]) if stays else ()) or best.reasons,
        risk=best.risk,
        word=_word(first, rival),
        rival=rival,
        look=_level(advice),
        is_guess=advice.is_guess,
        replaces=None if earlier is None or earlier.move == first.move else earlier,
        final=first.position_after_move.match_score if first.ends_match else None,
    )


def listed(advice: CoachingRecommendation, count: int | None = None) -> tuple[RankedMove, ...]:
    """The first ``count`` moves, or all, each with what tells it apart: the first from the second, others from it.

    Where nothing speaks for the first move against the second, it is told from the third.
    """
    moves = advice.moves
    found = []
    for place, move in enumerate(moves[:count]):
        rival = moves[0] if place else moves[1] if len(moves) > 1 else None
        reasons = () if rival is None else told_apart(move, rival)
        if not place and not reasons:
            # Nothing speaks for it against the second: against the third, then, unless it speaks for the second too.
            shared = {reason.tag for reason in told_apart(moves[1], move)} if len(moves) > 2 else set()
            against = told_apart(move, moves[2]) if len(moves) > 2 else ()
            reasons = tuple(reason for reason in against if reason.tag not in shared)
        found.append(RankedMove(move, reasons, risk_that_matters(move, rival), place > 0 and move.is_close))
    return tuple(found)


def _level(advice: CoachingRecommendation) -> Look:
    return "deep" if advice.level == "deep" else "first"


def _word(first: MoveEvaluation, rival: MoveEvaluation | None) -> Word:
    if first.wins_now:
        return "certain"
    if rival is None:
        return "only"
    if rival.is_close:
        return "as_good_as"
    if first.win_chance is None or rival.win_chance is None:
        return "clearly_best" if first.merit - rival.merit > CLEAR_MERIT else "slightly_best"
    clear = CLEAR_CHANCE if first.is_searched else CLEAR_FIRST_CHANCE
    return "clearly_best" if first.win_chance - rival.win_chance >= clear else "slightly_best"
