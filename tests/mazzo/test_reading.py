"""Every file that comes from outside is read by one function, which bounds it and refuses what is no plain file."""

from __future__ import annotations

import re
from pathlib import Path

import kernelkit

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
    "mazzo/lab/kept_results.py": "a file that was read before, to be written",
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
