"""What is said while a net is trained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kernelkit.plain_text import plain_line
from kernelkit.spoken import catalogue, sentence

if TYPE_CHECKING:
    from qb_engine.mind.training import Generation

KEPT = sentence(
    "Generation {number}: {samples} positions learned from, Brier score {brier}; it won {rate} % of {pairs} pairs "
    "against the last one and is kept."
)
REFUSED = sentence(
    "Generation {number}: {samples} positions learned from, Brier score {brier}; it won {rate} % of {pairs} pairs "
    "against the last one, which stays."
)
WRITTEN = sentence("The weights are in {file}.")


def generation_line(generation: Generation, language: str) -> str:
    """What came of a generation, counted from 1."""
    words = catalogue("mazzo", language).gettext(KEPT if generation.is_kept else REFUSED)
    numbers = {"brier": f"{generation.brier:.4f}", "rate": f"{100 * generation.rate:.1f}"}
    if language == "it":
        numbers = {name: text.replace(".", ",") for name, text in numbers.items()}
    return words.format(number=generation.number + 1, samples=generation.samples, pairs=generation.pairs, **numbers)


def written_line(file: Path, language: str) -> str:
    """Where the net lies."""
    return catalogue("mazzo", language).gettext(WRITTEN).format(file=plain_line(str(file)))
