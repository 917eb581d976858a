"""The first page, and the files behind every page."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from mazzo.web.house import house_of
from mazzo.web.rendering import page, words_of
from mazzo.web.statics import FOREVER, static_files
from mazzo.words.coach import turn_words
from mazzo.words.pages import RESUMED_GAME, RESUMED_MATCH
from mazzo.words.solitario_pages import resumed_words
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import capitalised

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Resume:
    """Something to go on with."""

    title: str
    line: str
    address: str


@router.get("/")
def home(request: Request) -> Response:
    """Three things to do first, and what can be resumed."""
    house, words = house_of(request), words_of(request)
    resumes = []
    stream = house.matches.unfinished()
    if stream is not None:
        game = house.matches.match(stream).state.game
        turn = capitalised(turn_words(game.side_to_act, min(1, int(game.record.passes)), words))
        title = words.say(RESUMED_MATCH, turn=game.turn)
        line = f"{score_sentence(game.score(), words.voice)} {turn}."
        resumes.append(Resume(title, line, f"/coach/{house.matches.number(stream)}"))
    number = house.games.unfinished()
    if number is not None:
        game = house.games.numbered(number).match.state.game
        turn = capitalised(turn_words(game.side_to_act, min(1, int(game.record.passes)), words))
        line = f"{score_sentence(game.score(), words.voice)} {turn}."
        resumes.append(Resume(words.say(RESUMED_GAME, turn=game.turn), line, f"/play/{number}"))
    games = house.seats.games()
    engine, _told = games.unfinished()
    if engine is not None:
        title, line = resumed_words(engine, words.voice.language)
        resumes.append(Resume(title, line, f"/solitario/{games.id_of(engine)}"))
    return page(request, "home.html", resumes=resumes)


@router.get("/static/{mark}/{name}")
def static(request: Request, mark: str, name: str) -> Response:
    """A file under the address that has its hash; any other address is none."""
    found = static_files().get(name)
    if found is None or found.mark != mark:
        return PlainTextResponse("not here", 404)
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, media_type=found.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(found.content, media_type=found.kind, headers=headers)
