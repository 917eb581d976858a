"""What a typed line means at your turn: a card by name, id or place in the hand, and a tile."""

from __future__ import annotations

from collections.abc import Sequence

from mazzo.decks.card_list import split_list
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.play_errors import NamedTwiceError, NoSuchCardError, NoTileError, unknown_line
from mazzo.dialogue.verbs import NOTHING_WORDS, split_move
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.errors import QueensBloodError
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, tile_name

HAND_NUMBER_DIGITS = 2
"""A number so short is a place in the hand; an id has three digits."""


def meant_move(table: TableTalk, text: str) -> Move:
    """The move in ``text``; NoTileError for a card alone, UnknownLineError for what is neither."""
    parts = split_move(text)
    if parts is None:
        raise _no_tile(table, text) or unknown_line(text)
    table.side_asked = "Y"
    return Move(hand_card(table, parts[0]), *parts[1])


def hand_card(table: TableTalk, name: str) -> str:
    """The card that a number of the hand or a name means."""
    hand = table.match.state.hand
    return numbered_card(hand, name) or table.card(name, hand)


def numbered_card(hand: Sequence[str], name: str) -> str | None:
    """The card of ``hand`` that a number from 1 means, NoSuchCardError beyond the last; None for what is no number."""
    if not _is_number(name):
        return None
    if not 1 <= int(name) <= len(hand):
        raise NoSuchCardError(number=int(name), count=len(hand))
    return hand[int(name) - 1]


def returned_places(table: TableTalk, text: str) -> list[int]:
    """The places, from 0, of the cards to return: by number or name, none for an empty line.

    NamedTwiceError for a card that was named already; of two equal cards each can be named.
    """
    hand, places = table.match.state.hand, set[int]()
    names = [] if text.strip().casefold() in NOTHING_WORDS else split_list(text)
    for name in names:
        card_id = hand_card(table, name)
        meant = [int(name) - 1] if _is_number(name) else [at for at, held in enumerate(hand) if held == card_id]
        free = [place for place in meant if place not in places]
        if not free:
            raise NamedTwiceError(card=table.words.card(card_id))
        places.add(free[0])
    return sorted(places)


def _no_tile(table: TableTalk, text: str) -> NoTileError | None:
    """What to say to a card without a tile; None when the text is no card of the hand."""
    word = text.strip()
    try:
        found = None if _is_number(word) else read_card(word, table.match.state.hand)
    except QueensBloodError:
        return None
    if isinstance(found, CardChoice):
        return None
    card_id = found.id if found else hand_card(table, word)
    places = LegalityChecker(table.match.state.game.board).legal_tiles("Y", card_id)
    example = f"{word} {tile_name(*places[0]).lower()}" if places else "pass"
    return NoTileError(card=table.words.card(card_id), where=table.where("Y", card_id), example=example)


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= HAND_NUMBER_DIGITS
