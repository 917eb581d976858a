"""What is said at a puzzle: the position, each card laid, where a try leads, the solution; to read or to hear."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from kernelkit.spoken import sentence
from mazzo.puzzles.desk import Dead, Hint, Laid, PuzzleDesk
from mazzo.words.table import Words
from qb_engine.chronicle.events import LaneResult, PawnChanged
from qb_engine.moves import Move, tile_name
from qb_engine.puzzles.collection import shipped_puzzles
from qb_engine.puzzles.solver import Node
from qb_engine.words.events import event_sentence
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import card_name

PROMPT = sentence("Card and tile, such as {example}, or help")
OVER_PROMPT = sentence("Type back, restart, solution or next")
WON_PROMPT = sentence("Type next, share or quit")
SOLVED_SO_FAR = sentence("Solved so far: {count} of {all}.")
SOLVED_BEFORE = sentence("You have solved this one before.")
SHARED = sentence("Whoever types mazzo puzzle and this line in quotes gets the same puzzle:")
BACK = sentence("{card} is in your hand again.")
RESTARTED = sentence("From the beginning.")
CAN_WIN = sentence("From here it can still be won.")
NO_MORE_HERE = sentence("It is won already.")
STOPPED = sentence("You stop before you lead. It could still be won: type back or restart.")
STOPPED_SHORT = sentence("You stop before you lead. It could still be won.")
MOST_LINES = 12


def opening_lines(desk: PuzzleDesk, words: Words, *, is_daily: bool = False) -> list[str]:
    """Which puzzle it is and what to do, then the position."""
    return [_title(desk, words, is_daily=is_daily), words.say(TASK), *position_lines(desk, words)]


TASK = sentence("The enemy does not move. Lay your cards so that you lead.")


def _title(desk: PuzzleDesk, words: Words, *, is_daily: bool) -> str:
    count = len(desk.state.hand("Y"))
    cards = words.ngettext("{n} card", "{n} cards", count)
    if desk.shipped is None:
        return words.say(sentence("A puzzle with {cards}."), cards=cards)
    key = (
        sentence("The puzzle of the day: number {number} of {all}, {cards}, grade {grade} of 5.")
        if is_daily
        else sentence("Puzzle {number} of {all}: {cards}, grade {grade} of 5.")
    )
    facts = {"number": desk.shipped.number, "all": len(shipped_puzzles()), "grade": desk.shipped.grade.number}
    return words.say(key, cards=cards, **facts)


def position_lines(desk: PuzzleDesk, words: Words) -> list[str]:
    """Board, score and hand as they are now."""
    return [*words.board(desk.state.board), score_line(desk, words), *hand_lines(desk, words)]


def score_line(desk: PuzzleDesk, words: Words) -> str:
    """Who leads; to read, with the lanes, which are heard with the board."""
    score = desk.state.score()
    total = score_sentence(score, words.voice)
    if words.voice.aloud:
        return total
    lanes = (f"{words.voice.lane(lane.lane_index)} {lane.power_you}-{lane.power_enemy}" for lane in score.lanes)
    return f"{total} {', '.join(lanes)}."


def hand_lines(desk: PuzzleDesk, words: Words) -> list[str]:
    """Your cards, numbered; to hear, in one sentence."""
    hand = desk.state.hand("Y").card_ids
    if not words.voice.aloud or not hand:
        return words.hand(hand)
    cards = ", ".join(f"{number} {card_name(card_id)}" for number, card_id in enumerate(hand, start=1))
    return [words.say(sentence("Your hand: {cards}."), cards=cards)]


def laid_lines(one: Laid, desk: PuzzleDesk, words: Words) -> list[str]:
    """What a card did, without the ranks of tiles, which the board shows; then the score."""
    told = [event for event in one.events if not isinstance(event, LaneResult | PawnChanged)]
    said = [" ".join(event_sentence(event, words.voice) for event in told)]
    if desk.is_over:
        return [*said, score_line(desk, words)]
    if words.voice.aloud:
        return [*said, score_line(desk, words), *hand_lines(desk, words)]
    return [*said, *position_lines(desk, words)]


def won_line(desk: PuzzleDesk, words: Words) -> str:
    """The puzzle is solved."""
    score = desk.state.score()
    facts = {"you": score.total_you, "enemy": score.total_enemy}
    if desk.tries == 1:
        return words.say(sentence("Solved at the first try: {you} to {enemy}."), **facts)
    return words.say(sentence("Solved, {you} to {enemy}, at try {tries}."), tries=desk.tries, **facts)


def dead_lines(dead: Dead, words: Words, *, is_over: bool) -> list[str]:
    """Where a try leads that does not win: how it ends, and where it went wrong."""
    facts = {"you": dead.points[0], "enemy": dead.points[1], "most": dead.best[0], "least": dead.best[1]}
    lines = []
    if is_over:
        lines.append(
            words.say(sentence("No card can help any more: it ends {you} to {enemy}, and you do not lead."), **facts)
        )
    if dead.wrong is None:
        return [*lines, words.say(sentence("This puzzle cannot be won: at best {most} to {least}."), **facts)]
    key = sentence("After {move}, card {number} of this try, nothing wins: at best {most} to {least}.")
    return [*lines, words.say(key, move=move_words(dead.wrong, words), number=dead.number, **facts)]


def hint_line(hint: Hint, words: Words, *, is_whole: bool) -> str:
    """The next right card; ``is_whole`` also where it goes."""
    if hint.take_back:
        return words.ngettext(
            "Nothing wins from here: take {n} card back.",
            "Nothing wins from here: take {n} cards back.",
            hint.take_back,
        )
    if hint.move is None:
        return words.say(sentence("This puzzle cannot be won."))
    if is_whole:
        return words.say(sentence("Lay {move}."), move=move_words(hint.move, words))
    return words.say(sentence("Lay {card} next. Ask again for the tile."), card=card_name(hint.move.card_id))


def solution_lines(root: Node, words: Words) -> list[str]:
    """Every winning line, or how far one gets without."""
    if root.is_dead:
        key = sentence("No line wins: at best {most} to {least}.")
        return [words.say(key, most=root.best[0], least=root.best[1])]
    shown = [_line(line, words) for line in islice(root.lines(), MOST_LINES)]
    if root.ways == 1:
        return [words.say(sentence("The one line that wins: {line}."), line=shown[0])]
    more = root.ways - len(shown)
    told = [f"{number}  {line}" for number, line in enumerate(shown, start=1)]
    rest = [words.ngettext("and {n} more.", "and {n} more.", more)] if more else []
    return [words.ngettext("{n} line wins:", "{n} lines win:", root.ways), *told, *rest]


def _line(line: Iterable[Move], words: Words) -> str:
    return words.say(sentence(", then ")).join(move_words(move, words) for move in line)


def move_words(move: Move, words: Words) -> str:
    """``Zu on MID 2``: a card and its tile."""
    tile = words.voice.tile(tile_name(move.lane_index, move.col_index))
    return words.say(sentence("{card} on {tile}"), card=card_name(move.card_id), tile=tile)
