"""What somebody types about a match, clause by clause: who did it, which card, which tile; only text is known here.

``red plays capparwire at mid4, I draw AD`` is two clauses, and so is ``cap m4 ad``: a tile ends a move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from qb_engine.moves import COLUMNS, LANE_LETTERS, tile_place

MAX_LINE = 1_000
LANES_TYPED = {
    "t": "T", "top": "T", "a": "T", "alto": "T", "alta": "T",
    "m": "M", "mid": "M", "middle": "M", "center": "M", "centre": "M",
    "c": "M", "centro": "M", "centrale": "M", "mezzo": "M", "media": "M",
    "b": "B", "bot": "B", "bottom": "B", "basso": "B", "bassa": "B",
}  # fmt: skip
"""What a lane may be called when a tile is typed, in either language."""
PASS_WORDS = frozenset({"pass", "passes", "passed", "passa", "passo"})
ENEMY_PASSES = ("ep", "np")
"""The whole of ``enemy pass`` in two letters."""

_LANE = "|".join(sorted(LANES_TYPED, key=len, reverse=True))
_TILE = re.compile(rf"(?:lane |corsia )?({_LANE})(?: lane)?[ -]?([1-5])", re.ASCII)
_BEFORE_TILE = r"(?:at|on|in|to|onto|into|su|sul|sulla|nel|nella|al|alla|a)(?: the| la| il)?"
_NAME_AND_TILE = re.compile(rf"(.*?)(?: *@ *| +(?:{_BEFORE_TILE} +)?){_TILE.pattern}(?!\w)", re.ASCII)

_LAYS = r"(?:plays?|played|puts?|places?|placed|lays?|laid|gioca|giocato|mette|messo|posa|cala|calato)"
_YOU = r"(?:i|io|we|you|tu|me)"
_THEY = r"(?:(?:the|il|la) )?(?:enemy|opponent|opp|nemico|nemica|avversario|avversaria)|l'avversari[oa]|e|n"
_ENEMY = re.compile(rf"(?:(?:{_THEY})(?: (?:ha )?{_LAYS})?|(?!{_YOU}\b)[\w' ]{{1,30}}? (?:ha )?{_LAYS})(?: |: ?|$)")
_DRAW = re.compile(rf"(?:(?:{_YOU} )?(?:draw|drew|d|pesco|pesca|ho pescato|pescato)(?: |: ?|$)|\+ ?(?=\w))")
_PLAY = re.compile(
    rf"(?:(?:{_YOU} )?(?:play|played|place|placed|put|lay|laid|p|g|gioco|gioca|ho giocato|metto|poso|calo)(?: |: ?|$))"
)
_PASS = re.compile(rf"(?:({_YOU}) |(.{{1,30}}?) )?({'|'.join(sorted(PASS_WORDS))})(?: |$)")
_AND = re.compile(rf"(?:and then|and|then|e poi|poi|ed|e)(?= (?:{_DRAW.pattern}|{_PLAY.pattern}))")
_NUMBER = re.compile(r"([0-9]{1,9})(?: |$)", re.ASCII)
_ENDS = re.compile(r"[;,!]|(?<!\bmk)\.(?= |$)| (?:and then|then|e poi|poi) ")
"""Where a clause ends; the full stop of Crimson Mare Mk. II is part of its name."""

Who = Literal["you", "enemy", "draw"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that happened: ``who`` as far as it was said, a card's name and its place, a pass, or a number.

    ``word`` is how it began, to be named when it cannot be entered.
    """

    who: Who | None
    word: str
    name: str = ""
    place: tuple[int, int] | None = None
    is_pass: bool = False
    number: int | None = None

    @property
    def turned(self) -> Clause:
        """The clause as the other seat would type it."""
        return self if self.place is None else replace(self, place=(self.place[0], COLUMNS - 1 - self.place[1]))


def read_tile(text: str) -> str | None:
    """The tile that ``text`` names, such as ``m3``, ``mid-3`` or ``centro 3``; None for anything else."""
    match = _TILE.fullmatch(text.strip().casefold())
    return f"{LANES_TYPED[match[1]]}{match[2]}" if match else None


def read_lane(text: str) -> int | None:
    """The index of the lane that ``text`` names; None for anything else."""
    letter = LANES_TYPED.get(text.strip().casefold())
    return None if letter is None else LANE_LETTERS.index(letter)


def split_move(text: str) -> tuple[str, tuple[int, int]] | None:
    """Card text and place of ``zu m3`` or ``020@M2``; None when no tile stands at the end."""
    match = _NAME_AND_TILE.fullmatch(text.strip().casefold())
    return None if match is None or not match[1] else (match[1], _place(match))


def has_tile(text: str) -> bool:
    """Whether a tile stands anywhere in ``text``."""
    return _NAME_AND_TILE.match(f" {text.strip().casefold()}") is not None


def read_clauses(line: str) -> list[Clause]:
    """The clauses of a line, in their order."""
    text = " ".join(line[:MAX_LINE].casefold().split())
    found: list[Clause] = []
    for part in _ENDS.split(text):
        rest = part.strip()
        while rest:
            clause, rest = _first(rest)
            if clause.place and not clause.name and found and found[-1].name and found[-1].place is None:
                clause = replace(found.pop(), place=clause.place)  # a comma between card and tile
            found.append(clause)
    return found


def _first(text: str) -> tuple[Clause, str]:
    """The first clause of ``text``, and what follows it."""
    text = text[match.end() :].strip() if (match := _AND.match(text)) else text
    if text in ENEMY_PASSES or text.startswith(tuple(f"{word} " for word in ENEMY_PASSES)):
        return Clause("enemy", text[:2], is_pass=True), text[2:].strip()
    if (match := _PASS.match(text)) and not has_tile(match[2] or ""):  # with a tile it is a move, and then a pass
        who: Who | None = "you" if match[1] else _passer(match[2])
        return Clause(who, text[: match.end()].strip(), is_pass=True), text[match.end() :].strip()
    for who_did, begins in (("draw", _DRAW), ("play", _PLAY), ("enemy", _ENEMY)):
        if match := begins.match(text):
            who = "draw" if who_did == "draw" else "enemy" if who_did == "enemy" else "you"
            return _what(who, match[0].strip(), text[match.end() :].strip())
    return _what(None, "", text)


def _passer(subject: str | None) -> Who | None:
    """Whoever passes: you in the words of a command, nobody said, or somebody who is named."""
    if subject is None:
        return None
    return "you" if _PLAY.fullmatch(subject) else "enemy"


def _what(who: Who | None, word: str, text: str) -> tuple[Clause, str]:
    """Card and tile, a number or a name; what stands after a tile or a number is another clause."""
    shown = word or text[:40]
    match = _NAME_AND_TILE.match(f" {text}") if who != "draw" else None
    if (number := _NUMBER.match(text)) and not (match and match[1].strip() == number[1]):
        return Clause(who, shown, text, number=int(number[1])), text[number.end() :].strip()
    if match is None:
        return Clause(who, shown, text), ""
    return Clause(who, shown, match[1].strip(), _place(match)), text[match.end() - 1 :].strip()


def _place(match: re.Match[str]) -> tuple[int, int]:
    return tile_place(f"{LANES_TYPED[match[2]]}{match[3]}")
