"""The score in words: a summary, the whole calculation, warnings, and a table for the eye.

What is spoken adds up: the parts named make the provisional score, that and the bonuses make the total, and where a
number was rounded down or lifted to the minimum, that is said.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from kernelkit.spoken import sentence
from solitario.application.warnings import ThresholdWarning
from solitario.domain.final_score import FinalScore
from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_service import SECONDS_PER_MINUTE
from solitario.presentation.tongue import Tongue

LEGACY_NOTICE = sentence("Score computed with the legacy system v1.0 (not comparable with v2.0)")
WON_LATE, TIMED_OUT = "victory_overtime", "timeout_strict"


P = ParamSpec("P")
R = TypeVar("R")


class EitherWay(Generic[P, R]):
    """A method that may also be called on the class, as the specification does; then it speaks Italian."""

    def __init__(self, method: Callable[Concatenate[Any, P], R]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, formatter: Any, kind: type[Any]) -> Callable[P, R]:
        return partial(self._method, kind() if formatter is None else formatter)


class ScoreFormatter:
    """Scores in one language; everything comes from the FinalScore, nothing is computed again.

    ``ScoreFormatter.format_summary(score)`` works without making one, in Italian.
    """

    def __init__(self, language: str = "it") -> None:
        self.tongue = Tongue(language)

    @EitherWay
    def format_summary(self, final_score: FinalScore) -> str:
        """How the game ended, how long it took, and the total."""
        tongue = self.tongue
        moves = tongue.ngettext("{n} move", "{n} moves", final_score.move_count)
        if "move_count" in final_score.unrecorded:
            moves = tongue.gettext("moves not recorded")
        total = tongue.gettext("Total score: {points}.", points=tongue.points(final_score.total_score))
        time = self._minutes(final_score.elapsed_seconds)
        if "elapsed_seconds" in final_score.unrecorded:
            time = tongue.gettext("a time not recorded")
        ending = self._ending(final_score, time, moves)
        return f"{ending} {total}" + (f" {tongue.gettext(LEGACY_NOTICE)}." if final_score.is_legacy else "")

    def _ending(self, score: FinalScore, time: str, moves: str) -> str:
        if score.end_reason == WON_LATE:
            return self.tongue.gettext("Victory past the time limit, in {time} with {moves}.", time=time, moves=moves)
        if score.is_victory:
            return self.tongue.gettext("Victory in {time} with {moves}.", time=time, moves=moves)
        if score.end_reason == TIMED_OUT:
            return self.tongue.gettext("Time is up after {time} and {moves}.", time=time, moves=moves)
        return self.tongue.gettext("Game abandoned after {time} and {moves}.", time=time, moves=moves)

    def _minutes(self, seconds: float) -> str:
        minutes = int(seconds // SECONDS_PER_MINUTE)
        if minutes:
            return self.tongue.ngettext("{n} minute", "{n} minutes", minutes)
        return self.tongue.gettext("less than a minute")

    @EitherWay
    def format_detailed(self, final_score: FinalScore) -> str:
        """The whole calculation, one short sentence a part."""
        heading = self.tongue.gettext("Score in detail:")
        return " ".join([heading, *(f"{label}: {value}." for label, value in self._parts(final_score))])

    @EitherWay
    def format_table(self, final_score: FinalScore) -> str:
        """The whole calculation as two columns, for the eye."""
        parts = self._parts(final_score)
        width = max(len(label) for label, _value in parts)
        return "\n".join(f"{label:<{width}}  {value}" for label, value in parts)

    def _parts(self, score: FinalScore) -> list[tuple[str, str]]:
        if score.is_legacy:
            return self._legacy_parts(score)
        parts = [*self._provisional_parts(score), *self._bonus_parts(score), *self._total_parts(score)]
        missing = {self._labels(score)[name] for name in score.unrecorded if name in self._labels(score)}
        return [(label, self.tongue.gettext("not recorded") if label in missing else text) for label, text in parts]

    def _labels(self, score: FinalScore) -> dict[str, str]:
        """The fields that are said, and what each is called."""
        tongue = self.tongue
        return {
            "base_score": tongue.gettext("Base score from moves"),
            "deck_bonus": tongue.gettext("{deck} deck bonus", deck=tongue.deck(score.deck_type)),
            "difficulty_multiplier": tongue.gettext(
                "Difficulty multiplier of level {level}", level=score.difficulty_level
            ),
            "provisional_score": tongue.gettext("Provisional score"),
        }

    def _provisional_parts(self, score: FinalScore) -> list[tuple[str, str]]:
        tongue, deck = self.tongue, self.tongue.deck(score.deck_type)
        base = tongue.gettext("Base score from moves")
        parts = [(base, tongue.points(score.base_score))]
        parts.append((tongue.gettext("{deck} deck bonus", deck=deck), tongue.points(score.deck_bonus)))
        if score.draw_bonus:
            cards = tongue.cards_counted(score.draw_count)
            parts.append((tongue.gettext("Bonus for drawing {cards}", cards=cards), tongue.points(score.draw_bonus)))
        level = tongue.gettext("Difficulty multiplier of level {level}", level=score.difficulty_level)
        parts.append((level, tongue.decimal(score.difficulty_multiplier)))
        provisional = tongue.gettext("Provisional score")
        parts.append((provisional, tongue.points(score.provisional_score) + self._rounding(score)))
        return parts

    def _rounding(self, score: FinalScore) -> str:
        """What happened to the product on its way to whole points: nothing, rounded down, or lifted to 0."""
        if "provisional_score" in score.unrecorded:
            return ""
        plain = score.base_score + score.deck_bonus + score.draw_bonus
        product = plain * Decimal(repr(score.difficulty_multiplier))
        if product == score.provisional_score:
            return ""
        exact = self.tongue.decimal(abs(product))
        if product > 0:
            return self.tongue.gettext(", rounded down from {exact}", exact=exact)
        return self.tongue.gettext(", raised from minus {exact}", exact=exact)

    def _bonus_parts(self, score: FinalScore) -> list[tuple[str, str]]:
        tongue, parts = self.tongue, []
        if score.time_bonus > 0:
            parts.append((tongue.gettext("Time bonus"), tongue.points(score.time_bonus)))
        if score.time_bonus < 0:
            parts.append((tongue.gettext("Time penalty"), tongue.points(-score.time_bonus)))
        if score.victory_bonus:
            points = tongue.points(score.victory_bonus)
            quality = tongue.percent(score.victory_quality_multiplier)
            text = tongue.gettext("{points}, quality {quality}", points=points, quality=quality)
            parts.append((tongue.gettext("Victory bonus"), text))
        return parts

    def _total_parts(self, score: FinalScore) -> list[tuple[str, str]]:
        tongue, total = self.tongue, self.tongue.points(score.total_score)
        if score.lifted_points:
            below = tongue.number(score.total_score - score.lifted_points)
            total = tongue.gettext("{points}, raised from {below}", points=total, below=below)
        return [(tongue.gettext("Final score"), total)]

    def _legacy_parts(self, score: FinalScore) -> list[tuple[str, str]]:
        """What a record from before v2.0 can tell: its parts followed other rules and do not add up by ours."""
        tongue = self.tongue
        bonus = tongue.gettext("{points} (legacy)", points=tongue.points(score.victory_bonus))
        return [
            (tongue.gettext("Note"), tongue.gettext(LEGACY_NOTICE)),
            (tongue.gettext("Victory bonus"), bonus),
            (tongue.gettext("Final score"), tongue.points(score.total_score)),
        ]

    @EitherWay
    def format_threshold_warning(self, warning: ThresholdWarning) -> str:
        """What was just charged and what the next one costs; ahead of a step, only what the next one costs."""
        upcoming = self.tongue.points(-warning.next_points)
        if warning.event_type is ScoreEventType.STOCK_DRAW:
            return self._draw_warning(warning, upcoming)
        return self._recycle_warning(warning, upcoming)

    def _draw_warning(self, warning: ThresholdWarning, upcoming: str) -> str:
        tongue = self.tongue
        if warning.is_ahead:
            return tongue.ngettext(
                "Attention: {n} draw made. The next one costs {upcoming}.",
                "Attention: {n} draws made. The next one costs {upcoming}.",
                warning.count,
                upcoming=upcoming,
            )
        passed = tongue.ngettext(
            "Attention: past the threshold of {n} draw.",
            "Attention: past the threshold of {n} draws.",
            warning.threshold,
        )
        if warning.charged_points == warning.next_points:
            costs = tongue.gettext("From now on each draw costs {upcoming}.", upcoming=upcoming)
            return f"{passed} {costs}"
        charged = tongue.points(-warning.charged_points)
        costs = tongue.gettext(
            "This draw cost {charged}, the next costs {upcoming}.", charged=charged, upcoming=upcoming
        )
        return f"{passed} {costs}"

    def _recycle_warning(self, warning: ThresholdWarning, upcoming: str) -> str:
        tongue, number = self.tongue, warning.count
        if warning.is_ahead:
            return tongue.gettext(
                "Attention: recycle number {number} made. The next one costs {upcoming}.",
                number=number,
                upcoming=upcoming,
            )
        charged = tongue.points(-warning.charged_points)
        return tongue.gettext(
            "Attention: recycle number {number} cost {charged}, the next costs {upcoming}.",
            number=number,
            charged=charged,
            upcoming=upcoming,
        )
