"""The matches on the console as their players would type them: in short forms, two lines a round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kernelkit.journal import MemoryStore
from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from mazzo.words.wrapping import wrapped
from qb_engine.card_hydrator import shipped
from qb_engine.cards.spelling import squeezed
from qb_engine.words.voice import Voice

FACTS = next((Path(__file__).parent.parent).rglob("real_matches.json"))
SHORTEST = 3
SCREEN_WIDTH = 80


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


def heard_rounds(language: str, iterations: int) -> Iterator[list[str]]:
    """What is heard in each whole round, the prompts too, with a deep look of so many games."""
    for match in matches():
        if match["hand"]:
            yield from _said(match, Voice(language, aloud=True), DeepCoach(Look(iterations=iterations)))


def read_rounds(language: str) -> Iterator[list[str]]:
    """The rows that each whole round takes on a narrow screen, the prompts too."""
    for match in matches():
        if match["hand"]:
            for said in _said(match, Voice(language), None):
                yield [row for line in said for row in wrapped(line, SCREEN_WIDTH)]


def _said(match: dict[str, Any], voice: Voice, deep: DeepCoach | None) -> Iterator[list[str]]:
    session = CoachSession(Matches(MemoryStore()), voice, deep=deep, files=TypedFiles())
    session.open(new=True)
    for line in opening(match):
        session.handle(line)
    for typed in rounds(match):
        said: list[str] = []
        for line in typed:
            reply = session.handle(line)
            said += reply.lines
            while reply.more:
                reply = session.go_on()
                said += reply.lines
            said.append(session.prompt_line)
        if len(typed) > 1:
            yield said
