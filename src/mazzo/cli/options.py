"""Which language a command speaks, and whether it is listened to."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence

import click

from kernelkit.spoken import LANGUAGES

LANG_OPTION = click.option("--lang", type=click.Choice(LANGUAGES), help="Language; that of the system otherwise.")

ALOUD_OPTION = click.option(
    "--aloud", is_flag=True, help="Whole sentences for listening, in plain lines; MAZZO_SCREEN_READER=1 does the same."
)


def is_heard(aloud: bool) -> bool:
    """Whether somebody listens: the option was typed, or a screen reader runs."""
    return aloud or os.environ.get("MAZZO_SCREEN_READER") == "1"


def language_of(chosen: str | None, stored: str | None = None) -> str:
    """The language typed, else the one kept in the settings, else the system's, else English."""
    system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not system:
        system = locale.getlocale()[0] or ""
    guessed = "it" if system.lower().startswith("it") else LANGUAGES[0]
    return chosen or stored or guessed


def typed_language(arguments: Sequence[str]) -> str | None:
    """The language that the arguments of any command ask for; None without one, or with one that is not spoken."""
    for place, argument in enumerate(arguments):
        name, _sign, value = argument.partition("=")
        if name == "--lang":
            chosen = value or " ".join(arguments[place + 1 : place + 2])
            return chosen if chosen in LANGUAGES else None
    return None
