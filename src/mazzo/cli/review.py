"""``mazzo review``: a saved game looked at again, with a win graph and a lesson or three."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.chance import MAX_SEED
from kernelkit.plain_text import plain_line
from kernelkit.spoken import SpokenError
from mazzo.cli.exits import exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import progress_for
from mazzo.cli.refusals import refuse
from mazzo.cli.terminal.audience import is_heard, language_of
from mazzo.errors import OutputError
from mazzo.storage.files_in import STANDARD_INPUT, input_bytes
from mazzo.storage.files_out import Target, checked_target
from mazzo.words.progress import MOVES_LEFT
from mazzo.words.remedies import told

if TYPE_CHECKING:
    from qb_engine.moves import Seat
    from qb_engine.records import GameFile
    from qb_engine.review.report import Review

SIDES: dict[str, Any] = {"you": "Y", "enemy": "E", "both": None}
MAX_ITERATIONS = 10_000_000
GRAPH_SUFFIX = ".svg"
SVG_MARK = b"<svg "
"""A graph that was written before begins so."""


@click.command("review")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--side", type=click.Choice(list(SIDES)), default="you", show_default=True, help="Whose moves.")
@click.option(
    "--iterations",
    type=click.IntRange(1, MAX_ITERATIONS),
    default=4_000,
    show_default=True,
    help="How long the best move is sought; it is compared with yours four times as long. At least 300 tell anything.",
)
@click.option("--seed", type=click.IntRange(0, MAX_SEED), default=0, show_default=True, help="Decides chance.")
@click.option("--svg", type=click.Path(), help="Also write the win graph to this file; an older .svg is replaced.")
@click.option("--learn", is_flag=True, help="Find the better moves yourself, one after the other.")
@click.option("--json", "as_json", is_flag=True, help="Print the review as one JSON object.")
@click.option("--quiet", is_flag=True, help="No progress.")
@click.option("--aloud", is_flag=True, help="Whole sentences for listening; MAZZO_SCREEN_READER=1 does the same.")
@LANG_OPTION
def review_command(file: Path, as_json: bool, lang: str | None, **options: Any) -> None:
    """Judge every move of the game in FILE (.qbn or its JSON twin, - for standard input) by the win chance it lost.

    The same file, iterations and seed give the same review. Exit code 65 when FILE is no game or has no move to judge,
    66 when there is no such file, 74 when the graph cannot be written, 1 when another file is in its place.
    """
    language = language_of(lang)
    _check_usage(file, as_json, options)
    try:
        graph = None if options["svg"] is None else checked_target(options["svg"], GRAPH_SUFFIX, _is_graph)
        game = _read(file, language)
        review = _reviewed(game, language, options)
    except SpokenError as error:
        refuse(error, as_json, language, file)
    unwritten = None if graph is None else _written(review, graph, language)
    if as_json:
        from mazzo.schemas.document import json_text
        from mazzo.schemas.review import review_document

        trouble = None if unwritten is None else told(unwritten, language)
        click.echo(json_text(review_document(review, game, language, trouble)))
    else:
        _show(review, game.seat, language, options)
    if unwritten is not None:
        sys.exit(exit_code(unwritten))


def _check_usage(file: Path, as_json: bool, options: dict[str, Any]) -> None:
    """Nothing, or the end for options that contradict each other."""
    if options["learn"] and as_json:
        raise click.UsageError("--learn is a conversation and --json is data: take one of them")
    if options["learn"] and file == STANDARD_INPUT:
        raise click.UsageError("--learn asks on standard input, so the game has to come from a file")


def _read(file: Path, language: str) -> GameFile:
    """The game, played again and found true; that other card data recorded it is said and borne."""
    from kernelkit.forms import plain_rules
    from mazzo.review.games import believed_game

    with plain_rules():
        report = believed_game(input_bytes(file))
    for fault in report.faults:
        click.echo(f"{plain_line(str(file))}: {fault.message(language)}", err=True)
    return report.game


def _reviewed(game: GameFile, language: str, options: dict[str, Any]) -> Review:
    from mazzo.cli.progress import warm_up
    from mazzo.cli.the_net import tell_of_the_net
    from qb_engine.review.judge import review_game

    warm_up(language)
    tell_of_the_net(game.opening.ruleset, language)
    progress = progress_for(language, silent=options["quiet"])

    def tell(done: int, of: int) -> None:
        progress.tell(done, of, MOVES_LEFT)

    return review_game(game, SIDES[options["side"]], iterations=options["iterations"], seed=options["seed"], tell=tell)


def _is_graph(path: Path) -> bool:
    """Whether a picture may go there again, as whoever reviews a game twice expects."""
    with path.open("rb") as stream:
        return path.suffix.casefold() == GRAPH_SUFFIX and stream.read(len(SVG_MARK)) == SVG_MARK


def _written(review: Review, graph: Target, language: str) -> OutputError | None:
    """Write the graph; where that fails, say so and give the error back: the review is there all the same."""
    from qb_engine.words.review_graph import review_svg
    from qb_engine.words.voice import Voice

    try:
        graph.write(review_svg(review, Voice(language)).encode())
    except OutputError as error:
        click.echo(told(error, language), err=True)
        return error
    return None


def _show(review: Review, seat: Seat, language: str, options: dict[str, Any]) -> None:
    from qb_engine.words.review import review_lines
    from qb_engine.words.voice import Voice

    voice = Voice(language, is_heard(options["aloud"]), seat)
    if not options["learn"]:
        click.echo("\n".join(review_lines(review, voice)))
        return
    from mazzo.cli.terminal.loop import SpokenOutput, converse
    from mazzo.cli.terminal.readers import plain_reader
    from mazzo.dialogue.learning import Learning

    learning = Learning(review, voice)
    code = converse(learning, learning.opening(), plain_reader, SpokenOutput(wraps=not voice.aloud))
    if code:
        sys.exit(code)
