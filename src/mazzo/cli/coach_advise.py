"""``mazzo coach advise``: advice for one position, as words or as data."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from kernelkit.chance import MAX_SEED
from mazzo.cli.exits import exit_code
from mazzo.cli.options import ALOUD_OPTION, LANG_OPTION, TwoLooksError, asked_look, look_options
from mazzo.cli.refusals import refuse_in_words
from mazzo.cli.terminal.audience import is_heard, language_of
from mazzo.coach.look import Look
from mazzo.words.remedies import told

if TYPE_CHECKING:
    from qb_engine.coaching import CoachingRecommendation
    from qb_engine.game_state import GameState
    from qb_engine.ruleset import Ruleset
    from qb_engine.search.race import DeepLook

OPENING = "qb1 rebirth Y1 opening"
USUAL_ITERATIONS = 20_000
"""A deep look when nobody says how deep: a fixed number, so that the same position gets the same answer everywhere."""


@click.command("advise")
@click.argument("position", nargs=-1)
@click.option("--hand", help="Your hand, ids or names with commas between, such as 001,007,levrikon.")
@click.option("--json", "as_json", is_flag=True, help="Print every legal move as one JSON object.")
@look_options
@click.option("--seed", type=click.IntRange(0, MAX_SEED), default=0, show_default=True, help="Which games are played.")
@ALOUD_OPTION
@LANG_OPTION
def advise_command(
    position: tuple[str, ...], hand: str | None, as_json: bool, seed: int, aloud: bool, lang: str | None, **look: Any
) -> None:
    """Advise on POSITION, such as mazzo qb position prints; without one on the opening. The enemy is unknown.

    Moves are ranked by their chance to win over 20,000 games, or quickly where the engine does not run compiled.

    Exit code 1 when there is no move to advise, 2 without a hand, 65 when POSITION or --hand cannot be read.
    """
    from kernelkit.forms import plain_rules
    from qb_engine.coaching import advise_position

    language = language_of(lang)
    try:
        asked = _look(asked_look(**look), language)
    except TwoLooksError as error:
        refuse_in_words(told(error, language), exit_code(error), as_json)
    # A quick look is over before the compiled rules would be loaded.
    with plain_rules() if asked.is_quick else nullcontext():
        state = _read(position, hand, language, as_json)
        advice = advise_position(state, deep=_deep(asked, seed, state.ruleset, language))
    if as_json:
        from mazzo.schemas.advice import advice_document
        from mazzo.schemas.document import json_text

        click.echo(json_text(advice_document(state, advice, language)))
    else:
        click.echo("\n".join(_lines(state, advice, language, aloud=is_heard(aloud))))


def _look(asked: Look, language: str) -> Look:
    """What is asked for, or what is usual here; a compiler that is broken is complained of, and the look is quick."""
    from mazzo.cli.progress import warm_up
    from qb_engine.errors import BrokenCompilerError
    from qb_engine.kernel.program import compiles
    from qb_engine.rules_engine import engine_for
    from qb_engine.ruleset import REBIRTH

    if asked.is_quick or asked.is_deep:
        return asked
    if not compiles():
        return Look(is_quick=True)
    try:
        warm_up(language)
        engine_for(REBIRTH)
    except BrokenCompilerError as error:
        click.echo(told(error, language), err=True)
        return Look(is_quick=True)
    return Look(iterations=USUAL_ITERATIONS)


def _deep(asked: Look, seed: int, ruleset: Ruleset, language: str) -> DeepLook | None:
    if asked.is_quick:
        return None
    from mazzo.cli.the_net import tell_of_the_net
    from qb_engine.search.race import DeepLook

    tell_of_the_net(ruleset, language)
    return DeepLook(asked.budget(), seed)


def _read(position: tuple[str, ...], hand: str | None, language: str, as_json: bool) -> GameState:
    """The position with the hand, or the end when they cannot be read, or there is nothing to advise."""
    from mazzo.coach.errors import PositionError
    from mazzo.coach.position import check_advisable
    from mazzo.decks.card_list import CardListError, read_cards
    from qb_engine.errors import QueensBloodError
    from qb_engine.kernel.layout import HAND_CAPACITY
    from qb_engine.notation.game_position import read_position

    try:
        state = read_position(" ".join(position) or OPENING)
        if hand is not None:
            state.write_hand("Y", read_cards([hand], HAND_CAPACITY))
        check_advisable(state)
    except (CardListError, PositionError, QueensBloodError) as error:
        refuse_in_words(told(error, language), exit_code(error), as_json)
    return state


def _lines(state: GameState, advice: CoachingRecommendation, language: str, *, aloud: bool) -> list[str]:
    from qb_engine.words.advice import advice_lines
    from qb_engine.words.voice import Voice

    return advice_lines(advice, Voice(language, aloud), turn=state.turn)
