"""The loop of a game against the computer: what is said, then what follows by itself, then the next line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

import click

from kernelkit.spoken import sentence
from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.terminal.readers import Lines, prompt_text, show
from mazzo.dialogue.conversation import Reply
from mazzo.dialogue.play import PlaySession
from mazzo.play.levels import needs_compiled_rules
from mazzo.schemas.document import json_text
from mazzo.schemas.game import GameLine, game_part

Shown = Callable[[Reply, str | None], None]


def converse(session: PlaySession, opening: Reply, read: Lines) -> int:
    """Play until the person leaves or the lines end; the exit code. Whatever was played is in the journal."""
    try:
        code = _converse(session, opening, read, lambda reply, _line: show(reply.lines))
    except KeyboardInterrupt:
        click.echo()
        code = INTERRUPTED
    if not session.is_done:
        show(session.kept())
    return code


def converse_as_data(session: PlaySession, opening: Reply, read: Lines) -> int:
    """The same as one JSON object for each line that is entered and each step that follows by itself."""
    number = 0

    def show(reply: Reply, line: str | None) -> None:
        nonlocal number
        document = GameLine(
            ok=reply.ok,
            line=number,
            entered=line,
            said=reply.lines,
            expected=None if reply.more or reply.done else session.prompt,
            game=game_part(session.game),
        )
        click.echo(json_text(document))
        number += 1

    try:
        return _converse(session, opening, lambda _prompt: read(""), show)
    except KeyboardInterrupt:
        return INTERRUPTED


def _converse(session: PlaySession, reply: Reply, read: Lines, show: Shown) -> int:
    line: str | None = None
    while True:
        show(reply, line)
        while reply.more:
            _say_who_thinks(session)
            reply = session.go_on()
            show(reply, None)
        if reply.done:
            return 0
        line = None
        with suppress(EOFError):
            line = read(prompt_text(session.prompt, session.words.voice))
        if line is None:
            return 0
        reply = session.handle(line)


def _say_who_thinks(session: PlaySession) -> None:
    """Say that the enemy thinks, to a person who would wait without a word."""
    is_slow = session.is_thinking and needs_compiled_rules(session.game.terms.player)
    if is_slow and sys.stdin.isatty() and sys.stderr.isatty():
        click.echo(session.words.say(sentence("The enemy is thinking.")), err=True)
