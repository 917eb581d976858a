"""The commands of coach and play: their words in two languages, and how a typed line becomes one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kernelkit.spoken import Said, catalogue, sentence
from mazzo.coach.errors import CoachError
from mazzo.words.table import Words
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


class UnknownCommandError(CoachError):
    """The first word is no command, and like none."""

    template = sentence("{asked!r} is no command")
    remedy = sentence("Type help for all of them")


class MistypedCommandError(UnknownCommandError):
    """The first word is like commands, which are named in the language that is spoken."""

    template = sentence("{asked!r} is no command. Perhaps: {nearest}")
    remedy = sentence("Type help for all of them")

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, the commands in words of ``language``."""
        return {**self.facts, "nearest": ", ".join(verb.word_in(language) for verb in self.facts["nearest"])}


class IncompleteCommandError(CoachError):
    """Something is missing or cannot be read."""

    template = sentence("{asked!r} is not enough or too much")
    remedy = sentence("Type: {usage}")


class NotNowError(CoachError):
    """Another step comes first."""

    template = sentence("{asked!r} cannot be entered now. Expected: {expected}")


WORDS = {
    "mull": ("mull", "mulligan", "keep", "cambia", "tieni"),
    "draw": ("draw", "d", "pesca", "pesco"),
    "play": ("play", "p", "gioca", "g"),
    "pass": ("pass", "passo", "passa"),
    "enemy": ("enemy", "e", "nemico", "n"),
    "rec": ("rec", "r", "recommend", "consiglio", "hint", "suggerimento"),
    "hints": ("hints", "suggerimenti"),
    "all": ("all", "tutte", "tutto"),
    "why not": ("why not", "whynot", "perché no", "perche no"),
    "why": ("why", "w", "why?", "perché", "perche", "perché?"),
    "what if": ("what if", "whatif", "try", "se", "cosa se", "prova"),
    "threats": ("threats", "t", "minacce"),
    "opponent": ("opponent", "o", "mazzo nemico"),
    "explain": ("explain", "x", "spiega"),
    "trace": ("trace", "traccia"),
    "lanes": ("lanes", "score", "corsie", "punti", "punteggio"),
    "legal": ("legal", "l", "legali"),
    "board": ("board", "b", "tavolo"),
    "row": ("row", "riga", "corsia"),
    "col": ("col", "column", "colonna"),
    "tile": ("tile", "casella"),
    "hand": ("hand", "h", "mano"),
    "again": ("again", "ancora", "ripeti"),
    "less": ("say less", "less", "di meno", "meno"),
    "more": ("say more", "di più", "di piu"),
    "list": ("more", "altre", "altro", "più"),
    "log": ("log", "registro"),
    "undo": ("undo", "u", "back", "take back", "annulla", "indietro"),
    "redo": ("redo", "rifai"),
    "fix": ("fix", "correggi"),
    "sync hand": ("sync hand", "allinea mano"),
    "sync board": ("sync board", "allinea tavolo"),
    "sync turn": ("sync turn", "allinea turno"),
    "adopt": ("adopt", "adotta"),
    "save enemy": ("save enemy", "salva nemico"),
    "save": ("save", "salva"),
    "load": ("load", "carica"),
    "copy": ("copy", "copia"),
    "resign": ("resign", "abbandona", "mi arrendo"),
    "new": ("new", "nuova"),
    "restart": ("restart", "start over", "da capo", "ricomincia"),
    "card": ("card", "carta"),
    "check": ("check", "verifica"),
    "solution": ("solution", "soluzione"),
    "share": ("share", "condividi"),
    "next": ("next", "prossimo"),
    "daily": ("daily", "del giorno"),
    "enter": ("enter", "inserisci"),
    "help": ("help", "?", "aiuto"),
    "quit": ("quit", "q", "exit", "esci"),
}
"""What every command is called in either language, at the coach and in a game alike."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A command at one table: its name in the code, how it is typed there and what it does there."""

    name: str
    usage: str
    what: str

    @property
    def words(self) -> tuple[str, ...]:
        """What it is called, in both languages."""
        return WORDS[self.name]

    def word_in(self, language: str) -> str:
        """The word for it in ``language``: the one that is shown how to type it, or the first."""
        usage = catalogue("mazzo", language).gettext(self.usage)
        shown = [word for word in self.words if f"{usage} ".startswith(f"{word} ")]
        return max(shown, key=len, default=self.words[0])


class Verbs:
    """The commands of one table, in the order in which help tells them."""

    def __init__(self, *verbs: Verb) -> None:
        self.all = verbs
        self.by_word = {word: verb for verb in verbs for word in verb.words}

    def named(self, name: str) -> Verb:
        """The command with this name."""
        return next(verb for verb in self.all if verb.name == name)

    def read(self, line: str) -> Typed | None:
        """The command in ``line``, by its first two words or its first; None when it is none."""
        words = line[:MAX_LINE].split()
        for count in (2, 1):
            word = " ".join(words[:count]).casefold()
            if len(words) >= count and word in self.by_word:
                return Typed(self.by_word[word], word, " ".join(words[count:]))
        return None

    def nearest(self, asked: str) -> list[Verb]:
        """The commands that are called almost as ``asked``, the nearest first, each once; none for no reason."""
        words = get_close_matches(asked.casefold(), self.by_word, n=2 * MOST_NEAR, cutoff=NEAR)
        return list({self.by_word[word].name: self.by_word[word] for word in words}.values())[:MOST_NEAR]

    def help(self, words: Words) -> list[str]:
        """Every command, how it is typed and what it does."""
        return words.table([(words.say(verb.usage), words.say(verb.what)) for verb in self.all])


@dataclass(frozen=True, slots=True)
class Typed:
    """A line as a command: which one, the word it was called by, and the rest."""

    verb: Verb
    word: str
    rest: str


COACH = Verbs(
    Verb(
        "mull",
        sentence("mull | mull 2 5 NAME, NAME"),
        sentence("keep all, or return cards by their number and say what you got"),
    ),
    Verb("draw", sentence("draw NAME | draw nothing"), sentence("the card you drew")),
    Verb(
        "play",
        sentence("play NUMBER | play NAME TILE"),
        sentence("your move, by its number in the list or by card and tile"),
    ),
    Verb("pass", sentence("pass"), sentence("you pass")),
    Verb(
        "enemy",
        sentence("enemy NAME TILE | enemy pass"),
        sentence("what the enemy did"),
    ),
    Verb("rec", sentence("rec"), sentence("the advice once more")),
    Verb("list", sentence("more"), sentence("the best moves, ranked, with what tells them apart")),
    Verb("all", sentence("all"), sentence("every legal move, best first")),
    Verb("why not", sentence("why not 2 | why not NAME TILE | why not pass"),
         sentence("what a move gives away")),
    Verb("why", sentence("why | why 2 | why NAME TILE | why pass"), sentence("a move in full")),
    Verb(
        "what if",
        sentence("what if NAME TILE | what if enemy NAME TILE"),
        sentence("a move that nobody makes: what would follow"),
    ),
    Verb("threats", sentence("threats"), sentence("what the enemy's next move may do")),
    Verb(
        "opponent",
        sentence("opponent | opponent NAME"),
        sentence("which deck the enemy may have, what it likely holds; or who it is"),
    ),
    Verb("explain", sentence("explain TILE"), sentence("where a card's power comes from")),
    Verb("trace", sentence("trace"), sentence("the last move step by step")),
    Verb("legal", sentence("legal"), sentence("where each card of your hand can go")),
    Verb("board", sentence("board"), sentence("the whole board")),
    Verb("row", sentence("row mid"), sentence("one lane")),
    Verb("col", sentence("col 3"), sentence("one column")),
    Verb("tile", sentence("tile M3"), sentence("one tile")),
    Verb("hand", sentence("hand"), sentence("your hand, numbered")),
    Verb("again", sentence("again"), sentence("what was said last")),
    Verb("less", sentence("say less"), sentence("only the advice, without the board")),
    Verb("more", sentence("say more"),
         sentence("every step of a move, and five moves in a list")),
    Verb("log", sentence("log"), sentence("every step with its number")),
    Verb("undo", sentence("undo"), sentence("take the last step back")),
    Verb("redo", sentence("redo"), sentence("make it again")),
    Verb(
        "fix",
        sentence("fix 7 NAME TILE | fix 7 pass | fix 5 NAME"),
        sentence("correct a step by its number; what came after it is played again"),
    ),
    Verb(
        "sync hand",
        sentence("sync hand NAME, NAME"),
        sentence("your hand is this, whatever was entered"),
    ),
    Verb(
        "sync board",
        sentence("sync board M3 E2 NAME 5, T1 Y1"),
        sentence("tiles as the console shows them: owner Y, E or N with its rank, then card and power"),
    ),
    Verb(
        "sync turn",
        sentence("sync turn you | sync turn enemy | sync turn you pass | sync turn over"),
        sentence("whose move it is, whatever was entered; with pass the other has just passed"),
    ),
    Verb(
        "adopt",
        sentence("adopt | adopt 2"),
        sentence("play by the rule that explains the board"),
    ),
    Verb(
        "save enemy",
        sentence("save enemy NAME"),
        sentence("keep the cards seen of this enemy, for the next match against it"),
    ),
    Verb("save", sentence("save FILE"), sentence("write the match to a .qbn file")),
    Verb("load", sentence("load FILE"), sentence("go on with a match from a .qbn file")),
    Verb(
        "copy",
        sentence("copy pos | copy game | copy deck"),
        sentence("print the position, the game or your deck's code, to be copied"),
    ),
    Verb("new", sentence("new | new sample"), sentence("leave this match and start another")),
    Verb("help", sentence("help"), sentence("this list")),
    Verb("quit", sentence("quit"), sentence("leave; the match is kept")),
)  # fmt: skip
PLAY = Verbs(
    Verb(
        "play",
        sentence("NAME TILE | 2 TILE"),
        sentence("your move: a card by its name, id or number in your hand, and where it goes, such as 2 m1"),
    ),
    COACH.named("pass"),
    Verb(
        "mull",
        sentence("2 5 | keep"),
        sentence("before the first turn: the cards you return by number, or none"),
    ),
    Verb(
        "what if",
        sentence("try NAME TILE"),
        sentence("what a move of yours would do, without making it"),
    ),
    Verb(
        "lanes",
        sentence("lanes"),
        sentence("the score, lane by lane"),
    ),
    *map(COACH.named, ("hand", "legal", "board", "row", "col", "tile", "explain", "trace")),
    Verb(
        "undo",
        sentence("back"),
        sentence("take your last move back, and the enemy's answer; it is counted"),
    ),
    Verb(
        "hints",
        sentence("hints on | hints off"),
        sentence("let the coach help, or not; it does not by itself"),
    ),
    Verb("rec", sentence("hint"),
         sentence("with hints on: the best move, or the cards to return")),
    Verb("list", sentence("more"), sentence("with hints on: the best moves, ranked")),
    Verb("why", sentence("why | why 2 | why NAME TILE | why pass"),
         sentence("with hints on: a move in full")),
    Verb("why not", sentence("why not 2 | why not NAME TILE | why not pass"),
         sentence("with hints on: what a move gives away")),
    Verb("all", sentence("all"), sentence("with hints on: every legal move, best first")),
    Verb("threats", sentence("threats"),
         sentence("with hints on: what the enemy's next move may do")),
    COACH.named("again"),
    Verb("less", sentence("say less"),
         sentence("tell only the moves and the score")),
    Verb("more", sentence("say more"),
         sentence("tell everything, the whole board and each card of your hand")),
    Verb("save", sentence("save FILE"), sentence("after the end: write the game to a .qbn file")),
    Verb("resign", sentence("resign"), sentence("give the game up")),
    Verb("new", sentence("new"), sentence("leave this game and begin another; this one is kept")),
    COACH.named("help"),
    Verb("quit", sentence("quit"), sentence("leave; the game is kept")),
)  # fmt: skip

ENEMY_PASSES = ("ep", "np")
"""The whole of ``enemy pass`` in two letters."""
PASS_WORDS = frozenset({"pass", "passes", "passa", "passo"})
NOTHING_WORDS = frozenset({"nothing", "none", "niente", "nulla", "-"})
YES_WORDS = frozenset({"y", "yes", "s", "si", "sì"})
NO_WORDS = frozenset({"n", "no"})


def read_line(line: str) -> Typed:
    """The coach's command in ``line``; UnknownCommandError with the nearest words when its first word is none."""
    text = " ".join(line[:MAX_LINE].split())
    if text.casefold() in ENEMY_PASSES:
        return Typed(COACH.named("enemy"), text, "pass")
    typed = COACH.read(text)
    if typed is not None:
        return typed
    first = text.split(" ")[0][:40]
    if first.isdecimal():
        raise IncompleteCommandError(asked=first, usage=Said(sentence("play {number}"), number=first))
    near = COACH.nearest(first)
    raise MistypedCommandError(asked=first, nearest=near) if near else UnknownCommandError(asked=first)


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
