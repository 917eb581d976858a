"""The ``mazzo`` command. Each subcommand is imported only when it is called, so that ``--version`` stays instant.

However a subcommand ends, here it ends in words: Ctrl-C with its own exit code, an error of ours with its sentence, an
output that is full or closed with a sentence or none.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn

import click

from kernelkit.spoken import LANGUAGES, announcements
from mazzo import __version__
from mazzo.cli.exits import INTERRUPTED, exit_code
from mazzo.cli.lazy import LazyCommands
from mazzo.cli.signals import ended_by_signals
from mazzo.cli.streams import end_without_output, plain_streams
from mazzo.cli.terminal.audience import language_of, typed_language

COMMANDS = {
    "accounts": "mazzo.cli.accounts:accounts_group",
    "coach": "mazzo.cli.coach:coach_group",
    "db": "mazzo.cli.db:db_group",
    "deck": "mazzo.cli.deck:deck_group",
    "demo": "mazzo.cli.demo:demo_command",
    "doctor": "mazzo.cli.doctor:doctor_command",
    "lab": "mazzo.cli.lab:lab_group",
    "mcp": "mazzo.cli.mcp:mcp_command",
    "play": "mazzo.cli.play:play_command",
    "puzzle": "mazzo.cli.puzzle:puzzle_command",
    "qb": "mazzo.cli.qb:qb_group",
    "review": "mazzo.cli.review:review_command",
    "schema": "mazzo.cli.schema:schema_command",
    "serve": "mazzo.cli.serve:serve_command",
    "solitario": "mazzo.cli.solitario:solitario_group",
}
"""Where each subcommand lives, and the order in which help lists them."""
ARGUMENTS = "mazzo.arguments"
"""What was typed after the command's own name, in the context's memory."""


def _speaking(language: str) -> AbstractContextManager[None]:
    """Click in ``language``; English is its own."""
    if language == LANGUAGES[0]:
        return nullcontext()
    from mazzo.cli.click_words import spoken_click

    return spoken_click(language)


class MazzoCommands(LazyCommands):
    """All of Mazzo's commands; however one ends, it ends in words."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command: what it says is plain text, and what asks it to end from outside lets it end in order."""
        typed = list(arguments[0] if arguments and arguments[0] is not None else options.get("args") or sys.argv[1:])
        self.language = language_of(typed_language(typed))
        with plain_streams(), ended_by_signals(), announcements.chosen(), _speaking(self.language):
            announcements.language = self.language
            return super().main(*arguments, **options)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """The context; what help and version print may not arrive either."""
        try:
            return super().make_context(*arguments, **options)
        except OSError as error:
            end_without_output(error, None)
            raise

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """The arguments that are left; all of them are remembered, for the language of an end in words."""
        context.meta[ARGUMENTS] = tuple(arguments)
        return super().parse_args(context, arguments)

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
            _end_in_words(error, context)
            raise


def _end_interrupted() -> NoReturn:
    click.echo(err=True)
    sys.exit(INTERRUPTED)


def _end_in_words(error: Exception, context: click.Context) -> None:
    """The end with the sentence of ``error`` if it is one of ours, or of an output that is gone; nothing for others."""
    from kernelkit.spoken import SpokenError
    from mazzo.words.remedies import told

    chosen = typed_language(context.meta[ARGUMENTS])
    if isinstance(error, SpokenError):
        click.echo(told(error, language_of(chosen)), err=True)
        sys.exit(exit_code(error))
    if isinstance(error, OSError):
        end_without_output(error, chosen)


@click.group(cls=MazzoCommands, places=COMMANDS, invoke_without_command=True)
@click.version_option(__version__, prog_name="mazzo", message="%(prog)s %(version)s")
@click.option("--plain", is_flag=True, help="Choose in the terminal what to play, instead of in a browser.")
@click.pass_context
def main(context: click.Context, plain: bool) -> None:
    """A card table that explains itself: Queen's Blood and Solitario."""
    if context.invoked_subcommand is None:
        from mazzo.cli.welcome import welcome

        welcome(context, plain=plain)
