"""A person who types cards' names, for tests and measurements: short forms, and mistakes that fingers make.

A finger hits the key beside the right one, or both, leaves a letter out, doubles one, or swaps two. The same seed gives
the same mistakes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random

from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice, read_card, squeezed
from qb_engine.cards.slips import NEIGHBOURS
from qb_engine.cards.spelling import spellings_of
from qb_engine.errors import QueensBloodError
from qb_engine.models import Card

NAMES = {squeezed(card.name): card for card in shipped().cards}
SPELLINGS = spellings_of((card.name, card) for card in shipped().cards)
LAST_WORDS = Counter(squeezed(re.split(r"[ -]", card.name)[-1]) for card in shipped().cards)

ENOUGH_FOR_TWO_SLIPS = 6


def slipped(text: str, chance: Random) -> str:
    """``text`` with one slip of a finger in it."""
    letters = [place for place, letter in enumerate(text) if letter.casefold() in NEIGHBOURS]
    if not letters:
        return text
    place = chance.choice(letters)
    letter, beside = text[place], chance.choice(NEIGHBOURS[text[place].casefold()])
    kind = chance.choice(("beside", "both", "omitted", "doubled", "swapped"))
    if kind == "beside":
        return text[:place] + beside + text[place + 1 :]
    if kind == "both":
        return text[:place] + chance.choice((beside + letter, letter + beside)) + text[place + 1 :]
    if kind == "omitted" and len(text) > 1:
        return text[:place] + text[place + 1 :]
    if kind == "swapped" and place + 1 < len(text) and text[place + 1] != letter:
        return text[:place] + text[place + 1] + letter + text[place + 2 :]
    return text[:place] + letter + text[place:]


def typings(text: str, mistakes: int, count: int, seed: int = 0) -> Iterator[str]:
    """``text`` typed so many times with so many slips in each."""
    chance = Random(f"{text} {mistakes} {seed}")
    for _number in range(count if mistakes else 1):
        typed = text
        for _slip in range(mistakes):
            typed = slipped(typed, chance)
        yield typed


def short_forms(card: Card) -> dict[str, str]:
    """What people type for a card, by kind: the whole name, first letters, initials, a last word that is its own."""
    words = [word for word in re.split(r"[ -]", card.name) if squeezed(word)]
    forms = {"name": card.name, "4 letters": squeezed(card.name)[:4], "3 letters": squeezed(card.name)[:3]}
    if len(words) > 1:
        forms["initials"] = "".join(squeezed(word)[0] for word in words)
    if len(words) > 1 and LAST_WORDS[squeezed(words[-1])] == 1 and squeezed(words[-1]) not in NAMES:
        forms["last word"] = words[-1]
    return forms


def is_short(text: str) -> bool:
    """Whether two slips would leave nothing of the text that could be recognised."""
    return len(squeezed(text)) < ENOUGH_FOR_TWO_SLIPS


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known when a card is typed: which can be meant, which fit the tile, which come first."""

    pool: Collection[str] | None = None
    likely: Collection[str] = ()
    fitting: Collection[str] | None = None

    @property
    def is_wide(self) -> bool:
        """Whether the tile alone says which cards can be meant."""
        return self.pool is None and self.fitting is not None


ANYTHING = Moment()


def is_exactly(text: str, card: Card) -> bool:
    """Whether the text is the card's name, or a short form of it as help teaches them."""
    typed = squeezed(text)
    spellings = [one for one in SPELLINGS if one.card is card]
    return any(one.name == typed or one.is_taught_form(typed) for one in spellings)


def outcome(text: str, card: Card, now: Moment = ANYTHING) -> str:
    """What comes of ``text`` meant for ``card``: right, asked, unlisted, refused, obeyed or wrong.

    Unlisted is a question without the right answer, refused one without a list. Another card is wrong; but where nearly
    any can be meant, what is exactly another's name or short form is obeyed: nothing in it says that it was a slip.
    """
    try:
        found = read_card(text, now.pool, likely=now.likely, fitting=now.fitting)
    except QueensBloodError:
        return "refused"
    if isinstance(found, CardChoice):
        return "asked" if card in found.cards else "unlisted"
    if found is card:
        return "right"
    return "obeyed" if now.is_wide and is_exactly(text, found) else "wrong"


def tally(
    cards: Collection[Card], form: str, mistakes: int, count: int, now: Moment = ANYTHING, seed: int = 0
) -> Counter[str]:
    """The outcomes for every card that has this form, typed so many times."""
    found: Counter[str] = Counter()
    for card in cards:
        text = short_forms(card).get(form)
        for typed in typings(text, mistakes, count, seed) if text else ():
            found[outcome(typed, card, now)] += 1
    return found
