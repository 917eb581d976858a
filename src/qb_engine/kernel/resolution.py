"""One play from the hand to rest: the resolution loop of the rule book, step by step, for every ruleset."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.arrivals import act_into, enter_into, spawn_tokens_into, stood_below
from qb_engine.kernel.board import is_instance, occupied
from qb_engine.kernel.destruction import destroy_into, watchers_into
from qb_engine.kernel.effects import add_to_hand_into, modify_power_into, targets
from qb_engine.kernel.layout import (
    ADD_TO_HAND,
    ALL_TILES,
    DESTROY_CARDS,
    EXPAND_POSITIONS,
    FLAG_ENFEEBLED,
    FLAG_ENHANCED,
    FLAG_THRESHOLD,
    MODIFY_POWER,
    NO_CARD,
    NOBODY,
    ON_CARD_PLAYED,
    ON_ENFEEBLED,
    ON_FIRST_ENFEEBLED,
    ON_FIRST_ENHANCED,
    ON_PLAY,
    ON_POWER_THRESHOLD,
    PAWNS_FIRST,
    REPLACE_ALLY,
    RETRACT,
    ROUNDS_ENDLESS,
    SETTLE_ROUNDS,
    SPAWN_TOKEN,
    TILES,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import PLACED, REPLACED, TRIGGER, note
from qb_engine.kernel.pawns import expand_into, make_pawns_into
from qb_engine.kernel.powers import felt_aura, refresh_into, trigger_value


@kernel
def begin_play_into(w: Work) -> None:
    """Forget the last play."""
    w.error = 0
    w.replaced = 0
    w.replaced_power = 0
    w.marked = 0
    w.queue_head = 0
    w.queue_count = 0
    w.added_count = 0
    w.log_count = 0
    for tile in range(TILES):
        w.destroyer[tile] = NOBODY


@kernel
def destroy_meant_into(s: State, t: Tables, r: Rules, w: Work, a: Int, card: Int, side: Int, tile: Int) -> None:
    """destroy_cards: all the cards it means, as one batch, without a settle (fine print 8)."""
    victims = targets(s, t, a, card, side, tile)
    rest = victims
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        w.destroyer[other] = side
    destroy_into(s, t, r, w, victims)


@kernel
def replace_into(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> None:
    """The ally under a replace card: its power is taken, then it is destroyed in every respect (fine print 19)."""
    w.replaced = 1
    w.replaced_power = s.power[tile]
    w.destroyer[tile] = NOBODY
    note(w, REPLACED, tile, tile, s.card[tile], s.card_owner[tile], s.power[tile])
    destroy_into(s, t, r, w, 1 << tile)


@kernel
def on_play_into(s: State, t: Tables, r: Rules, w: Work, card: Int, side: Int, tile: Int, uid: Int) -> None:
    """Step 5, first part: the on_play operations that act on cards and tiles, in the order of the data."""
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.trigger[a] != ON_PLAY:
            continue
        operation = t.operation[a]
        if operation == MODIFY_POWER:
            modify_power_into(s, t, r, w, a, t.amount[a], card, side, tile)
        elif operation == DESTROY_CARDS:
            destroy_meant_into(s, t, r, w, a, card, side, tile)
        elif operation == REPLACE_ALLY:
            if w.replaced:
                modify_power_into(s, t, r, w, a, t.amount[a] * w.replaced_power, card, side, tile)
        elif operation == EXPAND_POSITIONS:
            expand_into(s, t, r, w, card, side, tile, uid)


@kernel
def bring_cards_into(s: State, t: Tables, r: Rules, w: Work, card: Int, side: Int, tile: Int) -> None:
    """Step 5, last part: spawns, then hand additions."""
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.trigger[a] == ON_PLAY and t.operation[a] == SPAWN_TOKEN:
            spawn_tokens_into(s, t, r, w, a, card, side, tile)
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.trigger[a] == ON_PLAY and t.operation[a] == ADD_TO_HAND:
            add_to_hand_into(s, t, w, a, side, tile)


@kernel
def activate_into(s: State, w: Work, tile: Int, a: Int) -> None:
    """Put one ability of the card on ``tile`` into this round."""
    w.round_tile[w.round_count] = tile
    w.round_uid[w.round_count] = s.uid[tile]
    w.round_ability[w.round_count] = a
    w.round_count += 1


@kernel
def collect_queued_into(s: State, t: Tables, w: Work) -> None:
    """The answers to every lowering since the last round, in the order of the lowerings."""
    while w.queue_head < w.queue_count:
        tile = w.queue_tile[w.queue_head]
        if is_instance(s, tile, w.queue_uid[w.queue_head]):
            card = s.card[tile]
            for i in range(t.ability_count[card]):
                if t.trigger[t.ability[card][i]] == ON_ENFEEBLED:
                    activate_into(s, w, tile, t.ability[card][i])
        w.queue_head += 1


@kernel
def threshold_fires(s: State, t: Tables, tile: Int, i: Int, a: Int) -> bool:
    """Whether power has just risen to the threshold, for the first time if that is asked; keeps its two flags."""
    fired = FLAG_THRESHOLD << (2 * i)
    if s.power[tile] < t.threshold[a]:
        s.flags[tile] |= stood_below(i)
        return False
    stood = s.flags[tile] & stood_below(i)
    s.flags[tile] &= ~stood_below(i)
    if stood == 0 or (t.once[a] and s.flags[tile] & fired):
        return False
    s.flags[tile] |= fired
    return True


@kernel
def first_time_flag(trigger: Int, value: Int, repeat: Int) -> Int:
    """The flag of a first-enhanced or first-enfeebled condition that holds at ``value``; 0 when none does."""
    if trigger == ON_FIRST_ENHANCED:
        return FLAG_ENHANCED if value > 0 else 0
    if trigger == ON_FIRST_ENFEEBLED or (trigger == ON_ENFEEBLED and repeat == 0):
        return FLAG_ENFEEBLED if value < 0 else 0
    return 0


@kernel
def collect_answers_into(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> None:
    """What the card on ``tile`` answers to the powers just recomputed; flags are set before anything runs."""
    card = s.card[tile]
    value = trigger_value(s, r, tile)
    before = s.flags[tile]
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        flag = first_time_flag(t.trigger[a], value, r.enfeebled_repeat)
        s.flags[tile] |= flag
        if flag & ~before or (t.trigger[a] == ON_POWER_THRESHOLD and threshold_fires(s, t, tile, i, a)):
            activate_into(s, w, tile, a)


@kernel
def run_round_into(s: State, t: Tables, r: Rules, w: Work) -> bool:
    """All that became true on this recomputation runs as one round; says whether anything did."""
    w.round_count = 0
    collect_queued_into(s, t, w)
    rest = s.answering
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        collect_answers_into(s, t, r, w, tile)
    card = NO_CARD
    side = NOBODY
    for k in range(w.round_count):
        tile = w.round_tile[k]
        a = w.round_ability[k]
        if is_instance(s, tile, w.round_uid[k]):
            card = s.card[tile]
            side = s.card_owner[tile]
            note(w, TRIGGER, tile, t.trigger[a], card, side, s.power[tile])
        elif t.follows[a] == 0:
            card = NO_CARD  # gone before its turn; an effect that has begun is carried out whole
        if card == NO_CARD:
            continue
        if t.operation[a] == DESTROY_CARDS:
            destroy_meant_into(s, t, r, w, a, card, side, tile)
        else:
            act_into(s, t, r, w, a, card, side, tile)
    return w.round_count > 0


@kernel
def doomed(s: State, r: Rules) -> Int:
    """The cards whose power destroys them, one bit each (fine print 15: auras judge only if the rules let them)."""
    victims = 0
    if r.zero_power_destroys == 0:
        return victims
    rest = occupied(s)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        power = s.power[tile]
        if r.aura_can_destroy == 0:
            power -= felt_aura(s, tile)
        if power <= 0:
            victims |= 1 << tile
    return victims


@kernel
def condemned_into(s: State, w: Work) -> Int:
    """The cards that effects have condemned since the last batch and that still lie there, one bit each."""
    victims = 0
    rest = w.marked
    w.marked = 0
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        if is_instance(s, tile, w.marked_uid[tile]):
            victims |= 1 << tile
    return victims


@kernel
def settle_into(s: State, t: Tables, r: Rules, w: Work) -> None:
    """Step 6: recompute, answer, and only when nothing answers collect the dead; until nothing changes."""
    for _round in range(SETTLE_ROUNDS):
        refresh_into(s, t, r, w)
        if w.error:
            return
        if run_round_into(s, t, r, w):
            continue
        victims = doomed(s, r) | condemned_into(s, w)
        if victims == 0:
            return
        destroy_into(s, t, r, w, victims)
    w.error = ROUNDS_ENDLESS


@kernel
def finish_play_into(s: State, r: Rules) -> None:
    """Step 7: the passes are forgotten, and a full board may end the game."""
    s.passes = 0
    s.played = 1
    if r.end_on_full_board and occupied(s) == ALL_TILES:
        s.over = 1


@kernel
def resolve_into(s: State, t: Tables, r: Rules, w: Work, side: Int, card: Int, tile: Int) -> None:
    """Lay ``card`` on ``tile`` for ``side`` and follow it to rest: the placement is legal, the card in no hand.

    When ``w.error`` is set afterwards the state is worthless and the caller goes back to the one before.
    """
    begin_play_into(w)
    if s.card[tile] != NO_CARD:
        replace_into(s, t, r, w, tile)
    note(w, PLACED, tile, tile, card, side, t.base[card])
    uid = s.next_uid
    enter_into(s, t, r, w, card, side, tile, NO_CARD, 0)
    if r.order == PAWNS_FIRST:
        make_pawns_into(s, t, r, w, card, side, tile, uid)
    on_play_into(s, t, r, w, card, side, tile, uid)
    watchers_into(s, t, r, w, ON_CARD_PLAYED, tile, side)
    bring_cards_into(s, t, r, w, card, side, tile)
    settle_into(s, t, r, w)
    if r.order != PAWNS_FIRST and (is_instance(s, tile, uid) or r.pawns_on_destroy != RETRACT):
        make_pawns_into(s, t, r, w, card, side, tile, uid)
    finish_play_into(s, r)
