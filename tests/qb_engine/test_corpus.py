"""Texts that once broke the engine, played again in both forms: refused by name, or alike to the last byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelkit.records import packed
from qb_engine.errors import QueensBloodError
from qb_engine.moves import Move
from qb_engine.notation.actions import Mulligan, parse_action
from qb_engine.notation.game_position import read_position
from qb_engine.notation.position_reader import read_ruleset
from qb_engine.records.json_twin import read_game
from qb_engine.records.replay import replayed
from qb_engine.rules_engine import RulesEngine

CORPUS = Path(__file__).parent / "data" / "corpus"
TEXTS = sorted(CORPUS.glob("*.txt"))
GAMES = sorted(CORPUS.glob("*.qbn"))


def played(path, *, compiled):
    """The state after a text: a story, a position, and what the sides do."""
    _story, position, *actions = path.read_text("utf-8").splitlines()
    text = position.removeprefix("position ")
    state = read_position(text, RulesEngine(read_ruleset(1, text.split()[1]), compiled=compiled))
    for line in actions:
        side, word = line.split(" ", 1)
        action = parse_action(word)
        if isinstance(action, Mulligan):
            state.mulligan(side, action.hand_indices)
        elif isinstance(action, Move):
            state.play_card_from_hand(
                side, state.hand(side).index_of(action.card_id), action.lane_index, action.col_index
            )
            state.end_turn()
        else:
            state.pass_turn(side)
    return state


def outcome(play, path, *, compiled):
    """Every byte at the end and the totals, or the words of the refusal."""
    try:
        state = play(path, compiled=compiled)
    except QueensBloodError as error:
        return "refused", str(error)
    content = state.cells.tobytes() if state.engine.compiled else packed(state.cells[0]).tobytes()
    return "played", content, state.score()


def read_and_played(path, *, compiled):
    return replayed(read_game(path.read_bytes()).game).state


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_text_that_broke_the_engine_is_refused_or_played_in_both_forms(path):
    plain, compiled = (outcome(played, path, compiled=form) for form in (False, True))
    assert plain == compiled
    assert plain[0] == path.stem.partition("-")[0]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_that_broke_the_engine_is_refused_or_played_in_both_forms(path, monkeypatch):
    plain = outcome(read_and_played, path, compiled=False)
    monkeypatch.delenv("MAZZO_PLAIN")
    assert outcome(read_and_played, path, compiled=True) == plain
    assert plain[0] == path.stem.partition("-")[0]
