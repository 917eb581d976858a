"""A file that a command is asked to write: refused in one sentence that names it as it was typed."""

from __future__ import annotations

import os

import pytest
from click.testing import CliRunner

from kernelkit.plain_text import plain_text
from kernelkit.spoken import LANGUAGES
from mazzo.cli import main
from mazzo.cli.exits import exit_code
from mazzo.errors import FileThereError, FolderOutputError, NoFileNameError, NoFolderError, NotAFileError, OutputError
from mazzo.storage.files_out import Target, checked_target

LONG = "x" * 300
REFUSED = {
    ".": FolderOutputError,
    "..": FolderOutputError,
    "/": FolderOutputError,
    "folder": FolderOutputError,
    "folder/": FolderOutputError,
    "": NoFileNameError,
    "-": NoFileNameError,
    "a\0b": NoFileNameError,
    "~nosuchuser/x": NoFolderError,
    "~nosuchuser": NoFolderError,
    "missing/x": NoFolderError,
    "missing/": NoFolderError,
    "missing/..": NoFolderError,
    "there.qbn/x": NoFolderError,
    "there": FileThereError,
    "there.qbn": FileThereError,
    "pipe.qbn": NotAFileError,
    "round.qbn": OutputError,
    LONG: OutputError,
}
"""Names that cannot be written, and why."""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with one of everything; whatever is refused leaves it as it was."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "there.qbn").write_text("precious", encoding="utf-8")
    (tmp_path / "round.qbn").symlink_to("round.qbn")
    os.mkfifo(tmp_path / "pipe.qbn")
    monkeypatch.chdir(tmp_path)
    before = sorted(file.name for file in tmp_path.rglob("*"))
    yield tmp_path
    assert sorted(file.name for file in tmp_path.rglob("*") if file.name != "new.qbn") == before
    assert (tmp_path / "there.qbn").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("typed", REFUSED)
def test_a_file_that_cannot_be_written_is_refused_by_the_name_that_was_typed(typed):
    with pytest.raises(OutputError) as refused:
        checked_target(typed, ".qbn")
    assert type(refused.value) is REFUSED[typed]
    for language in LANGUAGES:
        assert (typed if "\0" not in typed else repr(typed)) in refused.value.message(language)
        assert "\n" not in refused.value.message(language)


def test_why_the_system_refuses_a_file_is_told_in_italian():
    with pytest.raises(OutputError) as refused:
        checked_target(LONG, ".qbn")
    assert refused.value.message("it").endswith("il nome del file è troppo lungo")


@pytest.mark.parametrize(
    ("typed", "name"), [("new", "new.qbn"), ("./new.qbn", "./new.qbn"), ("folder/v.2", "folder/v.2")]
)
def test_a_name_without_an_ending_gets_one(typed, name):
    assert checked_target(typed, ".qbn") == Target(checked_target(typed, ".qbn").path, name)
    assert checked_target(typed, ".qbn").path.name == name.rpartition("/")[2]


def test_a_file_that_may_be_replaced_is_and_a_new_one_never_replaces():
    target = checked_target("there", ".qbn", lambda path: path.read_bytes() == b"precious")
    with pytest.raises(FileThereError):
        target.write_new(b"new")


def test_a_folder_that_nobody_may_write_to_is_found_out_before_the_work(monkeypatch):
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(OutputError, match=r"the file folder/new\.qbn could not be written: Permission denied"):
        checked_target("folder/new", ".qbn")


# Where files are asked for.


@pytest.mark.parametrize("typed", [name for name in REFUSED if "\0" not in name])
def test_a_game_whose_file_is_refused_does_not_begin(here, typed):
    answer = CliRunner().invoke(main, ["play", "--save", typed, "--lang", "it"])
    assert (answer.exit_code, answer.stdout) == (exit_code(REFUSED[typed](file="", folder="", detail="")), "")
    assert typed in answer.stderr
    assert answer.stderr.endswith("Scegli un altro nome\n")


def script(here, *lines: str) -> str:
    file = here.parent / "script.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


TYPED = [name for name in REFUSED if name]


def said_to(answer, lines: list[str]) -> list[str]:
    """What was said to each of these lines of a script."""
    shown = answer.stdout.splitlines()
    return [
        shown[next(at for at, text in enumerate(shown) if text.endswith(f" > {plain_text(line)}")) + 1]
        for line in lines
    ]


def check_conversation(answer, lines: list[str]) -> None:
    assert answer.exit_code == 0, answer.output
    for said, typed in zip(said_to(answer, lines), TYPED, strict=True):
        assert (typed if "\0" not in typed else repr(typed)) in said
        assert said.endswith("Choose another name.")
        assert said[0].isupper()


def test_after_a_game_a_refused_name_is_a_sentence_and_another_one_can_be_typed(here):
    lines = [f"save {name}" for name in TYPED]
    file = script(here, "keep", "resign", "yes", *lines, "save new")
    answer = CliRunner().invoke(main, ["play", "--level", "random", "--first", "you", "--script", file, "--lang", "en"])
    check_conversation(answer, lines)
    assert "Saved as new.qbn." in answer.stdout


def test_the_coach_refuses_the_same_names_with_the_same_sentences(here):
    lines = [f"save {name}" for name in TYPED]
    hand = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"
    file = script(here, "vanguard", hand, ".", "you", "mull", *lines, "save new")
    answer = CliRunner().invoke(main, ["coach", "--new", "--script", file, "--lang", "en"])
    check_conversation(answer, lines)
    assert "Saved as new.qbn." in answer.stdout


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("~nosuchuser/x", "There is no file ~nosuchuser/x."),
        ("a\0b", "There is no file a\\u0000b."),
        ("/", "What is called / is a folder, not a file."),
        ("folder", "What is called folder is a folder, not a file."),
        (LONG, f"The file {LONG} cannot be read: File name too long."),
    ],
)
def test_the_coach_says_of_a_file_that_it_cannot_load_why(here, typed, says):
    answer = CliRunner().invoke(main, ["coach", "--new", "--script", script(here, f"load {typed}"), "--lang", "en"])
    assert answer.exit_code == 0
    assert says in answer.stdout
