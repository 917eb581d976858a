"""Solitario for programs: tables on the same store as the pages and the terminal, scores, and the solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mazzo.bootstrap import solitario_players, solitario_scores
from mazzo.errors import StreamMovedError
from mazzo.folders import folders
from mazzo.hosts.solitario import scoring_config
from mazzo.schemas.records import ScoresDocument, StatisticsDocument, scores_document, statistics_document
from mazzo.schemas.solitario import ScoreDocument, score_document
from mazzo.schemas.solitario_table import GamesDocument, TableDocument, games_document, table_document
from mazzo.schemas.solving import SolvedDocument
from mazzo.web.api.asked import CommandAsked, DealAsked, ScoreAsked, SolveAsked, TablePlace
from mazzo.web.api.jobs import DealLook
from mazzo.web.api.operation import ROOT, STEPS, Call, Nothing, Operation, Reply
from mazzo.web.api.statuses import NotThereError
from mazzo.web.seats import WebSeat
from solitario.application.achievements import reached
from solitario.application.messages import Priority
from solitario.application.score_records import by_board, leaderboard, of_profile
from solitario.application.score_request import final_score
from solitario.application.statistics import statistics_of
from solitario.domain.settings import GameSettings
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

BEST = 10
MOST_LISTED = 20
Found = TypeVar("Found")


def waiting(call: Call, _place: Nothing, _asked: Nothing) -> GamesDocument:
    """The games that have no end yet."""
    games = call.house.seats.games()
    last, _told = games.unfinished()
    others = [] if last is None else games.waiting(last)
    found = [*([] if last is None else [last]), *others][:MOST_LISTED]
    return games_document((games.id_of(engine), engine) for engine in found)


def deal(call: Call, _place: Nothing, asked: DealAsked) -> Reply:
    """Deal a game; the one before it is kept for later."""
    changes = {} if asked.draw_count is None else {"draw_count": asked.draw_count}
    settings = GameSettings.for_level(asked.level, asked.deck_type, **changes)
    game = call.house.seats.deal(settings, asked.deal, gives_up=False)
    return Reply(_at(call, game, lambda seat: _shown(call, seat)), 201, f"{ROOT}/solitario/games/{game}")


def show(call: Call, place: TablePlace, _asked: Nothing) -> TableDocument:
    """The game as it lies."""
    return _at(call, place.game, lambda seat: _shown(call, seat))


def command(call: Call, place: TablePlace, asked: CommandAsked) -> TableDocument:
    """One command; what was said to it is in the answer, and so is why nothing was done."""

    def done(seat: WebSeat) -> TableDocument:
        seat.do(lambda controller: controller.handle(asked.line))
        return _shown(call, seat)

    return _at(call, place.game, done)


def _at(call: Call, game: str, doing: Callable[[WebSeat], Found]) -> Found:
    """What comes of ``doing`` at the seat of a game; once more when somebody wrote there at the same moment."""
    for is_last in (False, True):
        try:
            with call.house.seats.at(game) as seat:
                if seat is None:
                    raise NotThereError(asked=game)
                return doing(seat)
        except StreamMovedError:
            if is_last:
                raise
    raise AssertionError


def _shown(call: Call, seat: WebSeat) -> TableDocument:
    voice = Voice(call.language, seat.engine.settings.deck_type, "brief")
    question = seat.controller.seat.question
    told = [(one, said(one, voice)) for one in seat.told if one.priority is not Priority.TIP]
    return table_document(seat.game_id, seat.engine, told, None if question is None else said(question.message, voice))


def scores(call: Call, _place: Nothing, _asked: Nothing) -> ScoresDocument:
    """The best wins, board by board."""
    records = solitario_scores(call.house.store).records()
    boards = [(board, best) for board in by_board(records) if (best := leaderboard(records, board, BEST))]
    return scores_document(boards, solitario_players(call.house.store).load(), call.language)


def statistics(call: Call, _place: Nothing, _asked: Nothing) -> StatisticsDocument:
    """What the games of whoever plays add up to."""
    profiles, records = solitario_players(call.house.store).load(), solitario_scores(call.house.store).records()
    own = of_profile(records, profiles.default_id)
    return statistics_document(profiles.name_of(profiles.default_id, call.language), statistics_of(own), reached(own))


def score(_call: Call, _place: Nothing, asked: ScoreAsked) -> ScoreDocument:
    """The score of a game from its counts."""
    return score_document(final_score(asked.as_request(), scoring_config(folders())[0]))


def solve(call: Call, _place: Nothing, asked: SolveAsked) -> SolvedDocument:
    """Whether a deal can be won, by a worker."""
    return call.house.lookers.do(DealLook(asked))


OPERATIONS = (
    Operation("GET", "/solitario/games", waiting, {200: GamesDocument}),
    Operation("POST", "/solitario/games", deal, {201: TableDocument}, takes=DealAsked, may=STEPS),
    Operation("GET", "/solitario/games/{game}", show, {200: TableDocument}, place=TablePlace, may=STEPS),
    Operation(
        "POST",
        "/solitario/games/{game}/commands",
        command,
        {200: TableDocument},
        place=TablePlace,
        takes=CommandAsked,
        may=STEPS,
    ),
    Operation("GET", "/solitario/scores", scores, {200: ScoresDocument}),
    Operation("GET", "/solitario/statistics", statistics, {200: StatisticsDocument}),
    Operation("POST", "/solitario/score", score, {200: ScoreDocument}, takes=ScoreAsked),
    Operation("POST", "/solitario/solve", solve, {200: SolvedDocument}, takes=SolveAsked),
)
