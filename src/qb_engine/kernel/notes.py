"""What a deck did in a game, noted as it is played: what was drawn, laid and left, and how soon there was room."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells
from qb_engine.kernel.board import ground_into
from qb_engine.kernel.layout import DECK_SIZE, LANES, NO_CARD, Notes, Rules, State, Tables, Work
from qb_engine.kernel.scoring import score_into


@kernel
def place_in_deck(deck: list[int], begin: Int, card: Int) -> Int:
    """The first place of ``card`` among the cards of the deck that begins at ``begin``; -1 when it is none of them."""
    for place in range(DECK_SIZE):
        if deck[begin + place] == card:
            return place
    return -1


@kernel
def note_choice_into(n: Notes, s: State, w: Work, side: Int, card: Int, deck: list[int], begin: Int) -> None:
    """``side`` is about to lay ``card``, or to pass when it is NO_CARD; ``ground_into`` was asked for it."""
    if n.rank_two_turn == 0 and w.ground[2]:
        n.rank_two_turn = s.turns_begun[side]
    if n.rank_three_turn == 0 and w.ground[3]:
        n.rank_three_turn = s.turns_begun[side]
    if card == NO_CARD:
        n.passed += 1
        return
    n.laid += 1
    place = place_in_deck(deck, begin, card)
    if place >= 0:
        n.played |= 1 << place


@kernel
def copies_left(s: State, side: Int, card: Int) -> Int:
    """How many of this card are still in the deck of ``side``."""
    count = 0
    for i in range(s.deck_count[side]):
        if s.deck[side][i] == card:
            count += 1
    return count


@kernel
def is_held(s: State, side: Int, card: Int) -> bool:
    """Whether ``side`` has this card in its hand."""
    for i in range(s.hand_count[side]):
        if s.hand[side][i] == card:
            return True
    return False


@kernel
def note_ending_into(n: Notes, s: State, t: Tables, r: Rules, w: Work, side: Int, deck: list[int], begin: Int) -> None:
    """The game is over: what ``side`` drew of its deck, what is left in its hand, and the lanes it won."""
    for place in range(DECK_SIZE):
        card = deck[begin + place]
        if place_in_deck(deck, begin, card) < place:
            continue
        copies = 0
        for other in range(DECK_SIZE):
            if deck[begin + other] == card:
                copies += 1
        if copies_left(s, side, card) < copies:
            n.drawn |= 1 << place
        if is_held(s, side, card):
            n.stuck |= 1 << place
    n.held = s.hand_count[side]
    score_into(s, t, r, w)
    for lane in range(LANES):
        if w.lane_winner[lane] == side:
            n.lanes += 1


@kernel
def note_choice(ns: Cells[Notes], ss: Cells[State], ws: Cells[Work], side: Int, card: Int, deck: list[int]) -> None:
    """The same for a game that is played from Python, move by move."""
    ground_into(ss[0], ws[0], side)
    note_choice_into(ns[side], ss[0], ws[0], side, card, deck, 0)


@kernel
def note_ending(
    ns: Cells[Notes],
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    side: Int,
    deck: list[int],
) -> None:
    """The same for a game that was played from Python."""
    note_ending_into(ns[side], ss[0], ts[0], rs[0], ws[0], side, deck, 0)
