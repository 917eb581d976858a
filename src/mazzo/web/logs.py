"""What a server writes about itself on standard error, in lines for people or, a JSON object each, for programs.

No line holds an address that was asked for, a form, a cookie or what an error says: a hand could stand in it. An error
is told by its kind and by the places in our code that it came through.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

OURS, THEIRS = "mazzo", "uvicorn"
MOST_PLACES = 12
REPEATED = "Exception in ASGI application"
"""What the server below us says of a fault that we have told already, with its number."""
REQUESTS = logging.getLogger("mazzo.requests")
"""One line a request, for programs only."""


def start_logs(*, as_json: bool) -> None:
    """Write from now on: warnings and faults, and as JSON every request too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    handler.addFilter(lambda record: not record.getMessage().startswith(REPEATED))
    for name in (OURS, THEIRS):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    REQUESTS.setLevel(logging.INFO if as_json else logging.WARNING)


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        told["says"] = said(record)
        told.update(getattr(record, "facts", {}))
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = type(record.exc_info[1]).__name__
            told["through"] = places(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """One line, and one below it for each place that an error came through."""

    def format(self, record: logging.LogRecord) -> str:
        """The record to read."""
        lines = [f"{record.name}: {said(record)}"]
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            lines += [f"  {type(error).__name__}", *(f"  at {place}" for place in places(error))]
        return "\n".join(lines)


def said(record: logging.LogRecord) -> str:
    """The message; of what others log when something broke only the first line, the rest repeats the error."""
    return record.getMessage().partition("\n")[0]


def places(error: BaseException) -> list[str]:
    """Where an error came through, from the outside in: the last places, which are ours or called by us."""
    frames = traceback.extract_tb(error.__traceback__)[-MOST_PLACES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
