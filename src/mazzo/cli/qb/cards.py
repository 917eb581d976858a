"""``mazzo qb card``: one card in words, with its grid."""

from __future__ import annotations

import click

from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import refuse_in_words
from mazzo.cli.terminal.audience import language_of
from mazzo.words.remedies import told


@click.command("card")
@click.argument("name_or_id", nargs=-1, required=True)
@LANG_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print the card as JSON.")
def card_command(name_or_id: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Say what a card is and does, by its name or id, such as cloud or 086."""
    from mazzo.schemas.card import card_document
    from mazzo.schemas.document import json_text
    from mazzo.words.cards import card_lines
    from qb_engine.card_hydrator import shipped
    from qb_engine.errors import UnknownCardError

    language = language_of(lang)
    try:
        card = shipped().find(" ".join(name_or_id))
    except UnknownCardError as error:
        refuse_in_words(told(error, language), REFUSED, as_json)
    click.echo(json_text(card_document(card, language)) if as_json else "\n".join(card_lines(card, language)))
