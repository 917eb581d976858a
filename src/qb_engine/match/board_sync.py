"""A board as a sync step has it: read tile by tile, or made to show what was seen, whatever the rules had given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from kernelkit.spoken import Said, sentence
from qb_engine.board_state import BoardState
from qb_engine.errors import ResolutionError
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import MAX_CHANGE
from qb_engine.moves import SIDES, Side, tile_name, tile_place
from qb_engine.notation.seen_tiles import SeenTile


def tile_data(state: GameState, name: str) -> dict[str, Any]:
    """A tile as a sync step writes it."""
    tile = state.board.tile(*tile_place(name))
    return {
        "owner": tile.owner,
        "rank": tile.rank,
        "card": tile.card_id,
        "card_owner": tile.card_owner,
        "power": tile.power if tile.is_occupied else None,
    }


def all_tiles(state: GameState) -> dict[str, dict[str, Any]]:
    """The whole board as a sync step writes it."""
    return {tile.name: tile_data(state, tile.name) for tile in state.board.tiles}


def cards_laid_out(state: GameState) -> dict[Side, Counter[str]]:
    """The cards on the board by side, without tokens, which nobody lays from a deck."""
    found = {side: Counter[str]() for side in SIDES}
    for tile in state.board.tiles:
        if tile.card_id is not None and tile.card_owner is not None and not state.engine.card(tile.card_id).is_token:
            found[tile.card_owner][tile.card_id] += 1
    return found


def write_seen_into(board: BoardState, tiles: Iterable[SeenTile]) -> None:
    """Make ``tiles`` so. A card that lay there already keeps what it remembers; any other comes in as new."""
    seen = tuple(tiles)
    for tile in seen:
        _write_tile_into(board, tile)
    _write_powers_into(board, {tile_place(tile.name): tile.power for tile in seen if tile.power is not None})


def _write_tile_into(board: BoardState, tile: SeenTile) -> None:
    place = tile_place(tile.name)
    there = board.tile(*place)
    there.set_pawns(tile.owner, tile.rank)
    if tile.card_id is None or tile.card_owner is None:
        board.remove_card(*place)
    elif (tile.card_id, tile.card_owner) != (there.card_id, there.card_owner):
        board.put_card(tile.card_owner, tile.card_id, *place)


def _write_powers_into(board: BoardState, powers: dict[tuple[int, int], int]) -> None:
    """Give each card the power that was seen. A change may make another card count differently, so look again."""
    for _look in range(len(powers) + 1):
        wrong = {place: power - board.effective_power(*place) for place, power in powers.items()}
        wrong = {place: change for place, change in wrong.items() if change}
        if not wrong:
            return
        place = min(wrong)
        change = board.tile(*place).power_delta + wrong[place]
        if abs(change) > MAX_CHANGE:
            changed = Said(sentence("the change of a card's power"))
            raise ResolutionError(asked=f"{tile_name(*place)}={powers[place]}", capacity=changed, limit=MAX_CHANGE)
        board.tile(*place).power_delta = change
