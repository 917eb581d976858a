"""Where the coach's lines come from and go to: a terminal, a pipe or a script.

Plain ``input()`` lines are what a screen reader, a pipe, ``NO_COLOR`` or ``--plain`` get. A sighted terminal gets the
same lines, with completion of commands and names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import click

from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.terminal.audience import is_sighted
from mazzo.cli.terminal.keyboard import Reader
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.conversation import Reply
from qb_engine.words.voice import Voice

if TYPE_CHECKING:
    from mazzo.schemas.match import CoachLine


class Lines(Protocol):
    """Whoever gives the next line; EOFError when there are no more."""

    def __call__(self, prompt: str) -> str:
        """The next line, after showing ``prompt``."""


def prompt_text(prompt: str, voice: Voice) -> str:
    """The prompt as it stands before the cursor: an arrow to see, a full stop to hear."""
    return f"{prompt}. " if voice.aloud else f"{prompt} > "


def script_lines(text: str) -> Iterator[str]:
    """The commands of a script; lines that begin with ``#`` are remarks. A line that is only ``.`` is an empty one."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield "" if line.strip() == "." else line


class ScriptReader:
    """Gives the lines of a script and shows prompt and line, exactly as a person would see them."""

    def __init__(self, lines: Iterable[str], show: Callable[[str], None]) -> None:
        self._lines, self._show = iter(lines), show

    def __call__(self, prompt: str) -> str:
        """The next line."""
        try:
            line = next(self._lines)
        except StopIteration:
            raise EOFError from None
        self._show(f"{prompt}{line}".rstrip())
        return line


def plain_reader(prompt: str, begun: str = "") -> str:
    """One line of standard input after what was ``begun``; a pipe sees no echo, so its prompt ends the line.

    So does whoever ends the input at a terminal, where no key for that is shown.
    """
    if sys.stdin.isatty():
        try:
            return begun + input(prompt + begun)
        except EOFError:
            click.echo()
            raise
    if prompt:
        click.echo(prompt.rstrip())
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def completing_reader(commands: Sequence[str] | None = None) -> Reader:
    """Lines with history and completion of card names and of commands, the coach's unless others are given."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    from mazzo.dialogue.completion import offered

    class CoachCompleter(Completer):
        """Completes the line up to the cursor."""

        def get_completions(self, document: Document, _event: CompleteEvent) -> Iterator[Completion]:
            length, words = offered(document.text_before_cursor, commands)
            return (Completion(word, start_position=-length) for word in words)

    session: PromptSession[str] = PromptSession(completer=CoachCompleter(), complete_while_typing=False)

    return lambda prompt, begun="": session.prompt(prompt, default=begun)


def reader_for(plain: bool, commands: Sequence[str] | None = None) -> Reader:
    """The reader of this terminal."""
    return completing_reader(commands) if is_sighted(plain) else plain_reader


def converse(session: CoachSession, opening: Reply, read: Lines) -> int:
    """Talk until the person leaves or the lines end, whatever is being said or done; the exit code."""
    try:
        return _converse(session, opening, read)
    except KeyboardInterrupt:
        click.echo()
        show(session.kept())
        return INTERRUPTED


def _converse(session: CoachSession, reply: Reply, read: Lines) -> int:
    while True:
        show(reply.lines)
        if reply.done:
            return 0
        session.get_ready()
        if reply.more:
            show(session.go_on().lines)
        try:
            line = read(prompt_text(session.prompt, session.words.voice))
        except EOFError:
            show(session.kept())
            return 0
        reply = session.handle(line)


def show(lines: Iterable[str]) -> None:
    """Print what is said."""
    for line in lines:
        click.echo(line)


def converse_as_data(session: CoachSession, opening: Reply, read: Lines) -> int:
    """The same as one JSON object for each line that is entered, after a deep look where there is one."""
    from mazzo.schemas.document import json_text

    number, reply, line = 0, opening, None
    while True:
        if reply.more:
            reply = replace(reply, lines=[*reply.lines, *session.go_on().lines])
        click.echo(json_text(_coach_line(session, number, line, reply)))
        if reply.done:
            return 0
        try:
            line = read("")
        except EOFError:
            return 0
        number += 1
        reply = session.handle(line)


def _coach_line(session: CoachSession, number: int, line: str | None, reply: Reply) -> CoachLine:
    """What was entered, what was said, what is expected, and the match after it."""
    from mazzo.schemas.match import CoachLine, snapshot

    table, match = session.table, session.table.match
    shown = None
    if match.phase != "start":
        advice = table.advice() if match.phase == "your_play" else None
        shown = snapshot(match, advice, table.decision, session.words.voice.language)
    return CoachLine(ok=reply.ok, line=number, entered=line, said=reply.lines, expected=session.prompt, snapshot=shown)
