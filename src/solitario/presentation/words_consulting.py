"""What the solver answers: a verdict, a move, a chance, each said as what it is."""

from __future__ import annotations

from solitario.presentation.voice import Facts, Voice, joined


def winnable(voice: Voice, facts: Facts) -> str:
    """Whether the game can still be won, and until when it could."""
    if facts["verdict"] != "lost":
        return _verdict(voice, facts)
    tongue, back = voice.tongue, facts["turns_back"]
    if back is None and facts["is_exact"]:
        return tongue.gettext("No: this deal could never be won.")
    if back is None:
        return joined(_verdict(voice, facts), tongue.gettext("Since when was not found in time."))
    since = tongue.ngettext(
        "It could until {n} turn ago; rewind goes back there.",
        "It could until {n} turns ago; rewind goes back there.",
        back,
    )
    return joined(_verdict(voice, facts), since)


def _verdict(voice: Voice, facts: Facts) -> str:
    tongue = voice.tongue
    if facts.get("is_open"):
        return tongue.gettext("Not proven: the solver only knows the rule that an empty pile takes a king.")
    if facts["is_shuffled"]:
        return tongue.gettext("Not proven: each recycle shuffles, so that only a loss can be proved.")
    return {
        "winnable": tongue.gettext("Yes, it can still be won."),
        "lost": tongue.gettext("No, it cannot be won any more."),
        "unproven": tongue.gettext("Not proven in the time there was. It may be either."),
    }[facts["verdict"]]


def oracle(voice: Voice, facts: Facts) -> str:
    """A move of a winning line."""
    where = f"{voice.from_(facts['source'])} {voice.to(facts['target'])}"
    cards = voice.tongue.run(facts["cards"])
    return voice.tongue.gettext(
        "Knowing the hidden cards: {cards}, {where}. That way it can be won.", cards=cards, where=where
    )


def oracle_stock(voice: Voice, facts: Facts) -> str:
    """That a winning line goes on with the stock."""
    if facts["action"] == "draw":
        return voice.tongue.gettext("Knowing the hidden cards: draw from the stock. That way it can be won.")
    return voice.tongue.gettext("Knowing the hidden cards: turn the waste over. That way it can be won.")


def no_oracle(voice: Voice, facts: Facts) -> str:
    """Why no move is named."""
    return _verdict(voice, facts)


def chance(voice: Voice, facts: Facts) -> str:
    """The share of winnable ways to deal what the player has not seen."""
    tongue = voice.tongue
    count = facts["winnable"] + facts["lost"] + facts["unproven"]
    if facts["is_shuffled"]:
        return tongue.gettext("No chance can be told: each recycle shuffles, so that only a loss can be proved.")
    if facts.get("is_open"):
        return tongue.gettext("No chance can be told: the solver only knows the rule that an empty pile takes a king.")
    if not count:
        return tongue.gettext("No chance was found in the time there was.")
    if facts["unseen"] <= 1:
        seen = tongue.gettext("You have seen every card.")
        if facts["unseen"]:
            seen = tongue.gettext("Only one card is left that you have not seen, so it is known.")
        verdict = "winnable" if facts["winnable"] else "lost" if facts["lost"] else "unproven"
        return joined(seen, _verdict(voice, {"verdict": verdict, "is_shuffled": False}))
    share = (
        tongue.gettext("At least {percent} percent:", percent=100 * facts["winnable"] // count)
        if facts["unproven"]
        else tongue.gettext("About {percent} percent:", percent=round(100 * facts["winnable"] / count))
    )
    ways = tongue.gettext(
        "of {count} ways to deal the {unseen} cards you have not seen, {won} can be won.",
        count=count,
        unseen=facts["unseen"],
        won=facts["winnable"],
    )
    unproven = tongue.gettext("{count} were not decided.", count=facts["unproven"]) if facts["unproven"] else ""
    eyes = tongue.gettext("That is with every card known; your own chance is smaller.")
    return joined(share, ways, unproven, "" if voice.is_brief else eyes)


def rewound(voice: Voice, facts: Facts) -> str:
    """How far back the game is now."""
    text = voice.tongue.ngettext(
        "{n} turn taken back. From here it can be won.",
        "{n} turns taken back. From here it can be won.",
        facts["turns"],
    )
    later = voice.tongue.gettext("A later position may be winnable too; that was not found in time.")
    return joined(text, "" if facts["is_exact"] else later)


def nothing_to_rewind(voice: Voice, facts: Facts) -> str:
    """Why nothing is taken back."""
    if facts["is_winnable"]:
        return voice.tongue.gettext("Nothing to take back: it can still be won from here.")
    return voice.tongue.gettext("There is no way back to a win: this deal could never be won.")


def rewind_unknown(voice: Voice, _facts: Facts) -> str:
    """That no winnable position was found."""
    return voice.tongue.gettext("No winnable position was found in time. Nothing was taken back.")


def practice_on(voice: Voice, _facts: Facts) -> str:
    """What practice does, and what it costs."""
    return voice.tongue.gettext("Practice is on: you hear when a turn loses the game. Each time counts as a hint.")


def practice_off(voice: Voice, _facts: Facts) -> str:
    """That nothing more is told."""
    return voice.tongue.gettext("Practice is off.")


def practice_lost(voice: Voice, facts: Facts) -> str:
    """That a turn has just lost the game, and the way back."""
    tongue, back = voice.tongue, facts["turns_back"]
    lost = tongue.gettext("Now it cannot be won any more.")
    if back is None:
        return lost
    way_back = tongue.ngettext(
        "Rewind takes {n} turn back, to where it could.", "Rewind takes {n} turns back, to where it could.", back
    )
    return joined(lost, way_back)
