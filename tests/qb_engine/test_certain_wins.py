"""A move that ends the match and wins it is certain and comes first, in either look, either seat and both rulesets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qb_engine.advice.answer import answer_of
from qb_engine.advice.seats import advice_turned
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, advise, advise_position
from qb_engine.enemy_observation import AnnotatedState
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.notation.game_position import read_position
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.search.race import Budget, DeepLook
from qb_engine.words.advice import primary_message
from qb_engine.words.voice import Voice
from support.coached_games import stopped_game

SAMPLE = (
    "qb1 {rules} Y15 passes=1 T1=y3 T2=y1:020 T3=y1:007 T4=e1:128 T5=e1:001 M1=y2:098 M2=y2:013 M3=y1:008 M4=e2:031 "
    "M5=e3:031 B1=y1:013 B2=y1:008 B3=y1 B4=e1:001 B5=e1:129 Y=001,004,011,005,001"
)
LOOKS = {"quick": None, "deep": DeepLook(Budget(iterations=600))}
ENDINGS = 300
EVERY = 15
"""One in so many endings is searched too."""


def check(advice: CoachingRecommendation, score: tuple[int, int]) -> None:
    answer = answer_of(advice)
    assert answer is not None
    assert (answer.move.move, answer.word) == (None, "certain")
    assert answer.final is not None
    assert (answer.final.total_you, answer.final.total_enemy) == score
    assert answer.move.win_chance in (None, 1.0)
    assert not any(move.is_close for move in advice.moves[1:] if not move.wins_now)
    if advice.level == "deep":
        chances = [move.win_chance for move in advice.moves]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("rules", ["rebirth", "spec"])
@pytest.mark.parametrize("look", LOOKS)
def test_a_pass_that_wins_now_is_first_and_certain(rules, look):
    state = read_position(SAMPLE.format(rules=rules))
    score = state.score()
    advice = advise_position(state, deep=LOOKS[look])
    check(advice, (score.total_you, score.total_enemy))
    assert primary_message(advice, Voice()) == f"Pass: wins now, {score.total_you} to {score.total_enemy}."


def test_the_sample_is_won_by_17_to_9():
    score = read_position(SAMPLE.format(rules="rebirth")).score()
    assert (score.total_you, score.total_enemy) == (17, 9)


def mirrored_game(state: GameState) -> GameState:
    """The same game with the seats changed."""
    turned = GameState.on(state.engine)
    state.engine.kernel.mirror_state(turned.cells, state.cells)
    return turned


@pytest.mark.parametrize("rules", ["rebirth", "spec"])
@pytest.mark.parametrize("look", LOOKS)
def test_a_pass_that_wins_now_is_first_for_the_seat_on_the_right(rules, look):
    state = read_position(SAMPLE.format(rules=rules))
    score = state.score()
    turned = mirrored_game(state)
    assert turned.side_to_act == "E"
    advice = advise(turned, deep=LOOKS[look])
    check(advice, (score.total_you, score.total_enemy))
    assert advice_turned(advice).moves[0].move is None


def won_endings(ruleset: Ruleset) -> Iterator[AnnotatedState]:
    """Random games at your turn, in which you lead and the enemy has just passed."""
    seed, engine = 0, RulesEngine(ruleset, compiled=True)
    while True:
        seed += 1
        game, _story = stopped_game(ruleset, seed, known=seed % 2 == 0, engine=engine)
        if game.state.is_over or game.state.score().margin <= 0:
            continue
        game.state.record.passes = 1
        yield game


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
def test_in_three_hundred_endings_the_pass_that_wins_is_first(ruleset):
    for number, game in zip(range(ENDINGS // 2), won_endings(ruleset), strict=False):
        score = game.state.score()
        view = PlayerView.of(game.state)
        looks = LOOKS.values() if number % EVERY == 0 else (None,)
        for deep in looks:
            advice = CoachingEngine().advise(view, game.enemy_observation, deep=deep)
            check(advice, (score.total_you, score.total_enemy))
