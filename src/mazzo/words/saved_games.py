"""A saved game that was played again, and a position, in sentences."""

from __future__ import annotations

from kernelkit.spoken import catalogue, sentence
from qb_engine.game_state import GameState
from qb_engine.notation.game_position import position_id, position_text
from qb_engine.records.verify import VerifyReport, ply_of
from qb_engine.words.scores import lane_sentence, score_sentence
from qb_engine.words.voice import Voice

TURNS = {
    "Y": sentence("Turn {turn}: you are to act."),
    "E": sentence("Turn {turn}: the enemy is to act."),
    None: sentence("Turn {turn}: the game is over."),
}


def verify_lines(report: VerifyReport, language: str) -> list[str]:
    """The report in sentences: one for a good game, one for each fault of another."""
    if not report.ok:
        return [fault.message(language) for fault in report.faults]
    assert report.position is not None
    key = sentence("verified: {plies} plies, result {result}, last position {position_id}")
    if report.game.result is None:
        key = sentence("verified: {plies} plies, not finished, last position {position_id}")
    plies = ply_of(report.game, len(report.game.events) + 1) - 1
    facts = {"plies": plies, "result": report.game.result, "position_id": position_id(report.position)}
    return [catalogue("mazzo", language).gettext(key).format(**facts)]


def position_lines(state: GameState, language: str) -> list[str]:
    """The position for people: its text and id, the board, then sentences."""
    text, voice, score = position_text(state), Voice(language), state.score()
    turn = catalogue("mazzo", language).gettext(TURNS[state.side_to_act]).format(turn=state.turn)
    return [
        text,
        position_id(text),
        "",
        str(state.board),
        "",
        *(lane_sentence(lane, voice) for lane in score.lanes),
        score_sentence(score, voice),
        turn,
    ]
