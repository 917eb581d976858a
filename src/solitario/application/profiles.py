"""The players at this table: a guest who is always there, and whoever made a profile. One is the default."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol

from kernelkit.spoken import catalogue, sentence
from solitario.application.score_records import GUEST
from solitario.errors import SolitarioError

MAX_NAME_LENGTH = 40
GUEST_NAME = sentence("Guest")
FORMER_PLAYER = sentence("Former player")


class ProfileError(SolitarioError):
    """A profile cannot be made, found or changed as asked."""


class InvalidProfileNameError(ProfileError, ValueError):
    """The name is empty, too long, or holds something that cannot be read aloud."""

    template = sentence("profile name {name}: between 1 and {longest} letters, digits, spaces or marks, on one line")


class ProfileNameTakenError(ProfileError):
    """Somebody has this name already; capitals make no difference."""

    template = sentence("there is already a profile called {name}")


class UnknownProfileError(ProfileError):
    """Nobody has this name."""

    template = sentence("there is no profile called {name}")


class GuestProfileError(ProfileError):
    """The guest can be neither renamed nor deleted."""

    template = sentence("the guest profile is always there: it cannot be renamed or deleted")


@dataclass(frozen=True, slots=True)
class Profile:
    """One player: an id that never changes and a name that may; ``extra`` is what other versions wrote beside it."""

    profile_id: str
    name: str
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Profiles:
    """Everybody who made a profile, in the order they came; each change gives a new value.

    ``next_number`` makes ids that are never used again, so that a new player does not inherit somebody's games.
    """

    players: tuple[Profile, ...] = ()
    default_id: str = GUEST
    next_number: int = 1

    def __iter__(self) -> Iterator[Profile]:
        return iter(self.players)

    def created(self, name: str) -> Profiles:
        """With one more player; InvalidProfileNameError or ProfileNameTakenError when the name will not do."""
        clean = self._free(clean_name(name))
        newcomer = Profile(f"p{self.next_number}", clean)
        return replace(self, players=(*self.players, newcomer), next_number=self.next_number + 1)

    def renamed(self, name: str, new_name: str) -> Profiles:
        """With another name for the same player; the games stay theirs."""
        profile = self._own(name)
        clean = self._free(clean_name(new_name), besides=profile)
        return self._with(profile, replace(profile, name=clean))

    def deleted(self, name: str) -> Profiles:
        """Without this player. The games stay in the file under an id nobody has; the default becomes the guest."""
        profile = self._own(name)
        default_id = GUEST if self.default_id == profile.profile_id else self.default_id
        return replace(self, players=tuple(p for p in self.players if p != profile), default_id=default_id)

    def with_default(self, name: str) -> Profiles:
        """With another player as the default."""
        return replace(self, default_id=self.id_of(name))

    def id_of(self, name: str) -> str:
        """The id behind a name; the guest's own name in any language is the guest."""
        profile = self._find(name)
        if profile is not None:
            return profile.profile_id
        if _key(name) in _guest_keys():
            return GUEST
        raise UnknownProfileError(name=printable(name))

    def name_of(self, profile_id: str, language: str) -> str:
        """The name behind an id, in words of ``language`` for the guest and for players who are gone."""
        for profile in self.players:
            if profile.profile_id == profile_id:
                return profile.name
        return catalogue("solitario", language).gettext(GUEST_NAME if profile_id == GUEST else FORMER_PLAYER)

    def _find(self, name: str) -> Profile | None:
        return next((profile for profile in self.players if _key(profile.name) == _key(name)), None)

    def _own(self, name: str) -> Profile:
        """The player called ``name``, who is not the guest."""
        if self.id_of(name) == GUEST:
            raise GuestProfileError
        return next(profile for profile in self.players if _key(profile.name) == _key(name))

    def _free(self, name: str, besides: Profile | None = None) -> str:
        taken = self._find(name)
        if (taken is not None and taken != besides) or _key(name) in _guest_keys():
            raise ProfileNameTakenError(name=name)
        return name

    def _with(self, old: Profile, new: Profile) -> Profiles:
        return replace(self, players=tuple(new if profile == old else profile for profile in self.players))


class ProfileStorage(Protocol):
    """Where profiles are kept."""

    def load(self) -> Profiles:
        """Everybody; nobody but the guest when nothing was kept yet."""

    def save(self, profiles: Profiles) -> None:
        """Keep ``profiles``, durable when this returns."""


def clean_name(name: str) -> str:
    """``name`` in one spelling, without spaces around it; InvalidProfileNameError when it cannot be read aloud.

    Control and direction marks are refused: they could make a table of names read as something else.
    """
    clean = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not 0 < len(clean) <= MAX_NAME_LENGTH or not clean.isprintable() or not any(c.isalnum() for c in clean):
        raise InvalidProfileNameError(name=printable(name), longest=MAX_NAME_LENGTH)
    return clean


def printable(name: str) -> str:
    """``name`` as it may stand in a message: short, and with nothing in it that a terminal would obey."""
    return name if name.isprintable() and 0 < len(name) <= MAX_NAME_LENGTH else ascii(name[: MAX_NAME_LENGTH + 1])


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def _guest_keys() -> set[str]:
    return {GUEST} | {_key(catalogue("solitario", language).gettext(GUEST_NAME)) for language in ("en", "it")}
