"""The ``mazzo`` command. Each subcommand is imported only when it is called, so that ``--version`` stays instant.

However a subcommand ends, here it ends in words: Ctrl-C with its own exit code, an error of ours with its sentence.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from mazzo import __version__
from mazzo.cli.exits import BAD_DATA, INTERRUPTED

COMMANDS = {
    "coach": "mazzo.cli.coach:coach_group",
    "deck": "mazzo.cli.deck:deck_group",
    "demo": "mazzo.cli.demo:demo_command",
    "doctor": "mazzo.cli.doctor:doctor_command",
    "lab": "mazzo.cli.lab:lab_group",
    "play": "mazzo.cli.play:play_command",
    "qb": "mazzo.cli.qb:qb_group",
    "review": "mazzo.cli.review:review_command",
    "solitario": "mazzo.cli.solitario:solitario_group",
}
"""Where each subcommand lives, and the order in which help lists them."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command called ``name``, imported now; None when there is none."""
        place = COMMANDS.get(name)
        if place is None:
            return None
        module, attribute = place.split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def invoke(self, context: click.Context) -> Any:
        """What the command gives; an interrupted one ends with its own exit code, at a prompt of click's as well."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            _end_interrupted()
        except click.Abort as aborted:
            # Click says the same of Ctrl-C and of an input that has ended; only the first is an interruption.
            if not isinstance(aborted.__context__, KeyboardInterrupt):
                raise
            _end_interrupted()
        except Exception as error:
            _end_in_words(error)
            raise


def _end_interrupted() -> NoReturn:
    click.echo(err=True)
    sys.exit(INTERRUPTED)


def _end_in_words(error: Exception) -> None:
    """The end with the sentence of ``error`` if it is one of ours; nothing for any other."""
    from kernelkit.spoken import SpokenError
    from mazzo.cli.language import language_of

    if isinstance(error, SpokenError):
        click.echo(error.message(language_of(None)), err=True)
        sys.exit(getattr(error, "exit_code", BAD_DATA))


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="mazzo", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """A card table that explains itself: Queen's Blood and Solitario."""
    if context.invoked_subcommand is None:
        from mazzo.cli.welcome import welcome

        welcome(context)
