"""A coached match leaves the table: saved to a file, loaded from one, or as text to be copied."""

from __future__ import annotations

from typing import Literal

from mazzo.coach.errors import FalseRecordError, NoDeckError
from mazzo.coach.table import CoachTable
from mazzo.play.files import SUFFIX, Files
from qb_engine.cards.deck_code import deck_code
from qb_engine.match.files import game_of
from qb_engine.moves import Seat
from qb_engine.notation.game_position import position_text
from qb_engine.records import GameFile, qbn_text, read_game, verify_sealed

Copied = Literal["pos", "game", "deck"]


def saved(table: CoachTable, files: Files, typed: str, seat: Seat = "left") -> str:
    """The name of the new ``.qbn`` file that the match was written to; it remembers the player's ``seat``."""
    target = files.target(typed, SUFFIX)
    target.write_new(qbn_text(game_of(table.match.steps).seated(seat)).encode())
    return target.path.name


def loaded(files: Files, typed: str) -> GameFile:
    """The game in a file; FalseRecordError when it is not what the file says."""
    name, content = files.content(typed)
    report = verify_sealed(read_game(content))
    if not report.ok:
        raise FalseRecordError(file=name, fault=report.faults[0])
    return report.game


def copied(table: CoachTable, what: Copied, seat: Seat = "left") -> str:
    """The position, the game or your deck's code as text."""
    if what == "pos":
        return position_text(table.match.state.game)
    if what == "game":
        return qbn_text(game_of(table.match.steps).seated(seat))
    deck = table.match.steps[0].data["deck"] if table.match.steps else None
    if not deck:
        raise NoDeckError
    return deck_code(deck)
