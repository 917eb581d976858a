"""What pages say besides their own text: the names of tiles, cards and hands as they are heard, and errors."""

from __future__ import annotations

from collections.abc import Sequence

from kernelkit.spoken import catalogue, sentence
from mazzo.words.coach import result_sentence
from mazzo.words.table import Words
from qb_engine.models import Card
from qb_engine.scoring import MatchScore
from qb_engine.tile import Tile
from qb_engine.words.moves import decimal
from qb_engine.words.voice import capitalised

OPENED = sentence("The web table is open at {address} - end it with Ctrl-C.")
DESCRIPTION = sentence("A card table that explains itself")
RESUMED_MATCH = sentence("Coached match, turn {turn}")
RESUMED_GAME = sentence("Game against the computer, turn {turn}")
PASS = sentence("pass")
HEADINGS = {
    "start": sentence("A new match"),
    "mulligan": sentence("Your mulligan"),
    "your_draw": sentence("Your draw"),
    "your_play": sentence("Your move"),
    "enemy_play": sentence("The enemy's move"),
}
"""What a page of a match is headed by, by what comes next."""
# Where there is nothing to see.
NOTHING = sentence("There is nothing here")
NOT_HERE = sentence("This address leads to no match, game or card of this table.")
FAULT = sentence("Something went wrong here")
FAULT_KEPT = sentence("It is not your fault, and what was answered before is kept. The fault has the number {number}.")
REFUSED = sentence("That was not understood")
BUSY = sentence("Too many ask at once")
COME_AGAIN = sentence("What was answered before is kept. Try again in {seconds} seconds.")
PUT_BACK = sentence("The card is back in your hand.")
# The what-if board.
TILE_CHOSEN = sentence("{tile} can be changed now.")
ENEMYS_MOVE = sentence("It is the enemy's move.")
# Reviews.
END = sentence("The end")
YOU_MOVED = sentence("Turn {turn}, you: {move}")
ENEMY_MOVED = sentence("Turn {turn}, the enemy: {move}")
NOTE_BETTER = sentence("better")
NOTE_PLAYED = sentence("you played")
NOTE_ENEMYS = sentence("enemy")
NOTE_ANSWER = sentence("answer")
REVIEW_BEGINS = sentence("The moves are being looked at.")
REVIEW_BUSY = sentence("Too many ask at once. Try again in a moment.")


def moves_done(done: int, of: int, seconds: int | None, words: Words) -> str:
    """How far a review is, and about how long it still takes."""
    if seconds is None:
        return words.say(sentence("{done} of {of} moves"), done=done, of=of)
    return words.say(sentence("{done} of {of} moves, about {seconds} s left"), done=done, of=of, seconds=seconds)


def looked_words(games: int, seconds: float, words: Words) -> str:
    """What a deeper look stands on: the games it played in the head, and the time it was given."""
    time = decimal(seconds, words.voice)
    if not games:
        return words.say(sentence("looked for {seconds} seconds"), seconds=time)
    separated = f"{games:,}".replace(",", "." if words.voice.language == "it" else ",")
    return words.say(sentence("{games} games, {seconds} s"), games=separated, seconds=time)


def no_tile_there(move: str, words: Words) -> str:
    """That a move cannot be made."""
    return words.say(sentence("{move}: that tile does not take that card."), move=move)


def saved_match_words(number: int, score: MatchScore, words: Words) -> str:
    """A coached match that is over, in a list."""
    said = words.say(sentence("Coached match {number}"), number=number)
    return f"{said}. {result_sentence(score, words)}"


def as_good_as_first(words: Words) -> str:
    """That a move of the list is not told apart from the first one."""
    return words.say(sentence("Too close to call with 1."))


def card_title(card: Card, language: str) -> str:
    """A card in a breath: ``Cloud, rank 2, power 3``."""
    replaces = sentence("{name}, takes an ally's place, power {power}")
    usual = sentence("{name}, rank {rank}, power {power}")
    key = catalogue("mazzo", language).gettext(replaces if card.is_replace else usual)
    return key.format(name=card.name, rank=card.cost, power=card.power)


def hand_label(place: int, title: str, tiles: Sequence[str], words: Words) -> str:
    """A card of the hand as a button: its place, what it is and where it can go."""
    if not tiles:
        return words.say(sentence("{place}: {card}. No tile takes it now."), place=place, card=title)
    named = ", ".join(words.voice.tile(tile) for tile in tiles)
    return words.say(sentence("{place}: {card}. Can go on {tiles}."), place=place, card=title, tiles=named)


def tile_label(
    tile: Tile,
    card: Card | None,
    words: Words,
    *,
    flags: Sequence[int],
    reach: int | None,
    is_target: bool,
    notes: Sequence[tuple[str, str, str]] = (),
) -> str:
    """A tile as a button: ``Top 1: your Titan, power 7, rank 2, 2 more than printed, advised 1``."""
    parts = [_holds(tile, card, words)]
    if flags:
        parts.append(words.say(sentence("advised {numbers}"), numbers=", ".join(map(str, flags))))
    if reach is not None:
        parts.append(words.say(sentence("the enemy reaches it with {percent} percent"), percent=reach))
    if is_target:
        parts.append(words.say(sentence("takes the card")))
    parts += [f"{word}: {name}" for _kind, word, name in notes]
    return f"{capitalised(words.voice.tile(tile.name))}: {', '.join(parts)}"


def _holds(tile: Tile, card: Card | None, words: Words) -> str:
    if card is None:
        keys = {
            "Y": sentence("yours, free, rank {rank}"),
            "E": sentence("the enemy's, free, rank {rank}"),
            "N": sentence("nobody's"),
        }
        return words.say(keys[tile.owner], rank=tile.rank)
    yours = sentence("your {card}, power {power}, rank {rank}")
    enemys = sentence("the enemy's {card}, power {power}, rank {rank}")
    key = yours if tile.card_owner == "Y" else enemys
    said, change = words.say(key, card=card.name, power=tile.power, rank=tile.rank), tile.power - card.power
    if not change:
        return said
    more = sentence("{number} more than printed") if change > 0 else sentence("{number} less than printed")
    return f"{said}, {words.say(more, number=abs(change))}"
