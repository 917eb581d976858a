"""Matches that a player logged on the console: every move is legal here, every tile that was read agrees.

``facts/real_matches.json`` has the moves and the tiles that the player read off the screen; the rank under a card
cannot be seen. What they say about the rules that nothing else confirms stands in docs/rules.md.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import shipped
from qb_engine.cards.known_opponents import known_opponents
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.match.rule_evidence import UNCONFIRMED
from qb_engine.moves import Move, tile_place
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, Ruleset, single_switch_variants

HERE = Path(__file__).parent
RULES = (HERE.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
MATCHES = json.loads((HERE / "facts" / "real_matches.json").read_text(encoding="utf-8"))["matches"]
NAMES = {card.name.casefold(): card.id for card in shipped().cards}


def moves_of(match: dict[str, Any]) -> list[str]:
    """The moves of a match as ``Y 008@M1`` or ``E pass``; draws do not matter to the board."""
    if "steps" in match:
        return [step for step in match["steps"] if not step.startswith("draw")]
    return [_typed(line) for line in match["script"] if line.split()[0] in ("play", "pass", "enemy")]


def _typed(line: str) -> str:
    """``enemy grasslands wolf m5`` as a move."""
    word, *rest = line.split()
    if rest in ([], ["pass"]):
        return "E pass" if word == "enemy" else "Y pass"
    return f"{'E' if word == 'enemy' else 'Y'} {NAMES[' '.join(rest[:-1])]}@{rest[-1].upper()}"


def played(moves: list[str], ruleset: Ruleset = REBIRTH) -> GameState:
    state = GameState.on(engine_for(ruleset))
    state.engine.kernel.opening_board(state.cells)
    for one in moves:
        side, move = one.split()
        if move != "pass":
            state.play_free(side, Move.parse(move))
    return state


def looks(match: dict[str, Any]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Each look at the screen: the moves until then, and the tiles that were read."""
    moves = moves_of(match)
    for seen in match.get("seen", ()):
        first = seen["moves"] or match["seen"][0]["moves"]
        until = [*first, *(seen["after"] or ())]
        assert moves[: len(until)] == until
        yield until, seen["tiles"]


LOOKS = [look for match in MATCHES for look in looks(match)]


def as_shown(board: BoardState, name: str, seen: str) -> str:
    """A tile of ours as the player wrote it: ``E:021``, ``Y1``, ``N0``, or ``Y?`` where the rank was not read."""
    tile = board.tile(*tile_place(name))
    if tile.card_id is not None:
        return f"{tile.card_owner}:{tile.card_id}"
    return f"{tile.owner}{'?' if seen.endswith('?') else tile.rank}"


def agrees(ruleset: Ruleset) -> bool:
    """Whether every look shows what these rules give."""
    try:
        return all(
            as_shown(played(moves, ruleset).board, name, seen) == seen
            for moves, tiles in LOOKS
            for name, seen in tiles.items()
        )
    except QueensBloodError:
        return False


def surviving(switch: str) -> set[str]:
    """The values of a switch under which every tile that was read comes out."""
    found = {str(getattr(REBIRTH, switch))} if agrees(REBIRTH) else set()
    for _name, variant in single_switch_variants(REBIRTH):
        changes = variant.differences(REBIRTH)
        if switch in changes and agrees(variant):
            found.add(str(changes[switch]))
    return found


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["match"])
def test_every_recorded_move_is_legal(match: dict[str, Any]) -> None:
    state = played(moves_of(match))
    assert sum(tile.is_occupied for tile in state.board.tiles) > 0


@pytest.mark.parametrize(("moves", "tiles"), LOOKS)
def test_every_tile_that_was_read_agrees(moves: list[str], tiles: dict[str, str]) -> None:
    board = played(moves).board
    assert {name: as_shown(board, name, seen) for name, seen in tiles.items()} == tiles


def test_the_boards_speak_for_restore_and_effects_first_and_leave_the_mulligan_open() -> None:
    assert surviving("order") == {"effects_first"}
    assert surviving("destroyed_tile") == {"restore", "underlay"}
    assert surviving("mulligan_return") == {"shuffle_in", "bottom"}
    for switch in UNCONFIRMED:
        row = next(line for line in RULES.splitlines() if line.startswith(f"- `{switch}`"))
        assert set(row.partition("fit")[0].split("`")[3::2]) == surviving(switch), row


def test_the_opponents_that_ship_have_the_cards_that_were_proven() -> None:
    for opponent in known_opponents():
        seen, matches = Counter[str](), 0
        for match in MATCHES:
            if match["enemy"] == opponent.name:
                matches += 1
                laid = [move.partition(" ")[2][:3] for move in moves_of(match) if move[0] == "E" and "pass" not in move]
                seen |= Counter(laid)
        assert sorted(seen.elements()) == list(opponent.card_ids)
        assert matches == opponent.matches
