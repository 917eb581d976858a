"""What questions are answered with: cards in words, with their position, face-down cards counted once."""

from __future__ import annotations

from solitario.domain.final_score import FinalScore
from solitario.presentation.voice import Facts, Voice, capital, joined


def here(voice: Voice, facts: Facts) -> str:
    """The card here, its place and position, or that there is none."""
    if _is_empty(facts):
        return f"{capital(voice.empty(facts['place']))}."
    place = voice.place(facts["place"])
    return f"{capital(_card_here(voice, facts))}, {place}{_position(voice, facts)}."


def where(voice: Voice, facts: Facts) -> str:
    """The place first, then the card, then what is held."""
    place = capital(voice.place(facts["place"]))
    text = f"{place}{_position(voice, facts)}: {_card_here(voice, facts)}."
    if _is_empty(facts):
        text = f"{capital(voice.empty(facts['place']))}."
    cards = voice.tongue.run(facts["held"]) if facts["held"] else ""
    held = (
        voice.tongue.ngettext("You hold {cards:the}.", "You hold {cards}.", len(facts["held"]), cards=cards)
        if cards
        else ""
    )
    return joined(text, held)


def _card_here(voice: Voice, facts: Facts) -> str:
    tongue = voice.tongue
    if facts["card"]:
        return tongue.card(facts["card"])
    return tongue.ngettext("{n} face-down card", "{n} face-down cards", facts["hidden"])


def _is_empty(facts: Facts) -> bool:
    return not facts["card"] and not facts["hidden"]


def _position(voice: Voice, facts: Facts) -> str:
    """Where in the pile the card lies; for waste and foundation how many cards there are."""
    tongue = voice.tongue
    if voice.is_brief:
        return ""
    if facts.get("total", 0) > 1:
        cards = facts["hidden"] + len(facts["cards"])
        if not facts["card"] and facts["hidden"] > 1:
            return tongue.gettext(", 1 to {hidden} of {total}", hidden=facts["hidden"], total=cards)
        number = cards - facts["total"] + facts["position"]
        return tongue.gettext(", {number} of {total}", number=number, total=cards)
    if facts.get("count", 0) > 1:
        return f", {tongue.cards_counted(facts['count'])}"
    return ""


def selection(voice: Voice, facts: Facts) -> str:
    """What is held and where it comes from."""
    if not facts["cards"]:
        return voice.tongue.gettext("You hold nothing.")
    cards, source = voice.tongue.run(facts["cards"]), voice.from_(facts["source"])
    return voice.tongue.ngettext(
        "You hold {cards:the}, {source}.",
        "You hold {cards}, {source}.",
        len(facts["cards"]),
        cards=cards,
        source=source,
    )


def waste(voice: Voice, facts: Facts) -> str:
    """The top of the waste, the cards turned with it, and how many there are."""
    tongue = voice.tongue
    if not facts["cards"]:
        return tongue.gettext("The waste is empty.")
    text = tongue.gettext("Waste: {card} on top.", card=tongue.card(facts["cards"][-1]))
    under = tongue.listed([tongue.card(card) for card in facts["cards"][-2::-1]])
    beneath = tongue.gettext("Under it: {cards}.", cards=under) if under and not voice.is_brief else ""
    return joined(text, beneath, f"{capital(tongue.cards_counted(facts['count']))}.")


def stock(voice: Voice, facts: Facts) -> str:
    """How many cards are left to draw; when none, what turning the waste over costs."""
    tongue = voice.tongue
    if facts["count"]:
        return tongue.gettext("Stock: {cards}.", cards=tongue.cards_counted(facts["count"]))
    if not facts["waste"]:
        return tongue.gettext("Stock and waste are empty.")
    points = tongue.points(-facts["recycle_points"])
    return tongue.gettext("The stock is empty. Turning the waste over costs {points}.", points=points)


def foundations(voice: Voice, facts: Facts) -> str:
    """The top card of each foundation, and how many cards are home."""
    tongue = voice.tongue
    tops = [
        tongue.card(top) if top else tongue.gettext("{suit} empty", suit=tongue.suit(suit))
        for top, suit in zip(facts["tops"], facts["suits"], strict=True)
    ]
    text = tongue.gettext("Foundations: {tops}.", tops=tongue.listed(tops))
    if not facts["count"]:
        return tongue.gettext("Foundations: all empty.")
    home = tongue.ngettext(
        "{n} of {total} cards home.", "{n} of {total} cards home.", facts["count"], total=facts["total"]
    )
    return joined(text, "" if voice.is_brief else home)


def table(voice: Voice, facts: Facts) -> str:
    """Everything that can be seen, one line for each pile."""
    lines = [_pile(voice, pile) for pile in facts["piles"]]
    lines.append(foundations(voice, facts["foundations"]))
    lines.append(waste(voice, facts["waste"]))
    lines.append(stock(voice, {"count": facts["stock"], "waste": 0}) if facts["stock"] else _no_stock(voice))
    return "\n".join(lines)


def _no_stock(voice: Voice) -> str:
    return voice.tongue.gettext("The stock is empty.")


def _pile(voice: Voice, pile: Facts) -> str:
    tongue, name = voice.tongue, capital(voice.place(pile["place"]))
    if not pile["cards"]:
        return f"{capital(voice.empty(pile['place']))}."
    parts = [tongue.ngettext("{n} face-down card", "{n} face-down cards", pile["hidden"])] if pile["hidden"] else []
    parts += [tongue.card(card) for card in pile["cards"]]
    return f"{name}: {tongue.listed(parts)}."


def time(voice: Voice, facts: Facts) -> str:
    """The time played, and the time left or past the limit."""
    tongue = voice.tongue
    played = tongue.gettext("Time played: {time}.", time=tongue.duration(facts["seconds"]))
    if facts["left_seconds"] is None:
        return joined(played, tongue.gettext("No time limit."))
    return joined(played, voice.time_left(facts["left_seconds"]))


def score(voice: Voice, facts: Facts) -> str:
    """The score so far, or the final one in a sentence."""
    final = FinalScore(**facts["score"])
    if facts["is_over"]:
        return voice.formatter.format_summary(final)
    tongue = voice.tongue
    text = tongue.gettext("Score now: {points}.", points=tongue.points(final.provisional_score))
    moves = tongue.ngettext("{n} move", "{n} moves", final.move_count)
    draws = tongue.ngettext("{n} draw", "{n} draws", final.stock_draw_count)
    recycles = tongue.ngettext("{n} recycle", "{n} recycles", final.recycle_count)
    return joined(text, "" if voice.is_brief else f"{capital(tongue.listed([moves, draws, recycles]))}.")


def detail(voice: Voice, facts: Facts) -> str:
    """How the score is made up."""
    text = voice.formatter.format_detailed(FinalScore(**facts["score"]))
    if facts["is_over"]:
        return text
    return joined(text, voice.tongue.gettext("The game is not over: time and victory are added at the end."))


def cost(voice: Voice, facts: Facts) -> str:
    """What the next draw, recycle and card taken back would cost."""
    return voice.tongue.gettext(
        "Draw number {draw} {draw_cost}. Recycle number {recycle} {recycle_cost}. "
        "A card back from a foundation {back_cost}.",
        draw=facts["draw_number"],
        draw_cost=_costs(voice, -facts["draw_points"]),
        recycle=facts["recycle_number"],
        recycle_cost=_costs(voice, -facts["recycle_points"]),
        back_cost=_costs(voice, -facts["back_points"]),
    )


def _costs(voice: Voice, points: int) -> str:
    tongue = voice.tongue
    return tongue.gettext("costs {points}", points=tongue.points(points)) if points else tongue.gettext("is free")


def moves(voice: Voice, facts: Facts) -> str:
    """How many moves there are, a few of them, the useful first, and what the stock allows."""
    tongue = voice.tongue
    lines = [_possible(voice, move) for move in facts["moves"]]
    counted = tongue.ngettext("{n} possible move.", "{n} possible moves.", facts["count"])
    if not facts["count"]:
        counted = tongue.gettext("No card can be moved.")
    elif facts["start"]:
        counted = ""
    if facts["left"]:
        lines.append(
            tongue.ngettext("And {n} more: M again says it.", "And {n} more: M again says them.", facts["left"])
        )
    stock_text = {
        "draw": tongue.gettext("You can draw."),
        "recycle": tongue.gettext("You can turn the waste over."),
        None: "",
    }[facts["stock"]]
    stuck = tongue.gettext("No useful move is left.") if facts["is_stuck"] else ""
    return "\n".join(part for part in (counted, *lines, joined(stock_text, stuck)) if part)


def _possible(voice: Voice, move: Facts) -> str:
    """One move: the card, how many lie on it, where from and where to."""
    tongue, cards = voice.tongue, move["cards"]
    text = capital(tongue.card(cards[0]))
    if len(cards) > 1:
        text = tongue.ngettext("{card} and {n} more", "{card} and {n} more", len(cards) - 1, card=text)
    target = tongue.gettext("to an empty pile") if move["to_empty"] else voice.to(move["target"])
    return f"{text}, {voice.from_(move['source'])} {target}."


def edge(voice: Voice, facts: Facts) -> str:
    """That the cursor is at an edge and stays."""
    tongue = voice.tongue
    return {
        "left": tongue.gettext("Edge: nothing further left."),
        "right": tongue.gettext("Edge: nothing further right."),
        "up": tongue.gettext("Edge: first card."),
        "down": tongue.gettext("Edge: last card."),
    }[facts["direction"]]


def history_end(voice: Voice, facts: Facts) -> str:
    """That there is no message further on."""
    tongue = voice.tongue
    return tongue.gettext("No older message.") if facts["is_oldest"] else tongue.gettext("No newer message.")
