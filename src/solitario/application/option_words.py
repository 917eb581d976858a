"""Options and their values as they are typed, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OPTION_WORDS = {
    **dict.fromkeys(("deck", "mazzo"), "deck_type"),
    **dict.fromkeys(("level", "livello"), "level"),
    **dict.fromkeys(("draw", "pescata", "pesca"), "draw_count"),
    **dict.fromkeys(("mode", "modalita"), "timer_mode"),
    **dict.fromkeys(("timer", "minutes", "minuti"), "timer_minutes"),
    **dict.fromkeys(("recycle", "riciclo"), "recycle_mode"),
    **dict.fromkeys(("tips", "consigli"), "command_tips"),
}
VALUE_WORDS: dict[str, dict[str, Any]] = {
    "deck_type": {"french": "french", "francese": "french", "neapolitan": "neapolitan", "napoletano": "neapolitan"},
    "timer_mode": {
        **dict.fromkeys(("off", "spento", "no"), "OFF"),
        **dict.fromkeys(("strict", "rigido", "severo"), "STRICT"),
        **dict.fromkeys(("permissive", "permissivo", "tollerante"), "PERMISSIVE"),
    },
    "timer_minutes": dict.fromkeys(("off", "spento", "no"), 0),
    "recycle_mode": {
        **dict.fromkeys(("turned", "girato", "rovesciato"), "turned"),
        **dict.fromkeys(("shuffled", "mescolato"), "shuffled"),
    },
    "command_tips": {**dict.fromkeys(("on", "si", "yes"), True), **dict.fromkeys(("off", "no", "spento"), False)},
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
    if len(words) != 2 or words[0] not in OPTION_WORDS:
        return None
    option, typed = OPTION_WORDS[words[0]], words[1]
    known = VALUE_WORDS.get(option, {})
    if typed in known:
        return option, known[typed]
    return option, int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= 4 else typed


def choice_of(words: tuple[str, ...], choices: Sequence[str], current: str) -> str | None:
    """The choice named in ``words``, or the one after ``current`` when there are none; None for an unknown word."""
    if not words:
        return choices[(choices.index(current) + 1) % len(choices)]
    word = LEVEL_WORDS.get(words[0], words[0])
    return word if word in choices else None
