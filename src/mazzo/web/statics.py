"""The files that never change while a server runs: style, scripts, pictures, each under an address with its hash."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, also in its packed form."""

    kind: str
    content: bytes
    packed: bytes
    mark: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Every file by its name."""
    found = {}
    for entry in files("mazzo.web").joinpath("static").iterdir():
        ending = entry.name.rpartition(".")[2]
        if ending in KINDS:
            content = entry.read_bytes()
            mark = sha256(content).hexdigest()[:12]
            found[entry.name] = StaticFile(KINDS[ending], content, gzip.compress(content, mtime=0), mark)
    return found


def address(name: str) -> str:
    """The address of a file as it is today."""
    return f"/static/{static_files()[name].mark}/{name}"
