"""Plain rules until the compiled ones are there: the first page does not wait for a compiler."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from kernelkit.forms import plain_rules
from mazzo.engines import CompiledRules


class PlainAtFirst:
    """Lets every request play by plain rules until the compiled ones are loaded."""

    def __init__(self, app: ASGIApp, rules: CompiledRules) -> None:
        self._app, self._rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; what it does in a thread is done by the same rules."""
        if self._rules.is_there:
            await self._app(scope, receive, send)
        else:
            with plain_rules():
                await self._app(scope, receive, send)
