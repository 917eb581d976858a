"""Game files in one place: the value, its ``.qbn`` text, its JSON twin, and playing it again."""

from qb_engine.records.json_twin import from_json, load_json, read_game, read_json, to_json
from qb_engine.records.qbn_reader import parse_qbn, read_qbn
from qb_engine.records.qbn_writer import qbn_text, seal_of
from qb_engine.records.record import (
    Comment,
    Entry,
    Event,
    GameFile,
    Opening,
    Result,
    Sealed,
    SetHand,
    SetPosition,
    SideAction,
)
from qb_engine.records.replay import Playback, Recorder, record, replay
from qb_engine.records.verify import Fault, VerifyReport, verify, verify_sealed

__all__ = [
    "Comment",
    "Entry",
    "Event",
    "Fault",
    "GameFile",
    "Opening",
    "Playback",
    "Recorder",
    "Result",
    "Sealed",
    "SetHand",
    "SetPosition",
    "SideAction",
    "VerifyReport",
    "from_json",
    "load_json",
    "parse_qbn",
    "qbn_text",
    "read_game",
    "read_json",
    "read_qbn",
    "record",
    "replay",
    "seal_of",
    "to_json",
    "verify",
    "verify_sealed",
]
