"""What click itself says, in the language spoken: usage, help and complaints about what was typed.

Click asks for its sentences by English keys through a name of its own modules; inside ``spoken_click`` that name is our
catalogue. What a command says of itself in its help is looked up in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from importlib import import_module

import click

from kernelkit.spoken import catalogue
from mazzo.cli.lazy import LazyCommands
from mazzo.cli.spoken_choice import SpokenChoice
from mazzo.words.click import KINDS_OF_VALUES

MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "types", "termui")


@contextmanager
def spoken_click(language: str) -> Iterator[None]:
    """Inside, click speaks ``language``."""
    words = catalogue("mazzo", language)
    given = {"_": words.gettext, "ngettext": words.ngettext}
    modules = [import_module(f"click.{name}") for name in MODULES]
    before = [(module, name, getattr(module, name)) for module in modules for name in given if hasattr(module, name)]
    for module, name, _old in before:
        setattr(module, name, given[name])
    try:
        yield
    finally:
        for module, name, old in before:
            setattr(module, name, old)


def help_in(language: str, command: click.Command) -> click.Command:
    """A copy of ``command`` whose help, with that of its options and subcommands, is in ``language`` where known."""
    look_up = catalogue("mazzo", language).gettext

    def said(text: str | None) -> str | None:
        return look_up(" ".join(text.split())) if text else text

    translated = copy(command)
    translated.help, translated.short_help = said(command.help), said(command.short_help)
    translated.params = [copy(parameter) for parameter in command.params]
    for parameter in translated.params:
        _name_values(parameter, language)
        if isinstance(parameter, click.Option):
            parameter.help = said(parameter.help)
    if translated.help != command.help:
        _name_parts(translated, look_up)
    if isinstance(translated, click.Group):
        translated.subcommand_metavar = look_up(translated.subcommand_metavar)
    if isinstance(translated, LazyCommands):
        translated.language = language
    elif isinstance(translated, click.Group):
        subcommands = translated.commands
        translated.commands = {name: help_in(language, each) for name, each in subcommands.items()}
    return translated


def _name_values(parameter: click.Parameter, language: str) -> None:
    """Let a choice be named in ``language``, its default too."""
    choice = parameter.type
    if isinstance(choice, SpokenChoice):
        if isinstance(parameter.default, str):
            parameter.default = choice.word_in(language, parameter.default)
        parameter.type = choice.spoken_in(language)


def _name_parts(command: click.Command, look_up: Callable[[str], str]) -> None:
    """Say in the usage what stands for what is typed: options, names, numbers."""
    command.options_metavar = look_up(command.options_metavar or "")
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            parameter.metavar = look_up(parameter.human_readable_name)
        elif parameter.metavar is None and parameter.type.name in KINDS_OF_VALUES:
            parameter.metavar = look_up(KINDS_OF_VALUES[parameter.type.name])
