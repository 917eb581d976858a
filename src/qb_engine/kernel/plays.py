"""What a library user asks at every ply, each in one call: the placements, a play, a whole turn, the score.

A play that is refused or cannot be followed to its end leaves the state as it was. Codes are those of ``entries``.
"""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.board import ground_into, laying_refusal, legal_mask
from qb_engine.kernel.destruction import destroy_into
from qb_engine.kernel.effects import change_power_into
from qb_engine.kernel.layout import (
    CARD_NOT_HELD,
    NO_CARD,
    NOT_IN_HAND,
    TILES,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.powers import refresh_into
from qb_engine.kernel.resolution import begin_play_into, resolve_into, settle_into
from qb_engine.kernel.scoring import score_into
from qb_engine.kernel.turns import end_turn_into, pass_into, take_from_hand_into, turn_refusal


@kernel
def next_in_hand(s: State, side: Int, last: Int) -> Int:
    """The lowest card in the hand of ``side`` above ``last``, or NO_CARD."""
    found = NO_CARD
    for i in range(s.hand_count[side]):
        card = s.hand[side][i]
        if card > last and (found == NO_CARD or card < found):
            found = card
    return found


@kernel
def list_placements(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], side: Int, placements: list[int]
) -> Int:
    """Every distinct placement of the hand as ``card * TILES + tile``, rising; how many. None when the game is over."""
    s = ss[0]
    count = 0
    if s.over:
        return count
    ground_into(s, ws[0], side)
    card = next_in_hand(s, side, NO_CARD)
    while card != NO_CARD:
        rest = legal_mask(s, ts[0], rs[0], ws[0], side, card)
        while rest:
            placements[count] = card * TILES + lowest(rest)
            count += 1
            rest &= rest - 1
        card = next_in_hand(s, side, card)
    return count


@kernel
def hand_place(s: State, side: Int, card: Int) -> Int:
    """Where the first such card is in the hand, or -1."""
    for i in range(s.hand_count[side]):
        if s.hand[side][i] == card:
            return i
    return -1


@kernel
def played_into(
    ss: Cells[State],
    spare: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    side: Int,
    index: Int,
    tile: Int,
) -> Int:
    """Lay the hand card at ``index``, whoever is to act: 0, a refusal code, or minus an error."""
    s = ss[0]
    card = s.hand[side][index]
    refusal = laying_refusal(s, ts[0], rs[0], side, card, tile)
    if refusal != 0:
        return refusal
    copy_cell(spare, 0, ss, 0)
    take_from_hand_into(s, side, index)
    resolve_into(s, ts[0], rs[0], ws[0], side, card, tile)
    if ws[0].error:
        copy_cell(ss, 0, spare, 0)
        return -ws[0].error
    return 0


@kernel
def play_from_hand(
    ss: Cells[State],
    spare: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    side: Int,
    index: Int,
    tile: Int,
) -> Int:
    """Lay the hand card at ``index``, not ending the turn: 0, a refusal code, or minus an error."""
    if index < 0 or index >= ss[0].hand_count[side]:
        return NOT_IN_HAND
    refusal = turn_refusal(ss[0], side)
    if refusal != 0:
        return refusal
    return played_into(ss, spare, ts, rs, ws, side, index, tile)


@kernel
def make_move(
    ss: Cells[State],
    spare: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    card: Int,
    tile: Int,
) -> Int:
    """The side to act lays ``card`` from its hand, or passes when it is NO_CARD, and its turn ends. Codes as before."""
    s = ss[0]
    side = s.side_to_act
    refusal = turn_refusal(s, side)
    if refusal != 0:
        return refusal
    if card == NO_CARD:
        begin_play_into(ws[0])
        pass_into(s)
    else:
        index = hand_place(s, side, card)
        if index < 0:
            return CARD_NOT_HELD
        code = played_into(ss, spare, ts, rs, ws, side, index, tile)
        if code != 0:
            return code
    end_turn_into(s)
    return 0


@kernel
def score_afresh(ss: Cells[State], spare: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work]) -> None:
    """Lanes and totals into the scratch space, powers recomputed on a copy: any number of threads may ask at once."""
    copy_cell(spare, 0, ss, 0)
    refresh_into(spare[0], ts[0], rs[0], ws[0])
    score_into(spare[0], ts[0], rs[0], ws[0])


@kernel
def act_on(
    ss: Cells[State],
    spare: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    tile: Int,
    side: Int,
    amount: Int,
) -> Int:
    """``side`` changes the power of the card on ``tile``, or destroys it when ``amount`` is 0, and all comes to rest.

    0, or minus an error.
    """
    copy_cell(spare, 0, ss, 0)
    begin_play_into(ws[0])
    if amount == 0:
        ws[0].destroyer[tile] = side
        destroy_into(ss[0], ts[0], rs[0], ws[0], 1 << tile)
    else:
        change_power_into(ss[0], ts[0], rs[0], ws[0], tile, amount, side, tile, ss[0].card[tile])
    settle_into(ss[0], ts[0], rs[0], ws[0])
    if ws[0].error:
        copy_cell(ss, 0, spare, 0)
        return -ws[0].error
    return 0
