"""What the coach says by itself after a step: what happened, then advice, the result, or where the match stands."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.coach.mulligan import mulligan_said
from mazzo.coach.opponent import offer_to_learn
from mazzo.coach.sample import console_moves
from mazzo.coach.table import MORE, CoachTable
from mazzo.dialogue.coach_questions import advice_now
from qb_engine.words.events import trace_lines
from qb_engine.words.scores import score_sentence

HINTS = sentence("play 1 | why 1 | all | threats | undo")


def situation(table: CoachTable, from_step: int) -> list[str]:
    """The steps made since, then what is to be known now; in a sample the console moves first."""
    if table.sample_seed is not None:
        console_moves(table.match, table.sample_seed)
    lines = [table.words.step(step) for step in table.match.steps[from_step:] if step.kind != "start"]
    if table.detail == MORE and table.match.phase != "mulligan":
        lines += [*trace_lines(table.match.state.last_events, table.words.voice)]
        lines += table.words.board(table.match.state.game.board)
    return [*lines, *_what_now(table)]


def _what_now(table: CoachTable) -> list[str]:
    words, phase = table.words, table.match.phase
    if phase == "mulligan":
        begins = {"Y": sentence("You begin. Your hand:"), "E": sentence("The enemy begins. Your hand:")}
        hand = words.hand(table.match.state.hand)
        return [words.say(begins[table.match.steps[0].data["first"]]), *hand, *mulligan_said(table)]
    if phase == "your_play":
        return [*advice_now(table), *([] if words.voice.aloud else [words.say(HINTS)])]
    if phase == "over":
        return [words.say(sentence("The match is over.")) + " " + _result(table), *offer_to_learn(table)]
    return [score_sentence(table.match.state.game.score(), words.voice)]


def _result(table: CoachTable) -> str:
    score = table.match.state.game.score()
    keys = {
        "Y": sentence("You win {you} to {enemy}."),
        "E": sentence("The enemy wins {enemy} to {you}."),
        None: sentence("A tie at {you}."),
    }
    return table.words.say(keys[score.winner], you=score.total_you, enemy=score.total_enemy)
