"""The commands of the live coach: their words in two languages, and how a typed line becomes one of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from kernelkit.spoken import Said, catalogue, sentence
from mazzo.errors import MazzoError
from qb_engine.moves import LANE_LETTERS, tile_place

MAX_LINE = 1_000
MOST_NEAR = 3
NEAR = 0.7
"""Words are alike from this share of common letters on; below, help is a better answer."""
LANES_TYPED = {
    "t": "T", "top": "T", "a": "T", "alto": "T",
    "m": "M", "mid": "M", "middle": "M", "c": "M", "centro": "M", "mezzo": "M",
    "b": "B", "bot": "B", "bottom": "B", "basso": "B",
}  # fmt: skip
"""What a lane may be called when a tile is typed, in either language."""
_TILE = re.compile(rf"({'|'.join(sorted(LANES_TYPED, key=len, reverse=True))}) ?([1-5])", re.ASCII)
_NAME_AND_TILE = re.compile(rf"(.*?)(?: *@ *| +){_TILE.pattern}", re.ASCII)


class CoachError(MazzoError):
    """What was typed cannot be done; the match is as it was."""


class UnknownCommandError(CoachError):
    """The first word is no command, and like none."""

    template = sentence("{asked!r} is no command. Type help for all of them")


class MistypedCommandError(UnknownCommandError):
    """The first word is like commands, which are named in the language that is spoken."""

    template = sentence("{asked!r} is no command. Perhaps: {nearest}. Type help for all of them")

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, the commands in words of ``language``."""
        return {**self.facts, "nearest": ", ".join(verb.word_in(language) for verb in self.facts["nearest"])}


class IncompleteCommandError(CoachError):
    """Something is missing or cannot be read."""

    template = sentence("{asked!r} is not enough or too much. Type: {usage}")


class NotNowError(CoachError):
    """Another step comes first."""

    template = sentence("{asked!r} cannot be entered now. Expected: {expected}")


@dataclass(frozen=True, slots=True)
class Verb:
    """A command: its name in the code, its words in both languages, how it is typed and what it does."""

    name: str
    words: tuple[str, ...]
    usage: str
    what: str

    def word_in(self, language: str) -> str:
        """The word for it in ``language``: the one that is shown how to type it, or the first."""
        usage = catalogue("mazzo", language).gettext(self.usage)
        shown = [word for word in self.words if f"{usage} ".startswith(f"{word} ")]
        return max(shown, key=len, default=self.words[0])


VERBS = (
    Verb(
        "mull",
        ("mull", "mulligan", "cambia"),
        sentence("mull | mull 2 5 NAME, NAME"),
        sentence("keep all, or return cards by their number and say what you got"),
    ),
    Verb("draw", ("draw", "d", "pesca", "pesco"), sentence("draw NAME | draw nothing"), sentence("the card you drew")),
    Verb(
        "play",
        ("play", "p", "gioca", "g"),
        sentence("play NUMBER | play NAME TILE"),
        sentence("your move, by its number in the list or by card and tile"),
    ),
    Verb("pass", ("pass", "passo", "passa"), sentence("pass"), sentence("you pass")),
    Verb(
        "enemy",
        ("enemy", "e", "nemico", "n"),
        sentence("enemy NAME TILE | enemy pass"),
        sentence("what the enemy did"),
    ),
    Verb("rec", ("rec", "r", "recommend", "consiglio"), sentence("rec"), sentence("the advice once more")),
    Verb("all", ("all", "tutte", "tutto"), sentence("all"), sentence("every legal move, best first")),
    Verb("why not", ("why not", "whynot", "perché no", "perche no"), sentence("why not 2 | why not NAME TILE"),
         sentence("what a move gives away")),
    Verb("why", ("why", "w", "perché", "perche"), sentence("why 1 | why NAME TILE"), sentence("a move in full")),
    Verb(
        "what if",
        ("what if", "whatif", "se", "cosa se"),
        sentence("what if NAME TILE | what if enemy NAME TILE"),
        sentence("a move that nobody makes: what would follow"),
    ),
    Verb("threats", ("threats", "t", "minacce"), sentence("threats"), sentence("what the enemy's next move may do")),
    Verb(
        "opponent",
        ("opponent", "o", "mazzo nemico"),
        sentence("opponent"),
        sentence("which deck the enemy may have, what it likely holds, what is left"),
    ),
    Verb("explain", ("explain", "x", "spiega"), sentence("explain TILE"), sentence("where a card's power comes from")),
    Verb("trace", ("trace", "traccia"), sentence("trace"), sentence("the last move step by step")),
    Verb("legal", ("legal", "l", "legali"), sentence("legal"), sentence("where each card of your hand can go")),
    Verb("board", ("board", "b", "tavolo"), sentence("board"), sentence("the whole board")),
    Verb("row", ("row", "riga", "corsia"), sentence("row mid"), sentence("one lane")),
    Verb("col", ("col", "column", "colonna"), sentence("col 3"), sentence("one column")),
    Verb("tile", ("tile", "casella"), sentence("tile M3"), sentence("one tile")),
    Verb("hand", ("hand", "h", "mano"), sentence("hand"), sentence("your hand, numbered")),
    Verb("again", ("again", "ancora", "ripeti"), sentence("again"), sentence("what was said last")),
    Verb("less", ("say less", "less", "di meno", "meno"), sentence("say less"), sentence("only the best move")),
    Verb("more", ("say more", "more", "di più", "di piu", "più"), sentence("say more"),
         sentence("five moves, the board, and every step")),
    Verb("log", ("log", "registro"), sentence("log"), sentence("every step with its number")),
    Verb("undo", ("undo", "u", "annulla"), sentence("undo"), sentence("take the last step back")),
    Verb("redo", ("redo", "rifai"), sentence("redo"), sentence("make it again")),
    Verb(
        "fix",
        ("fix", "correggi"),
        sentence("fix 7 NAME TILE | fix 7 pass | fix 5 NAME"),
        sentence("correct a step by its number; what came after it is played again"),
    ),
    Verb(
        "sync hand",
        ("sync hand", "allinea mano"),
        sentence("sync hand NAME, NAME"),
        sentence("your hand is this, whatever was entered"),
    ),
    Verb(
        "sync board",
        ("sync board", "allinea tavolo"),
        sentence("sync board M3 E2 NAME 5, T1 Y1"),
        sentence("tiles as the console shows them: owner Y, E or N with its rank, then card and power"),
    ),
    Verb(
        "sync turn",
        ("sync turn", "allinea turno"),
        sentence("sync turn you | sync turn enemy | sync turn you pass | sync turn over"),
        sentence("whose move it is, whatever was entered; with pass the other has just passed"),
    ),
    Verb(
        "adopt",
        ("adopt", "adotta"),
        sentence("adopt | adopt 2"),
        sentence("play by the rule that explains the board"),
    ),
    Verb(
        "save enemy",
        ("save enemy", "salva nemico"),
        sentence("save enemy NAME"),
        sentence("keep the cards seen of this enemy, for the next match against it"),
    ),
    Verb("save", ("save", "salva"), sentence("save FILE"), sentence("write the match to a .qbn file")),
    Verb("load", ("load", "carica"), sentence("load FILE"), sentence("go on with a match from a .qbn file")),
    Verb(
        "copy",
        ("copy", "copia"),
        sentence("copy pos | copy game | copy deck"),
        sentence("print the position, the game or your deck's code, to be copied"),
    ),
    Verb("new", ("new", "nuova"), sentence("new | new sample"), sentence("leave this match and start another")),
    Verb("help", ("help", "?", "aiuto"), sentence("help"), sentence("this list")),
    Verb("quit", ("quit", "q", "exit", "esci"), sentence("quit"), sentence("leave; the match is kept")),
)  # fmt: skip

ENEMY_PASSES = ("ep", "np")
"""The whole of ``enemy pass`` in two letters."""
PASS_WORDS = frozenset({"pass", "passes", "passa", "passo"})
NOTHING_WORDS = frozenset({"nothing", "none", "niente", "nulla", "-"})
YES_WORDS = frozenset({"y", "yes", "s", "si", "sì"})
NO_WORDS = frozenset({"n", "no"})


@dataclass(frozen=True, slots=True)
class Typed:
    """A line as a command: which one, the word it was called by, and the rest."""

    verb: Verb
    word: str
    rest: str


@cache
def _by_word() -> dict[str, Verb]:
    return {word: verb for verb in VERBS for word in verb.words}


def verb_named(name: str) -> Verb:
    """The command with this name."""
    return next(verb for verb in VERBS if verb.name == name)


def read_line(line: str) -> Typed:
    """The command in ``line``; UnknownCommandError with the nearest words when its first word is none."""
    text = " ".join(line[:MAX_LINE].split())
    if text.casefold() in ENEMY_PASSES:
        return Typed(verb_named("enemy"), text, "pass")
    words = text.split(" ")
    for count in (2, 1):
        word = " ".join(words[:count]).casefold()
        if len(words) >= count and word in _by_word():
            return Typed(_by_word()[word], word, " ".join(words[count:]))
    first = words[0][:40]
    if first.isdecimal():
        raise IncompleteCommandError(asked=first, usage=Said(sentence("play {number}"), number=first))
    near = nearest(first, _by_word())
    raise MistypedCommandError(asked=first, nearest=near) if near else UnknownCommandError(asked=first)


def nearest(asked: str, verbs: Mapping[str, Verb]) -> list[Verb]:
    """The commands that are called almost as ``asked``, the nearest first, each once; none is named for no reason."""
    words = get_close_matches(asked.casefold(), verbs, n=2 * MOST_NEAR, cutoff=NEAR)
    return list({verbs[word].name: verbs[word] for word in words}.values())[:MOST_NEAR]


def read_tile(text: str) -> str | None:
    """The tile that ``text`` names, such as ``m3``, ``mid 3`` or ``centro 3``; None for anything else."""
    match = _TILE.fullmatch(text.strip().casefold())
    return f"{LANES_TYPED[match[1]]}{match[2]}" if match else None


def read_lane(text: str) -> int | None:
    """The index of the lane that ``text`` names; None for anything else."""
    letter = LANES_TYPED.get(text.strip().casefold())
    return None if letter is None else LANE_LETTERS.index(letter)


def split_move(text: str) -> tuple[str, tuple[int, int]] | None:
    """Card text and place of ``zu m3`` or ``020@M2``; None when no tile stands at the end."""
    match = _NAME_AND_TILE.fullmatch(text.strip().casefold())
    if match is None or not match[1]:
        return None
    return match[1], tile_place(f"{LANES_TYPED[match[2]]}{match[3]}")
