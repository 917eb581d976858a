"""Where a card may be laid, and the sentence that says why not."""

from __future__ import annotations

from kernelkit.spoken import sentence
from qb_engine.board_state import BoardState, Tile, tile_index
from qb_engine.errors import IllegalMoveError, Refusal
from qb_engine.kernel.layout import REFUSALS
from qb_engine.moves import COLUMNS, SIDES, TILES, Move, Side

SIDE_WORDS = {"Y": sentence("you"), "E": sentence("the enemy"), "N": sentence("nobody")}
NOTHING = sentence("no card")


class LegalityChecker:
    """Asks the rules of a board whether a placement is legal; one function for both sides."""

    def __init__(self, board: BoardState) -> None:
        self._board = board

    def is_legal(self, side: Side, card_id: str, lane_index: int, col_index: int) -> bool:
        """Whether ``side`` may lay the card there."""
        return self.refusal(side, card_id, lane_index, col_index) is None

    def refusal(self, side: Side, card_id: str, lane_index: int, col_index: int) -> Refusal | None:
        """The rule that forbids the placement, or None."""
        engine = self._board.engine
        place = tile_index(lane_index, col_index)
        code: int = engine.kernel.refusal_of(
            self._board.cells, engine.tables, engine.rules, SIDES.index(side), engine.number(card_id), place
        )
        return REFUSALS[code]

    def check(self, side: Side, card_id: str, lane_index: int, col_index: int) -> None:
        """Nothing, or IllegalMoveError with what was asked, what it needs and what is there."""
        refusal = self.refusal(side, card_id, lane_index, col_index)
        if refusal is not None:
            raise refused(self._board, refusal, side, Move(card_id, lane_index, col_index))

    def legal_tiles(self, side: Side, card_id: str) -> list[tuple[int, int]]:
        """Lane and column of every tile on which the card may be laid, in row-major order."""
        mask = self.legal_mask(side, card_id)
        return [divmod(tile, COLUMNS) for tile in range(TILES) if mask >> tile & 1]

    def legal_mask(self, side: Side, card_id: str) -> int:
        """The same tiles, one bit each."""
        engine = self._board.engine
        mask: int = engine.kernel.legal_tiles(
            self._board.cells, engine.tables, engine.rules, engine.work, SIDES.index(side), engine.number(card_id)
        )
        return mask


def refused(board: BoardState, refusal: Refusal, side: Side, move: Move) -> IllegalMoveError:
    """The error for a placement that ``refusal`` forbids, with the facts its sentence names."""
    tile = board.tile(move.lane_index, move.col_index)
    needed: object = board.engine.card(move.card_id).cost if refusal is Refusal.RANK_TOO_LOW else SIDE_WORDS[side]
    return IllegalMoveError(refusal, str(move), needed=needed, there=_what_is_there(board, refusal, tile))


def _what_is_there(board: BoardState, refusal: Refusal, tile: Tile) -> object:
    if refusal is Refusal.RANK_TOO_LOW:
        return tile.rank
    if refusal is Refusal.TILE_NOT_OWNED:
        return SIDE_WORDS[tile.owner]
    return board.engine.card(tile.card_id).name if tile.card_id else NOTHING
