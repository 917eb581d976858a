"""What the net looks at, as places in one long list of features, and the net itself, in whole numbers.

A feature is lit or not; a card that is there twice is lit twice. Everything is seen by one player: *mine* is that
player's, *theirs* the other's, and tiles are counted from that player's side.

The net has two layers of units and one output. Its weights are whole numbers of 1/1024, and so is what its units say,
from 0 to 8: sums of whole numbers are the same in any order, plain and compiled.
"""

from __future__ import annotations

from typing import Annotated

from kernelkit.records import record
from qb_engine.kernel.layout import DECK_SIZE, HAND_CAPACITY, LANES, MAX_CARDS, MOVE_CAPACITY, TILES
from qb_engine.models import MAX_RANK

MINE, THEIRS, SIDES = 0, 1, 2

GROUND_AT = 0
"""An empty tile with pawns: tile, whose, rank."""
POWER_BINS = 13
POWER_AT = GROUND_AT + TILES * SIDES * MAX_RANK
"""A card on a tile: tile, whose, power."""
AURA_BINS = 6
AURA_AT = POWER_AT + TILES * SIDES * POWER_BINS
"""What a card would feel on an empty tile, where that is not nothing: tile, whose card, how much."""
BOARD_AT = AURA_AT + TILES * SIDES * AURA_BINS
"""A card on the board: whose, which."""
LANE_CARD_AT = BOARD_AT + SIDES * MAX_CARDS
"""A card in a lane: whose, which, lane."""
HAND_AT = LANE_CARD_AT + SIDES * MAX_CARDS * LANES
"""A card in hand: whose, which."""
READY_AT = HAND_AT + SIDES * MAX_CARDS
"""A card in hand that can be laid: whose, which."""
DECK_AT = READY_AT + SIDES * MAX_CARDS
"""A card in a deck: whose, which."""
UNSEEN_AT = DECK_AT + SIDES * MAX_CARDS
"""A card of theirs that is in their hand or their deck, for a player who knows their list and not where it is."""
LEAD_MOST = 12
LEAD_AT = UNSEEN_AT + MAX_CARDS
"""The lead in a lane: lane, points from -12 to 12."""
LANE_BINS = 16
LANE_AT = LEAD_AT + LANES * (2 * LEAD_MOST + 1)
"""The power in a lane: lane, whose, two points a step."""
MARGIN_MOST = 20
MARGIN_AT = LANE_AT + LANES * SIDES * LANE_BINS
"""The margin as the board lies, from -20 to 20."""
HANDS = 8
HANDS_AT = MARGIN_AT + 2 * MARGIN_MOST + 1
"""How many cards a hand has: whose, how many up to 7."""
DECKS_AT = HANDS_AT + SIDES * HANDS
"""How many cards a deck has: whose, how many."""
FULL_AT = DECKS_AT + SIDES * (DECK_SIZE + 1)
"""How many tiles hold a card."""
HELD_AT = FULL_AT + TILES + 1
"""How many empty tiles carry cards of each rank: whose, rank, how many."""
PLAYABLE = 8
PLAYABLE_AT = HELD_AT + SIDES * MAX_RANK * (TILES + 1)
"""How many cards of a hand can be laid: whose, how many up to 7."""
OPEN_BINS = 16
OPEN_AT = PLAYABLE_AT + SIDES * PLAYABLE
"""How many placements those have: whose, three a step."""
TURN_AT = OPEN_AT + SIDES * OPEN_BINS
"""Whose turn it is, and whether the other has just passed: four kinds."""
WORLD, LISTED_VIEW, BARE_VIEW = 0, 1, 2
KIND_AT = TURN_AT + 4
"""What is known: everything, or one player's view with the other's list, or without it."""
FEATURES = KIND_AT + 3

LIT_CAPACITY = 4 * TILES + 2 * (2 * HAND_CAPACITY + DECK_SIZE) + 3 * LANES + 2 * (MAX_RANK + 5) + 5
"""No position lights more: a tile four at most, every card in hand two, every card in a deck one."""

UNITS, INNER = 64, 32
"""The units of the two layers."""
SHIFT = 10
ONE = 1 << SHIFT
"""The number that stands for 1."""
MOST_SAID = 8 * ONE - 1
"""No unit says more than nearly 8."""
AIM = 10_000
"""The number that stands for a sure win in what is to be learned."""
MOST_FIRST, MOST_SECOND = 32 * ONE - 1, 2 * ONE - 1
"""No weight of the first and last layer is beyond 32, none of the second beyond 2: sums stay below 2**31."""


@record
class Net:
    """The weights of a trained net, and where each unit begins."""

    first: Annotated[list[list[int]], "i2", (FEATURES, UNITS)]
    first_begin: Annotated[list[int], "i4", UNITS]
    second: Annotated[list[list[int]], "i2", (UNITS, INNER)]
    second_begin: Annotated[list[int], "i4", INNER]
    last: Annotated[list[int], "i2", INNER]
    last_begin: Annotated[int, "i4"]
    # Before the first generation there is nothing to judge by but the prospect of the board.
    is_blank: Annotated[int, "i1"]


@record
class Look:
    """One look at a position: the features that are lit, and the sums and words of the units."""

    lit: Annotated[list[int], "i2", LIT_CAPACITY]
    count: Annotated[int, "i2"]
    # How many placements the hands that it sees have, of both sides in a world.
    open: Annotated[int, "i2"]
    first: Annotated[list[int], "i4", UNITS]
    said: Annotated[list[int], "i2", UNITS]
    second: Annotated[list[int], "i4", INNER]


@record
class Sample:
    """A position as the net sees it, and what came of it for whoever looks: 2 for a win, 1 for a tie, 0 for a loss."""

    lit: Annotated[list[int], "i2", LIT_CAPACITY]
    count: Annotated[int, "i2"]
    # What is to be learned, in whole numbers of 1 / AIM: how it ended, or what was said of it later in the game.
    aim: Annotated[int, "i2"]
    # No hole between the fields: the bytes of samples are hashed.
    points: Annotated[int, "i1"]
    # Whose result it is to be, until the game has ended.
    side: Annotated[int, "i1"]


@record
class Choice:
    """The chances of every move in a position, a pass first."""

    chance: Annotated[list[float], "f8", MOVE_CAPACITY + 1]
