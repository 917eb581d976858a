"""The lab's room: decks that play each other, as a heat map that fills while it is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from kernelkit.spoken import SpokenError, sentence
from mazzo.errors import MazzoError
from mazzo.lab.deck_games import Cards, Setting
from mazzo.lab.round_robin import DecksPlan
from mazzo.web.house import House, house_of
from mazzo.web.lab_runs import PAIRS_AT_ONCE
from mazzo.web.missing import missing
from mazzo.web.rendering import choices_of, page, refusal
from mazzo.web.views.lab import lab_view
from mazzo.words.lab_page import run_title
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.deck_code import deck_code
from qb_engine.deck import Deck
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import PRESETS, REBIRTH, Ruleset

router = APIRouter(prefix="/lab", include_in_schema=False)
GAMES = (100, 400, 1000, 4000, 10_000)
PLAYERS = ("greedy", "quick", "random", "deep:200", "deep:1000")
FEWEST, MOST = 2, 12
LOOK_AGAIN_SECONDS = 1.0
LONGEST_SEED = 1 << 62
Key = Annotated[str, Query(pattern="^[0-9a-f]{16}$")]


class DeckCountError(MazzoError):
    """Too few decks meet nobody, too many play for days."""

    template = sentence("decks chosen: {count}. From {fewest} to {most} can play each other: choose others")


@router.get("")
def last(request: Request) -> Response:
    """The run under way, or the last one; without any what to do first."""
    lab = house_of(request).lab
    keys = [lab.now.key] if lab.now is not None and lab.is_running else lab.kept()
    return _shown(request, keys[0] if keys else "")


@router.get("/new")
def new(request: Request) -> Response:
    """Which decks, who plays them, and how often."""
    return _asked(request)


@router.get("/run")
def run(request: Request, key: Key) -> Response:
    """One run."""
    return _shown(request, key)


@router.post("")
def begin(
    request: Request,
    deck: Annotated[list[str], Form(max_length=60)] = [],  # noqa: B006 - FastAPI copies it
    player: Annotated[str, Form(max_length=20)] = PLAYERS[0],
    games: Annotated[int, Form(ge=2 * PAIRS_AT_ONCE, le=GAMES[-1])] = GAMES[1],
    rules: Annotated[str, Form(max_length=40)] = REBIRTH.name,
    seed: Annotated[int, Form(ge=0, le=LONGEST_SEED)] = 1,
) -> Response:
    """Begin a run, or go on with one that was begun: the same decks, player, rules and seed are the same run."""
    house = house_of(request)
    try:
        ruleset = Ruleset.parse(rules)
        if not FEWEST <= len(deck) <= MOST:
            raise DeckCountError(count=len(deck), fewest=FEWEST, most=MOST)
        cards = tuple(_legal(house.decks.read(one), ruleset) for one in deck)
        setting = Setting(ruleset, PlayerSpec.parse(player), seed)
        pairs = -(-games // 2 // PAIRS_AT_ONCE) * PAIRS_AT_ONCE
        plan = DecksPlan(setting, tuple(_named(house, one) for one in cards), cards, pairs, PAIRS_AT_ONCE)
        key = house.lab.begin(plan)
    except SpokenError as error:
        return _asked(request, refusal(request, error), 422)
    return RedirectResponse(f"/lab/run?key={key}", 303)


@router.post("/stop")
def stop(request: Request) -> Response:
    """End the run that is under way; what it has played is kept."""
    lab = house_of(request).lab
    lab.stop()
    return RedirectResponse("/lab" if lab.now is None else f"/lab/run?key={lab.now.key}", 303)


@router.get("/progress")
async def progress(request: Request) -> Response:
    """A stream with one event: there is more to see, since a moment passed or the run is over."""
    lab = house_of(request).lab

    async def events() -> AsyncIterator[str]:
        before = None if lab.now is None else lab.now.record.games
        while lab.is_running and lab.now is not None:
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            if lab.now.record.games != before:
                break
        yield "event: answer\ndata: \n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


def _legal(cards: tuple[str, ...], ruleset: Ruleset) -> Cards:
    """The deck, if the rules allow it."""
    return tuple(Deck(cards, ruleset=ruleset).card_ids)


def _named(house: House, cards: Cards) -> str:
    """What a deck is called here, or its code."""
    known = {tuple(one.deck.card_ids): one.deck.name for one in house.decks.every()}
    return known.get(cards) or deck_code(cards)


def _asked(request: Request, failed: str = "", status: int = 200) -> Response:
    decks = [one.deck.name for one in house_of(request).decks.every() if len(one.deck.card_ids) == DECK_SIZE]
    values: dict[str, Any] = {
        "decks": decks,
        "players": PLAYERS,
        "games": GAMES,
        "rulesets": tuple(PRESETS),
        "failed": failed,
    }
    return page(request, "lab_new.html", status, room="lab", **values)


def _shown(request: Request, key: str) -> Response:
    house, language = house_of(request), choices_of(request).language
    lab = house.lab
    if not key:
        names = [one.deck.name for one in house.decks.every()][:MOST]
        return page(request, "lab.html", room="lab", view=None, names=names, failed="")
    record = lab.record(key, lambda cards: _named(house, cards))
    if record is None:
        return missing(request)
    running = lab.now if lab.now is not None and lab.now.key == key else None
    failed = "" if running is None or running.error is None else refusal(request, running.error)
    view = lab_view(key, record, running, language)
    plan = record.plan
    again = {"player": str(plan.setting.player), "rules": plan.setting.ruleset.name, "seed": plan.setting.seed}
    wanted = view.each if not view.is_whole else min(GAMES[-1], view.each + 400)
    others = [
        (each, run_title(*found, language))
        for each in lab.kept()
        if each != key and (found := lab.described(each, lambda cards: _named(house, cards))) is not None
    ]
    values: dict[str, Any] = {
        "again": again,
        "decks": [", ".join(each) for each in plan.decks],
        "wanted": wanted,
        "others": others,
    }
    return page(request, "lab.html", room="lab", view=view, failed=failed, **values)
