"""Why and why not, as values: what is said about a move can be counted again from the moves themselves."""

from __future__ import annotations

import pytest

from qb_engine.advice.answers import why, why_not
from qb_engine.advice.standing import grounds
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.prediction import score_after
from qb_engine.ruleset import REBIRTH, SPEC
from support.coached_games import stopped_game


@pytest.fixture(scope="module", params=[SPEC, REBIRTH], ids=["spec", "rebirth"])
def advice(request: pytest.FixtureRequest) -> list[CoachingRecommendation]:
    games = [stopped_game(request.param, seed, known=True)[0] for seed in range(8)]
    found = (CoachingEngine().advise(PlayerView.of(g.state), g.enemy_observation, explain_all=True) for g in games)
    return [one for one in found if len(one.moves) > 1]


def test_why_has_the_score_before_the_move_after_it_and_after_the_worst_answer(advice):
    for one in advice:
        for move in one.moves:
            said = why(one, move)
            assert (said.count, said.before) == (len(one.moves), one.position.match_score)
            assert said.after.margin == move.you_margin_after_move
            assert said.reply == score_after(move.view_after, move.forecast.worst.move)
            assert said.reply.margin == move.you_margin_after_enemy_best


def test_why_not_the_best_move_has_nothing_to_say_against_it(advice):
    for one in advice:
        said = why_not(one, one.moves[0])
        assert (said.verdict, said.expected, said.worst, said.now, said.standing) == ("best", 0, 0, 0, 0)
        assert (said.differences, said.missed) == ((), ())


def test_why_not_counts_what_a_move_gives_away(advice):
    for one in advice:
        best = one.moves[0]
        for move in one.moves[1:]:
            said = why_not(one, move)
            assert said.verdict == ("too_close" if move.is_close else "worse")
            assert best.points + said.expected + said.standing == pytest.approx(move.points)
            assert best.you_margin_after_move + said.now == move.you_margin_after_move
            assert not {reason.tag for reason in said.missed} & set(move.explanation_tags)


def test_why_not_names_every_lane_and_ground_that_differs_and_no_other(advice):
    for one in advice:
        best, last = one.moves[0], one.moves[-1]
        found = {
            difference.lane_index: (difference.best, difference.asked) for difference in why_not(one, last).differences
        }
        for better, other in zip(best.position_after_move.lanes, last.position_after_move.lanes, strict=True):
            pair = (better.power_you, better.power_enemy), (other.power_you, other.power_enemy)
            assert found.get(better.lane_index, pair if pair[0] == pair[1] else None) == pair
        held = tuple(tuple(ground.held for ground in grounds(move.view_after)) for move in (best, last))
        assert found.get(None, held if held[0] == held[1] else None) == held
