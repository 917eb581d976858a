"""The words of a game against the computer, and how a typed line becomes a command; any other line is a move."""

from __future__ import annotations

from functools import cache

from kernelkit.spoken import sentence
from mazzo.dialogue.verbs import (
    MAX_LINE,
    MistypedCommandError,
    Typed,
    UnknownCommandError,
    Verb,
    nearest,
    verb_named,
)
from mazzo.play.errors import PlayError

VERBS = (
    Verb(
        "play",
        ("play", "p", "gioca", "g"),
        sentence("NAME TILE | 2 TILE"),
        sentence("your move: a card by its name, id or number in your hand, and where it goes, such as 2 m1"),
    ),
    verb_named("pass"),
    Verb(
        "mull",
        ("mull", "mulligan", "keep", "cambia", "tieni"),
        sentence("2 5 | keep"),
        sentence("before the first turn: the cards you return by number, or none"),
    ),
    Verb(
        "try",
        ("try", "what if", "prova", "cosa se", "se"),
        sentence("try NAME TILE"),
        sentence("what a move of yours would do, without making it"),
    ),
    Verb(
        "lanes",
        ("lanes", "score", "corsie", "punti", "punteggio"),
        sentence("lanes"),
        sentence("the score, lane by lane"),
    ),
    *map(verb_named, ("hand", "legal", "board", "row", "col", "tile", "explain", "trace")),
    Verb(
        "back",
        ("back", "take back", "undo", "u", "indietro", "annulla"),
        sentence("back"),
        sentence("take your last move back, and the enemy's answer; it is counted"),
    ),
    Verb(
        "hints",
        ("hints", "suggerimenti"),
        sentence("hints on | hints off"),
        sentence("let the coach help, or not; it does not by itself"),
    ),
    Verb("hint", ("hint", "suggerimento"), sentence("hint"),
         sentence("with hints on: the best moves, or the cards to return")),
    Verb("why", ("why", "w", "why?", "perché", "perche", "perché?"), sentence("why 1 | why NAME TILE"),
         sentence("with hints on: a move in full")),
    Verb("why not", ("why not", "perché no", "perche no"), sentence("why not 2 | why not NAME TILE"),
         sentence("with hints on: what a move gives away")),
    Verb("all", ("all", "tutte", "tutto"), sentence("all"), sentence("with hints on: every legal move, best first")),
    Verb("threats", ("threats", "t", "minacce"), sentence("threats"),
         sentence("with hints on: what the enemy's next move may do")),
    verb_named("again"),
    Verb("less", ("say less", "less", "di meno", "meno"), sentence("say less"),
         sentence("tell only the moves and the score")),
    Verb("more", ("say more", "more", "di più", "di piu", "più"), sentence("say more"),
         sentence("tell everything, the whole board and each card of your hand")),
    Verb("save", ("save", "salva"), sentence("save FILE"), sentence("after the end: write the game to a .qbn file")),
    Verb("resign", ("resign", "abbandona", "mi arrendo"), sentence("resign"), sentence("give the game up")),
    Verb("new", ("new", "nuova"), sentence("new"), sentence("leave this game and begin another; this one is kept")),
    verb_named("help"),
    Verb("quit", ("quit", "q", "exit", "esci"), sentence("quit"), sentence("leave; the game is kept")),
)  # fmt: skip
HINTS = ("hint", "why", "why not", "all", "threats")
"""Commands that need hints to be on."""
ON_WORDS = frozenset({"on", "sì", "si", "s", "yes", "y", "attivi", "attiva"})
OFF_WORDS = frozenset({"off", "no", "n", "disattivi", "disattiva"})


class UnknownLineError(UnknownCommandError):
    """Neither a command nor a move."""

    template = sentence("{asked!r} is neither a command nor a move. Type a card and a tile, such as 2 m1, or help")


class MistypedLineError(MistypedCommandError):
    """Neither a command nor a move, but almost a command."""

    template = sentence(
        "{asked!r} is neither a command nor a move. Perhaps: {nearest}. Type a card and a tile, such as 2 m1, or help"
    )


class NoTileError(PlayError):
    """A card without a place."""

    template = sentence("{card} cannot be played without a tile. {where} Type, for example: {example}")


class NoSuchCardError(PlayError):
    """The hand is smaller than the number."""

    template = sentence("there is no card {number} in your hand: it has {count}. Type hand to see them")


class NamedTwiceError(PlayError):
    """A card is returned once."""

    template = sentence("{card} is named twice. Type each card that you return once, such as 2 5, or keep")


class NotWhileMulliganError(PlayError):
    """The cards to return are asked for."""

    template = sentence("the game begins after this: type the numbers of the cards you return, or keep")


class NotYourTurnError(PlayError):
    """The enemy's move or your draw is still to come."""

    template = sentence("it is not your turn yet. Press Enter to go on")


class MulliganOverError(PlayError):
    """Cards are returned once, before the first turn."""

    template = sentence("cards are returned before the first turn only. Type a card and a tile, such as 2 m1, or pass")


class HintsOffError(PlayError):
    """The coach helps only when asked to."""

    template = sentence("hints are off in this game. Type hints on, then {asked}")


class NoMulliganHintError(PlayError):
    """Thousands of games cannot be played in plain form while somebody waits."""

    template = sentence(
        "what to return is worked out by the compiled rules, and there are none here; mazzo doctor says why. "
        "Type the numbers of the cards you return, or keep"
    )


class OnOrOffError(PlayError):
    """Neither on nor off."""

    template = sentence("hints can be on or off, and {asked!r} is neither. Type hints on or hints off")


@cache
def by_word() -> dict[str, Verb]:
    """Every word that stands for a command."""
    return {word: verb for verb in VERBS for word in verb.words}


def read_command(line: str) -> Typed | None:
    """The command in ``line``, by its first two words or its first; None when it is none."""
    words = line[:MAX_LINE].split()
    for count in (2, 1):
        word = " ".join(words[:count]).casefold()
        if len(words) >= count and word in by_word():
            return Typed(by_word()[word], word, " ".join(words[count:]))
    return None


def unknown_line(line: str) -> UnknownCommandError:
    """The error for a line that means nothing, with the nearest commands."""
    asked, near = line.strip()[:40], nearest(line.split()[0][:40], by_word())
    return MistypedLineError(asked=asked, nearest=near) if near else UnknownLineError(asked=asked)
