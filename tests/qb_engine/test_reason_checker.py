"""Every number in five thousand generated reasons, recomputed by a checker that shares no code with the coach."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from qb_engine.coaching import CoachingEngine, MoveEvaluation
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.coached_games import deck_ids, stopped_game

from .naive import Match
from .reason_recount import Answers, answers, margin, played, recounted, replayed, standing

pytestmark = pytest.mark.slow

WANTED = 5_000
UNSEEN, HELD = 3, 2
"""The enemy holds two of three cards: few enough hands to go through one by one."""


@pytest.fixture(scope="module")
def compiled() -> dict[Ruleset, RulesEngine]:
    return {rules: RulesEngine(rules, compiled=True) for rules in (SPEC, REBIRTH)}


def few_enemy_cards(game: Any, chance: Random) -> tuple[EnemyObservation, list[str]]:
    """Give the enemy a hand out of three cards that may come, and an observation that knows them."""
    on_board = [tile.card_id for tile in game.state.board.tiles if tile.card_owner == "E" and tile.origin == "deck"]
    unseen = sorted(chance.sample(deck_ids(), UNSEEN))
    game.state.write_hand("E", unseen[:HELD])
    obs = EnemyObservation([*on_board, *unseen])
    obs.update_from_game_state(game.state)
    return obs, unseen


def found(move: MoveEvaluation) -> dict[tuple[str, str], dict[str, Any]]:
    return {(reason.tag, reason.facts.get("tile", "")): reason.facts for reason in move.reasons}


def check_move(move: MoveEvaluation, before: Match, without: float, unseen: list[str]) -> None:
    after = played(before, "Y", move.move)
    assert after is not None
    certain = after.added["E"][len(before.added["E"]) :]
    replies = answers(after, unseen, HELD, certain)
    assert move.you_margin_after_move == margin(after)
    assert move.you_margin_after_enemy_best == replies.worst
    assert move.you_margin_after_enemy_expected == pytest.approx(replies.expected)
    yours = [*move.view_after.hand, *(move.view_after.deck_ids or ())]
    assert move.standing == standing(after, yours, [*unseen, *certain])
    if move.move is None:
        assert found(move) == {("pass", ""): {"margin": margin(after), "ends_match": after.over}}
    else:
        expected = {
            (tag, facts.get("tile", "")): facts for tag, facts in recounted(before, after, without, replies.expected)
        }
        assert set(found(move)) == set(expected)
        for key, facts in found(move).items():
            assert facts == {name: about(value) for name, value in expected[key].items()}, key
    check_risk(move, after, replies)


def about(value: Any) -> Any:
    """A mean is given with one digit."""
    return pytest.approx(value, abs=0.0500001) if isinstance(value, float) else value


def check_risk(move: MoveEvaluation, after: Match, replies: Answers) -> None:
    risk = move.risk
    if risk is None:
        assert replies.worst == margin(after)
        return
    assert risk.margin == replies.worst
    assert risk.chance == pytest.approx(replies.chances[str(risk.move)])
    then = replies.after[str(risk.move)].lanes()
    yours = [lane for lane, status in enumerate(after.lanes()) if status["winner"] == "Y"]
    assert risk.lanes_lost == tuple(lane for lane in yours if then[lane]["winner"] == "E")
    assert risk.lanes_tied == tuple(lane for lane in yours if then[lane]["winner"] is None)


def test_every_number_in_five_thousand_reasons_is_recomputed(compiled):
    coach, checked, tags, seed = CoachingEngine(), 0, set(), 0
    while checked < WANTED:
        seed += 1
        rules = SPEC if seed % 2 else REBIRTH
        game, story = stopped_game(rules, seed, known=False, engine=compiled[rules])
        obs, unseen = few_enemy_cards(game, Random(seed))
        match = replayed(rules, story)
        advice = coach.advise(PlayerView.of(game.state), obs, explain_all=True, allow_pass=True)
        without = answers(match, unseen, HELD, ())
        assert advice.position.enemy_expected_margin == pytest.approx(without.expected)
        for move in advice.moves:
            check_move(move, match, without.expected, unseen)
            checked += len(move.reasons)
            tags |= {reason.tag.rstrip("0123456789") for reason in move.reasons}
    assert tags == {
        "wins_lane_",
        "loses_lane_",
        "improves_margin",
        "worsens_margin",
        "gains_ground",
        "loses_ground",
        "captures_tiles",
        "denies_tiles",
        "opens_rank_",
        "sets_up_trigger",
        "pass",
    }
