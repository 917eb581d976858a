"""What the doctor says about an installation: what was found, and what to do."""

from __future__ import annotations

from kernelkit.spoken import sentence

WRONG = sentence("Wrong: {name}: {found}. Remedy: {remedy}")
NEWER_PYTHON = sentence("install Python 3.11 or newer, then: make clean run")
COMPILER = sentence("Compiler")
NO_NUMBA = sentence("Numba is not installed, so the engine plays uncompiled and slowly")
BROKEN_NUMBA = sentence("Numba cannot be loaded: {trouble}")
ENGINE = sentence("Engine")
SWITCHED_OFF = sentence("plain, because MAZZO_PLAIN is set")
CACHE_UNUSED = sentence("plain and slow, because its cache is not used: {trouble}")
CACHE_UNWRITABLE = sentence("plain and slow, because its cache {cache} cannot be written")
COMPILED = sentence("compiled; cache {cache}")
NOT_COMPILED = sentence("not compiled yet, so the first use takes some ten seconds; cache {cache}")
CARD_DATA = sentence("Card data")
INSTALL_AGAIN = sentence("install again: make clean run")
CARDS = sentence("{cards} cards; {hashes}")
UNWRITABLE = sentence("{folder} cannot be written, because of {place}")
MAKE_PRIVATE = sentence("delete it, or make it yours alone with chmod go-w, or set MAZZO_HOME")
ELSEWHERE = sentence("set MAZZO_HOME to a folder that can be written")

FOLDERS = {
    "config": sentence("Folder for settings"),
    "data": sentence("Folder for games and scores"),
    "state": sentence("Folder for what can be made again"),
}
"""What each folder is for."""
