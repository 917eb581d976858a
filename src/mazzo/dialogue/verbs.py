"""The commands of coach and play: their words in two languages, and how a typed line becomes one of them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kernelkit.spoken import catalogue, sentence
from mazzo.coach.errors import CoachError
from mazzo.dialogue.clauses import ENEMY_PASSES, MAX_LINE, has_tile, read_clauses
from mazzo.words.table import Words
from qb_engine.moves import Seat

MOST_NEAR = 3
NEAR = 0.7
"""Words are alike from this share of common letters on; below, help is a better answer."""


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


SHORT_NAMES = sentence(
    "A card's name may be short: three or more first letters (cap), the initials (gw) or one of its words (wolf). "
    "What could be another card as well is asked about."
)
WORDS = {
    "mull": ("mull", "mulligan", "keep", "cambia", "tieni"),
    "draw": ("draw", "d", "pesca", "pesco"),
    "play": ("play", "p", "gioca", "gioco", "g", "place"),
    "pass": ("pass", "passo", "passa"),
    "enemy": ("enemy", "e", "nemico", "n"),
    "rec": ("rec", "r", "recommend", "consiglio", "hint", "suggerimento"),
    "hints": ("hints", "suggerimenti"),
    "all": ("all", "tutte", "tutto"),
    "why not": ("why not", "whynot", "perché no", "perche no"),
    "why": ("why", "w", "why?", "perché", "perche", "perché?"),
    "what if": ("what if", "whatif", "try", "se", "cosa se", "prova"),
    "threats": ("threats", "t", "minacce"),
    "opponent": ("opponent", "o", "mazzo nemico", "avversario"),
    "habits": ("habits", "abitudini"),
    "deck": ("deck", "mazzo"),
    "explain": ("explain", "x", "spiega"),
    "trace": ("trace", "traccia"),
    "lanes": ("lanes", "score", "corsie", "punti", "punteggio"),
    "legal": ("legal", "l", "legali"),
    "board": ("board", "b", "tavolo"),
    "row": ("row", "riga", "corsia"),
    "col": ("col", "column", "colonna"),
    "tile": ("tile", "casella"),
    "side": ("side", "lato"),
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
    "name": ("name", "nome"),
    "names": ("names", "nomi"),
    "forget": ("forget", "dimentica"),
    "save enemy": ("save enemy", "salva nemico"),
    "save": ("save", "salva"),
    "load": ("load", "carica"),
    "copy": ("copy", "copia"),
    "review": ("review", "rivedi"),
    "challenge": ("challenge", "sfida"),
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
COMMANDS = frozenset(word for words in WORDS.values() for word in words)


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
        """Every command, how it is typed and what it does; then how short a card's name may be."""
        rows = [(words.typed(words.say(verb.usage)), words.typed(words.say(verb.what))) for verb in self.all]
        return [*words.table(rows), words.say(SHORT_NAMES)]


@dataclass(frozen=True, slots=True)
class Typed:
    """A line as a command: which one, the word it was called by, and the rest."""

    verb: Verb
    word: str
    rest: str


COACH = Verbs(
    Verb(
        "mull",
        sentence("2 5 | 2 5 crab, wolf | keep"),
        sentence("before the first turn: the cards you return and what you got for them, or none"),
    ),
    Verb(
        "enemy",
        sentence("zu m3 | zu m3 crab | pass crab"),
        sentence("at the enemy's move: what it did, and with it the card you drew; e zu m3 at any length"),
    ),
    Verb("draw", sentence("crab | nothing"), sentence("at your draw: the card you drew; d crab does as well")),
    Verb(
        "play",
        sentence("1 | crab b1 | 2 b1"),
        sentence("at your move: its number in the list, or a card by name or number and a tile; p 1 does as well"),
    ),
    Verb("pass", sentence("pass"), sentence("whoever's move it is passes; ep is always the enemy")),
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
    Verb("habits", sentence("habits on | habits off"),
         sentence("whether the advice counts on what this opponent usually does; it is kept")),
    Verb("deck", sentence("deck"), sentence("what is left in your deck, and the chance to draw each next")),
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
    Verb("undo", sentence("undo | u"), sentence("take the last step back; back does as well")),
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
        "side",
        sentence("side left | side right"),
        sentence("where you sit at the console: columns are told and typed as you see them"),
    ),
    Verb(
        "name",
        sentence('name "lupo" NAME'),
        sentence("teach what your console calls a card; it is kept"),
    ),
    Verb(
        "names",
        sentence("names | names save FILE | names load FILE"),
        sentence("the names you taught, to read, to keep in a file or to take from one"),
    ),
    Verb("forget", sentence('forget "lupo"'), sentence("unlearn a name")),
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
    Verb("review", sentence("review"), sentence("after the match: every move of yours judged, and what to learn")),
    Verb("new", sentence("new | new sample"), sentence("leave this match and start another")),
    Verb("help", sentence("help"), sentence("this list")),
    Verb("quit", sentence("quit"), sentence("leave; the match is kept")),
)  # fmt: skip
PLAY = Verbs(
    Verb(
        "play",
        sentence("crab b1 | 2 b1"),
        sentence("your move: a card by its name, id or number in your hand, and where it goes"),
    ),
    Verb("pass", sentence("pass"), sentence("you pass")),
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
    *map(COACH.named, ("hand", "deck", "legal", "board", "row", "col", "tile", "explain", "trace")),
    Verb(
        "undo",
        sentence("back | u"),
        sentence("take your last move back, and the enemy's answer; it is counted"),
    ),
    *map(COACH.named, ("side", "name", "names", "forget")),
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
    Verb("challenge", sentence("challenge"),
         sentence("after the end: the game in one line, for a friend to play the same cards")),
    Verb("resign", sentence("resign"), sentence("give the game up")),
    Verb("new", sentence("new"), sentence("leave this game and begin another; this one is kept")),
    COACH.named("help"),
    Verb("quit", sentence("quit"), sentence("leave; the game is kept")),
)  # fmt: skip

YES_WORDS = frozenset({"y", "yes", "s", "si", "sì"})
NO_WORDS = frozenset({"n", "no"})
SEAT_WORDS: dict[str, Seat] = {
    "left": "left", "l": "left", "sinistra": "left", "sinistro": "left", "sx": "left",
    "right": "right", "r": "right", "destra": "right", "destro": "right", "dx": "right",
}  # fmt: skip


STEPS = frozenset({"draw", "play", "pass", "enemy"})
"""Words that only say who did what: the line is read as steps of the match, with them or without."""


def command_in(verbs: Verbs, line: str) -> Typed | None:
    """The command in ``line``; None for steps of the match, which need no command, and for what is neither.

    A command that takes nothing is none before a card's tile: ``t m5`` is a card that begins with t.
    """
    typed = verbs.read(line)
    if typed is None or typed.verb.name in STEPS or line.strip().casefold() in ENEMY_PASSES:
        return None
    takes_nothing = " " not in typed.verb.usage
    return None if takes_nothing and has_tile(typed.rest) else typed


def bare_mulligan(verbs: Verbs, line: str) -> Typed | None:
    """The mulligan in a line that names cards or places of the hand alone; None for what happens later in a match."""
    is_later = any(clause.who or clause.place or clause.is_pass for clause in read_clauses(line))
    return None if is_later else Typed(verbs.named("mull"), "mull", line.strip())


def unknown_command(verbs: Verbs, line: str) -> UnknownCommandError:
    """The error for a line that means nothing, with the nearest commands."""
    first = " ".join(line[:MAX_LINE].split()).split(" ")[0][:40]
    near = verbs.nearest(first)
    return MistypedCommandError(asked=first, nearest=near) if near else UnknownCommandError(asked=first)
