"""Meetings of decks and trials of decks in a file, each under what it is, so that nothing is played twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mazzo.lab.deck_figures import DeckFigures
from mazzo.lab.deck_games import Cards, MeetingBatch, Setting, outcomes_of, play_meeting
from mazzo.lab.errors import OtherRunError
from mazzo.lab.pair_batches import PairBatch
from mazzo.lab.run_file import Heading, Line, RunFile, read_run
from mazzo.lab.swaps import Span, Trial
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import Ruleset

DECKS, EVOLVE = "decks", "evolve"
Meeting = tuple[int, int, Span]
"""Two decks by their number, and the pairs they play."""


def heading(kind: str, setting: Setting, decks: tuple[Cards, ...], more: Mapping[str, Any] | None = None) -> Heading:
    """The heading of a run with these decks. Cards are written in their order, which the shuffle begins from."""
    said = {"player": str(setting.player), "decks": [" ".join(deck) for deck in decks], **(more or {})}
    return Heading.of(kind, setting.seed, setting.ruleset, said)


def player_of(there: Heading) -> Callable[[Line], Line]:
    """What plays a line of the file again."""
    setting = Setting(Ruleset.parse(there.rules), PlayerSpec.parse(there.plan["player"]), there.seed)
    decks = tuple(tuple(deck.split()) for deck in there.plan["decks"])

    def again(line: Line) -> Line:
        span = line["first"], line["last"]
        if "deck" in line:
            trial = tuple(line["deck"].split()), span
            field = tuple(deck for number, deck in enumerate(decks) if number != line.get("own"))
            return trial_line(trial, outcomes_of(setting, field, *trial), line.get("own"))
        a, b = line["a"], line["b"]
        return meeting_line((a, b, span), play_meeting(setting, decks[a], decks[b], span))

    return again


def meeting_line(meeting: Meeting, batch: MeetingBatch) -> Line:
    """A batch of a meeting."""
    a, b, (first, last) = meeting
    results = {name: value for name, value in asdict(batch.pairs).items() if name != "first"}
    figures = [
        {"games": one.games, "cards": _lists(one.cards), "shapes": list(one.shapes)} for one in (batch.a, batch.b)
    ]
    return {"a": a, "b": b, "first": first, "last": last, **results, "figures": figures}


def trial_line(trial: Trial, outcomes: str, own: int | None) -> Line:
    """A trial of a deck against the field; ``own`` is the number of the deck that is not in it."""
    deck, (first, last) = trial
    line = {"deck": " ".join(deck), "first": first, "last": last, "outcomes": outcomes}
    return line if own is None else {**line, "own": own}


class DeckFile(RunFile):
    """What was played before, by what it is, and what is played now."""

    def __init__(self, path: Path, there: Heading) -> None:
        super().__init__(path, there)
        self.meetings: dict[Meeting, MeetingBatch] = {}
        self._trials: dict[int | None, dict[Trial, str]] = {}

    @property
    def games(self) -> int:
        """How many were kept before."""
        trials = sum(len(outcomes) for known in self._trials.values() for outcomes in known.values())
        return 2 * (trials + sum(len(batch.pairs.outcomes) for batch in self.meetings.values()))

    def take(self, line: Line) -> None:
        """A batch of a meeting, or a trial."""
        try:
            span = int(line["first"]), int(line["last"])
            if "deck" in line:
                trial = tuple(str(line["deck"]).split()), span
                self._trials.setdefault(line.get("own"), {})[trial] = str(line["outcomes"])
            else:
                self.meetings[int(line["a"]), int(line["b"]), span] = _batch(line)
        except (KeyError, TypeError, ValueError) as error:
            raise OtherRunError(file=self.name) from error

    def add_meeting(self, meeting: Meeting, batch: MeetingBatch) -> None:
        """Keep a batch of a meeting."""
        self.write(meeting_line(meeting, batch))

    def trials(self, own: int | None = None) -> TrialsInFile:
        """The trials against all decks, or all but one."""
        return TrialsInFile(self, self._trials.get(own, {}), own)


def read_meetings(path: Path) -> tuple[Heading, dict[Meeting, MeetingBatch]]:
    """Which run a file holds and the meetings in it, whoever writes it now; OtherRunError when it holds no decks."""
    there, lines, _end = read_run(path)
    file = DeckFile(path, there)
    if there.kind != DECKS:
        raise OtherRunError(file=path.name)
    for line in lines:
        file.take(line)
    return there, file.meetings


class TrialsInFile:
    """The trials of one field."""

    def __init__(self, file: DeckFile, outcomes: Mapping[Trial, str], own: int | None) -> None:
        self.outcomes, self._file, self._own = outcomes, file, own

    def add(self, trial: Trial, outcomes: str) -> None:
        """Keep one more."""
        self._file.write(trial_line(trial, outcomes, self._own))


def _batch(line: Line) -> MeetingBatch:
    numbers = {name: int(line[name]) for name in ("first", "margin", "squares", "plies")}
    pairs = PairBatch(outcomes=str(line["outcomes"]), seal=str(line["seal"]), **numbers)
    a, b = (
        DeckFigures(
            int(one["games"]),
            tuple(tuple(tuple(sums) for sums in events) for events in one["cards"]),
            tuple(one["shapes"]),
        )
        for one in line["figures"]
    )
    return MeetingBatch(pairs, a, b)


def _lists(cards: tuple[tuple[tuple[int, ...], ...], ...]) -> list[list[list[int]]]:
    return [[list(sums) for sums in events] for events in cards]
