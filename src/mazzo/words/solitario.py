"""What Mazzo says around a game of Solitario: the clock, the voice, pages, players."""

from __future__ import annotations

from kernelkit.spoken import catalogue, sentence
from mazzo.errors import StorageError, StreamMovedError

LEAPT = sentence("The clock has leapt by {seconds} seconds; they count as a pause, not as play")
VOICELESS = sentence("No voice was found: install espeak-ng, or leave speaking to your screen reader")
SOUNDLESS = sentence("No program that plays sounds was found: install aplay or paplay, or type sounds off")
SOUNDS_SILENCED = sentence("The sounds cannot be played: {detail}")
SILENCED = sentence("The voice fell silent: {detail}.")
ANY_KEY = sentence("Any key goes on.")
ELSEWHERE = sentence("This game has gone on in another window. Press Q and open it again")
LEFT_ELSEWHERE = sentence("Goodbye. The game goes on in the other window")
DISK_FULL = sentence("the disk is full")
NOT_DONE_FULL = sentence("Move not made: the disk is full. The game is safe up to the move before")
NOT_DONE = sentence("Move not made: {reason}. The game is safe up to the move before")
NOT_WRITTEN = sentence("The time played cannot be written down: {reason}. Every move so far is safe")
DEFAULT = sentence("default")
PROFILE_ADDED = sentence("Profile {name} is there.")
PROFILE_RENAMED = sentence("Profile {name} is now called {new_name}.")
DELETE_PROFILE = sentence("Delete the profile {name}? Its games stay, without a name. Yes or no; Enter is no.")
NOTHING_DELETED = sentence("Nothing was deleted.")
PROFILE_DELETED = sentence("Profile {name} is deleted.")
PLAYS_BY_DEFAULT = sentence("{name} plays by default from now on.")


def not_written(error: StorageError, language: str, *, is_move: bool = True, is_leaving: bool = False) -> str:
    """That a move was not made, or the clock not kept, why, and what is safe; no name of file or stream is said."""
    words = catalogue("mazzo", language)
    if isinstance(error, StreamMovedError):
        return words.gettext(LEFT_ELSEWHERE if is_leaving else ELSEWHERE)
    if is_move and error.facts.get("reason") == DISK_FULL:
        return words.gettext(NOT_DONE_FULL)
    reason = str(error.facts_in(language).get("reason") or error.message(language))
    return words.gettext(NOT_DONE if is_move else NOT_WRITTEN).format(reason=reason)
