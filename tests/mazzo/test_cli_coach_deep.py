"""The deep look of the live coach: it follows the quick one, is said once, and ends when somebody types."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryStore
from mazzo import engines
from mazzo.cli import main
from mazzo.cli.terminal.keyboard import Keyboard, edited
from mazzo.coach.deep_look import FEWEST_SAMPLES, DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.engines import CompiledRules
from mazzo.storage.typed_files import TypedFiles
from mazzo.words.table import Words
from qb_engine.mind import net as learned
from qb_engine.search.race import DeepLook
from qb_engine.words.moves import move_words
from qb_engine.words.voice import Voice
from support.pseudo_terminal import Terminal

pytestmark = pytest.mark.slow

GAMES = Look(iterations=180)
SEED = 9
"""A sample match in which such a look finds another first move than the first look."""
WHOLE_LOOK = 30
"""Seconds that a look would take if nobody typed."""


class Keys:
    """A keyboard on which a key is pressed after so many looks at it; never without a number."""

    def __init__(self, after: int | None = None) -> None:
        self.after = after

    def is_pressed(self) -> bool:
        if self.after is None:
            return False
        self.after -= 1
        return self.after < 0


def seat(look: Look = GAMES, keys: Keys | None = None) -> CoachSession:
    """A person at the first move of a sample match, who has seen the quick list."""
    session = CoachSession(
        Matches(MemoryStore()), Voice(), deep=DeepCoach(look, keys and keys.is_pressed), files=TypedFiles()
    )
    session.open(sample_seed=SEED)
    reply = session.handle("mull")
    assert reply.more
    assert "First look: " in reply.lines[-2]
    return session


def changed() -> CoachSession:
    """The same, with the deep look said and another first move, which is as good."""
    session = seat()
    (said,) = session.go_on().lines
    assert said.startswith("Or ")
    return session


def test_the_first_look_is_refined_once_and_its_lines_are_written_over():
    session = seat()
    assert session.table.advice().level == "quick"
    reply = session.go_on()
    answer, hints = reply.instead.lines
    (alone,) = reply.lines
    assert (alone[:3], answer[:4]) == ("Or ", "Lay ")
    assert alone.partition(": ")[2] == answer.partition(": ")[2]
    assert reply.instead.count == 2
    assert "First look" not in answer
    assert hints == "more | why | all | threats | undo"
    assert not session.handle("board").more
    assert session.table.advice().level == "deep"


def test_numbers_are_those_of_the_list_that_was_shown_last():
    session = seat()
    quick = session.table.shown()
    session.table.keep_deep(session.table.searched(session.table.match.state.game.engine, DeepLook(GAMES.budget())))
    deep = session.table.advice()
    assert deep.moves[0].move != quick.moves[0].move
    named = session.handle("why 1").lines[0]
    assert named.startswith(_name(session, quick))
    session.handle("rec")
    assert session.handle("why 1").lines[0].startswith(_name(session, deep))
    session.handle("p 1")
    assert session.table.match.steps[2].data["move"] == str(deep.moves[0].move)


def _name(session, advice):
    return move_words(advice.moves[0].move, session.words.voice)


def test_what_a_search_found_is_used_by_every_question():
    session = changed()
    assert "Win " in session.handle("rec").lines[1]
    assert "% (" in session.handle("all").lines[-1]
    assert "win " in session.handle("why 1").lines[0]
    assert session.handle("again").ok


def test_what_if_says_of_a_card_in_the_hand_what_why_says():
    session = changed()
    typed = str(session.table.advice().moves[2].move).replace("@", " ")
    assert session.handle(f"what if {typed}").lines == session.handle(f"why {typed}").lines


def test_again_repeats_the_answer_as_it_was_refined():
    session = changed()
    lines = session.handle("again").lines
    assert sum("First look" in line for line in lines) == 0
    assert sum(line.startswith("Lay ") for line in lines) == 1
    assert lines[0].startswith("2. All cards kept")


def test_a_step_back_is_a_new_moment():
    session = changed()
    assert session.handle("p 1").more
    reply = session.handle("undo")
    assert reply.ok
    assert session.table.shown() == session.table.advice()


def test_a_key_at_once_leaves_the_quick_list_and_the_look_is_made_after_the_answer():
    keys = Keys(after=0)
    session = seat(keys=keys)
    assert session.go_on().lines == []
    assert session.table.advice().level == "quick"
    keys.after = None
    assert session.handle("hand").more
    reply = session.go_on()
    assert reply.instead is None
    assert "Win " in reply.lines[0]


def test_what_was_found_when_a_key_was_pressed_is_kept_and_said_after_the_answer():
    keys = Keys()
    session = seat(Look(iterations=9 * FEWEST_SAMPLES * 2), keys)
    searched = type(session.table).searched

    def pressed_late(table, engine, look):
        found = searched(table, engine, look)
        keys.after = 0
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(session.table), "searched", pressed_late)
        assert session.go_on().lines == []
    assert session.table.shown().level == "quick"
    assert session.table.advice().level == "deep"
    keys.after = None
    assert session.handle("hand").more
    reply = session.go_on()
    assert reply.instead is None
    assert "Win " in reply.lines[0]
    assert not session.handle("hand").more


@pytest.mark.parametrize(("language", "said"), [("en", "are not used"), ("it", "non vengono usati")])
def test_weights_that_cannot_be_used_are_told_once_and_the_look_is_made_without(language, said, monkeypatch, tmp_path):
    monkeypatch.setattr(learned, "DATA", tmp_path)
    monkeypatch.setattr(learned, "_READ", {})
    session = seat()
    session.words = Words(Voice(language))
    trouble, found = session.go_on().lines
    assert said in trouble
    assert "mind_rebirth.net" in trouble
    assert session.table.advice().level == "deep"
    assert "%" in found
    session.handle("p 1")
    assert not any("mind_rebirth.net" in line for line in session.go_on().lines)


# The command.


@pytest.fixture
def coach(tmp_path, monkeypatch):
    """Run ``mazzo coach`` on the sample with its own folders."""
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))

    def run(*options: str, typed: str = "mull\np 1\n"):
        return CliRunner().invoke(main, ["coach", "--sample", *options, "--lang", "en"], input=typed)

    return run


def test_a_pipe_looks_deeper_only_when_it_is_asked_to(coach):
    assert "Win " not in coach().output
    assert coach("--iterations", "90").output.count("Win ") == 2
    assert "Win " not in coach("--quick").output


def test_data_has_the_chance_of_the_deep_look(coach):
    quick, deep = (coach("--json", *options, typed="mull\n").output for options in ((), ("--iterations", "90")))
    first = json.loads(quick.splitlines()[1])["snapshot"]["answer"]
    assert (first["look"], 0 < first["win_chance"] < 1) == ("first", True)
    step = json.loads(deep.splitlines()[1])
    first = step["snapshot"]["recommendations"][0]
    assert step["snapshot"]["win_chance"] == first["win_chance"]
    answer = step["snapshot"]["answer"]
    assert (answer["look"], answer["move"], answer["win_chance"]) == ("deep", first["move"], first["win_chance"])
    assert sum("Win " in line for line in step["said"]) == 1


def test_looks_exclude_each_other(coach):
    answer = coach("--quick", "--iterations", "9")
    assert answer.exit_code == 2
    assert "--quick, --iterations exclude each other" in answer.output


def test_a_quick_coach_loads_no_numpy():
    code = "import sys, mazzo.dialogue.coach, mazzo.cli.terminal.readers; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


# The terminal.


@pytest.mark.parametrize("options", [["--plain"], []], ids=["plain", "completing"])
def test_a_line_that_is_typed_ends_the_look_and_is_answered(tmp_path, options):
    terminal = Terminal(tmp_path, "coach", "--sample", "--seconds", str(WHOLE_LOOK), *options)
    terminal.wait_for("keep all")
    terminal.type("mull\r")
    terminal.wait_for("more | why | all")
    assert "Your move" not in terminal.said
    begun = time.monotonic()
    terminal.type("p 1")
    terminal.wait_for("or pass > p 1")
    terminal.type("\r")
    terminal.wait_for("3. You: Crystalline Crab (013) on B1.")
    assert time.monotonic() - begun < WHOLE_LOOK / 2
    assert "Win " not in terminal.said
    terminal.type("quit\r")
    terminal.wait_for("The match is kept")
    assert terminal.exit_code() == 0


def test_an_interruption_ends_the_coach_in_the_midst_of_a_look(tmp_path):
    terminal = Terminal(tmp_path, "coach", "--sample", "--plain", "--seconds", str(WHOLE_LOOK))
    terminal.wait_for("keep all")
    terminal.type("mull\r")
    terminal.wait_for("more | why | all")
    terminal.process.send_signal(2)
    terminal.wait_for("\nThe match is kept. To go on: mazzo coach")
    assert terminal.exit_code() == 130


def test_a_broken_compiler_is_said_once_and_leaves_the_quick_look(tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('libLLVM is missing')\n")
    changed = {"PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}", "MAZZO_PLAIN": ""}
    terminal = Terminal(tmp_path, "coach", "--sample", "--plain", **changed)
    terminal.wait_for("keep all")
    terminal.type("mull\r")
    terminal.wait_for("or pass > ")
    while "There is no deep look" not in terminal.said:
        terminal.said = ""
        terminal.type("hand\r")
        terminal.wait_for("or pass > ")
    assert "the engine cannot be compiled: libLLVM is missing." in " ".join(terminal.said.split())
    terminal.said = ""
    terminal.type("p 1\r")
    terminal.wait_for("or pass > ")
    assert "First look" in terminal.said
    assert "deep look" not in terminal.said
    terminal.type("quit\r")
    terminal.wait_for("The match is kept")
    assert terminal.exit_code() == 0


@pytest.fixture
def wire():
    """Both ends of a terminal: what the person types into, and what the program reads."""
    person, program = pty.openpty()
    yield person, program
    os.close(person)
    os.close(program)


@pytest.mark.parametrize(
    ("typed", "line"),
    [("p", "p+rest"), ("p 1\n", "p 1"), ("xp\x7f\x7fq", "q+rest"), ("\x1b[Ar", "r+rest"), ("mull\nr", "mull")],
)
def test_what_was_pressed_begins_the_next_line(wire, typed, line):
    person, program = wire
    keys = Keyboard(program, takes_keys=True)
    with keys.listening():
        os.write(person, typed.encode())
        while not keys.is_pressed():
            time.sleep(0.01)
    assert keys.line(lambda _prompt, begun="": f"{begun}+rest", "> ") == line


def test_the_end_of_input_ends_the_lines(wire):
    person, program = wire
    keys = Keyboard(program, takes_keys=True)
    with keys.listening():
        os.write(person, b"\x04")
        while not keys.is_pressed():
            time.sleep(0.01)
    with pytest.raises(EOFError):
        keys.line(lambda _prompt, begun="": begun, "> ")


def test_letters_that_were_rubbed_out_are_gone():
    assert edited("\x7fab\bc\x00") == "ac"


# The compiler.


def test_a_compilation_is_made_apart_excused_once_and_given_up_on_leaving(monkeypatch):
    monkeypatch.setattr(engines, "compiles", lambda: True)
    monkeypatch.setattr(engines, "program", lambda: SimpleNamespace(is_compiled=False))
    monkeypatch.setattr(engines, "COMPILE", (sys.executable, "-c", "import time; time.sleep(60)"))
    rules = CompiledRules()
    session = CoachSession(
        Matches(MemoryStore()), Voice(), deep=DeepCoach(Look(), Keys().is_pressed, rules), files=TypedFiles()
    )
    session.open(sample_seed=1)
    session.handle("mull")
    said = session.go_on().lines
    assert said == ["The deep look is being prepared, once; until then advice is quick."]
    assert session.handle("hand").more
    assert session.go_on().lines == []
    begun = time.monotonic()
    session.deep.close()
    assert time.monotonic() - begun < 5
    assert not rules.is_compiling


def test_without_a_compiler_the_usual_look_is_quick_and_says_nothing():
    session = CoachSession(
        Matches(MemoryStore()), Voice(), deep=DeepCoach(Look(), Keys().is_pressed), files=TypedFiles()
    )
    session.open(sample_seed=1)
    assert session.handle("mull").more
    assert session.go_on().lines == []
    assert session.table.advice().level == "quick"
