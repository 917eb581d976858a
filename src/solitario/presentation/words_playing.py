"""What actions say: result first, then the detail. Refusals say the rule."""

from __future__ import annotations

from collections.abc import Sequence

from solitario.application.warnings import ThresholdWarning
from solitario.domain.cards import Card
from solitario.domain.final_score import FinalScore
from solitario.domain.rules import Refusal
from solitario.domain.score_events import ScoreEventType
from solitario.presentation.voice import Facts, Voice, capital, joined

CARDS_NAMED = 4
"""So many cards that went home together are said one by one; of more, only how many."""


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
        return _uncovered(voice, [facts["uncovered"]])
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
    """Which cards went home by themselves, if they are few, and what turned up."""
    tongue, count = voice.tongue, facts["count"]
    if voice.is_brief or count > CARDS_NAMED:
        text = tongue.ngettext("{n} card sent to the foundations.", "{n} cards sent to the foundations.", count)
    else:
        text = tongue.ngettext(
            "{n} card sent to the foundations: {cards}.",
            "{n} cards sent to the foundations: {cards}.",
            count,
            cards=tongue.some(facts["cards"]),
        )
    return joined(text, _uncovered(voice, facts["uncovered"]), voice.scored(facts["points"]))


def undone(voice: Voice, facts: Facts) -> str:
    """What was taken back: which cards went where, and what lies face down again."""
    tongue, count = voice.tongue, len(facts["cards"])
    match facts["kind"]:
        case "draw":
            text = tongue.ngettext(
                "Draw undone: {n} card goes back to the stock.", "Draw undone: {n} cards go back to the stock.", count
            )
        case "recycle":
            text = tongue.ngettext(
                "Recycle undone: {n} card is in the waste again.",
                "Recycle undone: {n} cards are in the waste again.",
                facts["count"],
            )
        case "auto":
            text = tongue.ngettext(
                "{n} automatic move undone, back from the foundations: {cards}.",
                "{n} automatic moves undone, back from the foundations: {cards}.",
                facts["count"],
                cards=tongue.some(facts["cards"]),
            )
        case _:
            text = tongue.ngettext(
                "Move undone: {cards:the} goes back {place}.",
                "Move undone: {cards}, go back {place}.",
                count,
                cards=tongue.run(facts["cards"]),
                place=voice.to(facts["source"]),
            )
    return joined(text, _covered_again(voice, facts), _waste_now(voice, facts), voice.scored(facts["points"]))


def _covered_again(voice: Voice, facts: Facts) -> str:
    if not facts["turned"]:
        return ""
    if len(facts["turned"]) == 1:
        card = voice.tongue.card(facts["turned"][0])
        return capital(voice.tongue.gettext("{card:the} is face down again.", card=card))
    return voice.tongue.gettext("Face down again: {cards}.", cards=voice.tongue.some(facts["turned"]))


def _uncovered(voice: Voice, cards: Sequence[str]) -> str:
    if not cards:
        return ""
    if len(cards) == 1:
        return voice.tongue.gettext("Uncovered: {card}.", card=voice.tongue.card(cards[0]))
    return voice.tongue.gettext("Uncovered cards: {cards}.", cards=voice.tongue.some(cards))


def _waste_now(voice: Voice, facts: Facts) -> str:
    """What the waste shows after a draw or a recycle was taken back or made again."""
    if facts["kind"] not in ("draw", "recycle"):
        return ""
    if not facts["waste_top"]:
        return voice.tongue.gettext("The waste is empty.")
    return voice.tongue.gettext("Waste shows {card}.", card=voice.tongue.card(facts["waste_top"]))


def redone(voice: Voice, facts: Facts) -> str:
    """What was taken again: which cards went where, and what that uncovered."""
    tongue, count = voice.tongue, len(facts["cards"])
    match facts["kind"]:
        case "draw":
            text = tongue.ngettext("Draw redone: {n} card.", "Draw redone: {n} cards.", count)
        case "recycle":
            text = tongue.ngettext(
                "Recycle redone: {n} card in the stock.", "Recycle redone: {n} cards in the stock.", facts["count"]
            )
        case "auto":
            text = tongue.ngettext(
                "{n} automatic move redone, to the foundations: {cards}.",
                "{n} automatic moves redone, to the foundations: {cards}.",
                facts["count"],
                cards=tongue.some(facts["cards"]),
            )
        case _:
            text = tongue.ngettext(
                "Move redone: {cards:the} goes {place}.",
                "Move redone: {cards}, go {place}.",
                count,
                cards=tongue.run(facts["cards"]),
                place=voice.to(facts["target"]),
            )
    return joined(text, _uncovered(voice, facts["turned"]), _waste_now(voice, facts), voice.scored(facts["points"]))


def refused(voice: Voice, facts: Facts) -> str:
    """The rule that refused a move, and the cards it was about."""
    tongue = voice.tongue
    if facts["rule"] == Refusal.STOCK_IS_NOT_EMPTY.name.lower():
        return tongue.ngettext(
            "Not recycled: {n} card is still in the stock. D draws.",
            "Not recycled: {n} cards are still in the stock. D draws.",
            facts["stock"],
        )
    text = tongue.gettext("Not possible: {rule}.", rule=_rule(voice, facts))
    if not facts["cards"] or voice.is_brief or facts["rule"] == Refusal.SAME_PLACE.name.lower():
        return text
    about = voice.going(facts["cards"], voice.to(facts["target"]))
    if facts["onto"]:
        about = tongue.gettext("{moved}, on {card}", moved=about, card=tongue.card(facts["onto"]))
    return joined(text, tongue.gettext("Not moved: {about}.", about=about))


def picked_up(voice: Voice, facts: Facts) -> str:
    """What is held now and where it comes from."""
    cards, source = voice.tongue.run(facts["cards"]), voice.from_(facts["source"])
    return voice.tongue.ngettext(
        "Picked up: {cards}, {source}.",
        "Picked up: {cards}, {source}.",
        len(facts["cards"]),
        cards=cards,
        source=source,
    )


def cannot_pick_up(voice: Voice, facts: Facts) -> str:
    """Why nothing can be picked up here."""
    return voice.tongue.gettext("Not possible: {rule}.", rule=_rule(voice, facts))


def _rule(voice: Voice, facts: Facts) -> str:
    """The rule in words; where one card is wanted, that card is named."""
    refusal, tongue, onto = Refusal[facts["rule"].upper()], voice.tongue, facts.get("onto")
    if refusal is Refusal.BUILDS_DOWN_BY_ONE and onto:
        value = Card.parse(onto).value
        if value == 1:
            return tongue.gettext("nothing goes on an ace")
        upper, lower = tongue.rank(value, voice.deck_type), tongue.rank(value - 1, voice.deck_type)
        return tongue.gettext("{lower:an} goes on {upper:an}", lower=lower, upper=upper)
    if refusal is Refusal.FOUNDATION_BUILDS_UP and onto:
        card = Card.parse(onto)
        following, suit = tongue.rank(card.value + 1, voice.deck_type), tongue.suit(card.suit.value)
        return tongue.gettext("the foundation of {suit} needs {card:the} now", suit=suit, card=following)
    return tongue.gettext(refusal.value)


def nothing_to_send(voice: Voice, facts: Facts) -> str:
    """That there is no card here to send to a foundation, and what to do instead."""
    place = voice.place(facts["place"])
    if facts["is_home"]:
        return voice.tongue.gettext("Nothing to send: this card is on its foundation already.")
    return voice.tongue.gettext("Nothing to send: {place} is empty. Go to a card first.", place=place)


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
    return joined(text, "" if voice.is_brief else reasons[facts["purpose"]], _costs(voice, facts["points"]))


def _costs(voice: Voice, points: int) -> str:
    return voice.tongue.gettext("It costs {points}.", points=voice.tongue.points(-points)) if points < 0 else ""


def hint_stock(voice: Voice, facts: Facts) -> str:
    """That the stock is the best to go on with, and what that costs; of a recycle also what the pass after it costs."""
    tongue = voice.tongue
    cost = _costs(voice, facts["points"]) or tongue.gettext("It is free.")
    if facts["action"] == "draw":
        return joined(tongue.gettext("Hint: draw from the stock."), cost)
    following = ""
    if facts["pass_points"]:
        points = tongue.points(-facts["pass_points"])
        following = tongue.gettext("Going through the stock again costs {points} more.", points=points)
    return joined(tongue.gettext("Hint: turn the waste over."), cost, following)


def blocked(voice: Voice, facts: Facts) -> str:
    """That no move helps any more, as far as that is known, and what is left to do."""
    if facts["is_proved"]:
        return voice.tongue.gettext("Blocked: from here this game cannot be won. Undo, or start again.")
    return voice.tongue.gettext("Blocked: no move leads to anything new. Undo, or start again.")


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
    from solitario.application.achievements import Notice

    return Notice(facts["key"], facts["facts"]).message(voice.language)
