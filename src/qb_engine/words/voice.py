"""Events, ledgers and scores in words: short for reading, whole sentences for listening, in two languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import catalogue, sentence
from qb_engine.card_hydrator import shipped
from qb_engine.chronicle.events import (
    AddedToHand,
    AuraChanged,
    CardAt,
    CutShort,
    Destroyed,
    Event,
    LaneResult,
    Passed,
    PawnChanged,
    Placed,
    PowerChanged,
    Replaced,
    Scaled,
    Spawned,
    TriggerFired,
)
from qb_engine.chronicle.ledger import Ledger, LedgerEntry
from qb_engine.effect_engine import LaneScore
from qb_engine.moves import LANE_LETTERS, LANE_NAMES, Side
from qb_engine.scoring import MatchScore

LANE_WORDS = {"T": sentence("top"), "M": sentence("middle"), "B": sentence("bottom")}
SIDE_WORDS = {"Y": sentence("you"), "E": sentence("the enemy")}
TRIGGER_WORDS = {
    "on_enfeebled": sentence("answers being lowered"),
    "on_first_enfeebled": sentence("answers being enfeebled for the first time"),
    "on_first_enhanced": sentence("answers being enhanced for the first time"),
    "on_power_threshold": sentence("reaches its power threshold"),
}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is spoken to: the language, and whether tiles are read (``M2``) or heard (``middle 2``)."""

    language: str = "en"
    aloud: bool = False

    def say(self, key: str, **facts: Any) -> str:
        """The sentence ``key`` in this language, with its facts."""
        return catalogue("qb_engine", self.language).gettext(key).format(**facts)

    def count(self, one: str, many: str, number: int, **facts: Any) -> str:
        """The sentence for this number."""
        return catalogue("qb_engine", self.language).ngettext(one, many, number).format(number=number, **facts)

    def tile(self, name: str) -> str:
        """A tile as it is read or heard."""
        return f"{self.say(LANE_WORDS[name[0]])} {name[1]}" if self.aloud else name

    def lane(self, lane_index: int) -> str:
        """A lane as it is read or heard."""
        return self.say(LANE_WORDS[LANE_LETTERS[lane_index]]) if self.aloud else LANE_NAMES[lane_index]

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


def event_sentence(event: Event, voice: Voice) -> str:
    """One step as one sentence."""
    return capitalised(_SENTENCES[type(event)](event, voice))


def trace_lines(events: Iterable[Event], voice: Voice) -> list[str]:
    """A play step by step; for reading, numbered."""
    sentences = [event_sentence(event, voice) for event in events]
    return sentences if voice.aloud else [f"{number}. {text}" for number, text in enumerate(sentences, start=1)]


def _placed(event: Placed, voice: Voice) -> str:
    key = (
        sentence("you lay {name} on {tile}, power {power}.")
        if event.card.side == "Y"
        else sentence("the enemy lays {name} on {tile}, power {power}.")
    )
    return voice.say(key, name=card_name(event.card.card_id), tile=voice.tile(event.card.tile), power=event.power)


def _spawned(event: Spawned, voice: Voice) -> str:
    key = sentence("{source} puts {name} on {tile}, a tile of rank {rank}.")
    source, name = voice.card(event.source), card_name(event.card.card_id)
    return voice.say(key, source=source, name=name, tile=voice.tile(event.card.tile), rank=event.replaced_pawns)


def _replaced(event: Replaced, voice: Voice) -> str:
    return voice.say(sentence("{card}, power {power}, is replaced."), card=voice.card(event.card), power=event.power)


def _pawn(event: PawnChanged, voice: Voice) -> str:
    keys = {
        "Y": sentence("{tile} is yours with rank {rank}."),
        "E": sentence("{tile} is the enemy's with rank {rank}."),
        "N": sentence("{tile} is neutral."),
    }
    return voice.say(keys[event.owner], tile=voice.tile(event.tile), rank=event.rank)


def _aura(event: AuraChanged, voice: Voice) -> str:
    facts = {"source": voice.card(event.source), "amount": amount_words(event.amount, voice)}
    if not event.touched:
        key = sentence("the aura of {source} begins, {amount}; it touches no card yet.")
        ended = sentence("the aura of {source} ends, {amount}; it touched no card.")
        return voice.say(key if event.is_on else ended, **facts)
    key = sentence("the aura of {source} gives {amount} to {cards}.")
    ended = sentence("the aura of {source} ends: no more {amount} for {cards}.")
    return voice.say(key if event.is_on else ended, cards=voice.cards(event.touched), **facts)


def _power(event: PowerChanged, voice: Voice) -> str:
    up = sentence("{source} raises {card} by {amount}.")
    down = sentence("{source} lowers {card} by {amount}.")
    own_up, own_down = sentence("{card} rises by {amount}."), sentence("{card} falls by {amount}.")
    if event.card == event.source:
        up, down = own_up, own_down
    key = up if event.amount > 0 else down
    return voice.say(key, source=voice.card(event.source), card=voice.card(event.card), amount=abs(event.amount))


def _scaled(event: Scaled, voice: Voice) -> str:
    key = (
        sentence("{card} gains {amount} by watching.")
        if event.amount > 0
        else sentence("{card} loses {amount} by watching.")
    )
    return voice.say(key, card=voice.card(event.card), amount=abs(event.amount))


def _trigger(event: TriggerFired, voice: Voice) -> str:
    what = voice.say(TRIGGER_WORDS[event.trigger])
    return voice.say(
        sentence("{card}, power {power}, {what}."), card=voice.card(event.card), power=event.power, what=what
    )


def _destroyed(event: Destroyed, voice: Voice) -> str:
    return voice.say(sentence("{card} is destroyed at power {power}."), card=voice.card(event.card), power=event.power)


def _added(event: AddedToHand, voice: Voice) -> str:
    key = (
        sentence("{source} adds {name} to your hand.")
        if event.side == "Y"
        else sentence("{source} adds {name} to the enemy's hand.")
    )
    return voice.say(key, source=voice.card(event.source), name=card_name(event.card_id))


def _passed(event: Passed, voice: Voice) -> str:
    return voice.say(sentence("you pass.") if event.side == "Y" else sentence("the enemy passes."))


def _cut_short(_event: CutShort, voice: Voice) -> str:
    return voice.say(sentence("the rest of this play is too long to tell."))


def _lane(event: LaneResult, voice: Voice) -> str:
    return lane_sentence(event.after, voice)


_SENTENCES: dict[type, Callable[[Any, Voice], str]] = {
    Placed: _placed,
    Spawned: _spawned,
    Replaced: _replaced,
    PawnChanged: _pawn,
    AuraChanged: _aura,
    PowerChanged: _power,
    Scaled: _scaled,
    TriggerFired: _trigger,
    Destroyed: _destroyed,
    AddedToHand: _added,
    Passed: _passed,
    LaneResult: _lane,
    CutShort: _cut_short,
}


def lane_sentence(lane: LaneScore, voice: Voice) -> str:
    """A lane's score: who leads, by which powers, for how many points."""
    keys = {
        "Y": sentence("{lane}: you lead {you} to {enemy}, worth {points}."),
        "E": sentence("{lane}: the enemy leads {enemy} to {you}, worth {points}."),
        None: sentence("{lane}: tied at {you}, worth nothing."),
    }
    facts = {"lane": voice.lane(lane.lane_index), "you": lane.power_you, "enemy": lane.power_enemy}
    return capitalised(voice.say(keys[lane.winner], points=lane.lane_points, **facts))


def score_sentence(score: MatchScore, voice: Voice) -> str:
    """The match score."""
    keys = {
        "Y": sentence("You lead {you} to {enemy}."),
        "E": sentence("The enemy leads {enemy} to {you}."),
        None: sentence("The score is tied at {you}."),
    }
    return voice.say(keys[score.winner], you=score.total_you, enemy=score.total_enemy)


def ledger_line(ledger: Ledger, voice: Voice) -> str:
    """``Crawler on M2: 3 base, +2 Crystalline Crab aura, -1 Capparwire = 4``."""
    parts = ", ".join(_entry(entry, voice) for entry in ledger.entries)
    key = (
        sentence("{name} on {tile}: {parts}, in all {total}.")
        if voice.aloud
        else sentence("{name} on {tile}: {parts} = {total}")
    )
    name = card_name(ledger.card_id)
    return voice.say(key, name=name, tile=voice.tile(ledger.tile), parts=parts, total=ledger.total)


def _entry(entry: LedgerEntry, voice: Voice) -> str:
    keys = {
        "base": sentence("{plain} base"),
        "effect": sentence("{amount} {name}"),
        "earlier": sentence("{amount} from earlier effects"),
        "watching": sentence("{amount} by watching"),
        "aura": sentence("{amount} {name} aura"),
        "scaling": sentence("{amount} by the cards it counts"),
    }
    name = card_name(entry.source_id) if entry.source_id else ""
    return voice.say(keys[entry.kind], plain=entry.amount, amount=amount_words(entry.amount, voice), name=name)


def amount_words(amount: int, voice: Voice) -> str:
    """For reading ``+2``; for listening "plus 2", since voices swallow the sign."""
    if not voice.aloud:
        return f"{amount:+d}"
    return voice.say(sentence("plus {number}") if amount >= 0 else sentence("minus {number}"), number=abs(amount))
