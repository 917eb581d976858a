"""Solitario's room: a deal, and one address for each game that is played, by cells, by buttons or by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kernelkit.spoken import SpokenError, catalogue
from mazzo.errors import StreamMovedError
from mazzo.web.house import house_of
from mazzo.web.missing import missing
from mazzo.web.rendering import FRAGMENT, choices_of, page, refusal, text
from mazzo.web.seats import WebSeat
from mazzo.web.views.solitario import solitario_view
from mazzo.words.solitario_pages import (
    FIRST_BUTTONS,
    LEVEL_TERMS,
    NONE_KNOWN,
    UNKNOWN_DEAL,
    button,
    heading,
    more_buttons,
    moves_counted,
    score_rows,
    settings_line,
)
from solitario.application.commands import BY_NAME
from solitario.application.controller import GameplayController
from solitario.application.deal_choice import KINDS
from solitario.application.messages import Message
from solitario.domain.deals import LAST_DEAL
from solitario.domain.scoring_service import SECONDS_PER_MINUTE
from solitario.domain.settings import LEVELS, TIMER_MINUTES, GameSettings
from solitario.presentation.tongue import Tongue
from solitario.presentation.voice import Voice
from solitario.presentation.words_managing import KIND_NAMES

router = APIRouter(prefix="/solitario", include_in_schema=False)
NUMBER = "number"
PLACE = "x-place"
"""The address of the game that is on the table after an action: another one when it was dealt again."""
Short = Annotated[str, Form(max_length=12)]


@router.get("")
def last(request: Request) -> Response:
    """The game that goes on, or the way to a new one."""
    games = house_of(request).seats.games()
    engine, _told = games.unfinished()
    return RedirectResponse("/solitario/new" if engine is None else f"/solitario/{games.id_of(engine)}", 303)


@router.get("/new")
def new(request: Request) -> Response:
    """The questions before a deal."""
    return _asked(request)


def _asked(request: Request, failed: str = "", status: int = 200, **given: str) -> Response:
    games, language = house_of(request).seats.games(), choices_of(request).language
    tongue, (stored, _told) = Tongue(language), games.stored()
    unfinished, _more = games.unfinished()
    waiting = [] if unfinished is None else [unfinished, *games.waiting(unfinished)]
    settings = stored.game
    usual = LEVELS[settings.level].defaults
    chosen = {
        "level": str(settings.level),
        "deck": settings.deck_type,
        **{name: "" if getattr(settings, name) == usual[name] else str(getattr(settings, name)) for name in FREE},
        "kind": "random",
        "deal": "",
        "running": "keep",
        **given,
    }
    return page(
        request,
        "solitario_new.html",
        status,
        room="solitario",
        failed=failed,
        given=chosen,
        levels=[(str(number), tongue.gettext(level.name), LEVEL_TERMS[number]) for number, level in LEVELS.items()],
        kinds=[(kind, tongue.gettext(KIND_NAMES[kind])) for kind in KINDS],
        minutes=[(str(minutes), tongue.duration(minutes * SECONDS_PER_MINUTE)) for minutes in TIMER_MINUTES if minutes],
        waiting=[
            (
                games.id_of(engine),
                heading(engine.deal_number, engine.settings.deck_type, language),
                settings_line(engine.settings, language),
                moves_counted(engine.move_count, language),
            )
            for engine in waiting[:5]
        ],
        has_moves=unfinished is not None and bool(unfinished.scorer.log),
    )


FREE: dict[str, Any] = {"draw_count": int, "timer_mode": str, "timer_minutes": int, "recycle_mode": str}
"""What a level has a value for, and a player may choose where it is not locked."""


@router.post("/new")
def deal(
    request: Request,
    level: Annotated[str, Form(pattern="^[1-5]$")] = "3",
    deck: Annotated[str, Form(pattern="^(french|neapolitan)$")] = "french",
    draw_count: Annotated[str, Form(pattern="^[1-3]?$")] = "",
    timer_minutes: Annotated[str, Form(pattern="^[0-9]{0,2}$")] = "",
    timer_mode: Short = "",
    recycle_mode: Short = "",
    kind: Annotated[str, Form(pattern=f"^({'|'.join(KINDS)}|{NUMBER})$")] = "random",
    deal: Annotated[str, Form(max_length=20)] = "",
    running: Annotated[str, Form(pattern="^(keep|end)$")] = "keep",
) -> Response:
    """Deal; what a level does not allow, or nobody knows, is asked again with what was given."""
    given = dict(zip(FREE, (draw_count, timer_mode, timer_minutes, recycle_mode), strict=True))
    asked = {"level": level, "deck": deck, **given, "kind": kind, "deal": deal, "running": running}
    seats = house_of(request).seats
    games, language = seats.games(), choices_of(request).language
    try:
        changes: dict[str, Any] = {"level": int(level), "deck_type": deck}
        changes |= {name: FREE[name](value) for name, value in given.items() if value}
        settings = GameSettings()
        for option, value in changes.items():
            settings = settings.with_option(option, value)
    except SpokenError as error:
        return _asked(request, refusal(request, error), 422, **asked)
    number = games.picked(kind, settings) if kind != NUMBER else _typed_deal(deal)
    if number is None:
        words = catalogue("mazzo", language).gettext(UNKNOWN_DEAL if kind == NUMBER else NONE_KNOWN)
        return _asked(request, words.format(last=LAST_DEAL), 422, **asked)
    stored, _told = games.stored()
    games.chosen(changes, stored.preferences)
    game_id = seats.deal(settings, number, gives_up=running == "end")
    return RedirectResponse(f"/solitario/{game_id}", 303)


def _typed_deal(typed: str) -> int | None:
    typed = typed.strip()
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= len(str(LAST_DEAL))
    return int(typed) if is_number and 1 <= int(typed) <= LAST_DEAL else None


@router.get("/{game}")
def table(request: Request, game: str) -> Response:
    """The game as it is, also one that has ended."""
    with house_of(request).seats.at(game) as seat:
        if seat is None:
            return missing(request)
        return page(request, "solitario.html", room="solitario", **_values(request, seat, is_heard=False))


def _values(request: Request, seat: WebSeat, *, is_heard: bool) -> dict[str, Any]:
    choices, engine = choices_of(request), seat.engine
    voice = Voice(choices.language, engine.settings.deck_type, choices.says)
    rows = []
    if engine.final_score is not None:
        rows = score_rows(engine.final_score, engine.scorer.log, engine.config, choices.language)
    return {
        "view": solitario_view(seat, voice),
        "is_heard": is_heard,
        "rows": rows,
        "summary": voice.formatter.format_summary(engine.final_score) if engine.final_score else "",
        "buttons": [button(name, choices.language) for name in FIRST_BUTTONS],
        "more": more_buttons(choices.language),
    }


@router.post("/{game}")
def act(
    request: Request,
    game: str,
    at: Annotated[str, Form(pattern="^(S|W|F[1-4]|[1-7](:[0-9]{1,2})?)?$")] = "",
    do: Annotated[str, Form(max_length=12)] = "",
    key: Annotated[str, Form(max_length=6)] = "",
    line: Annotated[str, Form(max_length=80)] = "",
    answer: Annotated[str, Form(pattern="^(yes|no|later)?$")] = "",
) -> Response:
    """One action: a cell that is pressed, a button, a key, a typed line, or the answer to a question."""

    def doing(controller: GameplayController) -> list[Message]:
        if answer:
            return controller.handle(answer)
        if key:
            return controller.press(key)
        if line:
            return controller.handle(line)
        return controller.handle(BY_NAME[do].words[0] if do in BY_NAME else "select")

    def seated(seat: WebSeat) -> Response:
        if at:
            seat.look_at(at)
        seat.do(doing)
        return _answer(request, seat)

    return _at(request, game, seated)


def _at(request: Request, game: str, seated: Callable[[WebSeat], Response]) -> Response:
    """The answer of the seat at ``game``; once more when somebody wrote there at the same moment."""
    for is_last in (False, True):
        try:
            with house_of(request).seats.at(game) as seat:
                return missing(request) if seat is None else seated(seat)
        except StreamMovedError:
            if is_last:
                raise
    raise AssertionError


def _answer(request: Request, seat: WebSeat) -> Response:
    place = f"/solitario/{seat.game_id}"
    if FRAGMENT not in request.headers:
        return RedirectResponse(place, 303)
    part = text("parts/solitario.html", choices_of(request), **_values(request, seat, is_heard=True))
    return HTMLResponse(part, headers={PLACE: place})


@router.post("/{game}/beat")
def beat(request: Request, game: str, away: Annotated[str, Form(pattern="^(yes)?$")] = "") -> Response:
    """The page is looked at, or no longer; what the clock has to say, or that the game went on elsewhere."""

    def seated(seat: WebSeat) -> Response:
        if seat.beat(is_away=bool(away)):
            return _answer(request, seat)
        if seat.went_on and FRAGMENT in request.headers:
            part = text("parts/solitario.html", choices_of(request), **_values(request, seat, is_heard=False))
            return HTMLResponse(part, headers={PLACE: f"/solitario/{game}"})
        return Response(status_code=204)

    return _at(request, game, seated)
