from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.folders import folders, made_folder_of


def test_one_variable_moves_every_folder(tmp_path):
    places = folders({"MAZZO_HOME": str(tmp_path)})
    files = (
        places.journal,
        places.settings,
        places.scoring_config,
        places.scores,
        places.profiles,
        places.anonymous_statistics,
    )
    assert all(tmp_path in file.parents for file in files)
    assert len(set(files)) == len(files)


def test_without_it_the_platform_decides():
    places = folders({"MAZZO_HOME": ""})
    assert len({places.config, places.data, places.state}) == 3
    assert all(place.is_absolute() and place.name == "mazzo" for place in (places.config, places.data, places.state))


def test_asking_creates_nothing(tmp_path):
    assert not folders({"MAZZO_HOME": str(tmp_path / "home")}).scores.parent.exists()
    assert folders({"MAZZO_HOME": "~/x"}).data == Path.home() / "x" / "data"


@pytest.mark.parametrize("command", ["coach", "play", "solitario"])
@pytest.mark.parametrize(
    ("language", "says"), [("en", "the folder {} cannot be made: "), ("it", "la cartella {} non si può creare: ")]
)
@pytest.mark.parametrize("below", ["", "below"])
def test_a_file_in_the_place_of_the_home_is_a_sentence_and_an_io_error(
    tmp_path, monkeypatch, command, language, says, below
):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    monkeypatch.setenv("MAZZO_HOME", str(file / below))
    answer = CliRunner().invoke(main, [command, "--lang", language])
    assert (answer.exit_code, answer.stdout) == (74, "")
    assert answer.stderr.startswith(says.format(file / below / "data"))
    assert "mazzo doctor" in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("command", [["coach"], ["play"], ["solitario"], ["solitario", "stats"], ["deck", "list"]])
@pytest.mark.parametrize(("language", "says"), [("en", "nobody here has such a home"), ("it", "nessuno ha")])
def test_the_home_of_nobody_is_a_sentence_with_a_way_on(monkeypatch, command, language, says):
    monkeypatch.setenv("MAZZO_HOME", "~nobodyhere/mazzo")
    answer = CliRunner().invoke(main, [*command, "--lang", language])
    assert (answer.exit_code, answer.stdout) == (74, "")
    assert says in answer.stderr
    assert "~nobodyhere/mazzo" in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_new_folders_are_for_the_user_alone_and_old_ones_are_closed(tmp_path):
    old = tmp_path / "home" / "data"
    old.mkdir(parents=True)
    old.chmod(0o777)
    for file in (old / "journal.sqlite3", tmp_path / "new" / "data" / "journal.sqlite3"):
        assert made_folder_of(file) == file
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
