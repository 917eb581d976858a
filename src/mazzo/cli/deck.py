"""``mazzo deck``: the player's decks, kept, shown, checked and turned into codes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import wraps
from typing import Any

import click

from kernelkit.spoken import catalogue, sentence
from mazzo.cli.exits import REFUSED, exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.terminal.audience import language_of
from mazzo.decks.store import DeckStore, StoredDeck
from mazzo.dialogue.card_list import read_cards
from mazzo.errors import MazzoError, UnknownDeckError
from mazzo.folders import folders
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code, parse_deck_code
from qb_engine.cards.deck_odds import DeckCheck, Odds, check_deck
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck, deck_faults
from qb_engine.errors import QueensBloodError
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import PRESETS
from qb_engine.words.abilities import card_sentence
from qb_engine.words.voice import card_name

SCHEMA = 1
MOST_CARDS = 4 * DECK_SIZE
"""So many are read, so that a deck with too many can be told how many it has."""
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
STARTER_IDEAS = (
    sentence("Cheap cards that open tiles quickly, and a few strong ones to fill them."),
    sentence("Auras in every lane: cards that stand together grow together."),
    sentence("Lowers and destroys, and grows on what is destroyed."),
    sentence("Small cards that leave something behind when a bigger one takes their place."),
)
"""The ideas behind the shipped decks as their file has them, here so that they are translated."""


@click.group("deck")
def deck_group() -> None:
    """Your decks of Queen's Blood, and the four that come with the game."""


def spoken(command: Callable[..., None]) -> Callable[..., None]:
    """``command`` with refusals as one sentence and an exit code, as JSON where that was asked for."""

    @wraps(command)
    def run(*arguments: Any, lang: str | None, as_json: bool = False, **options: Any) -> None:
        language = language_of(lang)
        try:
            command(*arguments, language=language, as_json=as_json, **options)
        except (MazzoError, QueensBloodError) as error:
            if as_json:
                report = {"schema": SCHEMA, "ok": False, "error": error.message(language)}
                click.echo(json.dumps(report, ensure_ascii=False))
            else:
                click.echo(error.message(language), err=True)
            sys.exit(exit_code(error))

    return run


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
    _store().add(deck, replace=replace)
    code = deck_code(deck.card_ids)
    if as_json:
        click.echo(json.dumps(_data(deck, "own"), ensure_ascii=False))
        return
    click.echo(_say(language, sentence("{name} is kept, code {code}.")).format(name=name, code=code))


@deck_group.command("list")
@JSON_OPTION
@LANG_OPTION
@spoken
def list_command(as_json: bool, language: str) -> None:
    """List your decks, what the coach has seen of opponents, then the decks that come with the game."""
    own, opponents = _store().decks(), DeckStore(folders().opponents, fewest=1).decks()
    if as_json:
        decks = [_data(deck, "own") for deck in own] + [_data(deck, "starter") for deck in _starters()]
        lists = [{"name": one.name, "cards": list(one.card_ids)} for one in opponents]
        click.echo(json.dumps({"schema": SCHEMA, "decks": decks, "opponents": lists}, ensure_ascii=False))
        return
    if not own:
        click.echo(_say(language, sentence("You have no deck yet. Type: mazzo deck add NAME CARDS")))
    for deck in own:
        click.echo(f"{deck.name}  {deck_code(deck.card_ids)}")
    for one in opponents:
        seen = _say(language, sentence("seen of an opponent: {count} of {size} cards"))
        click.echo(f"{one.name}  {seen.format(count=len(one.card_ids), size=DECK_SIZE)}")
    for starter in starter_decks():
        idea = _say(language, sentence("comes with Mazzo: {why}")).format(why=_say(language, starter.why))
        click.echo(f"{starter.name}  {deck_code(starter.deck.card_ids)}  {idea}")


@deck_group.command("show")
@click.argument("name")
@JSON_OPTION
@LANG_OPTION
@spoken
def show_command(name: str, as_json: bool, language: str) -> None:
    """Say every card of the deck NAME in words."""
    deck, origin = found(name)
    if as_json:
        click.echo(json.dumps(_data(deck, origin), ensure_ascii=False))
        return
    if origin == "starter":
        click.echo(_say(language, sentence("{name} comes with Mazzo.")).format(name=deck.name))
    for card_id, copies in sorted(Counter(deck.card_ids).items()):
        click.echo(f"{copies} x {card_sentence(shipped().get_card(card_id), shipped().effects, language)}")


@deck_group.command("check")
@click.argument("name")
@click.option("--rules", type=click.Choice(tuple(PRESETS)), default="rebirth", show_default=True, help="Which rules.")
@JSON_OPTION
@LANG_OPTION
@spoken
def check_command(name: str, rules: str, as_json: bool, language: str) -> None:
    """Say what is wrong or weak in the deck NAME. Exit code 1 when the rules do not take it."""
    deck, origin = found(name)
    ruleset = PRESETS[rules]
    faults = [fault.said("qb_engine", language) for fault in deck_faults(deck.card_ids, ruleset)]
    figures = None if faults else check_deck(Deck(deck.card_ids, ruleset))
    if as_json:
        report = {**_data(deck, origin), "rules": rules, "ok": not faults, "faults": faults}
        click.echo(json.dumps({**report, **_figures_data(figures)}, ensure_ascii=False))
    elif figures is None:
        for fault in faults:
            click.echo(f"{deck.name}: {fault}")
    else:
        click.echo("\n".join(check_lines(figures, language)))
    sys.exit(REFUSED if faults else 0)


@deck_group.command("code")
@click.argument("name")
@JSON_OPTION
@LANG_OPTION
@spoken
def code_command(name: str, as_json: bool, language: str) -> None:
    """Print the code of the deck NAME, to be shared."""
    del language
    deck, origin = found(name)
    click.echo(json.dumps(_data(deck, origin), ensure_ascii=False) if as_json else deck_code(deck.card_ids))


def typed_deck(words: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that were typed: one word alone is a deck code, with a comma anywhere all are divided by commas."""
    text = " ".join(words)
    if "," in text:
        return read_cards([text.rstrip(" ,")], MOST_CARDS)
    return parse_deck_code(words[0]) if len(words) == 1 else read_cards(words, MOST_CARDS)


def found(name: str) -> tuple[StoredDeck, str]:
    """The deck with this name and whose it is, ``own`` or ``starter``; UnknownDeckError names all there are."""
    for deck in _starters():
        if deck.name.casefold() == name.casefold():
            return deck, "starter"
    try:
        return _store().find(name), "own"
    except UnknownDeckError as error:
        known = [deck.name for deck in (*_store().decks(), *_starters())]
        raise UnknownDeckError(asked=error.facts["asked"], known=", ".join(known)) from error


def check_lines(figures: DeckCheck, language: str) -> Iterator[str]:
    """The figures of a deck in sentences, the weak points said to be weak."""
    first, second = figures.first_turn, figures.rank_two
    weak, fine = sentence("Weak: {text}"), sentence("Fine: {text}")
    key = sentence(
        "an opening hand has no card to lay on turn 1 with {chance}: {good} of {size} cards can be laid then, "
        "and {drawn} are drawn."
    )
    text = _say(language, key).format(chance=_percent(first.chance_of_none, language), **_counts(first))
    yield _say(language, weak if figures.has_dead_hands else fine).format(text=text)
    key = sentence(
        "a tile of rank 2 stands by round 3 with at least {chance}: {good} of {size} cards open one alone, "
        "and {drawn} are seen by round 2."
    )
    text = _say(language, key).format(chance=_percent(second.chance, language), **_counts(second))
    yield _say(language, weak if figures.opens_slowly else fine).format(text=text)


def _counts(odds: Odds) -> dict[str, int]:
    return {"good": odds.good, "size": odds.size, "drawn": odds.drawn}


def _percent(chance: Fraction, language: str) -> str:
    text = f"{float(100 * chance):.2f}%"
    return text.replace(".", ",") if language == "it" else text


def _figures_data(figures: DeckCheck | None) -> dict[str, Any]:
    if figures is None:
        return {"no_first_turn_card": None, "rank_two_by_round_three": None}
    first, second = figures.first_turn, figures.rank_two
    none = {"chance": round(float(first.chance_of_none), 6), "is_weak": figures.has_dead_hands, **_counts(first)}
    rank_two = {"chance": round(float(second.chance), 6), "is_weak": figures.opens_slowly, **_counts(second)}
    return {"no_first_turn_card": none, "rank_two_by_round_three": rank_two}


def _data(deck: StoredDeck, origin: str) -> dict[str, Any]:
    cards = [{"id": card_id, "name": card_name(card_id)} for card_id in deck.card_ids]
    return {"schema": SCHEMA, "name": deck.name, "origin": origin, "code": deck_code(deck.card_ids), "cards": cards}


def _starters() -> tuple[StoredDeck, ...]:
    return tuple(StoredDeck(starter.name, starter.deck.card_ids) for starter in starter_decks())


def _store() -> DeckStore:
    return DeckStore(folders().decks, reserved=tuple(starter.name for starter in starter_decks()))


def _say(language: str, key: str) -> str:
    return catalogue("mazzo", language).gettext(key)
