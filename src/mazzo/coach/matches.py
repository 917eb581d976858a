"""The coached matches in the journal: one stream each, the last one to go on with, and the rules that were adopted."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelkit.journal import MemoryJournal, Store
from mazzo.play.seats import Seats
from mazzo.play.table_game import TableGame
from mazzo.play.terms import sample_terms
from qb_engine.live_match import LiveMatch
from qb_engine.match.files import steps_of
from qb_engine.match.habits import HabitCounts, counted
from qb_engine.records.record import GameFile
from qb_engine.ruleset import REBIRTH

PREFIX = "qb/match/"
RULES = "qb/rules"
ENEMIES = "qb/enemies"
HABITS = "qb/habits"
MOST_MATCHES = 10
"""Habits are counted from so many of the last matches: people learn, and each match is played through again."""
_STREAM = re.compile(rf"{PREFIX}([0-9]{{4,}})(?:-sample-([0-9]+))?")


@dataclass(frozen=True, slots=True)
class NamedEnemy:
    """Who is played against: a name, under which a list grows, and the cards of its deck that were typed."""

    name: str | None = None
    card_ids: tuple[str, ...] = ()

    def is_called(self, text: str) -> bool:
        """Whether the text is the name."""
        return self.name is not None and self.name.casefold() == text.casefold()


@dataclass(frozen=True, slots=True)
class History:
    """The matches against an opponent before this one: how many, and how they went; the others were not finished."""

    played: int
    won: int
    lost: int
    tied: int


class Matches:
    """Every coached match of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.seats = Seats(store)

    def match(self, stream: str) -> LiveMatch:
        """The match of a stream, to its last entry."""
        return LiveMatch(self._store.journal(stream))

    def sample(self, stream: str) -> TableGame | None:
        """The sample of a stream, dealt if it has not begun; None for a match that is played elsewhere."""
        seed = self.sample_seed(stream)
        if seed is None:
            return None
        # Nothing is noted beside the match: a sample is neither given up nor closed.
        journal = self._store.journal(stream)
        return TableGame(self.number(stream), sample_terms(seed), MemoryJournal(), journal)

    def unfinished(self) -> str | None:
        """The stream of the last match, if it goes on."""
        streams = self._store.streams(PREFIX)
        if not streams or self.match(streams[-1]).phase in ("over", "start"):
            return None
        return streams[-1]

    def streams(self) -> list[str]:
        """Every match, in order."""
        return self._store.streams(PREFIX)

    def fresh(self, sample_seed: int | None = None) -> str:
        """A stream that nobody has written to; a sample carries its seed in the name."""
        number = max((self.number(stream) for stream in self._store.streams(PREFIX)), default=0) + 1
        return f"{PREFIX}{number:04}" + ("" if sample_seed is None else f"-sample-{sample_seed}")

    def stream(self, number: int) -> str | None:
        """The stream of the match with this number; None if there is none."""
        return next((one for one in self._store.streams(PREFIX) if self.number(one) == number), None)

    def number(self, stream: str) -> int:
        """The number that people know a match by."""
        found = _STREAM.fullmatch(stream)
        return int(found[1]) if found else 0

    def sample_seed(self, stream: str) -> int | None:
        """The seed of a sample match, None for a real one."""
        found = _STREAM.fullmatch(stream)
        return int(found[2]) if found and found[2] else None

    def loaded(self, game: GameFile) -> str:
        """A new stream with the match of a game file; tried first, so that a bad file leaves no stream."""
        LiveMatch(MemoryJournal()).enter(steps_of(game))
        stream = self.fresh()
        self.match(stream).enter(steps_of(game))
        return stream

    def name_enemy(self, stream: str, enemy: NamedEnemy) -> None:
        """Remember who is played against in a match; the last word counts."""
        journal = self._store.journal(ENEMIES)
        list(journal.entries())
        journal.append("named", {"match": stream, "enemy": enemy.name, "cards": list(enemy.card_ids)})

    def enemy_of(self, stream: str) -> NamedEnemy | None:
        """Who is played against in a match; None when nobody was named."""
        return self._enemies().get(stream)

    def against(self, name: str) -> list[str]:
        """The streams of the matches against the opponent called so, in their order."""
        named = self._enemies().items()
        return [stream for stream, enemy in named if (enemy.name or "").casefold() == name.casefold()]

    def history(self, name: str, but: str) -> History:
        """How the matches against the opponent called so went, all ``but`` that of one stream."""
        matches = [self.match(stream) for stream in self.against(name) if stream != but]
        winners = [match.state.game.score().winner for match in matches if match.phase == "over"]
        return History(len(matches), winners.count("Y"), winners.count("E"), winners.count(None))

    def habits(self, name: str, but: str) -> HabitCounts:
        """How the opponent called so has played in the last matches that are kept, all ``but`` that of one stream."""
        streams = [stream for stream in self.against(name) if stream != but][-MOST_MATCHES:]
        return sum((counted(self.match(stream).steps) for stream in streams), HabitCounts())

    def uses_habits(self) -> bool:
        """Whether the coach counts on habits: it does, until somebody says otherwise."""
        entries = list(self._store.journal(HABITS).entries())
        return bool(entries[-1].data["used"]) if entries else True

    def use_habits(self, *, used: bool) -> None:
        """Remember whether habits count, in this match and the next ones."""
        journal = self._store.journal(HABITS)
        list(journal.entries())
        journal.append("habits", {"used": used})

    def _enemies(self) -> dict[str, NamedEnemy]:
        entries = self._store.journal(ENEMIES).entries()
        return {one.data["match"]: NamedEnemy(one.data["enemy"], tuple(one.data["cards"])) for one in entries}

    def rules(self) -> str:
        """The rules that were adopted last, or the console's as we know them."""
        entries = list(self._store.journal(RULES).entries())
        return str(entries[-1].data["rules"]) if entries else REBIRTH.name

    def remember_rules(self, rules: str) -> None:
        """Begin the next matches with these rules."""
        journal = self._store.journal(RULES)
        list(journal.entries())
        journal.append("adopted", {"rules": rules})
