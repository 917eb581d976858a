"""A coached match leaves the table: saved to a file, loaded from one, or printed to be copied."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.coach.table import CoachTable
from mazzo.dialogue.verbs import CoachError, Typed
from mazzo.storage.files_in import input_bytes, typed_file
from mazzo.storage.files_out import checked_target
from qb_engine.cards.deck_code import deck_code
from qb_engine.match.files import game_of
from qb_engine.notation.game_position import position_text
from qb_engine.records import GameFile, qbn_text, read_game, verify_sealed

SUFFIX = ".qbn"
COPIES = {
    "pos": "pos", "position": "pos", "posizione": "pos",
    "game": "game", "match": "game", "partita": "game",
    "deck": "deck", "mazzo": "deck",
}  # fmt: skip


class FalseRecordError(CoachError):
    """The file can be read and does not tell the truth about itself."""

    template = sentence("the file {file} cannot be loaded: {fault}. Nothing was changed")


class NoDeckError(CoachError):
    """Only the hand was entered."""

    template = sentence("your deck is not known in this match: name it when the next one starts")


def save(table: CoachTable, typed: Typed) -> list[str]:
    """Write the match to a new ``.qbn`` file."""
    if not typed.rest:
        raise table.incomplete(typed)
    target = checked_target(typed.rest, SUFFIX)
    target.write_new(qbn_text(game_of(table.match.steps)).encode())
    return [table.words.say(sentence("Saved as {file}."), file=target.path.name)]


def load(table: CoachTable, typed: Typed) -> GameFile:
    """The game in a file, verified."""
    if not typed.rest:
        raise table.incomplete(typed)
    path = typed_file(typed.rest)
    report = verify_sealed(read_game(input_bytes(path)))
    if not report.ok:
        fault = report.faults[0].message(table.words.voice.language)
        raise FalseRecordError(file=path.name, fault=fault)
    return report.game


def copied(table: CoachTable, typed: Typed) -> list[str]:
    """The position, the game or your deck's code as text."""
    what = COPIES.get(typed.rest.casefold())
    if what == "pos":
        return [position_text(table.match.state.game)]
    if what == "game":
        return qbn_text(game_of(table.match.steps)).splitlines()
    if what is None:
        raise table.incomplete(typed)
    deck = table.match.steps[0].data["deck"] if table.match.steps else None
    if not deck:
        raise NoDeckError
    return [deck_code(deck)]
