"""What is said about what is kept: games that wait, players, records, and where the points came from."""

from __future__ import annotations

from itertools import groupby

from kernelkit.spoken import sentence
from solitario.presentation.voice import Facts, Voice, capital, joined

EVENT_NAMES = {
    "waste_to_foundation": sentence("from the waste to a foundation"),
    "tableau_to_foundation": sentence("from a pile to a foundation"),
    "card_revealed": sentence("card uncovered"),
    "foundation_to_tableau": sentence("card back from a foundation"),
    "stock_draw": sentence("draw"),
    "recycle_waste": sentence("recycle"),
    "invalid_move": sentence("move refused"),
    "auto_move": sentence("automatic move"),
    "undo_move": sentence("undo"),
    "hint_used": sentence("hint"),
}


def games(voice: Voice, facts: Facts) -> str:
    """The games that wait, by number."""
    tongue = voice.tongue
    listed = [
        tongue.ngettext(
            "{number}: deal {deal}, {deck} deck, {n} move",
            "{number}: deal {deal}, {deck} deck, {n} moves",
            game["moves"],
            number=number,
            deal=game["deal"],
            deck=tongue.deck(game["deck"]),
        )
        for number, game in enumerate(facts["games"], 1)
    ]
    return tongue.gettext("Games that wait. {games}. A number opens one.", games="; ".join(listed))


def events(voice: Voice, facts: Facts) -> str:
    """What brought or cost points, the latest first; what came several times in a row is said once."""
    tongue = voice.tongue
    if not facts["events"]:
        return tongue.gettext("No points yet.")
    parts = (
        f"{tongue.gettext(EVENT_NAMES[event['event']])} {_signed(voice, event['points'])}" for event in facts["events"]
    )
    counted = ((part, len(list(equal))) for part, equal in groupby(parts))
    said = [part if n == 1 else tongue.gettext("{n} times {part}", n=n, part=part) for part, n in counted]
    return tongue.gettext("Last points: {parts}.", parts=tongue.listed(said))


def _signed(voice: Voice, points: int) -> str:
    if points > 0:
        return voice.tongue.gettext("plus {n}", n=points)
    return voice.tongue.number(points)


def players(voice: Voice, facts: Facts) -> str:
    """Who plays, and who else could."""
    tongue, player = voice.tongue, facts["player"]
    name = tongue.gettext("The guest plays.")
    if player is not None:
        name = tongue.gettext("{name} plays.", name=player[voice.language])
    everybody = tongue.gettext("Players: {names}.", names=tongue.listed(facts["names"][voice.language]))
    return joined(
        name, everybody, tongue.gettext("For another: profile and the name; for a new one: profile new and the name.")
    )


def language_set(voice: Voice, _facts: Facts) -> str:
    """The language that is spoken from now on, in that language."""
    return voice.tongue.gettext("English from now on.")


def recovered(voice: Voice, facts: Facts) -> str:
    """How many finished games were found in the journal that the scores lacked."""
    return voice.tongue.ngettext(
        "{n} finished game was missing from the scores and is there again.",
        "{n} finished games were missing from the scores and are there again.",
        facts["count"],
    )


def told(voice: Voice, facts: Facts) -> str:
    """A line that is said as it is."""
    return capital(facts[voice.language])
