"""``mazzo qb card``: one card in words, with its grid."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

import click

from mazzo.cli.options import LANG_OPTION
from mazzo.cli.terminal.audience import language_of
from qb_engine.card_hydrator import shipped
from qb_engine.errors import UnknownCardError
from qb_engine.models import Card
from qb_engine.words.abilities import card_sentence, describe, describe_pattern
from qb_engine.words.patterns import grid_legend


@click.command("card")
@click.argument("name_or_id", nargs=-1, required=True)
@LANG_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print the card as JSON.")
def card_command(name_or_id: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Say what a card is and does, by its name or id, such as cloud or 086."""
    language = language_of(lang)
    try:
        card = shipped().find(" ".join(name_or_id))
    except UnknownCardError as error:
        if as_json:
            click.echo(json.dumps({"schema": 1, "ok": False, "error": error.message(language)}, ensure_ascii=False))
        else:
            click.echo(error.message(language), err=True)
        raise click.exceptions.Exit(1) from error
    click.echo(json.dumps(as_data(card, language), ensure_ascii=False) if as_json else as_text(card, language))


def as_text(card: Card, language: str) -> str:
    """The card as a paragraph, and below it the grid with its legend."""
    return "\n".join([card_sentence(card, shipped().effects, language), "", *card.grid, "", grid_legend(language)])


def as_data(card: Card, language: str) -> dict[str, Any]:
    """The card as the card file has it, and its words."""
    return {
        "schema": 1,
        "ok": True,
        "id": card.id,
        "name": card.name,
        "category": card.category,
        "cost": card.cost,
        "power": card.power,
        "pattern": [astuple(cell) for cell in card.pattern],
        "grid": card.grid,
        "effect_ids": card.effect_ids,
        "is_replace": card.is_replace,
        "language": language,
        "pattern_words": describe_pattern(card, language),
        "ability_words": describe(card, shipped().effects, language),
    }
