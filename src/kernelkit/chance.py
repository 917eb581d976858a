"""Chance: a small explicit generator (xoshiro128**), the same numbers compiled and plain, today and in ten years.

Every word stays below 2**32 inside a 64-bit integer, so that no product or shift depends on how a language wraps.
"""

from __future__ import annotations

from typing import Annotated

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, record

MASK = 0xFFFFFFFF
MAX_SEED = (1 << 62) - 1
"""The largest seed there is, wherever one is typed, written or read."""


@record
class Chance:
    """The generator's whole state: four words, never all zero."""

    word: Annotated[list[int], "i8", 4]


@kernel
def scrambled(value: Int) -> Int:
    """``value`` with its 32 bits stirred (a bijection, so that near seeds start far apart)."""
    value ^= value >> 16
    value = (value * 0x7FEB352D) & MASK
    value ^= value >> 15
    value = (value * 0x2C1B3C6D) & MASK
    value ^= value >> 16
    return value


@kernel
def seed_into(c: Chance, seed: Int, stream: Int) -> None:
    """Start ``c`` from ``seed`` (any non-negative integer below 2**62); streams of one seed are independent."""
    low = seed & MASK
    high = (seed >> 32) & MASK
    for i in range(4):
        low = (low + 0x1E3779B9) & MASK
        high = scrambled(high ^ scrambled(low) ^ ((stream + i) & MASK))
        c.word[i] = high
    c.word[0] |= 1


@kernel
def rotated(value: Int, bits: Int) -> Int:
    """``value`` rotated left by ``bits`` within 32 bits."""
    return ((value << bits) | (value >> (32 - bits))) & MASK


@kernel
def next_word(c: Chance) -> Int:
    """The next number from 0 to 2**32 - 1."""
    result = (rotated((c.word[1] * 5) & MASK, 7) * 9) & MASK
    shifted = (c.word[1] << 9) & MASK
    c.word[2] ^= c.word[0]
    c.word[3] ^= c.word[1]
    c.word[1] ^= c.word[2]
    c.word[0] ^= c.word[3]
    c.word[2] ^= shifted
    c.word[3] = rotated(c.word[3], 11)
    return result


@kernel
def below(c: Chance, bound: Int) -> Int:
    """A number from 0 to ``bound`` - 1, each equally likely: the few words that would favour some are drawn again."""
    word = next_word(c)
    if word > MASK - bound:  # only the last few words can be unfair, and a division is slow
        limit = (MASK + 1) - (MASK + 1) % bound
        while word >= limit:
            word = next_word(c)
    return word % bound


def seeded(seed: int, stream: int = 0) -> Chance:
    """A plain generator for code that is not a kernel."""
    check_seed(seed)
    chance = Chance()
    seed_into(chance, seed, stream)
    return chance


def check_seed(seed: int) -> None:
    """Nothing; ValueError for a number that is no seed, TypeError for what is no whole number."""
    if not hasattr(seed, "__index__"):
        raise TypeError(f"seed {seed!r} is not a whole number")
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed} is outside 0 .. 2**62 - 1")


__all__ = ["MAX_SEED", "Cells", "Chance", "below", "check_seed", "next_word", "seed_into", "seeded"]
