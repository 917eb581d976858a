"""Where Mazzo keeps its files: one folder for choices, one for what must last, one for what can be made again.

``MAZZO_HOME`` moves all three under one folder, for tests, for a stick in the pocket, for two tables on one machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from kernelkit.files import PRIVATE_FOLDER, NoHomeError, close_to_others, detail_of, home_folder, make_private
from mazzo.errors import FolderError, HomeError


@dataclass(frozen=True, slots=True)
class Folders:
    """The three folders, and the name of each file in them; nothing is created by asking."""

    config: Path
    data: Path
    state: Path

    @property
    def journal(self) -> Path:
        """The event store of every game."""
        return self.data / "journal.sqlite3"

    @property
    def decks(self) -> Path:
        """The player's own decks of Queen's Blood."""
        return self.data / "qb" / "decks.json"

    @property
    def names(self) -> Path:
        """What the player calls cards."""
        return self.data / "qb" / "names.json"

    @property
    def name_catalogues(self) -> Path:
        """A file of cards' names for each language, put there by the player."""
        return self.data / "qb" / "names"

    @property
    def opponents(self) -> Path:
        """What was seen of opponents' decks of Queen's Blood."""
        return self.data / "qb" / "opponents.json"

    @property
    def lab(self) -> Path:
        """The runs that the lab's page began, a file each."""
        return self.data / "lab"

    @property
    def settings(self) -> Path:
        """The options of Solitario."""
        return self.config / "solitario" / "settings.json"

    @property
    def scoring_config(self) -> Path:
        """The player's own scoring figures; usually there is none."""
        return self.config / "solitario" / "scoring_config.json"

    @property
    def scores(self) -> Path:
        """The finished games of Solitario."""
        return self.data / "solitario" / "scores.json"

    @property
    def profiles(self) -> Path:
        """The players of Solitario."""
        return self.data / "solitario" / "profiles.json"

    @property
    def anonymous_statistics(self) -> Path:
        """The opt-in figures for tuning; they never leave the machine."""
        return self.state / "solitario" / "anonymous_statistics.json"

    @property
    def sounds(self) -> Path:
        """The short sounds of Solitario, made when they are first played."""
        return self.state / "solitario" / "sounds"


_ACCOUNT: ContextVar[str] = ContextVar("account", default="")


@contextmanager
def folders_of(account: str) -> Iterator[None]:
    """Inside, and in threads that are started inside, the folders are those of one account of a shared table."""
    token = _ACCOUNT.set(account)
    try:
        yield
    finally:
        _ACCOUNT.reset(token)


def folders(environment: Mapping[str, str] | None = None) -> Folders:
    """The folders of this user: the platform's own, or below ``MAZZO_HOME`` when that is set and not empty."""
    try:
        base = home_folder(environment)
    except NoHomeError as error:
        raise HomeError(detail=error) from error
    if base is not None:
        found = Folders(base / "config", base / "data", base / "state")
    else:
        from platformdirs import PlatformDirs

        places = PlatformDirs("mazzo", appauthor=False)
        found = Folders(places.user_config_path, places.user_data_path, places.user_state_path)
    account = _ACCOUNT.get()
    if not account:
        return found
    return Folders(*(place / "accounts" / account for place in (found.config, found.data, found.state)))


def made_folder_of(file: Path) -> Path:
    """``file``, after making the folder it goes to, for this user alone; FolderError where that cannot be."""
    try:
        make_private(file.parent)
        close_to_others(file.parent, PRIVATE_FOLDER)
    except OSError as error:
        raise FolderError(folder=str(file.parent), detail=detail_of(error)) from error
    return file
