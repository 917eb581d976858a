"""The matches on the console as their players would type them: in short forms, two lines a round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from qb_engine.card_hydrator import shipped
from qb_engine.cards.spelling import squeezed

FACTS = next((Path(__file__).parent.parent).rglob("real_matches.json"))
SHORTEST = 3


def matches() -> list[dict[str, Any]]:
    """Every recorded match."""
    found: list[dict[str, Any]] = json.loads(FACTS.read_text(encoding="utf-8"))["matches"]
    return found


def short(card_id: str) -> str:
    """What a player types for a card: initials of two words, else the first letters."""
    name = shipped().get_card(card_id).name
    words = [squeezed(word) for word in name.split() if squeezed(word)]
    if "&" in name:
        return "".join(word[0] for word in words)
    return squeezed(name)[: SHORTEST + 1] if len(words) == 1 else words[-1][: SHORTEST + 1]


def opening(match: dict[str, Any]) -> list[str]:
    """Deck not known, the hand, the enemy's name not said, you begin, all kept."""
    return ["", ", ".join(shipped().get_card(one).name for one in match["hand"]), "-", "", ""]


def rounds(match: dict[str, Any]) -> list[list[str]]:
    """The lines of each round: your move, then the enemy's with your draw."""
    found: list[list[str]] = []
    enemy, drawn = "", ""
    for step in match["steps"]:
        kind, _, what = step.partition(" ")
        if kind == "Y":
            if enemy or drawn:
                found[-1].append(f"{enemy} {drawn}".strip())
            enemy = drawn = ""
            found.append([_move(what)])
        elif kind == "E":
            enemy = _move(what)
        else:
            drawn = short(what.split(",")[0])
    if enemy:
        found[-1].append(f"{enemy} {drawn}".strip())
    return found


def _move(text: str) -> str:
    card_id, _, tile = text.partition("@")
    return f"{short(card_id)} {tile.lower()}"
