"""A group of commands, each imported only when it is asked for: what is not called costs nothing at the start."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from kernelkit.spoken import LANGUAGES


class LazyCommands(click.Group):
    """Commands by name and place, as in ``mazzo.cli.deck:deck_group``, in the order in which help lists them."""

    def __init__(self, *arguments: Any, places: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.places = places
        self.language = LANGUAGES[0]

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names in the order of the table."""
        return list(self.places)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command called ``name``, imported now, its help in the language spoken; None when there is none."""
        place = self.places.get(name)
        if place is None:
            return None
        module, attribute = place.split(":")
        command: click.Command = getattr(import_module(module), attribute)
        if self.language != LANGUAGES[0]:
            from mazzo.cli.click_words import help_in

            return help_in(self.language, command)
        return command
