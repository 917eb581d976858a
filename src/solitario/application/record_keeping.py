"""What happens with a finished game: it is kept once, counted where the player agreed, and answered with notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from solitario.application.achievements import Notice, notices_after
from solitario.application.score_records import GUEST, GameRecord, ScoreStorage, of_profile
from solitario.domain.final_score import FinalScore


class Tally(Protocol):
    """Where anonymous counts go when the player agreed to them."""

    def count(self, score: FinalScore) -> None:
        """Add one finished game to the counts."""


@dataclass(frozen=True, slots=True)
class RecordKeeper:
    """Keeps the games of one profile; ``tally`` is None unless the player has switched the counts on."""

    storage: ScoreStorage
    profile_id: str = GUEST
    tally: Tally | None = None

    def keep(self, score: FinalScore, *, finished_at: str, game_id: str, deal_number: int) -> tuple[Notice, ...]:
        """Keep a finished game; what there is to say about it, in the order to say it.

        A game that is kept already, because a crash came between its end and this call or after, changes nothing.
        """
        record = GameRecord(score, self.profile_id, finished_at, deal_number, game_id)
        if not self.storage.add(record):
            return ()
        if self.tally is not None:
            self.tally.count(score)
        return notices_after(of_profile(self.storage.records(), self.profile_id))
