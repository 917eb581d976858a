"""The steps of a play as sentences: short for reading, whole for listening, in two languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kernelkit.spoken import sentence
from qb_engine.chronicle.events import (
    AddedToHand,
    AuraChanged,
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
from qb_engine.words.scores import lane_sentence
from qb_engine.words.voice import Voice, amount_words, capitalised, card_name

TRIGGER_WORDS = {
    "on_enfeebled": sentence("answers being lowered"),
    "on_first_enfeebled": sentence("answers being enfeebled for the first time"),
    "on_first_enhanced": sentence("answers being enhanced for the first time"),
    "on_power_threshold": sentence("reaches its power threshold"),
}


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
