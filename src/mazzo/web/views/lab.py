"""A run of decks as a page: the heat map with numbers and words, each deck against all, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.lab.round_robin import DecksRecord
from mazzo.lab.statistics import win_rate_interval
from mazzo.web.lab_runs import Running, all_games
from mazzo.words.lab import LabWords
from mazzo.words.lab_decks import meeting_lines
from mazzo.words.lab_page import about_left, about_run, against_all, cell_words, played_of, run_said

WINS, LOSES = ((0.7, "win3"), (0.6, "win2"), (0.5, "win1")), ((0.4, "lose1"), (0.3, "lose2"), (0.0, "lose3"))


@dataclass(frozen=True, slots=True)
class Cell:
    """What the row's deck wins against the column's; ``kind`` is one of six classes, or that there is nothing yet."""

    kind: str
    rate: str = ""
    ends: str = ""
    words: str = ""
    games: int = 0
    is_partly: bool = False


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck: its cells, and how it does against all, also as three numbers from 0 to 100 for the plot."""

    name: str
    cells: tuple[Cell, ...]
    rate: str
    ends: str
    low: float
    middle: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class LabView:
    """Everything that the page shows of a run."""

    key: str
    about: str
    rows: tuple[DeckRow, ...]
    lines: tuple[str, ...]
    best: str
    done: int
    of: int
    each: int
    progress: str
    left: str
    is_running: bool
    said: str
    """What is heard when the run is over; nothing while it runs."""

    @property
    def is_whole(self) -> bool:
        """Whether all that was asked for is played."""
        return self.done >= self.of


def lab_view(key: str, record: DecksRecord, running: Running | None, language: str) -> LabView:
    """The page of a run; ``running`` where it is the one that this server plays or played last."""
    words, plan, count = LabWords(language), record.plan, len(record.plan.decks)
    rows = tuple(_row(record, deck, words) for deck in range(count))
    is_running = running is not None and not running.is_over
    done, of = record.games, all_games(plan)
    played = {(a, b) for (a, b), sums in record.pairs.items() if sums.pairs >= plan.pairs}
    return LabView(
        key=key,
        about=about_run(plan, words),
        rows=rows,
        lines=tuple(meeting_lines(record, words)) if record.games else (),
        best=against_all(record, words) if record.games else "",
        done=done,
        of=of,
        each=2 * plan.pairs,
        progress=played_of(done, of, len(played), count * (count - 1) // 2, words),
        left=about_left(running.seconds_left if running is not None else None, words),
        is_running=is_running,
        said="" if is_running or running is None else run_said(record.games, of, words),
    )


def _row(record: DecksRecord, deck: int, words: LabWords) -> DeckRow:
    tally, count = record.tally_of(deck), len(record.plan.decks)
    cells = tuple(_cell(record, deck, other, words) for other in range(count))
    if not tally.pairs:
        return DeckRow(record.plan.names[deck], cells, "", "", 0, 0, 0, 0)
    ends = win_rate_interval(tally)
    low, middle, high = (round(100 * value, 1) for value in (ends.low, tally.mean, ends.high))
    rate, shown = words.percent(tally.mean), _ends(ends.low, ends.high, words)
    return DeckRow(record.plan.names[deck], cells, rate, shown, low, middle, high, 2 * tally.pairs)


def _cell(record: DecksRecord, a: int, b: int, words: LabWords) -> Cell:
    if a == b:
        return Cell("same")
    pairs = record.tally(a, b).pairs
    if not pairs:
        return Cell("waits")
    rate, ends = record.rate(a, b)
    return Cell(
        heat(rate),
        words.percent(rate),
        _ends(ends.low, ends.high, words),
        cell_words(rate, ends, words),
        2 * pairs,
        pairs < record.plan.pairs,
    )


def heat(rate: float) -> str:
    """The class of a rate: three of wins, three of losses."""
    if rate >= WINS[-1][0]:
        return next(kind for least, kind in WINS if rate >= least)
    return next(kind for least, kind in LOSES if rate >= least)


def _ends(low: float, high: float, words: LabWords) -> str:
    return f"({words.number(100 * low)}–{words.number(100 * high)})"
