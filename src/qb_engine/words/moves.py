"""One move in words: where it goes, what it leads to, why, and what may go wrong; to read or to hear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kernelkit.spoken import catalogue, sentence
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.models import MAX_RANK
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
    return f"{LANE_NAMES[move.lane_index]} {voice.column(move.col_index) + 1}"


def move_words(move: Move | None, voice: Voice) -> str:
    """``Archdragon on MID 2``, "Archdragon on middle 2", or a pass."""
    if move is None:
        return voice.say(sentence("pass"))
    return voice.say(sentence("{name} on {tile}"), name=card_name(move.card_id), tile=place_words(move, voice))


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
    lost, tied = (_and([voice.the_lane(lane) for lane in lanes], voice) for lanes in (risk.lanes_lost, risk.lanes_tied))
    if risk.rank is not None:
        key = sentence("a card of rank {rank} such as {move} costs you {harm} points or more, {chance}")
        if not risk.rank:
            key = sentence("a card such as {move} costs you {harm} points or more, {chance}")
        return voice.say(key, rank=risk.rank, harm=risk.harm, **facts)
    if lost and tied:
        key = sentence("{move} takes {lost} and ties {tied}, {chance}")
    elif lost:
        key = sentence("{move} takes {lost}, {chance}")
    elif tied:
        key = sentence("{move} ties {tied}, {chance}")
    else:
        key = sentence("{move} costs you {harm} points, {chance}")
    return voice.say(key, lost=lost, tied=tied, harm=risk.harm, **facts)


def _and(parts: Sequence[str], voice: Voice) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return voice.say(sentence("{some} and {last}"), some=", ".join(parts[:-1]), last=parts[-1])


def reasons_words(reasons: Sequence[Reason], voice: Voice) -> str:
    """Reasons as one clause, joined."""
    return _and([reason_words(reason, voice) for reason in reasons], voice)


def _wins(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("takes {lane} by {by}"), lane=voice.the_lane(facts["lane"]), by=facts["by"])


def _loses(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("gives {lane} up by {by}") if facts["by"] else sentence("lets {lane} become a tie")
    return voice.say(key, lane=voice.the_lane(facts["lane"]), by=facts["by"])


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
    return words.ngettext("takes {n} tile from the enemy", "takes {n} tiles from the enemy", n).format(n=n)


def _denies(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    text = words.ngettext("leaves the enemy {n} free tile fewer", "leaves the enemy {n} free tiles fewer", n)
    return text.format(n=n)


def _opens(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    text = words.ngettext("opens rank {rank} on {n} tile", "opens rank {rank} on {n} tiles", n)
    return text.format(n=n, rank=facts["rank"])


def _triggers(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("sets off {name} on {tile}")
    return voice.say(key, name=card_name(facts["card_id"]), tile=voice.tile(facts["tile"]))


def _builds(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("builds rank {rank} on {tile} for {name}")
    return voice.say(key, rank=facts["rank"], tile=voice.tile(facts["tile"]), name=card_name(facts["card_id"]))


def _blocks(facts: dict[str, Any], voice: Voice) -> str:
    highest = sentence("blocks the enemy's only tile of rank {rank}, {tile}")
    key = highest if facts["rank"] == MAX_RANK else sentence("blocks the enemy's only tile above rank 1, {tile}")
    return voice.say(key, rank=facts["rank"], tile=voice.tile(facts["tile"]))


def _destroys(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("destroys {name} on {tile}")
    return voice.say(key, name=card_name(facts["card_id"]), tile=voice.tile(facts["tile"]))


def _weakens(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("takes {by} power from enemy cards"), by=facts["by"])


def _strengthens(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("gives your other cards {by} power"), by=facts["by"])


def _gains_card(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    text = words.ngettext("puts {name} into your hand", "puts {n} cards into your hand", n)
    return text.format(n=n, name=card_name(facts["card_id"]))


def _playable(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("keeps {name} playable"), name=card_name(facts["card_id"]))


def _strands(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("leaves no tile for {name}"), name=card_name(facts["card_id"]))


def _holds(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("protects {lane} from the best reply"), lane=voice.the_lane(facts["lane"]))


def _yields(facts: dict[str, Any], voice: Voice) -> str:
    return voice.say(sentence("leaves {lane} to the best reply"), lane=voice.the_lane(facts["lane"]))


def _more_ground(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    return words.ngettext("leaves you {n} tile better off", "leaves you {n} tiles better off", n).format(n=n)


def _less_ground(facts: dict[str, Any], voice: Voice) -> str:
    words, n = catalogue("qb_engine", voice.language), facts["count"]
    return words.ngettext("leaves you {n} tile worse off", "leaves you {n} tiles worse off", n).format(n=n)


def _more_power(facts: dict[str, Any], voice: Voice) -> str:
    key = sentence("gives {by} more power {in_lane}")
    return voice.say(key, by=facts["by"], in_lane=voice.in_lane(facts["lane"]))


def _pass(facts: dict[str, Any], voice: Voice) -> str:
    key = (
        sentence("ends the match at {margin}")
        if facts["ends_match"]
        else sentence("leaves the board as it is, at {margin}")
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
    "builds_rank_": _builds,
    "blocks_rank_": _blocks,
    "destroys": _destroys,
    "weakens": _weakens,
    "strengthens": _strengthens,
    "gains_card": _gains_card,
    "keeps_playable": _playable,
    "strands": _strands,
    "holds_lane_": _holds,
    "yields_lane_": _yields,
    "more_ground": _more_ground,
    "less_ground": _less_ground,
    "more_power_": _more_power,
    "pass": _pass,
}
REASON_TAGS = tuple(_REASONS)
"""Every tag there is, without the number of a lane or rank."""
