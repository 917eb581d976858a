"""Cards of your hand as they are typed: by number, name or id."""

from __future__ import annotations

from mazzo.decks.card_list import split_places
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.play_errors import NamedTwiceError
from mazzo.dialogue.typed_steps import NOTHING_WORDS, numbered_card

KEEP_WORDS = NOTHING_WORDS | {"", "all", "tutte", "tutto", "keep", "tieni"}
"""What is typed to return no card."""


def is_kept(text: str) -> bool:
    """Whether every card is kept."""
    return text.strip().casefold() in KEEP_WORDS


def hand_card(table: TableTalk, name: str) -> str:
    """The card that a number of the hand or a name means."""
    hand = table.match.state.hand
    return numbered_card(hand, name) or table.card(name, hand)


def returned_places(table: TableTalk, text: str) -> list[int]:
    """The places, from 0, of the cards to return: by number or name, none for an empty line.

    NamedTwiceError for a card that was named already; of two equal cards each can be named.
    """
    hand, places = table.match.state.hand, set[int]()
    for name in [] if is_kept(text) else split_places(text):
        card_id = hand_card(table, name)
        is_number = numbered_card(hand, name) is not None
        meant = [int(name) - 1] if is_number else [at for at, held in enumerate(hand) if held == card_id]
        free = [place for place in meant if place not in places]
        if not free:
            raise NamedTwiceError(card=table.words.card(card_id))
        places.add(free[0])
    return sorted(places)
