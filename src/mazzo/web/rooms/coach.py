"""The coach's room: a match mirrored from the console, tap by tap or by a typed line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from threading import Event
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from kernelkit.spoken import SpokenError
from mazzo.coach.opponent import grown
from mazzo.coach.situation import situation
from mazzo.coach.table import CoachTable
from mazzo.decks.shelf import OtherDeckError
from mazzo.dialogue.clauses import read_clauses
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.conversation import refusal as told
from mazzo.dialogue.typed_steps import ChoiceNeededError, enemy_pool, meant_card
from mazzo.web.house import house_of
from mazzo.web.looking import FIRST_SECONDS, SECONDS, BusyError
from mazzo.web.missing import missing
from mazzo.web.rendering import FRAGMENT, choices_of, page, refusal, text, words_of
from mazzo.web.talking import Talk, is_question, talk
from mazzo.web.views.coach import Asking, coach_view, done_line
from mazzo.words.opponent import learned_line
from mazzo.words.pages import PUT_BACK, looked_words
from mazzo.words.table import Words
from qb_engine.card_hydrator import shipped
from qb_engine.errors import QueensBloodError
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, Seat, tile_place, tile_turned

router = APIRouter(prefix="/coach", include_in_schema=False)
CardId = Annotated[str, Form(max_length=8)]
TileName = Annotated[str, Form(pattern="^[TMB][1-5]$")]
Short = Annotated[str, Form(max_length=40)]
Line = Annotated[str, Form(max_length=1000)]
Said = Annotated[list[str], Form(max_length=6)]
MOST_SAID = 6


def _seat(request: Request, number: int) -> Seat:
    """On which side of the table the player of this match sits."""
    matches = house_of(request).matches
    stream = matches.stream(number)
    return "left" if stream is None else matches.seats.of(stream)


@router.get("")
def last(request: Request) -> Response:
    """The match that goes on, or the way to a new one."""
    house = house_of(request)
    stream = house.matches.unfinished()
    place = "/coach/new" if stream is None else f"/coach/{house.matches.number(stream)}"
    return RedirectResponse(place, 303)


@router.get("/{number}")
def match(
    request: Request,
    number: int,
    card: Annotated[str | None, Query(max_length=8)] = None,
    hand: Annotated[int | None, Query(ge=0, le=45)] = None,
    ask: Annotated[str | None, Query(max_length=80)] = None,
    mend: Annotated[str | None, Query(pattern="^(tiles|hand|turn)$")] = None,
    tile: Annotated[str | None, Query(pattern="^[TMB][1-5]$")] = None,
    fix: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> Response:
    """The match as it is, with what the visitor chose to look at."""
    house, words = house_of(request), words_of(request, _seat(request, number))
    stream = house.matches.stream(number)
    if stream is None:
        return missing(request)
    asking = Asking(card, hand, ask, mend, tile if mend == "tiles" else None, fix)
    said = None
    if ask is not None and is_question(ask):
        said = talk(house.conversation(stream, words), ask)
    table = house.seated(stream)
    return _shown(request, number, table, asking, said, line=_chosen_line(table, asking, words), is_page=True)


def _chosen_line(table: CoachTable, asking: Asking, words: Words) -> str:
    """Where a card can go that was chosen, or that it is back; nothing without one."""
    side, held = table.match.phase, list(table.match.state.hand)
    if asking.card is not None and side == "enemy_play" and asking.card in shipped():
        return words.where(asking.card, LegalityChecker(table.match.state.game.board).legal_tiles("E", asking.card))
    if asking.hand == 0:
        return words.say(PUT_BACK)
    if asking.hand is not None and side == "your_play" and asking.hand <= len(held):
        card = held[asking.hand - 1]
        return words.where(card, LegalityChecker(table.match.state.game.board).legal_tiles("Y", card))
    return ""


def _shown(
    request: Request,
    number: int,
    table: CoachTable,
    asking: Asking,
    said: Talk | None = None,
    *,
    line: str = "",
    is_page: bool = False,
) -> Response:
    """The page, or the part of it that changed; after something was done without scripts, the page anew."""
    failed = said.failed if said is not None else ""
    if FRAGMENT not in request.headers and not is_page and said is None:
        return RedirectResponse(f"/coach/{number}", 303)
    deep = house_of(request).looked(table)
    words = words_of(request, _seat(request, number))
    view = coach_view(table, number, words, asking)
    values: dict[str, Any] = {
        "view": view,
        "deep": deep,
        "talk": said,
        "status_line": line,
        "failed": failed,
        "seconds": SECONDS,
        "looked": "" if deep is None else looked_words(deep.games, deep.seconds, words),
    }
    if FRAGMENT in request.headers and not is_page:
        return HTMLResponse(text("parts/coach.html", choices_of(request), **values))
    return page(request, "coach.html", room="coach", **values)


def _stepped(request: Request, number: int, step: Callable[[CoachTable], object]) -> Response:
    """Do ``step`` to the match, and show what it is then; what is refused leaves it as it was, and is said."""
    house, seat = house_of(request), _seat(request, number)
    words, table = words_of(request, seat), house.table(number)
    if table is None:
        return missing(request)
    begun = len(table.match.steps)
    try:
        step(table)
        situation(table, begun)
    except SpokenError as error:
        return _shown(request, number, table, Asking(), Talk(failed=refusal(request, error, seat)))
    house.informed(table)
    line = " ".join([done_line(table, begun, words), *_grown(table, words)])
    return _shown(request, number, table, Asking(), line=line)


def _grown(table: CoachTable, words: Words) -> list[str]:
    """After the end: the list of the opponent who was named has grown by itself."""
    if table.match.phase != "over":
        return []
    try:
        found = grown(table)
    except OtherDeckError as error:
        return [told(error, words.voice)]
    return [] if found is None else [learned_line(found, words)]


@router.post("/{number}/enemy")
def enemy(request: Request, number: int, card: CardId, tile: TileName) -> Response:
    """What the enemy laid, and where."""
    return _stepped(request, number, lambda table: table.match.enemy_play(Move(card, *tile_place(tile))))


@router.post("/{number}/enemy-pass")
def enemy_pass(request: Request, number: int) -> Response:
    """The enemy passed."""
    return _stepped(request, number, lambda table: table.match.enemy_pass())


@router.post("/{number}/draw")
def draw(request: Request, number: int, card: CardId = "") -> Response:
    """The card you drew; none when nothing was left."""
    return _stepped(request, number, lambda table: table.match.draw(card or None))


@router.post("/{number}/play")
def play(
    request: Request, number: int, move: Short = "", hand: Annotated[int, Form(ge=1, le=45)] = 1, tile: Short = ""
) -> Response:
    """Your move: one of the list, or a card of your hand and a tile."""

    def step(table: CoachTable) -> None:
        seat, held = table.game or table.match, table.match.state.hand
        if move == "pass":
            seat.pass_turn()
        else:
            seat.play(Move.parse(move or f"{held[min(hand, len(held)) - 1]}@{tile}"))

    return _stepped(request, number, step)


@router.post("/{number}/mulligan")
def mulligan(
    request: Request,
    number: int,
    returned: Annotated[list[int], Form()] = [],  # noqa: B006 - FastAPI copies it
    drawn: Line = "",
) -> Response:
    """The cards you return, by their places, and those you get for them; a card in doubt is asked about."""
    places = " ".join(str(place) for place in sorted({place for place in returned if 1 <= place <= 5}))
    return _said(request, number, f"mull {places} {drawn}".strip())


@router.post("/{number}/undo")
def undo(request: Request, number: int) -> Response:
    """One step back; in a sample to your last decision."""
    return _stepped(request, number, lambda table: (table.game or table.match).undo())


@router.post("/{number}/redo")
def redo(request: Request, number: int) -> Response:
    """The step again that was taken back last."""
    return _stepped(request, number, lambda table: (table.game or table.match).redo())


@router.post("/{number}/side")
def side(request: Request, number: int, seat: Annotated[Seat, Form()]) -> Response:
    """Sit on the other side of the table, where the console shows your cards."""
    matches = house_of(request).matches
    stream = matches.stream(number)
    if stream is None:
        return missing(request)
    matches.seats.sit(stream, seat)
    return _stepped(request, number, lambda _table: None)


# Lines.


@router.post("/{number}/say")
def say(
    request: Request,
    number: int,
    line: Line = "",
    what: Line = "",
    said: Said = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Any line of the terminal's grammar, typed or dictated; ``said`` are the lines that its question came from.

    ``what`` is a move that nobody makes, to be looked at.
    """
    return _said(request, number, f"what if {what}" if what else line, said)


@router.post("/{number}/tile")
def mend_tile(
    request: Request,
    number: int,
    tile: TileName,
    owner: Annotated[str, Form(pattern="^[YEN]$")],
    rank: Annotated[int, Form(ge=0, le=3)] = 1,
    card: Short = "",
    power: Annotated[str, Form(pattern="^-?[0-9]{0,3}$")] = "",
) -> Response:
    """A tile as the console shows it; the difference is shown and asked about."""
    held = f"{card} {power}".strip() if owner != "N" else ""
    named = tile if _seat(request, number) == "left" else tile_turned(tile)
    return _said(request, number, f"sync board {named} {owner}{rank if owner != 'N' else 0} {held}".strip())


@router.post("/{number}/hand")
def mend_hand(request: Request, number: int, cards: Line) -> Response:
    """The hand as the console shows it."""
    return _said(request, number, f"sync hand {cards.strip() or 'nothing'}")


@router.post("/{number}/turn")
def mend_turn(request: Request, number: int, turn: Annotated[str, Form(pattern="^(you|enemy|over)$")]) -> Response:
    """Whose move it is on the console."""
    return _said(request, number, f"sync turn {turn}")


@router.post("/{number}/step")
def mend_step(request: Request, number: int, fix: Annotated[int, Form(ge=1, le=10_000)], line: Line) -> Response:
    """A step as it really was."""
    return _said(request, number, f"fix {fix} {line}")


def _said(request: Request, number: int, line: str, said: list[str] | None = None) -> Response:
    """Say a line to the match, and show what it is then, what is answered, or what is asked back."""
    house, words = house_of(request), words_of(request, _seat(request, number))
    stream = house.matches.stream(number)
    if stream is None:
        return missing(request)
    session = house.conversation(stream, words)
    begun = len(session.table.match.steps)
    chosen = _bare_card(session, line) if not said else None
    if chosen is not None:
        return _shown(request, number, house.seated(stream), chosen, Talk())
    before = session.table.match.steps
    answer = talk(session, line, (said or [])[:MOST_SAID])
    table = house.seated(stream)
    if answer.failed or answer.asked or session.table.match.steps == before:
        return _shown(request, number, table, Asking(), answer)
    return _shown(request, number, table, Asking(), line=done_line(table, begun, words))


def _bare_card(session: CoachSession, line: str) -> Asking | None:
    """What to show for a card without its tile: the tiles that take it; None for any other line."""
    state, clauses = session.table.match.state, read_clauses(line)
    if len(clauses) != 1 or not clauses[0].name or clauses[0].place or clauses[0].is_pass or clauses[0].number:
        return None
    name, taught = clauses[0].name, session.table.names.taught
    try:
        if state.phase == "enemy_play":
            return Asking(card=meant_card(name, enemy_pool(state), taught=taught))
        if state.phase == "your_play":
            return Asking(hand=state.hand.index(meant_card(name, state.hand, taught=taught)) + 1)
    except (ChoiceNeededError, QueensBloodError):
        return None
    return None


@router.get("/{number}/deep")
async def deep(request: Request, number: int) -> Response:
    """A stream with an event for what a deeper look found: a short one at once where nobody else waits, then the last.

    The page then shows it. Which moment of the match it was asked at is in the address, for the page alone.
    """
    house = house_of(request)
    table = await run_in_threadpool(house.table, number)
    if table is None:
        return missing(request)
    if house.lookers.is_full:
        raise BusyError
    asked = await run_in_threadpool(house.asked, number)
    looks = [asked] if house.lookers.waiting >= house.lookers.count else [replace(asked, seconds=FIRST_SECONDS), asked]

    async def events() -> AsyncIterator[str]:
        gone = Event()
        try:
            for look in looks:
                do = partial(house.lookers.do, look, is_wanted=lambda: not gone.is_set())
                found = await to_thread.run_sync(do, abandon_on_cancel=True)
                is_last = look is looks[-1] or (found is not None and found.mulligan is not None)
                if found is not None:
                    house.keep_looked(table, replace(found, goes_on=not is_last))
                    yield f"event: {'answer' if is_last else 'early'}\ndata: \n\n"
                elif is_last:
                    yield "event: nothing\ndata: \n\n"
                if is_last:
                    return
        except (BusyError, EOFError):
            yield "event: busy\nretry: 5000\ndata: \n\n"
        finally:
            gone.set()  # a page that closes its stream wants nothing any more

    return StreamingResponse(events(), media_type="text/event-stream")
