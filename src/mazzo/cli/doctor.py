"""``mazzo doctor``: what is installed, what is compiled, where files are, and one remedy for each fault."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from mazzo import __version__
from mazzo.cli.exits import REFUSED


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``remedy`` says what to type when it is not well."""

    name: str
    ok: bool
    found: str
    remedy: str = ""


@click.command("doctor")
@click.option("--warm", is_flag=True, help="Compile the engine now, if it is not compiled yet.")
@click.option("--quiet", is_flag=True, help="Only say what is wrong or takes long.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def doctor_command(warm: bool, quiet: bool, as_json: bool) -> None:
    """Look at this installation and say what is wrong and how to mend it."""
    if warm:
        warm_up()
    findings = list(examine())
    if as_json:
        report = {"schema": 1, "ok": all(f.ok for f in findings), "findings": [asdict(f) for f in findings]}
        click.echo(json.dumps(report))
    else:
        for finding in findings:
            if not finding.ok:
                click.echo(f"Wrong: {finding.name}: {finding.found}. Remedy: {finding.remedy}")
            elif not quiet:
                click.echo(f"{finding.name}: {finding.found}")
    sys.exit(0 if all(finding.ok for finding in findings) else REFUSED)


def warm_up() -> None:
    """Compile the kernels, with one line of progress when that takes time."""
    from qb_engine.kernel.program import compiled_entries, compiles, program

    if not compiles() or program().is_compiled:
        return
    begun = time.monotonic()
    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if shown:
            click.echo(f"\rCompiling the engine, once: {done} of {of}", nl=False, err=True)

    if not shown:
        click.echo("Compiling the engine, once (about half a minute)", err=True)
    compiled_entries(progress)
    start = chr(13) if shown else ""
    click.echo(f"{start}The engine is compiled, in {time.monotonic() - begun:.0f} seconds.", err=True)


def examine() -> Iterator[Finding]:
    """Everything that can be wrong on a machine, each with its remedy."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("Mazzo", ok=True, found=__version__)
    yield Finding("Python", sys.version_info >= (3, 11), version, "install Python 3.11 or newer, then make clean run")
    yield from _engine()
    yield from _data()
    yield from _folders()


def _engine() -> Iterator[Finding]:
    from importlib.metadata import PackageNotFoundError, version

    from qb_engine.kernel.program import compiles, program

    try:
        found = f"numba {version('numba')}, numpy {version('numpy')}"
    except PackageNotFoundError as error:
        yield Finding("Compiler", ok=False, found=f"{error.name} is not installed", remedy="pip install numba")
        return
    yield Finding("Compiler", ok=True, found=found)
    if not compiles():
        yield Finding("Engine", ok=True, found="plain, because MAZZO_PLAIN is set")
        return
    compiled = program().is_compiled
    state = "compiled" if compiled else "not compiled yet, so the first use takes half a minute"
    yield Finding("Engine", compiled, f"{state}; cache {program().cache_folder}", "mazzo doctor --warm")


def _data() -> Iterator[Finding]:
    from hashlib import sha256

    from qb_engine.card_hydrator import shipped
    from qb_engine.data_checks import DATA
    from qb_engine.errors import QueensBloodError

    try:
        cards = len(shipped().cards)
    except (QueensBloodError, OSError) as error:
        yield Finding("Card data", ok=False, found=str(error), remedy="reinstall: make clean run")
        return
    files = sorted(DATA.glob("*.json"))
    hashes = ", ".join(f"{path.name} {sha256(path.read_bytes()).hexdigest()[:12]}" for path in files)
    yield Finding("Card data", ok=True, found=f"{cards} cards; {hashes}")


def _folders() -> Iterator[Finding]:
    import os

    from mazzo.folders import folders

    for name in ("config", "data", "state"):
        folder: Path = getattr(folders(), name)
        existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
        writable = os.access(existing, os.W_OK)
        yield Finding(f"Folder for {name}", writable, str(folder), f"make {existing} writable, or set MAZZO_HOME")
