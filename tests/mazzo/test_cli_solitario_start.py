"""Solitario starts without what only the other game needs."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from mazzo.cli.solitario import solitario_group

CREATE_IT = "mazzo solitario profile list dice chi c'è, mazzo solitario profile create NOME ne crea uno nuovo"
HEAVY = {"alembic", "numba", "numpy", "prompt_toolkit", "qb_engine", "rapidfuzz", "sqlalchemy", "solitario.solver"}


def test_a_game_of_solitario_begins_and_ends_without_what_is_heavy(tmp_path):
    """Half of the time until the first prompt was the import of SQLAlchemy."""
    code = "import sys; from mazzo.cli import main\ntry: main(['solitario'])\nfinally: print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"MAZZO_HOME": str(tmp_path)},
        input="draw\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert HEAVY & set(done.stdout.splitlines()) == set()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solitario --lang en", "solitario score -"])
def test_a_closed_standard_input_is_an_empty_one(tmp_path, command):
    done = subprocess.run(
        [sys.executable, "-m", "mazzo", *command.split()],
        preexec_fn=lambda: os.close(0),
        capture_output=True,
        text=True,
        env=os.environ | {"MAZZO_HOME": str(tmp_path)},
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == (65 if "score" in command else 0)


def test_deleting_a_profile_with_nobody_to_ask_deletes_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    run = CliRunner().invoke
    run(solitario_group, ["profile", "create", "Ada"])
    refused = run(solitario_group, ["profile", "delete", "Ada", "--lang", "it"], input="")
    assert refused.exit_code == 1
    assert refused.stderr.splitlines()[-1] == "Non è stato eliminato nulla."


@pytest.mark.parametrize("answer", ["sì", "SI", "yes"])
def test_a_profile_is_deleted_by_a_yes_in_either_language(tmp_path, monkeypatch, answer):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    run = CliRunner().invoke
    run(solitario_group, ["profile", "create", "Ada"])
    done = run(solitario_group, ["profile", "delete", "Ada", "--lang", "it"], input=f"{answer}\n")
    assert (done.exit_code, done.stdout) == (0, "Il profilo Ada è stato eliminato.\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--level 5 --timer 30", "Minuti del timer: bloccati, il livello 5 Maestro li fissa a 15."),
        (
            "--level 1 --timer-mode strict",
            "Modalità del timer: bloccata, il livello 1 Principiante è senza limite di tempo.",
        ),
        ("--profile Ada", f"non c'è un profilo di nome Ada: {CREATE_IT}"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_the_words_of_the_game(tmp_path, monkeypatch, options, told):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    refused = CliRunner().invoke(solitario_group, [*options.split(), "--lang", "it"], input="")
    assert refused.exit_code in (1, 65)
    assert refused.stderr.splitlines()[-1] == told
