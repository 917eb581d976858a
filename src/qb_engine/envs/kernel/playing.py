"""One game: dealt from a choice of decks, moved on by one action, and how it stands."""

from __future__ import annotations

from kernelkit.chance import Chance, below
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.envs.kernel.layout import GOES_ON, IS_CUT, IS_OVER, PASS_ACTION, Seat
from qb_engine.envs.kernel.seeing import seen_tile
from qb_engine.kernel.layout import DECK_SIZE, TILES, Rules, State, Tables, Work
from qb_engine.kernel.resolution import begin_play_into, resolve_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.turns import (
    begin_turn_into,
    draw_card_into,
    end_turn_into,
    pass_into,
    shuffle_into,
    take_from_hand_into,
)
from qb_engine.models import OPENING_HAND


@kernel
def deal_side_into(s: State, c: Chance, side: Int, decks: list[int]) -> None:
    """``side`` is given one of the decks, shuffled, and its opening hand."""
    begin = below(c, len(decks) // DECK_SIZE) * DECK_SIZE
    for i in range(DECK_SIZE):
        s.deck[side][i] = decks[begin + i]
    s.deck_count[side] = DECK_SIZE
    s.hand_tracked[side] = 1
    shuffle_into(s, c, side)
    for _card in range(OPENING_HAND):
        draw_card_into(s, side)


@kernel
def deal_into(ss: Cells[State], at: Int, fresh: Cells[State], c: Chance, yours: list[int], enemys: list[int]) -> None:
    """A new game in cell ``at``: two decks, two hands, and who begins, all by chance."""
    copy_cell(ss, at, fresh, 0)
    deal_side_into(ss[at], c, 0, yours)
    deal_side_into(ss[at], c, 1, enemys)
    ss[at].side_to_act = below(c, 2)
    begin_turn_into(ss[at])


@kernel
def act_into(ss: Cells[State], at: Int, spare: Cells[State], t: Tables, r: Rules, w: Work, action: Int) -> None:
    """The side to act does what the mask allows, and its turn ends.

    A play that would never come to rest is refused by the rules: the side has passed.
    """
    s = ss[at]
    side = s.side_to_act
    begin_play_into(w)
    if action == PASS_ACTION:
        pass_into(s)
    else:
        copy_cell(spare, 0, ss, at)
        index = action // TILES
        card = s.hand[side][index]
        take_from_hand_into(s, side, index)
        resolve_into(s, t, r, w, side, card, seen_tile(side, action % TILES))
        if w.error:
            copy_cell(ss, at, spare, 0)
            pass_into(s)
    end_turn_into(s)


@kernel
def judge_into(s: State, t: Tables, r: Rules, w: Work, v: Seat, most_plies: Int) -> None:
    """Whether the game goes on; at its end the margin, and what player 0 gets: 1, 0 or -1."""
    v.ended = IS_OVER if s.over else (IS_CUT if v.plies >= most_plies else GOES_ON)
    v.reward = 0
    v.margin = 0
    if v.ended != GOES_ON:
        v.margin = margin(s, t, r, w)
        v.reward = 1 if v.margin > 0 else (-1 if v.margin < 0 else 0)


@kernel
def random_action(c: Chance, v: Seat) -> Int:
    """Any placement that the mask allows, each as likely as the other; a pass without one."""
    if v.cards == 0 or v.upto[v.cards - 1] == 0:
        return PASS_ACTION
    chosen = below(c, v.upto[v.cards - 1])
    index = 0
    while v.upto[index] <= chosen:
        index += 1
    left = chosen - (v.upto[index - 1] if index > 0 else 0)
    action = index * TILES
    while left > 0 or v.mask[action] == 0:
        left -= v.mask[action]
        action += 1
    return action
