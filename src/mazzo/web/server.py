"""The server in a process of its own: one address, one store, until it is told to stop."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from socket import socket
from typing import Protocol

import uvicorn

from mazzo.bootstrap import kept_store
from mazzo.engines import CompiledRules
from mazzo.storage.store import EventStore
from mazzo.web.app import Served, create_app
from mazzo.web.door import Keeper
from mazzo.web.guard import LOCAL
from mazzo.web.looking import Lookers
from mazzo.web.network import machine_names
from mazzo.web.pairing import Pairing
from mazzo.web.sessions import Sessions

GRACE_SECONDS = 5
WORKERS = min(2, os.cpu_count() or 1)
SWITCH_SECONDS = 0.001
"""So soon a thread that computes lets the event loop have its turn, which answers whoever is refused or only asks."""


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the table is served: ``reached`` is its address on the network, ``names`` what else it is called."""

    host: str
    port: int
    reached: str | None = None
    names: frozenset[str] = frozenset()
    accounts: bool = False

    @property
    def address(self) -> str:
        """How this machine reaches it."""
        is_here = self.reached is not None or self.host == "127.0.0.1"
        return f"http://{'localhost' if is_here else self.host}:{self.port}/"

    @property
    def network_address(self) -> str | None:
        """How devices of the network reach it; None when they do not."""
        return None if self.reached is None else f"http://{self.reached}:{self.port}/"

    @property
    def hosts(self) -> frozenset[str]:
        """Every name that is answered to."""
        known = LOCAL | {self.host.lower()} | {name.lower() for name in self.names}
        return known if self.reached is None else known | {self.reached.lower()} | machine_names()


@dataclass(frozen=True, slots=True)
class Opened:
    """The table answers: here, on the network, and the code by which a device is let in."""

    address: str
    network_address: str | None
    code: str


class Tells(Protocol):
    """Whoever is told what happens at the server."""

    def opened(self, opened: Opened) -> None:
        """The table answers."""

    def paired(self, code: str, device: str | None) -> None:
        """A code was used up, by a device or by guessing; the next one."""


def serve(listening: socket, serving: Serving, tells: Tells) -> None:
    """Serve the table on a bound socket until it is told to stop."""
    with kept_store() as store, closing(Lookers(WORKERS)) as lookers, closing(CompiledRules()) as rules:
        rules.fetch()
        sys.setswitchinterval(SWITCH_SECONDS)
        keeper = _keeper(store, serving, tells)
        app = create_app(store, lookers, rules, Served(keeper, serving.hosts))
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        code = "" if keeper.pairing is None else keeper.pairing.code
        server = _Server(config)
        server.opened = lambda: tells.opened(Opened(serving.address, serving.network_address, code))
        server.closing = app.state.watch.close
        server.run(sockets=[listening])


def _keeper(store: EventStore, serving: Serving, tells: Tells) -> Keeper:
    sessions = Sessions(store)
    if serving.accounts:
        from mazzo.web.accounts import Accounts

        return Keeper("accounts", sessions, accounts=Accounts(store))
    if serving.network_address is None:
        return Keeper("open", sessions)
    return Keeper("paired", sessions, Pairing(sessions, tells.paired), serving.network_address)


class _Server(uvicorn.Server):
    opened: Callable[[], None]
    closing: Callable[[], None]

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        if self.started:
            self.opened()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Let go whoever only listens, then wait for what is under way."""
        self.closing()
        await super().shutdown(sockets)
