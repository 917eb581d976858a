"""An option whose values may be typed in either language; help and complaints name them in the one spoken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from kernelkit.spoken import LANGUAGES


class SpokenChoice(click.Choice[str]):
    """Values with their Italian words: the answer is always the value, whichever was typed."""

    def __init__(self, italian: Mapping[str, str], language: str = LANGUAGES[0]) -> None:
        super().__init__([self._word(value, italian, language) for value in italian], case_sensitive=False)
        self._italian = italian
        self._values = {word: value for value, spoken in italian.items() for word in (value, spoken)}

    @staticmethod
    def _word(value: str, italian: Mapping[str, str], language: str) -> str:
        return italian[value] if language == "it" else value

    def spoken_in(self, language: str) -> SpokenChoice:
        """The same choice, named in ``language``."""
        return SpokenChoice(self._italian, language)

    def word_in(self, language: str, value: str) -> str:
        """How ``value`` is called in ``language``."""
        return self._word(value, self._italian, language)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The value that was typed, in either language."""
        typed = self.normalize_choice(value, ctx)
        return self._values[typed] if typed in self._values else super().convert(value, param, ctx)


DECK_CHOICE = SpokenChoice({"french": "francese", "neapolitan": "napoletano"})
RECYCLE_CHOICE = SpokenChoice({"turned": "girati", "shuffled": "mescolati"})
EMPTY_CHOICE = SpokenChoice({"king": "re", "any": "qualsiasi"})
TIMER_MODE_CHOICE = SpokenChoice({"off": "spento", "strict": "rigida", "permissive": "permissiva"})
KIND_CHOICE = SpokenChoice(
    {
        "random": "casuale",
        "winnable": "vincibile",
        "easy": "facile",
        "medium": "media",
        "hard": "difficile",
        "daily": "giornaliera",
    }
)
VERBOSITY_CHOICE = SpokenChoice({"brief": "breve", "normal": "normale", "full": "completa"})
WARNING_CHOICE = SpokenChoice({"off": "spenti", "minimal": "minimi", "balanced": "equilibrati", "complete": "completi"})
BEST_CHOICE = SpokenChoice({"score": "punteggio"})
