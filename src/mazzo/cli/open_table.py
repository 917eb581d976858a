"""``mazzo`` alone where a browser is at hand: the web table in it, a table that is open already before a new one."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import closing

import click

from kernelkit.spoken import catalogue
from mazzo.cli.browser import has_browser, has_web_table, open_page
from mazzo.cli.serve import PORT
from mazzo.cli.terminal.audience import is_sighted, language_of
from mazzo.words.welcome import MENU_HERE, OPEN_ALREADY, WELCOME

HOST = "localhost"
ANSWER_SECONDS = 1.0
MOST_BYTES = 10_000


def is_for_the_browser(*, plain: bool) -> bool:
    """Whether the table belongs in a browser: somebody looks at this screen, and has one."""
    return is_sighted(plain) and has_web_table() and has_browser()


def open_table(context: click.Context) -> None:
    """Open the table in the browser, and say where it is; without a free port the usual one is refused in words."""
    words = catalogue("mazzo", language_of(None))
    click.echo(words.gettext(WELCOME))
    click.echo(words.gettext(MENU_HERE))
    if is_ours(PORT):
        address = f"http://{HOST}:{PORT}/"
        click.echo(words.gettext(OPEN_ALREADY).format(address=address))
        open_page(address)
        return
    from mazzo.cli.serve import serve_command

    with serve_command.make_context("serve", ["--open", "--port", str(free_port())], parent=context) as inner:
        serve_command.invoke(inner)


def is_ours(port: int) -> bool:
    """Whether a table of Mazzo's answers at the port: its manifest says so."""
    try:
        with closing(http.client.HTTPConnection(HOST, port, timeout=ANSWER_SECONDS)) as asked:
            asked.request("GET", "/manifest.webmanifest")
            said = json.loads(asked.getresponse().read(MOST_BYTES))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    return isinstance(said, dict) and said.get("name") == "Mazzo"


def free_port() -> int:
    """The usual port, or another one where somebody else has it."""
    for port in (PORT, 0):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(tried.getsockname()[1])
    return PORT
