"""``mazzo doctor``: what is installed, what is compiled, where files are, and one remedy for each fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from kernelkit.spoken import catalogue
from mazzo import __version__
from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import warm_up, warm_up_solver
from mazzo.cli.terminal.audience import language_of
from mazzo.words.doctor import (
    BROKEN_NUMBA,
    CACHE_UNUSED,
    CACHE_UNWRITABLE,
    CARD_DATA,
    CARDS,
    COMPILED,
    COMPILER,
    ELSEWHERE,
    ENGINE,
    FOLDERS,
    INSTALL_AGAIN,
    MAKE_PRIVATE,
    NEWER_PYTHON,
    NO_NUMBA,
    NOT_COMPILED,
    SWITCHED_OFF,
    UNWRITABLE,
    WRONG,
)
from mazzo.words.remedies import told


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``remedy`` says what to do when it is not well."""

    name: str
    ok: bool
    found: str
    remedy: str = ""


@click.command("doctor")
@click.option("--warm", is_flag=True, help="Compile the engine now, if it is not compiled yet.")
@click.option("--quiet", is_flag=True, help="Only say what is wrong or takes long.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@LANG_OPTION
def doctor_command(warm: bool, quiet: bool, as_json: bool, lang: str | None) -> None:
    """Look at this installation and say what is wrong and how to mend it."""
    doctor = Doctor(language_of(lang))
    if warm:
        warm_up(language_of(lang))
        warm_up_solver(language_of(lang))
    findings = list(doctor.examine())
    is_well = all(finding.ok for finding in findings)
    if as_json:
        from mazzo.schemas.doctor import DoctorDocument, FindingPart
        from mazzo.schemas.document import json_text

        parts = [FindingPart(**asdict(finding)) for finding in findings]
        click.echo(json_text(DoctorDocument(ok=is_well, findings=parts)))
    else:
        for finding in findings:
            if not (finding.ok and quiet):
                click.echo(doctor.line(finding))
    sys.exit(0 if is_well else REFUSED)


class Doctor:
    """Looks at one thing after another and speaks one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def _say(self, key: str, **facts: object) -> str:
        return catalogue("mazzo", self._language).gettext(key).format(**facts)

    def _finding(self, name: str, found: str, remedy: str = "") -> Finding:
        """What was found under ``name``; it is well when there is nothing to remedy."""
        return Finding(self._say(name), not remedy, found, remedy)

    def line(self, finding: Finding) -> str:
        """The finding as one line."""
        if finding.ok:
            return f"{finding.name}: {finding.found}"
        return self._say(WRONG, **asdict(finding))

    def examine(self) -> Iterator[Finding]:
        """Everything that can be wrong on a machine, each with its remedy."""
        yield self._finding("Mazzo", __version__)
        is_new = sys.version_info >= (3, 11)
        remedy = "" if is_new else self._say(NEWER_PYTHON)
        yield self._finding("Python", ".".join(map(str, sys.version_info[:3])), remedy)
        yield from self._engine()
        yield self._data()
        yield from map(self._folder, FOLDERS)

    def _engine(self) -> Iterator[Finding]:
        from importlib.metadata import PackageNotFoundError, version
        from importlib.util import find_spec

        from mazzo.engines import numba_trouble

        name = COMPILER
        try:
            found = f"numba {version('numba')}, numpy {version('numpy')}"
        except PackageNotFoundError:
            found = ""
        if not found or find_spec("numba") is None:
            missing = self._say(NO_NUMBA)
            yield self._finding(name, missing, f"{sys.executable} -m pip install numba")
            return
        trouble = numba_trouble()
        if trouble:
            broken = self._say(BROKEN_NUMBA, trouble=trouble)
            yield self._finding(name, broken, f"{sys.executable} -m pip install --force-reinstall numba")
            return
        yield self._finding(name, found)
        yield self._compilation()

    def _compilation(self) -> Finding:
        from kernelkit.forms import is_switched_off
        from mazzo.engines import cache_trouble
        from qb_engine.kernel.program import program

        name = ENGINE
        if is_switched_off():
            return self._finding(name, self._say(SWITCHED_OFF))
        unused = cache_trouble()
        if unused is not None:
            trouble = unused.facts_in(self._language)["trouble"]
            found = self._say(CACHE_UNUSED, trouble=trouble)
            return self._finding(name, found, self._private())
        cache = program().cache_folder
        if not program().has_place:
            found = self._say(CACHE_UNWRITABLE, cache=cache)
            return self._finding(name, found, self._elsewhere())
        if program().is_compiled:
            return self._finding(name, self._say(COMPILED, cache=cache))
        found = self._say(NOT_COMPILED, cache=cache)
        return self._finding(name, found, "mazzo doctor --warm")

    def _data(self) -> Finding:
        from hashlib import sha256

        from qb_engine.card_hydrator import shipped
        from qb_engine.data.checks import DATA
        from qb_engine.errors import QueensBloodError

        name = CARD_DATA
        try:
            cards = len(shipped().cards)
        except (QueensBloodError, OSError) as error:
            found = told(error, self._language) if isinstance(error, QueensBloodError) else str(error)
            return self._finding(name, found, self._say(INSTALL_AGAIN))
        files = sorted(DATA.glob("*.json"))
        hashes = ", ".join(f"{path.name} {sha256(path.read_bytes()).hexdigest()[:12]}" for path in files)
        return self._finding(name, self._say(CARDS, cards=cards, hashes=hashes))

    def _folder(self, kind: str) -> Finding:
        from mazzo.errors import HomeError
        from mazzo.folders import folders

        try:
            folder: Path = getattr(folders(), kind)
        except HomeError as error:
            return self._finding(FOLDERS[kind], told(error, self._language), self._elsewhere())
        existing = next(place for place in (folder, *folder.parents) if place.exists())
        if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
            return self._finding(FOLDERS[kind], str(folder))
        found = self._say(UNWRITABLE, folder=folder, place=existing)
        return self._finding(FOLDERS[kind], found, self._elsewhere())

    def _private(self) -> str:
        return self._say(MAKE_PRIVATE)

    def _elsewhere(self) -> str:
        return self._say(ELSEWHERE)
