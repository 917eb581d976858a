"""What actions say: result first, then the detail. Refusals say the rule."""

from __future__ import annotations

from solitario.application.achievements import Notice
from solitario.application.warnings import ThresholdWarning
from solitario.domain.final_score import FinalScore
from solitario.domain.rules import Refusal
from solitario.domain.score_events import ScoreEventType
from solitario.presentation.voice import Facts, Voice, capital, joined


def moved(voice: Voice, facts: Facts) -> str:
    """What moved where, onto what, and what that uncovered."""
    tongue = voice.tongue
    text = voice.going(facts["cards"], voice.to(facts["target"]))
    if facts["onto"] and not voice.is_brief:
        text = tongue.gettext("{moved}, on {card}", moved=text, card=tongue.card(facts["onto"]))
    return joined(f"{capital(text)}.", _left_behind(voice, facts), voice.scored(facts["points"]))


def _left_behind(voice: Voice, facts: Facts) -> str:
    tongue = voice.tongue
    if facts["uncovered"]:
        return tongue.gettext("Uncovered: {card}.", card=tongue.card(facts["uncovered"]))
    if facts["emptied"]:
        return f"{capital(voice.empty(facts['source']))}."
    if facts["waste_top"] and not voice.is_brief:
        return tongue.gettext("Waste shows {card}.", card=tongue.card(facts["waste_top"]))
    return ""


def drawn(voice: Voice, facts: Facts) -> str:
    """The card on top of the waste, and the cards that were turned with it."""
    tongue = voice.tongue
    top, under = tongue.card(facts["cards"][-1]), [tongue.card(card) for card in facts["cards"][:-1]]
    text = tongue.gettext("Drawn: {card}.", card=top)
    if under and not voice.is_brief:
        # The cards below are heard from the top down, the way they come free.
        beneath = tongue.listed(under[::-1])
        text = tongue.gettext("Drawn: {card}. Under it: {cards}.", card=top, cards=beneath)
    left = tongue.ngettext("{n} left in the stock.", "{n} left in the stock.", facts["left"])
    if not facts["left"]:
        left = tongue.gettext("The stock is empty.")
    return joined(text, left if voice.is_full or not facts["left"] else "", voice.scored(facts["points"]))


def recycled(voice: Voice, facts: Facts) -> str:
    """That the waste is the stock again, how often that was, and what it cost."""
    tongue, cards = voice.tongue, voice.tongue.cards_counted(facts["count"])
    if facts["shuffled"]:
        text = tongue.gettext("Waste shuffled back: {cards} in the stock.", cards=cards)
    else:
        text = tongue.gettext("Waste turned over: {cards} in the stock.", cards=cards)
    number = tongue.gettext("Recycle number {number}.", number=facts["number"])
    return joined(text, "" if voice.is_brief else number, voice.scored(facts["points"]))


def finished(voice: Voice, facts: Facts) -> str:
    """How many cards went home by themselves, and what turned up."""
    tongue = voice.tongue
    text = tongue.ngettext("{n} card sent to the foundations.", "{n} cards sent to the foundations.", facts["count"])
    turned = tongue.listed([tongue.card(card) for card in facts["uncovered"]])
    uncovered = tongue.gettext("Uncovered: {card}.", card=turned) if turned else ""
    return joined(text, uncovered, voice.scored(facts["points"]))


def undone(voice: Voice, facts: Facts) -> str:
    """What was taken back."""
    tongue = voice.tongue
    match facts["kind"]:
        case "draw":
            text = tongue.gettext("Draw taken back.")
        case "recycle":
            text = tongue.gettext("Recycle taken back.")
        case "auto":
            text = tongue.ngettext("{n} automatic move taken back.", "{n} automatic moves taken back.", facts["count"])
        case _:
            cards = voice.going(facts["cards"], voice.to(facts["source"]))
            text = tongue.gettext("Taken back: {cards}.", cards=cards)
    return joined(text, _waste_now(voice, facts), voice.scored(facts["points"]))


def _waste_now(voice: Voice, facts: Facts) -> str:
    """What the waste shows after a draw or a recycle was taken back or made again."""
    if facts["kind"] not in ("draw", "recycle"):
        return ""
    if not facts["waste_top"]:
        return voice.tongue.gettext("The waste is empty.")
    return voice.tongue.gettext("Waste shows {card}.", card=voice.tongue.card(facts["waste_top"]))


def redone(voice: Voice, facts: Facts) -> str:
    """What was taken again."""
    tongue = voice.tongue
    match facts["kind"]:
        case "draw":
            text = tongue.gettext("Drawn again.")
        case "recycle":
            text = tongue.gettext("Recycled again.")
        case "auto":
            text = tongue.ngettext("{n} automatic move made again.", "{n} automatic moves made again.", facts["count"])
        case _:
            cards = voice.going(facts["cards"], voice.to(facts["target"]))
            text = tongue.gettext("Made again: {cards}.", cards=cards)
    return joined(text, _waste_now(voice, facts), voice.scored(facts["points"]))


def refused(voice: Voice, facts: Facts) -> str:
    """The rule that refused a move, and the cards it was about."""
    tongue = voice.tongue
    rule = _rule(voice, facts)
    text = tongue.gettext("Not possible: {rule}.", rule=rule)
    if not facts["cards"] or voice.is_brief:
        return text
    about = voice.going(facts["cards"], voice.to(facts["target"]))
    if facts["onto"]:
        about = tongue.gettext("{moved}, on {card}", moved=about, card=tongue.card(facts["onto"]))
    return joined(text, f"{capital(about)}.")


def picked_up(voice: Voice, facts: Facts) -> str:
    """What is held now and where it comes from."""
    cards, source = voice.tongue.run(facts["cards"]), voice.from_(facts["source"])
    return voice.tongue.gettext("Picked up: {cards}, {source}.", cards=cards, source=source)


def cannot_pick_up(voice: Voice, facts: Facts) -> str:
    """Why nothing can be picked up here."""
    return voice.tongue.gettext("Not possible: {rule}.", rule=_rule(voice, facts))


def _rule(voice: Voice, facts: Facts) -> str:
    refusal = Refusal[facts["rule"].upper()]
    return voice.tongue.gettext(refusal.value)


def put_back(voice: Voice, facts: Facts) -> str:
    """What is no longer held."""
    return voice.tongue.gettext("Put back: {cards}.", cards=voice.tongue.run(facts["cards"]))


def hint(voice: Voice, facts: Facts) -> str:
    """A move worth making and why."""
    tongue, cards = voice.tongue, voice.tongue.run(facts["cards"])
    where = f"{voice.from_(facts['source'])} {voice.to(facts['target'])}"
    text = tongue.gettext("Hint: {cards}, {where}.", cards=cards, where=where)
    reasons = {
        "foundation": tongue.gettext("It is safe there."),
        "uncover": tongue.gettext("It uncovers a card."),
        "waste": tongue.gettext("It frees the waste."),
        "prepare": tongue.gettext("It prepares another move."),
    }
    return joined(text, "" if voice.is_brief else reasons[facts["purpose"]])


def hint_stock(voice: Voice, facts: Facts) -> str:
    """That the stock is the best to go on with."""
    if facts["action"] == "draw":
        return voice.tongue.gettext("Hint: draw from the stock.")
    return voice.tongue.gettext("Hint: turn the waste over.")


def threshold(voice: Voice, facts: Facts) -> str:
    """That something has become dearer."""
    warning = ThresholdWarning(
        ScoreEventType(facts["event"]),
        facts["threshold"],
        facts["count"],
        facts["charged"],
        facts["next"],
        is_ahead=facts["is_ahead"],
    )
    return voice.formatter.format_threshold_warning(warning)


def minutes_left(voice: Voice, facts: Facts) -> str:
    """How many minutes the timer leaves."""
    return voice.tongue.ngettext("Attention: {n} minute left.", "Attention: {n} minutes left.", facts["minutes"])


def limit_passed(voice: Voice, facts: Facts) -> str:
    """That the limit has been passed and the game goes on, at a price."""
    points = voice.tongue.points(-facts["points"])
    return voice.tongue.gettext(
        "Attention: the time limit is reached. The game goes on; each minute more costs {points} of a win.",
        points=points,
    )


def game_over(voice: Voice, facts: Facts) -> str:
    """How the game ended, and its total."""
    return voice.formatter.format_summary(FinalScore(**facts["score"]))


def notice(voice: Voice, facts: Facts) -> str:
    """A record, an achievement, a suggestion: what the kept games make of this one."""
    return Notice(facts["key"], facts["facts"]).message(voice.language)
