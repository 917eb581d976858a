"""The records of the solver, and how cards are numbered in it.

A card is a bit. Its number is ``4 * rank + 2 * group + twin``: ranks count from 0 at the ace, twins are the two cards
of one rank and colour, and a group takes in the other colour from rank to rank:

    rank      0      1      2      3     ...
    group 0   red    black  red    black      a run in the tableau stays in its group: the two cards that may
    group 1   black  red    black  red        carry a card are the same pair of bits, four bits further

The next card of a suit is ``(card + 4) ^ 2``. What a word such as *locked* means is said in docs/solver.md.
"""

from __future__ import annotations

from typing import Annotated

from kernelkit.records import record

PILES = 7
STOCK_CARDS = 24
CARDS = 52
NUMBERS = CARDS + 4
"""Numbers of cards, and those of the cards that would follow the kings."""

HIDDEN_AT, SHOWN_AT, WASTE_AT, HELD_AT, HEIGHTS_AT, PILES_AT, KING_AT, DRAW_AT = 0, 7, 14, 15, 16, 20, 21, 22
COUNTS = 23
"""Where the numbers of a table stand in a list: how many cards each pile hides and shows, lie in the waste, lie in
waste and stock, each foundation holds; then how many piles there are, the rank of a king, and what a draw turns."""

LOW_TWINS = 0x5555555555555555
"""The lower bit of every pair of twins."""
LOW_GROUPS = 0x3333333333333333
"""Group 0 of every rank."""
SOON_HOME = 0xFF
"""Aces and twos: an ace is always safe at home, so that nothing is ever laid on a two."""

LOCK_SHIFTS = (0, 1, 3, 5, 8, 11, 14)
LOCK_MASKS = (1, 3, 3, 7, 7, 7, 7)
"""Where ``Frame.locks`` has the number of cards that pile ``i`` still locks; it is never above ``i + 1``."""
LOCKS_BITS = 17

KINDS = 6
HOME_LOCKED, UNLOCK, STOCK_HOME, HOME_LOOSE, BACK, STOCK_PLACE = range(KINDS)
"""Kinds of moves in the order in which they are tried: what turns a card up first, what cannot be undone last."""


@record
class Deal:
    """What stays the same during a search."""

    pile: Annotated[list[list[int]], "i1", (PILES, PILES)]
    """The cards that each pile locks at the start, from the bottom up."""
    pile_of: Annotated[list[int], "i1", NUMBERS]
    """The pile that locks a card at the start; -1 for a card that none does."""
    stock: Annotated[list[int], "i1", STOCK_CARDS]
    """Stock and waste at the start, in the order in which they are turned after a recycle."""
    place: Annotated[list[int], "i1", NUMBERS]
    """Where in ``stock`` a card stands; -1 for one that does not."""
    kings: Annotated[int, "i8"]
    """The kings, as bits."""
    draw_count: Annotated[int, "i1"]


@record
class Frame:
    """A position on the way down, and the moves from it that were not tried yet."""

    visible: Annotated[int, "i8"]
    """Face-up cards in the tableau."""
    locked: Annotated[int, "i8"]
    """Those of them that lie where they were dealt."""
    held: Annotated[int, "i8"]
    """Cards in stock and waste."""
    due: Annotated[int, "i8"]
    """The next card of every foundation."""
    locks: Annotated[int, "i8"]
    """How many cards each pile still locks, packed."""
    heights: Annotated[int, "i8"]
    """How many cards each foundation holds, four bits a suit."""
    left: Annotated[int, "i8"]
    """The places of ``Deal.stock`` that are still taken."""
    phase: Annotated[int, "i1"]
    """How many cards lie in the waste; 0 also where a recycle leads to the same choice."""
    needed: Annotated[int, "i1"]
    """The card that was just taken from the stock and is needed by the next move; -1 for none."""
    empty: Annotated[int, "i1"]
    """Piles that lock nothing."""
    is_asked: Annotated[int, "i1"]
    """Whether it was asked if the position is lost even when one card is drawn at a time."""
    kind: Annotated[int, "i1"]
    card: Annotated[int, "i1"]
    """The move that is tried now."""
    moves: Annotated[list[int], "i8", KINDS]
    """For each kind of move, the cards that it was not tried with yet."""


@record
class Course:
    """How far a search has come."""

    depth: Annotated[int, "i8"]
    """The frame it stands at; below 0 when it stands nowhere."""
    nodes: Annotated[int, "i8"]
    """Moves tried so far."""
    keys: Annotated[int, "i8"]
    """Keys in its table."""
    notes: Annotated[int, "i8"]
    """Notes in its pool."""
    mark: Annotated[int, "i8"]
    """The last note of what was decided before."""
    limit: Annotated[int, "i8"]
    """The count of nodes at which an answer is no longer waited for."""
