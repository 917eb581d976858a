"""The what-if board: any position in an address, edited by tapping, with the coach's advice on it."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from kernelkit.journal import MemoryJournal
from kernelkit.spoken import SpokenError
from mazzo.coach.position import steps_from
from mazzo.coach.table import CoachTable
from mazzo.decks.card_list import read_cards, split_list
from mazzo.dialogue.typed_puzzle import meant_card
from mazzo.web.rendering import page, refusal, words_of
from mazzo.web.views.board import board_view
from mazzo.web.views.hand import hand_view
from mazzo.web.views.moves import answer_view
from mazzo.words.pages import ENEMYS_MOVE, TILE_CHOSEN
from qb_engine.coaching import CoachingEngine
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import tile_data
from qb_engine.notation.game_position import position_text

router = APIRouter(prefix="/table", include_in_schema=False)
OPENING = "qb1 rebirth Y1 opening Y=001,004,005,007,013"
Text = Annotated[str, Form(max_length=1200)]
Tile = Annotated[str | None, Query(pattern="^[TMB][1-5]$")]


@router.get("")
def board(request: Request, position: Annotated[str, Query(max_length=1200)] = "", tile: Tile = None) -> Response:
    """A position with its advice; a tapped tile can be changed."""
    try:
        match = _match(position or OPENING)
    except SpokenError as error:
        return _shown(request, _match(OPENING), None, refusal(request, error), 422, given=position)
    return _shown(request, match, tile)


def _match(position: str) -> LiveMatch:
    match = LiveMatch(MemoryJournal())
    match.enter(steps_from(position))
    return match


def _shown(
    request: Request, match: LiveMatch, tile: str | None, failed: str = "", status: int = 200, given: str = ""
) -> Response:
    words, game = words_of(request), match.state.game
    table = CoachTable(match, CoachingEngine())
    is_yours = match.phase == "your_play"
    answer = answer_view(table.advice(), words) if is_yours else None
    flags = None if answer is None else answer.flags
    text = position_text(game)
    said = words.say(TILE_CHOSEN, tile=words.voice.tile(tile)) if tile else words.say(ENEMYS_MOVE)
    values: dict[str, Any] = {
        "position": text,
        "given": given or text,
        "lanes": board_view(game.board, words, flags=flags),
        "hand": hand_view(match.state.hand, game.board, words),
        "answer": answer,
        "is_yours": is_yours,
        "tile": tile,
        "mended": None if tile is None else tile_data(game, tile),
        "failed": failed,
        "said": said if tile or answer is None else answer.heard,
    }
    return page(request, "table.html", status, room="table", **values)


@router.post("")
def change(
    request: Request,
    position: Text,
    tile: Annotated[str, Form(pattern="^([TMB][1-5])?$")] = "",
    owner: Annotated[str, Form(pattern="^[YEN]$")] = "N",
    rank: Annotated[int, Form(ge=0, le=3)] = 1,
    card: Annotated[str, Form(max_length=40)] = "",
    hand: Annotated[str | None, Form(max_length=1000)] = None,
    side: Annotated[str, Form(pattern="^[YE]?$")] = "",
) -> Response:
    """Change a tile, the hand or whose move it is; the address of the position then."""
    try:
        match = _match(position)
    except SpokenError as error:
        return _shown(request, _match(OPENING), None, refusal(request, error), 422, given=position)
    try:
        if tile:
            held = meant_card(card) if card.strip() and owner != "N" else None
            new = {"owner": owner, "rank": rank if owner != "N" else 0, "card": held, "power": None}
            match.sync_board({tile: {**new, "card_owner": owner if held else None}}, explain=False)
        if hand is not None:
            match.sync_hand(list(read_cards(split_list(hand), HAND_CAPACITY)))
        if side:
            match.sync_turn("Y" if side == "Y" else "E", passes=0)
        text = position_text(match.state.game)
    except SpokenError as error:
        return _shown(request, _match(position), tile or None, refusal(request, error), 422)
    return RedirectResponse(f"/table?{urlencode({'position': text})}", 303)
