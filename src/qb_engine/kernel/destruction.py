"""How cards leave the board: last words, those who watch, and what is left behind."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.arrivals import act_into
from qb_engine.kernel.board import forget_into, is_meant
from qb_engine.kernel.layout import (
    CHANGE_BEYOND,
    MAX_CHANGE,
    MODIFY_POWER_SCALE,
    NO_CARD,
    NO_TILE,
    NOBODY,
    ON_CARD_DESTROYED,
    ON_DESTROY,
    RETRACT,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import DESTROYED, SCALE, note
from qb_engine.kernel.pawns import leave_tile_into, retract_into
from qb_engine.kernel.powers import aura_into


@kernel
def last_words_into(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> None:
    """on_destroy of the card on ``tile``."""
    card = s.card[tile]
    side = s.card_owner[tile]
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.trigger[a] == ON_DESTROY:
            act_into(s, t, r, w, a, card, side, tile)


@kernel
def watchers_into(s: State, t: Tables, r: Rules, w: Work, trigger: Int, tile: Int, side: Int) -> None:
    """A card of ``side`` on ``tile`` was played or destroyed: every other card that watches for it grows or acts."""
    rest = s.watching & ~(1 << tile)
    while rest:
        watcher = lowest(rest)
        rest &= rest - 1
        card = s.card[watcher]
        owner = s.card_owner[watcher]
        for i in range(t.ability_count[card]):
            a = t.ability[card][i]
            if t.trigger[a] != trigger or not is_meant(t.per_relation[a], owner, side):
                continue
            if t.operation[a] == MODIFY_POWER_SCALE:
                delta = s.scale_delta[watcher] + t.amount[a]
                if delta > MAX_CHANGE or delta < -MAX_CHANGE:
                    w.error = CHANGE_BEYOND
                    return
                s.scale_delta[watcher] = delta
                note(w, SCALE, watcher, tile, card, owner, t.amount[a])
            else:
                act_into(s, t, r, w, a, card, owner, watcher)


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
        watchers_into(s, t, r, w, ON_CARD_DESTROYED, tile, s.card_owner[tile])
    rest = victims
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        remove_into(s, t, r, w, tile)
        w.destroyer[tile] = NOBODY
