"""``mazzo lab decks`` and ``mazzo lab evolve``: what games say of decks, and better ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kernelkit.spoken import sentence
from mazzo.cli.lab.decks import lab_deck
from mazzo.cli.lab.run import DECK_RUN_OPTIONS, OUT_OPTION, Run, run_command
from mazzo.errors import MazzoError
from mazzo.words.progress import ROUNDS_LEFT, SWAP_GAMES_LEFT
from qb_engine.ruleset import Ruleset

if TYPE_CHECKING:
    from mazzo.lab.deck_file import DeckFile
    from mazzo.lab.deck_games import Setting
    from mazzo.lab.run_file import Heading

ALL = "all"
FEWEST_DECKS = 2
_COPIES = re.compile(r"(?P<card>.*?)[ \t]*x(?P<copies>[1-9][0-9]?)", re.ASCII)


class FewDecksError(MazzoError):
    """One deck meets nobody."""

    template = sentence("{count} deck is given and {needed} are needed: they play each other")


class SmallCollectionError(MazzoError):
    """A collection from which no deck can be made."""

    template = sentence("the collection {file} has {there} cards that a deck may hold, and {needed} are needed")


class DeckNumberError(MazzoError):
    """There is no deck of this number."""

    template = sentence("--improve {number}: decks are numbered from 1 to {count}, as they are given")


PLAYER_OPTION = click.option("--player", default="greedy", show_default=True, help="Who plays every deck.")


@click.command("decks")
@click.argument("decks", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--games", default=400, show_default=True, type=click.IntRange(2, 10_000_000), help="How many, each deck with each."
)
@PLAYER_OPTION
@click.option("--collection", help="Test swaps with the cards of this file, or with all: a card a line, as in 'Zu x2'.")
@click.option("--swaps", default=3, show_default=True, type=click.IntRange(1, 100), help="How many swaps are tested.")
@click.option("--improve", default=1, show_default=True, help="For which of the decks, counted from 1.")
@click.option("--svg", help="Draw the table of results into this file.")
@OUT_OPTION
@run_command(DECK_RUN_OPTIONS)
def decks_command(
    decks: tuple[str, ...],
    games: int,
    player: str,
    collection: str | None,
    swaps: int,
    improve: int,
    svg: str | None,
    out: Path | None,
    run: Run,
) -> None:
    """Let decks play each other: who beats whom, with which cards a deck wins, and which swaps would make it better.

    A deck is a name, a code or a file with fifteen cards.
    """
    from mazzo.lab.deck_file import DECKS, heading
    from mazzo.lab.interrupts import answered_once
    from mazzo.lab.round_robin import DecksPlan, DecksRecord, run_decks, try_swaps
    from mazzo.schemas.lab_decks import decks_document
    from mazzo.storage.files_out import checked_target
    from mazzo.words.lab_decks import decks_lines
    from mazzo.words.lab_picture import decks_svg

    ruleset, setting = run.ruleset, _setting(run, player)
    if len(decks) < FEWEST_DECKS:
        raise FewDecksError(count=len(decks), needed=FEWEST_DECKS)
    if not 1 <= improve <= len(decks):
        raise DeckNumberError(number=improve, count=len(decks))
    cards = tuple(_deck("FILE", asked, ruleset) for asked in decks)
    owned = collection_of(collection, ruleset) if collection else None
    plan = DecksPlan(setting, tuple(_name(asked) for asked in decks), cards, -(-games // 2))
    picture = None if svg is None else checked_target(svg, ".svg")
    run.warm_up()
    progress = run.progress()
    crew = run.crew
    total = 2 * plan.pairs * len(decks) * (len(decks) - 1) // 2

    def told(record: DecksRecord) -> None:
        progress.tell(record.games, total)

    def told_swaps(games: int, most: int) -> None:
        of_swaps.tell(games, most, SWAP_GAMES_LEFT)

    with answered_once():
        with _kept_in(out, heading(DECKS, setting, cards), run) as kept:
            record = run_decks(plan, crew=crew, told=told, kept=kept)
            record.improved = improve - 1
            if owned is not None and record.ending.how == "complete":
                of_swaps = run.progress()
                try_swaps(record, owned, swaps, crew=crew, told=told_swaps, kept=kept)
        if picture is not None:
            picture.write_new(decks_svg(record, run.language).encode())
        lines, document = decks_lines(record, run.language), decks_document(record, run.language)
        run.finish(record.ending, lines, document)


@click.command("evolve")
@click.argument("field", nargs=-1, metavar="[FILE...]")
@click.option("--collection", default=ALL, show_default=True, help="The cards there are: a file, or all of the game.")
@click.option("--deck", help="Begin with this deck. Otherwise with the best of some that are drawn.")
@PLAYER_OPTION
@click.option("--rounds", default=40, show_default=True, type=click.IntRange(1, 10_000), help="At most so many swaps.")
@click.option(
    "--games", default=2000, show_default=True, type=click.IntRange(2, 1_000_000), help="With each deck, at the end."
)
@OUT_OPTION
@run_command(DECK_RUN_OPTIONS)
def evolve_command(
    field: tuple[str, ...],
    collection: str,
    deck: str | None,
    player: str,
    rounds: int,
    games: int,
    out: Path | None,
    run: Run,
) -> None:
    """Build a strong deck from a collection, swap by swap, against a field of decks: FILE..., or those of the game.

    A swap is taken when paired games and a sequential test say that it is a gain.
    """
    from mazzo.decks.reading import starters
    from mazzo.lab.deck_file import EVOLVE, heading
    from mazzo.lab.evolution import Evolution, evolve
    from mazzo.lab.interrupts import answered_once
    from mazzo.lab.swaps import Trials
    from mazzo.schemas.lab_decks import evolution_document
    from mazzo.words.lab_decks import evolution_lines

    ruleset, setting = run.ruleset, _setting(run, player)
    asked = field or tuple(one.deck.name for one in starters())
    enemies = tuple(_deck("FILE", each, ruleset) for each in asked)
    start = lab_deck("--deck", deck, ruleset)
    owned = collection_of(collection, ruleset)
    run.warm_up()
    progress = run.progress()

    def told(found: Evolution) -> None:
        progress.tell(found.rounds, rounds, ROUNDS_LEFT)

    cards = " ".join(f"{card_id}x{count}" for card_id, count in sorted(owned.items()))
    more = {"start": " ".join(start or ()), "collection": cards}
    with answered_once():
        with _kept_in(out, heading(EVOLVE, setting, enemies, more), run) as kept:
            trials = Trials(setting, enemies, crew=run.crew, kept=kept.trials() if kept is not None else None)
            found = evolve(trials, owned, start=start, rounds=rounds, final_pairs=-(-games // 2), told=told)
        names = tuple(_name(each) for each in asked)
        lines = evolution_lines(found, setting, names, run.language)
        run.finish(found.ending, lines, evolution_document(found, setting, names, run.language))


def _setting(run: Run, player: str) -> Setting:
    """By which rules, by whom and from which seed the decks are played; UnknownPlayerError when nobody is called so."""
    from mazzo.lab.deck_games import Setting
    from qb_engine.arena.players import PlayerSpec

    return Setting(run.ruleset, PlayerSpec.parse(player), run.seed)


@contextmanager
def _kept_in(out: Path | None, heading: Heading, run: Run) -> Iterator[DeckFile | None]:
    """The file in which a run is kept, if it is, after saying what of it was kept before."""
    from mazzo.lab.deck_file import DeckFile

    if out is None:
        yield None
        return
    with DeckFile(out, heading) as kept:
        if kept.games:
            run.tell_resumed(kept.games, out)
        yield kept


def _deck(option: str, asked: str, ruleset: Ruleset) -> tuple[str, ...]:
    cards = lab_deck(option, asked, ruleset)
    assert cards is not None
    return cards


def _name(asked: str) -> str:
    """A deck's name as a table shows it: that of its file without the folder, or what was typed."""
    return Path(asked).stem if Path(asked).suffix or "/" in asked else asked


def collection_of(asked: str, ruleset: Ruleset) -> dict[str, int]:
    """The cards of a collection and how many of each: a card a line, or with commas, ``x2`` for two copies."""
    from mazzo.decks.card_list import read_cards
    from mazzo.lab.swaps import most_copies, whole_pool
    from mazzo.storage.files_in import input_text
    from qb_engine.models import DECK_SIZE

    if asked == ALL:
        return whole_pool()
    names, copies = [], []
    for part in re.split(r"[,\n]", input_text(Path(asked))):
        found = _COPIES.fullmatch(part.strip())
        if part.strip():
            names.append(found["card"] if found else part.strip())
            copies.append(int(found["copies"]) if found else 1)
    owned: Counter[str] = Counter()
    for card_id, count in zip(read_cards(names, len(names)), copies, strict=True):
        owned[card_id] += count
    usable = sum(min(count, most_copies(card_id, ruleset)) for card_id, count in owned.items())
    if usable < DECK_SIZE:
        raise SmallCollectionError(file=Path(asked).name, there=usable, needed=DECK_SIZE)
    return dict(owned)
