"""``scores.json``: every finished game, and what to do with the files of other versions.

a bare list                          v1: kept as scores_v1_backup.json, then written anew as v2
{"version": "2.x", "scores": [...]}  v2: what we do not know in it stays where it is
{"version": "3.x", ...}              newer: refused and left alone
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any

from kernelkit.durable import copy_durably, free_name
from kernelkit.files import read_plain
from kernelkit.spoken import sentence
from solitario.application.score_records import GameRecord
from solitario.domain.final_score import SCORING_SYSTEM_VERSION, FinalScore
from solitario.errors import shown
from solitario.infrastructure.errors import NewerRecordsFileError
from solitario.infrastructure.json_file import MAX_BYTES, JsonFile
from solitario.infrastructure.score_fields import record_fields, record_from, with_legacy_marks

NO_SCORES: dict[str, Any] = {"version": SCORING_SYSTEM_VERSION, "scores": []}
MAJOR = SCORING_SYSTEM_VERSION.split(".")[0]
BACKUP_NAME = "scores_v1_backup.json"
VERSION_TEXT = re.compile(r"[0-9]{1,6}(\.[^.]{1,20}){0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: games added, games that were there already, and how many of the added are legacy."""

    added: int
    known: int
    legacy: int


class JsonScoreStorage:
    """The finished games in the file at ``path``; reading never writes."""

    def __init__(self, path: Path) -> None:
        self._file = JsonFile(path)

    def records(self) -> list[GameRecord]:
        """Every game in the file, oldest first; none when there is no file."""
        return self.parsed(self.content(NO_SCORES))

    def content(self, missing: Any) -> Any:
        """What the file holds, whatever that is; ``missing`` when there is no file."""
        return self._file.read(missing)

    def load_all_scores(self) -> list[FinalScore]:
        """Every score in the file, oldest first; one from before v2.0 has quality -1.0 and version "1.0"."""
        return [record.score for record in self.records()]

    def add(self, record: GameRecord) -> bool:
        """Keep ``record``, durable when this returns; False when a game of the same ``game_id`` is kept already."""
        return bool(self.add_all([record]))

    def add_all(self, records: Sequence[GameRecord]) -> list[GameRecord]:
        """Keep what is not kept already, in one write; what was added."""
        with self._file.changing():
            content = self._file.read(NO_SCORES)
            known = {record.game_id for record in self.parsed(content) if record.game_id}
            new = [record for record in records if record.game_id not in known]
            if new:
                if isinstance(content, list):
                    self._back_up()
                self._file.write(_extended(content, new))
        return new

    def import_from(self, source: Path, profile_id: str) -> Imported:
        """Add the games in another scores file, v1 or v2, to ``profile_id``; the same file again adds nothing."""
        named = imported_records(source, profile_id)
        added = self.add_all(named)
        return Imported(len(added), len(named) - len(added), sum(record.score.is_legacy for record in added))

    def written(self, content: dict[str, Any]) -> bytes:
        """``content`` as the text of a file."""
        return self._file.text(content)

    def parsed(self, content: Any) -> list[GameRecord]:
        """Every game in ``content``; what is refused in it is said of this file."""
        rows, place = (content, "") if isinstance(content, list) else (self._rows(content), "scores")
        return [record_from(row, f"{place}[{number}]", self._file.invalid) for number, row in enumerate(rows)]

    def _rows(self, content: Any) -> list[Any]:
        """The list of records in a file of version 2; a newer file is refused before anybody looks into it."""
        if not isinstance(content, dict):
            raise self._file.invalid("JSON", sentence("it is not a table of names and values"))
        version = content.get("version")
        if not isinstance(version, str) or not VERSION_TEXT.fullmatch(version):
            raise self._file.invalid("version", sentence("it is not a version like 2.0.0"))
        if int(version.split(".")[0]) > int(MAJOR):
            raise NewerRecordsFileError(file=self._file.path.name, found=shown(version), known=SCORING_SYSTEM_VERSION)
        rows = content.get("scores")
        if not isinstance(rows, list):
            raise self._file.invalid("scores", sentence("it is not a list"))
        return rows

    def _back_up(self) -> None:
        """Keep the old file beside the new one; an older backup with another content is never replaced."""
        path = self._file.path
        backup = path.with_name(BACKUP_NAME)
        if backup.exists() and read_plain(backup, MAX_BYTES) != read_plain(path, MAX_BYTES):
            backup = free_name(backup, "copy")
        copy_durably(path, backup, MAX_BYTES)


def _extended(content: Any, new: Sequence[GameRecord]) -> dict[str, Any]:
    """The content of a file of version 2 with ``new`` at the end; what was there stays as it is."""
    table = upgraded(content)
    return {**table, "scores": [*table["scores"], *map(record_fields, new)]}


def upgraded(content: Any) -> dict[str, Any]:
    """The content of a sound file, a bare list of version 1 as one of version 2."""
    if isinstance(content, list):
        return {**NO_SCORES, "scores": [with_legacy_marks(row) for row in content]}
    return dict(content)


def imported_records(source: Path, profile_id: str) -> list[GameRecord]:
    """The games in a scores file for ``profile_id``, each with an id that it gets every time."""
    if not source.exists():
        raise JsonFile(source).invalid(source.name, sentence("there is no such file"))
    records = JsonScoreStorage(source).records()
    return [
        replace(record, profile_id=profile_id, game_id=game_id)
        for record, game_id in zip(records, _import_ids(records), strict=True)
    ]


def _import_ids(records: Sequence[GameRecord]) -> list[str]:
    """An id for each record: its own, or one made of its content and how often that content came before."""
    seen: Counter[str] = Counter()
    ids = []
    for record in records:
        print_of = sha256(dumps(record_fields(record), sort_keys=True).encode()).hexdigest()[:16]
        seen[print_of] += 1
        ids.append(record.game_id or f"import/{print_of}/{seen[print_of]}")
    return ids
