"""Short sounds made by arithmetic: each is a few tones that fade, written as a stereo file.

The place on the table is heard by how loud each side is. Nothing is shipped: a file is made when it is first played.
"""

from __future__ import annotations

import math
import wave
from array import array
from io import BytesIO
from typing import NamedTuple

FRAMES_A_SECOND = 22_050
SAMPLE_BYTES = 2
LOUDEST = 32_767
SOFTER_SIDE = 0.15
"""How much of a sound from one edge of the table is heard on the other side."""
FADE_IN_SECONDS = 0.004
FADES = 5.0


class Tone(NamedTuple):
    """A tone that begins at ``at`` seconds, lasts ``lasts``, and is ``loud`` of what can be."""

    at: float
    lasts: float
    hertz: float
    loud: float


TONES = {
    "deal": (Tone(0.0, 0.07, 330, 0.35), Tone(0.03, 0.06, 415, 0.25)),
    "place": (Tone(0.0, 0.09, 523, 0.5),),
    "refuse": (Tone(0.0, 0.10, 196, 0.5), Tone(0.09, 0.14, 147, 0.5)),
    "uncover": (Tone(0.0, 0.07, 659, 0.4), Tone(0.06, 0.12, 880, 0.45)),
    "win": (
        Tone(0.0, 0.18, 523, 0.4),
        Tone(0.14, 0.18, 659, 0.4),
        Tone(0.28, 0.18, 784, 0.4),
        Tone(0.42, 0.45, 1047, 0.45),
    ),
}


def wav_of(kind: str, side: float, volume: int) -> bytes:
    """The sound ``kind`` as a stereo wave file: ``side`` from -1, left, to 1, right; ``volume`` out of 100."""
    mono = _samples(TONES[kind])
    left, right = (loudness * volume / 100 * LOUDEST for loudness in _sides(side))
    frames = array("h", (int(sample * loud) for sample in mono for loud in (left, right)))
    if array("H", [1]).tobytes() != b"\x01\x00":
        frames.byteswap()  # wave files have the lowest byte first
    made = BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(SAMPLE_BYTES)
        file.setframerate(FRAMES_A_SECOND)
        file.writeframes(frames.tobytes())
    return made.getvalue()


def _sides(side: float) -> tuple[float, float]:
    """How loud a sound is left and right; the nearer side is always whole."""
    left, right = (1.0 - max(0.0, away) * (1.0 - SOFTER_SIDE) for away in (side, -side))
    return left, right


def _samples(tones: tuple[Tone, ...]) -> list[float]:
    count = int(max(tone.at + tone.lasts for tone in tones) * FRAMES_A_SECOND)
    samples = [0.0] * count
    for tone in tones:
        first = int(tone.at * FRAMES_A_SECOND)
        for index in range(first, min(count, first + int(tone.lasts * FRAMES_A_SECOND))):
            seconds = (index - first) / FRAMES_A_SECOND
            fade = min(1.0, seconds / FADE_IN_SECONDS) * math.exp(-FADES * seconds / tone.lasts)
            samples[index] += tone.loud * fade * math.sin(math.tau * tone.hertz * seconds)
    return [max(-1.0, min(1.0, sample)) for sample in samples]
