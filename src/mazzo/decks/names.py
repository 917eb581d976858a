"""Other names of cards: those a player taught, and a file for each language that was put beside them.

The cards' own names stay as they are; another name only adds a way to type them. What is taught is a stream of the
journal. A file that cannot be read is refused by name and left as it is, and the others still count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

from kernelkit.journal import Store
from kernelkit.kept import TAKEN_OVER, Change, KeptValue
from kernelkit.spoken import SpokenError, sentence
from mazzo.decks.files import spoken_errors
from mazzo.errors import MazzoError
from mazzo.streams import NAMES
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import MAX_CHARACTERS, Taught, squeezed
from qb_engine.data.checks import WHOLE, Place, parsed, read_data
from qb_engine.errors import QueensBloodError

SCHEMA = 1
MOST_NAMES = 1_000
MOST_FILES = 50
TAUGHT, FORGOTTEN = "taught", "forgotten"


class NameTakenError(MazzoError):
    """A card is called so already, and what a card is called itself stays its own."""

    template = sentence("{name!r} is {card} already")
    remedy = sentence("Type another name")


class UnusableNameError(MazzoError):
    """Nothing that could be typed for a card."""

    template = sentence("{name!r} cannot be a name")
    remedy = sentence("a name has 2 to {limit} letters, and is neither a number nor a tile")


class UntaughtNameError(MazzoError):
    """Nobody taught this name."""

    template = sentence("{name!r} was not taught")
    remedy = sentence("Type names to see those that were")


class NameBook(Protocol):
    """Whoever knows other names of cards."""

    @property
    def taught(self) -> Taught:
        """Every other name with its card's id."""

    def own(self) -> Mapping[str, str]:
        """The names that the player taught."""

    def can_learn(self, name: str) -> bool:
        """Whether the name could be taught."""

    def teach(self, name: str, card_id: str) -> None:
        """Remember a name; NameTakenError or UnusableNameError when it cannot be."""

    def learn(self, names: Mapping[str, str]) -> None:
        """Remember many names at once."""

    def forget(self, name: str) -> None:
        """Forget a name that was taught; UntaughtNameError when it was not."""


class PassingNames:
    """Names in memory: what a script teaches is forgotten with it."""

    def __init__(self, catalogues: Taught = ()) -> None:
        self._catalogues = catalogues
        self._own: dict[str, str] = {}
        self.taught: Taught = tuple(catalogues)
        """The player's names, then those of the catalogues."""

    def own(self) -> Mapping[str, str]:
        """The names that the player taught."""
        return dict(self._own)

    def can_learn(self, name: str) -> bool:
        """Whether the name could be taught."""
        try:
            checked_name(name)
        except MazzoError:
            return False
        return True

    def teach(self, name: str, card_id: str) -> None:
        """Remember a name."""
        self._keep({**_without(self._own, name), checked_name(name): card_id})

    def learn(self, names: Mapping[str, str]) -> None:
        """Remember many names at once."""
        self._keep({**self._own, **names})

    def forget(self, name: str) -> None:
        """Forget a name that was taught."""
        others = _without(self._own, name)
        if len(others) == len(self._own):
            raise UntaughtNameError(name=name[:MAX_CHARACTERS])
        self._keep(others)

    def _keep(self, names: dict[str, str]) -> None:
        self._own = names
        self.taught = (*names.items(), *self._catalogues)


class KeptNames(PassingNames):
    """The player's names in the journal, and catalogues in a ``folder``, one file for each language.

    Until a name was kept there, those in ``file`` count, which is only read. ``troubles`` says what could not be.
    """

    def __init__(self, store: Store, file: Path, folder: Path) -> None:
        self.troubles: list[SpokenError] = []
        found: list[tuple[str, str]] = []
        for one in _catalogues(folder):
            found += self._read(partial(_read_catalogue, one)).items()
        super().__init__(tuple(found))
        self._file = file
        self.kept: KeptValue[dict[str, str]] = KeptValue(store, NAMES, _summed, self._before)
        super()._keep(self._read(self.kept.value))

    def _read(self, reading: Callable[[], dict[str, str]]) -> dict[str, str]:
        try:
            return reading()
        except (QueensBloodError, MazzoError) as error:
            self.troubles.append(error)
            return {}

    def teach(self, name: str, card_id: str) -> None:
        """Remember a name."""
        self.learn({checked_name(name): card_id})

    def learn(self, names: Mapping[str, str]) -> None:
        """Remember many names at once."""
        taught = [Change(TAUGHT, {"name": name, "card": card_id}) for name, card_id in names.items()]
        super()._keep(self.kept.change(lambda _known: taught))

    def forget(self, name: str) -> None:
        """Forget a name that was taught."""

        def forgotten(known: dict[str, str]) -> list[Change]:
            if len(_without(known, name)) == len(known):
                raise UntaughtNameError(name=name[:MAX_CHARACTERS])
            return [Change(FORGOTTEN, {"name": name})]

        super()._keep(self.kept.change(forgotten))

    def _before(self) -> list[Change]:
        names = read_names(self._file)
        if names is None:
            return []
        taught = (Change(TAUGHT, {"name": name, "card": card_id}) for name, card_id in names.items())
        return [Change(TAKEN_OVER, {"file": self._file.name}), *taught]


def _summed(changes: Iterable[Change]) -> dict[str, str]:
    """The names that were taught and not forgotten."""
    names: dict[str, tuple[str, str]] = {}
    for number, change in enumerate(changes, start=1):
        if change.kind == TAKEN_OVER:
            continue
        place = Place(NAMES, f"{number}")
        if place.word(change.kind, "kind", (TAUGHT, FORGOTTEN)) == FORGOTTEN:
            names.pop(squeezed(str(change.data.get("name"))), None)
        else:
            name, card_id = _entry(place, change.data)
            names.pop(squeezed(name), None)
            names[squeezed(name)] = name, card_id
    return dict(names.values())


def _without(names: Mapping[str, str], name: str) -> dict[str, str]:
    return {one: card_id for one, card_id in names.items() if squeezed(one) != squeezed(name)}


def checked_name(name: str) -> str:
    """The name as it is kept; NameTakenError when a card is called so, UnusableNameError when nobody could be."""
    text = " ".join(name.casefold().split())
    short = squeezed(text)
    if not text.isprintable() or not len(short) > 1 or len(text) > MAX_CHARACTERS or short[-1].isdecimal():
        raise UnusableNameError(name=name[:MAX_CHARACTERS], limit=MAX_CHARACTERS)
    for card in shipped().cards:
        if squeezed(card.name) == short or card.id.casefold() == text:
            raise NameTakenError(name=text, card=f"{card.name} ({card.id})")
    return text


def read_names(path: Path) -> dict[str, str] | None:
    """The names in a file, None when there is no file; BrokenFileError when something in it cannot be a name."""
    with spoken_errors(path):
        try:
            return _names_of(read_data(path), path.name)
        except FileNotFoundError:
            return None


def names_in(raw: bytes, file: str) -> dict[str, str]:
    """The names in the content of a file that somebody gives; BrokenFileError or UnusableNameError if not ours."""
    return _names_of(parsed(raw, file), file)


def _names_of(content: Any, file: str) -> dict[str, str]:
    place = Place(file, WHOLE)
    record = place.record(content, WHOLE, ("schema", "names"), ("language",))
    place.integer(record["schema"], "schema", SCHEMA, SCHEMA)
    place.text(record.get("language", "-"), "language")
    entries = place.items(record["names"], "names", 0, MOST_NAMES)
    return dict(_entry(Place(file, f"names[{number}]"), entry) for number, entry in enumerate(entries))


def _entry(place: Place, value: object) -> tuple[str, str]:
    """A name, and the card that is meant by it."""
    one = place.record(value, WHOLE, ("name", "card"))
    return _usable(place, one["name"]), place.reference(one["card"], "card", _ids())


def _read_catalogue(path: Path) -> dict[str, str]:
    return read_names(path) or {}


@cache
def _ids() -> dict[str, str]:
    return {card.id.casefold(): card.id for card in shipped().cards}


def names_text(names: Mapping[str, str]) -> str:
    """The file of these names, a name a line."""
    entries = [json.dumps({"name": name, "card": card_id}, ensure_ascii=False) for name, card_id in names.items()]
    lines = ",\n".join(f"    {entry}" for entry in entries)
    return f'{{\n  "schema": {SCHEMA},\n  "names": [\n{lines}\n  ]\n}}\n'


def _usable(place: Place, value: object) -> str:
    text = place.text(value, "name")
    try:
        return checked_name(text)
    except NameTakenError:
        return text.casefold()  # a card's own name in a catalogue does no harm: its own comes first


def _catalogues(folder: Path) -> list[Path]:
    """The files of a folder, by name; none when there is no folder."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".json")[:MOST_FILES]
    except OSError:
        return []
