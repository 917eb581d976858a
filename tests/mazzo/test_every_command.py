"""Every command and every odd line at every moment, at the coach and in a game: a sentence, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kernelkit.forms import plain_rules
from kernelkit.journal import MemoryStore
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.play import PlaySession
from mazzo.dialogue.verbs import COACH, PLAY, Verbs
from mazzo.play.games import Games
from mazzo.play.terms import Terms, dealt
from mazzo.storage.typed_files import TypedFiles
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.ruleset import PRESETS, Ruleset
from qb_engine.words.voice import Voice

pytestmark = pytest.mark.slow

FORMS = list(zip(("plain", "compiled"), PRESETS, ("it", "en"), strict=True))
"""Both forms of the rules, both sets of rules and both languages, each once."""
HAND = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"
AT_THE_COACH: dict[str, list[str]] = {
    "the deck": [],
    "the hand": ["vanguard"],
    "the opponent": ["vanguard", HAND],
    "who begins": ["vanguard", HAND, ""],
    "the mulligan": ["vanguard", HAND, "", "you"],
    "your move": ["vanguard", HAND, "", "you", "keep"],
    "the enemy's move": ["vanguard", HAND, "", "you", "keep", "levrikon m1"],
    "your draw": ["vanguard", HAND, "", "you", "keep", "levrikon m1", "levrikon m5"],
    "the end": ["vanguard", HAND, "", "you", "keep", "pass", "pass"],
}
"""How each moment is reached."""
IN_A_GAME: dict[str, list[str]] = {
    "the mulligan": [],
    "your move": ["keep"],
    "giving up": ["keep", "resign"],
    "the end": ["keep", "resign", "yes"],
}
LINES: dict[str, tuple[str, ...]] = {
    "mull": ("mull", "mull 2", "mull 9", "keep"),
    "enemy": ("e", "e zu m3", "e pass"),
    "draw": ("d", "d crab", "d nothing"),
    "play": ("p", "p 1", "p 2 b1", "p 99"),
    "pass": ("pass",),
    "rec": ("rec",),
    "list": ("more",),
    "all": ("all",),
    "why not": ("why not", "why not 2", "why not pass", "why not zu m3"),
    "why": ("why", "why 1", "why pass", "why zu"),
    "what if": ("what if", "what if levrikon t1", "what if enemy zu m5"),
    "threats": ("threats",),
    "opponent": ("opponent", "opponent regina"),
    "deck": ("deck",),
    "explain": ("explain", "explain m1", "explain z9"),
    "trace": ("trace",),
    "lanes": ("lanes",),
    "legal": ("legal",),
    "board": ("board",),
    "row": ("row", "row mid", "row x"),
    "col": ("col", "col 3", "col 9"),
    "tile": ("tile", "tile m3"),
    "hand": ("hand",),
    "again": ("again",),
    "less": ("say less",),
    "more": ("say more",),
    "log": ("log",),
    "undo": ("undo", "u"),
    "redo": ("redo",),
    "fix": ("fix", "fix 3 zu m1", "fix 99 pass"),
    "sync hand": ("sync hand", "sync hand zu, zu"),
    "sync board": ("sync board", "sync board m3 e2"),
    "side": ("side", "side right", "side x"),
    "sync turn": ("sync turn", "sync turn enemy"),
    "adopt": ("adopt", "adopt 7"),
    "name": ("name", 'name "lupo" grasslands wolf'),
    "names": ("names", "names load nowhere.json"),
    "forget": ("forget", 'forget "lupo"'),
    "save enemy": ("save enemy", "save enemy rufus"),
    "save": ("save",),
    "load": ("load", "load nowhere.qbn"),
    "copy": ("copy", "copy pos", "copy game", "copy deck", "copy x"),
    "review": ("review",),
    "habits": ("habits", "habits on", "habits off", "habits x"),
    "hints": ("hints", "hints on", "hints off"),
    "challenge": ("challenge",),
    "resign": ("resign",),
    "new": ("new",),
    "help": ("help", "help me"),
    "quit": ("quit",),
}
"""How each command is typed, rightly and wrongly."""
ODD = (
    "", " ", ".", "?", "!", "0", "-1", "1e9", "1" * 500, "\N{GRINNING FACE}", "\N{GRINNING FACE} m3", "\x00", "\x1b[2J",
    "zu\x1b[2J m3", "\t", "\u202ezu m3", "a" * 5000, "m3", "m3 m3", "zu", "zu m9", "zu z3", "@", "@m3", "020@",
    "020@M2 020@M3", "; ; ;", ",,,", "' OR 1=1 --", "DROP TABLE journal;", "../../etc/passwd", "{card}", "%s %d",
    "yes", "no", "sì", "carte", "gioca", "pesco zu", "aiuto per favore", "rosso gioca zu al centro 3", "perché",
    "undo undo", "pass pass", "ciao", "I play", "red plays", "e e e", "why not why not", "\ud800",
)  # fmt: skip
"""What nobody should type."""


def coach(before: list[str], rules: str, language: str) -> CoachSession:
    session = CoachSession(Matches(MemoryStore()), Voice(language), {"rules": rules}, files=TypedFiles())
    session.open(new=True)
    return _seated(session, before)


def game(before: list[str], rules: str, language: str) -> PlaySession:
    ruleset, decks = Ruleset.parse(rules), [starter.deck for starter in starter_decks()]

    def deal() -> Terms:
        return Terms(dealt(ruleset, decks[0], decks[1], 7, "you"), PlayerSpec.parse("greedy"))

    session = PlaySession(
        Games(MemoryStore()), Voice(language), deal, lambda _number: None, files=TypedFiles(), hints=True
    )
    session.begin()
    return _seated(session, before)


def _seated(session, before):
    for line in before:
        reply = session.handle(line)
        while reply.more:
            reply = session.go_on()
    return session


def state_of(session) -> object:
    match, setup = session.table.match, getattr(session, "setup", None)
    return (
        match.steps,
        match.phase,
        getattr(setup, "prompt", lambda _words: None)(session.words),
        len(session.table.names.own()),
    )


TABLES: dict[str, tuple[Verbs, dict[str, list[str]], Callable]] = {
    "coach": (COACH, AT_THE_COACH, coach),
    "play": (PLAY, IN_A_GAME, game),
}


def walked(
    table: str, lines: Iterator[str], moment: str, rules: str, language: str
) -> Iterator[tuple[str, object, bool, object]]:
    """Each line at this moment: its reply, whether anything changed, and the table as it is then."""
    _verbs, moments, sit = TABLES[table]
    session = sit(moments[moment], rules, language)
    for line in lines:
        before, asked = state_of(session), session.table.question
        reply = session.handle(line)
        has_changed = state_of(session) != before
        yield line, reply, has_changed, session
        if has_changed or session.table.question is not asked or reply.done:
            session = sit(moments[moment], rules, language)


@pytest.mark.parametrize("table", TABLES)
def test_every_command_is_walked(table: str) -> None:
    assert [verb.name for verb in TABLES[table][0].all if verb.name not in LINES] == []


@pytest.mark.parametrize(("form", "rules", "language"), FORMS)
@pytest.mark.parametrize(
    ("table", "moment"),
    [("coach", "who begins"), ("coach", "the mulligan"), ("coach", "the end"), *(("play", one) for one in IN_A_GAME)],
)
def test_every_command_answers_at_every_moment_and_a_refused_one_changes_nothing(
    table: str, moment: str, form: str, rules: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if form == "compiled":
        monkeypatch.delenv("MAZZO_PLAIN")
    lines = [line for verb in TABLES[table][0].all for line in LINES[verb.name]]
    for line, reply, has_changed, session in walked(table, lines, moment, rules, language):
        assert reply.lines or has_changed or session.is_asking, line
        if not reply.ok:
            assert reply.lines, line
            assert not has_changed, line


@pytest.mark.parametrize(
    ("table", "moment"), [(table, moment) for table, found in TABLES.items() for moment in found[1]]
)
def test_an_odd_line_is_answered_with_a_sentence_and_nothing_is_lost(table: str, moment: str) -> None:
    with plain_rules():
        for line, reply, has_changed, session in walked(table, ODD, moment, "rebirth", "en"):
            assert reply.ok or not has_changed, line
            said = "\n".join(reply.lines)
            assert "\x1b" not in said, line
            assert "\x00" not in said, line
            assert len(said) < 6000, line
            assert session.prompt_line.isprintable()
