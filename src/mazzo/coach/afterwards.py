"""A coached match that is over, looked at again at the same table: its review, and the one move that cost most."""

from __future__ import annotations

from contextvars import Context
from typing import TYPE_CHECKING

from kernelkit.spoken import sentence
from mazzo.coach.errors import CoachError
from mazzo.coach.table import CoachTable
from qb_engine.match.files import game_of

if TYPE_CHECKING:
    from qb_engine.review.report import Review, ReviewedMove


class NotOverError(CoachError):
    """A match is looked back on when it is over."""

    template = sentence("the match goes on: a review looks back on a whole one")
    remedy = sentence("Type review when it is over")


class NoReviewHereError(CoachError):
    """Without compiled rules a review takes minutes, and nobody waits so long at a prompt."""

    template = sentence("a review needs the compiled rules, and they are not there yet")
    remedy = sentence("Type save FILE, then mazzo review FILE")


def can_review(iterations: int | None) -> bool:
    """Whether a review does not take long: it was asked to be so short, or the compiled rules are there.

    Whatever form the conversation itself plays by.
    """
    from qb_engine.kernel.program import compiles, program

    return iterations is not None or Context().run(lambda: compiles() and program().is_compiled)


def has_own_move(table: CoachTable) -> bool:
    """Whether you made a move that can be judged."""
    return any(step.kind in ("play", "pass") for step in table.match.steps)


def reviewed(table: CoachTable, iterations: int | None = None) -> Review:
    """Every move of yours judged, as ``mazzo review`` judges the saved match; NotOverError before the end.

    NoReviewHereError where it would take too long, UnreviewableError where you made no move.
    """
    if table.match.phase != "over":
        raise NotOverError
    if not can_review(iterations):
        raise NoReviewHereError
    from qb_engine.review.judge import ITERATIONS, review_game

    # In a context of its own, where nothing asks for plain rules.
    return Context().run(review_game, game_of(table.match.steps), iterations=iterations or ITERATIONS)


def costliest(review: Review) -> ReviewedMove | None:
    """The flagged move of yours that gave most away, the earlier of two; None when there is none."""
    flagged = [move for move in review.flagged if move.side == review.side]
    return max(flagged, key=lambda move: move.points_lost, default=None)
