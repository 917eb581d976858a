"""What ``mazzo`` alone does in a terminal: what there is to choose from."""

from __future__ import annotations

import sys

import click

from kernelkit.spoken import catalogue, sentence
from mazzo.cli.terminal.audience import language_of

CHOICES = (
    ("coach", sentence("Be coached in a match of Queen's Blood, as it is played on the console.")),
    ("coach --sample", sentence("Be coached in a sample match, without entering a deck.")),
    ("play", sentence("Play a match of Queen's Blood against the computer.")),
    ("demo", sentence("Watch a match of Queen's Blood, told move by move.")),
    ("solitario", sentence("Play Solitario, a solitaire for the ear.")),
    ("qb card", sentence("Look up a card of Queen's Blood.")),
)


def welcome(context: click.Context) -> None:
    """Offer the choices; without a terminal only name them, so that nothing waits for an answer."""
    words = catalogue("mazzo", language_of(None))
    click.echo(words.gettext(sentence("Mazzo: a card table that explains itself.")))
    for number, (command, text) in enumerate(CHOICES, start=1):
        click.echo(f"{number}  {words.gettext(text)}  (mazzo {command})")
    if not sys.stdin.isatty():
        return
    asked = words.gettext(sentence("Your choice, 1 to {count}, or q to leave")).format(count=len(CHOICES))
    chosen = click.prompt(asked, default="1")
    if chosen not in [str(number + 1) for number in range(len(CHOICES))]:
        return
    command, *arguments = CHOICES[int(chosen) - 1][0].split()
    if command == "qb":
        arguments.append(click.prompt(words.gettext(sentence("Name or number of the card"))))
    group = context.command
    assert isinstance(group, click.Group)
    found = group.get_command(context, command)
    assert found is not None
    with found.make_context(command, arguments, parent=context) as inner:
        found.invoke(inner)
