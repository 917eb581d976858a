"""The score of a finished game with everything that made it: nothing is recomputed to show it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

SCORING_SYSTEM_VERSION = "2.0.0"
USUAL_PILES = "king"
LEGACY_QUALITY = -1.0
"""The quality of a record from before v2.0, which never had one."""


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The final score at the end of a game, with its complete breakdown.

    ``base_score`` and ``difficulty_multiplier`` are raw, also where the provisional score was lifted to 0. The four
    qualities and the multiplier are decimals of a few places; a float prints each of them exactly. A game that was not
    won has quality 0, a record from before v2.0 has quality -1.
    """

    base_score: int
    deck_bonus: int
    draw_bonus: int
    difficulty_multiplier: float
    time_bonus: int
    victory_bonus: int
    total_score: int

    is_victory: bool
    elapsed_seconds: float
    difficulty_level: int
    deck_type: str
    draw_count: int
    recycle_count: int
    move_count: int

    victory_quality_multiplier: float

    provisional_score: int = 0
    time_quality: float = 0.0
    move_quality: float = 0.0
    recycle_quality: float = 0.0
    stock_draw_count: int = 0
    timer_mode: str = "OFF"
    timer_limit_seconds: int = 0
    end_reason: str = ""
    scoring_system_version: str = SCORING_SYSTEM_VERSION
    config_hash: str = ""

    empty_piles: str = USUAL_PILES
    """What an empty pile took; games by the easier rule stand on a board of their own."""
    unrecorded: tuple[str, ...] = ()
    """What a record of another program does not say: such a field holds nothing, not 0."""

    @property
    def is_legacy(self) -> bool:
        """Whether this record comes from before v2.0 and cannot be compared with later ones."""
        return self.victory_quality_multiplier < 0

    @property
    def lifted_points(self) -> int:
        """How many points the floor under the total gave: 0 unless the parts add up to less than the total."""
        return self.total_score - (self.provisional_score + self.time_bonus + self.victory_bonus)

    def as_dict(self) -> dict[str, Any]:
        """Every field by its name, as files and ``--json`` write it."""
        named = asdict(self)
        if self.empty_piles == USUAL_PILES:
            del named["empty_piles"]
        if not self.unrecorded:
            del named["unrecorded"]
        return named
