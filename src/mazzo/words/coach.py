"""What the live coach says besides advice: board, hand, steps, expectations; to read or to hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import catalogue, sentence
from mazzo.dialogue.verbs import VERBS
from mazzo.words.remedies import expected_words
from qb_engine.board_state import BoardState, Tile
from qb_engine.card_hydrator import shipped
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED
from qb_engine.moves import COLUMNS, LANE_NAMES, Move, Side, tile_name
from qb_engine.words.scores import lane_sentence
from qb_engine.words.voice import Voice, capitalised, card_name

OWNER_WORDS = {"Y": sentence("yours"), "E": sentence("the enemy's"), "N": sentence("neutral")}
SHOWN_NAME = 14
"""Letters of a card's name on the drawn board."""


@dataclass(frozen=True, slots=True)
class Words:
    """The voice of the coach: its own sentences, and those of the rules through ``voice``."""

    voice: Voice

    def say(self, key: str, **facts: Any) -> str:
        """The coach's sentence ``key`` with its facts."""
        return catalogue("mazzo", self.voice.language).gettext(key).format(**facts)

    def expected(self, phase: str) -> str:
        """What is expected in a phase."""
        return expected_words(EXPECTED[phase], self.voice.language)

    def card(self, card_id: str) -> str:
        """Name and id, so that everybody sees what was understood."""
        return f"{card_name(card_id)} ({card_id})"

    def cards(self, card_ids: Iterable[str]) -> str:
        """Several cards in a row, or the word for none."""
        return ", ".join(map(self.card, card_ids)) or self.say(sentence("nothing"))

    # Steps.

    def step(self, step: Step) -> str:
        """A step with its number, such as ``7. Enemy: Zu (021) on M3``, as a sentence."""
        return self.say(sentence("{number}. {what}."), number=step.number, what=capitalised(self._step(step)))

    def _step(self, step: Step) -> str:
        data = step.data
        if step.kind in ("play", "enemy_play"):
            move = Move.parse(data["move"])
            key = sentence("you: {card} on {tile}") if step.kind == "play" else sentence("enemy: {card} on {tile}")
            tile = self.voice.tile(tile_name(move.lane_index, move.col_index))
            return self.say(key, card=self.card(move.card_id), tile=tile)
        return self._other_step(step)

    def _other_step(self, step: Step) -> str:
        data = step.data
        if step.kind == "start":
            key = (
                sentence("you begin, hand {cards}") if data["first"] == "Y" else sentence("enemy begins, hand {cards}")
            )
            return self.say(key, cards=self.cards(data["hand"]))
        if step.kind == "mulligan":
            key = (
                sentence("mulligan: returned {places}, drawn {cards}") if data["drawn"] else sentence("all cards kept")
            )
            places = ", ".join(str(place + 1) for place in data["returned"])
            return self.say(key, cards=self.cards(data["drawn"]), places=places)
        if step.kind == "draw":
            return self.say(sentence("you drew {cards}"), cards=self.cards([data["card"]] if data["card"] else []))
        if step.kind == "sync_hand":
            return self.say(sentence("hand set to {cards}"), cards=self.cards(data["hand"]))
        if step.kind == "sync_board":
            return self.say(sentence("tiles set: {tiles}"), tiles=", ".join(map(self.voice.tile, data["tiles"])))
        if step.kind == "sync_turn":
            return self.say(sentence("turn set: {turn}"), turn=self.turn(data["side"], data["passes"]))
        return self.say(sentence("you pass") if step.kind == "pass" else sentence("enemy passes"))

    def turn(self, side: Side | None, passes: int) -> str:
        """Whose move it is; the pass before it counts, because one more would end the match."""
        if side is None:
            return self.say(sentence("the match is over"))
        keys = {
            ("Y", 0): sentence("your move"),
            ("E", 0): sentence("the enemy's move"),
            ("Y", 1): sentence("your move after a pass"),
            ("E", 1): sentence("the enemy's move after a pass"),
        }
        return self.say(keys[side, passes])

    # Board and hand.

    def board(self, board: BoardState) -> list[str]:
        """The whole board: drawn in columns to read, a sentence for each tile that is not empty to hear."""
        if self.voice.aloud:
            return [line for lane in range(len(LANE_NAMES)) for line in self.lane(board, lane)]
        rows = [["", *(str(column + 1) for column in range(COLUMNS))]]
        for lane, name in enumerate(LANE_NAMES):
            rows.append([name, *(self._drawn(board.tile(lane, column)) for column in range(COLUMNS))])
        widths = [max(len(row[column]) for row in rows) for column in range(COLUMNS + 1)]
        cells = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
        return ["  ".join(row).rstrip() for row in cells]

    def _drawn(self, tile: Tile) -> str:
        """``Y2``, or with a card ``E1 Zu 4``; a neutral tile is a dot."""
        if tile.owner == "N" and not tile.is_occupied:
            return "."
        if tile.card_id is None:
            return f"{tile.owner}{tile.rank}"
        return f"{tile.owner}{tile.rank} {card_name(tile.card_id)[:SHOWN_NAME]} {tile.power}"

    def lane(self, board: BoardState, lane: int) -> list[str]:
        """One lane, tile by tile, after its score."""
        from qb_engine.scoring import compute_match_score

        tiles = [board.tile(lane, column) for column in range(COLUMNS)]
        shown = [tile for tile in tiles if not self.voice.aloud or tile.is_occupied or tile.owner != "N"]
        score = lane_sentence(compute_match_score(board).lanes[lane], self.voice)
        return [score, *(self.tile(tile) for tile in shown)]

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

    def help(self) -> list[str]:
        """Every command, how it is typed and what it does."""
        rows = [(self.say(verb.usage), self.say(verb.what)) for verb in VERBS]
        if self.voice.aloud:
            return [f"{usage}: {what}." for usage, what in rows]
        width = max(len(usage) for usage, _what in rows)
        return [f"{usage.ljust(width)}  {what}" for usage, what in rows]
