"""How far the coach shall look, for a match and for a single position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qb_engine.search.race import Budget

MOST_ITERATIONS = 10_000_000
SHORTEST_SECONDS, LONGEST_SECONDS = 0.05, 60.0


@dataclass(frozen=True, slots=True)
class Look:
    """What was asked for: a quick look, a number of games, a time; or nothing of it."""

    is_quick: bool = False
    iterations: int | None = None
    seconds: float | None = None

    @property
    def is_deep(self) -> bool:
        """Whether a deep look was asked for by name."""
        return self.iterations is not None or self.seconds is not None

    def budget(self) -> Budget:
        """What the search may spend."""
        from qb_engine.search.race import Budget

        return Budget(self.iterations, self.seconds)
