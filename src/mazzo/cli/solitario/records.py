"""``mazzo solitario import | stats | scores | profile``: what the kept games say.

The words are those of ``mazzo.words.records``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kernelkit.spoken import SpokenError, catalogue
from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import refuse, refuse_in_words
from mazzo.cli.terminal.audience import language_of
from mazzo.folders import folders
from mazzo.schemas.document import Document, json_text
from mazzo.schemas.records import (
    ProfileDocument,
    import_document,
    profiles_document,
    scores_document,
    statistics_document,
)
from mazzo.storage.files_in import existing
from mazzo.words.records import RecordsWords
from mazzo.words.remedies import told
from mazzo.words.solitario import (
    DEFAULT,
    DELETE_PROFILE,
    NOTHING_DELETED,
    PLAYS_BY_DEFAULT,
    PROFILE_ADDED,
    PROFILE_DELETED,
    PROFILE_RENAMED,
)
from solitario.application.achievements import reached
from solitario.application.commands import is_yes
from solitario.application.profiles import Profiles
from solitario.application.score_records import by_board, leaderboard, of_profile
from solitario.application.statistics import statistics_of
from solitario.infrastructure.profiles_file import JsonProfileStorage
from solitario.infrastructure.scores_file import JsonScoreStorage
from solitario.infrastructure.settings_file import SettingsFile

COUNTED_ALL = click.IntRange(1, 1000)


@dataclass(frozen=True, slots=True)
class Desk:
    """What every command here needs: the language, the shape of the answer, and the files."""

    language: str
    as_json: bool

    @property
    def scores(self) -> JsonScoreStorage:
        """The finished games."""
        return JsonScoreStorage(folders().scores)

    @property
    def profiles(self) -> JsonProfileStorage:
        """The players."""
        return JsonProfileStorage(folders().profiles)

    def say(self, key: str, **facts: Any) -> str:
        """The sentence ``key`` in the language of the player."""
        return catalogue("mazzo", self.language).gettext(key).format(**facts)

    def answer(self, lines: Iterable[str], document: Document) -> None:
        """Print the answer as lines, or as a document."""
        click.echo(json_text(document) if self.as_json else "\n".join(lines))

    @contextmanager
    def spoken(self) -> Iterator[None]:
        """Turn an error of ours into its sentence and its exit code."""
        try:
            yield
        except SpokenError as error:
            refuse(error, self.as_json, self.language)


def desk_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--lang`` and ``--json``."""
    command = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")(command)
    return LANG_OPTION(command)


def desk_for(lang: str | None, as_json: bool) -> Desk:
    """The desk in the language asked for, else the player's choice, else the system's, else English."""
    stored: str | None = None
    if lang is None:
        try:
            stored = SettingsFile(folders().settings).load().language
        except SpokenError as error:
            click.echo(told(error, language_of(None)), err=True)
    return Desk(language_of(lang, stored), as_json)


def chosen_profile(profiles: Profiles, name: str | None) -> str:
    """The id of the player called ``name``, of the default player without a name."""
    return profiles.default_id if name is None else profiles.id_of(name)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--profile", "name", help="Whose games they are; the default profile unless named.")
@desk_options
def import_command(file: Path, name: str | None, lang: str | None, as_json: bool) -> None:
    """Add the games of another scores file, version 1 or 2; games that are there already are left out."""
    desk = desk_for(lang, as_json)
    with desk.spoken():
        imported = desk.scores.import_from(existing(file), chosen_profile(desk.profiles.load(), name))
    desk.answer([RecordsWords(desk.language).imported(imported)], import_document(imported))


@click.command("stats")
@click.option("--profile", "name", help="Whose games; the default profile unless named.")
@desk_options
def statistics_command(name: str | None, lang: str | None, as_json: bool) -> None:
    """Say what the finished games of a player add up to."""
    desk = desk_for(lang, as_json)
    with desk.spoken():
        profiles = desk.profiles.load()
        profile_id = chosen_profile(profiles, name)
        records = of_profile(desk.scores.records(), profile_id)
    statistics, achievements = statistics_of(records), reached(records)
    player = profiles.name_of(profile_id, desk.language)
    lines = RecordsWords(desk.language).statistics(player, statistics, achievements)
    desk.answer(lines, statistics_document(player, statistics, achievements))


@click.command("scores")
@click.option("--profile", "name", help="Only the games of this player.")
@click.option("--top", default=10, show_default=True, type=COUNTED_ALL, help="How many on each board.")
@desk_options
def scores_command(name: str | None, top: int, lang: str | None, as_json: bool) -> None:
    """List the best wins, one board for each scoring system and set of figures."""
    desk = desk_for(lang, as_json)
    with desk.spoken():
        profiles, records = desk.profiles.load(), desk.scores.records()
        if name is not None:
            records = of_profile(records, profiles.id_of(name))
    boards = [(board, best) for board in by_board(records) if (best := leaderboard(records, board, top))]
    lines = RecordsWords(desk.language).boards(boards, profiles)
    desk.answer(lines, scores_document(boards, profiles, desk.language))


@click.group("profile")
def profile_group() -> None:
    """Make, rename, delete and choose the players at this table."""


@profile_group.command("list")
@desk_options
def list_command(lang: str | None, as_json: bool) -> None:
    """List the players; the default one is marked."""
    desk = desk_for(lang, as_json)
    with desk.spoken():
        profiles = desk.profiles.load()
    document = profiles_document(profiles, desk.language)
    default = desk.say(DEFAULT)
    lines = [f"{one.name}, {default}" if one.is_default else one.name for one in document.profiles]
    desk.answer(lines, document)


@profile_group.command("create")
@click.argument("name")
@click.option("--default", "as_default", is_flag=True, help="Also make it the default.")
@desk_options
def create_command(name: str, as_default: bool, lang: str | None, as_json: bool) -> None:
    """Make a profile called NAME."""
    changed = _change(
        lambda profiles: profiles.created(name).with_default(name) if as_default else profiles.created(name),
        desk_for(lang, as_json),
    )
    changed(PROFILE_ADDED, name=name.strip())


@profile_group.command("rename")
@click.argument("name")
@click.argument("new_name")
@desk_options
def rename_command(name: str, new_name: str, lang: str | None, as_json: bool) -> None:
    """Call the profile NAME by NEW_NAME; the games stay the same player's."""
    changed = _change(lambda profiles: profiles.renamed(name, new_name), desk_for(lang, as_json))
    changed(PROFILE_RENAMED, name=name.strip(), new_name=new_name.strip())


@profile_group.command("delete")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@desk_options
def delete_command(name: str, yes: bool, lang: str | None, as_json: bool) -> None:
    """Delete the profile NAME; its games stay, without a name."""
    desk = desk_for(lang, as_json)
    with desk.spoken():
        desk.profiles.load().deleted(name)
    question = desk.say(
        DELETE_PROFILE,
        name=name.strip(),
    )
    if not yes and not _confirmed(question):
        refuse_in_words(desk.say(NOTHING_DELETED), REFUSED, desk.as_json)
    _change(lambda profiles: profiles.deleted(name), desk)(PROFILE_DELETED, name=name.strip())


def _confirmed(question: str) -> bool:
    """Whether the player says yes, in either language; nobody there to ask is a no."""
    click.echo(question, err=True)
    line = "" if sys.stdin is None else sys.stdin.readline()
    return is_yes(line)


@profile_group.command("default")
@click.argument("name")
@desk_options
def default_command(name: str, lang: str | None, as_json: bool) -> None:
    """Play as NAME from now on, unless another profile is named."""
    changed = _change(lambda profiles: profiles.with_default(name), desk_for(lang, as_json))
    changed(PLAYS_BY_DEFAULT, name=name.strip())


def _change(change: Callable[[Profiles], Profiles], desk: Desk) -> Callable[..., None]:
    """Change the profiles; what then says so with a sentence and its facts."""
    with desk.spoken():
        desk.profiles.change(change)
    return lambda key, **facts: desk.answer([desk.say(key, **facts)], ProfileDocument(**facts))
