"""Reviews and runs of the lab for programs: made by workers, asked for again by their keys."""

from __future__ import annotations

from mazzo.lab.deck_games import Cards
from mazzo.review.games import believed_game
from mazzo.schemas.lab_decks import DecksDocument, LabRunPart, LabRunsDocument, decks_document
from mazzo.schemas.review import ReviewDocument, ReviewProgress, review_document
from mazzo.web.api.asked import RecordAsked, ReviewPlace, RunPlace
from mazzo.web.api.operation import LARGEST_RECORD, ROOT, STEPS, Call, Nothing, Operation, Reply
from mazzo.web.api.statuses import NotThereError
from mazzo.web.looking import BusyError
from mazzo.web.reviews import Reviewing, key_of
from qb_engine.cards.deck_code import deck_code


def begin(call: Call, _place: Nothing, asked: RecordAsked) -> Reply:
    """Begin the review of a record, or give it where it was made."""
    game = believed_game(asked.record.encode()).game
    return _reply(call, call.house.reviews.of(game))


def show(call: Call, place: ReviewPlace, _asked: Nothing) -> Reply:
    """A review that was asked for: how far it is, or all of it."""
    found = call.house.reviews.found(place.key)
    if found is None:
        raise NotThereError(asked=place.key)
    return _reply(call, found)


def _reply(call: Call, making: Reviewing) -> Reply:
    if making.error is not None:
        raise making.error
    if making.is_busy:
        raise BusyError
    if making.review is not None:
        return Reply(review_document(making.review, making.game, call.language))
    key = key_of(making.game)
    progress = ReviewProgress(key=key, done=making.done, of=making.of, seconds_left=making.seconds_left)
    return Reply(progress, 202, f"{ROOT}/reviews/{key}")


def runs(call: Call, _place: Nothing, _asked: Nothing) -> LabRunsDocument:
    """The runs that are kept."""
    lab = call.house.lab
    found = [(key, lab.described(key, lambda cards: _named(call, cards))) for key in lab.kept()]
    running = lab.now.key if lab.now is not None and lab.is_running else None
    return LabRunsDocument(
        runs=[
            LabRunPart(key=key, player=one[0], decks=list(one[1]), is_running=key == running)
            for key, one in found
            if one is not None
        ]
    )


def run(call: Call, place: RunPlace, _asked: Nothing) -> DecksDocument:
    """What a run has played so far."""
    record = call.house.lab.record(place.key, lambda cards: _named(call, cards))
    if record is None:
        raise NotThereError(asked=place.key)
    return decks_document(record, call.language)


def _named(call: Call, cards: Cards) -> str:
    """What a deck is called here, or its code."""
    known = {tuple(one.deck.card_ids): one.deck.name for one in call.house.decks.every()}
    return known.get(cards) or deck_code(cards)


OPERATIONS = (
    Operation(
        "POST",
        "/reviews",
        begin,
        {200: ReviewDocument, 202: ReviewProgress},
        takes=RecordAsked,
        may=STEPS,
        largest=LARGEST_RECORD,
    ),
    Operation("GET", "/reviews/{key}", show, {200: ReviewDocument, 202: ReviewProgress}, place=ReviewPlace, may=STEPS),
    Operation("GET", "/lab/runs", runs, {200: LabRunsDocument}),
    Operation("GET", "/lab/runs/{key}", run, {200: DecksDocument}, place=RunPlace),
)
