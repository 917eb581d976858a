"""The course of a game: shuffle, mulligan, draw, play, pass, and the end."""

from __future__ import annotations

from kernelkit.chance import Chance, below
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import (
    ALREADY_DREW,
    ALREADY_PLAYED,
    DECK_SIZE,
    GAME_OVER,
    HAND_CAPACITY,
    MAX_TURNS,
    MULLIGAN_DONE,
    MULLIGAN_LATE,
    MULLIGAN_ROOM,
    NO_CARD,
    NOT_YOUR_TURN,
    RETURN_BOTTOM,
    Rules,
    State,
)


@kernel
def shuffle_into(s: State, c: Chance, side: Int) -> None:
    """Shuffle what is left of a deck (Fisher and Yates)."""
    for i in range(s.deck_count[side] - 1, 0, -1):
        j = below(c, i + 1)
        kept = s.deck[side][i]
        s.deck[side][i] = s.deck[side][j]
        s.deck[side][j] = kept


@kernel
def draw_card_into(s: State, side: Int) -> Int:
    """The next card of the deck goes to the end of the hand; NO_CARD from an empty deck or into a full hand."""
    if s.deck_count[side] == 0 or s.hand_count[side] == HAND_CAPACITY:
        return NO_CARD
    s.deck_count[side] -= 1
    card = s.deck[side][s.deck_count[side]]
    s.hand[side][s.hand_count[side]] = card
    s.hand_count[side] += 1
    return card


@kernel
def take_from_hand_into(s: State, side: Int, index: Int) -> None:
    """The card at ``index`` leaves the hand; the others close up."""
    for i in range(index, s.hand_count[side] - 1):
        s.hand[side][i] = s.hand[side][i + 1]
    s.hand_count[side] -= 1


@kernel
def hand_cards_in(s: State, side: Int, places: Int) -> Int:
    """How many of the hand's cards have their bits set in ``places``."""
    count = 0
    for i in range(s.hand_count[side]):
        count += places >> i & 1
    return count


@kernel
def mulligan_refusal(s: State, side: Int, returned: Int) -> Int:
    """Why ``side`` may not return these hand cards now: 0, or a refusal code."""
    if s.over:
        return GAME_OVER
    if s.mulligan_done[side]:
        return MULLIGAN_DONE
    acted = s.side_to_act != side or s.played
    if s.turns_begun[side] > 1 or (s.turns_begun[side] == 1 and acted):
        return MULLIGAN_LATE
    if s.deck_count[side] + hand_cards_in(s, side, returned) > DECK_SIZE:
        return MULLIGAN_ROOM
    return 0


@kernel
def put_under_into(s: State, side: Int, card: Int) -> None:
    """``card`` goes under the deck, which has room for it: ``mulligan_refusal`` has counted."""
    for i in range(s.deck_count[side], 0, -1):
        s.deck[side][i] = s.deck[side][i - 1]
    s.deck[side][0] = card
    s.deck_count[side] += 1


@kernel
def give_back_into(s: State, side: Int, returned: Int) -> None:
    """The hand cards whose bits are set in ``returned`` go under the deck."""
    for i in range(s.hand_count[side] - 1, -1, -1):
        if returned >> i & 1:
            card = s.hand[side][i]
            take_from_hand_into(s, side, i)
            put_under_into(s, side, card)


@kernel
def mulligan_into(s: State, r: Rules, c: Chance, side: Int, returned: Int, count: Int) -> None:
    """Exchange ``count`` hand cards, those with a bit in ``returned``; kept ones keep their order (fine print 20)."""
    s.mulligan_done[side] = 1
    if r.mulligan_return != RETURN_BOTTOM:
        give_back_into(s, side, returned)
        shuffle_into(s, c, side)
    for _card in range(count):
        draw_card_into(s, side)
    if r.mulligan_return == RETURN_BOTTOM:
        give_back_into(s, side, returned)


@kernel
def is_draw_due(s: State, side: Int) -> bool:
    """Whether the turn that ``side`` has begun has a draw: its first has none."""
    return s.turns_begun[side] > 1


@kernel
def begin_turn_into(s: State) -> None:
    """The side to act begins its turn, and draws if that is due."""
    side = s.side_to_act
    s.played = 0
    s.turns_begun[side] = min(MAX_TURNS, s.turns_begun[side] + 1)
    s.drawn = 1
    if is_draw_due(s, side) and s.hand_tracked[side]:
        draw_card_into(s, side)


@kernel
def begin_game_into(s: State, c: Chance, first: Int, hand_size: Int) -> None:
    """Both decks are shuffled, both hands drawn, and the first turn begins."""
    for side in range(2):
        shuffle_into(s, c, side)
        for _card in range(hand_size):
            draw_card_into(s, side)
    s.side_to_act = first
    begin_turn_into(s)


@kernel
def end_turn_into(s: State) -> None:
    """The other side's turn begins, draw included; a game that is over draws nothing (fine print 17)."""
    if s.over:
        return
    s.side_to_act = 1 - s.side_to_act
    s.turn = min(MAX_TURNS, s.turn + 1)
    begin_turn_into(s)


@kernel
def turn_refusal(s: State, side: Int) -> Int:
    """Why ``side`` may not act now: 0, or a refusal code."""
    if s.over:
        return GAME_OVER
    if s.side_to_act != side:
        return NOT_YOUR_TURN
    if s.played:
        return ALREADY_PLAYED
    return 0


@kernel
def draw_refusal(s: State, side: Int) -> Int:
    """Why ``side`` may not draw now: 0, or a refusal code."""
    refusal = turn_refusal(s, side)
    if refusal == 0 and s.drawn:
        return ALREADY_DREW
    return refusal


@kernel
def pass_into(s: State) -> None:
    """The side to act passes; the second pass in a row ends the game."""
    s.passes = min(2, s.passes + 1)
    s.played = 1
    if s.passes == 2:
        s.over = 1
