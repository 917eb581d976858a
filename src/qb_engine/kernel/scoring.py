"""Lane powers, lane points and totals. Nothing here writes into a state."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import (
    COLUMNS,
    ENEMY,
    LANES,
    NO_CARD,
    NOBODY,
    SCORE_BONUS,
    TILES,
    TRANSFER_OWN_LANE,
    YOU,
    Rules,
    State,
    Tables,
    Work,
)


@kernel
def lane_power(s: State, side: Int, lane: Int) -> Int:
    """Power of ``side``'s cards in ``lane``, auras included; 0 without cards, and it may be negative."""
    total = 0
    for tile in range(lane * COLUMNS, (lane + 1) * COLUMNS):
        if s.card[tile] != NO_CARD and s.card_owner[tile] == side:
            total += s.power[tile]
    return total


@kernel
def lane_winner(you: Int, enemy: Int) -> Int:
    """The side with more power; nobody on a tie, also at 0."""
    if you > enemy:
        return YOU
    if enemy > you:
        return ENEMY
    return NOBODY


@kernel
def flat_bonus(t: Tables, card: Int) -> Int:
    """The points that a card adds to a lane its side wins."""
    total = 0
    for i in range(t.ability_count[card]):
        a = t.ability[card][i]
        if t.operation[a] == SCORE_BONUS:
            total += t.amount[a]
    return total


@kernel
def transfers_of(t: Tables, card: Int) -> Int:
    """How often a card carries the loser's power over to the winner."""
    total = 0
    for i in range(t.ability_count[card]):
        total += t.transfers[t.ability[card][i]]
    return total


@kernel
def transfers_everywhere(s: State, t: Tables, r: Rules) -> bool:
    """``all_lanes_once``: whether a card that carries the loser's power over lies anywhere, whoever owns it."""
    if r.min_transfer == TRANSFER_OWN_LANE:
        return False
    for tile in range(TILES):
        if s.card[tile] != NO_CARD and transfers_of(t, s.card[tile]) > 0:
            return True
    return False


@kernel
def lane_bonus(s: State, t: Tables, r: Rules, lane: Int, winner: Int, lower: Int, transfers: bool) -> Int:
    """What is added to the winner's points in ``lane``; ``lower`` is the loser's power there."""
    bonus = lower if transfers else 0
    for tile in range(lane * COLUMNS, (lane + 1) * COLUMNS):
        card = s.card[tile]
        if card != NO_CARD and s.card_owner[tile] == winner:
            bonus += flat_bonus(t, card)
            if r.min_transfer == TRANSFER_OWN_LANE:
                bonus += transfers_of(t, card) * lower
    return bonus


@kernel
def score_into(s: State, t: Tables, r: Rules, w: Work) -> None:
    """Power, winner and points of each lane, and both totals, into ``w``."""
    w.total[YOU] = 0
    w.total[ENEMY] = 0
    transfers = transfers_everywhere(s, t, r)
    for lane in range(LANES):
        you = lane_power(s, YOU, lane)
        enemy = lane_power(s, ENEMY, lane)
        winner = lane_winner(you, enemy)
        points = 0
        if winner != NOBODY:
            points = max(you, enemy) + lane_bonus(s, t, r, lane, winner, min(you, enemy), transfers)
            w.total[winner] += points
        w.lane_power[YOU][lane] = you
        w.lane_power[ENEMY][lane] = enemy
        w.lane_winner[lane] = winner
        w.lane_points[lane] = points


@kernel
def margin(s: State, t: Tables, r: Rules, w: Work) -> Int:
    """Your total minus the enemy's."""
    score_into(s, t, r, w)
    return w.total[YOU] - w.total[ENEMY]
