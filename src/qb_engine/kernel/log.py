"""The event log: every step of a play, noted where it happens, when somebody listens."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import LOG_CAPACITY, Work

(
    PLACED,
    SPAWNED,
    REPLACED,
    PAWN,
    AURA_ON,
    AURA_OFF,
    POWER,
    SCALE,
    TRIGGER,
    DESTROYED,
    ADDED,
    RETRACTED,
) = range(12)


@kernel
def note(w: Work, kind: Int, tile: Int, source: Int, card: Int, side: Int, amount: Int) -> None:
    """Append one step: what, where, from which tile, which card, whose, how much. A full log stays as it is."""
    if w.log_on == 0:
        return
    if w.log_count == LOG_CAPACITY:
        return
    i = w.log_count
    w.log_kind[i] = kind
    w.log_tile[i] = tile
    w.log_source[i] = source
    w.log_card[i] = card
    w.log_side[i] = side
    w.log_amount[i] = amount
    w.log_count += 1
