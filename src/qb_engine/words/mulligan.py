"""Mulligan advice in words: keep or return, card by card; to read or to hear, in two languages."""

from __future__ import annotations

from kernelkit.spoken import sentence
from qb_engine.advice.mulligan import Exchange, MulliganAdvice
from qb_engine.search.chances import Lead
from qb_engine.words.moves import percent_words
from qb_engine.words.voice import Voice, capitalised, card_name

KEEP, RETURN = sentence("keep"), sentence("return")


def mulligan_lines(advice: MulliganAdvice, voice: Voice) -> list[str]:
    """The advice: a heading, a line for each card, and what it comes to; one paragraph to hear.

    Where no card's return makes a clear difference, that is all that is said.
    """
    heading = _heading(advice, voice)
    if not advice.advised.places and not any(exchange.hurts for exchange in advice.alone):
        lines = [heading, voice.say(sentence("Keep all: no exchange makes a clear difference."))]
    elif voice.aloud:
        lines = [heading, *(_spoken(advice, place, voice) for place in range(len(advice.hand))), *_sum(advice, voice)]
    else:
        lines = [heading, *_table(advice, voice), *_sum(advice, voice)]
    return [" ".join(lines)] if voice.aloud else lines


def _heading(advice: MulliganAdvice, voice: Voice) -> str:
    chance = percent_words(advice.keep_chance, voice)
    said = voice.say(sentence("Mulligan: your chance to win is {chance} if you keep all."), chance=chance)
    if advice.is_guess:
        said += " " + voice.say(sentence("A guess: the enemy's deck is not fully known."))
    return said


def _table(advice: MulliganAdvice, voice: Voice) -> list[str]:
    """A line for each card, in columns."""
    rows = [
        (_verdict(advice, place, voice), card_name(card_id), _remark(advice, place, voice))
        for place, card_id in enumerate(advice.hand)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return [
        f" {number}  {verdict.ljust(widths[0])}  {name.ljust(widths[1])}  {remark}"
        for number, (verdict, name, remark) in enumerate(rows, start=1)
    ]


def _spoken(advice: MulliganAdvice, place: int, voice: Voice) -> str:
    facts = {"number": place + 1, "name": card_name(advice.hand[place]), "remark": _remark(advice, place, voice)}
    verdict = capitalised(_verdict(advice, place, voice))
    return voice.say(sentence("{verdict} {number}, {name}: {remark}."), verdict=verdict, **facts)


def _verdict(advice: MulliganAdvice, place: int, voice: Voice) -> str:
    return voice.say(RETURN if place in advice.advised.places else KEEP)


def _remark(advice: MulliganAdvice, place: int, voice: Voice) -> str:
    """What the return of this card alone does, and what it is among the others."""
    alone, is_returned = advice.alone[place], place in advice.advised.places
    if alone.hurts:
        return voice.say(sentence("return would cost {percent}"), percent=_size(alone.cost, voice))
    if alone.helps:
        gain = _gain(alone, voice)
        if is_returned:
            return gain
        return voice.say(sentence("{gain} alone, nothing more with the others"), gain=gain)
    return voice.say(sentence("helps with the others") if is_returned else sentence("no clear difference"))


def _sum(advice: MulliganAdvice, voice: Voice) -> list[str]:
    """What all returns together bring, where there are several; that all are kept where there are none."""
    if not advice.advised.places:
        return [voice.say(sentence("Keep all: no exchange clearly wins more."))]
    if len(advice.advised.places) == 1:
        return []
    return [voice.say(sentence("Returned together: {gain}."), gain=_gain(advice.advised, voice))]


def _gain(exchange: Exchange, voice: Voice) -> str:
    size = _size(exchange.gain, voice)
    return voice.say(sentence("gains {percent}"), percent=size) if voice.aloud else f"+{size}"


def _size(lead: Lead, voice: Voice) -> str:
    """``6% (3-9)``, or "6 percent, plus or minus 3"."""
    low, high = (round(100 * bound) for bound in lead.interval)
    percent = percent_words(lead.mean, voice)
    if not voice.aloud:
        return f"{percent} ({max(0, low)}-{high})"
    return voice.say(sentence("{chance}, plus or minus {number}"), chance=percent, number=round((high - low) / 2))
