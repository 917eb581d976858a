"""Write one playthrough per card, in words: ``python tools/playthroughs.py [--check]``.

Every card is laid in the middle of a small scene made from its own reach, then raised, lowered, replaced and watched,
under both rulesets. A change of behaviour shows as a readable difference in the files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from generated import settled
from qb_engine.card_hydrator import shipped
from qb_engine.chronicle.chronicle import Chronicle
from qb_engine.chronicle.ledger import explain_power
from qb_engine.errors import IllegalMoveError
from qb_engine.game_state import GameState
from qb_engine.models import Card
from qb_engine.moves import COLUMNS, Move, Side, tile_place
from qb_engine.projection import project
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, Ruleset
from qb_engine.words.abilities import card_sentence
from qb_engine.words.events import trace_lines
from qb_engine.words.scores import ledger_line, score_sentence
from qb_engine.words.voice import Voice

FOLDER = Path(__file__).parent.parent / "tests" / "qb_engine" / "playthroughs"
STAGE = "M3"
KEPT_FREE = ("T3", "B3", "M2", "B1", "T5", "B5")
"""Where the script lays its cards: those that raise and lower what stands on the stage, and some to be watched."""
NEIGHBOUR = "011"
VOICE = Voice("en")

SCRIPT: tuple[tuple[Side, str], ...] = (
    ("Y", "013@B3"),  # Crystalline Crab raises the card above it
    ("Y", "031@T3"),  # Spearhawk raises the card below it
    ("Y", "072@M2"),  # Black Bat lowers the cards around it
    ("E", "051@B5"),  # an enemy card is replaced
    ("Y", "051@B3"),  # an ally is replaced
    ("Y", "001@B1"),  # each side lays one more card
    ("E", "001@T5"),
    ("Y", "051@M3"),  # the card itself is replaced
)


@cache
def plain_engine(ruleset: Ruleset) -> RulesEngine:
    """The engine that needs no compiler."""
    return RulesEngine(ruleset, compiled=False)


def scene(card: Card, ruleset: Ruleset) -> GameState:
    """A board with room for every rank, and a neighbour, ally or enemy in turn, on each tile the card affects."""
    state = GameState.on(plain_engine(ruleset))
    board = state.board
    for tile in board.tiles:
        tile.set_pawns("Y" if tile.index % COLUMNS < 3 else "E", 3)
    reached = [cell for cell in project(board, "Y", card.id, *tile_place(STAGE)) if cell.mark in "EX"]
    free = {tile_place(name) for name in KEPT_FREE}
    for number, cell in enumerate(cell for cell in reached if (cell.lane_index, cell.col_index) not in free):
        side: Side = "Y" if number % 2 else "E"
        board.tile(cell.lane_index, cell.col_index).set_pawns(side, 3)
        board.put_card(side, NEIGHBOUR, cell.lane_index, cell.col_index)
    board.put_card("E", "001", *tile_place("B5"))
    if card.is_replace:
        board.put_card("Y", "001", *tile_place(STAGE))
    engine = state.engine
    engine.kernel.mark_fired(state.cells, engine.tables, engine.rules, engine.work)
    return state


def playthrough(card: Card, ruleset: Ruleset) -> Iterator[str]:
    """The scene, every move of the script step by step, and the score at its end."""
    state = scene(card, ruleset)
    chronicle = Chronicle(state)
    yield f"== {ruleset.name}"
    yield str(state.board)
    first: tuple[Side, str] = ("Y", f"{card.id}@{STAGE}")
    for side, text in (first, *SCRIPT):
        yield f"-- {side} {text}"
        try:
            events = chronicle.play_free(side, Move.parse(text))
        except IllegalMoveError as error:
            yield str(error)
            continue
        yield from trace_lines(events, VOICE)
        ledger = explain_power(state.board, *tile_place(STAGE), chronicle.power_sources)
        if ledger is not None:
            yield ledger_line(ledger, VOICE)
    yield str(state.board)
    yield score_sentence(state.score(), VOICE)


def text_of(card: Card) -> str:
    """A card's whole file."""
    lines = [card_sentence(card, shipped().effects, "en")]
    for ruleset in PRESETS.values():
        lines += ["", *playthrough(card, ruleset)]
    return "\n".join(lines) + "\n"


def main() -> int:
    return settled("playthroughs", {FOLDER / f"{card.id}.txt": text_of(card) for card in shipped().cards})


if __name__ == "__main__":
    sys.exit(main())
