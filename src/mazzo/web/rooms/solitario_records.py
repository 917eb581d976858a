"""What Solitario keeps: the best wins, what a player's games add up to, and who plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from kernelkit.spoken import SpokenError
from mazzo.bootstrap import solitario_players, solitario_scores
from mazzo.web.house import house_of
from mazzo.web.rendering import choices_of, page, refusal
from mazzo.words.records import RecordsWords
from solitario.application.achievements import reached
from solitario.application.profiles import Profiles
from solitario.application.score_records import GUEST, by_board, leaderboard, of_profile
from solitario.application.statistics import statistics_of

router = APIRouter(prefix="/solitario", include_in_schema=False)
BEST = 10
Name = Annotated[str, Form(max_length=80)]


@router.get("/scores")
def scores(request: Request, player: Annotated[str, Query(max_length=40)] = "") -> Response:
    """The best wins on each board, and the statistics of one player: the one who plays unless another is named."""
    language = choices_of(request).language
    store = house_of(request).store
    profiles, records = solitario_players(store).load(), solitario_scores(store).records()
    ids = [*(profile.profile_id for profile in profiles), GUEST]
    shown = player if player in ids else profiles.default_id
    own = of_profile(records, shown)
    words = RecordsWords(language)
    boards = [
        (words.board(board), [words.rank(place, one, profiles) for place, one in enumerate(best, 1)])
        for board in by_board(records)
        if (best := leaderboard(records, board, BEST))
    ]
    lines = words.statistics(profiles.name_of(shown, language), statistics_of(own), reached(own))
    players = [(each, profiles.name_of(each, language)) for each in ids]
    return page(
        request, "solitario_scores.html", room="solitario", boards=boards, lines=lines, players=players, shown=shown
    )


@router.get("/players")
def players(request: Request) -> Response:
    """Who plays here."""
    return _players(request)


def _players(request: Request, failed: str = "", status: int = 200) -> Response:
    profiles, language = solitario_players(house_of(request).store).load(), choices_of(request).language
    ids = [*(profile.profile_id for profile in profiles), GUEST]
    listed = [(profiles.name_of(each, language), each == profiles.default_id, each == GUEST) for each in ids]
    return page(request, "solitario_players.html", status, room="solitario", players=listed, failed=failed)


def _changed(request: Request, change: Callable[[Profiles], Profiles]) -> Response:
    try:
        solitario_players(house_of(request).store).change(change)
    except SpokenError as error:
        return _players(request, refusal(request, error), 422)
    return RedirectResponse("/solitario/players", 303)


@router.post("/players")
def add(request: Request, name: Name) -> Response:
    """A new player, who plays from now on."""
    return _changed(request, lambda profiles: profiles.created(name).with_default(name))


@router.post("/players/default")
def play_as(request: Request, name: Name) -> Response:
    """Play as somebody else, here and in the terminal."""
    return _changed(request, lambda profiles: profiles.with_default(name))


@router.post("/players/rename")
def rename(request: Request, name: Name, new_name: Name) -> Response:
    """Another name for the same player."""
    return _changed(request, lambda profiles: profiles.renamed(name, new_name))


@router.post("/players/delete")
def delete(request: Request, name: Name, sure: Annotated[str, Form(pattern="^(yes)?$")] = "") -> Response:
    """Without this player, whose games stay; only who is sure does that."""
    if not sure:
        return RedirectResponse("/solitario/players", 303)
    return _changed(request, lambda profiles: profiles.deleted(name))
