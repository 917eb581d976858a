"""The table for the eye: a picture that names suits without colour, and single keys at a real terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from solitario.application.cursor import Cursor, Selection
from solitario.domain.moves import PILES, WASTE
from solitario.domain.table import Table
from solitario.presentation.picture import Picture

pytestmark = pytest.mark.slow

TABLE = Table.parse(
    """
    deck french
    stock 4C 9D
    waste 2H 7S
    foundations 1 0 3 0
    recycles 0
    1 KS QH JC
    2 (5D) 10H
    3
    4 6D
    5 (AD) 8D
    6 KD
    7 QD
    """
)
DRAWN = """\
stock    waste    hearts   diamonds clubs    spades
 [2]      7♠       A♥       --       3♣       --

 1        2        3        4        5        6        7
 K♠       ##1      --       6♦       ##1      K♦       Q♦
*Q♥*     >10♥<                       8♦
*J♣*"""


def test_the_picture_shows_every_card_the_cursor_and_what_is_held():
    assert Picture("en").drawn(TABLE, Cursor(PILES[1], 1), Selection(PILES[0], 2)) == DRAWN


def test_colour_is_only_added_to_the_same_signs():
    plain = Picture("en").drawn(TABLE, Cursor(WASTE), None)
    coloured = Picture("en", has_colour=True).drawn(TABLE, Cursor(WASTE), None)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9]*m", "", coloured) == plain
    assert ">7♠<" in plain


def test_neapolitan_suits_are_letters_of_their_names():
    table = Table.parse(str(TABLE).replace("french", "neapolitan").translate(str.maketrans("HDCSKQJA", "cdbs9871")))
    drawn = Picture("it").drawn(table, Cursor(WASTE), None)
    assert "7 Sp" in drawn
    assert "bastoni" in drawn


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, home, **environment):
        self.master, slave = pty.openpty()
        command = [sys.executable, "-m", "mazzo", "solitario", "--deal", "1", "--lang", "en"]
        cleared = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "MAZZO_SCREEN_READER")}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, env=cleared | {"MAZZO_HOME": str(home), "TERM": "xterm"} | environment
        )
        os.close(slave)
        self.seen = ""

    def until(self, text, seconds=30):
        """Everything printed up to ``text``."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen[-2000:]
            if select.select([self.master], [], [], 0.2)[0]:
                self.seen += os.read(self.master, 4096).decode(errors="replace")
        before, _, self.seen = self.seen.partition(text)
        return before

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def end(self):
        return self.process.wait(timeout=30)


def test_single_keys_play_with_a_picture(tmp_path):
    with Terminal(tmp_path) as terminal:
        terminal.until("Deal 1.")
        for keys, answer in (
            ("2", "Ace of diamonds, pile 2, 2 of 2."),
            ("2", "Picked up: ace of diamonds"),
            ("@", "Foundation of diamonds, empty."),
            ("\r", "Uncovered: king of diamonds."),
            ("\x1b[C", "Foundation of clubs, empty."),
            ("\x1b", "You hold nothing."),
            (":move 6 2\n", "Queen of spades to pile 2"),
            ("q", "Goodbye."),
        ):
            terminal.press(keys)
            terminal.until(answer)
        assert terminal.end() == 0


@pytest.mark.parametrize("environment", [{"MAZZO_SCREEN_READER": "1"}, {"NO_COLOR": "1"}])
def test_a_screen_reader_gets_plain_lines_at_the_same_terminal(tmp_path, environment):
    with Terminal(tmp_path, **environment) as terminal:
        said = terminal.until("> " if "NO_COLOR" in environment else "colon to type a command in words.")
        terminal.press("where\n" if "NO_COLOR" in environment else "w")
        said += terminal.until("Pile 1: 8 of spades.")
        assert "\x1b" not in said
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130


def test_an_interruption_of_a_typed_line_leaves_like_any_other(tmp_path):
    with Terminal(tmp_path) as terminal:
        terminal.until("Deal 1.")
        terminal.press(":")
        terminal.until("\n: ")
        terminal.press("mov")
        terminal.until("mov")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130


def test_a_text_longer_than_the_screen_comes_a_page_at_a_time(tmp_path):
    with Terminal(tmp_path, LINES="14", COLUMNS="80") as terminal:
        terminal.until("Deal 1.")
        terminal.press("?4")
        first = terminal.until("Any key goes on.")
        assert "The game:" in first
        assert "leave; the game is kept" not in first
        terminal.press(" ")
        assert "leave; the game is kept" in terminal.until("Any key goes on.")
        terminal.press(" q")
        terminal.until("Goodbye.")
        assert terminal.end() == 0
