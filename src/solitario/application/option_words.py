"""Options and their values as they are typed, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

SWITCH_WORDS = {
    **dict.fromkeys(("on", "si", "yes", "attivi", "accesi"), True),
    **dict.fromkeys(("off", "no", "spento", "spenti"), False),
}
OPTION_WORDS = {
    **dict.fromkeys(("deck", "mazzo"), "deck_type"),
    **dict.fromkeys(("level", "livello"), "level"),
    **dict.fromkeys(("draw", "pescata", "pesca"), "draw_count"),
    **dict.fromkeys(("mode", "timer mode", "modalita", "modalita del timer"), "timer_mode"),
    **dict.fromkeys(("timer", "minutes", "timer minutes", "minuti", "minuti del timer"), "timer_minutes"),
    **dict.fromkeys(("recycle", "recycling", "riciclo"), "recycle_mode"),
    **dict.fromkeys(("empty", "empty piles", "pile vuote", "vuote"), "empty_piles"),
    **dict.fromkeys(("tips", "consigli", "consigli sui comandi"), "command_tips"),
}
VALUE_WORDS: dict[str, dict[str, Any]] = {
    "deck_type": {"french": "french", "francese": "french", "neapolitan": "neapolitan", "napoletano": "neapolitan"},
    "timer_mode": {
        **dict.fromkeys(("off", "none", "spento", "nessuna", "no"), "OFF"),
        **dict.fromkeys(("strict", "rigida", "rigido"), "STRICT"),
        **dict.fromkeys(("permissive", "permissiva", "permissivo"), "PERMISSIVE"),
    },
    "timer_minutes": dict.fromkeys(("off", "spento", "no"), 0),
    "recycle_mode": {
        **dict.fromkeys(("turned", "girati", "girato", "turned over", "scarti girati"), "turned"),
        **dict.fromkeys(("shuffled", "mescolati", "mescolato", "scarti mescolati"), "shuffled"),
    },
    "empty_piles": {
        **dict.fromkeys(("king", "only a king", "re", "solo un re"), "king"),
        **dict.fromkeys(("any", "any card", "tutte", "qualsiasi", "qualsiasi carta"), "any"),
    },
    "command_tips": SWITCH_WORDS,
}
LEVEL_WORDS = {
    "breve": "brief",
    "normale": "normal",
    "completa": "full",
    "spenti": "off",
    "no": "off",
    "minimi": "minimal",
    "equilibrati": "balanced",
    "completi": "complete",
}
"""Words for how much is said and warned, where Italian differs."""


def option_change(words: tuple[str, ...]) -> tuple[str, Any] | None:
    """The option and the value in ``words``; None when they name no option. A value nobody knows stays as typed."""
    for length in range(len(words) - 1, 0, -1):
        option = OPTION_WORDS.get(" ".join(words[:length]))
        if option is not None:
            return option, _value(option, " ".join(words[length:]))
    return None


def _value(option: str, typed: str) -> Any:
    known = VALUE_WORDS.get(option, {})
    if typed in known:
        return known[typed]
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= 4 else typed


def choice_of(words: tuple[str, ...], choices: Sequence[str], current: str) -> str | None:
    """The choice named in ``words``, or the one after ``current`` when there are none; None for an unknown word."""
    if not words:
        return choices[(choices.index(current) + 1) % len(choices)]
    word = LEVEL_WORDS.get(words[0], words[0])
    return word if word in choices else None
