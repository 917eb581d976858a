"""The steps of a coached match as they are typed: mulligan, draw, play, pass, the enemy's move, undo and redo.

Each enters what was meant and says what the match is now; out of order it is refused with what is expected.
"""

from __future__ import annotations

from collections.abc import Callable

from mazzo.coach.opponent import grown
from mazzo.coach.situation import situation
from mazzo.decks.shelf import OtherDeckError
from mazzo.dialogue.coach_questions import chosen_move
from mazzo.dialogue.coach_repair import mulligan_data
from mazzo.dialogue.conversation import TableTalk, refusal
from mazzo.dialogue.verbs import NOTHING_WORDS, PASS_WORDS, Typed
from mazzo.words.coach import situation_lines, taken_back_lines
from mazzo.words.opponent import learned_line


def mulligan(table: TableTalk, typed: Typed) -> list[str]:
    """Return cards; in a sample their places are enough, since the console deals the new ones."""
    table.need("mulligan", typed)
    digits = typed.rest.replace(",", " ").split()
    game = table.game
    if game is not None:
        if any(digit not in ("1", "2", "3", "4", "5") for digit in digits):
            raise table.incomplete(typed)
        return _stepped(table, lambda: game.mulligan(sorted({int(digit) - 1 for digit in digits})))
    # What may come for returned cards: what is left of the deck, and what was returned.
    pool = sorted({*table.drawable(), *table.match.state.hand})
    data = mulligan_data(table, typed, typed.rest, pool)
    return _stepped(table, lambda: table.match.mulligan(data["returned"], data["drawn"]))


def draw(table: TableTalk, typed: Typed) -> list[str]:
    """The card you drew."""
    table.need("your_draw", typed)
    if not typed.rest:
        raise table.incomplete(typed)
    is_nothing = typed.rest.casefold() in NOTHING_WORDS
    card_id = None if is_nothing else table.card(typed.rest.removeprefix("+"), table.drawable())
    return _stepped(table, lambda: table.match.draw(card_id))


def play(table: TableTalk, typed: Typed) -> list[str]:
    """Your move, by its number in the list or by card and tile."""
    table.need("your_play", typed)
    if typed.rest.casefold() in PASS_WORDS:
        return pass_turn(table, typed)
    if not typed.rest:
        raise table.incomplete(typed)
    move, seat = chosen_move(table, typed).move.move, table.game or table.match
    table.decision = str(move or "pass")
    return _stepped(table, lambda: seat.play(move) if move else seat.pass_turn())


def pass_turn(table: TableTalk, typed: Typed) -> list[str]:
    """You pass."""
    table.need("your_play", typed)
    table.decision = "pass"
    return _stepped(table, (table.game or table.match).pass_turn)


def enemy(table: TableTalk, typed: Typed) -> list[str]:
    """What the enemy did."""
    table.need("enemy_play", typed)
    if typed.rest.casefold() in PASS_WORDS:
        return _stepped(table, table.match.enemy_pass)
    table.side_asked = "E"
    move = table.move(typed, typed.rest, table.enemy_cards())
    return _stepped(table, lambda: table.match.enemy_play(move))


def undo(table: TableTalk, _typed: Typed) -> list[str]:
    """One step back; in a sample to your last decision, since the console would do the rest again at once."""
    steps = table.game.undo() if table.game is not None else (table.match.undo(),)
    return [*taken_back_lines(steps, table.words), *told(table, len(table.match.steps))]


def redo(table: TableTalk, _typed: Typed) -> list[str]:
    """The step again that was taken back last."""
    return _stepped(table, (table.game or table.match).redo)


def _stepped(table: TableTalk, step: Callable[[], object]) -> list[str]:
    steps = len(table.match.steps)
    step()
    return [*told(table, steps), *_grown(table)]


def _grown(table: TableTalk) -> list[str]:
    """After the end: the list of the opponent who was named has grown by itself; nothing at any other time."""
    if table.match.phase != "over":
        return []
    try:
        found = grown(table)
    except OtherDeckError as error:
        return [refusal(error, table.words.voice.language)]
    return [] if found is None else [learned_line(found, table.words)]


def told(table: TableTalk, from_step: int) -> list[str]:
    """What is said by itself after the steps from ``from_step`` on: what happened, then what there is to know."""
    return situation_lines(situation(table, from_step), table.words, table.detail)


STEPS: dict[str, Callable[[TableTalk, Typed], list[str]]] = {
    "mull": mulligan,
    "draw": draw,
    "play": play,
    "pass": pass_turn,
    "enemy": enemy,
    "undo": undo,
    "redo": redo,
}
