"""What helps after a refusal, in words for whoever types: the rules name an action, the terminal says how to do it."""

from __future__ import annotations

from kernelkit.spoken import SpokenError, catalogue, sentence
from qb_engine.errors import Remedy

EXPECTED_WORDS = {
    Remedy.START_A_MATCH: sentence("start a match"),
    Remedy.EXCHANGE_CARDS: sentence("cards to return, by number such as 2 5, or Enter to keep all"),
    Remedy.REPORT_YOUR_DRAW: sentence("the card you drew, such as crab"),
    Remedy.MAKE_YOUR_MOVE: sentence("your move, such as 1, crab b1 or pass"),
    Remedy.REPORT_THE_ENEMYS_MOVE: sentence("the enemy's move, and your draw: zu m3 crab, or pass crab"),
    Remedy.LEAVE_THE_MATCH: sentence("the match is over: undo, save, or start another"),
}
"""What can be entered now, as a prompt says it."""

REMEDY_WORDS = {
    Remedy.FIX_THE_LATER_STEP: sentence("Fix that one first, or undo back to it"),
    Remedy.REPAIR_THE_COMPILER: sentence(
        "For the remedy type mazzo doctor; with MAZZO_PLAIN=1 the engine runs uncompiled and slowly"
    ),
    Remedy.CLEAR_THE_CACHE: sentence("For the remedy type mazzo doctor"),
}


def expected_words(remedy: Remedy, language: str) -> str:
    """What can be entered now, after the word "expected" or in a prompt."""
    return catalogue("mazzo", language).gettext(EXPECTED_WORDS[remedy])


def told(error: SpokenError, language: str) -> str:
    """The sentence of ``error`` and, where it names a remedy, what to type."""
    remedy, words = getattr(error, "remedy", None), catalogue("mazzo", language)
    if remedy in EXPECTED_WORDS:
        helps = words.gettext(sentence("Expected: {expected}")).format(expected=expected_words(remedy, language))
    elif remedy in REMEDY_WORDS:
        helps = words.gettext(REMEDY_WORDS[remedy])
    elif isinstance(remedy, str) and remedy:
        helps = words.gettext(remedy).format(**error.facts_in(language))
    else:
        return error.message(language)
    return f"{error.message(language)}{': ' if helps[0].islower() else '. '}{helps}"
