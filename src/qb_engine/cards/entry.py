"""How a typed word becomes a card: id, name, beginning, initials or a typo; in doubt a list to choose from.

Never a wrong card: a text within two typing mistakes of another card's name is taken for no card, unless it is exactly
an id or a name. Upper case, accents, spaces and punctuation do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from qb_engine.card_hydrator import shipped
from qb_engine.errors import CardNotOfferedError, InvalidCardTextError, UnknownCardError
from qb_engine.models import Card

MAX_CHARACTERS = 60
MOST_CHOICES = 5
MISTAKES = 2
"""A text may be another card's name with so many mistakes in it."""

ACCEPTED_SIMILARITY = 0.80
ACCEPTED_MARGIN = 0.10
LISTED_SIMILARITY = 0.50
LISTED_WORD = 0.80
"""A word within the name is listed as if it were so similar."""

_ID = re.compile(r"t?[0-9]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class CardChoice:
    """What was typed and the cards it may mean, best first, for a numbered question."""

    asked: str
    cards: tuple[Card, ...]


def read_card(text: str, pool: Iterable[str] | None = None) -> Card | CardChoice:
    """The card that ``text`` means, or the cards to choose from; ``pool`` holds the ids that can be meant.

    InvalidCardTextError for what cannot be a card, UnknownCardError when nothing is near, CardNotOfferedError when it
    is clearly a card outside the pool: a stale hand must not turn one card into another.
    """
    asked = _checked(text)
    offered = _offered(pool)
    card = _exact(asked)
    if card is None and _ID.fullmatch(squeezed(asked)):
        return _choice(asked, _near_ids(asked, offered))
    if card is None:
        every = _likenesses(squeezed(asked))
        meant = [one for one in every if one.card.id in offered]
        card = _short_form(meant) or _short_form(every) or _typo(every)
        if card is None:
            return _choice(asked, _listed(meant))
    if card.id not in offered:
        names = ", ".join(map(_named, offered.values()))
        raise CardNotOfferedError(asked=asked, card=_named(card), offered=names or "-")
    return card


def squeezed(text: str) -> str:
    """``text`` without case, accents, spaces and punctuation: ``J-Unit Sweeper`` is ``junitsweeper``."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain if character.isalnum())


def _checked(text: str) -> str:
    """The text without spaces around it; InvalidCardTextError when it is empty, long, or has invisible characters."""
    asked = text[: MAX_CHARACTERS + 1].strip()
    is_visible = all(unicodedata.category(character)[0] != "C" for character in asked)
    if len(text) > MAX_CHARACTERS or not is_visible or not squeezed(asked):
        raise InvalidCardTextError(asked=asked[:MAX_CHARACTERS], limit=MAX_CHARACTERS)
    return asked


def _offered(pool: Iterable[str] | None) -> dict[str, Card]:
    """The cards that can be meant, by id, in the order of the cards."""
    ids = None if pool is None else set(pool)
    return {card.id: card for card in shipped().cards if ids is None or card.id in ids}


def _choice(asked: str, cards: list[Card]) -> CardChoice:
    if not cards:
        raise UnknownCardError(asked=asked, nearest=", ".join(map(_named, shipped().nearest(asked))))
    return CardChoice(asked, tuple(cards[:MOST_CHOICES]))


def _named(card: Card) -> str:
    return f"{card.name} ({card.id})"


# What the names look like.


@dataclass(frozen=True, slots=True)
class _Spelling:
    """One way to write a card's name, squeezed, with its initials and words."""

    card: Card
    name: str
    initials: tuple[str, ...]
    words: tuple[str, ...]


@cache
def _spellings() -> tuple[_Spelling, ...]:
    """Every card's name, also with its ``&`` spoken in either language, in the order of the cards."""
    found = []
    for card in shipped().cards:
        names = dict.fromkeys(squeezed(card.name.replace("&", word)) for word in ("", "and", "e"))
        found += [_Spelling(card, name, _initials(card.name), _words(card.name)) for name in names]
    return tuple(found)


@cache
def _by_spelling() -> dict[str, Card]:
    return {spelling.name: spelling.card for spelling in _spellings()}


def _words(name: str) -> tuple[str, ...]:
    return tuple(squeezed(word) for word in re.split(r"[ -]", name) if squeezed(word))


def _initials(name: str) -> tuple[str, ...]:
    """First letters, a hyphen dividing words or not; none for a single word."""
    divided = "".join(word[0] for word in _words(name))
    whole = "".join(squeezed(word)[0] for word in name.split() if squeezed(word))
    return tuple(initials for initials in dict.fromkeys((divided, whole)) if len(initials) > 1)


# How like a text is to them.


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How like a squeezed text is to one spelling: how many mistakes apart, and similar from 0 to 1."""

    typed: str
    spelling: _Spelling
    mistakes: int
    similarity: float
    is_short_form: bool

    @property
    def card(self) -> Card:
        return self.spelling.card

    @property
    def is_word(self) -> bool:
        return any(word.startswith(self.typed) for word in self.spelling.words)


def _likenesses(typed: str) -> list[_Likeness]:
    """How like a squeezed text is to every spelling."""
    mistakes = _mistakes(typed, _by_spelling())
    return [_likeness(typed, spelling, mistakes[spelling.name]) for spelling in _spellings()]


def _likeness(typed: str, spelling: _Spelling, mistakes: int) -> _Likeness:
    similarity = 1 - mistakes / max(len(typed), len(spelling.name))
    return _Likeness(
        typed, spelling, mistakes, similarity, typed in spelling.initials or spelling.name.startswith(typed)
    )


def _mistakes(typed: str, texts: Collection[str]) -> dict[str, int]:
    """For each text how many letters were left out, put in, exchanged or swapped to get what was typed."""
    from rapidfuzz.distance import DamerauLevenshtein  # here, because an exact word needs none of it
    from rapidfuzz.process import extract_iter

    found = extract_iter(typed, list(texts), scorer=DamerauLevenshtein.distance)
    return {text: count for text, count, _place in found}


def _beginning_mistakes(likenesses: list[_Likeness]) -> list[int]:
    """For each spelling the mistakes to the nearest beginning of it, which may be a letter longer or shorter."""
    typed = likenesses[0].typed
    lengths = (len(typed) + 1, len(typed), max(1, len(typed) - 1))
    beginnings = [[one.spelling.name[:length] for length in lengths] for one in likenesses]
    mistakes = _mistakes(typed, {text for texts in beginnings for text in texts})
    return [min(mistakes[text] for text in texts) for texts in beginnings]


# What follows from it.


def _exact(asked: str) -> Card | None:
    """The card with this very id or name."""
    if asked.upper() in shipped():
        return shipped().get_card(asked.upper())
    return _by_spelling().get(squeezed(asked))


def _short_form(likenesses: list[_Likeness]) -> Card | None:
    """The one card whose name begins with the text or has it as initials, if no other name is near."""
    meant = {one.card.id: one.card for one in likenesses if one.is_short_form}
    card = next(iter(meant.values()), None)
    return card if len(meant) == 1 and card and _is_alone(card, likenesses) else None


def _typo(likenesses: list[_Likeness]) -> Card | None:
    """The card whose name is like the text, if no other name is near and no other name's beginning is nearer."""
    best = max(likenesses, key=lambda one: one.similarity)
    others = [one for one in likenesses if one.card is not best.card]
    margin = best.similarity - max(one.similarity for one in others)
    if best.similarity < ACCEPTED_SIMILARITY or margin < ACCEPTED_MARGIN or not _is_alone(best.card, likenesses):
        return None
    return best.card if min(_beginning_mistakes(others)) >= best.mistakes else None


def _is_alone(card: Card, likenesses: list[_Likeness]) -> bool:
    return all(one.mistakes > MISTAKES for one in likenesses if one.card is not card)


def _listed(likenesses: list[_Likeness]) -> list[Card]:
    """The cards worth asking about: short forms by similarity, then what is like the text; equals by id."""
    ranked = [((0, -one.similarity, one.card.id), one.card) for one in likenesses if one.is_short_form]
    others = [one for one in likenesses if not one.is_short_form]
    for one, mistakes in zip(others, _beginning_mistakes(others) if others else (), strict=True):
        beginning = 1 - mistakes / len(one.typed)
        nearly = beginning * ACCEPTED_SIMILARITY if beginning >= ACCEPTED_SIMILARITY else 0
        likeness = max(one.similarity, LISTED_WORD if one.is_word else 0, nearly)
        if likeness >= LISTED_SIMILARITY:
            ranked.append(((1, -likeness, one.card.id), one.card))
    return list({card.id: card for _rank, card in sorted(ranked, key=lambda entry: entry[0])}.values())


def _near_ids(asked: str, offered: dict[str, Card]) -> list[Card]:
    """The cards whose id has the same number, then those one mistake away; an id is never guessed."""
    typed = squeezed(asked).upper()
    padded = f"T{int(typed[1:]):02}" if typed.startswith("T") else f"{int(typed):03}"
    mistakes = _mistakes(typed, offered) | {padded: 0}
    near = [card_id for card_id in offered if mistakes[card_id] <= 1]
    return [offered[card_id] for card_id in sorted(near, key=lambda card_id: (mistakes[card_id], card_id))]
