"""How a typed word becomes a card: id, name, beginning, initials, a word of it or a typo; in doubt a list of cards.

Never a wrong card: a text that may be another card's name with mistakes in it is taken for no card, unless it is
exactly an id or a name. Where the situation says which cards can be meant, doubt is about those alone, so that a letter
or two are enough. Upper case, accents, spaces and punctuation do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from qb_engine.card_hydrator import shipped
from qb_engine.cards.slips import slipped_from
from qb_engine.cards.spelling import CLEAR, SHORTEST_BEGINNING, SKETCH, WITHIN, Spelling, spellings_of, squeezed
from qb_engine.errors import CardNotOfferedError, InvalidCardTextError, UnknownCardError
from qb_engine.models import DECK_SIZE, Card

__all__ = ["MAX_CHARACTERS", "MOST_CHOICES", "CardChoice", "Taught", "read_card", "squeezed"]

MAX_CHARACTERS = 60
MOST_CHOICES = 5
MISTAKES = 2
"""A text may be another card's name with so many mistakes in it."""
SHORT_NAME = 4
"""With two mistakes in it, a name of so few letters is no name any more; where few cards are meant one is feared."""
LETTERS_A_MISTAKE = 4
"""Where few cards are meant, one letter in so many may be wrong."""
FEW = 2 * DECK_SIZE
"""Beyond so many cards nearly any can be meant."""
SHORTEST_MISTYPED = 4
"""Of a beginning or a word so long one letter may be wrong; shorter ones would be like many."""

LISTED_SIMILARITY = 0.50
LISTED_WORD = 0.80
"""A word within the name is listed as if it were so similar."""
NEAR_BEGINNING = 0.80
"""A mistyped beginning is listed from this share of right letters on."""

_ID = re.compile(r"t?[0-9]+", re.ASCII)

Taught = tuple[tuple[str, str], ...]
"""Other names of cards, each with the id: those of another language, or of a player."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """What was typed and the cards it may mean, best first, for a numbered question."""

    asked: str
    cards: tuple[Card, ...]


def read_card(
    text: str,
    pool: Iterable[str] | None = None,
    *,
    likely: Collection[str] = (),
    fitting: Collection[str] | None = None,
    taught: Taught = (),
) -> Card | CardChoice:
    """The card that ``text`` means, or the cards to choose from; ``pool`` holds the ids that can be meant.

    ``fitting`` are the ids that the rules allow now, and ``likely`` those that come first: a short form of one of them
    is that card, unless it is as clearly one of another that fits. InvalidCardTextError for what cannot be a card,
    UnknownCardError when nothing is near, CardNotOfferedError when it is clearly a card outside the pool: a stale hand
    must not turn one into another.
    """
    asked = _checked(text)
    offered = _offered(pool)
    card = _exact(asked, taught)
    if card is None and _ID.fullmatch(squeezed(asked)):
        return _choice(asked, _near_ids(asked, offered))
    has_context = pool is not None or bool(likely) or fitting is not None
    if has_context or card is None:
        now = _Moment(_likenesses(squeezed(asked), taught), offered, likely, fitting)
        if card is not None:
            rivals = now.rivals_of(card)
            return _choice(asked, [card, *rivals]) if rivals else _of(card, offered, asked)
        if has_context:
            card = now.short_form()
            card = card or (_sketched(now.meant, now.every) if pool is not None else None)
            card = card or _mistyped(now.meant, now.every)
            card = card or (now.slipped() if pool is not None else None)
        card = card or _clear(now.every)
        if card is None:
            return _choice(asked, now.listed())
    return _of(card, offered, asked)


def _of(card: Card, offered: dict[str, Card], asked: str) -> Card:
    """The card; CardNotOfferedError when it is none of those that can be meant."""
    if card.id not in offered:
        names = ", ".join(map(_named, offered.values()))
        raise CardNotOfferedError(asked=asked, card=_named(card), offered=names or "-")
    return card


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


# How like a text is to the names.


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How like a squeezed text is to one spelling: how many mistakes apart, and which short form of it it is.

    ``beginning`` are the mistakes to the nearest beginning of the name, ``word`` those to its nearest whole word,
    ``long_word`` those to its nearest word in which two letters may be wrong.
    """

    typed: str
    spelling: Spelling
    mistakes: int
    beginning: int
    word: int
    long_word: int
    short_form: int

    @property
    def card(self) -> Card:
        return self.spelling.card

    @property
    def similarity(self) -> float:
        return 1 - self.mistakes / max(len(self.typed), len(self.spelling.name))

    @property
    def nearest_part(self) -> int:
        """The mistakes to the nearest beginning or word."""
        return min(self.beginning, self.word)

    @property
    def is_far(self) -> bool:
        """Whether no beginning or word is like the text, nor a slip of the finger away, nor are the initials."""
        slips = 1 if len(self.typed) <= SHORTEST_MISTYPED else MISTAKES
        return self.nearest_part > slips and self.long_word > MISTAKES and not self.may_be_a_slip

    @property
    def may_be_a_slip(self) -> bool:
        """Whether a slip of the finger may have made the text from a beginning, a word or the initials."""
        return self.spelling.is_short_form_in(slipped_from(self.typed), len(self.typed))

    @property
    def may_be_a_slip_of_whole(self) -> bool:
        """Whether a slip may have made the text, another card's name, from this name, or from a short form as short."""
        if len(self.typed) > SHORTEST_MISTYPED:
            return self.is_name_in_slips
        return self.spelling.is_short_form_in(slipped_from(self.typed) - {self.typed}, len(self.typed))

    @property
    def is_name_in_slips(self) -> bool:
        """Whether a slip may have made the text from the whole name."""
        return self.spelling.name in slipped_from(self.typed) - {self.typed}

    @property
    def may_be_left(self) -> bool:
        """Whether a single letter may be all that two letters left out have left of a word."""
        is_letter = len(self.typed) == 1
        return is_letter and any(self.typed in word for word in self.spelling.words if len(word) <= 1 + MISTAKES)

    @property
    def feared(self) -> int:
        """So many mistakes in this name could have given the text."""
        return MISTAKES if len(self.spelling.name) > SHORT_NAME else MISTAKES - 1


@cache
def _shipped_spellings() -> tuple[Spelling, ...]:
    return spellings_of((card.name, card) for card in shipped().cards)


@lru_cache(maxsize=8)
def _spellings(taught: Taught) -> tuple[Spelling, ...]:
    """Every card's name, in the order of the cards, then the other names."""
    return (*_shipped_spellings(), *spellings_of((name, shipped().get_card(card_id)) for name, card_id in taught))


@lru_cache(maxsize=8)
def _by_spelling(taught: Taught) -> dict[str, Card]:
    """Each spelling's card; a card's own name is never another card's."""
    return {spelling.name: spelling.card for spelling in reversed(_spellings(taught))}


@lru_cache(maxsize=64)
def _parts(length: int, taught: Taught) -> tuple[list[tuple[Spelling, tuple[str, ...]]], list[str]]:
    """Every spelling with its beginnings of about this length, and all texts to compare with, each once."""
    lengths = (length + 1, length, max(1, length - 1))
    rows = [(one, tuple({one.name[:end] for end in lengths})) for one in _spellings(taught)]
    texts = {text for one, beginnings in rows for text in (one.name, *beginnings, *one.words)}
    return rows, sorted(texts)


def _likenesses(typed: str, taught: Taught) -> list[_Likeness]:
    """How like a squeezed text is to every spelling."""
    rows, texts = _parts(len(typed), taught)
    mistakes = _mistakes(typed, texts)
    return [
        _Likeness(
            typed,
            spelling,
            mistakes[spelling.name],
            min(map(mistakes.__getitem__, beginnings)),
            min(map(mistakes.__getitem__, spelling.words)),
            min((mistakes[word] for word in spelling.words if len(word) > SHORTEST_MISTYPED), default=MISTAKES + 1),
            spelling.short_form(typed),
        )
        for spelling, beginnings in rows
    ]


def _mistakes(typed: str, texts: Sequence[str]) -> dict[str, int]:
    """For each text how many letters were left out, put in, exchanged or swapped to get what was typed."""
    from rapidfuzz.distance import DamerauLevenshtein  # here, because an exact word needs none of it
    from rapidfuzz.process import extract_iter

    found = extract_iter(typed, texts, scorer=DamerauLevenshtein.distance)
    return {text: count for text, count, _place in found}


# What follows from it.


def _exact(asked: str, taught: Taught) -> Card | None:
    """The card with this very id or name."""
    if asked.upper() in shipped():
        return shipped().get_card(asked.upper())
    return _by_spelling(taught).get(squeezed(asked))


def _only(likenesses: Iterable[_Likeness]) -> Card | None:
    """The card, if all of these are of one."""
    cards = {one.card.id: one.card for one in likenesses}
    return next(iter(cards.values())) if len(cards) == 1 else None


def _others(card: Card, likenesses: Iterable[_Likeness]) -> list[_Likeness]:
    return [one for one in likenesses if one.card is not card]


class _Moment:
    """How like the text is to all spellings, and which of them can be meant now, are possible, and are likely."""

    def __init__(
        self,
        every: list[_Likeness],
        offered: dict[str, Card],
        likely: Collection[str],
        fitting: Collection[str] | None,
    ) -> None:
        self.every = every
        self.meant = [one for one in every if one.card.id in offered]
        fits = [one for one in self.meant if fitting is None or one.card.id in fitting]
        self.possible = fits or self.meant
        self.likely = [one for one in self.possible if one.card.id in likely]
        self._is_wide = len({one.card.id for one in self.possible}) > FEW

    def rivals_of(self, card: Card) -> list[Card]:
        """The cards whose name, or whose short form where the name is short, a slip turns into this card's name.

        Where nearly any card can be meant a name in full is obeyed, unless it is like another name.
        """
        scope = next((group for group in (self.likely, self.possible) if any(one.card is card for one in group)), [])
        if self._is_wide and scope is self.possible:
            return [one.card for one in _others(card, scope) if one.is_name_in_slips]
        return list({one.card.id: one.card for one in _others(card, scope) if one.may_be_a_slip_of_whole}.values())

    def short_form(self) -> Card | None:
        """The card that the likely ones, else the possible ones, else any have as a short form."""
        card = self._likely_short_form() or _short_form(
            self.possible, self.every, obeyed=self._is_obeyed(self.possible)
        )
        if card is None and len(self.meant) > len(self.possible):
            card = _short_form(self.meant, self.every, obeyed=False)
            likelier = self.possible
        else:
            likelier = self.likely
        return card if card is None or not any(one.may_be_a_slip for one in _others(card, likelier)) else None

    def _likely_short_form(self) -> Card | None:
        """The likely card, unless another that is possible has the text as clearly, or it is no form of help's."""
        card = _short_form(self.likely, self.every, obeyed=False)
        if card is None:
            return None
        others = _others(card, self.possible)
        if _is_taught(card, self.likely):
            return None if any(one.short_form == CLEAR for one in others) else card
        return None if any(one.short_form or one.may_be_a_slip for one in others) else card

    def slipped(self) -> Card | None:
        """The one possible card of few that a slip in a short form may have meant, if the text is none of any other."""
        card = None if self._is_wide else _only(one for one in self.possible if one.may_be_a_slip)
        if card is None or len(self.every[0].typed) < SHORTEST_BEGINNING:
            return None
        is_another = any(one.short_form or one.mistakes <= one.feared for one in _others(card, self.every))
        return None if is_another else card

    def listed(self) -> list[Card]:
        """The cards worth asking about: those like the text, then those that a slip in a short form may have meant.

        Several that have the text are enough. Of more slips than a list takes only the likely ones stand in it.
        """
        found = _ranked(self.meant, {one.card.id for one in self.likely})
        if len(found) > 1 and any(one.card is found[0] and one.short_form == CLEAR for one in self.meant):
            return found
        slips = [one for one in self.possible if one.card not in found and one.may_be_a_slip]
        for group in (slips, [one for one in slips if one in self.likely]):
            cards = list({one.card.id: one.card for one in group}.values())
            if len(found) + len(cards) <= MOST_CHOICES:
                return [*found, *cards]
        return found

    def _is_obeyed(self, scope: list[_Likeness]) -> bool:
        """Whether nearly any card can be meant and the text has so few letters that a slip could make it of many."""
        return self._is_wide and scope is self.possible and len(self.every[0].typed) <= SHORTEST_BEGINNING


def _is_taught(card: Card, group: list[_Likeness]) -> bool:
    return any(one.card is card and one.spelling.is_taught_form(one.typed) for one in group)


def _short_form(group: list[_Likeness], every: list[_Likeness], *, obeyed: bool) -> Card | None:
    """The one card of the group that the text is the clearest short form of, if it is no other's name mistyped.

    Nor may a slip of the finger have made it from a short form of another in the group, unless it is ``obeyed`` as help
    teaches it. A clear short form is compared with the names of the group, any other with those of all cards.
    """
    clearest = min((one.short_form for one in group if one.short_form), default=SKETCH)
    card = _only(one for one in group if one.short_form == clearest < SKETCH)
    if card is None:
        return None
    is_obeyed = obeyed and _is_taught(card, group)
    if not is_obeyed and any(one.may_be_a_slip or one.may_be_left for one in _others(card, group)):
        return None
    others = _others(card, group if clearest == CLEAR else every)
    return card if all(one.mistakes > one.feared for one in others) else None


def _sketched(meant: list[_Likeness], every: list[_Likeness]) -> Card | None:
    """The one card of few that has these letters in this order, if they are nothing else of another with a mistake."""
    card = _only(one for one in meant if one.short_form)
    if card is None or any(one.mistakes <= one.feared for one in _others(card, every)):
        return None
    return card if all(one.is_far for one in _others(card, meant)) else None


def _mistyped(meant: list[_Likeness], every: list[_Likeness]) -> Card | None:
    """The one card of few whose name, beginning or word the text is with mistakes; no card outside is nearer."""
    if not meant:
        return None
    best = min(meant, key=lambda one: one.mistakes)
    outside = [one for one in every if all(one.card is not other.card for other in meant)]
    others = _others(best.card, meant)
    most = max(best.feared, len(best.spelling.name) // LETTERS_A_MISTAKE)
    if best.mistakes <= most and all(one.mistakes > max(MISTAKES, best.mistakes) for one in others):
        is_nearest = all(one.mistakes > best.mistakes for one in outside)
        is_short = len(best.typed) <= SHORTEST_MISTYPED
        is_clear = all(one.is_far if is_short else one.nearest_part > best.mistakes for one in others)
        return best.card if is_nearest and is_clear else None
    card = _only(one for one in meant if _is_mistyped_short(one))
    if card is None or any(one.mistakes <= MISTAKES for one in (*_others(card, meant), *outside)):
        return None
    return card if all(one.is_far and one.word > MISTAKES for one in _others(card, meant)) else None


def _clear(every: list[_Likeness]) -> Card | None:
    """The card that the text means whichever can be meant: nobody else's name with two mistakes in it, nor nearly."""
    typed = every[0].typed
    card = _only(one for one in every if one.short_form == CLEAR)
    if card is not None and _is_alone(card, every):
        is_short = len(typed) <= SHORTEST_MISTYPED
        others = _others(card, every)
        is_clear = all(is_short or (one.word > 1 and one.short_form != WITHIN) for one in others)
        return card if is_clear and not any(one.may_be_a_slip for one in others) else None
    best = min(every, key=lambda one: one.mistakes)
    if best.mistakes <= MISTAKES and len(best.spelling.name) > SHORT_NAME and _is_alone(best.card, every):
        others = _others(best.card, every)
        near = min(one.nearest_part for one in others)
        is_short = len(typed) <= SHORTEST_MISTYPED + 1  # a slip may have put one letter into a short form
        is_slip = is_short and any(one.may_be_a_slip for one in others)
        return best.card if near >= best.mistakes + (best.mistakes > 1) and not is_slip else None
    card = _only(one for one in every if _is_mistyped_short(one) or 0 < one.short_form < SKETCH)
    if card is None or len(typed) <= SHORTEST_MISTYPED or not _is_alone(card, every):
        return None
    return card if all(one.is_far for one in _others(card, every)) else None


def _is_alone(card: Card, likenesses: list[_Likeness]) -> bool:
    return all(one.mistakes > MISTAKES for one in _others(card, likenesses))


def _is_mistyped_short(one: _Likeness) -> bool:
    """Whether the text is a beginning or a word of the name with one wrong letter."""
    return len(one.typed) >= SHORTEST_MISTYPED and one.nearest_part <= 1


def _ranked(likenesses: list[_Likeness], likely: Collection[str]) -> list[Card]:
    """The cards that are like the text, the likely ones first: beginnings, words, then names with mistakes."""
    ranked = []
    for one in likenesses:
        beginning = 1 - one.beginning / len(one.typed)
        nearly = beginning * NEAR_BEGINNING if one.short_form != CLEAR and beginning >= NEAR_BEGINNING else 0
        likeness = max(one.similarity, LISTED_WORD if one.short_form == WITHIN else 0, nearly)
        if one.short_form == CLEAR or likeness >= LISTED_SIMILARITY:
            is_within = not one.spelling.begins(one.typed)
            rank = (one.card.id not in likely, is_within + (one.short_form != CLEAR), -likeness, one.card.id)
            ranked.append((rank, one.card))
    return list({card.id: card for _rank, card in sorted(ranked, key=lambda entry: entry[0])}.values())


def _near_ids(asked: str, offered: dict[str, Card]) -> list[Card]:
    """The cards whose id has the same number, then those one mistake away; an id is never guessed."""
    typed = squeezed(asked).upper()
    padded = f"T{int(typed[1:]):02}" if typed.startswith("T") else f"{int(typed):03}"
    mistakes = _mistakes(typed, list(offered)) | {padded: 0}
    near = [card_id for card_id in offered if mistakes[card_id] <= 1]
    return [offered[card_id] for card_id in sorted(near, key=lambda card_id: (mistakes[card_id], card_id))]
