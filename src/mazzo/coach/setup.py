"""What a coached match begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mazzo.coach.matches import NamedEnemy
from qb_engine.live_match import LiveMatch
from qb_engine.moves import Side


@dataclass(slots=True)
class Setup:
    """Rules, decks as far as they are known, your opening hand, who begins, and who is played against."""

    rules: str = "rebirth"
    deck: Sequence[str] | None = None
    hand: Sequence[str] = ()
    enemy: Sequence[str] | None = None
    first: Side = "Y"
    named: NamedEnemy | None = None

    def begin(self, match: LiveMatch) -> None:
        """Start the match."""
        match.start(self.hand, first=self.first, rules=self.rules, deck=self.deck, enemy_deck=self.enemy)
