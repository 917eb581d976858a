"""What a server counts about itself, as Prometheus reads it: how many requests, how long, how many were sent away.

Routes are counted by their pattern, never by the address that was asked for: no match, no hand and no code gets here.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mazzo.web.logs import REQUESTS
from mazzo.web.looking import Lookers

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds, the upper ends of the shelves that answers are sorted into."""
UNKNOWN = "(none)"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Figures:
    """The counts of one server; only its event loop writes them."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.shelves: Counter[float] = Counter()
        self.seconds = 0.0
        self.in_flight = 0
        self.streams = 0
        self.refused: Counter[str] = Counter()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """One answer has begun, so long after it was asked for."""
        self.requests[method, route, status] += 1
        self.seconds += seconds
        self.shelves[next((bound for bound in BOUNDS if seconds <= bound), float("inf"))] += 1

    def text(self, lookers: Lookers) -> str:
        """All of them, a line each."""
        return "\n".join(self._lines(lookers)) + "\n"

    def _lines(self, lookers: Lookers) -> Iterator[str]:
        yield "# TYPE mazzo_requests_total counter"
        for (method, route, status), count in sorted(self.requests.items()):
            yield f'mazzo_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield "# TYPE mazzo_answer_seconds histogram"
        so_far = 0
        for bound in BOUNDS:
            so_far += self.shelves[bound]
            yield f'mazzo_answer_seconds_bucket{{le="{bound}"}} {so_far}'
        whole = self.shelves.total()
        yield f'mazzo_answer_seconds_bucket{{le="+Inf"}} {whole}'
        yield f"mazzo_answer_seconds_sum {self.seconds:.6f}"
        yield f"mazzo_answer_seconds_count {whole}"
        yield "# TYPE mazzo_refused_total counter"
        yield from (
            f'mazzo_refused_total{{reason="{reason}"}} {count}' for reason, count in sorted(self.refused.items())
        )
        state = {
            "requests_in_flight": self.in_flight,
            "event_streams": self.streams,
            "jobs_waiting": lookers.waiting,
            "workers": lookers.count,
            "start_time_seconds": round(self.begun, 3),
        }
        for name, number in state.items():
            yield f"# TYPE mazzo_{name} gauge"
            yield f"mazzo_{name} {number}"
        for name, number in {"jobs": lookers.done, "workers_replaced": lookers.replaced}.items():
            yield f"# TYPE mazzo_{name}_total counter"
            yield f"mazzo_{name}_total {number}"


class Counted:
    """Counts every request, and notes it in the log where one is kept."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app, self._figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; what is counted is how it was answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - begun
                method = scope["method"] if scope["method"] in METHODS else UNKNOWN
                route = pattern_of(scope)
                self._figures.answered(method, route, message["status"], seconds)
                facts = {"method": method, "route": route, "status": message["status"]}
                REQUESTS.info("request", extra={"facts": {**facts, "ms": round(1000 * seconds, 1)}})
            await send(message)

        await self._app(scope, receive, counted)


def pattern_of(scope: Scope) -> str:
    """The pattern of the route that answered, never the address itself."""
    with suppress(KeyError, AttributeError):
        return f"{scope.get('root_path', '')}{scope['route'].path}"
    return UNKNOWN
