"""When the match and the console are not the same any more: fix a step, sync hand or board, adopt a rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from kernelkit.spoken import SpokenError, sentence
from mazzo.coach.table import CoachTable, Question
from mazzo.decks.card_list import split_list
from mazzo.dialogue.verbs import (
    NO_WORDS,
    NOTHING_WORDS,
    PASS_WORDS,
    YES_WORDS,
    CoachError,
    Typed,
    read_tile,
)
from mazzo.words.coach import OWNER_WORDS
from qb_engine.errors import CardNotOfferedError, DeckContradictionError, IllegalMoveError
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.match.board_sync import all_tiles, tile_data
from qb_engine.match.log import Step
from qb_engine.models import OPENING_HAND
from qb_engine.words.voice import capitalised, card_name

_CLAUSE = re.compile(r"(\D+ ?[1-5])[ :=]+([yen])([0-3])(?:[ :]+(.+?))?(?:[ =]+(-?[0-9]{1,3}))?", re.ASCII)
YOU_WORDS = ("you", "tu", "io")
ENEMY_WORDS = ("enemy", "nemico")
OVER_WORDS = ("over", "finita")
DUE_FIRST = {"mulligan": sentence("your mulligan"), "your_draw": sentence("your draw")}
"""What is expected before a move, in the words of a turn."""
TileData = Mapping[str, Any]
After = Callable[[], list[str]]
"""What is said once the match has changed: the advice, or whatever is expected."""


class NoSuchStepError(CoachError):
    """No step has this number, or the command has none."""

    template = sentence("no step has the number {number}. Type log to see the numbers, then: fix NUMBER NAME TILE")


class SampleError(CoachError):
    """The console of a sample match is always right."""

    template = sentence("a sample match cannot be out of step. Type undo to take a move back, or new for a real match")


class UnreadableTileError(CoachError):
    """A clause of a board sync."""

    template = sentence(
        "{text!r} is no tile: type the tile, its owner Y, E or N with the rank, then card and power, "
        "such as M3 E2 Zu 4, or T2 N0"
    )


class TileTwiceError(CoachError):
    """A board sync contradicts itself."""

    template = sentence("{tile} is named twice, and it can only be one of both. Type sync board with each tile once")


class HandSizeError(CoachError):
    """Too many cards."""

    template = sentence("a hand holds at most {limit} cards and {count} were named. Type the cards that you hold now")


class NoFindingError(CoachError):
    """Nothing to adopt."""

    template = sentence("no rule explains a board yet: type sync board with what the console shows, then adopt")


# Fix.


def fix(table: CoachTable, typed: Typed) -> list[str]:
    """Correct one step; the tiles that are others now."""
    _real(table)
    number, _, rest = typed.rest.partition(" ")
    step = next((step for step in table.match.steps if str(step.number) == number), None)
    if step is None or not rest:
        raise NoSuchStepError(number=number[:9] or "-")
    kind, data = _corrected(table, typed, step, rest)
    before = all_tiles(table.match.state.game)
    table.match.fix(step.number, kind, data)
    now = table.words.step(next(one for one in table.match.steps if one.number == step.number))
    return [now, *_difference(table, before, all_tiles(table.match.state.game))]


def _corrected(table: CoachTable, typed: Typed, step: Step, rest: str) -> tuple[str, dict[str, Any]]:
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


def _corrected_start(table: CoachTable, rest: str) -> dict[str, Any]:
    """Who begins, or the opening hand."""
    word = rest.casefold()
    if word in (*YOU_WORDS, *ENEMY_WORDS):
        return {"first": "E" if word in ENEMY_WORDS else "Y"}
    hand = table.cards(split_list(rest), None)
    if len(hand) != OPENING_HAND:
        raise HandSizeError(limit=OPENING_HAND, count=len(hand))
    return {"hand": hand}


def mulligan_data(table: CoachTable, typed: Typed, rest: str, pool: list[str] | None) -> dict[str, Any]:
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


def sync_hand(table: CoachTable, typed: Typed, after: After) -> list[str]:
    """Show what would change in the hand, and ask; only yes changes it."""
    _real(table)
    if not typed.rest:
        raise table.incomplete(typed)
    held = table.match.state.hand
    hand = [] if typed.rest.casefold() in NOTHING_WORDS else table.cards(split_list(typed.rest), None)
    if len(hand) > HAND_CAPACITY:
        raise HandSizeError(limit=HAND_CAPACITY, count=len(hand))
    gone, come = Counter(held) - Counter(hand), Counter(hand) - Counter(held)
    if not gone and not come:
        return [table.words.say(sentence("Your hand is already so."))]
    key = sentence("Out: {gone}. In: {come}.")
    out, new = table.words.cards(gone.elements()), table.words.cards(come.elements())
    return _asked(table, [table.words.say(key, gone=out, come=new)], lambda: table.match.sync_hand(hand), after)


def sync_board(table: CoachTable, typed: Typed, after: After) -> list[str]:
    """Show what would change on the board, and ask."""
    _real(table)
    game = table.match.state.game
    tiles = _tiles(table, typed.rest)
    if not tiles:
        raise table.incomplete(typed)
    changes = _difference(table, {name: tile_data(game, name) for name in tiles}, tiles)
    if not changes:
        # Nothing has to be put right, and yet it is kept: what was seen speaks for the rules we play by.
        table.match.sync_board(tiles, explain=False)
        return [table.words.say(sentence("The board is already so."))]

    def write() -> None:
        # Only what was named: the cards that were not looked at take what the changed ones give them.
        table.findings = table.match.sync_board(tiles)

    return _asked(table, changes, write, after)


def sync_turn(table: CoachTable, typed: Typed, after: After) -> list[str]:
    """Say whose move it would be, and ask."""
    _real(table)
    data = _turn(table, typed, typed.rest)
    game = table.match.state.game
    due = DUE_FIRST.get(table.match.phase)
    was = table.words.say(due) if due else table.words.turn(game.side_to_act, int(game.record.passes) % 2)
    now = table.words.turn(data["side"], data["passes"] % 2)
    if was == now:
        return [table.words.say(sentence("The turn is already so."))]
    changes = [table.words.say(sentence("Turn: was {old}, now {new}."), old=was, new=now)]
    return _asked(table, changes, lambda: table.match.sync_turn(data["side"], passes=data["passes"]), after)


def _turn(table: CoachTable, typed: Typed, text: str) -> dict[str, Any]:
    """Side and passes of ``you``, ``enemy pass`` or ``over``."""
    first, *more = text.casefold().split()[:3] or [""]
    if first in OVER_WORDS and not more:
        return {"side": None, "passes": 2}
    if first not in (*YOU_WORDS, *ENEMY_WORDS) or (more and (len(more) > 1 or more[0] not in PASS_WORDS)):
        raise table.incomplete(typed)
    return {"side": "Y" if first in YOU_WORDS else "E", "passes": len(more)}


def _tiles(table: CoachTable, text: str) -> dict[str, dict[str, Any]]:
    """The tiles in ``m3 e2 zu 4, t2 n0`` as a sync step writes them."""
    clauses = [part.strip() for part in re.split("[,;]", text) if part.strip()]
    tiles: dict[str, dict[str, Any]] = {}
    for clause in clauses:
        name, tile = _tile(table, clause)
        if name in tiles:
            raise TileTwiceError(tile=name)
        tiles[name] = tile
    return tiles


def _tile(table: CoachTable, clause: str) -> tuple[str, dict[str, Any]]:
    match = _CLAUSE.fullmatch(clause.casefold())
    name = read_tile(match[1]) if match else None
    if match is None or name is None or (match[2] == "n" and (match[3] != "0" or match[4])):
        raise UnreadableTileError(text=clause[:40])
    owner, card = match[2].upper(), match[4] and table.card(match[4], None)
    power = int(match[5]) if match[5] and card else None
    return name, {
        "owner": owner, "rank": int(match[3]), "card": card, "card_owner": owner if card else None, "power": power,
    }  # fmt: skip


def _asked(table: CoachTable, changes: list[str], write: Callable[[], None], after: After) -> list[str]:
    """Put the changes as a question; only yes writes."""

    def answer(text: str) -> list[str]:
        word = text.strip().casefold()
        if word in NO_WORDS:
            table.question = None
            return [table.words.say(sentence("Nothing was changed."))]
        if word not in YES_WORDS:
            return [table.words.say(sentence("Type yes or no."))]
        table.question = None
        write()
        return [table.words.step(table.match.steps[-1]), *_found(table), *after()]

    table.question = Question(table.words.say(sentence("Is this what the console shows? yes or no")), answer)
    return changes


# Rules.


def _found(table: CoachTable) -> list[str]:
    """The rules that explain the board that was synced, numbered when there are several."""
    if table.match.steps[-1].kind != "sync_board":
        return []
    if not table.findings:
        return [table.words.say(sentence("No single rule explains it: probably a move was entered otherwise."))]
    key = sentence("{number}. Your board fits {switch} = {value}. To play by it: adopt {number}")
    return [
        table.words.say(key, number=number, switch=finding.switch, value=finding.value)
        for number, finding in enumerate(table.findings, start=1)
    ]


def adopt(table: CoachTable, typed: Typed, remember: Callable[[str], None]) -> list[str]:
    """Play the match by the rule that was found, and remember it for the next ones."""
    _real(table)
    number = typed.rest or "1"
    if not number.isdecimal() or not 1 <= int(number) <= len(table.findings):
        raise NoFindingError
    rules = table.findings[int(number) - 1].rules
    before = all_tiles(table.match.state.game)
    table.match.adopt(rules)
    remember(rules)
    said = table.words.say(sentence("This match and the next ones are played by {rules}."), rules=rules)
    return [said, *_difference(table, before, all_tiles(table.match.state.game))]


# What was refused and may be true.


def repair_hint(table: CoachTable, error: SpokenError) -> list[str]:
    """What to type when the console shows nevertheless what was refused; nothing for any other mistake."""
    is_of_cards = isinstance(error, CardNotOfferedError | DeckContradictionError)
    if table.sample_seed is not None or not (is_of_cards or isinstance(error, IllegalMoveError)):
        return []
    if table.match.phase == "enemy_play" and table.side_asked == "E":
        key = sentence("If the console shows it so, type sync board with what it shows, then sync turn you.")
    elif table.match.phase == "your_draw" and is_of_cards:
        key = sentence("If you did draw it, type sync hand with what you hold, then sync turn you.")
    elif table.match.phase == "your_play" and is_of_cards:
        key = sentence("If you do hold it, type sync hand with what you hold.")
    else:
        return []
    return [table.words.say(key)]


# What is different.


def _difference(table: CoachTable, before: Mapping[str, TileData], after: Mapping[str, TileData]) -> list[str]:
    """A line for each tile that is another one; a power that nobody gave is not compared."""
    lines = []
    for name, new in after.items():
        old = before[name]
        power = old["power"] if new["power"] is None and new["card"] == old["card"] else new["power"]
        if {**new, "power": power} == old:
            continue
        key = sentence("{tile}: was {old}, now {new}.")
        facts = {"old": _shown(table, old), "new": _shown(table, new)}
        lines.append(capitalised(table.words.say(key, tile=table.words.voice.tile(name), **facts)))
    return lines


def _shown(table: CoachTable, tile: TileData) -> str:
    """``E2 Zu 4``, in words to hear."""
    if tile["owner"] == "N":
        return table.words.say(OWNER_WORDS["N"])
    shown = f"{tile['owner']}{tile['rank']}"
    if table.words.voice.aloud:
        owner = table.words.say(OWNER_WORDS[tile["owner"]])
        shown = table.words.say(sentence("{owner}, rank {rank},"), owner=owner, rank=tile["rank"])
    if tile["card"]:
        shown += f" {card_name(tile['card'])}"
        shown += "" if tile["power"] is None else f" {tile['power']}"
    return shown.rstrip(",")


def _real(table: CoachTable) -> None:
    if table.sample_seed is not None:
        raise SampleError
