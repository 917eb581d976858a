"""``mazzo mcp``: both games as tools for an assistant, over standard input and output."""

from __future__ import annotations

from contextlib import nullcontext
from importlib.util import find_spec

import click

from kernelkit.forms import plain_rules
from kernelkit.spoken import sentence
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.signals import ended_at_once
from mazzo.cli.terminal.audience import language_of
from mazzo.errors import MazzoError


class NoMcpError(MazzoError):
    """The package that speaks the protocol is an extra."""

    template = sentence("the package mcp is not installed")
    remedy = sentence("Type: pip install 'mazzo[mcp]'")


@click.command("mcp")
@LANG_OPTION
def mcp_command(lang: str | None) -> None:
    """Serve both games to an assistant: an MCP server on standard input and output. Nothing is kept.

    An assistant starts it by itself; docs/mcp.md says how to tell it to. Compiled rules are used where mazzo doctor
    --warm has made them, plain ones otherwise.
    """
    if find_spec("mcp") is None:
        raise NoMcpError
    from mazzo.bootstrap import assistant_tools
    from mazzo.cli.opened import reader_of_decks
    from mazzo.mcp.server import serve
    from qb_engine.kernel.program import compiles, program

    language = language_of(lang)
    with ended_at_once(), nullcontext() if compiles() and program().is_compiled else plain_rules():
        serve(assistant_tools(language, reader_of_decks(language)), language)
