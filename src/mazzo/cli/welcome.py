"""What ``mazzo`` alone does in a terminal: what there is to choose from."""

from __future__ import annotations

import sys

import click

from kernelkit.spoken import catalogue
from mazzo.cli.terminal.audience import language_of
from mazzo.words.welcome import CHOICES, WELCOME, WHICH_CARD, YOUR_CHOICE


def welcome(context: click.Context) -> None:
    """Offer the choices; without a terminal only name them, so that nothing waits for an answer."""
    words = catalogue("mazzo", language_of(None))
    click.echo(words.gettext(WELCOME))
    for number, (command, text) in enumerate(CHOICES, start=1):
        click.echo(f"{number}  {words.gettext(text)}  (mazzo {command})")
    if not sys.stdin.isatty():
        return
    asked = words.gettext(YOUR_CHOICE).format(count=len(CHOICES))
    chosen = click.prompt(asked, default="1")
    if chosen not in [str(number + 1) for number in range(len(CHOICES))]:
        return
    command, *arguments = CHOICES[int(chosen) - 1][0].split()
    if command == "qb":
        arguments.append(click.prompt(words.gettext(WHICH_CARD)))
    group = context.command
    assert isinstance(group, click.Group)
    found = group.get_command(context, command)
    assert found is not None
    with found.make_context(command, arguments, parent=context) as inner:
        found.invoke(inner)
