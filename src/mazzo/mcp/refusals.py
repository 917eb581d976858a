"""Why a tool has no answer, in words for an assistant: what is so, and which call helps."""

from __future__ import annotations

import re

import msgspec

from kernelkit.plain_text import plain_line
from kernelkit.spoken import SpokenError, catalogue
from mazzo.decks.card_list import SeveralCardsError
from mazzo.dialogue.reported import MissingCardError, ReportError
from mazzo.errors import UnknownDeckError
from mazzo.mcp.errors import RefusedCallError
from mazzo.words.assistant import (
    AFTER_WORDS,
    FIND_IT,
    FIT_THE_SCHEMA,
    LOOK,
    NAME_A_DECK,
    NEXT_STEPS,
    NO_SUCH_TOOL,
    REPORT_IT,
    TYPE_THE_ID,
)
from qb_engine.card_hydrator import cards_by_id
from qb_engine.errors import (
    CardNotOfferedError,
    IllegalMoveError,
    InvalidCardTextError,
    InvalidDeckCodeError,
    InvalidDeckError,
    QueensBloodError,
    UnknownCardError,
)
from qb_engine.match.phases import EXPECTED

_MOVE = re.compile(r"\b(\w{3})@([TMB][1-5])\b")
MOST_CHARACTERS = 1_000
"""A refusal is never longer."""
NEXT_CALLS = {EXPECTED[phase]: words for phase, words in NEXT_STEPS.items()}
"""What helps by the action that the rules name."""
KINDS: tuple[tuple[type[SpokenError], str], ...] = (
    (SeveralCardsError, TYPE_THE_ID),
    (CardNotOfferedError, LOOK),
    (UnknownCardError, FIND_IT),
    (InvalidCardTextError, FIND_IT),
    (IllegalMoveError, LOOK),
    (InvalidDeckError, NAME_A_DECK),
    (UnknownDeckError, NAME_A_DECK),
    (InvalidDeckCodeError, NAME_A_DECK),
)
"""What helps by the kind of error, where the error itself names nothing."""


def refusal_text(error: SpokenError, language: str) -> str:
    """The sentence of ``error`` and the call that helps."""
    words = catalogue("mazzo", language)
    said = _MOVE.sub(_named, error.message(language)[:MOST_CHARACTERS].rstrip("."))
    return f"{said}. {words.gettext(_helps(error)).format(**error.facts_in(language)).rstrip('.')}."


def _named(move: re.Match[str]) -> str:
    """``Zu (015)@M1``: a move with the name of its card."""
    card = cards_by_id().get(move[1])
    return move[0] if card is None else f"{card.name} ({card.id})@{move[2]}"


def _helps(error: SpokenError) -> str:
    if isinstance(error, MissingCardError):
        return REPORT_IT
    if isinstance(error, RefusedCallError | ReportError):
        return error.remedy
    remedy = error.remedy if isinstance(error, QueensBloodError) else None
    if remedy in NEXT_CALLS:
        return NEXT_CALLS[remedy]
    return next((helps for kind, helps in KINDS if isinstance(error, kind)), AFTER_WORDS)


def misfit_text(tool: str, error: msgspec.ValidationError, language: str) -> str:
    """What does not fit in the arguments of a call."""
    helps = catalogue("mazzo", language).gettext(FIT_THE_SCHEMA).format(tool=tool)
    return f"{plain_line(str(error))[:MOST_CHARACTERS]}. {helps}"


def unknown_tool_text(asked: str, known: list[str], language: str) -> str:
    """That nobody has such a tool, and which there are."""
    return (
        catalogue("mazzo", language).gettext(NO_SUCH_TOOL).format(asked=plain_line(asked)[:60], known=", ".join(known))
    )
