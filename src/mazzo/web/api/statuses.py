"""Which HTTP status a refusal has, and the document that says it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kernelkit.spoken import SpokenError, catalogue, sentence
from mazzo.errors import MazzoError
from mazzo.schemas.document import ErrorDocument
from mazzo.web.looking import BusyError
from mazzo.words.api import KIND_HELPS, STATUS_HELPS, STATUS_WORDS, STEP_HELPS
from qb_engine.errors import QueensBloodError
from qb_engine.words.voice import capitalised

RETRY_AFTER_SECONDS = 5
UNFORESEEN = 500
STATUSES: Mapping[str, int] = {
    # What was sent.
    "SpokenError": 422,
    "UnreadBodyError": 400,
    # What is not there.
    "NotThereError": 404,
    "UnknownGameError": 404,
    "NoSuchPuzzleError": 404,
    "UnknownSchemaError": 404,
    # What the rules, or the state of a game, do not take now.
    "IllegalMoveError": 409,
    "IllegalActionError": 409,
    "MatchStepError": 409,
    "LaterStepError": 409,
    "DealtByItselfError": 409,
    "NotNowError": 409,
    "NoDeckError": 409,
    "PositionError": 409,
    "PlayError": 409,
    "UnknownLevelError": 422,
    "TimedLevelError": 422,
    "TryOverError": 409,
    "DeckNameError": 409,
    "OtherDeckError": 409,
    "UnreviewableError": 409,
    "StreamMovedError": 409,
    "NothingToDoError": 409,
    "GameOverError": 409,
    "LockedSettingError": 409,
    # What is in use, or does not answer.
    "BusyError": 503,
    "StoreBusyError": 503,
    "ServerError": 503,
    "RecordsBusyError": 503,
    # What is broken here: outside only a number, the rest is in the log.
    "StorageError": UNFORESEEN,
    "FolderError": UNFORESEEN,
    "DeckFileError": UNFORESEEN,
    "BrokenFileError": UNFORESEEN,
    "RecordsError": UNFORESEEN,
    "InvalidJournalError": UNFORESEEN,
    "MixedFormsError": UNFORESEEN,
    "BrokenCompilerError": UNFORESEEN,
    "UnusedCacheError": UNFORESEEN,
}
"""The status of each class of errors by its name; one that is not here has that of the nearest class above it."""


class NotThereError(MazzoError):
    """Nothing has that number, name or id."""

    template = sentence("there is nothing here that is called {asked}")


class NotTakenError(MazzoError):
    """A line, or an answer at the start of a match, that was not taken; what was said to it is the reason."""

    template = "{said}"


def status_of(error: BaseException) -> int:
    """The status of an error: that of its class, or of the nearest above it; whatever nobody foresaw is our fault."""
    if isinstance(error, EOFError):
        return STATUSES["BusyError"]
    return next((STATUSES[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in STATUSES), UNFORESEEN)


def error_document(error: Exception, language: str) -> ErrorDocument:
    """The document of an error that is said; of any other that of its status."""
    status = status_of(error)
    if not isinstance(error, SpokenError) or status == UNFORESEEN:
        return status_document(status, language, code="busy" if isinstance(error, BusyError | EOFError) else None)
    return ErrorDocument(
        code=code_of(error),
        message=f"{capitalised(error.message(language).rstrip('.'))}.",
        remedy=_remedy(error, language),
    )


def status_document(status: int, language: str, code: str | None = None, number: str = "") -> ErrorDocument:
    """The document of a refusal that has no error of its own; a fault is known by its ``number``."""
    words = catalogue("mazzo", language)
    name, message = STATUS_WORDS[status]
    helps = words.gettext(STATUS_HELPS[status]).format(number=number)
    return ErrorDocument(code=code or name, message=words.gettext(message), remedy=helps)


def code_of(error: SpokenError) -> str:
    """What programs know an error by: ``IllegalMoveError`` is ``illegal-move``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__.removesuffix("Error")).lower()


def _remedy(error: SpokenError, language: str) -> str:
    """What helps: by the action that the rules name, by the kind of error, or by its status."""
    words = catalogue("mazzo", language)
    named = error.remedy if isinstance(error, QueensBloodError) else None
    if named in STEP_HELPS:
        return words.gettext(STEP_HELPS[named])
    kinds = [kind.__name__ for kind in type(error).__mro__]
    helps = next((KIND_HELPS[kind] for kind in kinds if kind in KIND_HELPS), STATUS_HELPS[status_of(error)])
    return words.gettext(helps)
