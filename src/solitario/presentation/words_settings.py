"""The choices that hold for every game, in words: the language, the voice, and the counts for tuning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernelkit.spoken import sentence
from solitario.presentation.tongue import Tongue

LANGUAGE_NAMES = {"it": sentence("Italian"), "en": sentence("English"), None: sentence("that of the system")}
TYPING_NAMES = {
    True: sentence("whole lines"),
    False: sentence("single keys"),
    None: sentence("single keys where the terminal allows them"),
}


def settings_lines(chosen: Mapping[str, Any], language: str) -> list[str]:
    """What is ``chosen``, by the names of settings.json, one line a choice."""
    tongue = Tongue(language)
    answers = {True: tongue.gettext("yes"), False: tongue.gettext("no")}
    counts = answers[chosen["anonymous_statistics_enabled"]]
    spoken = LANGUAGE_NAMES[chosen["language"]]
    typing = TYPING_NAMES[chosen["types_lines"]]
    volume = tongue.number(chosen["volume"])
    return [
        tongue.gettext("Language: {value}.", value=tongue.gettext(spoken)),
        tongue.gettext("Typing: {value}.", value=tongue.gettext(typing)),
        tongue.gettext("Volume of the sounds: {value}.", value=volume),
        tongue.gettext("Speak: {value}.", value=answers[chosen["speech_enabled"]]),
        tongue.gettext("Rate of the voice: {value}.", value=tongue.number(chosen["speech_rate"])),
        tongue.gettext("Anonymous counts for tuning the score, which never leave this machine: {value}.", value=counts),
    ]
