"""A journal in memory that keeps the same promises as the one on disk, for tests of whoever writes journals."""

from __future__ import annotations

from mazzo.errors import StreamMovedError
from mazzo.storage.events import check_names, event_text, genesis, next_event


class MemoryStore:
    """All streams in one dictionary; ``closed_and_opened`` gives what a restart would find."""

    def __init__(self, streams=None):
        self._streams = {} if streams is None else streams

    def journal(self, stream):
        return MemoryJournal(self._streams, stream)

    def streams(self, prefix=""):
        return [stream for stream in self._streams if stream.startswith(prefix)]

    def closed_and_opened(self):
        return MemoryStore({stream: list(events) for stream, events in self._streams.items()})

    def close(self):
        self._streams = {}


class MemoryJournal:
    def __init__(self, streams, stream):
        check_names(stream)
        self._streams, self._stream, self._length = streams, stream, None

    def append(self, kind, data):
        text = event_text(self._stream, kind, data)
        events = self._streams.get(self._stream, [])
        if self._length not in (None, len(events)):
            raise StreamMovedError(stream=self._stream, known=self._length, found=len(events))
        previous = events[-1].hash if events else genesis(self._stream)
        events.append(next_event(self._stream, len(events) + 1, previous, kind, text))
        self._streams[self._stream] = events
        self._length = len(events)
        return self._length

    def entries(self):
        events = self._streams.get(self._stream, [])
        self._length = len(events)
        return [event.entry() for event in events]
