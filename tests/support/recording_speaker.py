"""A speaker that remembers what it was asked to say."""

from __future__ import annotations

from mazzo.speech.speaker import one_line


class RecordingSpeaker:
    def __init__(self):
        self.said, self.trouble = [], ""

    def say(self, text, *, interrupt=False):
        if line := one_line(text):
            self.said.append(("! " if interrupt else "") + line)

    def hush(self):
        self.said.append("(hush)")

    def close(self):
        self.said.append("(close)")
