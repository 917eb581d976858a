"""The commands at a puzzle; their words are those of the other tables where they do the same."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.dialogue.verbs import COACH, Verb, Verbs

PUZZLE = Verbs(
    Verb(
        "play",
        sentence("NAME TILE | 2 TILE"),
        sentence("lay a card of your hand, such as 2 m1"),
    ),
    Verb("undo", sentence("back"), sentence("take your last card back")),
    Verb("restart", sentence("restart"), sentence("take all cards back")),
    Verb("pass", sentence("pass"), sentence("end this try as it stands")),
    Verb("card", sentence("card 2 | card NAME"), sentence("what a card does")),
    Verb("legal", sentence("legal"), sentence("where each card of your hand can go")),
    Verb("board", sentence("board"), sentence("board, score and hand once more")),
    COACH.named("hand"),
    Verb("explain", sentence("explain TILE"), sentence("where a card's power comes from")),
    Verb("check", sentence("check"), sentence("whether it can still be won")),
    Verb("rec", sentence("hint"), sentence("the next right card; asked again, its tile")),
    Verb("solution", sentence("solution"), sentence("every line that wins")),
    Verb("share", sentence("share"), sentence("the puzzle in one line of text")),
    Verb("next", sentence("next | next 12"), sentence("the next puzzle, or the one of a number")),
    Verb("daily", sentence("daily"), sentence("the puzzle of the day")),
    Verb(
        "enter",
        sentence("enter T1 Y1, M5 E2 NAME | NAME, NAME"),
        sentence("any board: tiles with owner and rank, then your hand; or the line of a puzzle"),
    ),
    Verb("again", sentence("again"), sentence("what was said last")),
    COACH.named("help"),
    Verb("quit", sentence("quit"), sentence("leave; what you solved is kept")),
)
