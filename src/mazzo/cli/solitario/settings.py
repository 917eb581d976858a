"""``mazzo solitario settings``: choices that hold for every game and have no place at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from kernelkit.spoken import LANGUAGES
from mazzo.bootstrap import solitario_choices
from mazzo.cli.solitario.records import desk_for, desk_options
from mazzo.cli.terminal.audience import language_of
from mazzo.schemas.records import settings_document
from solitario.application.preferences import VOLUMES
from solitario.infrastructure.settings_file import SPEECH_RATES, StoredSettings
from solitario.presentation.words_settings import settings_lines

SYSTEM = "system"
SHOWN = ("language", "types_lines", "speech_enabled", "speech_rate", "anonymous_statistics_enabled")


@click.command("settings")
@click.option("--language", type=click.Choice([*LANGUAGES, SYSTEM]), help="The language of every game.")
@click.option("--lines/--keys", "types_lines", default=None, help="Type whole lines, or press single keys.")
@click.option(
    "--volume",
    type=click.IntRange(VOLUMES[0], VOLUMES[-1]),
    help="How loud short sounds are, out of 100, in steps of 10; 0 is off.",
)
@click.option("--speech/--no-speech", "speech_enabled", default=None, help="Speak in every game, as --speak does once.")
@click.option("--speech-rate", type=click.IntRange(SPEECH_RATES[0], SPEECH_RATES[-1]), help="0 is usual, 10 fastest.")
@click.option(
    "--anonymous-statistics/--no-anonymous-statistics",
    "anonymous_statistics_enabled",
    default=None,
    help="Count games for tuning the score: only counts, only on this machine.",
)
@desk_options
def settings_command(lang: str | None, as_json: bool, volume: int | None, **chosen: Any) -> None:
    """Say the choices that hold for every game, after changing those that are given."""
    changes = {name: value for name, value in chosen.items() if value is not None}
    if changes.get("language") == SYSTEM:
        changes["language"] = None
    writes = bool(changes) or volume is not None
    desk = desk_for(lang, as_json, writes=writes)

    def changed(stored: StoredSettings) -> StoredSettings:
        stored = replace(stored, **changes)
        if volume is None:
            return stored
        nearest = min(VOLUMES, key=lambda step: abs(step - volume))
        return replace(stored, preferences=replace(stored.preferences, volume=nearest))

    with desk.spoken():
        kept = solitario_choices(desk.store)
        stored = kept.change(changed) if writes else kept.load()
    shown = {name: getattr(stored, name) for name in SHOWN} | {"volume": stored.preferences.volume}
    language = desk.language if lang or "language" not in changes else language_of(None, stored.language)
    desk.answer(settings_lines(shown, language), settings_document(stored))
