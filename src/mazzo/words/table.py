"""Board, hand, tile and cards in words, for whoever sits at a table: to read or to hear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import catalogue, sentence
from qb_engine.board_state import BoardState, Tile
from qb_engine.card_hydrator import shipped
from qb_engine.errors import Remedy
from qb_engine.moves import COLUMNS, LANE_NAMES, tile_name
from qb_engine.words.scores import lane_sentence
from qb_engine.words.voice import Voice, capitalised, card_name

OWNER_WORDS = {"Y": sentence("yours"), "E": sentence("the enemy's"), "N": sentence("neutral")}
SHOWN_NAME = 14
"""Letters of a card's name on the drawn board, where there is room."""
LEFT_COLUMN = 34
"""What stands on the left of a table and is longer than this has a line of its own."""
BOARD_WIDTH = 79
"""So wide may the drawn board be."""

_TILE = re.compile(r"\b([TMBtmb])([1-5])\b", re.ASCII)

# What any conversation at a table says.
WHICH_CARD = sentence("Which card? A number from 1 to {count}, a name, or 0 for none")
THIS_CARD = sentence("1 for this card, the name of another, or 0 for none")
WHICH_NAME = sentence("Which card is {asked!r}? Its name, or 0 for none")
REMEMBER = sentence("Remember {name!r} for {card}? yes or no")
REMEMBERED = sentence("{name!r} is {card} from now on.")
NONE_TAUGHT = sentence("No names were taught yet.")
FORGOTTEN = sentence("{name!r} is forgotten.")
LEARNED = sentence("Names learned: {count}.")
MAY_BE = sentence("{asked!r} may be:")
LIST_GOES = sentence("The list goes from 1 to {count}.")
ONLY_CARD = sentence("There is only card 1.")
NOTHING_ENTERED = sentence("Nothing was entered.")
NOTHING_CHANGED = sentence("Nothing was changed.")
YES_OR_NO = sentence("Type yes or no.")
SAVED = sentence("Saved as {file}.")
GOODBYE = sentence("Goodbye.")
ON_THE_LEFT = sentence("You sit on the left: your first column is 1.")
ON_THE_RIGHT = sentence("You sit on the right: your first column is 5. To change: side left")
NOBODY_MOVED = sentence("Nobody has moved yet.")


EXPECTED_WORDS = {
    Remedy.START_A_MATCH: sentence("start a match"),
    Remedy.EXCHANGE_CARDS: sentence("cards to return, by number such as 2 5, or Enter to keep all"),
    Remedy.REPORT_YOUR_DRAW: sentence("the card you drew, such as crab"),
    Remedy.MAKE_YOUR_MOVE: sentence("your move, such as 1, crab b1 or pass"),
    Remedy.REPORT_THE_ENEMYS_MOVE: sentence("the enemy's move, and your draw: zu m3 crab, or pass crab"),
    Remedy.LEAVE_THE_MATCH: sentence("the match is over: review, undo, save, or new for another"),
}
"""What can be entered now, as a prompt says it."""


@dataclass(frozen=True, slots=True)
class Words:
    """The voice at a table: its own sentences, and those of the rules through ``voice``."""

    voice: Voice

    def say(self, key: str, **facts: Any) -> str:
        """The table's sentence ``key`` with its facts."""
        return catalogue("mazzo", self.voice.language).gettext(key).format(**facts)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """One of two sentences, by the number ``n`` in it."""
        return catalogue("mazzo", self.voice.language).ngettext(one, many, number).format(n=number)

    def card(self, card_id: str) -> str:
        """Name and id, so that everybody sees what was understood; a voice says the name."""
        return card_name(card_id) if self.voice.aloud else f"{card_name(card_id)} ({card_id})"

    def cards(self, card_ids: Iterable[str]) -> str:
        """Several cards in a row, or the word for none."""
        return ", ".join(map(self.card, card_ids)) or self.say(sentence("nothing"))

    def where(self, card_id: str, places: Sequence[tuple[int, int]]) -> str:
        """A sentence with the tiles that take the card."""
        if not places:
            return self.say(sentence("No tile takes {card} now."), card=self.card(card_id))
        tiles = ", ".join(self.voice.tile(tile_name(*place)) for place in sorted(places, key=self._seen))
        return self.say(sentence("{card} can go on: {tiles}."), card=self.card(card_id), tiles=tiles)

    def choices(self, asked: str, card_ids: Sequence[str]) -> list[str]:
        """The cards that a word may mean, numbered."""
        numbered = (f"{number}  {self.card(card_id)}" for number, card_id in enumerate(card_ids, start=1))
        return [self.say(MAY_BE, asked=asked), *numbered]

    def table(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        """What stands on the left and what is said about it, in two columns to read, a sentence each to hear."""
        if self.voice.aloud:
            return [f"{left}: {right}." for left, right in rows]
        width = max((len(left) for left, _right in rows if len(left) <= LEFT_COLUMN), default=0)
        lines = []
        for left, right in rows:
            lines += [left, f"{' ' * width}  {right}"] if len(left) > width else [f"{left.ljust(width)}  {right}"]
        return lines

    def board(self, board: BoardState) -> list[str]:
        """The whole board: drawn in columns to read, a sentence for each tile that is not empty to hear."""
        if self.voice.aloud:
            return [line for lane in range(len(LANE_NAMES)) for line in self.lane(board, lane)]
        # Names are as long as five of them fit beside each other.
        drawn = (self._drawn_board(board, length) for length in range(SHOWN_NAME, 0, -1))
        return next(lines for lines in drawn if max(map(len, lines)) <= BOARD_WIDTH)

    def _drawn_board(self, board: BoardState, length: int) -> list[str]:
        rows = [["", *(str(column + 1) for column in range(COLUMNS))]]
        for lane, name in enumerate(LANE_NAMES):
            rows.append([name, *(self._drawn(tile, length) for tile in self._row(board, lane))])
        widths = [max(len(row[column]) for row in rows) for column in range(COLUMNS + 1)]
        cells = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
        return ["  ".join(row).rstrip() for row in cells]

    def _drawn(self, tile: Tile, length: int) -> str:
        """``Y2``, or with a card ``E1 Zu 4``, its name cut to ``length``; a neutral tile is a dot."""
        if tile.owner == "N" and not tile.is_occupied:
            return "."
        if tile.card_id is None:
            return f"{tile.owner}{tile.rank}"
        return f"{tile.owner}{tile.rank} {card_name(tile.card_id)[:length].rstrip()} {tile.power}"

    def lane(self, board: BoardState, lane: int) -> list[str]:
        """One lane, tile by tile, after its score."""
        from qb_engine.scoring import compute_match_score

        shown = [
            tile for tile in self._row(board, lane) if not self.voice.aloud or tile.is_occupied or tile.owner != "N"
        ]
        score = lane_sentence(compute_match_score(board).lanes[lane], self.voice)
        return [score, *(self.tile(tile) for tile in shown)]

    def _seen(self, place: tuple[int, int]) -> tuple[int, int]:
        """A place of the board where the player sees it."""
        return place[0], self.voice.column(place[1])

    def _row(self, board: BoardState, lane: int) -> list[Tile]:
        """The tiles of a lane as the player sees them, from left to right."""
        return [board.tile(lane, self.voice.column(column)) for column in range(COLUMNS)]

    def typed(self, text: str) -> str:
        """What is typed, such as an example in a prompt, with the tiles that it means where the player sits."""
        return text if self.voice.seat == "left" else tiles_turned(text)

    def tile(self, tile: Tile) -> str:
        """One tile as a sentence."""
        place = capitalised(self.voice.tile(tile.name))
        owner = self.say(OWNER_WORDS[tile.owner])
        if tile.card_id is not None:
            key = sentence("{tile}: {owner}, {card}, power {power}, rank {rank}.")
            facts = {"card": self.card(tile.card_id), "power": tile.power, "rank": tile.rank}
            return self.say(key, tile=place, owner=owner, **facts)
        if tile.owner == "N":
            return self.say(sentence("{tile}: neutral."), tile=place)
        return self.say(sentence("{tile}: {owner}, rank {rank}, no card."), tile=place, owner=owner, rank=tile.rank)

    def short_hand(self, card_ids: Sequence[str]) -> str:
        """The hand in a line: each card with its rank and power."""
        if not card_ids:
            return self.say(sentence("Your hand is empty."))
        cards = []
        for card_id in card_ids:
            card = shipped().get_card(card_id)
            cards.append(f"{card.name} {'-' if card.is_replace else card.cost}/{card.power}")
        return self.say(sentence("Hand, rank/power: {cards}"), cards=", ".join(cards))

    def hand(self, card_ids: Sequence[str]) -> list[str]:
        """The hand, numbered, with rank and power."""
        if not card_ids:
            return [self.say(sentence("Your hand is empty."))]
        placed = sentence("{number}. {card}, rank {rank}, power {power}.")
        replaces = sentence("{number}. {card}, takes the place of a card of yours, power {power}.")
        lines = []
        for number, card_id in enumerate(card_ids, start=1):
            card = shipped().get_card(card_id)
            key = replaces if card.is_replace else placed
            lines.append(self.say(key, number=number, card=self.card(card_id), rank=card.cost, power=card.power))
        return lines


def tiles_turned(text: str) -> str:
    """``text`` with every tile in it, such as ``b1`` or ``020@M2``, as the other seat sees it."""
    return _TILE.sub(lambda found: f"{found[1]}{COLUMNS + 1 - int(found[2])}", text)


def expected_words(remedy: Remedy, language: str) -> str:
    """What can be entered now, after the word "expected" or in a prompt."""
    return catalogue("mazzo", language).gettext(EXPECTED_WORDS[remedy])
