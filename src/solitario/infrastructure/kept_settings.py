"""The player's choices as a stream of the journal: an entry for each time something was chosen, with what it changed.

``settings.json`` is what they were before there was a stream; a key in it that we do not know stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from kernelkit.journal import Store
from kernelkit.kept import TAKEN_OVER, Change, KeptValue
from solitario.infrastructure.kept_kinds import NO_FILE, check_kind
from solitario.infrastructure.settings_file import SettingsFile, StoredSettings, written

CHOSEN = "chosen"


class KeptSettings:
    """The choices of one ``stream``; until it has begun, those in ``file``, which is only read."""

    def __init__(self, store: Store, stream: str, file: Path) -> None:
        self._stream, self._path, self._file = stream, file, SettingsFile(file)
        self.kept: KeptValue[dict[str, Any]] = KeptValue(store, stream, self._summed, self._before)

    def load(self) -> StoredSettings:
        """The choices, the defaults where nothing was chosen."""
        return self._file.parsed(self.kept.value())

    def save(self, settings: StoredSettings) -> None:
        """Keep ``settings``, durable when this returns."""
        self.change(lambda _before: settings)

    def change(self, changed: Callable[[StoredSettings], StoredSettings]) -> StoredSettings:
        """Keep what ``changed`` makes of the choices as they are now; what is kept then."""

        def chosen(content: dict[str, Any]) -> Sequence[Change]:
            before = self._file.parsed(content)
            after = changed(before)
            new = {key: value for key, value in written(after).items() if key not in content or content[key] != value}
            return [] if after == before else [Change(CHOSEN, new)]

        return self._file.parsed(self.kept.change(chosen))

    def _summed(self, changes: Iterable[Change]) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for number, change in enumerate(changes, start=1):
            if check_kind(change, (CHOSEN, TAKEN_OVER), self._stream, number) == CHOSEN:
                content.update(change.data)
        return content

    def _before(self) -> list[Change]:
        content = self._file.content(NO_FILE)
        if content is NO_FILE:
            return []
        self._file.parsed(content)
        return [Change(TAKEN_OVER, {"file": self._path.name}), Change(CHOSEN, content)]
