"""``mazzo coach``: mirror a match from the console and be told at once the best move and why."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kernelkit.spoken import SpokenError
from mazzo.cli.exits import BAD_DATA
from mazzo.cli.language import LANG_OPTION, language_of

if TYPE_CHECKING:
    from mazzo.cli.coach_session import CoachSession
    from mazzo.cli.coach_terminal import Lines

SUBCOMMANDS = {"advise": "mazzo.cli.coach_advise:advise_command"}


class CoachGroup(click.Group):
    """A group that coaches when it is called alone; its subcommands are imported when they are asked for."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names in the order of the table."""
        return list(SUBCOMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command called ``name``, imported now; None when there is none."""
        if name not in SUBCOMMANDS:
            return None
        module, attribute = SUBCOMMANDS[name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


@click.group("coach", cls=CoachGroup, invoke_without_command=True)
@click.option("--deck", help="Your deck: starter, a name, a code or 15 cards with commas; - for only your hand.")
@click.option("--hand", help="Your opening hand: five cards with commas.")
@click.option("--enemy", help="The enemy's deck, as for --deck; - when it is not known.")
@click.option("--first", type=click.Choice(["you", "enemy"]), help="Who begins.")
@click.option("--rules", help="The rules, such as rebirth or rebirth+capture=keep_plus.")
@click.option("--new", is_flag=True, help="Begin a new match even if one is under way.")
@click.option("--sample", is_flag=True, help="Be coached in a match against the console of our own.")
@click.option("--seed", default=7, show_default=True, type=click.IntRange(0, 2**31), help="Which sample match.")
@click.option("--script", type=click.Path(path_type=Path, allow_dash=True), help="Take the lines from a file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each line that is entered.")
@click.option("--plain", is_flag=True, help="Plain lines without completion.")
@click.option("--aloud", is_flag=True, help="Whole sentences for listening; MAZZO_SCREEN_READER=1 does the same.")
@LANG_OPTION
@click.pass_context
def coach_group(context: click.Context, /, lang: str | None, **options: object) -> None:
    """Be coached in a match of Queen's Blood; goes on with the last match. Type help at the prompt."""
    if context.invoked_subcommand is not None:
        return
    from qb_engine.kernel.program import plain_rules

    language = language_of(lang)
    try:
        # A quick look takes a fifth of a second in plain form; loading the compiled rules would take longer than that.
        with plain_rules():
            sys.exit(_coach(language, options))
    except SpokenError as error:
        click.echo(error.message(language), err=True)
        sys.exit(getattr(error, "exit_code", BAD_DATA))


def _coach(language: str, options: dict[str, object]) -> int:
    """Coach from a script in memory, or at the terminal on the journal; the exit code."""
    from mazzo.cli.coach_matches import Matches, PassingStore
    from mazzo.cli.coach_session import CoachSession
    from mazzo.cli.coach_terminal import ScriptReader, reader_for, script_lines
    from mazzo.cli.input import input_text
    from qb_engine.words import Voice

    voice = Voice(language, bool(options["aloud"]) or os.environ.get("MAZZO_SCREEN_READER") == "1")
    given = {key: str(options[key]) for key in ("deck", "hand", "enemy", "first", "rules") if options[key] is not None}
    script = options["script"]
    if isinstance(script, Path):
        show = _nothing if options["as_json"] else click.echo
        session = CoachSession(Matches(PassingStore()), voice, given)
        return _converse(session, ScriptReader(script_lines(input_text(script)), show), options)
    from mazzo.cli.coach_decks import DeckShelf
    from mazzo.deck_store import DeckStore
    from mazzo.folders import folders
    from mazzo.storage.store import EventStore

    journal = folders().journal
    journal.parent.mkdir(parents=True, exist_ok=True)
    with EventStore.open(journal) as store:
        if store.salvaged is not None:
            click.echo(store.salvaged.message(language), err=True)
        reader = reader_for(bool(options["plain"] or options["as_json"]))
        shelf = DeckShelf(DeckStore(folders().decks).decks(), DeckStore(folders().opponents, fewest=1))
        return _converse(CoachSession(Matches(store), voice, given, shelf), reader, options)


def _converse(session: CoachSession, reader: Lines, options: dict[str, object]) -> int:
    from mazzo.cli.coach_terminal import converse, converse_as_data

    seed = options["seed"] if options["sample"] else None
    opening = session.open(new=bool(options["new"]), sample_seed=seed if isinstance(seed, int) else None)
    talk = converse_as_data if options["as_json"] else converse
    return talk(session, opening, reader)


def _nothing(_line: str) -> None:
    """As data, a script's lines are in the objects."""
