"""What helps after a refusal, in words for whoever types: the rules name an action, the terminal says how to do it."""

from __future__ import annotations

from kernelkit.spoken import SpokenError, catalogue, sentence
from mazzo.words.table import EXPECTED_WORDS, expected_words
from qb_engine.errors import Remedy

REMEDY_WORDS = {
    Remedy.FIX_THE_LATER_STEP: sentence("Fix that one first, or undo back to it"),
    Remedy.REPAIR_THE_COMPILER: sentence(
        "For the remedy type mazzo doctor; with MAZZO_PLAIN=1 the engine runs uncompiled and slowly"
    ),
    Remedy.CLEAR_THE_CACHE: sentence("For the remedy type mazzo doctor"),
}


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
