"""Who is spoken to, and the small parts of speech that every sentence is made of: tiles, lanes, cards, amounts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import catalogue, sentence
from qb_engine.card_hydrator import shipped
from qb_engine.chronicle.events import CardAt
from qb_engine.moves import COLUMNS, LANE_LETTERS, LANE_NAMES, Seat, Side, tile_turned

LANE_WORDS = {"T": sentence("top"), "M": sentence("middle"), "B": sentence("bottom")}
THE_LANES = (sentence("the top"), sentence("the middle"), sentence("the bottom"))
IN_LANES = (sentence("at the top"), sentence("in the middle"), sentence("at the bottom"))
SIDE_WORDS = {"Y": sentence("you"), "E": sentence("the enemy")}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is spoken to: the language, and whether tiles are read (``M2``) or heard (``middle 2``).

    Columns are numbered from the left of the console's table. Who sits on the right has the home column 5 there.
    """

    language: str = "en"
    aloud: bool = False
    seat: Seat = "left"

    def say(self, key: str, **facts: Any) -> str:
        """The sentence ``key`` in this language, with its facts."""
        return catalogue("qb_engine", self.language).gettext(key).format(**facts)

    def count(self, one: str, many: str, number: int, **facts: Any) -> str:
        """The sentence for this number."""
        return catalogue("qb_engine", self.language).ngettext(one, many, number).format(number=number, **facts)

    def tile(self, name: str) -> str:
        """A tile as it is read or heard, from where the player sits."""
        name = name if self.seat == "left" else tile_turned(name)
        return f"{self.say(LANE_WORDS[name[0]])} {name[1]}" if self.aloud else name

    def column(self, col_index: int) -> int:
        """The index of a column of the board on the player's table, and of one there on the board."""
        return col_index if self.seat == "left" else COLUMNS - 1 - col_index

    def lane(self, lane_index: int) -> str:
        """A lane as it is read or heard."""
        return self.say(LANE_WORDS[LANE_LETTERS[lane_index]]) if self.aloud else LANE_NAMES[lane_index]

    def the_lane(self, lane_index: int) -> str:
        """A lane in a sentence: ``the middle``."""
        return self.say(THE_LANES[lane_index])

    def in_lane(self, lane_index: int) -> str:
        """Where something is: ``in the middle``."""
        return self.say(IN_LANES[lane_index])

    def side(self, side: Side) -> str:
        """A side, as the subject of a sentence."""
        return self.say(SIDE_WORDS[side])

    def card(self, card: CardAt) -> str:
        """A card with its place, the enemy's marked as such."""
        key = sentence("{name} on {tile}") if card.side == "Y" else sentence("the enemy's {name} on {tile}")
        return self.say(key, name=card_name(card.card_id), tile=self.tile(card.tile))

    def cards(self, cards: Iterable[CardAt]) -> str:
        """Several cards, in a row."""
        return ", ".join(self.card(card) for card in cards)


def card_name(card_id: str) -> str:
    """The card's name as in the data; an invented card of a test goes by its id."""
    return shipped().get_card(card_id).name if card_id in shipped() else card_id


def capitalised(text: str) -> str:
    """``text`` as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def amount_words(amount: int, voice: Voice) -> str:
    """For reading ``+2``; for listening "plus 2", since voices swallow the sign."""
    if not voice.aloud:
        return f"{amount:+d}"
    return voice.say(sentence("plus {number}") if amount >= 0 else sentence("minus {number}"), number=abs(amount))
