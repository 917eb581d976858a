"""Cards typed in a row, ids or names with commas between: read whole or refused with the word that cannot be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from qb_engine.cards.entry import CardChoice, read_card


class CardListError(MazzoError):
    """A list of cards that cannot be taken as it stands."""


class SeveralCardsError(CardListError):
    """A word that may be several cards."""

    template = sentence("{asked!r} may be {cards}")
    remedy = sentence("type the id or the whole name")


class LongListError(CardListError):
    """More cards than can be held."""

    template = sentence("{there} cards are named and at most {limit} can be")
    remedy = sentence("name fewer")


def split_list(text: str) -> list[str]:
    """The parts between commas or semicolons; without either, between spaces."""
    if re.search("[,;]", text):
        return [part.strip() for part in re.split("[,;]", text) if part.strip()]
    return text.split()


def read_cards(words: Sequence[str], most: int) -> tuple[str, ...]:
    """The ids of the cards in ``words``, each of which may be a list itself; CardListError or QueensBloodError."""
    asked = [part for word in words for part in word.split(",")]
    if len(asked) > most:
        raise LongListError(there=len(asked), limit=most)
    return tuple(_id(part) for part in asked)


def _id(text: str) -> str:
    card = read_card(text)
    if isinstance(card, CardChoice):
        named = ", ".join(f"{one.name} ({one.id})" for one in card.cards)
        raise SeveralCardsError(asked=card.asked, cards=named)
    return card.id
