"""Put real texts into ``docs/formats.md``: ``python tools/formats_doc.py [--check]``.

Between ``<!-- made: NAME -->`` and ``<!-- end -->`` stands what the code writes today. With ``--check`` nothing is
written: the run fails when a block is stale.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from generated import settled

os.environ.setdefault("MAZZO_PLAIN", "1")

from kernelkit.chance import below, seeded
from kernelkit.journal import MemoryJournal
from mazzo.words.saved_games import position_lines
from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.game_state import GameState
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import tile_data
from qb_engine.match.files import game_of
from qb_engine.moves import Move, Side
from qb_engine.notation.actions import Action, Draw, Mulligan, Pass
from qb_engine.notation.game_position import position_text, read_position
from qb_engine.records import (
    Comment,
    GameFile,
    Opening,
    Recorder,
    SetHand,
    SideAction,
    qbn_text,
    record,
    replay,
    to_json,
)
from qb_engine.records.scenario import run
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

DOCUMENT = Path(__file__).parent.parent / "docs" / "formats.md"
BLOCK = re.compile(r"(<!-- made: ([a-z ]+) -->\n```[a-z-]*\n).*?(```\n<!-- end -->)", re.DOTALL)
BY_HAND = ("qb1 rebirth opening M1=y1:001", "qb1 spec m3=E2:031+1 E4", "qb1 rebirth Y=020,019 opening")
SCENARIO = {
    "schema": 1,
    "ruleset": "rebirth",
    "hands": {"Y": ["001", "007"]},
    "tiles": {"T1": "y1", "M1": "y2", "M4": "e1:031", "B1": "y1"},
    "moves": ["Y 007@M1"],
}


def decks() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two shipped decks."""
    one, two = starter_decks()[:2]
    return one.deck.card_ids, two.deck.card_ids


def dealt(ruleset: Ruleset, plies: int, seed: int = 7) -> GameFile:
    """A game between two shipped decks: a mulligan, moves drawn by lot, and passes when the plies are over."""
    state = GameState(*decks(), seed=seed, ruleset=ruleset, first_player="Y")
    chance = seeded(seed)
    state.mulligan("Y", (1, 4))
    actions: list[tuple[Side, Action]] = [("Y", Mulligan((1, 4)))]
    while state.side_to_act:
        side, moves = state.side_to_act, state.legal_moves(state.side_to_act)
        move = moves[below(chance, len(moves))] if moves and len(actions) <= plies else None
        if move is None:
            state.pass_turn(side)
        else:
            index = state.hand(side).index_of(move.card_id) or 0
            state.play_card_from_hand(side, index, move.lane_index, move.col_index)
            state.end_turn()
        actions.append((side, move or Pass()))
    return record(*decks(), actions, seed=seed, ruleset=ruleset, first_player="Y")


def later(ruleset: Ruleset) -> str:
    """The position of such a game after nine moves."""
    game = dealt(ruleset, 9)
    return position_text(replay(GameFile(game.opening, game.data_hash, game.entries[:10], None, game.final)))


def mirrored() -> GameFile:
    """The first turns of a match as a second screen follows it."""
    recorder = Recorder(Opening(REBIRTH, "Y", (decks()[0], None), (("001", "007", "008", "020", "086"), None)))
    for entry in (
        SideAction("Y", Mulligan((4,))),
        SideAction("Y", Draw("013")),
        SideAction("Y", Move.parse("007@M1")),
        Comment("The enemy plays from an unknown hand."),
        SideAction("E", Move.parse("031@T5")),
        SideAction("Y", Draw("011")),
        SetHand("Y", ("001", "008", "020", "013", "004")),
        SideAction("Y", Move.parse("013@B1")),
    ):
        recorder.add(entry)
    return recorder.game()


def synced() -> GameFile:
    """A match in which the console showed another board than ours."""
    match = LiveMatch(MemoryJournal())
    match.start(("001", "007", "008", "013", "026"), first="Y")
    match.mulligan([], [])
    match.play(Move.parse("001@M1"))
    match.enemy_play(Move.parse("031@M5"))
    tile = {"owner": "E", "rank": 2, "card": None, "card_owner": None, "power": None}
    match.sync_board({"M4": tile, "M1": {**tile_data(match.state.game, "M1"), "power": None}})
    return game_of(match.steps)


def twin() -> str:
    """The JSON of the mirrored match, a key and an entry a line."""
    data = to_json(mirrored())
    entries = ",\n  ".join(json.dumps(entry) for entry in data["entries"])
    values = {key: f"[\n  {entries}]" if key == "entries" else json.dumps(value) for key, value in data.items()}
    return "{" + ",\n ".join(f'"{key}": {value}' for key, value in values.items()) + "}"


def report() -> str:
    """The beginning of the scenario's report."""
    return json.dumps(run(SCENARIO))[:220] + " ..."


BLOCKS: dict[str, Callable[[], str]] = {
    "opening": lambda: position_text(GameState(*decks(), seed=7, ruleset=REBIRTH, first_player="Y")),
    "later": lambda: f"{later(REBIRTH)}\n{later(SPEC)}",
    "by hand": lambda: "\n".join(BY_HAND),
    "shown": lambda: "\n".join(position_lines(read_position(BY_HAND[0]), "en")),
    "codes": lambda: "\n".join(deck_code(deck) for deck in decks()),
    "dealt": lambda: qbn_text(dealt(REBIRTH, 12)).rstrip("\n"),
    "mirrored": lambda: qbn_text(mirrored()).rstrip("\n"),
    "synced": lambda: qbn_text(synced()).rstrip("\n"),
    "twin": twin,
    "scenario": lambda: json.dumps(SCENARIO),
    "report": report,
}


def renewed(document: str) -> str:
    """The document with every block made anew."""
    return BLOCK.sub(lambda found: f"{found[1]}{BLOCKS[found[2]]()}\n{found[3]}", document)


def main() -> int:
    return settled("formats", {DOCUMENT: renewed(DOCUMENT.read_text(encoding="utf-8"))})


if __name__ == "__main__":
    sys.exit(main())
