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


def split_places(text: str) -> list[str]:
    """The parts between commas or semicolons; without either, between spaces; a number is a place."""
    return [part.strip() for part in re.split("[,;]" if re.search("[,;]", text) else " ", text) if part.strip()]


MOST_COPIES = 15
_SHOWN_CARD = re.compile(r"(?:card|carta) (t?[0-9]{2,3})\b", re.IGNORECASE)
"""How ``deck show`` writes a card's id within a sentence."""
_ID_BEHIND = re.compile(r"\((t?[0-9]{2,3})\)$", re.IGNORECASE)
_COUNT_FIRST = re.compile(r"([0-9]{1,2})(?: *[x×*] *| +)(?=\S)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(?: +[x×*]?|[×*]) *([0-9]{1,2})$", re.IGNORECASE)


def split_list(text: str) -> list[str]:
    """The parts between commas, semicolons or lines, without any of them between spaces; a part for each copy.

    ``2 zu``, ``zu x2`` and a line of ``deck show`` are parts with copies. A line that says nothing of a card, such as
    the heading of a list, is none.
    """
    lines = [line.strip(" -*•\t") for line in text.splitlines()]
    shown = [line for line in lines if _SHOWN_CARD.search(line)]
    if shown:
        return [part for line in shown for part in _copies(_counted(line)[0], _SHOWN_CARD.findall(line)[0])]
    if re.fullmatch(r"[0-9 ]+", text.strip()):
        return text.split()
    if len(lines) == 1 and not re.search("[,;]", text):
        return _copies(*_counted(text.strip())) if _COUNT_FIRST.match(text.strip()) else _spaced(text)
    parts = [part.strip() for line in lines for part in re.split("[,;]", line) if part.strip() and line[-1:] != ":"]
    return [copy for part in parts for copy in _copies(*_counted(part))]


def _spaced(text: str) -> list[str]:
    """Between spaces, unless the only number in it counts the copies of one card."""
    count, name = _counted(text.strip())
    return _copies(count, name) if count > 1 or _COUNT_LAST.search(text.strip()) else text.split()


def _counted(part: str) -> tuple[int, str]:
    """How many copies, and of what; the id behind a name in brackets is the card."""
    count, name = 1, part
    if (match := _COUNT_FIRST.match(part)) and not re.fullmatch(r"[0-9 ]+", part):
        count, name = int(match[1]), part[match.end() :]
    elif (match := _COUNT_LAST.search(part)) and not re.fullmatch(r"[0-9 ]+", part):
        count, name = int(match[1]), part[: match.start()]
    behind = _ID_BEHIND.search(name.strip())
    return count, behind[1] if behind else name.strip()


def _copies(count: int, name: str) -> list[str]:
    return [name] * max(1, min(count, MOST_COPIES))


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
