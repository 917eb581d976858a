"""``mazzo serve``: the web table, for the browsers of this machine."""

from __future__ import annotations

import click

from kernelkit.spoken import catalogue, sentence
from mazzo.cli.browser import has_browser, open_page
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import spoken
from mazzo.errors import MazzoError
from mazzo.words.pages import OPENED

PORT = 8765
LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")


class NoWebError(MazzoError):
    """What the web table needs is not installed."""

    template = sentence("the web table needs packages that are not installed: {detail}")
    remedy = sentence("Type pip install 'mazzo[web]'")


class TakenPortError(MazzoError):
    """Somebody else listens there."""

    template = sentence("port {port} of {host} cannot be had: {detail}")
    remedy = sentence("Type mazzo serve --port with another number")


@click.command("serve")
@click.option("--host", type=click.Choice(LOCAL_HOSTS), default="127.0.0.1", help="Where to listen: this machine only.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The number of the port.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser of this machine too.")
@LANG_OPTION
@spoken
def serve_command(host: str, port: int, opens: bool, language: str, as_json: bool) -> None:  # noqa: ARG001 - nothing to print
    """Open the web table for the browsers of this machine, until Ctrl-C."""
    import socket

    try:
        from mazzo.web.server import serve
    except ImportError as error:
        raise NoWebError(detail=str(error)) from error
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise TakenPortError(host=host, port=port, detail=error.strerror) from error
        opened = catalogue("mazzo", language).gettext(OPENED)

        def tell(address: str) -> None:
            click.echo(opened.format(address=address))
            if opens and has_browser():
                open_page(address)

        serve(listening, host, port, tell)
