"""Every file that comes from outside is read by one function, which bounds it and refuses what is no plain file."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

import kernelkit
from mazzo.cli import main
from mazzo.folders import folders
from support.special_files import SPECIAL, planted

SOURCE = Path(kernelkit.__file__).parents[1]
READS = re.compile(r"\.read_bytes\(|\.read_text\(|\.open\(\"r|(?<![\w.])(?<!def )open\(|os\.open\(")
OWN = {
    "kernelkit/files.py": "the function itself",
    "kernelkit/durable.py": "new files, folders and locks",
    "kernelkit/kernel.py": "our own sources",
    "kernelkit/spoken.py": "our own catalogues",
    "mazzo/cli/doctor.py": "our own data",
    "mazzo/cli/review.py": "the first bytes of a plain file that is to be replaced",
    "mazzo/cli/streams.py": "the place where nothing arrives",
    "mazzo/lab/identity.py": "our own sources",
    "mazzo/lab/run_file.py": "a file that was read before, to be written",
    "mazzo/web/statics.py": "our own files",
    "solitario/infrastructure/winnable_deals_file.py": "our own list",
    "mazzo/storage/checking.py": "the notes of the database, checked to be plain when a store is opened",
    "mazzo/storage/migrating.py": "new files of the store",
    "mazzo/storage/salvage.py": "copies that it made itself",
    "mazzo/storage/pages.py": "pages of a store that was checked to be plain",
}
"""Who opens files otherwise, and which."""


def test_whoever_reads_a_file_asks_the_one_function_that_bounds_it():
    readers = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if READS.search(path.read_text(encoding="utf-8")) and path.relative_to(SOURCE).parts[0] in ROOMS
    }
    assert readers == set(OWN)


ROOMS = ("kernelkit", "qb_engine", "solitario", "mazzo")


FILES = ("settings", "scores", "profiles", "scoring_config", "decks", "opponents", "journal")
COMMANDS = (
    ("solitario", "stats"),
    ("solitario", "scores"),
    ("solitario", "settings"),
    ("solitario", "profile", "list"),
    ("deck", "list"),
    ("solitario", "--plain"),
)


@pytest.mark.parametrize("kind", SPECIAL)
def test_no_command_hangs_or_breaks_on_a_special_file_in_place_of_its_own(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    places = folders({"MAZZO_HOME": str(tmp_path)})
    begun = time.monotonic()
    with ExitStack() as stack:
        for name in FILES:
            place = getattr(places, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(planted(kind, place))
        for command in COMMANDS:
            answer = CliRunner().invoke(main, [*command, "--lang", "it"], input="quit\n")
            assert answer.exception is None or isinstance(answer.exception, SystemExit), command
            assert answer.stdout + answer.stderr, command
            assert "Traceback" not in answer.stderr
    assert time.monotonic() - begun < 20
