"""Questions to the live coach: none of them changes the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kernelkit.spoken import sentence
from mazzo.coach.opponent import opponent
from mazzo.coach.table import CoachTable
from mazzo.dialogue.verbs import CoachError, Typed, read_lane, read_tile
from qb_engine.advice import answers
from qb_engine.advice.threats import threats_of
from qb_engine.chronicle.chronicle import trace
from qb_engine.chronicle.ledger import explain_power
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, MoveEvaluation
from qb_engine.legality import LegalityChecker
from qb_engine.moves import COLUMNS, Move, tile_place
from qb_engine.simulation import Simulation
from qb_engine.words.advice import advice_lines, why_lines, why_not_lines
from qb_engine.words.events import trace_lines
from qb_engine.words.scores import ledger_line, score_sentence
from qb_engine.words.threats import threat_lines


class NoSuchMoveError(CoachError):
    """The list is shorter than the number."""

    template = sentence("there is no move {number}: the list goes from 1 to {count}. Type all to see it")


class OnlyMoveError(NoSuchMoveError):
    """There is one move."""

    template = sentence("there is no move {number}: there is only move 1. Type all to see it")


class NoSuchLaneError(CoachError):
    """The board has three lanes."""

    template = sentence("there is no lane {asked!r}: the lanes are top, mid and bottom. Type: {usage}")


class NoSuchColumnError(CoachError):
    """The board has five columns."""

    template = sentence("there is no column {asked!r}: the columns go from 1 to {count}. Type: {usage}")


class NoSuchTileError(CoachError):
    """A tile is a lane and a column."""

    template = sentence(
        "there is no tile {asked!r}: a tile is top, mid or bottom, or T, M or B, with a column from 1 to {count}. "
        "Type: {usage}"
    )


def advice_now(table: CoachTable, *, show_all: bool = False) -> list[str]:
    """The advice with its heading; with ``show_all`` every legal move. Its numbers count from now on."""
    table.show(table.advice())
    advice = replace(table.advice(), top_n=table.detail)
    last = table.match.steps[-1]
    drew = last.data["card"] if last.kind == "draw" else None
    turn = table.match.state.game.turn
    return advice_lines(advice, table.words.voice, turn=turn, drew=drew, show_all=show_all)


def recommend(table: CoachTable, _typed: Typed) -> list[str]:
    """The advice once more."""
    return advice_now(table)


def every_move(table: CoachTable, _typed: Typed) -> list[str]:
    """Every legal move, best first."""
    return advice_now(table, show_all=True)


def chosen_move(table: CoachTable, typed: Typed) -> MoveEvaluation:
    """The move that a number of the list or a card and tile name; what is not legal raises the rules' error.

    A number is one of the list that was shown last, also when a search has found another order since.
    """
    advice, text = table.advice(), typed.rest or "1"
    if text.isdecimal():
        number, shown = int(text), table.shown()
        if not 1 <= number <= len(shown.moves):
            error = OnlyMoveError if len(shown.moves) == 1 else NoSuchMoveError
            raise error(number=text[:9], count=len(shown.moves))
        found = advice.find(shown.moves[number - 1].move)
        assert found is not None
        return found
    table.side_asked = "Y"
    return _evaluated(table, advice, table.move(typed, text, table.match.state.hand))


def _evaluated(table: CoachTable, advice: CoachingRecommendation, move: Move) -> MoveEvaluation:
    LegalityChecker(table.match.state.game.board).check("Y", move.card_id, move.lane_index, move.col_index)
    found = advice.find(move)
    assert found is not None
    return found


def why(table: CoachTable, typed: Typed) -> list[str]:
    """A move in full."""
    return why_lines(answers.why(table.advice(), chosen_move(table, typed)), table.words.voice)


def why_not(table: CoachTable, typed: Typed) -> list[str]:
    """What a move gives away."""
    if not typed.rest:
        raise table.incomplete(typed)
    return why_not_lines(answers.why_not(table.advice(), chosen_move(table, typed)), table.words.voice)


def what_if(table: CoachTable, typed: Typed) -> list[str]:
    """What would follow a move that nobody makes: yours with any card, or the enemy's."""
    first, _, rest = typed.rest.partition(" ")
    if first.casefold() in ("enemy", "e", "nemico", "n") and rest:
        table.side_asked = "E"
        return _if_enemy(table, table.move(typed, rest, None))
    table.side_asked = "Y"
    state = table.match.state
    move = table.move(typed, typed.rest, None)
    view = state.view()
    if move.card_id not in view.hand:
        view = replace(view, hand=(*view.hand, move.card_id))
    advice = CoachingEngine(table.prediction).advise(view, state.observation, explain_all=True)
    return why_lines(answers.why(advice, _evaluated(table, advice, move)), table.words.voice)


def _if_enemy(table: CoachTable, move: Move) -> list[str]:
    game = table.match.state.game
    lines = trace_lines(trace(game, "E", move), table.words.voice)
    after = Simulation(game).after_free("E", move)
    return [*lines, score_sentence(after.score(), table.words.voice)]


def threats(table: CoachTable, _typed: Typed) -> list[str]:
    """What the enemy's next move may do to the board as it lies."""
    state, prediction = table.match.state, table.prediction
    view = state.view()
    belief = prediction.belief(view, state.observation)
    found = prediction.compute_threat_map(view, prediction.forecast(view, belief))
    return threat_lines(threats_of(view, belief, found), table.words.voice)


def explain(table: CoachTable, typed: Typed) -> list[str]:
    """Where the power of the card on a tile comes from; a tile without a card is described."""
    place = _place(table, typed)
    annotated = table.match.state.annotated
    assert annotated is not None
    board = annotated.state.board
    ledger = explain_power(board, *place, annotated.chronicle.power_sources)
    return [table.words.tile(board.tile(*place)) if ledger is None else ledger_line(ledger, table.words.voice)]


def last_move(table: CoachTable, _typed: Typed) -> list[str]:
    """The last move step by step."""
    events = table.match.state.last_events
    return trace_lines(events, table.words.voice) or [table.words.say(sentence("Nobody has moved yet."))]


def legal(table: CoachTable, _typed: Typed) -> list[str]:
    """Where each card of your hand can go."""
    hand = dict.fromkeys(table.match.state.hand)
    return [table.where("Y", card_id) for card_id in hand] or table.words.hand(())


def board(table: CoachTable, _typed: Typed) -> list[str]:
    """The whole board and the score."""
    game = table.match.state.game
    return [*table.words.board(game.board), score_sentence(game.score(), table.words.voice)]


def row(table: CoachTable, typed: Typed) -> list[str]:
    """One lane."""
    lane = read_lane(typed.rest)
    if lane is None:
        raise _not_there(table, typed, NoSuchLaneError)
    return table.words.lane(table.match.state.game.board, lane)


def column(table: CoachTable, typed: Typed) -> list[str]:
    """One column."""
    if typed.rest not in tuple(str(number + 1) for number in range(COLUMNS)):
        raise _not_there(table, typed, NoSuchColumnError)
    tiles = table.match.state.game.board.tiles[int(typed.rest) - 1 :: COLUMNS]
    return [table.words.tile(tile) for tile in tiles]


def tile(table: CoachTable, typed: Typed) -> list[str]:
    """One tile."""
    return [table.words.tile(table.match.state.game.board.tile(*_place(table, typed)))]


def _place(table: CoachTable, typed: Typed) -> tuple[int, int]:
    name = read_tile(typed.rest)
    if name is None:
        raise _not_there(table, typed, NoSuchTileError)
    return tile_place(name)


def _not_there(table: CoachTable, typed: Typed, error: type[CoachError]) -> CoachError:
    """What to say to a place that the board does not have, or to none at all."""
    if not typed.rest:
        return table.incomplete(typed)
    return error(asked=typed.rest[:40], count=COLUMNS, usage=table.words.say(typed.verb.usage))


def hand(table: CoachTable, _typed: Typed) -> list[str]:
    """Your hand, numbered."""
    return table.words.hand(table.match.state.hand)


def log(table: CoachTable, _typed: Typed) -> list[str]:
    """Every step that counts, with its number; overrides are marked."""
    overrides = set(table.match.state.overrides)
    mark = table.words.say(sentence("(override)"))
    return [table.words.step(step) + (f" {mark}" if step.number in overrides else "") for step in table.match.steps]


QUESTIONS: dict[str, Callable[[CoachTable, Typed], list[str]]] = {
    "rec": recommend,
    "all": every_move,
    "why": why,
    "why not": why_not,
    "what if": what_if,
    "threats": threats,
    "opponent": opponent,
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
