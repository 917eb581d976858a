"""What is said of the store of all games: what a check found, what was copied, put back and taken in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelkit.spoken import catalogue, sentence


class StoreWords:
    """The store in one language."""

    def __init__(self, language: str) -> None:
        self._words = catalogue("mazzo", language)

    def checked(self, store: str, streams: int, events: int, faults: Sequence[str], *, is_there: bool) -> Iterator[str]:
        """What a check found, one line for each fault, and what to do."""
        if not is_there and not faults:
            yield self._say(sentence("{store}: nothing is kept yet."), store=store)
            return
        if not faults:
            extent = self._extent(streams, events)
            yield self._say(
                sentence("{store} is sound: {extent}, every one as it was written."), store=store, extent=extent
            )
            return
        for fault in faults:
            yield self._say(sentence("{store} is damaged: {fault}."), store=store, fault=fault)
        yield self._say(
            sentence(
                "Nothing was changed. The next game keeps what is readable; or go back to a copy: mazzo db restore FILE"
            )
        )

    def backed_up(self, file: str, streams: int, events: int) -> str:
        """That a copy was made."""
        extent = self._extent(streams, events)
        return self._say(
            sentence("{extent} copied to {file}. To go back to it: mazzo db restore {file}"), extent=extent, file=file
        )

    def restored(self, file: str, streams: int, events: int, before: str | None) -> Iterator[str]:
        """What is kept now, and where what was there lies."""
        extent = self._extent(streams, events)
        yield self._say(sentence("{file} is in place: {extent}."), file=file, extent=extent)
        if before is not None:
            yield self._say(sentence("What was there before is kept in {file}."), file=before)

    def exported(self, file: str, streams: int, events: int) -> str:
        """That the lines were written."""
        extent = self._extent(streams, events)
        return self._say(
            sentence("{extent} written to {file}, one line each. To take them in: mazzo db import {file}"),
            extent=extent,
            file=file,
        )

    def taken_in(self, begun: int, continued: int, known: int, events: int) -> str:
        """What was added."""
        if not events:
            return self._words.ngettext(
                "Nothing is new: {count} record was there already.",
                "Nothing is new: {count} records were there already.",
                known,
            ).format(count=known)
        added = self._words.ngettext("{count} entry was added", "{count} entries were added", events).format(
            count=events
        )
        detail = sentence(
            "{added}. Records that are new: {begun}; that went on: {continued}; that were there already: {known}."
        )
        return self._say(detail, added=added, begun=begun, continued=continued, known=known)

    def _extent(self, streams: int, events: int) -> str:
        records = self._words.ngettext("{count} record", "{count} records", streams).format(count=streams)
        entries = self._words.ngettext("with {count} entry", "with {count} entries", events).format(count=events)
        return f"{records} {entries}"

    def _say(self, key: str, **facts: object) -> str:
        return self._words.gettext(key).format(**facts)
