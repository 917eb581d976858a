"""The finished games as a stream of the journal, an entry each, with the fields that ``scores.json`` has for a game.

``scores.json`` is what they were before there was a stream, and what they are written to for other programs. A game
from before version 2 is kept with the marks that say so; what we do not know in a file stays in the entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kernelkit.journal import Store
from kernelkit.kept import TAKEN_OVER, Change, KeptValue
from solitario.application.score_records import GameRecord
from solitario.domain.final_score import FinalScore
from solitario.infrastructure.kept_kinds import NO_FILE, check_kind
from solitario.infrastructure.score_fields import record_fields
from solitario.infrastructure.scores_file import NO_SCORES, Imported, JsonScoreStorage, imported_records, upgraded

FINISHED = "finished"
Content = dict[str, Any]
"""What a file of version 2 holds."""


class KeptScores:
    """The games of one ``stream``; until it has begun, those in ``file``, which is only read."""

    def __init__(self, store: Store, stream: str, file: Path) -> None:
        self._stream, self._path, self._file = stream, file, JsonScoreStorage(file)
        self.kept: KeptValue[Content] = KeptValue(store, stream, self._summed, self._before)

    def records(self) -> list[GameRecord]:
        """Every game, oldest first."""
        return self._file.parsed(self.kept.value())

    def game_ids(self) -> set[str]:
        """The games that are kept, by the names of their journals; quicker than everything about them."""
        return {str(row["game_id"]) for row in self.kept.value()["scores"] if row.get("game_id")}

    def load_all_scores(self) -> list[FinalScore]:
        """Every score, oldest first; one from before v2.0 has quality -1.0 and version "1.0"."""
        return [record.score for record in self.records()]

    def add(self, record: GameRecord) -> bool:
        """Keep ``record``, durable when this returns; False when a game of the same ``game_id`` is kept already."""
        return bool(self.add_all([record]))

    def add_all(self, records: Sequence[GameRecord]) -> list[GameRecord]:
        """Keep what is not kept already, in one write; what was added."""
        added: list[GameRecord] = []

        def finished(content: Content) -> Sequence[Change]:
            known = {row.get("game_id") for row in content["scores"]} - {None, ""}
            added[:] = [record for record in records if record.game_id not in known]
            return [Change(FINISHED, record_fields(record)) for record in added]

        self.kept.change(finished)
        return added

    def import_from(self, source: Path, profile_id: str) -> Imported:
        """Add the games in a scores file, v1 or v2, to ``profile_id``; the same file again adds nothing."""
        named = imported_records(source, profile_id)
        added = self.add_all(named)
        return Imported(len(added), len(named) - len(added), sum(record.score.is_legacy for record in added))

    def as_file(self) -> tuple[int, bytes]:
        """How many games there are, and all of them as a ``scores.json`` of version 2."""
        content = self.kept.value()
        return len(content["scores"]), self._file.written(content)

    def _summed(self, changes: Iterable[Change]) -> Content:
        rows: list[Any] = []
        rest: dict[str, Any] = {}
        for number, change in enumerate(changes, start=1):
            if check_kind(change, (FINISHED, TAKEN_OVER), self._stream, number) == FINISHED:
                rows.append(change.data)
            else:
                rest = change.data.get("rest", {})
        return {**NO_SCORES, **rest, "scores": rows}

    def _before(self) -> list[Change]:
        content = self._file.content(NO_FILE)
        if content is NO_FILE:
            return []
        self._file.parsed(content)
        table = upgraded(content)
        rest = {key: value for key, value in table.items() if key != "scores"}
        taken = Change(TAKEN_OVER, {"file": self._path.name, "rest": rest})
        return [taken, *(Change(FINISHED, row) for row in table["scores"])]
