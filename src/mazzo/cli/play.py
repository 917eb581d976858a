"""``mazzo play``: a whole game of Queen's Blood against the computer."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.chance import MAX_SEED
from kernelkit.spoken import SpokenError
from mazzo.cli.options import ALOUD_OPTION, LANG_OPTION
from mazzo.cli.refusals import refuse
from mazzo.cli.terminal.audience import is_heard, language_of

if TYPE_CHECKING:
    from mazzo.cli.terminal.readers import Lines
    from mazzo.decks.names import NameBook
    from mazzo.decks.reading import DeckReader
    from mazzo.dialogue.conversation import Reply
    from mazzo.dialogue.play import PlaySession
    from mazzo.play.games import Games
    from mazzo.storage.files_out import Target
    from qb_engine.arena.players import PlayerSpec

LEVEL_HELP = (
    "How strong the enemy plays, from 1 to 6; or console, who takes points as the game's own opponents do, or person, "
    "who plays as many people do; or any player of mazzo lab.  [default: 3]"
)


@click.command("play")
@click.option("--deck", help="Your deck: starter, a name, a code or 15 cards with commas.  [default: starter]")
@click.option("--enemy", help="The enemy's deck, as for --deck; otherwise another starter deck, chosen by the seed.")
@click.option("--level", help=LEVEL_HELP)
@click.option("--rules", help="The rules, such as rebirth, spec or rebirth+capture=keep_plus.  [default: rebirth]")
@click.option("--first", type=click.Choice(["you", "enemy", "random"]), help="Who begins.  [default: random]")
@click.option("--side", type=click.Choice(["left", "right"]), help="Where you sit at the table; kept for the next.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), help="Which shuffle; another one every time otherwise.")
@click.option("--challenge", help="The game of a friend: the line that challenge shows at the end of a game.")
@click.option("--open", "is_open", is_flag=True, help="Both players know both decks.")
@click.option("--hints", is_flag=True, help="Let the coach answer hint, why and threats.")
@click.option("--new", is_flag=True, help="Begin a new game even if one is under way; that one is kept.")
@click.option("--game", "number", type=click.IntRange(1), help="Go on with the game of this number.")
@click.option("--save", type=click.Path(), help="The .qbn file of the finished game; numbered otherwise.")
@click.option("--script", type=click.Path(path_type=Path, allow_dash=True), help="Take the lines from a file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each line.")
@click.option("--plain", is_flag=True, help="Plain lines without completion.")
@ALOUD_OPTION
@LANG_OPTION
def play_command(lang: str | None, **options: Any) -> None:
    """Play a game of Queen's Blood against the computer; goes on with the last one. Type help at the prompt."""
    language = language_of(lang)
    try:
        sys.exit(_play(language, options))
    except SpokenError as error:
        refuse(error, options["as_json"], language)


def _play(language: str, options: dict[str, Any]) -> int:
    """Play a script in memory, where only the file that was asked for is kept, or at the terminal; the exit code."""
    from kernelkit.journal import MemoryStore
    from mazzo.bootstrap import deck_reader, names
    from mazzo.cli.opened import opened_store, opened_to_read
    from mazzo.cli.terminal.readers import reader_for, script_reader
    from mazzo.dialogue.verbs import PLAY
    from mazzo.play.files import SUFFIX
    from mazzo.play.games import Games
    from mazzo.storage.files_out import checked_target

    save = None if options["save"] is None else checked_target(options["save"], SUFFIX)
    if options["script"] is not None:
        reader = script_reader(options["script"], is_shown=not options["as_json"])
        with opened_to_read(language) as kept:
            return _seated(Games(MemoryStore()), deck_reader(kept), language, options, reader, save)
    with opened_store(language) as store:
        plain, book = any(options[name] for name in ("plain", "aloud", "as_json")), names(store)
        lines = reader_for(plain, tuple(PLAY.by_word), lambda: book.taught)
        return _seated(Games(store), deck_reader(store), language, options, lines, save, book)


def _seated(
    games: Games,
    decks: DeckReader,
    language: str,
    options: dict[str, Any],
    reader: Lines,
    save: Target | None,
    names: NameBook | None = None,
) -> int:
    """Sit down to the game that is meant, in the form its level needs, and play."""
    from mazzo.bootstrap import play_session
    from mazzo.play.setup import Dealing, resumed_number
    from qb_engine.words.voice import Voice

    number = resumed_number(games, options)
    terms = None if number is None else games.terms(number)
    deal = Dealing(options, decks, terms)
    voice = Voice(language, is_heard(options["aloud"]))
    with (
        _rules_for([deal.player, *([terms.player] if terms else [])], language),
        closing(play_session(games, voice, deal, save, names, hints=options["hints"])) as session,
    ):
        session.seat_asked = options["side"]
        return _talk(session, number, reader, as_json=options["as_json"])


def _talk(session: PlaySession, number: int | None, reader: Lines, *, as_json: bool) -> int:
    from mazzo.cli.terminal.loop import DataOutput, SpokenOutput, converse
    from mazzo.words.play import THINKING

    opening = session.begin() if number is None else session.resume(number)
    spoken = SpokenOutput(wraps=not session.words.voice.aloud)
    output = DataOutput(partial(_document, session), joined=False) if as_json else spoken
    return converse(session, opening, reader, output, slow=session.words.say(THINKING))


@contextmanager
def _rules_for(players: Sequence[PlayerSpec], language: str) -> Iterator[None]:
    """Plain rules, with which the game is there at once, or compiled ones where one of the players thinks far ahead."""
    from kernelkit.forms import plain_rules
    from mazzo.cli.progress import warm_up
    from mazzo.play.levels import needs_compiled_rules

    if any(map(needs_compiled_rules, players)):
        warm_up(language)
        yield
        return
    with plain_rules():
        yield


def _document(session: PlaySession, number: int, line: str | None, reply: Reply) -> str:
    """What was entered, what was said, what is expected, and the game after it."""
    from mazzo.schemas.document import json_text
    from mazzo.schemas.game import GameLine, game_part

    expected = None if reply.more or reply.done else session.prompt
    return json_text(
        GameLine(
            ok=reply.ok, line=number, entered=line, said=reply.lines, expected=expected, game=game_part(session.game)
        )
    )
