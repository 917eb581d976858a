"""Every command: its name, its key, its words in both languages, and what it does in one sentence.

A line is a command word with its arguments; a single key is a line too. Both languages are understood at any time,
because somebody who thinks in one often types in the other.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from kernelkit.spoken import sentence


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command; ``key`` is empty where only words exist, ``topic`` is where help lists it."""

    name: str
    topic: str
    key: str
    words: tuple[str, ...]
    parole: tuple[str, ...]
    does: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it was understood."""

    name: str
    arguments: tuple[str, ...] = ()


def _plain(line: str) -> str:
    """``line`` in small letters without accents: giù and giu are the same word."""
    decomposed = unicodedata.normalize("NFD", line.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _spec(name: str, topic: str, key: str, words: str, parole: str, does: str) -> CommandSpec:
    return CommandSpec(name, topic, key, tuple(words.split()), tuple(parole.split()), does)


COMMANDS = (
    _spec("left", "moving", "left", "left", "sinistra", sentence("go to the place before")),
    _spec("right", "moving", "right", "right", "destra", sentence("go to the place after")),
    _spec("up", "moving", "up", "up", "su", sentence("go up one card in the pile")),
    _spec("down", "moving", "down", "down", "giù", sentence("go down one card in the pile")),
    _spec("home", "moving", "home", "home", "inizio", sentence("go to the first card of the pile")),
    _spec("end", "moving", "end", "end", "fine", sentence("go to the last card of the pile")),
    _spec(
        "go", "moving", "", "go", "vai", sentence("go to a place: 1 to 7, f1 to f4, waste, stock; 1 alone works too")
    ),
    _spec(
        "select",
        "playing",
        "enter",
        "select place enter",
        "seleziona posa invio",
        sentence("pick up the card here, or lay down the one you hold"),
    ),
    _spec("cancel", "playing", "k", "cancel escape", "lascia", sentence("put the card you hold back")),
    _spec(
        "move",
        "playing",
        "",
        "move",
        "sposta muovi",
        sentence("move in one line: move 3 5, move w 4, move 3 f, move f1 2"),
    ),
    _spec("send", "playing", "g", "send", "manda", sentence("send the card here to its foundation")),
    _spec(
        "draw",
        "playing",
        "d",
        "draw",
        "pesca",
        sentence("draw from the stock, or turn the waste over when it is empty"),
    ),
    _spec("recycle", "playing", "", "recycle", "ricicla", sentence("turn the waste over")),
    _spec("undo", "playing", "u", "undo", "annulla", sentence("take the last action back")),
    _spec("redo", "playing", "y", "redo", "ripristina rifai", sentence("take again what you took back")),
    _spec(
        "auto",
        "playing",
        "j",
        "auto finish",
        "auto concludi",
        sentence("send every card that is safe to its foundation"),
    ),
    _spec("hint", "playing", "h", "hint", "suggerimento consiglio", sentence("suggest a move")),
    _spec(
        "winnable",
        "playing",
        "",
        "winnable winnable?",
        "vincibile vincibile?",
        sentence("say whether the game can still be won; counts as a hint"),
    ),
    _spec(
        "chance",
        "playing",
        "",
        "chance odds",
        "probabilità",
        sentence("say the chance to win as far as you can see; counts as a hint"),
    ),
    _spec(
        "oracle",
        "playing",
        "",
        "oracle",
        "oracolo",
        sentence("say a move that wins, knowing the hidden cards; counts as a hint"),
    ),
    _spec(
        "rewind",
        "playing",
        "",
        "rewind",
        "riavvolgi",
        sentence("take back all turns since the game could last be won; counts as a hint"),
    ),
    _spec(
        "practice",
        "playing",
        "",
        "practice",
        "allenamento",
        sentence("practise, or stop: you are told when a turn loses the game, and each time counts as a hint"),
    ),
    _spec("where", "asking", "w", "where", "dove", sentence("say where you are")),
    _spec("card", "asking", "c", "card", "carta", sentence("say the card here")),
    _spec("selection", "asking", "v", "selection", "selezione", sentence("say what you hold")),
    _spec("waste", "asking", "a", "waste", "scarti", sentence("say the waste")),
    _spec("stock", "asking", "s", "stock", "mazzo", sentence("say the stock")),
    _spec("foundations", "asking", "f", "foundations", "fondazioni", sentence("say the foundations")),
    _spec("table", "asking", "t", "table", "tavolo", sentence("say the whole table")),
    _spec("time", "asking", "i", "time", "tempo", sentence("say the time")),
    _spec("score", "asking", "p", "score points", "punteggio punti", sentence("say the score")),
    _spec("cost", "asking", "o", "cost costs", "costo costi", sentence("say what a draw and a recycle would cost")),
    _spec("moves", "asking", "m", "moves", "mosse", sentence("say the moves you could make")),
    _spec("repeat", "asking", "r", "repeat", "ripeti", sentence("say the last answer again")),
    _spec("messages", "asking", "l", "messages", "messaggi", sentence("say the last messages")),
    _spec("older", "asking", "[", "older", "precedente", sentence("go back one message")),
    _spec("newer", "asking", "]", "newer", "successivo", sentence("go forward one message")),
    _spec("detail", "game", "D", "detail", "dettaglio", sentence("say how the score is made up")),
    _spec("pause", "game", "z", "pause continue", "pausa continua", sentence("stop the clock, or let it run again")),
    _spec(
        "new",
        "game",
        "n",
        "new",
        "nuova",
        sentence("start a new game; a number or a kind chooses the deal: new 12, new easy, new daily"),
    ),
    _spec("deals", "game", "", "deals", "smazzate", sentence("choose the kind of the next deal from a list")),
    _spec("restart", "game", "b", "restart", "ricomincia", sentence("start the same deal again")),
    _spec("abandon", "game", "x", "abandon", "abbandona", sentence("give this game up and hear its score")),
    _spec("options", "game", "e", "options", "opzioni", sentence("say the options")),
    _spec("games", "game", "", "games", "partite", sentence("say the games that wait; a number opens one")),
    _spec("events", "game", "", "events", "eventi", sentence("say what brought or cost points last")),
    _spec("statistics", "game", "", "statistics stats", "statistiche", sentence("say your statistics")),
    _spec("records", "game", "", "records scores", "record classifica", sentence("say your best wins")),
    _spec(
        "profile",
        "game",
        "",
        "profile profiles players",
        "profilo profili giocatori",
        sentence("say who plays; a name plays as somebody else"),
    ),
    _spec("language", "game", "", "language", "lingua", sentence("speak the other language")),
    _spec("set", "game", "", "set", "imposta", sentence("change an option of the next game: set draw 2, set level 4")),
    _spec("verbosity", "game", "", "verbosity", "verbosità", sentence("say less or more: brief, normal, full")),
    _spec(
        "warnings",
        "game",
        "",
        "warnings",
        "avvisi",
        sentence("choose score warnings: off, minimal, balanced, complete"),
    ),
    _spec("sounds", "game", "", "sounds", "suoni", sentence("short sounds: on, off, or how loud: sounds 60")),
    _spec(
        "help", "game", "?", "help", "aiuto", sentence("say the topics of help, or the commands of one: help playing")
    ),
    _spec("quit", "game", "q", "quit exit", "esci", sentence("leave; the game is kept and goes on next time")),
)
"""In the order in which help says them."""

TOPICS = ("moving", "playing", "asking", "game")
TOPIC_WORDS = {
    **{topic: topic for topic in TOPICS},
    "spostarsi": "moving",
    "giocare": "playing",
    "chiedere": "asking",
    "partita": "game",
    **{str(number): topic for number, topic in enumerate(TOPICS, 1)},
}
"""The kinds of commands as they are typed after help."""
YES_WORDS = frozenset({"yes", "y", "si", "s"})
LATER_WORDS = frozenset({"later", "l", "lascia", "dopo"})
NO_WORDS = frozenset({"no", "n", ""})
"""The empty line is the safe answer."""
PLACE_WORDS = {
    **{str(number): str(number) for number in range(1, 8)},
    **{f"f{number}": f"F{number}" for number in range(1, 5)},
    **dict.fromkeys(("w", "waste", "scarti", "0"), "W"),
    **dict.fromkeys(("s", "stock", "mazzo", "9"), "S"),
    **dict.fromkeys(("f", "foundation", "fondazione"), "F"),
}
"""Places as they are typed; a bare ``F`` is the foundation of whichever card is meant."""

BY_NAME = {spec.name: spec for spec in COMMANDS}
_BY_WORD = {_plain(word): spec.name for spec in COMMANDS for word in (*spec.words, *spec.parole)}
_BY_KEY = {
    **{spec.key: spec.name for spec in COMMANDS if spec.key},
    "space": "select",
    "escape": "cancel",
    "f1": "help",
    ",": "older",
    ".": "newer",
}


def understood(line: str) -> Command | None:
    """The command in ``line``, typed as words or as a single key; None when it is none."""
    words = _plain(line).split()
    if not words:
        return Command("select")
    stripped = line.strip()
    if stripped in _BY_KEY and stripped != "f1":
        return Command(_BY_KEY[stripped])
    if words[0] in _BY_WORD:
        return Command(_BY_WORD[words[0]], tuple(words[1:]))
    if words[0] in PLACE_WORDS and len(words) == 1:
        return Command("go", (words[0],))
    if words[0] in PLACE_WORDS and len(words) in (2, 3) and words[1] in PLACE_WORDS:
        return Command("move", tuple(words))
    if words[0] in _BY_KEY and len(words) == 1:
        return Command(_BY_KEY[words[0]])
    return None


def is_yes(line: str) -> bool:
    """Whether ``line`` says yes, in either language."""
    return _plain(line).strip() in YES_WORDS


def is_later(line: str) -> bool:
    """Whether ``line`` puts something aside for later, in either language."""
    return _plain(line).strip() in LATER_WORDS


def is_no(line: str) -> bool:
    """Whether ``line`` says no; an empty one does."""
    return _plain(line).strip() in NO_WORDS


def understood_key(key: str) -> Command | None:
    """The command of one key in a terminal that reads keys; shift and 1 to 4 arrive as the signs above them."""
    shifted = {"!": "f1", "@": "f2", '"': "f2", "#": "f3", "£": "f3", "$": "f4"}
    if key in shifted:
        return Command("go", (shifted[key],))
    if key in PLACE_WORDS and key.isdigit():
        return Command("go", (key,))
    name = _BY_KEY.get(key) or _BY_KEY.get(key.lower())
    return None if name is None else Command(name)
