"""Power: auras, scaling, and what counts as enhanced or enfeebled."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.board import is_meant, lane_mask, occupied
from qb_engine.kernel.layout import (
    ALL_TILES,
    ANY_CARD,
    AREA_AFFECTED,
    AREA_GLOBAL,
    AREA_LANE,
    CLASSIFY_NET,
    EITHER,
    ENEMIES,
    ENFEEBLED,
    ENHANCED,
    MODIFY_POWER,
    MODIFY_POWER_SCALE,
    STATUSES,
    WHILE_IN_PLAY,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import AURA_OFF, AURA_ON, note


@kernel
def area_mask(t: Tables, area: Int, card: Int, side: Int, tile: Int) -> Int:
    """The tiles that an ability of ``card``, lying on ``tile`` for ``side``, looks at, one bit each."""
    if area == AREA_AFFECTED:
        return t.reach[card][side][tile]
    if area == AREA_GLOBAL:
        return ALL_TILES
    if area == AREA_LANE:
        return lane_mask(tile)
    return 1 << tile


@kernel
def is_aura(t: Tables, a: Int) -> bool:
    """Whether ability ``a`` raises or lowers other cards for as long as its own lies there."""
    return t.trigger[a] == WHILE_IN_PLAY and t.operation[a] == MODIFY_POWER


@kernel
def aura_mask(t: Tables, a: Int, card: Int, side: Int, tile: Int) -> Int:
    """The tiles that aura ``a`` of ``card`` reaches from ``tile``; an aura never touches its own source."""
    return area_mask(t, t.area[a], card, side, tile) & ~(1 << tile)


def aura_between(t: Tables, card: int, side: int, tile: int, owner: int, other: int) -> int:
    """What the auras of ``card``, on ``tile`` for ``side``, give a card of ``owner`` on ``other``; to explain a power.

    The board keeps the sums (``aura_into``); who gave which part of one is asked for seldom, and never by a kernel.
    """
    total = 0
    for i in range(int(t.ability_count[card])):
        a = int(t.ability[card][i])
        if is_aura(t, a) and aura_mask(t, a, card, side, tile) >> other & 1 and is_meant(t.relation[a], side, owner):
            total += int(t.amount[a])
    return total


@kernel
def aura_into(s: State, t: Tables, w: Work, card: Int, side: Int, tile: Int, sign: Int) -> None:
    """The auras of ``card`` begin (sign 1) or end (-1)."""
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if not is_aura(t, a):
            continue
        mask = aura_mask(t, a, card, side, tile)
        amount = t.amount[a] * sign
        note(w, AURA_ON if sign > 0 else AURA_OFF, tile, tile, card, side, t.amount[a])
        for victim in range(2):
            if is_meant(t.relation[a], side, victim):
                rest = mask
                while rest:
                    other = lowest(rest)
                    rest &= rest - 1
                    s.aura[victim][other] += amount


@kernel
def felt_aura(s: State, tile: Int) -> Int:
    """The sum of the auras on the card that lies on ``tile``."""
    return s.aura[s.card_owner[tile]][tile]


@kernel
def status_value(s: State, r: Rules, tile: Int) -> Int:
    """Above 0 the card on ``tile`` is enhanced, below 0 enfeebled; scaling in play never counts (fine print 1)."""
    if r.classify == CLASSIFY_NET:
        return s.power_delta[tile] + s.scale_delta[tile] + felt_aura(s, tile)
    return s.power_delta[tile]


@kernel
def trigger_value(s: State, r: Rules, tile: Int) -> Int:
    """What first-enhanced and first-enfeebled look at: the status, with or without auras as the rules say."""
    value = s.power_delta[tile]
    if r.classify == CLASSIFY_NET:
        value += s.scale_delta[tile]
    if r.aura_triggers:
        value += felt_aura(s, tile)
    return value


@kernel
def count_statuses_into(s: State, r: Rules, w: Work) -> None:
    """How many cards of each side are enhanced, enfeebled, either, and there at all."""
    for status in range(STATUSES):
        w.counts[status][0] = 0
        w.counts[status][1] = 0
    rest = occupied(s)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        value = status_value(s, r, tile)
        w.counts[ANY_CARD][s.card_owner[tile]] += 1
        if value != 0:
            w.counts[ENHANCED if value > 0 else ENFEEBLED][s.card_owner[tile]] += 1
            w.counts[EITHER][s.card_owner[tile]] += 1


@kernel
def is_counted(status: Int, relation: Int, value: Int) -> bool:
    """Whether a scaling card with the status value ``value`` is among the cards it counts."""
    if relation == ENEMIES:
        return False
    if status == ENHANCED:
        return value > 0
    if status == ENFEEBLED:
        return value < 0
    return status == ANY_CARD or value != 0


@kernel
def live_scaling(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> Int:
    """While-in-play scaling of the card on ``tile``: so much for each other card of the counted status."""
    total = 0
    card = s.card[tile]
    owner = s.card_owner[tile]
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.trigger[a] != WHILE_IN_PLAY or t.operation[a] != MODIFY_POWER_SCALE:
            continue
        count = 0
        for side in range(2):
            if is_meant(t.per_relation[a], owner, side):
                count += w.counts[t.per_status[a]][side]
        if t.counts_self[a] == 0 and is_counted(t.per_status[a], t.per_relation[a], status_value(s, r, tile)):
            count -= 1
        total += t.amount[a] * count
    return total


@kernel
def refresh_into(s: State, t: Tables, r: Rules, w: Work) -> None:
    """Recompute every card's effective power."""
    for side in range(2):
        rest = s.cards_of[side]
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            base = t.base[s.card[tile]] + s.base_change[tile]
            s.power[tile] = base + s.power_delta[tile] + s.scale_delta[tile] + s.aura[side][tile]
    rest = s.scaling
    if rest:
        count_statuses_into(s, r, w)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        s.power[tile] += live_scaling(s, t, r, w, tile)
