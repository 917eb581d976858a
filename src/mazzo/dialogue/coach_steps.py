"""The steps of a coached match as they are typed: mulligan, draw, play, pass, the enemy's move, undo and redo.

Each enters what was meant and says what the match is now; out of order it is refused with what is expected.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelkit.spoken import sentence
from mazzo.coach.errors import CoachError
from mazzo.coach.opponent import grown
from mazzo.coach.situation import situation
from mazzo.decks.shelf import OtherDeckError
from mazzo.dialogue.clauses import read_clauses
from mazzo.dialogue.coach_repair import mulligan_data
from mazzo.dialogue.conversation import MoreNeededError, TableTalk, refusal
from mazzo.dialogue.entry import is_kept, returned_places
from mazzo.dialogue.typed_steps import ChoiceNeededError, read_steps
from mazzo.dialogue.verbs import COACH, Typed, Verbs, unknown_command
from mazzo.words.coach import CARDS_GOT, situation_lines, taken_back_lines
from mazzo.words.opponent import learned_line
from qb_engine.errors import CardNotOfferedError
from qb_engine.match.log import Step
from qb_engine.moves import Move
from qb_engine.words.voice import card_name

YOURS = ("play", "pass")


class ConsoleMovesError(CoachError):
    """In a sample the console moves for the enemy and deals the cards."""

    template = sentence("the console plays the enemy and deals your cards here")
    remedy = sentence("Type only your own move")


def read_line(table: TableTalk, line: str, verbs: Verbs) -> tuple[Step, ...]:
    """The steps that ``line`` tells of; what is no card and stands alone may be a command with a mistake in it."""
    try:
        return read_steps(line, table.expecting())
    except ChoiceNeededError as needed:
        clauses = read_clauses(line)
        is_bare = len(clauses) == 1 and clauses[0].who is None and clauses[0].place is None
        if needed.unknown is None or not is_bare:
            raise
        error = unknown_command(verbs, line)
        if "nearest" in error.facts or table.match.phase != "your_draw":
            raise error from needed
        raise


def entered(table: TableTalk, line: str) -> list[str]:
    """Enter what a line tells of, whole or not at all; of whom a refused move would have been is noted first."""
    clauses = read_clauses(line)
    table.side_asked = "E" if table.match.phase == "enemy_play" else "Y"
    if table.game is not None and len(clauses) > 1:
        raise ConsoleMovesError
    try:
        steps = read_line(table, line, COACH)
    except CardNotOfferedError as error:
        if len(clauses) > 1 and any(one.place is None and one.name == error.facts["asked"] for one in clauses):
            table.side_asked = "Y"  # the card you drew, in the line of the enemy's move
        raise
    mine = [step for step in steps if step.kind in YOURS]
    table.decision = (str(mine[-1].data.get("move", "pass"))) if mine else None
    return _stepped(table, lambda: _enter(table, steps))


def _enter(table: TableTalk, steps: tuple[Step, ...]) -> None:
    if table.game is None:
        begun = len(table.match.steps)
        table.match.enter(steps)
        table.lines.append((begun, begun + len(steps)))
        table.taken_back.clear()
        return
    (step,) = steps
    if step.kind == "pass":
        table.game.pass_turn()
    else:
        table.game.play(Move.parse(step.data["move"]))


def mulligan(table: TableTalk, typed: Typed) -> list[str]:
    """Return cards by number or name; where the console deals the new ones, nothing else is needed."""
    table.need("mulligan", typed)
    game, text = table.game, typed.rest
    if game is not None:
        places = returned_places(table, text)
        return _stepped(table, lambda: game.mulligan(places))
    if is_kept(text):
        return _stepped(table, lambda: table.match.mulligan([], []))
    # What may come for returned cards: what is left of the deck, and what was returned.
    pool = sorted({*table.drawable(), *table.match.state.hand})
    if not text[:1].isdecimal() or not any(letter.isalpha() for letter in text):
        places = returned_places(table, text)
        numbers = " ".join(str(place + 1) for place in places)
        cards = ", ".join(card_name(table.match.state.hand[place]) for place in places)
        raise MoreNeededError(table.words.say(CARDS_GOT, cards=cards), f"mull {numbers}")
    data = mulligan_data(table, typed, text, pool)
    return _stepped(table, lambda: table.match.mulligan(data["returned"], data["drawn"]))


def undo(table: TableTalk, _typed: Typed) -> list[str]:
    """One line back, or one step; in a sample to your last decision, since the console would do the rest at once."""
    steps = table.game.undo() if table.game is not None else _line_undone(table)
    return [*taken_back_lines(steps, table.words), *told(table, len(table.match.steps))]


def redo(table: TableTalk, _typed: Typed) -> list[str]:
    """The line or step again that was taken back last."""
    return _stepped(table, table.game.redo if table.game is not None else lambda: _line_redone(table))


def _line_undone(table: TableTalk) -> tuple[Step, ...]:
    """Take back all that one line entered, if the last step is of such a line, else the last step; the latest first."""
    begun, end = table.lines.pop() if table.lines else (0, 0)
    if end != len(table.match.steps):
        if begun < end < len(table.match.steps):
            table.lines.append((begun, end))
        return (table.match.undo(),)
    table.taken_back.append((begun, end))
    return tuple(table.match.undo() for _step in range(begun, end))


def _line_redone(table: TableTalk) -> None:
    """Make again all that was taken back at once."""
    now = len(table.match.steps)
    begun, end = table.taken_back.pop() if table.taken_back and table.taken_back[-1][0] == now else (now, now + 1)
    for _step in range(begun, end):
        table.match.redo()
    table.lines.append((begun, end))


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
        return [refusal(error, table.words.voice)]
    return [] if found is None else [learned_line(found, table.words)]


def told(table: TableTalk, from_step: int) -> list[str]:
    """What is said by itself after the steps from ``from_step`` on: what happened, then what there is to know."""
    now = situation(table, from_step)
    return situation_lines(now, table.words, table.detail, is_held=table.hold(now.listed))


STEPS: dict[str, Callable[[TableTalk, Typed], list[str]]] = {
    "mull": mulligan,
    "undo": undo,
    "redo": redo,
}
