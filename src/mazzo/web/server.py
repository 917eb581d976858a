"""The server in a process of its own: one address, one store, until it is told to stop."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from socket import socket

import uvicorn

from mazzo.bootstrap import kept_store
from mazzo.engines import CompiledRules
from mazzo.web.app import LOCAL, Served, create_app
from mazzo.web.looking import Lookers

GRACE_SECONDS = 5
WORKERS = min(2, os.cpu_count() or 1)


def serve(listening: socket, host: str, port: int, opened: Callable[[str], None]) -> None:
    """Serve the table on a bound socket; ``opened`` is told its address as soon as it answers."""
    with kept_store() as store, closing(Lookers(WORKERS)) as lookers, closing(CompiledRules()) as rules:
        rules.fetch()
        app = create_app(store, lookers, rules, Served(hosts=LOCAL | {host.lower()}))
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        server = _Server(config)
        server.opened = lambda: opened(f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/")
        server.run(sockets=[listening])


class _Server(uvicorn.Server):
    opened: Callable[[], None]

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        if self.started:
            self.opened()
