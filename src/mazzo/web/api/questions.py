"""Questions about a coached match for programs: none of them changes it."""

from __future__ import annotations

from mazzo.coach.questions import Judged, judged, ledger, passing, threats, tried, what_if
from mazzo.coach.table import CoachTable
from mazzo.schemas.explained import ExplainedDocument, ThreatsDocument, explained_document, threats_document
from mazzo.web.api.asked import PASSED, MoveAsked, Numbered, TilePlace, WhatIfAsked
from mazzo.web.api.matches import seat_at
from mazzo.web.api.operation import STEPS, Call, Nothing, Operation
from mazzo.words.coach import tried_lines
from qb_engine.advice import answers
from qb_engine.errors import NoAdviceNowError
from qb_engine.match.phases import EXPECTED
from qb_engine.moves import Move, tile_place
from qb_engine.words.scores import ledger_line
from qb_engine.words.threats import threat_lines
from qb_engine.words.why import why_lines, why_not_lines


def why(call: Call, place: Numbered, asked: MoveAsked) -> ExplainedDocument:
    """A move in full."""
    found = _judged(seat_at(call, place.number), asked.move)
    return _explained(call, why_lines(answers.why(found.advice, found.move), call.words.voice), found)


def why_not(call: Call, place: Numbered, asked: MoveAsked) -> ExplainedDocument:
    """What a move gives away."""
    found = _judged(seat_at(call, place.number), asked.move)
    return _explained(call, why_not_lines(answers.why_not(found.advice, found.move), call.words.voice), found)


def _judged(table: CoachTable, move: str) -> Judged:
    table.advice()  # whether it is your move is said before whether the card can be laid
    return passing(table) if move == PASSED else judged(table, Move.parse(move))


def if_moved(call: Call, place: Numbered, asked: WhatIfAsked) -> ExplainedDocument:
    """What would follow a move that nobody makes."""
    table, move = seat_at(call, place.number), Move.parse(asked.move)
    if asked.side == "E":
        if table.match.phase == "over":
            raise NoAdviceNowError(expected=EXPECTED["over"])
        return _explained(call, tried_lines(tried(table.match.state.game, "E", move), call.words))
    table.advice()
    found = what_if(table, move)
    return _explained(call, why_lines(answers.why(found.advice, found.move), call.words.voice), found)


def next_threats(call: Call, place: Numbered, _asked: Nothing) -> ThreatsDocument:
    """What the enemy's next move may do."""
    found = threats(seat_at(call, place.number))
    return threats_document(found, _lines(threat_lines(found, call.words.voice)))


def power(call: Call, place: TilePlace, _asked: Nothing) -> ExplainedDocument:
    """Where the power on a tile comes from; a tile without a card is described."""
    table, at = seat_at(call, place.number), tile_place(place.tile)
    found = ledger(table, at)
    tile = table.match.state.game.board.tile(*at)
    return _explained(call, [call.words.tile(tile) if found is None else ledger_line(found, call.words.voice)])


def _explained(call: Call, lines: list[str], found: Judged | None = None) -> ExplainedDocument:
    advice, move = (None, None) if found is None else (found.advice, found.move)
    return explained_document(_lines(lines), advice, move, call.language)


def _lines(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines if line.strip()]


OPERATIONS = (
    Operation(
        "GET", "/matches/{number}/why", why, {200: ExplainedDocument}, place=Numbered, takes=MoveAsked, may=STEPS
    ),
    Operation(
        "GET",
        "/matches/{number}/why-not",
        why_not,
        {200: ExplainedDocument},
        place=Numbered,
        takes=MoveAsked,
        may=STEPS,
    ),
    Operation(
        "GET",
        "/matches/{number}/what-if",
        if_moved,
        {200: ExplainedDocument},
        place=Numbered,
        takes=WhatIfAsked,
        may=STEPS,
    ),
    Operation("GET", "/matches/{number}/threats", next_threats, {200: ThreatsDocument}, place=Numbered, may=STEPS),
    Operation("GET", "/matches/{number}/tiles/{tile}", power, {200: ExplainedDocument}, place=TilePlace, may=STEPS),
)
