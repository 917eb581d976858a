"""``mazzo deck``: the player's decks, kept, shown, checked and turned into codes."""

from __future__ import annotations

import sys

import click

from mazzo.bootstrap import deck_reader, own_decks, shelf
from mazzo.cli.exits import REFUSED
from mazzo.cli.opened import opened_store, opened_to_read, reader_of_decks
from mazzo.cli.options import JSON_OPTION, LANG_OPTION
from mazzo.cli.refusals import spoken
from mazzo.decks.checking import checked
from mazzo.decks.reading import FoundDeck, typed_deck
from mazzo.decks.store import StoredDeck
from mazzo.schemas.deck import deck_check_document, deck_document, deck_list_document
from mazzo.schemas.document import json_text
from mazzo.words.decks import DeckWords
from qb_engine.cards.deck_code import deck_code
from qb_engine.ruleset import PRESETS


@click.group("deck")
def deck_group() -> None:
    """Your decks of Queen's Blood, and the four that come with the game."""


@deck_group.command("add")
@click.argument("name")
@click.argument("cards", nargs=-1, required=True)
@click.option("--replace", is_flag=True, help="Put it in the place of your deck of that name.")
@JSON_OPTION
@LANG_OPTION
@spoken
def add_command(name: str, cards: tuple[str, ...], replace: bool, as_json: bool, language: str) -> None:
    """Keep a deck as NAME. CARDS are ids, or names with commas between, or one deck code."""
    deck = StoredDeck(name, typed_deck(cards))
    with opened_store(language) as store:
        own_decks(store).add(deck, replace=replace)
    click.echo(json_text(deck_document(FoundDeck(deck, "own"))) if as_json else DeckWords(language).kept(deck))


@deck_group.command("list")
@JSON_OPTION
@LANG_OPTION
@spoken
def list_command(as_json: bool, language: str) -> None:
    """List your decks, what the coach has seen of opponents, then the decks that come with the game."""
    with opened_to_read(language) as store:
        own, every, opponents = own_decks(store).decks(), deck_reader(store).every(), shelf(store).opponents
    if as_json:
        click.echo(json_text(deck_list_document(every, opponents)))
    else:
        click.echo("\n".join(DeckWords(language).listed(own, opponents)))


@deck_group.command("show")
@click.argument("name")
@JSON_OPTION
@LANG_OPTION
@spoken
def show_command(name: str, as_json: bool, language: str) -> None:
    """Say every card of the deck NAME in words."""
    found = reader_of_decks(language).found(name)
    click.echo(json_text(deck_document(found)) if as_json else "\n".join(DeckWords(language).shown(found)))


@deck_group.command("check")
@click.argument("name")
@click.option("--rules", type=click.Choice(tuple(PRESETS)), default="rebirth", show_default=True, help="Which rules.")
@JSON_OPTION
@LANG_OPTION
@spoken
def check_command(name: str, rules: str, as_json: bool, language: str) -> None:
    """Say what is wrong or weak in the deck NAME. Exit code 1 when the rules do not take it."""
    found = reader_of_decks(language).found(name)
    seen = checked(found.deck, PRESETS[rules])
    faults, figures = [fault.said("qb_engine", language) for fault in seen.faults], seen.figures
    if as_json:
        click.echo(json_text(deck_check_document(found, rules, faults, figures)))
    elif figures is None:
        click.echo("\n".join(f"{found.deck.name}: {fault}" for fault in faults))
    else:
        click.echo("\n".join(DeckWords(language).checked(figures)))
    sys.exit(REFUSED if faults else 0)


@deck_group.command("code")
@click.argument("name")
@JSON_OPTION
@LANG_OPTION
@spoken
def code_command(name: str, as_json: bool, language: str) -> None:
    """Print the code of the deck NAME, to be shared."""
    found = reader_of_decks(language).found(name)
    click.echo(json_text(deck_document(found)) if as_json else deck_code(found.deck.card_ids))
