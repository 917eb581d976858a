"""The choices that hold for every game, in words: the language, the voice, and the counts for tuning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernelkit.spoken import sentence
from solitario.presentation.tongue import Tongue

LANGUAGE_NAMES = {"it": sentence("Italian"), "en": sentence("English"), None: sentence("that of the system")}


def settings_lines(chosen: Mapping[str, Any], language: str) -> list[str]:
    """What is ``chosen``, by the names of settings.json, one line a choice."""
    tongue = Tongue(language)
    answers = {True: tongue.gettext("yes"), False: tongue.gettext("no")}
    counts = answers[chosen["anonymous_statistics_enabled"]]
    spoken = LANGUAGE_NAMES[chosen["language"]]
    return [
        tongue.gettext("Language: {value}.", value=tongue.gettext(spoken)),
        tongue.gettext("Speak: {value}.", value=answers[chosen["speech_enabled"]]),
        tongue.gettext("Rate of the voice: {value}.", value=tongue.number(chosen["speech_rate"])),
        tongue.gettext("Anonymous counts for tuning the score, which never leave this machine: {value}.", value=counts),
    ]
