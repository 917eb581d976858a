"""What an agent sees and does, as numbers: the places of an observation, the actions, and how a game stands.

    tiles   fifteen times owner (1 mine, -1 the enemy's, 0 nobody's), rank, card, power; row by row, my side left
    lanes   my power in each lane, then the enemy's
    counts  my hand, my deck, the enemy's hand, the enemy's deck, passes in a row, turn
    hand    my cards in order
    deck    what I may still draw, by number and not in order
    known   cards that the enemy is known to hold, by number

A card is its number in the engine's list plus one; 0 is none. Nothing else of the hidden cards has a place here.
"""

from __future__ import annotations

from typing import Annotated

from kernelkit.records import record
from qb_engine.kernel.layout import DECK_SIZE, HAND_CAPACITY, LANES, TILES

TILE_FACTS = 4
KNOWN_CARDS = 15
"""So many of the enemy's known cards are shown, the lowest numbers first."""
TILES_AT = 0
LANES_AT = TILES_AT + TILE_FACTS * TILES
COUNTS_AT = LANES_AT + 2 * LANES
HAND_AT = COUNTS_AT + 6
DECK_AT = HAND_AT + HAND_CAPACITY
KNOWN_AT = DECK_AT + DECK_SIZE
FACTS = KNOWN_AT + KNOWN_CARDS
"""How many numbers an observation has."""

PASS_ACTION = HAND_CAPACITY * TILES
"""Place in hand * TILES + tile lays that card there, the tile seen from one's own side; this one passes."""
ACTIONS = PASS_ACTION + 1

GOES_ON, IS_OVER, IS_CUT = 0, 1, 2
"""How a game stands after a step: cut is one that has used up its turns."""


@record
class Seat:
    """What one agent sees of one game, what it may do, and what its last step brought."""

    facts: Annotated[list[int], "i2", FACTS]
    mask: Annotated[list[int], "i1", ACTIONS]
    # How many cards of the hand the numbers above speak of, and how many placements there are up to each of them.
    cards: Annotated[int, "i1"]
    upto: Annotated[list[int], "i2", HAND_CAPACITY]
    # Whose seat it is: 0 or 1.
    side: Annotated[int, "i1"]
    # Of the game in which the last step was made: how it stands; at its end what player 0 gets (and player 1 loses),
    # and the margin.
    ended: Annotated[int, "i1"]
    reward: Annotated[int, "i1"]
    margin: Annotated[int, "i4"]
    plies: Annotated[int, "i4"]
