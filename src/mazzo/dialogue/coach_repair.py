"""When the match and the console are not the same any more: fix a step, sync hand or board, adopt a rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kernelkit.spoken import SpokenError, sentence
from mazzo.coach.errors import CoachError
from mazzo.coach.repair import adopted, board_changes, fixed, hand_change
from mazzo.decks.card_list import split_list
from mazzo.dialogue.clauses import PASS_WORDS, read_tile
from mazzo.dialogue.conversation import Question, TableTalk
from mazzo.dialogue.typed_steps import NOTHING_WORDS
from mazzo.dialogue.verbs import NO_WORDS, YES_WORDS, Typed
from mazzo.words.coach import (
    BOARD_IS_SO,
    DUE_FIRST,
    HAND_IS_SO,
    IF_DRAWN_SO,
    IF_DRAWN_WITH_IT,
    IF_HELD_SO,
    IF_SHOWN_SO,
    IS_THIS_SHOWN,
    PLAYED_BY,
    TURN_IS_SO,
    change_lines,
    finding_lines,
    hand_change_line,
    step_line,
    turn_change_line,
    turn_words,
)
from mazzo.words.table import NOTHING_CHANGED, YES_OR_NO
from qb_engine.errors import CardNotOfferedError, DeckContradictionError, IllegalMoveError
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.match.log import Step
from qb_engine.models import OPENING_HAND
from qb_engine.moves import tile_turned

_CLAUSE = re.compile(r"(\D+ ?[1-5])[ :=]+([yen])([0-3])(?:[ :]+(.+?))?(?:[ =]+(-?[0-9]{1,3}))?", re.ASCII)
YOU_WORDS = ("you", "tu", "io")
ENEMY_WORDS = ("enemy", "nemico")
OVER_WORDS = ("over", "finita")
After = Callable[[], list[str]]
"""What is said once the match has changed: the advice, or whatever is expected."""


class NoSuchStepError(CoachError):
    """No step has this number, or the command has none."""

    template = sentence("no step has the number {number}")
    remedy = sentence("Type log to see the numbers, then: fix NUMBER NAME TILE")


class SampleError(CoachError):
    """The console of a sample match is always right."""

    template = sentence("a sample match cannot be out of step")
    remedy = sentence("Type undo to take a move back, or new for a real match")


class UnreadableTileError(CoachError):
    """A clause of a board sync."""

    template = sentence("{text!r} is no tile")
    remedy = sentence(
        "type the tile, its owner Y, E or N with the rank, then card and power, such as M3 E2 Zu 4, or T2 N0"
    )


class TileTwiceError(CoachError):
    """A board sync contradicts itself."""

    template = sentence("{tile} is named twice, and it can only be one of both")
    remedy = sentence("Type sync board with each tile once")


class HandSizeError(CoachError):
    """Too many cards."""

    template = sentence("a hand holds at most {limit} cards and {count} were named")
    remedy = sentence("Type the cards that you hold now")


class NoFindingError(CoachError):
    """Nothing to adopt."""

    template = sentence("no rule explains a board yet")
    remedy = sentence("type sync board with what the console shows, then adopt")


# Fix.


def fix(table: TableTalk, typed: Typed) -> list[str]:
    """Correct one step; the tiles that changed."""
    _real(table)
    number, _, rest = typed.rest.partition(" ")
    step = next((step for step in table.match.steps if str(step.number) == number), None)
    if step is None or not rest:
        raise NoSuchStepError(number=number[:9] or "-")
    kind, data = _corrected(table, typed, step, rest)
    now = fixed(table, step.number, kind, data)
    return [step_line(now.step, table.words), *change_lines(now.changes, table.words)]


def _corrected(table: TableTalk, typed: Typed, step: Step, rest: str) -> tuple[str, dict[str, Any]]:
    """Kind and facts of the step as it should have been."""
    if step.kind in ("play", "pass", "enemy_play", "enemy_pass"):
        side = "" if step.kind in ("play", "pass") else "enemy_"
        if rest.casefold() in PASS_WORDS:
            return f"{side}pass", {}
        return f"{side}play", {"move": str(table.move(typed, rest, None))}
    if step.kind == "draw":
        return "draw", {"card": None if rest.casefold() in NOTHING_WORDS else table.card(rest, None)}
    if step.kind == "start":
        return "start", {**step.data, **_corrected_start(table, rest)}
    if step.kind == "sync_hand":
        return "sync_hand", {"hand": table.cards(split_list(rest), None)}
    if step.kind == "mulligan":
        return "mulligan", mulligan_data(table, typed, rest, None)
    if step.kind == "sync_turn":
        return "sync_turn", _turn(table, typed, rest)
    return "sync_board", {"tiles": _tiles(table, rest)}


def _corrected_start(table: TableTalk, rest: str) -> dict[str, Any]:
    """Who begins, or the opening hand."""
    word = rest.casefold()
    if word in (*YOU_WORDS, *ENEMY_WORDS):
        return {"first": "E" if word in ENEMY_WORDS else "Y"}
    hand = table.cards(split_list(rest), None)
    if len(hand) != OPENING_HAND:
        raise HandSizeError(limit=OPENING_HAND, count=len(hand))
    return {"hand": hand}


def mulligan_data(table: TableTalk, typed: Typed, rest: str, pool: list[str] | None) -> dict[str, Any]:
    """The places returned, from 0, and the cards got for them, of ``2 5 NAME, NAME``."""
    match = re.fullmatch(r"((?:[1-5][ ,]*)*)(.*)", rest)
    assert match is not None
    returned = [int(digit) - 1 for digit in re.findall("[1-5]", match[1])]
    names = split_list(match[2])
    if len(returned) == 1 and names:
        names = [match[2].strip()]
    if len(names) != len(returned) or len(set(returned)) != len(returned):
        raise table.incomplete(typed)
    return {"returned": returned, "drawn": table.cards(names, pool)}


# Sync.


def sync_hand(table: TableTalk, typed: Typed, after: After) -> list[str]:
    """Show what would change in the hand, and ask; only yes changes it."""
    _real(table)
    if not typed.rest:
        raise table.incomplete(typed)
    hand = [] if typed.rest.casefold() in NOTHING_WORDS else table.cards(split_list(typed.rest), None)
    if len(hand) > HAND_CAPACITY:
        raise HandSizeError(limit=HAND_CAPACITY, count=len(hand))
    change = hand_change(table, hand)
    if change is None:
        return [table.words.say(HAND_IS_SO)]
    return _asked(table, [hand_change_line(change, table.words)], lambda: table.match.sync_hand(hand), after)


def sync_board(table: TableTalk, typed: Typed, after: After) -> list[str]:
    """Show what would change on the board, and ask."""
    _real(table)
    tiles = _tiles(table, typed.rest)
    if not tiles:
        raise table.incomplete(typed)
    changes = board_changes(table, tiles)
    if not changes:
        # Nothing has to be put right, and yet it is kept: what was seen speaks for the rules we play by.
        table.match.sync_board(tiles, explain=False)
        return [table.words.say(BOARD_IS_SO)]

    def write() -> None:
        # Only what was named: the cards that were not looked at take what the changed ones give them.
        table.findings = table.match.sync_board(tiles)

    return _asked(table, change_lines(changes, table.words), write, after)


def sync_turn(table: TableTalk, typed: Typed, after: After) -> list[str]:
    """Say whose move it would be, and ask."""
    _real(table)
    data = _turn(table, typed, typed.rest)
    game = table.match.state.game
    due = DUE_FIRST.get(table.match.phase)
    was = table.words.say(due) if due else turn_words(game.side_to_act, int(game.record.passes) % 2, table.words)
    now = turn_words(data["side"], data["passes"] % 2, table.words)
    if was == now:
        return [table.words.say(TURN_IS_SO)]
    changes = [turn_change_line(was, now, table.words)]
    return _asked(table, changes, lambda: table.match.sync_turn(data["side"], passes=data["passes"]), after)


def _turn(table: TableTalk, typed: Typed, text: str) -> dict[str, Any]:
    """Side and passes of ``you``, ``enemy pass`` or ``over``."""
    first, *more = text.casefold().split()[:3] or [""]
    if first in OVER_WORDS and not more:
        return {"side": None, "passes": 2}
    if first not in (*YOU_WORDS, *ENEMY_WORDS) or (more and (len(more) > 1 or more[0] not in PASS_WORDS)):
        raise table.incomplete(typed)
    return {"side": "Y" if first in YOU_WORDS else "E", "passes": len(more)}


def _tiles(table: TableTalk, text: str) -> dict[str, dict[str, Any]]:
    """The tiles in ``m3 e2 zu 4, t2 n0`` as a sync step writes them."""
    clauses = [part.strip() for part in re.split("[,;]", text) if part.strip()]
    tiles: dict[str, dict[str, Any]] = {}
    for clause in clauses:
        name, tile = _tile(table, clause)
        if name in tiles:
            raise TileTwiceError(tile=name)
        tiles[name] = tile
    return tiles


def _tile(table: TableTalk, clause: str) -> tuple[str, dict[str, Any]]:
    match = _CLAUSE.fullmatch(clause.casefold())
    name = read_tile(match[1]) if match else None
    if match is None or name is None or (match[2] == "n" and (match[3] != "0" or match[4])):
        raise UnreadableTileError(text=clause[:40])
    owner, card = match[2].upper(), match[4] and table.card(match[4], None)
    power = int(match[5]) if match[5] and card else None
    name = name if table.words.voice.seat == "left" else tile_turned(name)
    return name, {
        "owner": owner, "rank": int(match[3]), "card": card, "card_owner": owner if card else None, "power": power,
    }  # fmt: skip


def _asked(table: TableTalk, changes: list[str], write: Callable[[], None], after: After) -> list[str]:
    """Put the changes as a question; only yes writes."""

    def answer(text: str) -> list[str]:
        word = text.strip().casefold()
        if word in NO_WORDS:
            table.question = None
            return [table.words.say(NOTHING_CHANGED)]
        if word not in YES_WORDS:
            return [table.words.say(YES_OR_NO)]
        table.question = None
        write()
        last = table.match.steps[-1]
        found = finding_lines(table.findings, table.words) if last.kind == "sync_board" else []
        return [step_line(last, table.words), *found, *after()]

    table.question = Question(table.words.say(IS_THIS_SHOWN), answer, is_yes_or_no=True)
    return changes


# Rules.


def adopt(table: TableTalk, typed: Typed, remember: Callable[[str], None]) -> list[str]:
    """Play the match by the rule that was found, and remember it for the next ones."""
    _real(table)
    number = typed.rest or "1"
    if not number.isdecimal() or not 1 <= int(number) <= len(table.findings):
        raise NoFindingError
    rules = table.findings[int(number) - 1].rules
    changes = adopted(table, rules)
    remember(rules)
    return [table.words.say(PLAYED_BY, rules=rules), *change_lines(changes, table.words)]


# What was refused and may be true.


def repair_hint(table: TableTalk, error: SpokenError) -> list[str]:
    """What to type when the console shows nevertheless what was refused; nothing for any other mistake."""
    is_of_cards = isinstance(error, CardNotOfferedError | DeckContradictionError)
    if table.game is not None or not (is_of_cards or isinstance(error, IllegalMoveError)):
        return []
    if table.match.phase == "enemy_play" and table.side_asked == "E":
        key = IF_SHOWN_SO
    elif table.match.phase == "enemy_play" and is_of_cards:
        key = IF_DRAWN_WITH_IT
    elif table.match.phase == "your_draw" and is_of_cards:
        key = IF_DRAWN_SO
    elif table.match.phase == "your_play" and is_of_cards:
        key = IF_HELD_SO
    else:
        return []
    return [table.words.say(key)]


def _real(table: TableTalk) -> None:
    if table.game is not None:
        raise SampleError
