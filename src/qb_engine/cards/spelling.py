"""How a card's name may be written, and the short forms that people make of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from qb_engine.models import Card

VOWELS = frozenset("aeiou")
SHORTEST_TAIL = 4
"""A word within a word, such as the dragon in Archdragon, has at least so many letters."""
CLEAR, WITHIN, SKETCH = 1, 2, 3
"""How clear a short form is: a beginning, initials or a whole word; the beginning of a later word or of the consonants;
some letters in their order, the first one among them."""
SHORTEST_BEGINNING = 3
"""Who types fewer letters of a name looks at them."""
SHORTEST_SKETCH = 2
"""So many letters of a name in their order are a sketch of it, such as crw for Crawler."""


def squeezed(text: str) -> str:
    """``text`` without case, accents, spaces and punctuation: ``J-Unit Sweeper`` is ``junitsweeper``."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain if character.isalnum())


@dataclass(frozen=True)
class Spelling:
    """One way to write a card's name, squeezed, with its words and initials."""

    card: Card
    name: str
    words: tuple[str, ...]
    initials: frozenset[str]

    @cached_property
    def first_letters(self) -> frozenset[str]:
        """The letters that a short form can begin with."""
        return frozenset(word[0] for word in (self.name, *self.words))

    @cached_property
    def skeleton(self) -> str:
        """The first letter and the consonants after it."""
        return self.name[:1] + "".join(letter for letter in self.name[1:] if letter not in VOWELS)

    def begins(self, typed: str) -> bool:
        """Whether the name begins with the text, or its words with the text's letters."""
        return self.name.startswith(typed) or typed in self.initials

    def is_taught_form(self, typed: str) -> bool:
        """Whether the text is a short form as help teaches them: first letters, initials, or a whole word."""
        is_beginning = len(typed) >= SHORTEST_BEGINNING and self.name.startswith(typed)
        return is_beginning or typed in self.initials or typed in self.words

    def is_short_form_in(self, texts: Collection[str], length: int) -> bool:
        """Whether one of these texts, about so long, is a beginning, a word or the initials."""
        beginnings = (self.name[:end] for end in range(max(SHORTEST_BEGINNING, length - 1), length + 2))
        return any(form in texts for form in (*beginnings, *self.words, *self.initials))

    def short_form(self, typed: str) -> int:
        """How clear a short form of this name the text is, CLEAR, WITHIN or SKETCH; 0 for none."""
        if typed[0] not in self.first_letters:
            return 0
        if self.begins(typed) or typed in self.words:
            return CLEAR
        if len(typed) < SHORTEST_SKETCH:
            return 0
        if any(word.startswith(typed) for word in self.words) or self.skeleton.startswith(typed):
            return WITHIN
        letters = iter(self.name)
        return SKETCH if self.name[0] == typed[0] and all(letter in letters for letter in typed) else 0


def spellings_of(names: Iterable[tuple[str, Card]]) -> tuple[Spelling, ...]:
    """Every name, also with its ``&`` spoken in either language."""
    pairs = list(names)
    vocabulary = {word for name, _card in pairs for word in _words(name)}
    found = []
    for name, card in pairs:
        written = dict.fromkeys(squeezed(name.replace("&", word)) for word in ("", "and", "e"))
        found += [Spelling(card, one, _words(name), _initials(name, vocabulary)) for one in written]
    return tuple(found)


def _words(name: str) -> tuple[str, ...]:
    return tuple(squeezed(word) for word in re.split(r"[ -]", name) if squeezed(word)) or (squeezed(name),)


def _initials(name: str, vocabulary: set[str]) -> frozenset[str]:
    """First letters, a hyphen dividing words or not, and of a word made of two: Archdragon is AD, with Dragon in it."""
    words = _words(name)
    divided = "".join(word[0] for word in words)
    whole = "".join(squeezed(word)[0] for word in name.split() if squeezed(word))
    if len(words) == 1:
        tails = [words[0][place:] for place in range(2, len(words[0]) - SHORTEST_TAIL + 1)]
        return frozenset(words[0][0] + tail[0] for tail in tails if tail in vocabulary)
    return frozenset({divided, whole})
