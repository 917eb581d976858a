"""How cards enter and leave the board."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.board import attend_into, forget_into
from qb_engine.kernel.effects import has_trigger, last_words_into, watchers_into
from qb_engine.kernel.layout import (
    FLAG_THRESHOLD,
    MAX_UID,
    NO_CARD,
    NO_TILE,
    NOBODY,
    ON_CARD_DESTROYED,
    ON_POWER_THRESHOLD,
    RETRACT,
    UIDS_SPENT,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import DESTROYED, note
from qb_engine.kernel.pawns import leave_tile_into, retract_into
from qb_engine.kernel.powers import aura_into, refresh_into


@kernel
def stood_below(i: Int) -> Int:
    """The flag that a card's ``i``-th ability, a threshold, has seen power below its value."""
    return FLAG_THRESHOLD << (2 * i + 1)


@kernel
def arm_thresholds_into(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> None:
    """A card laid below a threshold may rise to it; one laid at or above it only if the rules say so."""
    refresh_into(s, t, r, w)
    card = s.card[tile]
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.trigger[a] == ON_POWER_THRESHOLD and (r.threshold_on_entry or s.power[tile] < t.threshold[a]):
            s.flags[tile] |= stood_below(i)


@kernel
def enter_into(
    s: State, t: Tables, r: Rules, w: Work, card: Int, side: Int, tile: Int, spawned_by: Int, replaced_pawns: Int
) -> None:
    """A new instance of ``card`` lies on ``tile``; its auras are live at once, nothing has fired."""
    s.card[tile] = card
    s.card_owner[tile] = side
    s.uid[tile] = s.next_uid
    if s.next_uid == MAX_UID:
        w.error = UIDS_SPENT
    else:
        s.next_uid += 1
    s.power[tile] = t.base[card]
    s.power_delta[tile] = 0
    s.scale_delta[tile] = 0
    s.base_change[tile] = 0
    s.flags[tile] = 0
    s.spawned_by[tile] = spawned_by
    s.replaced_pawns[tile] = replaced_pawns
    s.laid_owner[tile] = s.owner[tile]
    s.laid_rank[tile] = s.rank[tile]
    s.pawn_tiles[tile] = 0
    s.expand_tiles[tile] = 0
    attend_into(s, t, card, side, tile)
    aura_into(s, t, w, card, side, tile, 1)
    if has_trigger(t, card, ON_POWER_THRESHOLD):
        arm_thresholds_into(s, t, r, w, tile)


@kernel
def remove_into(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> None:
    """The card on ``tile`` leaves; its auras end with it, its pawns stay or go as the rules say."""
    card = s.card[tile]
    side = s.card_owner[tile]
    aura_into(s, t, w, card, side, tile, -1)
    s.card[tile] = NO_CARD
    s.card_owner[tile] = NOBODY
    forget_into(s, side, tile)
    changed = s.pawn_tiles[tile] | s.expand_tiles[tile]
    s.pawn_tiles[tile] = 0
    s.expand_tiles[tile] = 0
    if r.pawns_on_destroy == RETRACT:
        retract_into(s, r, w, changed)
    leave_tile_into(s, r, w, tile)


@kernel
def destroy_into(s: State, t: Tables, r: Rules, w: Work, victims: Int) -> None:
    """One batch: every victim's on_destroy, then the watchers once per victim, then all are removed.

    The batch was final when it was collected: auras of the dying count until removal, and nobody in it is saved.
    """
    rest = victims
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        note(w, DESTROYED, tile, NO_TILE, s.card[tile], s.card_owner[tile], s.power[tile])
        last_words_into(s, t, r, w, tile)
    rest = victims
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        watchers_into(s, t, w, ON_CARD_DESTROYED, tile, s.card_owner[tile])
    rest = victims
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        remove_into(s, t, r, w, tile)
        w.destroyer[tile] = NOBODY
