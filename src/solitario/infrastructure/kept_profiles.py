"""The players as a stream of the journal: an entry for each who came, went, was renamed or plays by default.

``profiles.json`` is what they were before there was a stream; what other versions wrote into it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kernelkit.journal import Store
from kernelkit.kept import TAKEN_OVER, Change, KeptValue
from solitario.application.profiles import Profile, Profiles
from solitario.application.score_records import GUEST
from solitario.infrastructure.kept_kinds import NO_FILE, check_kind
from solitario.infrastructure.profiles_file import JsonProfileStorage

CREATED, RENAMED, DELETED, DEFAULT, NUMBERED = "created", "renamed", "deleted", "default", "numbered"
KINDS = (CREATED, RENAMED, DELETED, DEFAULT, NUMBERED, TAKEN_OVER)


class KeptProfiles:
    """The players of one ``stream``; until it has begun, those in ``file``, which is only read."""

    def __init__(self, store: Store, stream: str, file: Path) -> None:
        self._stream, self._path, self._file = stream, file, JsonProfileStorage(file)
        self.kept: KeptValue[Profiles] = KeptValue(store, stream, self._summed, self._before)

    def load(self) -> Profiles:
        """Everybody; nobody but the guest when nothing was kept yet."""
        return self.kept.value()

    def save(self, profiles: Profiles) -> None:
        """Keep ``profiles``, durable when this returns."""
        self.change(lambda _before: profiles)

    def change(self, changed: Callable[[Profiles], Profiles]) -> Profiles:
        """Keep what ``changed`` makes of the players as they are now; who is kept then."""
        return self.kept.change(lambda before: list(_differences(before, changed(before))))

    def _summed(self, changes: Iterable[Change]) -> Profiles:
        rows: dict[str, dict[str, Any]] = {}
        default, number = GUEST, 1
        for place, change in enumerate(changes, start=1):
            kind, data = check_kind(change, KINDS, self._stream, place), change.data
            if kind == CREATED:
                rows[data["id"]] = {**data.get("extra", {}), "id": data["id"], "name": data["name"]}
                number = max(number, _number_of(data["id"]) + 1)
            elif kind == RENAMED and data["id"] in rows:
                rows[data["id"]]["name"] = data["name"]
            elif kind == DELETED:
                rows.pop(data["id"], None)
            elif kind == DEFAULT:
                default = data["id"]
            elif kind == NUMBERED:
                number = max(number, data["next"])
        content = {"default": default, "next_number": number, "profiles": list(rows.values())}
        return self._file.parsed(content)

    def _before(self) -> list[Change]:
        content = self._file.content(NO_FILE)
        if content is NO_FILE:
            return []
        profiles = self._file.parsed(content)
        rest = {key: value for key, value in content.items() if key not in ("default", "next_number", "profiles")}
        taken = Change(TAKEN_OVER, {"file": self._path.name, "rest": rest})
        numbered = Change(NUMBERED, {"next": profiles.next_number})
        return [taken, *_differences(Profiles(), profiles), numbered]


def _differences(before: Profiles, after: Profiles) -> Iterable[Change]:
    """What makes ``after`` of ``before``, a change for each player and one for who plays by default."""
    old: dict[str, Profile] = {profile.profile_id: profile for profile in before}
    kept = {profile.profile_id for profile in after}
    for profile in after:
        facts = {"id": profile.profile_id, "name": profile.name}
        if profile.profile_id not in old:
            extra = {"extra": dict(profile.extra)} if profile.extra else {}
            yield Change(CREATED, {**facts, **extra})
        elif profile.name != old[profile.profile_id].name:
            yield Change(RENAMED, facts)
    if after.default_id != before.default_id:
        yield Change(DEFAULT, {"id": after.default_id})
    for profile_id in old:
        if profile_id not in kept:
            yield Change(DELETED, {"id": profile_id})


def _number_of(profile_id: str) -> int:
    """The number in an id of ours; 0 for one that somebody else made up."""
    return int(profile_id[1:]) if profile_id[:1] == "p" and profile_id[1:].isdecimal() else 0
