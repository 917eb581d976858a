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
from qb_engine.models import OPENING_HAND
from qb_engine.words.voice import Voice

FACTS = next((Path(__file__).parent.parent).rglob("real_matches.json"))
SHORTEST = 3
SCREEN_WIDTH = 80


NEVER_PLAYED = ("001", "007", "014")
"""Of one opening hand only the cards that were laid are recorded; these of the same player make it whole."""


def matches() -> list[dict[str, Any]]:
    """Every recorded match, each with a hand and its steps; ``looks`` says which tiles were read after how many."""
    recorded: list[dict[str, Any]] = json.loads(FACTS.read_text(encoding="utf-8"))["matches"]
    return [match if match["hand"] else _from_script(match) for match in recorded]


def _from_script(match: dict[str, Any]) -> dict[str, Any]:
    """A match that was recorded as it was typed: the cards laid before they were drawn were in the opening hand."""
    steps: list[str] = []
    typed: dict[int, str] = {}
    for line in match["script"]:
        word, _, rest = line.partition(" ")
        if word in ("play", "pass", "enemy", "draw"):
            steps.append(_recorded(word, rest))
        elif word == "sync":
            typed[len(steps)] = line
    moves = [place + 1 for place, step in enumerate(steps) if not step.startswith("draw")]
    begun = len(match["seen"][0]["moves"])
    looks = {
        moves[len(seen["moves"] or ()) + (0 if seen["moves"] else begun + len(seen["after"])) - 1]: seen["tiles"]
        for seen in match["seen"]
    }
    drawn = [step[5:] for step in steps if step.startswith("draw")]
    laid = [step[2:5] for step in steps if step.startswith("Y ") and "@" in step]
    opening_hand = [card_id for card_id in laid if card_id not in drawn]
    hand = [*opening_hand, *NEVER_PLAYED][:OPENING_HAND]
    return {**match, "hand": hand, "steps": steps, "looks": looks, "typed": typed}


def _recorded(word: str, rest: str) -> str:
    """A typed line as the other matches have it: ``Y pass``, ``E 008@M5``, ``draw 011``."""
    if word == "draw":
        return f"draw {shipped().find(rest).id}"
    side = "E" if word == "enemy" else "Y"
    if word == "pass" or rest == "pass":
        return f"{side} pass"
    name, _, tile = rest.rpartition(" ")
    return f"{side} {shipped().find(name).id}@{tile.upper()}"


def short(card_id: str) -> str:
    """What a player types for a card: initials of two words, else the first letters."""
    name = shipped().get_card(card_id).name
    words = [squeezed(word) for word in name.split() if squeezed(word)]
    if "&" in name:
        return "".join(word[0] for word in words)
    return squeezed(name)[: SHORTEST + 1] if len(words) == 1 else words[-1][: SHORTEST + 1]


def opening(match: dict[str, Any]) -> list[str]:
    """Deck not known, the hand, you begin, all kept; the enemy's name is said where the match was typed at a coach."""
    enemy = match["enemy"].lower() if "script" in match else "-"
    return ["", ", ".join(shipped().get_card(one).name for one in match["hand"]), enemy, "", ""]


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
    if not tile:
        return text
    return f"{short(card_id)} {tile.lower()}"


def heard_rounds(language: str, iterations: int) -> Iterator[tuple[list[str], bool]]:
    """What is heard in each whole round, the prompts too, with a deep look of so many games, and whether it is the end.

    The line that ends a match is no round: the result and the look back at the whole match follow it.
    """
    for match in matches():
        yield from _said(match, Voice(language, aloud=True), DeepCoach(Look(iterations=iterations)))


def read_rounds(language: str) -> Iterator[list[str]]:
    """The rows that each whole round takes on a narrow screen, the prompts too."""
    for match in matches():
        for said, _is_over in _said(match, Voice(language), None):
            yield [row for line in said for row in wrapped(line, SCREEN_WIDTH)]


def _said(match: dict[str, Any], voice: Voice, deep: DeepCoach | None) -> Iterator[tuple[list[str], bool]]:
    session = CoachSession(Matches(MemoryStore()), voice, deep=deep, files=TypedFiles())
    session.open(new=True)
    for line in opening(match):
        session.handle(line)
    for typed in rounds(match):
        said: list[str] = []
        for line in typed:
            reply = session.handle(line)
            is_over = session.table.match.phase == "over"
            said = [*(() if is_over else said), *reply.lines]
            while reply.more:
                reply = session.go_on()
                said += reply.lines
            said.append(session.prompt_line)
        if len(typed) > 1 or is_over:
            yield said, is_over
