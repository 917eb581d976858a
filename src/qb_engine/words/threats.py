"""The threat map in words: what the enemy's next move may do, lane by lane and tile by tile."""

from __future__ import annotations

from collections.abc import Sequence

from kernelkit.spoken import catalogue, sentence
from qb_engine.advice.threats import LaneFlip, Threats, TileThreat
from qb_engine.moves import LANES, tile_place
from qb_engine.words.moves import margins_words, move_words, percent_words
from qb_engine.words.scores import lane_sentence
from qb_engine.words.voice import Voice, capitalised, card_name

MOST_CARDS = 3
"""So many cards are named for a tile; the others are counted in its chance."""
WORTH_HEARING = 0.10
"""To a listener a tile is told from this chance on, and the likeliest one; the others are counted."""


def threat_lines(threats: Threats, voice: Voice) -> list[str]:
    """What the enemy's next move may do: your margin after it, each lane with its cheapest flip, each tile."""
    figures = margins_words(threats.expected_margin, threats.worst_margin, voice)
    head = voice.say(sentence("After the enemy's next move: {figures}."), figures=figures)
    if threats.is_guess:
        head += " " + voice.say(sentence("A guess: the enemy's deck is not fully known."))
    lanes = [_lane_threat(threats, lane, voice) for lane in range(LANES)]
    return [head, *lanes, *(_tile_lines(threats.tiles, voice) or [voice.say(sentence("No tile is threatened."))])]


def _tile_lines(threats: Sequence[TileThreat], voice: Voice) -> list[str]:
    """Each tile; whoever listens hears the likely ones and how many others there are."""
    least = min(WORTH_HEARING, max((one.chance for one in threats), default=0)) if voice.aloud else 0
    told = [one for one in threats if one.chance >= least]
    lines = [_tile_threat(tile, voice) for tile in sorted(told, key=lambda one: _place(one, voice))]
    if others := len(threats) - len(told):
        said = catalogue("qb_engine", voice.language).ngettext(
            "{n} other tile below {chance}.", "{n} other tiles, each below {chance}.", others
        )
        lines.append(said.format(n=others, chance=percent_words(WORTH_HEARING, voice)))
    return lines


def _lane_threat(threats: Threats, lane: int, voice: Voice) -> str:
    """The lane as it stands and the cheapest flip."""
    status, flip = threats.score.lanes[lane], threats.flips[lane]
    said = lane_sentence(status, voice)
    if status.winner == "E":
        return said
    return f"{said} {_flip(flip, voice)}"


def _flip(flip: LaneFlip | None, voice: Voice) -> str:
    if flip is None:
        return voice.say(sentence("No single card takes it."))
    key = sentence("Cheapest flip: {move} by {by}, held with {chance}.")
    facts = {"move": move_words(flip.move, voice), "chance": percent_words(flip.chance, voice)}
    return voice.say(key, by=flip.by, **facts)


def _place(threat: TileThreat, voice: Voice) -> tuple[int, int]:
    """Lane by lane, from the left as the player sees it."""
    lane_index, col_index = tile_place(threat.tile)
    return lane_index, voice.column(col_index)


def _tile_threat(threat: TileThreat, voice: Voice) -> str:
    """``M3: 34%, by Zu 12%, Elphadunk 9%``."""
    cards = [f"{card_name(card_id)} {percent_words(chance, voice)}" for card_id, chance in threat.cards[:MOST_CARDS]]
    left = len(threat.cards) - MOST_CARDS
    if left > 0:
        words = catalogue("qb_engine", voice.language)
        cards.append(words.ngettext("and {n} more", "and {n} more", left).format(n=left))
    key = sentence("{tile}: {chance}, by {cards}.") if voice.aloud else sentence("{tile}: {chance}, by {cards}")
    said = voice.say(
        key, tile=voice.tile(threat.tile), chance=percent_words(threat.chance, voice), cards=", ".join(cards)
    )
    return capitalised(said)
