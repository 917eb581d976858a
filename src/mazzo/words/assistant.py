"""What an assistant is told: the call that comes next, and a tile in one line."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.words.table import OWNER_WORDS, Words
from qb_engine.tile import Tile

NEXT_STEPS = {
    "start": sentence("Call qb_new_match."),
    "mulligan": sentence(
        "Call qb_report with event mulligan and the places in your hand, from 1, that go back; none keeps all."
    ),
    "your_draw": sentence("Call qb_report with event draw and the card that was drawn."),
    "your_play": sentence("Call qb_recommend for advice, then qb_report with event play, card and tile, or pass."),
    "enemy_play": sentence("Call qb_report with event enemy_play, card and tile, or enemy_pass."),
    "over": sentence("The match is over: call qb_review, or qb_new_match for another one."),
}
AFTER_ADVICE = sentence("Call qb_report with the move you choose, or qb_explain with its card and tile.")
AFTER_WORDS = sentence("Call qb_show to see the match.")
AFTER_CARDS = sentence("Use the id wherever a tool takes a card.")
AFTER_REVIEW = sentence("Call qb_new_match for another one.")
FIND_IT = sentence("Call qb_find_card, and use the id it gives.")
LOOK = sentence("Call qb_show: it lists where each card can be laid.")
NAME_A_DECK = sentence("Name a deck of 15 cards: starter, a name that was listed, a deck code, or cards with commas.")
REPORT_IT = sentence("Call qb_report again with it")
TYPE_THE_ID = sentence("Call again with the id.")
FIT_THE_SCHEMA = sentence("Call {tool} again with arguments that fit its input schema.")
NO_SUCH_TOOL = sentence("there is no tool {asked!r}. Call one of these: {known}.")
SOLITAIRE_GOES_ON = sentence("Call solitaire_play, or solitaire_hint for advice.")
SOLITAIRE_IS_OVER = sentence("The game is over: call solitaire_new_game for another deal.")


def tile_line(tile: Tile, words: Words) -> str:
    """``M2 yours, rank 2``, or with a card ``M2 yours, Zu (015), power 4``."""
    owner = words.say(OWNER_WORDS[tile.owner])
    if tile.card_id is None:
        return words.say(sentence("{tile} {owner}, rank {rank}"), tile=tile.name, owner=owner, rank=tile.rank)
    facts = {"card": words.card(tile.card_id), "power": tile.power}
    return words.say(sentence("{tile} {owner}, {card}, power {power}"), tile=tile.name, owner=owner, **facts)
