"""The record of cards that were seen, and how a play, a loss or a look at the board changes it.

The functions here answer with a new record in the same order, new cards last; the entries they were given stay as
they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from kernelkit.spoken import Said, sentence
from qb_engine.board_state import BoardState, Tile
from qb_engine.card_hydrator import shipped
from qb_engine.chronicle.events import CardAt
from qb_engine.errors import InvalidTextError
from qb_engine.moves import COLUMNS, Owner, Side, tile_place

Origin = Literal["deck", "token", "effect", "unknown"]
ORIGINS: tuple[Origin, ...] = get_args(Origin)


@dataclass(slots=True)
class ObservedCard:
    """One card instance that was seen; without a place it is known to be in its owner's hand.

    ``uid`` is its number on the board, once it has been seen there, and ``spawned_by`` the card that made a token.
    Neither is compared: cards of which the same was seen are equal.
    """

    card_id: str
    side: Side
    origin: Origin
    turn_observed: int
    lane_index: int | None
    col_index: int | None
    destroyed_on_turn: int | None = None
    uid: int | None = field(default=None, compare=False)
    spawned_by: str | None = field(default=None, compare=False)

    def __setattr__(self, name: str, value: object) -> None:
        """Every field may be set; an origin outside the four words is refused, at first and later."""
        if name == "origin" and value not in ORIGINS:
            words = ", ".join(ORIGINS)
            raise InvalidTextError(text=str(value)[:40], expected=Said(sentence("one of {words}"), words=words))
        object.__setattr__(self, name, value)

    @property
    def is_on_board(self) -> bool:
        """Whether it lay on the board when last seen."""
        return self.destroyed_on_turn is None and self.lane_index is not None

    @property
    def is_in_hand(self) -> bool:
        """Whether an effect put it into its owner's hand and it was not played since."""
        return self.destroyed_on_turn is None and self.lane_index is None


@dataclass(frozen=True, slots=True)
class ObservedTile:
    """One tile when last seen: whose it is, its pawns, and its card."""

    lane_index: int
    col_index: int
    owner: Owner
    rank: int
    card_id: str | None


def origin_of(card_id: str, stated: Origin) -> Origin:
    """A card of category Token is always a token, however it came."""
    return "token" if card_id in shipped() and shipped().get_card(card_id).is_token else stated


def entering(card: CardAt, turn: int, uid: int, spawned_by: str | None = None) -> ObservedCard:
    """A card that comes onto the board as number ``uid``, laid or made by the effect of another card."""
    origin = origin_of(card.card_id, "deck")
    place = tile_place(card.tile)
    return ObservedCard(card.card_id, card.side, origin, turn, *place, uid=uid, spawned_by=spawned_by)


def tile_seen(tile: Tile) -> ObservedTile:
    """A tile as it is now."""
    return ObservedTile(*divmod(tile.index, COLUMNS), tile.owner, tile.rank, tile.card_id)


def after_a_play(observations: list[ObservedCard], card: ObservedCard) -> list[ObservedCard]:
    """The record with a card laid: one that was known to be in hand, or else a new one."""
    for index, seen in enumerate(observations):
        if seen.is_in_hand and (seen.card_id, seen.side) == (card.card_id, card.side):
            laid = replace(seen, lane_index=card.lane_index, col_index=card.col_index, uid=card.uid)
            return [*observations[:index], laid, *observations[index + 1 :]]
    return [*observations, card]


def after_a_loss(observations: list[ObservedCard], card: CardAt, turn: int) -> list[ObservedCard]:
    """The record with the card on a tile gone."""
    place = tile_place(card.tile)
    return [
        replace(seen, destroyed_on_turn=turn)
        if seen.is_on_board and seen.side == card.side and (seen.lane_index, seen.col_index) == place
        else seen
        for seen in observations
    ]


def after_a_look(
    observations: list[ObservedCard], board: BoardState, turn: int, next_uid: int = 0
) -> list[ObservedCard]:
    """The record after looking at the whole board: same length and order, then what is new in play order.

    ``next_uid`` is the number that the next new card had at the last look. A board on which an older number stands for
    anything else than was seen has numbered its cards anew: then card, side and tile say which card is which.
    """
    record = list(observations)
    if not _numbering_continues(record, board, next_uid):
        record = [replace(seen, uid=None) if seen.is_on_board else seen for seen in record]
    found: set[int] = set()
    new = []
    for tile in sorted((tile for tile in board.tiles if tile.is_occupied), key=lambda tile: tile.uid or 0):
        sighting = _sighting(tile, turn)
        index = _index_of(record, sighting)
        if index is None:
            new.append(sighting)
            continue
        found.add(index)
        record[index] = replace(
            record[index],
            lane_index=sighting.lane_index,
            col_index=sighting.col_index,
            uid=sighting.uid,
            spawned_by=record[index].spawned_by or sighting.spawned_by,
        )
    for index, seen in enumerate(record):
        if seen.is_on_board and index not in found:
            record[index] = replace(seen, destroyed_on_turn=turn)
    return record + new


def _numbering_continues(record: list[ObservedCard], board: BoardState, next_uid: int) -> bool:
    """Whether the board's numbers are those of the last look: cards never move, and numbers are never used again."""
    known = {seen.uid: seen for seen in record if seen.is_on_board and seen.uid is not None}
    if board.record.next_uid < max(next_uid, *(uid + 1 for uid in known), 0):
        return False
    return all(
        tile.uid in known and _is_the_same(known[tile.uid], tile)
        for tile in board.tiles
        if tile.uid is not None and tile.uid < next_uid
    )


def _is_the_same(seen: ObservedCard, tile: Tile) -> bool:
    place = divmod(tile.index, COLUMNS)
    return (seen.card_id, seen.side, seen.lane_index, seen.col_index) == (tile.card_id, tile.card_owner, *place)


def _sighting(tile: Tile, turn: int) -> ObservedCard:
    card_id, side = tile.card_id, tile.card_owner
    if card_id is None or side is None:
        raise ValueError(f"{tile.name} holds no card")
    place = divmod(tile.index, COLUMNS)
    return ObservedCard(card_id, side, tile.origin or "deck", turn, *place, uid=tile.uid, spawned_by=tile.spawned_by)


def _index_of(record: list[ObservedCard], sighting: ObservedCard) -> int | None:
    """The entry of a card seen on the board: by number; or as registered there, the last first; or from the hand."""
    same = [i for i, seen in enumerate(record) if (seen.card_id, seen.side) == (sighting.card_id, sighting.side)]
    place = sighting.lane_index, sighting.col_index
    for index in same:
        if record[index].is_on_board and record[index].uid == sighting.uid:
            return index
    for index in reversed(same):
        seen = record[index]
        if seen.is_on_board and seen.uid is None and (seen.lane_index, seen.col_index) == place:
            return index
    may_come_from_hand = sighting.spawned_by is None
    return next((index for index in same if record[index].is_in_hand and may_come_from_hand), None)
