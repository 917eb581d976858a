"""``mazzo db``: the store of all games looked at, copied, put back, and turned into lines of text and back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mazzo.bootstrap import kept_place
from mazzo.cli.exits import REFUSED
from mazzo.cli.opened import opened_store
from mazzo.cli.options import JSON_OPTION, LANG_OPTION
from mazzo.cli.refusals import spoken
from mazzo.folders import folders
from mazzo.schemas.database import CheckDocument, CopyDocument, RestoreDocument, StoreFaultPart, TakenInDocument
from mazzo.schemas.document import json_text
from mazzo.storage import whole
from mazzo.storage.checking import Fault
from mazzo.storage.export_lines import MOST_BYTES, export_lines, exported_records
from mazzo.storage.files_in import existing, input_bytes, typed_file
from mazzo.storage.files_out import checked_target
from mazzo.words.database import StoreWords

COPY_SUFFIX, EXPORT_SUFFIX = ".sqlite3", ".jsonl"


@click.group("db")
def db_group() -> None:
    """All your games in their store: check, copy, put back, export and import them.

    It is a file in the data folder, or the database that MAZZO_DATABASE_URL names. Games may go on meanwhile.
    """


@db_group.command("check")
@click.argument("file", required=False)
@JSON_OPTION
@LANG_OPTION
@spoken
def check_command(file: str | None, as_json: bool, language: str) -> None:
    """Look at every entry of the store, or of the copy FILE, and change nothing. Exit code 1 when it is damaged."""
    found = whole.checked(kept_place() if file is None else existing(typed_file(file)))
    if as_json:
        faults = [_fault_part(fault, language) for fault in found.faults]
        click.echo(
            json_text(
                CheckDocument(
                    ok=not faults,
                    store=found.store,
                    format=found.format,
                    streams=found.extent.streams,
                    events=found.extent.events,
                    faults=faults,
                )
            )
        )
    else:
        told = [fault.message(language) for fault in found.faults]
        extent, is_there = found.extent, found.format is not None
        lines = StoreWords(language).checked(found.store, extent.streams, extent.events, told, is_there=is_there)
        click.echo("\n".join(lines))
    sys.exit(REFUSED if found.faults else 0)


def _fault_part(fault: Fault, language: str) -> StoreFaultPart:
    return StoreFaultPart(stream=fault.stream or None, number=fault.number or None, message=fault.message(language))


@db_group.command("backup")
@click.argument("file")
@JSON_OPTION
@LANG_OPTION
@spoken
def backup_command(file: str, as_json: bool, language: str) -> None:
    """Copy the store as it is now to the new FILE, while games go on."""
    target = checked_target(file, COPY_SUFFIX)
    with opened_store(language) as store:
        extent = whole.back_up(store, target)
    if as_json:
        click.echo(json_text(CopyDocument(file=target.name, streams=extent.streams, events=extent.events)))
    else:
        click.echo(StoreWords(language).backed_up(target.name, extent.streams, extent.events))


@db_group.command("restore")
@click.argument("file")
@JSON_OPTION
@LANG_OPTION
@spoken
def restore_command(file: str, as_json: bool, language: str) -> None:
    """Put the copy FILE in the place of the whole store. What is there now is copied first, beside the store."""
    copy = existing(typed_file(file))
    with opened_store(language) as store:
        extent, kept = whole.restore(store, copy, folders().journal)
    before = None if kept is None else str(kept)
    if as_json:
        document = RestoreDocument(file=file, streams=extent.streams, events=extent.events, before=before)
        click.echo(json_text(document))
    else:
        click.echo("\n".join(StoreWords(language).restored(file, extent.streams, extent.events, before)))


@db_group.command("export")
@click.argument("file")
@JSON_OPTION
@LANG_OPTION
@spoken
def export_command(file: str, as_json: bool, language: str) -> None:
    """Write every entry of the store to the new FILE as lines of JSON, each with its hash."""
    target = checked_target(file, EXPORT_SUFFIX)
    with opened_store(language) as store:
        extent, lines = export_lines(store)
    target.write_new(lines)
    if as_json:
        click.echo(json_text(CopyDocument(file=target.name, streams=extent.streams, events=extent.events)))
    else:
        click.echo(StoreWords(language).exported(target.name, extent.streams, extent.events))


@db_group.command("import")
@click.argument("file")
@JSON_OPTION
@LANG_OPTION
@spoken
def import_command(file: str, as_json: bool, language: str) -> None:
    """Add what the export FILE has and the store has not. A record that went another way here refuses all of it."""
    path = Path(file) if file == "-" else typed_file(file)
    records = exported_records(file, input_bytes(path, MOST_BYTES))
    with opened_store(language) as store:
        taken = whole.take_in(store, records)
    if as_json:
        document = TakenInDocument(
            file=file, begun=taken.begun, continued=taken.continued, known=taken.known, events=taken.events
        )
        click.echo(json_text(document))
    else:
        click.echo(StoreWords(language).taken_in(taken.begun, taken.continued, taken.known, taken.events))
