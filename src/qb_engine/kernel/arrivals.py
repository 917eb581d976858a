"""How cards enter the board: laid, or spawned by an effect, which any effect but a token's own may do."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.board import attend_into, occupied
from qb_engine.kernel.effects import act_on_cards_into, has_trigger, modify_power_into
from qb_engine.kernel.layout import (
    ALL_TILES,
    FLAG_THRESHOLD,
    MAX_UID,
    ON_POWER_THRESHOLD,
    ON_SPAWNED,
    SPAWN_TOKEN,
    UIDS_SPENT,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import SPAWNED, note
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
def spawned_into(s: State, t: Tables, r: Rules, w: Work, token: Int, side: Int, tile: Int, rank: Int) -> None:
    """on_spawned of a token; what it gains by the pawns it stands on is silent where the rank chose the token."""
    for i in range(t.ability_count[token]):
        a = t.ability[token][i]
        if t.trigger[a] != ON_SPAWNED:
            continue
        if t.by_rank[a] == 0:
            act_on_cards_into(s, t, r, w, a, token, side, tile)
        elif r.token_by_rank == 0:
            modify_power_into(s, t, r, w, a, rank, token, side, tile)


@kernel
def spawn_tokens_into(s: State, t: Tables, r: Rules, w: Work, a: Int, card: Int, side: Int, tile: Int) -> None:
    """A token on every own empty ranked tile; which tiles is settled before the first token (fine print 13)."""
    rest = ALL_TILES & ~occupied(s)
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        if s.owner[other] != side or s.rank[other] == 0:
            continue
        rank = s.rank[other]
        token = t.cards[a][rank - 1] if r.token_by_rank else t.cards[a][0]
        note(w, SPAWNED, other, tile, token, side, rank)
        enter_into(s, t, r, w, token, side, other, card, rank)
        spawned_into(s, t, r, w, token, side, other, rank)


@kernel
def act_into(s: State, t: Tables, r: Rules, w: Work, a: Int, card: Int, side: Int, tile: Int) -> None:
    """Ability ``a`` of ``card`` acts now, outside its own play."""
    if t.operation[a] == SPAWN_TOKEN:
        spawn_tokens_into(s, t, r, w, a, card, side, tile)
    else:
        act_on_cards_into(s, t, r, w, a, card, side, tile)
