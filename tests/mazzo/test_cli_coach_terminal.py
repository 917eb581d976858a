"""The coach at a terminal: Tab completes for those who see, and nothing of it is loaded for those who listen."""

from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from mazzo.cli.terminal.loop import converse
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.completion import offered
from mazzo.storage.typed_files import TypedFiles
from qb_engine.words.voice import Voice
from support.pseudo_terminal import Terminal

pytestmark = pytest.mark.slow


def test_tab_completes_commands_and_names_in_a_sighted_terminal(tmp_path):
    terminal = Terminal(tmp_path, "coach", "--sample")
    terminal.wait_for("keep all")
    terminal.type("mull\r")
    terminal.wait_for("more | why | all")
    terminal.type("thre\t")
    terminal.wait_for("> threats")
    terminal.type("\r")
    terminal.wait_for("After the enemy's next move")
    terminal.type("p crystalline c\t")
    terminal.wait_for("> p Crystalline Crab")
    terminal.type(" m1\r")
    terminal.wait_for("You: Crystalline Crab (013) on M1.")
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


@pytest.mark.parametrize(
    ("options", "environment", "is_loaded"),
    [
        ([], {}, True),
        (["--plain"], {}, False),
        (["--aloud"], {}, False),
        ([], {"MAZZO_SCREEN_READER": "1"}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
    ],
)
def test_completion_is_loaded_only_for_a_sighted_terminal(tmp_path, options, environment, is_loaded):
    with (tmp_path / "imports").open("w+", encoding="utf-8") as imports:
        terminal = Terminal(
            tmp_path, "coach", "--sample", *options, stderr=imports, PYTHONPROFILEIMPORTTIME="1", **environment
        )
        terminal.wait_for("J-Unit Sweeper")
        terminal.type("quit\r")
        assert terminal.exit_code() == 0
        imports.seek(0)
        assert ("prompt_toolkit" in imports.read()) == is_loaded


def test_who_plays_by_ear_gets_plain_lines(tmp_path):
    with (tmp_path / "imports").open("w+", encoding="utf-8") as imports:
        terminal = Terminal(
            tmp_path, "play", "--level", "random", "--aloud", stderr=imports, PYTHONPROFILEIMPORTTIME="1"
        )
        terminal.wait_for("5. ")
        terminal.type("quit\r")
        assert terminal.exit_code() == 0
        imports.seek(0)
        assert "prompt_toolkit" not in imports.read()


@pytest.mark.parametrize(
    ("line", "replaced", "words"),
    [
        ("thr", "thr", ["threats"]),
        ("minac", "minac", ["minacce"]),
        ("p grassl", "grassl", ["Grasslands Wolf"]),
        ("p grasslands w", "grasslands w", ["Grasslands Wolf"]),
        ("what if enemy grassl", "grassl", ["Grasslands Wolf"]),
        ("levrikon, queen bee,grassl", "grassl", ["Grasslands Wolf"]),
        ("p qqq", "", []),
        ("", "", []),
    ],
)
def test_the_longest_end_of_the_line_that_fits_is_completed(line, replaced, words):
    assert offered(line) == (len(replaced), words)


def test_names_that_were_taught_are_completed_beside_those_of_the_cards():
    assert offered("p lup", taught=["lupo grigio"]) == (len("lup"), ["lupo grigio"])
    assert offered("e grassl", taught=["lupo grigio"]) == (len("grassl"), ["Grasslands Wolf"])


@pytest.mark.parametrize("moment", ["get_ready", "handle"])
def test_an_interruption_says_what_is_kept_whatever_is_being_done(monkeypatch, capsys, moment):
    def interrupted(*_line: str) -> None:
        raise KeyboardInterrupt

    session = CoachSession(Matches(MemoryStore()), Voice(), files=TypedFiles())
    opening = session.open(sample_seed=1)
    monkeypatch.setattr(session, moment, interrupted)
    assert converse(session, opening, lambda _prompt: "mull") == 130
    assert capsys.readouterr().out.endswith("\nThe match is kept. To go on: mazzo coach\n")
