"""Commands that move the cursor or the cards. Each takes the seat and the words after the command."""

from __future__ import annotations

import re
from collections.abc import Callable

from solitario.application import actions, answers
from solitario.application.commands import PLACE_WORDS
from solitario.application.cursor import Cursor
from solitario.application.engine import Played
from solitario.application.messages import Message, status, tip
from solitario.application.seat import Seat
from solitario.domain.moves import DRAW, FOUNDATIONS, RECYCLE, STOCK, Move, Place, PlaceKind
from solitario.domain.rules import Refusal, refusal, top_card
from solitario.domain.table import Table
from solitario.errors import IllegalMoveError, NothingToDoError

NUMBER_OF_CARDS = re.compile(r"[1-9][0-9]?", re.ASCII)


def step(direction: str) -> Callable[[Seat, tuple[str, ...]], list[Message]]:
    """The command that moves the cursor in ``direction``; an edge says so."""

    def command(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
        moved = seat.cursor.moved(direction, seat.engine.table)
        if moved is None:
            return [status("edge", direction=direction, place=str(seat.cursor.place))]
        seat.cursor = moved
        return [answers.here(seat.engine.table, seat.cursor)]

    return command


def go(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Go to a place; naming it twice picks up or lays down, as Enter does."""
    name = PLACE_WORDS.get(words[0] if words else "")
    if name in (None, "F"):
        return [status("no_such_place", typed=" ".join(words))]
    place = Place.parse(name)
    if place == seat.named_place == seat.cursor.place and place != STOCK:
        return select(seat, ())
    seat.named_place = place
    seat.cursor = Cursor.on(place, seat.engine.table)
    return [answers.here(seat.engine.table, seat.cursor)]


def select(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Pick up the card under the cursor and all that lie on it, or lay down what is held."""
    if words:
        return _select_at(seat, words)
    if seat.selection is None and seat.cursor.place == STOCK:
        return draw(seat, ())
    if seat.selection is None:
        return _pick_up(seat)
    if seat.selection.source == seat.cursor.place:
        return cancel(seat, ())
    return _play(seat, Move(seat.selection.source, seat.cursor.place, seat.selection.count))


def _select_at(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """``select 3 2``: the last two cards of pile 3; without a number the top card."""
    name = PLACE_WORDS.get(words[0])
    if name in (None, "F", "S"):
        return [status("no_such_place", typed=" ".join(words))]
    count = _count(words[1:], 1)
    if count is None:
        return [status("no_such_count")]
    place = Place.parse(name)
    top = Cursor.on(place, seat.engine.table)
    seat.cursor = Cursor(place, max(0, top.stop - count + 1)) if place.kind is PlaceKind.PILE else top
    if seat.selection is not None and seat.selection.source != place:
        return _play(seat, Move(seat.selection.source, place, seat.selection.count))
    return _pick_up(seat)


def _pick_up(seat: Seat) -> list[Message]:
    table = seat.engine.table
    chosen = seat.cursor.selection(table)
    if chosen is None:
        empty = not answers.place_facts(table, seat.cursor.place)["hidden"]
        rule = Refusal.NOTHING_THERE if empty else Refusal.FACE_DOWN
        return [status("cannot_pick_up", rule=rule.name.lower(), place=str(seat.cursor.place))]
    seat.selection = chosen
    cards = answers.held_cards(table, chosen)
    return [status("picked_up", cards=cards, source=str(chosen.source)), *seat.tips(tip("tip_place"))]


def cancel(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Put what is held back where it was."""
    return _put_back(seat, seat.engine.table) or [status("nothing_held")]


def _put_back(seat: Seat, table: Table) -> list[Message]:
    """That what was held on ``table`` no longer is; nothing when nothing was."""
    if seat.selection is None:
        return []
    cards = answers.held_cards(table, seat.selection)
    seat.selection = None
    return [status("put_back", cards=cards)]


def move(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Move in one line: from, to, and how many cards; without a number, as many as fit."""
    names = [PLACE_WORDS.get(word) for word in words[:2]]
    if len(names) < 2 or None in names or names[0] == "F":
        return [status("no_such_place", typed=" ".join(words))]
    source = Place.parse(str(names[0]))
    target = _target(seat.engine.table, source, str(names[1]))
    if (source, target) in ((STOCK, DRAW.target), (RECYCLE.source, STOCK)):
        return draw(seat, ()) if source == STOCK else recycle(seat, ())
    count = _count(words[2:], _fitting(seat.engine.table, source, target))
    return [status("no_such_count")] if count is None else _play(seat, Move(source, target, count))


def _count(words: tuple[str, ...], usual: int) -> int | None:
    """How many cards ``words`` say, ``usual`` when they say nothing; None when that is no number of cards."""
    if not words:
        return usual
    return int(words[0]) if NUMBER_OF_CARDS.fullmatch(words[0]) else None


def _target(table: Table, source: Place, name: str) -> Place:
    """The place called ``name``; a bare F is the foundation of the card on top of ``source``."""
    if name != "F":
        return Place.parse(name)
    card = top_card(table, source)
    return FOUNDATIONS[0 if card is None else table.foundation_index(card)]


def _fitting(table: Table, source: Place, target: Place) -> int:
    """How many cards of ``source`` fit on ``target``: at most one number does; 1 when none."""
    if source.kind is not PlaceKind.PILE:
        return 1
    counts = range(1, len(table.tableau[source.index].face_up) + 1)
    return next((count for count in counts if refusal(table, Move(source, target, count)) is None), 1)


def send(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Send the top card of the place named, or of the place under the cursor, to its foundation."""
    name = PLACE_WORDS.get(words[0]) if words else str(seat.cursor.place)
    if name in (None, "F"):
        return [status("no_such_place", typed=" ".join(words))]
    place = Place.parse(name)
    if place.kind is PlaceKind.FOUNDATION or top_card(seat.engine.table, place) is None:
        is_home = place.kind is PlaceKind.FOUNDATION and top_card(seat.engine.table, place) is not None
        return [status("nothing_to_send", place=name, is_home=is_home)]
    return move(seat, (name.lower(), "f"))


def draw(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Draw from the stock; when it is empty, turn the waste over."""
    table = seat.engine.table
    return _play(seat, RECYCLE if not table.stock and table.waste else DRAW, keeps_cursor=True)


def recycle(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Turn the waste over."""
    return _play(seat, RECYCLE, keeps_cursor=True)


def _play(seat: Seat, chosen: Move, *, keeps_cursor: bool = False) -> list[Message]:
    """Play ``chosen``: what it did, or the rule that refused it; a refused card stays in the hand."""
    table = seat.engine.table
    try:
        played = seat.engine.play(chosen)
    except IllegalMoveError as error:
        return [actions.refused_message(table, chosen, error.facts["refusal"])]
    if not keeps_cursor:
        seat.cursor, seat.named_place = Cursor.on(chosen.target, seat.engine.table), None
    if seat.selection is not None and seat.selection.source == chosen.source:
        seat.selection = None
    return _changed(seat, actions.played_message(seat.engine, played), played)


def _changed(seat: Seat, message: Message, played: Played) -> list[Message]:
    """What every change of the table brings: an empty hand, a cursor that still points somewhere, perhaps a warning."""
    seat.table_changed = True
    dropped = _put_back(seat, played.turn.before if message.key != "undone" else played.turn.after)
    seat.cursor = seat.cursor.kept_on(seat.engine.table)
    warning = seat.engine.warning(played, seat.preferences.score_warnings)
    if warning is not None:
        seat.waiting.append(actions.warning_message(warning))
    return [message, *dropped]


def auto(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Send every safe card to its foundation."""
    try:
        played = seat.engine.finish()
    except NothingToDoError:
        return [status("nothing_safe")]
    return _changed(seat, actions.finished_message(played), played)


def undo(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Take the last action back."""
    try:
        played = seat.engine.undo()
    except NothingToDoError:
        return [status("nothing_to_undo")]
    return _changed(seat, actions.taken_back_message("undone", played), played)


def redo(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Take again what was taken back."""
    try:
        played = seat.engine.redo()
    except NothingToDoError:
        return [status("nothing_to_redo")]
    return _changed(seat, actions.taken_back_message("redone", played), played)


def hint(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Suggest a move."""
    return [actions.hint_message(seat.engine, seat.engine.hint())]
