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
EXPLOITED = sentence(
    "Generation {number}: {samples} positions learned from, Brier score {brier}; it won {rate} % of {pairs} pairs "
    "against the net that it exploits."
)
WRITTEN = sentence("The weights are in {file}.")


def generation_line(generation: Generation, language: str, *, is_exploiter: bool = False) -> str:
    """What came of a generation, counted from 1."""
    key = EXPLOITED if is_exploiter else KEPT if generation.is_kept else REFUSED
    words = catalogue("mazzo", language).gettext(key)
    numbers = {"brier": f"{generation.brier:.4f}", "rate": f"{100 * generation.rate:.1f}"}
    if language == "it":
        numbers = {name: text.replace(".", ",") for name, text in numbers.items()}
    return words.format(number=generation.number + 1, samples=generation.samples, pairs=generation.pairs, **numbers)


def written_line(file: Path, language: str) -> str:
    """Where the net lies."""
    return catalogue("mazzo", language).gettext(WRITTEN).format(file=plain_line(str(file)))


def exploited_line(rate: float, half: float, games: int, language: str) -> str:
    """What an exploiter wins of fresh games against its net, with the 95 % interval."""
    key = sentence("By one look it wins {rate} % (95% interval {low} to {high}) of {games} fresh games against it.")
    return _tested(key, rate, half, language, games=games)


def resisted_line(rate: float, half: float, games: int, walks: int, language: str) -> str:
    """The same against its net with a small search."""
    key = sentence("Where that net searches {walks} walks a move it wins {rate} % ({low} to {high}) of {games} games.")
    return _tested(key, rate, half, language, games=games, walks=walks)


def _tested(key: str, rate: float, half: float, language: str, **facts: int) -> str:
    shares = {"rate": rate, "low": max(0.0, rate - half), "high": min(1.0, rate + half)}
    shown = {name: f"{100 * share:.1f}" for name, share in shares.items()}
    if language == "it":
        shown = {name: text.replace(".", ",") for name, text in shown.items()}
    return catalogue("mazzo", language).gettext(key).format(**shown, **facts)
