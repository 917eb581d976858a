"""Keys and lines at a real terminal: nothing is submitted that was not typed, and nothing that was typed is lost."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from pathlib import Path

import pytest

from mazzo.cli.solitario import tables
from mazzo.cli.terminal import keys
from mazzo.dialogue.typed_line import TypedLine
from mazzo.folders import folders
from mazzo.hosts.solitario import KeptGames, WantedGame, seated
from mazzo.hosts.steady_clock import SteadyClock
from mazzo.speech.speaker import SilentSpeaker
from mazzo.storage.store import EventStore
from solitario.application.preferences import Preferences
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import GameSettings
from support.pseudo_terminal import Terminal
from support.solitario_table import HandClock, Table

pytestmark = pytest.mark.slow
SUPPORT = Path(__file__).parents[1] / "support"
ALERTS = int(os.environ.get("SOLITARIO_ALERTS", "10"))
GAME = ("solitario", "--deal", "1", "--lang")
MINUTES = list(range(1, 60))


def actions(home):
    """What stands in the journal besides the clock."""
    with EventStore.open(folders({"MAZZO_HOME": str(home)}).journal) as store:
        entries = [entry for stream in store.streams("solitario/") for entry in store.journal(stream).entries()]
    return [entry.data.get("move", entry.kind) for entry in entries if entry.kind not in ("start", "clock")]


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"MAZZO_SCREEN_READER": "1"}], ids=["plain", "heard"])
def test_an_alert_into_a_half_typed_line_submits_nothing_and_gives_the_line_back(tmp_path, environment):
    figures = tmp_path / "figures.json"
    figures.write_text(json.dumps({"warnings": {"timer_minutes": MINUTES}}))
    chance, seen = random.Random(ALERTS), 0
    options = ["it", "--lines", "--level", "3", "--timer", "60", "--new", "--scoring-config", str(figures)]
    while seen < ALERTS:
        home = tmp_path / f"home-{seen}"
        terminal = Terminal(home, *GAME, *options, script=[SUPPORT / "fast_clock.py", 300, 0.05], **environment)
        terminal.wait_for("> ")
        half = "sposta 1 " + "3 4 5"[: chance.randrange(6)]
        terminal.type(half)
        wanted = min(ALERTS - seen, 20)
        end = time.monotonic() + 60
        while terminal.said.count("Attenzione: rest") < wanted and time.monotonic() < end:
            terminal.read_on()
        seen += terminal.said.count("Attenzione: rest")
        terminal.type("\x7f" * len(half) + "dove\n")
        terminal.wait_for("Pila 1")
        terminal.type("esci\n")
        assert terminal.exit_code() == 0
        # Every alert has a line of its own, and the prompt comes back with what was typed.
        alone = re.findall(r"\n(Attenzione: rest[^\r\n]*minut[oi]\.)\r\n> (sposta 1 [^\r\n]*)", terminal.said)
        assert len(alone) >= wanted
        assert {typed.rstrip("\b ") for _alert, typed in alone[:-1]} <= {half.rstrip()}
        assert actions(home) == []


def test_a_listener_is_not_interrupted_while_typing(tmp_path):
    figures = tmp_path / "figures.json"
    figures.write_text(json.dumps({"warnings": {"timer_minutes": MINUTES}}))
    options = ["it", "--lines", "--level", "3", "--timer", "60", "--scoring-config", str(figures)]
    terminal = Terminal(
        tmp_path, *GAME, *options, script=[SUPPORT / "fast_clock.py", 300, 0.2], MAZZO_SCREEN_READER="1"
    )
    terminal.wait_for("> ")
    for letter in "sposta tre quattro":
        terminal.type(letter)
        time.sleep(0.05)
    terminal.wait_for("quattro")
    assert "Attenzione: rest" not in terminal.said.partition("> s")[2].partition("quattro")[0]
    terminal.wait_for("Attenzione: rest")
    terminal.process.kill()
    terminal.exit_code()


def test_a_screen_reader_gets_single_keys_and_answers_one_below_the_other(tmp_path):
    terminal = Terminal(tmp_path, *GAME, "en", MAZZO_SCREEN_READER="1", COLUMNS="200")
    for key, answer in (
        ("", "colon to type a command in words."),
        ("7", "5 of clubs, pile 7, 7 of 7."),
        ("\x1b[A", "6 face-down cards, pile 7, 1 to 6 of 7."),
        ("\x1b[F", "5 of clubs, pile 7, 7 of 7."),
        ("\x1b[D", "Queen of spades, pile 6"),
        ("?", "Help has four topics: 1 moving around, 2 playing, 3 asking, 4 the game. Press a number."),
        ("2", "select, Enter: pick up the card here"),
        (":move 2 f\r", "Ace of diamonds to the foundation of diamonds."),
        ("q", "Goodbye. The game is kept"),
    ):
        terminal.type(key)
        terminal.wait_for(answer)
    assert terminal.exit_code() == 0
    assert "\x1b" not in terminal.said


def test_a_command_typed_at_a_question_is_no_answer_to_it(tmp_path):
    terminal = Terminal(tmp_path, *GAME, "it", MAZZO_SCREEN_READER="1", COLUMNS="200")
    for key, answer in (
        ("d", "Pescata: "),
        ("x", "Abbandonare questa partita?"),
        (":imposta livello 4\r", "Rispondi sì o no."),
        (":\r", "La partita continua."),
        ("q", "Arrivederci. La partita è salva"),
    ):
        terminal.type(key)
        terminal.wait_for(answer)
    assert terminal.exit_code() == 0


def test_arrows_move_where_lines_are_typed_and_a_pipe_is_not_told_of_them(tmp_path):
    terminal = Terminal(tmp_path, *GAME, "en", "--lines", MAZZO_SCREEN_READER="1")
    terminal.wait_for("> ")
    terminal.type("\x1b[C")
    terminal.wait_for("Ace of diamonds, pile 2, 2 of 2.")
    terminal.type("whare\x1b[D\x1b[D\x7fe\r")
    terminal.wait_for("Pile 2, 2 of 2: ace of diamonds.")
    terminal.type("q\r")
    assert terminal.exit_code() == 0


def test_the_first_question_mark_names_four_topics_and_a_number_reads_one():
    table = Table()
    topics = table.text("?", language="it")
    assert topics == [
        "L'aiuto ha quattro argomenti: 1 spostarsi, 2 giocare, 3 chiedere, 4 la partita. Scrivi un numero."
    ]
    assert table.text("3")[0].startswith("Asking:\nwhere, W")
    assert table.text("3")[0].endswith("pile 3, 3 of 3."), "the list is put away after one choice"
    table.seat.typing = "pipe"
    assert "arrow" not in table.text("help moving")[0]


def test_keys_that_were_typed_before_the_game_began_are_not_lost(tmp_path):
    terminal = Terminal(tmp_path, *GAME, "en", MAZZO_SCREEN_READER="1")
    terminal.type("7")
    terminal.wait_for("5 of clubs, pile 7, 7 of 7.")
    terminal.type("q")
    assert terminal.exit_code() == 0


def test_an_interruption_says_what_is_kept(tmp_path):
    terminal = Terminal(tmp_path, *GAME, "it", MAZZO_SCREEN_READER="1")
    terminal.wait_for("Smazzata 1")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Arrivederci. La partita è salva")
    assert terminal.exit_code() == 130


def test_a_typed_line_is_edited_where_the_cursor_stands():
    line = TypedLine()
    for key in ["a", "b", "space", "d", "left", "left", "c", "home", "delete", "end", "backspace", "tab", "unknown"]:
        line.press(key)
    assert line.text == "bc "
    assert line.shown() == "bc "
    line.press("left")
    assert line.shown() == "bc \b"


class Console:
    """What Windows has for keys."""

    def __init__(self, *letters):
        self.letters = list(letters)

    def kbhit(self):
        return bool(self.letters)

    def getwch(self):
        return self.letters.pop(0)


def test_the_keys_of_a_windows_console_have_the_same_names(monkeypatch):
    monkeypatch.setattr(keys, "msvcrt", Console("d", "\r", "\xe0", "H", "\x00", ";", "\b", "\x1a", "\x03"))
    with keys.WindowsKeys() as reader:
        assert [reader.read(0) for _ in range(6)] == ["d", "enter", "up", "f1", "backspace", "end_of_input"]
        with pytest.raises(KeyboardInterrupt):
            reader.read(0)
        assert reader.read(0) is None


class Pressed:
    """Keys that come one by one, None where nobody pressed any for a second."""

    def __init__(self, *keys):
        self.keys = list(keys)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass

    def read(self, _timeout):
        return self.keys.pop(0)


def test_a_picture_is_drawn_again_only_when_something_changed(capsys):
    pressed = Pressed(None, None, "7", None, "7", None, ":", "enter", None, "q")
    tables.SightedTable(Table().controller, tables.Surroundings("en", SilentSpeaker()), pressed).run([])
    # At first, at pile 7, with its card taken up, and after a line that was typed below.
    assert capsys.readouterr().out.count("stock ") == 4


def test_nobody_is_told_of_the_time_that_an_answer_took(capsys):
    table = Table()
    clock, press = SteadyClock(table.clock), table.controller.press

    def slowly(key):
        table.clock.wait(60)
        return press(key)

    table.controller.press = slowly
    around = tables.Surroundings("en", SilentSpeaker(), clock)
    tables.KeyTable(table.controller, around, Pressed("w", None, "q")).run([])
    assert "leapt" not in capsys.readouterr().out
    assert clock() == 0


def test_whoever_leaves_the_older_of_two_windows_is_told_where_the_game_goes_on(tmp_path, capsys):
    clock = HandClock()
    with EventStore.open(tmp_path / "journal.sqlite3") as store:
        seats = []
        for deal in (5, None):
            games = KeptGames(folders({"MAZZO_HOME": str(tmp_path)}), store, ScoringConfig(), clock)
            seats.append(seated(games, WantedGame(GameSettings(), deal), Preferences())[0])
            seats[-1].handle("draw")
        clock.wait(30)
        tables.KeyTable(seats[0], tables.Surroundings("it", SilentSpeaker()), Pressed("d", "q")).run([])
    assert capsys.readouterr().out.splitlines() == [
        "Questa partita è andata avanti in un'altra finestra. Premi Q e riaprila.",
        "Arrivederci. La partita continua nell'altra finestra.",
    ]


class Screen:
    """Something that is looked at."""

    def isatty(self):
        return True


def test_long_answers_break_at_spaces(monkeypatch):
    monkeypatch.setattr(tables.sys, "stdout", Screen())
    monkeypatch.setenv("COLUMNS", "40")
    text = "parole " * 30
    assert all(len(line) < 40 and line.strip("parole ") == "" for line in tables.wrapped(text).splitlines())
    assert tables.wrapped(text).split() == text.split()
