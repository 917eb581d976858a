"""``mazzo serve``: the web table, for the browsers of this machine, and of the network if that is asked for."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kernelkit.files import HOME_VARIABLE
from kernelkit.spoken import catalogue, sentence
from mazzo.cli.browser import has_browser, open_page
from mazzo.cli.options import LANG_OPTION, TwoLooksError
from mazzo.cli.refusals import spoken
from mazzo.cli.terminal.audience import is_sighted
from mazzo.errors import MazzoError
from mazzo.words.pages import OPENED
from mazzo.words.serving import NEXT_CODE, ON_THE_NETWORK, OR_SCAN, PAIR_WITH, PAIRED, SOME_DEVICE

if TYPE_CHECKING:
    from mazzo.web.server import Opened

PORT = 8765
THIS_MACHINE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - only with a door that lets nobody in by itself
LOCAL_HOSTS = (THIS_MACHINE, "localhost", "::1")


class NoWebError(MazzoError):
    """What the web table needs is not installed."""

    template = sentence("the web table needs packages that are not installed: {detail}")
    remedy = sentence("Type pip install 'mazzo[web,server]'")


class TakenPortError(MazzoError):
    """Somebody else listens there."""

    template = sentence("port {port} of {host} cannot be had: {detail}")
    remedy = sentence("Type mazzo serve --port with another number")


class OpenToAllError(MazzoError):
    """Whoever reaches the address could look at every match and change it."""

    template = sentence("{host} is reached by others too, and nobody would ask them who they are")
    remedy = sentence("Type mazzo serve --lan: a device is then let in by a code")


class NoNetworkError(MazzoError):
    """There is no network to open the table for."""

    template = sentence("this machine is on no network")
    remedy = sentence("Type mazzo serve: the table is then open on this machine alone")


@click.command("serve")
@click.option("--host", help="The address to listen at; without it this machine only, with --lan every address of it.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The number of the port.")
@click.option("--lan", is_flag=True, help="Open it for the devices of your network too, each let in once by a code.")
@click.option("--accounts", is_flag=True, help="For a shared table: everybody signs in and has games of their own.")
@click.option("--name", "names", multiple=True, help="Another name that the table answers to; may be repeated.")
@click.option("--data", type=click.Path(file_okay=False), help="Keep everything in this folder, like MAZZO_HOME.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser of this machine too.")
@click.option("--log-json", is_flag=True, help="Write a line of JSON on standard error for every request and fault.")
@LANG_OPTION
@spoken
def serve_command(
    host: str | None,
    port: int,
    lan: bool,
    accounts: bool,
    names: tuple[str, ...],
    data: str | None,
    opens: bool,
    log_json: bool,
    language: str,
    as_json: bool,  # noqa: ARG001 - nothing to print
) -> None:
    """Open the web table for the browsers of this machine, or with --lan of your network, until Ctrl-C."""
    if data is not None:
        os.environ[HOME_VARIABLE] = str(Path(data).absolute())  # workers and compilers are started with it too
    host = host or (EVERYWHERE if lan else THIS_MACHINE)
    if lan and accounts:
        raise TwoLooksError(options="--lan, --accounts")
    if host not in LOCAL_HOSTS and not (lan or accounts):
        raise OpenToAllError(host=host)
    try:
        from mazzo.web.logs import start_logs
        from mazzo.web.network import network_address
        from mazzo.web.server import Serving, serve

        if accounts:
            import argon2  # noqa: F401 - to see whether it can be
    except ImportError as error:
        raise NoWebError(detail=str(error)) from error
    reached = None
    if lan and (reached := network_address() if host == EVERYWHERE else host) is None:
        raise NoNetworkError
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise TakenPortError(host=host, port=port, detail=error.strerror) from error
        start_logs(as_json=log_json)
        serve(listening, Serving(host, port, reached, frozenset(names), accounts), Teller(language, opens))


class Teller:
    """Says on the terminal what the server has to say."""

    def __init__(self, language: str, opens: bool) -> None:
        self._words, self._opens = catalogue("mazzo", language), opens

    def opened(self, opened: Opened) -> None:
        """The table answers: where, and by which code a device is let in."""
        click.echo(self._words.gettext(OPENED).format(address=opened.address))
        if opened.network_address is not None:
            from mazzo.web.network import square_lines
            from mazzo.web.pairing import in_groups

            click.echo(self._words.gettext(ON_THE_NETWORK).format(address=opened.network_address))
            click.echo(self._words.gettext(PAIR_WITH).format(code=in_groups(opened.code)))
            if is_sighted(plain=False):  # whoever listens has heard it already
                click.echo(self._words.gettext(OR_SCAN))
                click.echo("\n".join(square_lines(f"{opened.network_address}pair?code={opened.code}")))
        if self._opens and has_browser():
            open_page(opened.address)

    def paired(self, code: str, device: str | None) -> None:
        """A code was used up: who was let in by it, and the next one."""
        from mazzo.web.pairing import in_groups

        if device is not None:
            named = device or self._words.gettext(SOME_DEVICE)
            click.echo(self._words.gettext(PAIRED).format(device=named))
        click.echo(self._words.gettext(NEXT_CODE).format(code=in_groups(code)))
