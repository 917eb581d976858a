"""Where the coach's lines come from and go to: a terminal, a pipe or a script.

Plain ``input()`` lines are what a screen reader, a pipe, ``NO_COLOR`` or ``--plain`` get. A sighted terminal gets the
same lines, with completion of commands and names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import click

from mazzo.cli.terminal.audience import is_sighted, is_terminal
from mazzo.cli.terminal.keyboard import Reader
from mazzo.storage.files_in import input_text
from qb_engine.cards.entry import Taught


class Lines(Protocol):
    """Whoever gives the next line; EOFError when there are no more."""

    def __call__(self, prompt: str) -> str:
        """The next line, after showing ``prompt``."""


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


def script_reader(script: Path, *, is_shown: bool) -> ScriptReader:
    """The lines of the file ``script``; as data, they are in the objects and not shown."""
    return ScriptReader(script_lines(input_text(script)), click.echo if is_shown else lambda _line: None)


def plain_reader(prompt: str, begun: str = "") -> str:
    """One line of standard input after what was ``begun``; a pipe sees no echo, so its prompt ends the line.

    So does whoever ends the input at a terminal, where no key for that is shown. An input that was closed before the
    command began is one that has ended.
    """
    if is_terminal(sys.stdin):
        try:
            return begun + input(prompt + begun)
        except EOFError:
            click.echo()
            raise
    if prompt:
        click.echo(prompt.rstrip())
    line = "" if sys.stdin is None else sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def completing_reader(commands: Sequence[str] | None = None, names: Callable[[], Taught] = tuple) -> Reader:
    """Lines with history and completion of card names, taught ones too, and of commands: the coach's, or the given."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    from mazzo.dialogue.completion import offered

    class CoachCompleter(Completer):
        """Completes the line up to the cursor."""

        def get_completions(self, document: Document, _event: CompleteEvent) -> Iterator[Completion]:
            length, words = offered(document.text_before_cursor, commands, (name for name, _card_id in names()))
            return (Completion(word, start_position=-length) for word in words)

    session: PromptSession[str] = PromptSession(completer=CoachCompleter(), complete_while_typing=False)

    return lambda prompt, begun="": session.prompt(prompt, default=begun)


def reader_for(plain: bool, commands: Sequence[str] | None = None, names: Callable[[], Taught] = tuple) -> Reader:
    """The reader of this terminal; ``names`` gives what was taught."""
    return completing_reader(commands, names) if is_sighted(plain) else plain_reader
