"""The steps of a coached match as they are typed: mulligan, draw, play, pass, the enemy's move, undo and redo.

Each enters what was meant and says what the match is now; out of order it is refused with what is expected.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelkit.spoken import sentence
from mazzo.coach.sample import new_cards
from mazzo.coach.situation import situation
from mazzo.coach.table import CoachTable
from mazzo.dialogue.coach_questions import chosen_move
from mazzo.dialogue.coach_repair import mulligan_data
from mazzo.dialogue.verbs import NOTHING_WORDS, PASS_WORDS, Typed


def mulligan(table: CoachTable, typed: Typed) -> list[str]:
    """Return cards; in a sample their places are enough, since the console deals the new ones."""
    table.need("mulligan", typed)
    seed, digits = table.sample_seed, typed.rest.replace(",", " ").split()
    if seed is not None and digits and all(digit in "12345" for digit in digits):
        returned = sorted({int(digit) - 1 for digit in digits})
        drawn = new_cards(table.match, returned, seed)
    else:
        # What may come for returned cards: what is left of the deck, and what was returned.
        pool = sorted({*table.drawable(), *table.match.state.hand})
        data = mulligan_data(table, typed, typed.rest, pool)
        returned, drawn = data["returned"], data["drawn"]
    return _stepped(table, lambda: table.match.mulligan(returned, drawn))


def draw(table: CoachTable, typed: Typed) -> list[str]:
    """The card you drew."""
    table.need("your_draw", typed)
    if not typed.rest:
        raise table.incomplete(typed)
    is_nothing = typed.rest.casefold() in NOTHING_WORDS
    card_id = None if is_nothing else table.card(typed.rest.removeprefix("+"), table.drawable())
    return _stepped(table, lambda: table.match.draw(card_id))


def play(table: CoachTable, typed: Typed) -> list[str]:
    """Your move, by its number in the list or by card and tile."""
    table.need("your_play", typed)
    if typed.rest.casefold() in PASS_WORDS:
        return pass_turn(table, typed)
    if not typed.rest:
        raise table.incomplete(typed)
    move = chosen_move(table, typed).move
    table.decision = str(move or "pass")
    return _stepped(table, lambda: table.match.play(move) if move else table.match.pass_turn())


def pass_turn(table: CoachTable, typed: Typed) -> list[str]:
    """You pass."""
    table.need("your_play", typed)
    table.decision = "pass"
    return _stepped(table, table.match.pass_turn)


def enemy(table: CoachTable, typed: Typed) -> list[str]:
    """What the enemy did."""
    table.need("enemy_play", typed)
    if typed.rest.casefold() in PASS_WORDS:
        return _stepped(table, table.match.enemy_pass)
    table.side_asked = "E"
    move = table.move(typed, typed.rest, table.enemy_cards())
    return _stepped(table, lambda: table.match.enemy_play(move))


def undo(table: CoachTable, _typed: Typed) -> list[str]:
    """One step back; in a sample to your last decision, since the console would do the rest again at once."""
    match = table.match
    said = [table.words.step(match.undo())]
    while table.sample_seed is not None and match.phase in ("enemy_play", "your_draw"):
        said.append(table.words.step(match.undo()))
    taken = table.words.say(sentence("Taken back:"))
    return [f"{taken} {line}" for line in said] + situation(table, len(match.steps))


def redo(table: CoachTable, _typed: Typed) -> list[str]:
    """The step again that was taken back last."""
    steps = len(table.match.steps)
    table.match.redo()
    return situation(table, steps)


def _stepped(table: CoachTable, step: Callable[[], None]) -> list[str]:
    steps = len(table.match.steps)
    step()
    return situation(table, steps)


STEPS: dict[str, Callable[[CoachTable, Typed], list[str]]] = {
    "mull": mulligan,
    "draw": draw,
    "play": play,
    "pass": pass_turn,
    "enemy": enemy,
    "undo": undo,
    "redo": redo,
}
