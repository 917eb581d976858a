"""What helps after a refusal, in words for whoever types: the rules name an action, the terminal says how to do it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kernelkit.spoken import SpokenError, catalogue, sentence
from mazzo.words.table import EXPECTED_WORDS, expected_words, tiles_turned
from qb_engine.errors import Remedy
from qb_engine.moves import Move, Seat
from qb_engine.words.moves import move_words
from qb_engine.words.voice import Voice

_PLACED = re.compile(r"(?:[0-9T][0-9]{2}@)?[TMB][1-5]", re.ASCII)
_MOVE = re.compile(r"[0-9T][0-9]{2}@[TMB][1-5]", re.ASCII)

REMEDY_WORDS = {
    Remedy.FIX_THE_LATER_STEP: sentence("Fix that one first, or undo back to it"),
    Remedy.REPAIR_THE_COMPILER: sentence(
        "For the remedy type mazzo doctor; with MAZZO_PLAIN=1 the engine runs uncompiled and slowly"
    ),
    Remedy.CLEAR_THE_CACHE: sentence("For the remedy type mazzo doctor"),
}

ERROR_REMEDIES = {
    "UnknownProfileError": sentence(
        "mazzo solitario profile list says who is there, mazzo solitario profile create NAME makes a new one"
    ),
}
"""What helps after errors of the games' own libraries, which know no commands, by the name of the class."""


def seen_from(error: SpokenError, seat: Seat) -> SpokenError:
    """``error`` with the tiles and moves among its facts as ``seat`` sees them; an error in it likewise.

    What was typed stays as it was typed: only a fact that is a tile or a move as a whole is of the board.
    """
    return error if seat == "left" else _with_facts(error, lambda fact: _fact_seen(fact, seat))


def in_words(error: SpokenError, voice: Voice) -> SpokenError:
    """``error`` with the moves and tiles among its facts as they are said to a person who sits there."""
    return seen_from(_with_facts(error, lambda fact: _move_said(fact, voice)), voice.seat)


def _with_facts(error: SpokenError, told: Callable[[Any], Any]) -> SpokenError:
    # Not ``copy``, which would make it anew from its message.
    found = error.__class__.__new__(error.__class__)
    found.__dict__.update(error.__dict__)
    found.facts = {name: told(fact) for name, fact in error.facts.items()}
    return found


def _move_said(fact: Any, voice: Voice) -> Any:
    if isinstance(fact, SpokenError):
        return _with_facts(fact, lambda one: _move_said(one, voice))
    return move_words(Move.parse(fact), voice) if isinstance(fact, str) and _MOVE.fullmatch(fact) else fact


def _fact_seen(fact: Any, seat: Seat) -> Any:
    if isinstance(fact, SpokenError):
        return seen_from(fact, seat)
    return tiles_turned(fact) if isinstance(fact, str) and _PLACED.fullmatch(fact) else fact


def told(error: SpokenError, language: str, seat: Seat = "left") -> str:
    """The sentence of ``error`` and, where it names a remedy, what to type at this ``seat``."""
    words = catalogue("mazzo", language)
    remedy = getattr(error, "remedy", None) or ERROR_REMEDIES.get(type(error).__name__)
    if remedy in EXPECTED_WORDS:
        expected = expected_words(remedy, language)
        expected = expected if seat == "left" else tiles_turned(expected)
        helps = words.gettext(sentence("Expected: {expected}")).format(expected=expected)
    elif remedy in REMEDY_WORDS:
        helps = words.gettext(REMEDY_WORDS[remedy])
    elif isinstance(remedy, str) and remedy:
        helps = words.gettext(remedy).format(**error.facts_in(language))
    else:
        return error.message(language)
    return f"{error.message(language)}{': ' if helps[0].islower() else '. '}{helps}"
