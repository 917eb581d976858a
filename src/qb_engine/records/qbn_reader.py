"""``.qbn`` game files: how one is read. Whatever is not as we write it is refused with line and column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from kernelkit.chance import MAX_SEED
from kernelkit.spoken import sentence
from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import shown
from qb_engine.deck import deck_faults
from qb_engine.errors import InvalidDeckError, InvalidGameFileError, InvalidNotationError
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.models import DECK_SIZE
from qb_engine.moves import SIDES, Side
from qb_engine.notation.actions import parse_action
from qb_engine.notation.fingerprints import is_short_hash, short_hash
from qb_engine.notation.position_reader import read, read_ruleset
from qb_engine.notation.seen_tiles import parse_seen
from qb_engine.records.qbn_writer import NO_CARDS, UNFINISHED, UNKNOWN_DECK, VERSIONS, sealed_text
from qb_engine.records.record import (
    CardIds,
    Comment,
    Entry,
    GameFile,
    Opening,
    Result,
    Sealed,
    SetHand,
    SetPosition,
    SideAction,
)
from qb_engine.ruleset import Ruleset

MAX_CHARACTERS = 256 * 1024
MAX_ENTRIES = 1000
MAX_COMMENT = 200
MAX_TOTAL = 9999

_SEED = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)
_EVENT = re.compile(
    r"([1-9][0-9]{0,3})(!?) (?:([YE]) (?:hand (?P<hand>.+)|(?P<action>.+))"
    r"|(?:seen (?P<seen>[^ ]+) )?position (?P<position>.+))"
)
_RESULT = re.compile(r"([YE=]) (0|-?[1-9][0-9]{0,3}):(0|-?[1-9][0-9]{0,3}) (two_passes|full_board)", re.ASCII)


def read_qbn(text: str) -> Sealed:
    """The game in ``text`` with the seal under it, right or wrong; InvalidGameFileError if it is not one."""
    if len(text) > MAX_CHARACTERS:
        reason = sentence("the game file has {there} characters, at most {limit} are read")
        _refuse(1, 1, reason, there=len(text), limit=MAX_CHARACTERS)
    content, _, last = text.removesuffix("\n").rpartition("\n")
    reader = _Reader(text.split("\n"))
    game = reader.game()
    written = sealed_text(game)
    if content + "\n" != written:
        _refuse(*_first_difference(content + "\n", written), sentence("this is not how a game file is written"))
    return Sealed(game, last.removeprefix("seal "), short_hash(written))


def parse_qbn(text: str) -> GameFile:
    """The game in ``text``; InvalidGameFileError if it is not one, or not as it was sealed."""
    sealed = read_qbn(text)
    if not sealed.is_whole:
        reason = sentence("the content was changed: its seal is {needed} and {there} is there")
        _refuse(text.count("\n"), 6, reason, needed=sealed.seal_needed, there=sealed.seal)
    return sealed.game


def _refuse(line: int, column: int, reason: str, **facts: Any) -> NoReturn:
    raise InvalidGameFileError(line, column, reason, **facts)


def _first_difference(text: str, written: str) -> tuple[int, int]:
    place = next((at for at, (is_, need) in enumerate(zip(text, written, strict=False)) if is_ != need), len(written))
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def read_seed(line: int, column: int, text: str) -> int:
    """The seed ``text``, found at this place."""
    if not _SEED.fullmatch(text) or int(text) > MAX_SEED:
        reason = sentence("a whole number from {low} to {high} is needed and {there} is there")
        _refuse(line, column, reason, low=0, high=MAX_SEED, there=shown(text))
    return int(text)


@contextmanager
def placed(line: int, columns_before: int) -> Iterator[None]:
    """A fault of a text inside this one is told with its place here."""
    try:
        yield
    except InvalidNotationError as error:
        column = error.facts["column"] + columns_before
        raise InvalidGameFileError(line, column, error.reason_key, **error.reason_facts) from error


class _Reader:
    """Takes the lines of a file one after the other."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = 0

    def refuse(self, column: int, reason: str, **facts: Any) -> NoReturn:
        _refuse(self.number, column, reason, **facts)

    def peek(self) -> str:
        return self.lines[self.number] if self.number < len(self.lines) else ""

    def next(self) -> str:
        """The next line, printable and there."""
        self.number += 1
        if self.number > len(self.lines):
            self.refuse(1, sentence("the game file ends too early"))
        line = self.lines[self.number - 1]
        for column, character in enumerate(line, 1) if not line.isprintable() else ():
            if not character.isprintable():
                self.refuse(column, sentence("{there} has no place in a game file"), there=shown(character))
        return line

    def tag(self, name: str) -> str:
        """The value of a tag that must stand here."""
        line = self.next()
        if not line.startswith(f"{name} "):
            self.refuse(1, sentence("the line {needed} is needed and {there} is there"), needed=name, there=shown(line))
        return line.removeprefix(f"{name} ")

    def has(self, name: str) -> bool:
        """Whether that tag stands next."""
        return self.peek().startswith(f"{name} ")

    # The whole.

    def game(self) -> GameFile:
        version = self.tag("qbn")
        if version not in VERSIONS:
            reason = sentence("version {there} is not known; this is {known}")
            self.refuse(5, reason, there=shown(version), known=VERSIONS[-1])
        ruleset = self._ruleset(self.tag("rules"))
        data_hash = self._hash("data")
        opening = self._opening(ruleset)
        self._empty_line()
        entries = tuple(self._entries(ruleset))
        self._empty_line()
        result, final = self._result(self.tag("result")), self._hash("final")
        self._hash("seal")
        if self.next() or self.number != len(self.lines):
            self.refuse(1, sentence("a game file ends with its seal"))
        return GameFile(opening, data_hash, entries, result, final)

    def _empty_line(self) -> None:
        line = self.next()
        if line:
            self.refuse(1, sentence("an empty line is needed and {there} is there"), there=shown(line))

    def _hash(self, tag: str) -> str:
        value = self.tag(tag)
        if not is_short_hash(value):
            self.refuse(
                len(tag) + 2, sentence("a hash of 12 symbols is needed and {there} is there"), there=shown(value)
            )
        return value

    # The start.

    def _ruleset(self, name: str) -> Ruleset:
        with placed(self.number, len("rules ")):
            return read_ruleset(1, name)

    def _opening(self, ruleset: Ruleset) -> Opening:
        if self.has("start"):
            start = self.tag("start")
            self._check_position(start, ruleset, len("start "))
            return Opening(ruleset, seed=self._seed(), start=start)
        first = self.tag("first")
        if first not in SIDES:
            self.refuse(7, sentence("one of {words} is needed and {there} is there"), words="Y, E", there=shown(first))
        decks = self._deck("Y", ruleset), self._deck("E", ruleset)
        hands = self._hand("Y", decks[0]), self._hand("E", decks[1])
        seed = self._seed()
        if seed is not None and None in decks:
            self.refuse(1, sentence("a seed says something only when both decks are known"))
        return Opening(ruleset, _side(first), decks, hands, seed)

    def _check_position(self, text: str, ruleset: Ruleset, columns_before: int) -> None:
        with placed(self.number, columns_before):
            position = read(text, lambda _ruleset, _column: {card.id: card for card in shipped().cards})
        if position.ruleset != ruleset:
            reason = sentence("the rules are {there} and {needed} is played here")
            self.refuse(columns_before + 5, reason, there=position.ruleset.name, needed=ruleset.name)

    def _seed(self) -> int | None:
        if not self.has("seed"):
            return None
        text = self.tag("seed")
        return read_seed(self.number, 6, text)

    def _deck(self, side: Side, ruleset: Ruleset) -> CardIds | None:
        text = self.tag(f"deck {side}")
        if text == UNKNOWN_DECK:
            return None
        ids = self._ids(text, DECK_SIZE, 8)
        for fault in deck_faults(ids, ruleset):
            self.refuse(8, "{error}", error=InvalidDeckError(reason=fault))
        return ids

    def _hand(self, side: Side, deck: CardIds | None) -> CardIds | None:
        if not self.has(f"hand {side}"):
            return None
        ids = self._ids(self.tag(f"hand {side}"), DECK_SIZE, 8)
        for card_id in ids:
            if shipped().get_card(card_id).is_token:
                self.refuse(8, sentence("{there} is a token, and tokens are never part of a deck"), there=card_id)
        if deck is not None and Counter(ids) - Counter(deck):
            missing = next(iter(Counter(ids) - Counter(deck)))
            self.refuse(8, sentence("the hand holds {there}, which is not in the deck"), there=missing)
        return ids

    def _ids(self, text: str, at_most: int, column: int) -> CardIds:
        parts = text.split(",", at_most)
        if len(parts) > at_most:
            reason = sentence("between {low} and {high} entries are needed and {there} are there")
            self.refuse(column, reason, low=1, high=at_most, there=text.count(",") + 1)
        for part in parts:
            if part not in shipped():
                self.refuse(column, sentence("no card has the id or name {there}"), there=shown(part))
            column += len(part) + 1
        return tuple(parts)

    # The events.

    def _entries(self, ruleset: Ruleset) -> Iterator[Entry]:
        count, number = 0, 0
        while self.peek() and self.number < len(self.lines):
            line = self.next()
            count += 1
            if count > MAX_ENTRIES:
                self.refuse(1, sentence("a game file has at most {limit} entries"), limit=MAX_ENTRIES)
            if line.startswith("#"):
                yield self._comment(line)
                continue
            number += 1
            yield self._event(line, number, ruleset)

    def _comment(self, line: str) -> Comment:
        text = line.removeprefix("# ")
        if text == line or not 0 < len(text) <= MAX_COMMENT or text != text.strip():
            self.refuse(
                1,
                sentence("a comment is a blank after # and 1 to {limit} characters, no blank at the end"),
                limit=MAX_COMMENT,
            )
        return Comment(text)

    def _event(self, line: str, number: int, ruleset: Ruleset) -> Entry:
        match = _EVENT.fullmatch(line)
        if not match:
            self.refuse(1, sentence("an event such as 1 Y 020@M2 is needed and {there} is there"), there=shown(line))
        if match[1] != str(number):
            self.refuse(1, sentence("event {needed} comes next and {there} is there"), needed=number, there=match[1])
        is_override = match[2] == "!"
        if match["action"]:
            with placed(self.number, match.start("action")):
                return SideAction(_side(match[3]), parse_action(match["action"]), is_override)
        if not is_override:
            self.refuse(len(match[1]) + 1, sentence("what sets a hand or a position is marked with !"))
        if match["position"]:
            self._check_position(match["position"], ruleset, match.start("position"))
            with placed(self.number, match.start("seen")):
                return SetPosition(match["position"], parse_seen(match["seen"]) if match["seen"] else ())
        hand = match["hand"]
        return SetHand(
            _side(match[3]), () if hand == NO_CARDS else self._ids(hand, HAND_CAPACITY, match.start("hand") + 1)
        )

    # The end.

    def _result(self, text: str) -> Result | None:
        if text == UNFINISHED:
            return None
        match = _RESULT.fullmatch(text)
        if not match:
            reason = sentence("a result such as Y 12:9 two_passes or * is needed and {there} is there")
            self.refuse(8, reason, there=shown(text))
        winner = None if match[1] == "=" else _side(match[1])
        return Result(winner, int(match[2]), int(match[3]), "two_passes" if match[4] == "two_passes" else "full_board")


def _side(letter: str) -> Side:
    return "Y" if letter == "Y" else "E"
