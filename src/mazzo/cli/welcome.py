"""What ``mazzo`` alone does: the web table, or in the terminal what there is to choose from."""

from __future__ import annotations

import sys
from gettext import NullTranslations

import click

from kernelkit.spoken import catalogue
from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.terminal.audience import is_terminal, language_of
from mazzo.dialogue.verbs import WORDS
from mazzo.words.welcome import CHOICES, NO_SUCH_CHOICE, WELCOME, WHICH_CARD, YOUR_CHOICE


def welcome(context: click.Context, *, plain: bool) -> None:
    """Open the table in a browser, or offer the choices here; without a terminal only name them, so that nothing waits.

    Whoever listens, sits far away or has no browser is asked here.
    """
    from mazzo.cli.open_table import is_for_the_browser, open_table

    if is_for_the_browser(plain=plain):
        open_table(context)
        return
    words = catalogue("mazzo", language_of(None))
    click.echo(words.gettext(WELCOME))
    for number, (command, text) in enumerate(CHOICES, start=1):
        click.echo(f"{number}  {words.gettext(text)}  (mazzo {command})")
    if not is_terminal(sys.stdin):
        return
    while (chosen := _chosen(words)) is not None:
        if _ended_well(context, chosen, words):
            return


def _chosen(words: NullTranslations) -> str | None:
    """The command that is chosen; a wrong choice is answered and asked again, None for whoever leaves."""
    asked = words.gettext(YOUR_CHOICE).format(count=len(CHOICES))
    while True:
        typed = click.prompt(asked, default="1").strip().casefold()
        if typed in WORDS["quit"]:
            return None
        numbered = {str(number): command for number, (command, _text) in enumerate(CHOICES, start=1)}
        named = {command: command for command, _text in CHOICES}
        if (numbered | named).get(typed) is not None:
            return (numbered | named)[typed]
        click.echo(words.gettext(NO_SUCH_CHOICE).format(asked=typed[:40], count=len(CHOICES)))


def _ended_well(context: click.Context, chosen: str, words: NullTranslations) -> bool:
    """Run what was chosen; whether the menu has nothing more to ask. What was refused has said why."""
    command, *arguments = chosen.split()
    if command == "qb":
        arguments.append(click.prompt(words.gettext(WHICH_CARD)))
    group = context.command
    assert isinstance(group, click.Group)
    found = group.get_command(context, command)
    assert found is not None
    try:
        with found.make_context(command, arguments, parent=context) as inner:
            found.invoke(inner)
    except SystemExit as ended:
        if ended.code in (None, 0) or ended.code == INTERRUPTED:
            raise
        return False
    except click.ClickException as refused:
        refused.show()
        return False
    return True
