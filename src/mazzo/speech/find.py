"""Which voice there is."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from mazzo.speech.espeak import PROGRAM, EspeakSpeaker
from mazzo.speech.prism_voice import prism_speaker
from mazzo.speech.speaker import RATES, SilentSpeaker, Speaker


def find_speaker(
    language: str,
    rate: int = 0,
    *,
    prism: Callable[[], Speaker | None] = prism_speaker,
    program_path: Callable[[str], str | None] = shutil.which,
) -> Speaker:
    """The first voice of prismatoid, espeak-ng and silence; a screen reader keeps its own rate."""
    if rate not in RATES:
        raise ValueError(f"speech rate {rate}: between {RATES[0]} and {RATES[-1]}")
    found = prism()
    if found is not None:
        return found
    program = program_path(PROGRAM)
    return EspeakSpeaker(language, rate, program) if program else SilentSpeaker()
