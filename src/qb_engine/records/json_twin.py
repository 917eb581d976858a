"""The JSON twin of a ``.qbn`` file: the same content, seal included, for programs that would rather not read lines.

The seed is a text of digits: it has more of them than a number keeps in many a reader of JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from kernelkit.spoken import sentence
from kernelkit.strict_json import InvalidJsonError, loads
from qb_engine.data.checks import WHOLE, Place, shown
from qb_engine.errors import BrokenFileError, InvalidGameFileError, InvalidNotationError
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.models import DECK_SIZE
from qb_engine.moves import SIDES, TILES, Side
from qb_engine.notation.actions import parse_action
from qb_engine.notation.fingerprints import is_short_hash
from qb_engine.notation.position_reader import read_ruleset
from qb_engine.notation.seen_tiles import SeenTile, parse_seen
from qb_engine.records.qbn_reader import MAX_CHARACTERS, MAX_COMMENT, MAX_ENTRIES, MAX_TOTAL, read_qbn, read_seed
from qb_engine.records.qbn_writer import opening_lines, qbn_text, seal_of, version_of
from qb_engine.records.record import Comment, Entry, GameFile, Opening, Result, Sealed, SetHand, SetPosition, SideAction

SCHEMAS = (1, 2)
"""The same versions as the text has."""
FILE = "game"
T = TypeVar("T")

_OPENING = ("first_player", "decks", "hands", "seed", "start")
_REQUIRED = ("schema", "rules", "data", *_OPENING, "entries", "result", "final", "seal")


def to_json(game: GameFile) -> dict[str, Any]:
    """The game as plain JSON values."""
    opening, result = game.opening, game.result
    return {
        "schema": int(version_of(game)),
        "rules": opening.ruleset.name,
        "data": game.data_hash,
        "first_player": opening.first_player,
        "decks": _sides(opening.decks),
        "hands": _sides(opening.hands),
        "seed": None if opening.seed is None else str(opening.seed),
        "start": opening.start,
        "entries": [_entry_data(entry) for entry in game.entries],
        "result": None
        if result is None
        else {
            "winner": result.winner,
            "total_you": result.total_you,
            "total_enemy": result.total_enemy,
            "reason": result.reason,
        },
        "final": game.final,
        "seal": seal_of(game),
    }


def _sides(pair: tuple[tuple[str, ...] | None, tuple[str, ...] | None]) -> dict[str, list[str] | None]:
    return {side: None if cards is None else list(cards) for side, cards in zip(SIDES, pair, strict=True)}


def _entry_data(entry: Entry) -> dict[str, Any]:
    if isinstance(entry, Comment):
        return {"comment": entry.text}
    if isinstance(entry, SetHand):
        return {"side": entry.side, "hand": list(entry.card_ids), "override": True}
    if isinstance(entry, SetPosition):
        seen = {"seen": [str(tile) for tile in entry.seen]} if entry.seen else {}
        return {**seen, "position": entry.text, "override": True}
    return {"side": entry.side, "action": str(entry.action), "override": entry.is_override}


def load_json(text: str | bytes) -> Any:
    """The value of a JSON text of a game; BrokenFileError when it is not JSON."""
    try:
        return loads(text, 2 * MAX_CHARACTERS)
    except InvalidJsonError as error:
        reason = sentence("this is not JSON as we accept it: {detail}")
        raise BrokenFileError(FILE, WHOLE, WHOLE, reason, detail=error) from error


def read_game(raw: bytes) -> Sealed:
    """The game in a file of either form; InvalidGameFileError or BrokenFileError if it holds none."""
    if raw.lstrip()[:1] == b"{":
        return read_json(load_json(raw))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = raw.count(b"\n", 0, error.start) + 1, error.start - raw.rfind(b"\n", 0, error.start)
        raise InvalidGameFileError(line, column, sentence("this is not UTF-8")) from error
    return read_qbn(text)


def from_json(raw: object) -> GameFile:
    """The game in ``raw``; BrokenFileError if it is not a game, or not as it was sealed."""
    sealed = read_json(raw)
    if not sealed.is_whole:
        reason = sentence("the content was changed: its seal is {needed} and {there} is there")
        Place(FILE, WHOLE).refuse("seal", reason, needed=sealed.seal_needed, there=sealed.seal)
    return sealed.game


def read_json(raw: object) -> Sealed:
    """The game in ``raw`` with its seal, right or wrong; BrokenFileError if it is not a game."""
    place = Place(FILE, WHOLE)
    entry = place.record(raw, WHOLE, _REQUIRED)
    if entry["schema"] not in SCHEMAS or type(entry["schema"]) is not int:
        reason = sentence("schema {there} is not known; this is schema {known}")
        place.refuse("schema", reason, there=shown(entry["schema"]), known=SCHEMAS[-1])
    game = GameFile(
        opening=_opening(place, entry),
        data_hash=_hash(place, entry, "data"),
        entries=tuple(_entries(place.items(entry["entries"], "entries", 0, MAX_ENTRIES))),
        result=None if entry["result"] is None else _result(entry["result"]),
        final=_hash(place, entry, "final"),
    )
    _check_as_text(game)
    if entry["schema"] != int(version_of(game)):
        reason = sentence("schema {needed} is needed and {there} is there")
        place.refuse("schema", reason, needed=version_of(game), there=entry["schema"])
    return Sealed(game, _hash(place, entry, "seal"), seal_of(game))


def _check_as_text(game: GameFile) -> None:
    """Refuse what the text form refuses: lists that are not decks, unknown cards, positions under other rules."""
    try:
        read_qbn(qbn_text(game))
    except InvalidGameFileError as error:
        _refuse_within(Place(FILE, _place_of_line(game, error.facts["line"])), WHOLE, error)


def _place_of_line(game: GameFile, line: int) -> str:
    """Where in the JSON stands what a line of the text says."""
    head = opening_lines(game.opening, game.data_hash)
    if line <= len(head):
        return head[line - 1].partition(" ")[0]
    return f"entries[{line - len(head) - 2}]" if line - len(head) - 2 < len(game.entries) else WHOLE


def _hash(place: Place, entry: dict[str, Any], field: str) -> str:
    value = _line(place, entry[field], field)
    if not is_short_hash(value):
        place.refuse(field, sentence("a hash of 12 symbols is needed and {there} is there"), there=shown(value))
    return value


def _line(place: Place, value: object, field: str) -> str:
    """A printable text."""
    if not isinstance(value, str) or not value.isprintable():
        place.refuse(field, sentence("a printable text is needed and {there} is there"), there=shown(value))
    return value


def _read(place: Place, field: str, value: object, reader: Callable[[str], T]) -> T:
    """What ``reader`` makes of a text of ours inside the JSON."""
    try:
        return reader(_line(place, value, field))
    except InvalidNotationError as error:
        _refuse_within(place, field, error)


def _refuse_within(place: Place, field: str, error: InvalidNotationError) -> NoReturn:
    raise BrokenFileError(place.file, place.name, field, error.reason_key, **error.reason_facts) from error


def _opening(place: Place, entry: dict[str, Any]) -> Opening:
    first, seed, start = (entry[key] for key in ("first_player", "seed", "start"))
    decks, hands = (_card_lists(entry[key], key) for key in ("decks", "hands"))
    if (start is None) == (first is None) or (start is not None and (decks, hands) != ((None, None), (None, None))):
        place.refuse("start", sentence("a game begins with a first player or with a start position, not with both"))
    return Opening(
        ruleset=_read(place, "rules", entry["rules"], lambda name: read_ruleset(1, name)),
        first_player=None if first is None else _side(place, first, "first_player"),
        decks=decks,
        hands=hands,
        seed=None if seed is None else _read(place, "seed", seed, lambda text: read_seed(1, 1, text)),
        start=None if start is None else _line(place, start, "start"),
    )


def _side(place: Place, value: object, field: str) -> Side:
    return "Y" if place.word(value, field, SIDES) == "Y" else "E"


def _card_lists(raw: object, field: str) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    place = Place(FILE, field)
    entry = place.record(raw, WHOLE, SIDES)
    yours, enemys = (None if entry[side] is None else _ids(place, entry[side], side, DECK_SIZE) for side in SIDES)
    return yours, enemys


def _ids(place: Place, raw: object, field: str, at_most: int, at_least: int = 1) -> tuple[str, ...]:
    ids = place.items(raw, field, at_least, at_most)
    return tuple(_line(place, card_id, field) for card_id in ids)


def _entries(raw: list[Any]) -> list[Entry]:
    return [_entry(Place(FILE, f"entries[{number}]"), entry) for number, entry in enumerate(raw)]


def _entry(place: Place, raw: object) -> Entry:
    keys = place.mapping(raw, WHOLE).keys()
    if "comment" in keys:
        text = _line(place, place.record(raw, WHOLE, ("comment",))["comment"], "comment")
        if not 0 < len(text) <= MAX_COMMENT:
            reason = sentence("a comment is a blank after # and 1 to {limit} characters, no blank at the end")
            place.refuse("comment", reason, limit=MAX_COMMENT)
        return Comment(text)
    if "action" in keys:
        entry = place.record(raw, WHOLE, ("side", "action", "override"))
        action = _read(place, "action", entry["action"], parse_action)
        return SideAction(_side(place, entry["side"], "side"), action, place.truth(entry["override"], "override"))
    needed = ("side", "hand", "override") if "hand" in keys else ("position", "override")
    entry = place.record(raw, WHOLE, (*needed, "seen") if "seen" in keys else needed)
    if entry["override"] is not True:
        place.refuse("override", sentence("what sets a hand or a position is marked as an override"))
    if "hand" in keys:
        return SetHand(_side(place, entry["side"], "side"), _ids(place, entry["hand"], "hand", HAND_CAPACITY, 0))
    return SetPosition(_line(place, entry["position"], "position"), _seen(place, entry))


def _seen(place: Place, entry: dict[str, Any]) -> tuple[SeenTile, ...]:
    """The tiles that were looked at; none in a position that does not say so."""
    if "seen" not in entry:
        return ()
    tiles = [_line(place, tile, "seen") for tile in place.items(entry["seen"], "seen", 1, TILES)]
    return _read(place, "seen", ",".join(tiles), parse_seen)


def _result(raw: object) -> Result:
    place = Place(FILE, "result")
    entry = place.record(raw, WHOLE, ("winner", "total_you", "total_enemy", "reason"))
    you, enemy = (place.integer(entry[key], key, -MAX_TOTAL, MAX_TOTAL) for key in ("total_you", "total_enemy"))
    winner = None if entry["winner"] is None else _side(place, entry["winner"], "winner")
    reason = place.word(entry["reason"], "reason", ("two_passes", "full_board"))
    return Result(winner, you, enemy, "two_passes" if reason == "two_passes" else "full_board")
