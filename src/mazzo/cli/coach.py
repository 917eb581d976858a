"""``mazzo coach``: mirror a match from the console and be told at once the best move and why."""

from __future__ import annotations

import sys
from contextlib import closing, nullcontext
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.chance import MAX_SEED
from kernelkit.spoken import SpokenError
from mazzo.cli.options import ALOUD_OPTION, LANG_OPTION, asked_look, look_options
from mazzo.cli.refusals import refuse
from mazzo.cli.terminal.audience import is_heard, is_sighted, language_of
from mazzo.coach.look import Look

if TYPE_CHECKING:
    from mazzo.cli.terminal.keyboard import Keyboard, Reader
    from mazzo.cli.terminal.readers import Lines
    from mazzo.coach.deep_look import DeepCoach
    from mazzo.dialogue.coach import CoachSession
    from mazzo.dialogue.conversation import Reply

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
@click.option("--position", help="Start from this board, one line as in docs/formats.md; --hand where it has none.")
@click.option("--side", type=click.Choice(["left", "right"]), help="Where you sit at the console; kept for the next.")
@click.option("--habits/--no-habits", default=None, help="Count on what the opponent usually does; it is kept.")
@click.option("--rules", help="The rules, such as rebirth or rebirth+capture=keep_plus.")
@click.option("--new", is_flag=True, help="Begin a new match even if one is under way.")
@click.option("--sample", is_flag=True, help="Be coached in a match against the console of our own.")
@click.option("--seed", default=7, show_default=True, type=click.IntRange(0, MAX_SEED), help="Which sample match.")
@look_options
@click.option("--script", type=click.Path(path_type=Path, allow_dash=True), help="Take the lines from a file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each line that is entered.")
@click.option("--plain", is_flag=True, help="Plain lines without completion.")
@ALOUD_OPTION
@LANG_OPTION
@click.pass_context
def coach_group(context: click.Context, /, lang: str | None, **options: Any) -> None:
    """Be coached in a match of Queen's Blood; goes on with the last match. Type help at the prompt.

    Advice is there at once, one look at every move. At a terminal a deep look follows it for 2 seconds at most, or
    until a key is pressed. A pipe, --script and --json get one only with --iterations or --seconds.
    """
    if context.invoked_subcommand is not None:
        return
    from kernelkit.forms import plain_rules

    language = language_of(lang)
    _check_usage(options, language)
    try:
        names = ("quick", "iterations", "seconds")
        deep, keys = _deep_coach(asked_look(**{name: options[name] for name in names}), options, language)
        # A quick look takes a fifth of a second in plain form; loading the compiled rules would take longer than that.
        with plain_rules(), nullcontext() if deep is None else closing(deep):
            sys.exit(_coach(language, options, deep, keys))
    except SpokenError as error:
        refuse(error, options["as_json"], language)


def _check_usage(options: dict[str, Any], language: str) -> None:
    """Nothing, or the end for options that contradict each other."""
    from kernelkit.spoken import catalogue
    from mazzo.words.click import POSITION_ALONE

    if options["position"] is None:
        return
    if options["sample"] or any(options[name] is not None for name in ("deck", "enemy", "first", "rules")):
        raise click.UsageError(catalogue("mazzo", language).gettext(POSITION_ALONE))


def _deep_coach(asked: Look, options: dict[str, Any], language: str) -> tuple[DeepCoach | None, Keyboard | None]:
    """Who looks deeper, if anybody, and the keys that end it: at a terminal always, elsewhere only where asked for."""
    from mazzo.cli.progress import warm_up
    from mazzo.cli.terminal.keyboard import Keyboard
    from mazzo.coach.deep_look import DeepCoach

    if asked.is_quick:
        return None, None
    if options["script"] is None and not options["as_json"] and Keyboard.is_there():
        completes = is_sighted(options["plain"] or options["aloud"])
        keys = Keyboard(sys.stdin.fileno(), takes_keys=not completes)
        return DeepCoach(asked, keys.is_pressed), keys
    if not asked.is_deep:
        return None, None
    warm_up(language)
    return DeepCoach(asked), None


def _coach(language: str, options: dict[str, Any], deep: DeepCoach | None, keys: Keyboard | None) -> int:
    """Coach from a script in memory, or at the terminal on the journal; the exit code."""
    from mazzo.bootstrap import coach_session, names
    from mazzo.cli.opened import opened_store
    from mazzo.cli.terminal.readers import reader_for, script_reader
    from mazzo.words.remedies import told
    from qb_engine.words.voice import Voice

    voice = Voice(language, is_heard(options["aloud"]))
    given = {key: str(options[key]) for key in ("deck", "hand", "enemy", "first", "rules") if options[key] is not None}
    if options["script"] is not None:
        reader = script_reader(options["script"], is_shown=not options["as_json"])
        return _converse(coach_session(None, voice, given, deep), reader, options)
    with opened_store(language) as store:
        for trouble in names(store).troubles:
            click.echo(told(trouble, language), err=True)
        plain = any(options[name] for name in ("plain", "aloud", "as_json"))
        lines = reader_for(plain, names=lambda: names(store).taught)
        return _converse(coach_session(store, voice, given, deep), _after_keys(lines, keys), options, keys)


def _after_keys(reader: Reader, keys: Keyboard | None) -> Lines:
    """The reader, whose lines begin with the keys that ended a deep look."""
    return reader if keys is None else lambda prompt: keys.line(reader, prompt)


def _converse(session: CoachSession, reader: Lines, options: dict[str, Any], keys: Keyboard | None = None) -> int:
    from mazzo.cli.terminal.loop import DataOutput, SpokenOutput, converse
    from mazzo.coach.position import steps_from

    seed = options["seed"] if options["sample"] else None
    session.seat_asked = options["side"]
    if options["habits"] is not None:
        session.matches.use_habits(used=options["habits"])
    steps = () if options["position"] is None else steps_from(options["position"], options["hand"])
    opening = session.open(new=bool(options["new"]), sample_seed=seed, steps=steps)
    aloud = session.words.voice.aloud
    spoken = SpokenOutput(wraps=not aloud, redraws=keys is not None and is_sighted(options["plain"] or aloud))
    output = DataOutput(partial(_document, session), joined=True) if options["as_json"] else spoken
    return converse(session, opening, reader, output, listening=nullcontext if keys is None else keys.listening)


def _document(session: CoachSession, number: int, line: str | None, reply: Reply) -> str:
    """What was entered, what was said, what is expected, and the match after it."""
    from mazzo.schemas.document import json_text
    from mazzo.schemas.match import CoachLine, snapshot

    table, match = session.table, session.table.match
    shown = None
    if match.phase != "start":
        advice = table.advice() if match.phase == "your_play" else None
        shown = snapshot(match, advice, table.decision, session.words.voice.language)
    return json_text(
        CoachLine(ok=reply.ok, line=number, entered=line, said=reply.lines, expected=session.prompt, snapshot=shown)
    )
