"""Your hand as buttons: each card with where it can go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mazzo.web.views.cards import CardView, card_view
from mazzo.words.pages import hand_label
from mazzo.words.table import Words
from qb_engine.board_state import BoardState
from qb_engine.game_state import placements
from qb_engine.moves import tile_name


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand by its place from 1, the tiles that take it, and whether it is chosen or advised."""

    place: int
    card: CardView
    tiles: tuple[str, ...]
    label: str
    is_chosen: bool
    is_advised: bool


def hand_view(
    hand: Sequence[str], board: BoardState, words: Words, *, chosen: int | None = None, advised: str | None = None
) -> tuple[HandCard, ...]:
    """The hand in its order; ``chosen`` is a place, ``advised`` the card of the first move; of two copies one."""
    found, first = [], hand.index(advised) + 1 if advised in hand else 0
    for place, card_id in enumerate(hand, start=1):
        card = card_view(card_id, words.voice.language)
        tiles = tuple(tile_name(move.lane_index, move.col_index) for move in placements(board, "Y", [card_id]))
        found.append(
            HandCard(place, card, tiles, hand_label(place, card.title, tiles, words), place == chosen, place == first)
        )
    return tuple(found)
