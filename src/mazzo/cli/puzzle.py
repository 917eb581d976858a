"""``mazzo puzzle``: positions to be won while the enemy does not move."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.chance import MAX_SEED
from mazzo.cli.options import ALOUD_OPTION, LANG_OPTION
from mazzo.cli.refusals import spoken
from mazzo.cli.terminal.audience import is_heard

if TYPE_CHECKING:
    from kernelkit.journal import Store
    from mazzo.cli.terminal.readers import Lines
    from mazzo.puzzles.desk import PuzzleDesk
    from mazzo.puzzles.shelf import PuzzleShelf
    from qb_engine.words.voice import Voice

USUAL_CARDS = 3
DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.command("puzzle")
@click.argument("puzzle", nargs=-1)
@click.option("--daily", is_flag=True, help="The puzzle of the day, the same for everybody.")
@click.option("--date", "day", type=DAY, help="The puzzle of another day, such as 2026-11-18.")
@click.option("--grade", type=click.IntRange(1, 5), help="How hard: 1 where little tempts, to 5.")
@click.option("--cards", type=click.IntRange(2, 5), help="How many cards you hold.")
@click.option("--new", is_flag=True, help="A puzzle that nobody has seen, with --cards cards (3), by --seed.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), help="Which new puzzle; another one every time otherwise.")
@click.option("--solve", is_flag=True, help="Print every line that wins, and end.")
@click.option("--script", type=click.Path(path_type=Path, allow_dash=True), help="Take the lines from a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle as JSON, with --solve also its solution.")
@click.option("--plain", is_flag=True, help="Plain lines without completion.")
@ALOUD_OPTION
@LANG_OPTION
@spoken
def puzzle_command(puzzle: tuple[str, ...], language: str, as_json: bool, **options: Any) -> None:
    """Solve a puzzle: the enemy does not move, and your cards must win. Type help at the prompt.

    PUZZLE is a number, a puzzle's line in quotes, or any board such as "t1 y1, m5 e2 zu | crab, titan"; without one
    the first that you have not solved.
    """
    options |= {"puzzle": " ".join(puzzle), "language": language, "as_json": as_json}
    with _rules_for(options), _store_for(options) as store:
        sys.exit(_seated(store, options))


@contextmanager
def _rules_for(options: dict[str, Any]) -> Iterator[None]:
    """Plain rules, with which a puzzle is there at once, or compiled ones where a new one is sought."""
    from kernelkit.forms import plain_rules
    from mazzo.cli.progress import warm_up

    if options["new"]:
        warm_up(options["language"])
        yield
        return
    with plain_rules():
        yield


@contextmanager
def _store_for(options: dict[str, Any]) -> Iterator[Store]:
    """Where it is kept what was solved; what only answers, and a script, keeps nothing."""
    from kernelkit.journal import MemoryStore
    from mazzo.cli.opened import opened_store

    if options["as_json"] or options["solve"] or options["script"] is not None:
        yield MemoryStore()
        return
    with opened_store(options["language"]) as store:
        yield store


def _seated(store: Store, options: dict[str, Any]) -> int:
    """Show the puzzle, its solution, or talk about it; the exit code."""
    from mazzo.puzzles.shelf import PuzzleShelf
    from mazzo.words.puzzle import solution_lines
    from mazzo.words.table import Words
    from qb_engine.words.voice import Voice

    shelf, voice = PuzzleShelf(store), Voice(options["language"], is_heard(options["aloud"]))
    desk = _asked(shelf, options)
    if options["as_json"]:
        from mazzo.schemas.document import json_text
        from mazzo.schemas.puzzle import puzzle_document

        click.echo(json_text(puzzle_document(desk, is_solved=options["solve"])))
        return 0
    if options["solve"]:
        click.echo("\n".join(solution_lines(desk.root, Words(voice))))
        return 0
    return _talk(shelf, desk, voice, options)


def _asked(shelf: PuzzleShelf, options: dict[str, Any]) -> PuzzleDesk:
    """The puzzle that is meant."""
    from mazzo.dialogue.typed_puzzle import typed_puzzle
    from mazzo.puzzles.desk import PuzzleDesk
    from mazzo.puzzles.shelf import new_puzzle

    text = options["puzzle"].strip()
    if text:
        is_number = text.isdecimal() and text.isascii()
        return shelf.numbered(int(text[:6])) if is_number else PuzzleDesk(typed_puzzle(text))
    if options["day"] is not None or options["daily"]:
        return shelf.daily(_day(options))
    if options["new"]:
        seed = secrets.randbelow(MAX_SEED) if options["seed"] is None else options["seed"]
        return new_puzzle(seed, options["cards"] or USUAL_CARDS)
    return shelf.next(grade=options["grade"], cards=options["cards"])


def _day(options: dict[str, Any]) -> date:
    return options["day"].date() if options["day"] is not None else date.today()


def _talk(shelf: PuzzleShelf, desk: PuzzleDesk, voice: Voice, options: dict[str, Any]) -> int:
    from mazzo.cli.terminal.loop import SpokenOutput, converse
    from mazzo.cli.terminal.readers import reader_for, script_reader
    from mazzo.dialogue.puzzle import PuzzleSession
    from mazzo.dialogue.puzzle_verbs import PUZZLE

    is_daily = not options["puzzle"] and (options["daily"] or options["day"] is not None)
    session = PuzzleSession(shelf, voice, desk, date.today)
    if options["script"] is not None:
        reader: Lines = script_reader(options["script"], is_shown=True)
    else:
        reader = reader_for(options["plain"] or options["aloud"], tuple(PUZZLE.by_word))
    output = SpokenOutput(wraps=not voice.aloud)
    return converse(session, session.begin(is_daily=is_daily), reader, output)
