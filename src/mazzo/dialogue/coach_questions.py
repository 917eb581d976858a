"""Questions to the live coach: a line becomes a question, its answer becomes words. None of them changes the match."""

from __future__ import annotations

from collections.abc import Callable

from kernelkit.spoken import sentence
from mazzo.coach.errors import CoachError
from mazzo.coach.opponent import opponent
from mazzo.coach.questions import Judged, judged, ledger, numbered, own_deck, passing, threats, tried, what_if
from mazzo.dialogue.clauses import PASS_WORDS, read_lane, read_tile
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.typed_steps import NoSuchMoveError, NotNowError, OnlyMoveError
from mazzo.dialogue.verbs import WORDS, Typed
from mazzo.words.coach import answer_lines, listed_lines, log_lines, tried_lines
from mazzo.words.opponent import opponent_lines, own_deck_lines
from mazzo.words.table import NOBODY_MOVED
from qb_engine.advice import answers
from qb_engine.match.phases import EXPECTED
from qb_engine.moves import COLUMNS, tile_place
from qb_engine.words.events import trace_lines
from qb_engine.words.scores import ledger_line, score_sentence
from qb_engine.words.threats import threat_lines
from qb_engine.words.why import why_lines, why_not_lines


class NoSuchLaneError(CoachError):
    """The board has three lanes."""

    template = sentence("there is no lane {asked!r}: the lanes are top, mid and bottom")
    remedy = sentence("Type: {usage}")


class NoSuchColumnError(CoachError):
    """The board has five columns."""

    template = sentence("there is no column {asked!r}: the columns go from 1 to {count}")
    remedy = sentence("Type: {usage}")


class NoSuchTileError(CoachError):
    """A tile is a lane and a column."""

    template = sentence(
        "there is no tile {asked!r}: a tile is top, mid or bottom, or T, M or B, with a column from 1 to {count}"
    )
    remedy = sentence("Type: {usage}")


def recommend(table: TableTalk, _typed: Typed) -> list[str]:
    """The advice once more; its numbers count from now on."""
    table.is_held = False
    return answer_lines(table.listed(), table.words)


def best_moves(table: TableTalk, _typed: Typed) -> list[str]:
    """The best moves, ranked; their numbers count from now on."""
    return listed_lines(table.listed(), table.words, table.detail)


def every_move(table: TableTalk, _typed: Typed) -> list[str]:
    """Every legal move, best first."""
    return listed_lines(table.listed(), table.words, table.detail, show_all=True)


def chosen_move(table: TableTalk, typed: Typed) -> Judged:
    """The move that a number of the list or a card and tile name; what is not legal raises the rules' error."""
    text = typed.rest or "1"
    if text.isdecimal():
        found = numbered(table, int(text))
        if found is None:
            count = len(table.shown().moves)
            raise (OnlyMoveError if count == 1 else NoSuchMoveError)(number=text[:9], count=count)
        return found
    table.advice()  # whether it is your move is said before whether the card can be laid
    if text.casefold() in PASS_WORDS:
        return passing(table)
    table.side_asked = "Y"
    return judged(table, table.move(typed, text, table.match.state.hand))


def why(table: TableTalk, typed: Typed) -> list[str]:
    """A move in full."""
    found = chosen_move(table, typed)
    return why_lines(answers.why(found.advice, found.move), table.words.voice)


def why_not(table: TableTalk, typed: Typed) -> list[str]:
    """What a move gives away."""
    if not typed.rest:
        raise table.incomplete(typed)
    found = chosen_move(table, typed)
    return why_not_lines(answers.why_not(found.advice, found.move), table.words.voice)


def if_moved(table: TableTalk, typed: Typed) -> list[str]:
    """What would follow a move that nobody makes: yours with any card, or the enemy's."""
    if table.match.phase == "over":
        raise NotNowError(EXPECTED["over"], asked=typed.word)
    first, _, rest = typed.rest.partition(" ")
    if first.casefold() in WORDS["enemy"] and rest:
        table.side_asked = "E"
        return tried_lines(tried(table.match.state.game, "E", table.move(typed, rest, None)), table.words)
    table.side_asked = "Y"
    found = what_if(table, table.move(typed, typed.rest, None))
    return why_lines(answers.why(found.advice, found.move), table.words.voice)


def next_threats(table: TableTalk, _typed: Typed) -> list[str]:
    """What the enemy's next move may do to the board as it lies."""
    return threat_lines(threats(table), table.words.voice)


def the_enemy(table: TableTalk, _typed: Typed) -> list[str]:
    """How far the enemy's deck is known, what it likely holds, and what is left."""
    return opponent_lines(opponent(table), table.words)


def explain(table: TableTalk, typed: Typed) -> list[str]:
    """Where the power of the card on a tile comes from; a tile without a card is described."""
    place = _place(table, typed)
    found = ledger(table, place)
    if found is None:
        return [table.words.tile(table.match.state.game.board.tile(*place))]
    return [ledger_line(found, table.words.voice)]


def last_move(table: TableTalk, _typed: Typed) -> list[str]:
    """The last move step by step."""
    events = table.match.state.last_events
    return trace_lines(events, table.words.voice) or [table.words.say(NOBODY_MOVED)]


def legal(table: TableTalk, _typed: Typed) -> list[str]:
    """Where each card of your hand can go."""
    hand = dict.fromkeys(table.match.state.hand)
    return [table.where("Y", card_id) for card_id in hand] or table.words.hand(())


def board(table: TableTalk, _typed: Typed) -> list[str]:
    """The whole board and the score."""
    game = table.match.state.game
    return [*table.words.board(game.board), score_sentence(game.score(), table.words.voice)]


def row(table: TableTalk, typed: Typed) -> list[str]:
    """One lane."""
    lane = read_lane(typed.rest)
    if lane is None:
        raise _not_there(table, typed, NoSuchLaneError)
    return table.words.lane(table.match.state.game.board, lane)


def column(table: TableTalk, typed: Typed) -> list[str]:
    """One column."""
    if typed.rest not in tuple(str(number + 1) for number in range(COLUMNS)):
        raise _not_there(table, typed, NoSuchColumnError)
    tiles = table.match.state.game.board.tiles[table.words.voice.column(int(typed.rest) - 1) :: COLUMNS]
    return [table.words.tile(tile) for tile in tiles]


def tile(table: TableTalk, typed: Typed) -> list[str]:
    """One tile."""
    return [table.words.tile(table.match.state.game.board.tile(*_place(table, typed)))]


def _place(table: TableTalk, typed: Typed) -> tuple[int, int]:
    name = read_tile(typed.rest)
    if name is None:
        raise _not_there(table, typed, NoSuchTileError)
    lane, column = tile_place(name)
    return lane, table.words.voice.column(column)


def _not_there(table: TableTalk, typed: Typed, error: type[CoachError]) -> CoachError:
    """What to say to a place that the board does not have, or to none at all."""
    if not typed.rest:
        return table.incomplete(typed)
    return error(asked=typed.rest[:40], count=COLUMNS, usage=table.words.typed(table.words.say(typed.verb.usage)))


def hand(table: TableTalk, _typed: Typed) -> list[str]:
    """Your hand, numbered."""
    return table.words.hand(table.match.state.hand)


def log(table: TableTalk, _typed: Typed) -> list[str]:
    """Every step that counts, with its number; overrides are marked."""
    return log_lines(table.match.steps, table.match.state.overrides, table.words)


def own_deck_left(table: TableTalk, _typed: Typed) -> list[str]:
    """What is left in your deck, and how likely each card is the next."""
    return own_deck_lines(own_deck(table), table.words)


QUESTIONS: dict[str, Callable[[TableTalk, Typed], list[str]]] = {
    "rec": recommend,
    "list": best_moves,
    "all": every_move,
    "why": why,
    "why not": why_not,
    "what if": if_moved,
    "threats": next_threats,
    "opponent": the_enemy,
    "deck": own_deck_left,
    "explain": explain,
    "trace": last_move,
    "legal": legal,
    "board": board,
    "row": row,
    "col": column,
    "tile": tile,
    "hand": hand,
    "log": log,
}
