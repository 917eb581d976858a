"""Pages that listen whether their match goes on elsewhere: in a terminal, in another window, on another server.

    a thousand pages ──► the streams they look at ──► one question to the store every second ──► whose stream grew

A page that listens holds a connection, no thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

from mazzo.errors import StorageError

LOOK_SECONDS = 1.0
BEAT_SECONDS = 20.0
"""So often a page is told that nothing happened: whoever has left is noticed by it, and no proxy ends the silence."""
Lengths = Callable[[Collection[str]], Mapping[str, int]]


class Watch:
    """The listening pages of one server; used by its event loop only."""

    def __init__(self, lengths: Lengths) -> None:
        self._ask = lengths
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._lengths: dict[str, int] = {}
        self._looking: asyncio.Task[None] | None = None
        self._is_closed = False

    def __len__(self) -> int:
        return sum(map(len, self._bells.values()))

    async def growth(self, stream: str, known: int) -> AsyncIterator[int | None]:
        """The length of ``stream`` whenever it is another one than was known; None after a while without news."""
        with self._listening(stream) as bell:
            while not self._is_closed:
                length = self._lengths.get(stream, known)
                if length != known:
                    known = length
                    yield length
                    continue
                try:
                    await asyncio.wait_for(bell.wait(), BEAT_SECONDS)
                except TimeoutError:
                    yield None
                bell.clear()

    def close(self) -> None:
        """Let every page go, so that the server need not wait for them."""
        self._is_closed = True
        for bells in self._bells.values():
            for bell in bells:
                bell.set()

    @contextmanager
    def _listening(self, stream: str) -> Iterator[asyncio.Event]:
        bell = asyncio.Event()
        self._bells.setdefault(stream, set()).add(bell)
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look(), name="watch")
        try:
            yield bell
        finally:
            self._bells[stream].discard(bell)
            if not self._bells[stream]:
                del self._bells[stream]
                self._lengths.pop(stream, None)

    async def _look(self) -> None:
        """Ask the store for all streams at once, until nobody listens."""
        while self._bells and not self._is_closed:
            try:
                found = await run_in_threadpool(self._ask, tuple(self._bells))
            except StorageError:
                found = {}  # it will be asked again; whoever changes something is told what is wrong
            for stream, length in found.items():
                if stream in self._bells and self._lengths.get(stream) != length:
                    self._lengths[stream] = length
                    for bell in self._bells[stream]:
                        bell.set()
            await asyncio.sleep(LOOK_SECONDS)
        self._looking = None
