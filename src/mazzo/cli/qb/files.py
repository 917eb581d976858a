"""``mazzo qb verify`` and ``mazzo qb position``: saved games and one-line positions, looked at from outside."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.spoken import SpokenError, catalogue, sentence
from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import SCHEMA, refuse
from mazzo.cli.terminal.audience import language_of
from mazzo.storage.files_in import input_bytes

if TYPE_CHECKING:
    from qb_engine.game_state import GameState
    from qb_engine.records import Fault, VerifyReport


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@LANG_OPTION
def verify_command(file: Path, as_json: bool, lang: str | None) -> None:
    """Play the game in FILE (.qbn or its JSON twin, - for standard input) again and check all it says.

    Exit code 1 when something in it is not so, 65 when it cannot be read as a game, 66 when there is no such file.
    """
    from qb_engine.kernel.program import plain_rules
    from qb_engine.records import read_game, verify_sealed

    language = language_of(lang)
    try:
        with plain_rules():
            report = verify_sealed(read_game(input_bytes(file)))
    except SpokenError as error:
        refuse(error, as_json, language, file)
    if as_json:
        click.echo(json.dumps(verify_data(report, language), ensure_ascii=False))
    else:
        for line in verify_lines(report, language):
            click.echo(f"{file}: {line}")
    sys.exit(0 if report.ok else REFUSED)


@click.command("position")
@click.argument("text", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the position as one JSON object.")
@LANG_OPTION
def position_command(text: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Show the position TEXT, such as "qb1 rebirth Y1 opening": its one spelling, the board, the lanes, whose turn.

    Exit code 65 when TEXT is no position.
    """
    from qb_engine.errors import QueensBloodError
    from qb_engine.kernel.program import plain_rules
    from qb_engine.notation.game_position import read_position

    language = language_of(lang)
    try:
        with plain_rules():
            state = read_position(" ".join(text))
    except QueensBloodError as error:
        refuse(error, as_json, language)
    if as_json:
        click.echo(json.dumps(position_data(state), ensure_ascii=False))
    else:
        click.echo("\n".join(position_lines(state, language)))


def verify_data(report: VerifyReport, language: str) -> dict[str, Any]:
    """The report as JSON values."""
    from qb_engine.notation.game_position import position_id
    from qb_engine.records.verify import ply_of

    events = len(report.game.events)
    return {
        "schema": SCHEMA,
        "ok": report.ok,
        "rules": report.game.opening.ruleset.name,
        "plies": ply_of(report.game, events + 1) - 1,
        "events": events,
        "result": None if report.game.result is None else str(report.game.result),
        "position": report.position,
        "position_id": None if report.position is None else position_id(report.position),
        "faults": [_fault_data(fault, language) for fault in report.faults],
    }


def _fault_data(fault: Fault, language: str) -> dict[str, Any]:
    cause = "" if fault.cause is None else fault.cause.message(language)
    return {
        "kind": fault.kind,
        "ply": fault.ply,
        "line": fault.line,
        "expected": fault.expected or cause,
        "found": fault.found,
        "message": fault.message(language),
    }


def verify_lines(report: VerifyReport, language: str) -> list[str]:
    """The report in sentences: one for a good game, one for each fault of another."""
    if not report.ok:
        return [fault.message(language) for fault in report.faults]
    data = verify_data(report, language)
    words = catalogue("mazzo", language)
    if report.game.result is None:
        ended = words.gettext(sentence("verified: {plies} plies, not finished, last position {position_id}"))
    else:
        ended = words.gettext(sentence("verified: {plies} plies, result {result}, last position {position_id}"))
    return [ended.format(**data)]


def position_lines(state: GameState, language: str) -> list[str]:
    """The position for people: its text and id, the board, then sentences."""
    from qb_engine.notation.game_position import position_id, position_text
    from qb_engine.words.scores import lane_sentence, score_sentence
    from qb_engine.words.voice import Voice

    text, voice, score = position_text(state), Voice(language), state.score()
    lanes = [lane_sentence(lane, voice) for lane in score.lanes]
    return [
        text,
        position_id(text),
        "",
        str(state.board),
        "",
        *lanes,
        score_sentence(score, voice),
        _turn(state, language),
    ]


def _turn(state: GameState, language: str) -> str:
    words = catalogue("mazzo", language)
    keys = {
        "Y": sentence("Turn {turn}: you are to act."),
        "E": sentence("Turn {turn}: the enemy is to act."),
        None: sentence("Turn {turn}: the game is over."),
    }
    return words.gettext(keys[state.side_to_act]).format(turn=state.turn)


def position_data(state: GameState) -> dict[str, Any]:
    """The position as a scenario reports it, with its text, its id, its rules and its turn."""
    from qb_engine.moves import SIDES
    from qb_engine.notation.game_position import position_id, position_text
    from qb_engine.records.scenario import Scenario, report

    hands = {side: state.hand(side).card_ids for number, side in enumerate(SIDES) if state.record.hand_tracked[number]}
    text = position_text(state)
    shown = report(state, Scenario(state.ruleset, "Y", {}, hands, None, False, ()), {"Y": (), "E": ()})
    del shown["added"]
    head = {"position": text, "id": position_id(text), "rules": state.ruleset.name, "turn": state.turn}
    return {**shown, **head, "piles": {side: list(state.deck(side)) for side in SIDES}}
