"""One move in words: where it goes, what it leads to, why, and what may go wrong; to read or to hear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernelkit.spoken import catalogue, sentence
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.moves import LANE_NAMES, Move, tile_name
from qb_engine.words.voice import Voice, card_name

LABEL_WORDS = {
    "best": sentence("best"),
    "good": sentence("good"),
    "playable": sentence("playable"),
    "risky": sentence("risky"),
    "losing": sentence("losing"),
}


def decimal(value: float, voice: Voice) -> str:
    """``value`` with one digit after the point, or after the comma where that is the custom."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if voice.language == "it" else text


def margin_words(value: float, voice: Voice) -> str:
    """A margin with its sign: ``+2.3`` or ``-1``; for listening "plus 2.3"."""
    size = str(abs(value)) if isinstance(value, int) else decimal(abs(value), voice)
    is_below = value < 0 and size.strip("0.,") != ""
    if not voice.aloud:
        return f"{'-' if is_below else '+'}{size}"
    return voice.say(sentence("minus {number}") if is_below else sentence("plus {number}"), number=size)


def percent_words(chance: float, voice: Voice) -> str:
    """A chance in whole percent; the small and the nearly certain are not rounded away."""
    number = round(100 * chance)
    key = sentence("{number} percent") if voice.aloud else sentence("{number}%")
    if chance > 0 and number < 1:
        key = sentence("under 1 percent") if voice.aloud else sentence("under 1%")
    elif chance < 1 and number > 99:
        key = sentence("over 99 percent") if voice.aloud else sentence("over 99%")
    return voice.say(key, number=number)


def place_words(move: Move, voice: Voice) -> str:
    """A tile spelled out: ``MID 2`` to read, "middle 2" to hear."""
    if voice.aloud:
        return voice.tile(tile_name(move.lane_index, move.col_index))
    return f"{LANE_NAMES[move.lane_index]} {move.col_index + 1}"


def move_words(move: Move | None, voice: Voice) -> str:
    """``Archdragon at MID 2``, "Archdragon on middle 2", or a pass."""
    if move is None:
        return voice.say(sentence("pass"))
    key = sentence("{name} on {tile}") if voice.aloud else sentence("{name} at {tile}")
    return voice.say(key, name=card_name(move.card_id), tile=place_words(move, voice))


def margins_words(expected: float, worst: int, voice: Voice) -> str:
    """Your margin after the enemy's answer, on average and at worst."""
    key = sentence("expected {expected}, at worst {worst}")
    return voice.say(key, expected=margin_words(float(expected), voice), worst=margin_words(worst, voice))


def reason_words(reason: Reason, voice: Voice) -> str:
    """A reason as a clause, with its numbers."""
    return _REASONS[reason.tag.rstrip("0123456789")](reason.facts, voice)


def risk_words(risk: Risk, voice: Voice) -> str:
    """What the answer that hurts most does, and its chance."""
    facts = {"move": move_words(risk.move, voice), "chance": percent_words(risk.chance, voice)}
    lost, tied = (", ".join(voice.lane(lane) for lane in lanes) for lanes in (risk.lanes_lost, risk.lanes_tied))
    if lost and tied:
        key = sentence("{move} takes {lost} and ties {tied}, {chance}")
    elif lost:
        key = sentence("{move} takes {lost}, {chance}")
    elif tied:
        key = sentence("{move} ties {tied}, {chance}")
    else:
        key = sentence("{move} leaves you at {margin}, {chance}")
    return voice.say(key, lost=lost, tied=tied, margin=margin_words(risk.margin, voice), **facts)


def _wins(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("takes {lane} by {by}"), lane=voice.lane(facts["lane"]), by=facts["by"])


def _loses(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("gives up {lane} by {by}") if facts["by"] else sentence("lets {lane} become a tie")
    return voice.say(key, lane=voice.lane(facts["lane"]), by=facts["by"])


def _margin(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("expected margin {now} instead of {before} without it")
    return voice.say(key, now=margin_words(facts["to"], voice), before=margin_words(facts["from"], voice))


def _ground(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["yours"]
    text = words.ngettext(
        "you hold {yours} tile to {theirs} instead of {yours_before} to {theirs_before}",
        "you hold {yours} tiles to {theirs} instead of {yours_before} to {theirs_before}",
        n,
    )
    return text.format(**facts)


def _captures(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    return words.ngettext("captures {n} tile", "captures {n} tiles", n).format(n=n)


def _denies(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    return words.ngettext("enemy loses {n} legal tile", "enemy loses {n} legal tiles", n).format(n=n)


def _opens(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    text = words.ngettext("opens rank {rank} on {n} tile", "opens rank {rank} on {n} tiles", n)
    return text.format(n=n, rank=facts["rank"])


def _triggers(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("sets off {name} on {tile}")
    return voice.say(key, name=card_name(facts["card_id"]), tile=voice.tile(facts["tile"]))


def _pass(facts: dict[str, Any], voice: Voice) -> str:
    key = (
        sentence("ends the match at {margin}")
        if facts["ends_match"]
        else sentence("keeps the present score, margin {margin}")
    )
    return voice.say(key, margin=margin_words(facts["margin"], voice))


_REASONS: dict[str, Callable[[dict[str, Any], Voice], str]] = {
    "wins_lane_": _wins,
    "loses_lane_": _loses,
    "improves_margin": _margin,
    "worsens_margin": _margin,
    "gains_ground": _ground,
    "loses_ground": _ground,
    "captures_tiles": _captures,
    "denies_tiles": _denies,
    "opens_rank_": _opens,
    "sets_up_trigger": _triggers,
    "pass": _pass,
}
REASON_TAGS = tuple(_REASONS)
"""Every tag there is, without the number of a lane or rank."""
