"""What the game says, before it has words: a key, the facts, and how urgent it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any


class Priority(IntEnum):
    """How a message is spoken: a tip may be left out, a status waits its turn, an alert interrupts."""

    TIP = 0
    STATUS = 1
    ALERT = 2


@dataclass(frozen=True, slots=True)
class Message:
    """One thing to say; ``data`` holds plain values, cards and places as their text."""

    key: str
    data: Mapping[str, Any] = field(default_factory=dict)
    priority: Priority = Priority.STATUS

    def as_dict(self) -> dict[str, Any]:
        """The message as plain JSON values."""
        return {"key": self.key, "data": _plain(self.data), "priority": self.priority.name.lower()}


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.as_dict()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def status(key: str, /, **data: Any) -> Message:
    """An ordinary message."""
    return Message(key, data)


def alert(key: str, /, **data: Any) -> Message:
    """A message that interrupts."""
    return Message(key, data, Priority.ALERT)


def tip(key: str, /, **data: Any) -> Message:
    """A message that a player who knows the keys switches off."""
    return Message(key, data, Priority.TIP)


class MessageHistory:
    """The last messages, to be repeated and walked through."""

    SIZE = 200

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._place = 0

    def add(self, messages: list[Message]) -> None:
        """Remember what was just said; a walk starts again at the newest."""
        self._messages = (self._messages + messages)[-self.SIZE :]
        self._place = len(self._messages)

    def last(self, count: int) -> list[Message]:
        """The newest ``count`` messages, oldest of them first."""
        return self._messages[-count:]

    def walk(self, step: int) -> tuple[Message, int, int] | None:
        """The message one ``step`` older (-1) or newer (+1) with its number and how many there are; None at an end."""
        place = self._place + step
        if not 0 <= place < len(self._messages):
            return None
        self._place = place
        return self._messages[place], place + 1, len(self._messages)
