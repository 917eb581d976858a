"""``mazzo solitario import | export | stats | scores | profile``: what the kept games say.

The words are those of ``mazzo.words.records``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kernelkit.journal import Store
from kernelkit.spoken import SpokenError, catalogue
from mazzo.bootstrap import kept_store, solitario_choices, solitario_players, solitario_scores, store_to_read
from mazzo.cli.exits import REFUSED
from mazzo.cli.opened import tell_news
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import refuse, refuse_in_words
from mazzo.cli.terminal.audience import language_of
from mazzo.schemas.document import Document, json_text
from mazzo.schemas.records import (
    ProfileDocument,
    ScoresExportDocument,
    import_document,
    profiles_document,
    scores_document,
    statistics_document,
)
from mazzo.storage.files_in import existing
from mazzo.storage.files_out import checked_target
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
from solitario.infrastructure.kept_profiles import KeptProfiles
from solitario.infrastructure.kept_scores import KeptScores

COUNTED_ALL = click.IntRange(1, 1000)


@dataclass(frozen=True, slots=True)
class Desk:
    """What every command here needs: the language, the shape of the answer, and the store."""

    language: str
    as_json: bool
    store: Store

    @property
    def scores(self) -> KeptScores:
        """The finished games."""
        return solitario_scores(self.store)

    @property
    def profiles(self) -> KeptProfiles:
        """The players."""
        return solitario_players(self.store)

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


def _asked_above() -> str | None:
    """The language that was asked for before the name of the command, as in ``profile --lang it list``."""
    context = click.get_current_context(silent=True)
    while context is not None and not context.params.get("lang"):
        context = context.parent
    return None if context is None else context.params["lang"]


def desk_for(lang: str | None, as_json: bool, *, writes: bool = False) -> Desk:
    """The desk in the language asked for, else the player's choice, else the system's, else English.

    Its store is open until the command ends; one that only reads makes none.
    """
    lang = lang or _asked_above()
    opened: AbstractContextManager[Store] = kept_store() if writes else store_to_read()
    try:
        store = click.get_current_context().with_resource(opened)
    except SpokenError as error:
        refuse(error, as_json, language_of(lang))
    language = language_of(lang, _chosen_language(store) if lang is None else None)
    tell_news(store, language)
    return Desk(language, as_json, store)


def _chosen_language(store: Store) -> str | None:
    try:
        return solitario_choices(store).load().language
    except SpokenError as error:
        click.echo(told(error, language_of(None)), err=True)
        return None


def chosen_profile(profiles: Profiles, name: str | None) -> str:
    """The id of the player called ``name``, of the default player without a name."""
    return profiles.default_id if name is None else profiles.id_of(name)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--profile", "name", help="Whose games they are; the default profile unless named.")
@desk_options
def import_command(file: Path, name: str | None, lang: str | None, as_json: bool) -> None:
    """Add the games of another scores file, version 1 or 2; games that are there already are left out."""
    desk = desk_for(lang, as_json, writes=True)
    with desk.spoken():
        imported = desk.scores.import_from(existing(file), chosen_profile(desk.profiles.load(), name))
    desk.answer([RecordsWords(desk.language).imported(imported)], import_document(imported))


@click.command("export")
@click.argument("file")
@desk_options
def export_command(file: str, lang: str | None, as_json: bool) -> None:
    """Write every finished game to the new FILE, a scores file that this and other programs import."""
    desk = desk_for(lang, as_json)
    with desk.spoken():
        target = checked_target(file, ".json")
        count, content = desk.scores.as_file()
        target.write_new(content)
    desk.answer(
        [RecordsWords(desk.language).exported(target.name, count)], ScoresExportDocument(file=target.name, games=count)
    )


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
@LANG_OPTION
def profile_group(lang: str | None) -> None:
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
        desk_for(lang, as_json, writes=True),
    )
    changed(PROFILE_ADDED, name=name.strip())


@profile_group.command("rename")
@click.argument("name")
@click.argument("new_name")
@desk_options
def rename_command(name: str, new_name: str, lang: str | None, as_json: bool) -> None:
    """Call the profile NAME by NEW_NAME; the games stay the same player's."""
    changed = _change(lambda profiles: profiles.renamed(name, new_name), desk_for(lang, as_json, writes=True))
    changed(PROFILE_RENAMED, name=name.strip(), new_name=new_name.strip())


@profile_group.command("delete")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@desk_options
def delete_command(name: str, yes: bool, lang: str | None, as_json: bool) -> None:
    """Delete the profile NAME; its games stay, without a name."""
    desk = desk_for(lang, as_json, writes=True)
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
    changed = _change(lambda profiles: profiles.with_default(name), desk_for(lang, as_json, writes=True))
    changed(PLAYS_BY_DEFAULT, name=name.strip())


def _change(change: Callable[[Profiles], Profiles], desk: Desk) -> Callable[..., None]:
    """Change the profiles; what then says so with a sentence and its facts."""
    with desk.spoken():
        desk.profiles.change(change)
    return lambda key, **facts: desk.answer([desk.say(key, **facts)], ProfileDocument(**facts))
