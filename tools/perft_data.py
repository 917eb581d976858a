"""Write the perft counts that the tests keep: ``python tools/perft_data.py [--check]``.

Positions come from random games of the shipped cards under both presets; counts are made by the plain form.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from random import Random

from generated import settled
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE
from qb_engine.moves import SIDES
from qb_engine.notation.game_position import parse_position, position_text
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, Ruleset
from qb_engine.search.perft import perft

FILE = Path(__file__).parent.parent / "tests" / "qb_engine" / "data" / "perft.json"
POSITIONS = 500
DEPTH = 3


@cache
def plain_engine(ruleset: Ruleset) -> RulesEngine:
    """The engine that needs no compiler."""
    return RulesEngine(ruleset, compiled=False)


def sampled(ruleset: Ruleset, seed: int) -> str:
    """A position in which there is something to count: that of the seed, or of the next one whose game goes on."""
    state = stopped(ruleset, seed)
    while state.is_over:
        seed += POSITIONS
        state = stopped(ruleset, seed)
    return position_text(state)


def stopped(ruleset: Ruleset, seed: int) -> GameState:
    """A random game left in its middle, with few cards in hand so that counting stays quick."""
    chance = Random(seed)
    engine = plain_engine(ruleset)
    ids = [card.id for card in engine.cards if not card.is_token]
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    for player in SIDES:
        cards = chance.sample(ids, DECK_SIZE)
        state.write_hand(player, cards[:3])
        state.write_deck(player, cards[3:8])
    engine.kernel.begin_turn(state.cells, seed % 2)
    for _ply in range(chance.randrange(12)):
        side = state.side_to_act
        if side is None:
            break
        moves = state.legal_moves(side)
        if not moves:
            state.pass_turn(side)
            continue
        move = chance.choice(moves)
        state.play_card_from_hand(side, state.hand(side).card_ids.index(move.card_id), move.lane_index, move.col_index)
        state.end_turn()
    return state


def counts(position: str) -> list[int]:
    """Lines of one, two and three plies."""
    ruleset = Ruleset.parse(position.split()[1])
    state = parse_position(position, plain_engine(ruleset))
    return [perft(state, depth) for depth in range(1, DEPTH + 1)]


def main() -> int:
    presets = list(PRESETS.values())
    positions = [sampled(presets[seed % 2], seed) for seed in range(POSITIONS)]
    lines = ",\n".join(json.dumps({"position": position, "counts": counts(position)}) for position in positions)
    return settled("perft counts", {FILE: f"[\n{lines}\n]\n"})


if __name__ == "__main__":
    sys.exit(main())
