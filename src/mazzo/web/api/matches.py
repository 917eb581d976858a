"""Coached matches for programs: begun, read, stepped, spoken to, looked at more deeply."""

from __future__ import annotations

from contextvars import Context
from dataclasses import replace

from mazzo.coach.opponent import grown
from mazzo.coach.situation import situation
from mazzo.coach.table import CoachTable
from mazzo.decks.shelf import OtherDeckError
from mazzo.dialogue.reported import report
from mazzo.schemas.match import (
    MatchDocument,
    MatchListDocument,
    MatchPart,
    QuestionPart,
    mulligan_part,
    snapshot,
)
from mazzo.web.api.asked import LineAsked, LookAsked, MatchAsked, MatchStep, Numbered
from mazzo.web.api.operation import ROOT, STEPS, Call, Nothing, Operation, Reply
from mazzo.web.api.statuses import NotTakenError, NotThereError
from mazzo.web.starting import begin_match, begin_sample
from mazzo.web.talking import Asked, talk
from mazzo.words.coach import step_line
from mazzo.words.opponent import learned_line
from qb_engine.words.mulligan import mulligan_lines

MOST_LISTED = 20


def listed(call: Call, _place: Nothing, _asked: Nothing) -> MatchListDocument:
    """The last matches."""
    matches = call.house.matches
    found = []
    for stream in matches.streams()[-MOST_LISTED:][::-1]:
        match = matches.match(stream)
        is_sample = matches.sample_seed(stream) is not None
        number = matches.number(stream)
        found.append(MatchPart(number=number, is_sample=is_sample, phase=match.phase, steps=len(match.steps)))
    return MatchListDocument(matches=found)


def begin(call: Call, _place: Nothing, asked: MatchAsked) -> Reply:
    """Begin a match."""
    if asked.kind == "sample":
        number = begin_sample(call.house, asked.seed)
    else:
        first = "you" if asked.first == "Y" else "enemy"
        answers = {"deck": asked.deck or "-", "hand": ", ".join(asked.hand), "enemy": asked.enemy or "-"}
        begun = begin_match(call.house, call.words, {**answers, "first": first, "rules": asked.rules or ""})
        if isinstance(begun, str):
            raise NotTakenError(said=begun)
        number = begun
    return Reply(_shown(call, number, seat_at(call, number)), 201, f"{ROOT}/matches/{number}")


def seat_at(call: Call, number: int) -> CoachTable:
    """The match of a number; NotThereError for none."""
    table = call.house.table(number)
    if table is None or not table.match.steps:
        raise NotThereError(asked=str(number))
    return table


def show(call: Call, place: Numbered, _asked: Nothing) -> MatchDocument:
    """The match as it is."""
    return _shown(call, place.number, seat_at(call, place.number))


def _shown(
    call: Call, number: int, table: CoachTable, said: list[str] | None = None, question: Asked | None = None
) -> MatchDocument:
    match, looked = table.match, call.house.looked(table)
    advice = table.advice() if match.phase == "your_play" else None
    mulligan = table.mulligan_advice() if match.phase == "mulligan" else None
    return MatchDocument(
        number=number,
        is_sample=table.game is not None,
        said=said or [],
        asked=None if question is None else _question(question),
        looked_seconds=None if looked is None else looked.seconds,
        mulligan=None if mulligan is None else mulligan_part(mulligan, mulligan_lines(mulligan, call.words.voice)),
        snapshot=snapshot(match, advice, None, call.language),
    )


def _question(asked: Asked) -> QuestionPart:
    answers = ["yes", "no"] if asked.is_yes_or_no else [typed for typed, _shown in asked.answers]
    return QuestionPart(
        prompt=asked.prompt, said=list(asked.said), answers=answers, is_yes_or_no=asked.is_yes_or_no
    )  # fmt: skip


def step(call: Call, place: Numbered, asked: MatchStep) -> MatchDocument:
    """One step; what is refused leaves the match as it was."""
    table = seat_at(call, place.number)
    begun = len(table.match.steps)
    report(table, asked, call.words)
    situation(table, begun)  # in a sample the console goes on
    call.house.informed(table)
    lines = [step_line(one, call.words) for one in table.match.steps[begun:]]
    return _shown(call, place.number, table, [*lines, *_learned(call, table)])


def _learned(call: Call, table: CoachTable) -> list[str]:
    """After the end: the list of the opponent who was named has grown by itself."""
    if table.match.phase != "over":
        return []
    try:
        found = grown(table)
    except OtherDeckError as error:
        return [error.message(call.language)]
    return [] if found is None else [learned_line(found, call.words)]


def say(call: Call, place: Numbered, asked: LineAsked) -> MatchDocument:
    """Any line of the terminal's grammar; a question that comes back is in the answer."""
    stream = call.house.matches.stream(place.number)
    if stream is None:
        raise NotThereError(asked=str(place.number))
    session = call.house.conversation(stream, call.words)
    session.look_from("left")  # documents name tiles from there, wherever the player sits
    answer = talk(session, asked.line, asked.said)
    if answer.failed and answer.asked is None:
        raise NotTakenError(said=answer.failed.rstrip("."))
    said = [answer.failed] if answer.failed else list(answer.lines)
    return _shown(call, place.number, seat_at(call, place.number), said, answer.asked)


def look(call: Call, place: Numbered, asked: LookAsked) -> MatchDocument:
    """A deeper look at the moment of the match, by a worker; under load with less time, which is said."""
    table = seat_at(call, place.number)
    found = call.house.lookers.do(replace(call.house.asked(place.number), seconds=asked.seconds))
    if found is not None:
        call.house.keep_looked(table, found)
    # What a worker found is of the compiled rules, whatever this request began with.
    return Context().run(show, call, place, Nothing())


OPERATIONS = (
    Operation("GET", "/matches", listed, {200: MatchListDocument}),
    Operation("POST", "/matches", begin, {201: MatchDocument}, takes=MatchAsked, may=STEPS),
    Operation("GET", "/matches/{number}", show, {200: MatchDocument}, place=Numbered),
    Operation(
        "POST", "/matches/{number}/steps", step, {200: MatchDocument}, place=Numbered, takes=MatchStep, may=STEPS
    ),
    Operation("POST", "/matches/{number}/lines", say, {200: MatchDocument}, place=Numbered, takes=LineAsked, may=STEPS),
    Operation("POST", "/matches/{number}/look", look, {200: MatchDocument}, place=Numbered, takes=LookAsked),
)
