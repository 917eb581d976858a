"""``profiles.json``: the players at this table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kernelkit.spoken import sentence
from solitario.application.profiles import InvalidProfileNameError, Profile, Profiles, clean_name
from solitario.application.score_records import GUEST
from solitario.infrastructure.json_file import JsonFile
from solitario.infrastructure.versioned import checked_version

VERSION = 1


class JsonProfileStorage:
    """The profiles in the file at ``path``; what other versions wrote into it stays."""

    def __init__(self, path: Path) -> None:
        self._file = JsonFile(path)

    def load(self) -> Profiles:
        """Everybody in the file; nobody but the guest when there is none."""
        return self.parsed(self.content({}))

    def content(self, missing: Any) -> Any:
        """What the file holds, whatever that is; ``missing`` when there is no file."""
        return self._file.read(missing)

    def save(self, profiles: Profiles) -> None:
        """Keep ``profiles``, durable when this returns."""
        self.change(lambda _before: profiles)

    def change(self, changed: Callable[[Profiles], Profiles]) -> Profiles:
        """Keep what ``changed`` makes of the profiles, while nobody else changes them; what is kept now."""
        with self._file.changing():
            before = self._file.read(missing={})
            profiles = changed(self.parsed(before))
            rows = [{**profile.extra, "id": profile.profile_id, "name": profile.name} for profile in profiles]
            own = {"default": profiles.default_id, "next_number": profiles.next_number, "profiles": rows}
            self._file.write({**before, "version": VERSION, **own})
        return profiles

    def parsed(self, content: Any) -> Profiles:
        """Everybody in ``content``; what is refused in it is said of this file."""
        checked_version(self._file, content, VERSION)
        rows = content.get("profiles", [])
        if not isinstance(rows, list):
            raise self._file.invalid("profiles", sentence("it is not a list"))
        players = tuple(self._profile(row, f"profiles[{number}]") for number, row in enumerate(rows))
        ids = [profile.profile_id for profile in players]
        if len(set(ids) | {GUEST}) != len(ids) + 1:
            raise self._file.invalid("profiles", sentence("an id stands twice"))
        default_id = content.get("default", GUEST)
        if default_id not in (GUEST, *ids):
            raise self._file.invalid("default", sentence("there is no such profile"))
        return Profiles(players, default_id, self._next_number(content, ids))

    def _profile(self, row: Any, place: str) -> Profile:
        if not isinstance(row, dict) or not isinstance(row.get("id"), str) or not isinstance(row.get("name"), str):
            raise self._file.invalid(place, sentence("a profile has an id and a name"))
        try:
            name = clean_name(row["name"])
        except InvalidProfileNameError as error:
            reason = sentence("the name cannot be used: {detail}")
            raise self._file.invalid(f"{place}.name", reason, detail=str(error)) from error
        return Profile(row["id"], name, {key: value for key, value in row.items() if key not in ("id", "name")})

    def _next_number(self, content: dict[str, Any], ids: list[str]) -> int:
        """The number for the next id: above every id ever given, even when the file forgot it."""
        number = content.get("next_number", 1)
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise self._file.invalid("next_number", sentence("it is not a number from 1 up"))
        used = [int(one[1:]) for one in ids if one[:1] == "p" and one[1:].isdecimal()]
        return max([number, *(one + 1 for one in used)])
