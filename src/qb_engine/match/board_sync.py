"""A board made to show what somebody saw: tiles, cards and powers are written, whatever the rules had given."""

from __future__ import annotations

from collections.abc import Iterable

from qb_engine.board_state import BoardState, tile_index
from qb_engine.moves import tile_place
from qb_engine.notation.seen_tiles import SeenTile


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
        board.record.power_delta[tile_index(*place)] += wrong[place]
