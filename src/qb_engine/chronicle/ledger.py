"""Where a card's power comes from, entry by entry; the entries always add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qb_engine.board_state import BoardState, tile_index
from qb_engine.chronicle.chronicle import PowerSources
from qb_engine.kernel.layout import NO_CARD
from qb_engine.kernel.powers import aura_between
from qb_engine.moves import TILES, tile_name

EntryKind = Literal["base", "effect", "earlier", "watching", "aura", "scaling"]


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One amount: the card's own, or with the id of the card it comes from where one is known."""

    kind: EntryKind
    amount: int
    source_id: str | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """The power of the card on a tile, taken apart."""

    tile: str
    card_id: str
    entries: tuple[LedgerEntry, ...]

    @property
    def total(self) -> int:
        """The effective power."""
        return sum(entry.amount for entry in self.entries)


def explain_power(
    board: BoardState, lane_index: int, col_index: int, sources: PowerSources | None = None
) -> Ledger | None:
    """The ledger of the card there, None without a card.

    ``sources`` (a chronicle's) says who changed its power; what they do not account for is one entry, "earlier".
    """
    tile = board.tile(lane_index, col_index)
    if tile.card_id is None or tile.uid is None:
        return None
    power = board.effective_power(lane_index, col_index)
    known = () if sources is None else sources.get(tile.uid, ())
    entries = [LedgerEntry("base", board.engine.card(tile.card_id).power)]
    entries += [LedgerEntry("effect", amount, source_id) for source_id, amount in known]
    entries.append(LedgerEntry("earlier", tile.power_delta - sum(amount for _source, amount in known)))
    entries.append(LedgerEntry("watching", tile.scale_delta))
    entries += _auras(board, tile_index(lane_index, col_index))
    entries.append(LedgerEntry("scaling", power - sum(entry.amount for entry in entries)))
    kept = tuple(entry for entry in entries if entry.amount or entry.kind == "base")
    return Ledger(tile_name(lane_index, col_index), tile.card_id, kept)


def _auras(board: BoardState, target: int) -> list[LedgerEntry]:
    """Every aura that the card on ``target`` feels, in row-major order of their sources."""
    record, engine = board.record, board.engine
    tables = engine.seen(engine.tables)
    owner = int(record.card_owner[target])
    entries = []
    for tile in range(TILES):
        card = int(record.card[tile])
        if card != NO_CARD:
            amount = aura_between(tables, card, int(record.card_owner[tile]), tile, owner, target)
            entries.append(LedgerEntry("aura", amount, engine.cards[card].id))
    return entries
