"""The ``mazzo`` command. Each subcommand is imported only when it is called, so that ``--version`` stays instant."""

from __future__ import annotations

from importlib import import_module

import click

from mazzo import __version__

COMMANDS = {
    "coach": "mazzo.cli.coach:coach_group",
    "deck": "mazzo.cli.deck:deck_group",
    "demo": "mazzo.cli.demo:demo_command",
    "doctor": "mazzo.cli.doctor:doctor_command",
    "qb": "mazzo.cli.qb:qb_group",
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


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="mazzo", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """A card table that explains itself: Queen's Blood and Solitario."""
    if context.invoked_subcommand is None:
        from mazzo.cli.welcome import welcome

        welcome(context)
