"""What the kernel's records hold, and the numbers that stand for sides, triggers, operations and scopes."""

from __future__ import annotations

from typing import Annotated

from kernelkit.records import record
from qb_engine.effect_registry_utils import OPERATIONS, TRIGGERS
from qb_engine.errors import Refusal
from qb_engine.models import DECK_SIZE as DECK_SIZE
from qb_engine.models import MAX_RANK
from qb_engine.moves import COLUMNS as COLUMNS
from qb_engine.moves import LANES as LANES
from qb_engine.moves import TILES as TILES
from qb_engine.ruleset import VALUES

YOU, ENEMY, NOBODY = 0, 1, 2
NO_CARD = -1
NO_TILE = -1
ALL_TILES = (1 << TILES) - 1
LANE_TILES = (1 << COLUMNS) - 1

MAX_CARDS = 192
MAX_ABILITIES = 256
ABILITIES_PER_CARD = 6
CARDS_ADDED = 4
HAND_CAPACITY = DECK_SIZE * 3
"""Every deck card may bring two more: no chain of additions in the data is longer (Grangalan, Junior, Baby)."""
QUEUE_CAPACITY = 1000
"""on_enfeebled entries of one play; beyond it the play is refused (fine print 5)."""
ROUND_CAPACITY = (QUEUE_CAPACITY + TILES) * ABILITIES_PER_CARD
SETTLE_ROUNDS = 4 * QUEUE_CAPACITY
ADDED_CAPACITY = 64
LOG_CAPACITY = 8192
MOVE_CAPACITY = HAND_CAPACITY * TILES
MAX_CHANGE = 999
"""How far effects may raise or lower one card in all; a play that goes beyond is refused."""
MAX_TURNS = 9999
"""Turns are counted so far and no farther: nothing asks for more than whether a side's first one has begun."""
MAX_UID = (1 << 15) - 1
"""So many cards can be laid on one board; a play that would lay more is refused."""

ON_PLAY = TRIGGERS.index("on_play")
WHILE_IN_PLAY = TRIGGERS.index("while_in_play")
ON_DESTROY = TRIGGERS.index("on_destroy")
ON_CARD_DESTROYED = TRIGGERS.index("on_card_destroyed")
ON_CARD_PLAYED = TRIGGERS.index("on_card_played")
ON_ENFEEBLED = TRIGGERS.index("on_enfeebled")
ON_FIRST_ENFEEBLED = TRIGGERS.index("on_first_enfeebled")
ON_FIRST_ENHANCED = TRIGGERS.index("on_first_enhanced")
ON_POWER_THRESHOLD = TRIGGERS.index("on_power_threshold")
ON_SPAWNED = TRIGGERS.index("on_spawned")
ON_LANE_WIN = TRIGGERS.index("on_lane_win")
ON_ROUND_END = TRIGGERS.index("on_round_end")

MODIFY_POWER = OPERATIONS.index("modify_power")
MODIFY_POWER_SCALE = OPERATIONS.index("modify_power_scale")
DESTROY_CARDS = OPERATIONS.index("destroy_cards")
REPLACE_ALLY = OPERATIONS.index("replace_ally")
ADD_TO_HAND = OPERATIONS.index("add_to_hand")
SPAWN_TOKEN = OPERATIONS.index("spawn_token")
MODIFY_TILE_RANKS = OPERATIONS.index("modify_tile_ranks")
EXPAND_POSITIONS = OPERATIONS.index("expand_positions")
SCORE_BONUS = OPERATIONS.index("score_bonus")

ALLIES, ENEMIES, ALL = 0, 1, 2
"""Whom a scope means, seen from the owner of the source."""
AREA_AFFECTED, AREA_GLOBAL, AREA_LANE, AREA_SELF = 0, 1, 2, 3
"""Where a scope looks."""
ENHANCED, ENFEEBLED, EITHER, ANY_CARD = 0, 1, 2, 3
STATUSES = 4
"""What a while-in-play scaling counts."""

CAPTURE_DECREMENT = VALUES["capture"].index("decrement")
CAPTURE_KEEP = VALUES["capture"].index("keep")
RETRACT = VALUES["pawns_on_destroy"].index("retract")
TILE_UNDERLAY = VALUES["destroyed_tile"].index("underlay")
TILE_CLEAR = VALUES["destroyed_tile"].index("clear")
TILE_TO_DESTROYER = VALUES["destroyed_tile"].index("to_destroyer")
CLASSIFY_NET = VALUES["classify"].index("net")
PAWNS_FIRST = VALUES["order"].index("pawns_first")
REPLACE_ALLY_OR_EMPTY = VALUES["replace_target"].index("ally_or_empty")
REPLACE_NEVER = VALUES["replace_target"].index("never")
TRANSFER_OWN_LANE = VALUES["min_transfer"].index("own_lane_stack")
RETURN_BOTTOM = VALUES["mulligan_return"].index("bottom")

FLAG_ENHANCED = 1
FLAG_ENFEEBLED = 2
FLAG_THRESHOLD = 4
"""Shifted left by twice the ability's place on its card: the threshold has fired; the next bit: it stood below."""
FLAG_TOKEN = FLAG_THRESHOLD << 2 * ABILITIES_PER_CARD
"""Somebody said that the card is a token, whatever its category."""

REFUSALS: tuple[Refusal | None, ...] = (None, *Refusal)
"""Refusal codes: 0 is permission, every other number its place here."""
TILE_OCCUPIED = REFUSALS.index(Refusal.TILE_OCCUPIED)
TILE_NOT_OWNED = REFUSALS.index(Refusal.TILE_NOT_OWNED)
RANK_TOO_LOW = REFUSALS.index(Refusal.RANK_TOO_LOW)
NEEDS_OWN_CARD = REFUSALS.index(Refusal.NEEDS_OWN_CARD)
NEEDS_OWN_TILE = REFUSALS.index(Refusal.NEEDS_OWN_TILE)
REPLACE_OFF = REFUSALS.index(Refusal.REPLACE_OFF)
NOT_IN_HAND = REFUSALS.index(Refusal.NOT_IN_HAND)
CARD_NOT_HELD = REFUSALS.index(Refusal.CARD_NOT_HELD)
NOT_YOUR_TURN = REFUSALS.index(Refusal.NOT_YOUR_TURN)
ALREADY_PLAYED = REFUSALS.index(Refusal.ALREADY_PLAYED)
ALREADY_DREW = REFUSALS.index(Refusal.ALREADY_DREW)
GAME_OVER = REFUSALS.index(Refusal.GAME_OVER)
MULLIGAN_DONE = REFUSALS.index(Refusal.MULLIGAN_DONE)
MULLIGAN_LATE = REFUSALS.index(Refusal.MULLIGAN_LATE)
MULLIGAN_ROOM = REFUSALS.index(Refusal.MULLIGAN_ROOM)

QUEUE_FULL, ROUNDS_ENDLESS, HAND_FULL, ADDED_FULL, CHANGE_BEYOND, UIDS_SPENT = range(1, 7)
"""What ``Work.error`` says when a play could not be followed to its end."""

Byte = Annotated[int, "i1"]
Short = Annotated[int, "i2"]
TileBytes = Annotated[list[int], "i1", TILES]
TileShorts = Annotated[list[int], "i2", TILES]
SideBytes = Annotated[list[int], "i1", 2]


@record
class State:
    """A whole game at one moment. ``owner`` and ``rank`` are the pawns on a tile, whatever card lies on them.

    docs/memory.md says for every list why no kernel writes past it, and for every number why it fits.
    """

    owner: TileBytes
    rank: TileBytes
    card: TileShorts
    card_owner: TileBytes
    uid: TileShorts
    power: TileShorts
    power_delta: TileShorts
    scale_delta: TileShorts
    # How far somebody set the base power of the card here away from what the card says.
    base_change: TileShorts
    flags: TileShorts
    spawned_by: TileShorts
    replaced_pawns: TileBytes
    # What a tile's pawns were when its card was laid: ``restore`` gives them back.
    laid_owner: TileBytes
    laid_rank: TileBytes
    # The board the pawn fold starts from, and the tiles that each live card's pawns and expansion went to.
    first_owner: TileBytes
    first_rank: TileBytes
    pawn_tiles: TileShorts
    pawn_amount: TileBytes
    expand_tiles: TileShorts
    # Sum of the auras a card of each side would feel on each tile.
    aura: Annotated[list[list[int]], "i2", (2, TILES)]
    cards_of: Annotated[list[int], "i2", 2]
    # The tiles whose cards watch for plays and destructions, answer to changes of power, scale with the board.
    watching: Short
    answering: Short
    scaling: Short
    next_uid: Short
    hand: Annotated[list[list[int]], "i2", (2, HAND_CAPACITY)]
    hand_count: SideBytes
    deck: Annotated[list[list[int]], "i2", (2, DECK_SIZE)]
    deck_count: SideBytes
    hand_tracked: SideBytes
    mulligan_done: SideBytes
    turns_begun: Annotated[list[int], "i2", 2]
    side_to_act: Byte
    turn: Short
    passes: Byte
    played: Byte
    drawn: Byte
    over: Byte


@record
class Tables:
    """The cards and effects as numbers. A deck's next card is the last of its list, so that a draw is a count."""

    cost: Annotated[list[int], "i1", MAX_CARDS]
    base: Annotated[list[int], "i2", MAX_CARDS]
    is_token: Annotated[list[int], "i1", MAX_CARDS]
    is_replace: Annotated[list[int], "i1", MAX_CARDS]
    pawn_amount: Annotated[list[int], "i1", MAX_CARDS]
    pawns: Annotated[list[list[list[int]]], "i2", (MAX_CARDS, 2, TILES)]
    reach: Annotated[list[list[list[int]]], "i2", (MAX_CARDS, 2, TILES)]
    around: TileShorts
    triggers: Annotated[list[int], "i2", MAX_CARDS]
    scales: Annotated[list[int], "i1", MAX_CARDS]
    ability_count: Annotated[list[int], "i1", MAX_CARDS]
    ability: Annotated[list[list[int]], "i2", (MAX_CARDS, ABILITIES_PER_CARD)]
    trigger: Annotated[list[int], "i1", MAX_ABILITIES]
    area: Annotated[list[int], "i1", MAX_ABILITIES]
    relation: Annotated[list[int], "i1", MAX_ABILITIES]
    operation: Annotated[list[int], "i1", MAX_ABILITIES]
    # A further operation of the same effect as the ability before it.
    follows: Annotated[list[int], "i1", MAX_ABILITIES]
    amount: Annotated[list[int], "i2", MAX_ABILITIES]
    per_status: Annotated[list[int], "i1", MAX_ABILITIES]
    per_relation: Annotated[list[int], "i1", MAX_ABILITIES]
    counts_self: Annotated[list[int], "i1", MAX_ABILITIES]
    threshold: Annotated[list[int], "i2", MAX_ABILITIES]
    # A threshold that fires at its first crossing only; an amount that is the rank a token stands on.
    once: Annotated[list[int], "i1", MAX_ABILITIES]
    by_rank: Annotated[list[int], "i1", MAX_ABILITIES]
    transfers: Annotated[list[int], "i1", MAX_ABILITIES]
    card_count: Annotated[list[int], "i1", MAX_ABILITIES]
    cards: Annotated[list[list[int]], "i2", (MAX_ABILITIES, CARDS_ADDED)]


@record
class Rules:
    """The switches as numbers: the place of the value in its list in ``ruleset.VALUES``."""

    capture: Byte
    pawns_under_cards: Byte
    pawns_on_destroy: Byte
    destroyed_tile: Byte
    zero_power_destroys: Byte
    aura_can_destroy: Byte
    classify: Byte
    aura_triggers: Byte
    enfeebled_repeat: Byte
    threshold_on_entry: Byte
    order: Byte
    replace_target: Byte
    min_transfer: Byte
    token_by_rank: Byte
    mulligan_return: Byte
    end_on_full_board: Byte


@record
class Work:
    """Scratch space of one play: never cloned, worth nothing afterwards but for what it reports."""

    error: Byte
    replaced_power: Short
    replaced: Byte
    # The side that destroyed, or last lowered, the card on a tile in this play.
    destroyer: TileBytes
    # The tiles whose cards an effect has condemned, and which cards those were: they die in the settle.
    marked: Short
    marked_uid: TileShorts
    counts: Annotated[list[list[int]], "i1", (STATUSES, 2)]
    queue_head: Short
    queue_count: Short
    queue_tile: Annotated[list[int], "i1", QUEUE_CAPACITY]
    queue_uid: Annotated[list[int], "i2", QUEUE_CAPACITY]
    round_count: Short
    round_tile: Annotated[list[int], "i1", ROUND_CAPACITY]
    round_uid: Annotated[list[int], "i2", ROUND_CAPACITY]
    round_ability: Annotated[list[int], "i2", ROUND_CAPACITY]
    added_count: Byte
    added_side: Annotated[list[int], "i1", ADDED_CAPACITY]
    added_card: Annotated[list[int], "i2", ADDED_CAPACITY]
    ground: Annotated[list[int], "i2", MAX_RANK + 1]
    move_count: Short
    move_index: Annotated[list[int], "i1", MOVE_CAPACITY]
    move_tile: Annotated[list[int], "i1", MOVE_CAPACITY]
    cursor: Short
    # Five cards of extreme powers and their bonuses need more than sixteen bits.
    lane_power: Annotated[list[list[int]], "i4", (2, LANES)]
    lane_winner: Annotated[list[int], "i1", LANES]
    lane_points: Annotated[list[int], "i4", LANES]
    total: Annotated[list[int], "i4", 2]
    log_on: Byte
    log_count: Short
    log_kind: Annotated[list[int], "i1", LOG_CAPACITY]
    log_tile: Annotated[list[int], "i1", LOG_CAPACITY]
    log_source: Annotated[list[int], "i1", LOG_CAPACITY]
    log_card: Annotated[list[int], "i2", LOG_CAPACITY]
    log_side: Annotated[list[int], "i1", LOG_CAPACITY]
    log_amount: Annotated[list[int], "i2", LOG_CAPACITY]


@record
class Notes:
    """What a side's deck did in one game. A card's bit is its first place in the deck as it was handed in."""

    drawn: Short
    played: Short
    stuck: Short
    # The first of the side's turns in which it could have laid a card of rank 2, and of rank 3; 0 for never.
    rank_two_turn: Short
    rank_three_turn: Short
    laid: Short
    passed: Short
    held: Short
    lanes: Byte
