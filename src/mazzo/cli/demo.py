"""``mazzo demo``: a whole match of Queen's Blood, told move by move. It asks nothing and ends by itself."""

from __future__ import annotations

from collections.abc import Iterator

import click

from kernelkit.forms import plain_rules
from kernelkit.spoken import catalogue
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.terminal.audience import language_of
from mazzo.words.demo import IS_OVER, OPENING
from qb_engine.arena.players import greedy_move
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.chronicle.chronicle import Chronicle
from qb_engine.game_state import GameState
from qb_engine.ruleset import REBIRTH
from qb_engine.words.events import trace_lines
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import Voice


@click.command("demo")
@LANG_OPTION
@click.option("--aloud", is_flag=True, help="Whole sentences for listening instead of short lines for reading.")
@click.option("--seed", default=7, show_default=True, help="Which shuffle to play.")
def demo_command(lang: str | None, aloud: bool, seed: int) -> None:
    """Watch a match between two of our starter decks, told move by move."""
    with plain_rules():
        for line in match_lines(Voice(language_of(lang), aloud), seed):
            click.echo(line)


def match_lines(voice: Voice, seed: int) -> Iterator[str]:
    """The match, a paragraph a move; both sides lay what gives them the best margin at once."""
    yours, enemys = starter_decks()[:2]
    state = GameState(yours.deck, enemys.deck, seed=seed, ruleset=REBIRTH, first_player="Y")
    chronicle = Chronicle(state)
    words = catalogue("mazzo", voice.language)
    yield words.gettext(OPENING).format(yours=yours.name, enemys=enemys.name, rules=REBIRTH.name)
    while (side := state.side_to_act) is not None:
        move = greedy_move(state, side)
        yield ""
        if move is None:
            yield from trace_lines(chronicle.pass_turn(side), voice)
        else:
            yield from trace_lines(chronicle.play(side, move), voice)
            state.end_turn()
        if not voice.aloud:
            yield str(state.board)
        yield score_sentence(state.score(), voice)
    yield words.gettext(IS_OVER)
