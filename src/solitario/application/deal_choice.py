"""How the deal of a new game is chosen: any, one that is known to be winnable, one of a grade, the one of the day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from kernelkit.chance import below, seeded
from kernelkit.spoken import sentence
from solitario.domain.settings import GameSettings
from solitario.errors import InvalidDealError

GRADES = ("easy", "medium", "hard")
"""From the third of the winnable deals that took the solver least to the third that took it most."""
KINDS = ("random", "winnable", *GRADES, "daily")
KIND_WORDS = {
    **{kind: kind for kind in KINDS},
    "casuale": "random",
    "vincibile": "winnable",
    "facile": "easy",
    "media": "medium",
    "difficile": "hard",
    "giornaliera": "daily",
    "giorno": "daily",
}
"""The kinds as they are typed after new, without accents."""
RANDOM_DEALS = 999_999
"""A number somebody can say and type; longer ones can be asked for."""
DAILY_STREAM = 13


@dataclass(frozen=True, slots=True)
class WinnableDeals:
    """What is known of the deals 1, 2, ... of one deck and draw: 0 for nothing, else the number of its grade."""

    grades: bytes

    def numbers(self, kind: str) -> list[int]:
        """The deals of a grade, or all that are winnable."""
        wanted = bytes([GRADES.index(kind) + 1]) if kind in GRADES else bytes(range(1, len(GRADES) + 1))
        return [number for number, grade in enumerate(self.grades, start=1) if grade in wanted]


Known = Callable[[str, int], WinnableDeals]
"""The winnable deals of a deck and a number of cards a draw turns."""


def is_known(settings: GameSettings) -> bool:
    """Whether anything is known of deals by these settings: not where a shuffle decides what a draw of two brings."""
    return settings.recycle_mode == "turned" or settings.draw_count == 1


def picked_deal(
    kind: str, settings: GameSettings, known: Known, any_below: Callable[[int], int], today: date
) -> int | None:
    """The number of a deal of ``kind``; None when none is known. ``any_below`` draws a number below another."""
    if kind == "daily":
        chance = seeded(today.toordinal(), DAILY_STREAM)

        def any_below(count: int) -> int:  # everybody gets the same
            return below(chance, count)

    if kind == "random" or (kind == "daily" and not is_known(settings)):
        return any_below(RANDOM_DEALS) + 1
    numbers = known(settings.deck_type, settings.draw_count).numbers(kind) if is_known(settings) else []
    return numbers[any_below(len(numbers))] if numbers else None


def known_deal(kind: str, number: int | None) -> int:
    """The number that was picked for ``kind``; InvalidDealError when there was none."""
    if number is None:
        reason = sentence("no deal is known to be winnable when a draw turns several cards and a recycle shuffles")
        raise InvalidDealError(value=kind, reason=reason)
    return number
