"""Every number in five thousand generated reasons, recomputed by a checker that shares no code with the coach."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from qb_engine.advice.answer import listed
from qb_engine.advice.contrast import MOST_REASONS, NEVER_TOLD, told_apart
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, MoveEvaluation
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.coached_games import deck_ids, stopped_game

from .naive import Match
from .reason_recount import Answers, answers, contrasted, margin, played, recounted, replayed, standing

pytestmark = pytest.mark.slow

WANTED = 5_000
CONTRASTS = {
    "keeps_playable",
    "strands",
    "holds_lane_",
    "yields_lane_",
    "more_ground",
    "less_ground",
    "more_power_",
}
"""What shows only when two moves are compared."""
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


@dataclass(frozen=True)
class Checked:
    """A move as the oracle plays it: the match after it, after the worst answer, and your hand."""

    after: Match
    replied: Match
    hand: list[str]


def hand_after(move: MoveEvaluation, hand: list[str], before: Match, after: Match) -> list[str]:
    left = list(hand)
    if move.move is not None:
        left.remove(move.move.card_id)
    return [*left, *after.added["Y"][len(before.added["Y"]) :]]


def check_move(move: MoveEvaluation, before: Match, without: float, unseen: list[str], hand: list[str]) -> Checked:
    after = played(before, "Y", move.move)
    assert after is not None
    holding = hand_after(move, hand, before, after)
    assert sorted(holding) == sorted(move.view_after.hand)
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
        facts_of = recounted(before, after, without, replies.expected, hand, holding)
        expected = {(tag, facts.get("tile", "")): facts for tag, facts in facts_of}
        assert set(found(move)) == set(expected)
        for key, facts in found(move).items():
            assert facts == {name: about(value) for name, value in expected[key].items()}, key
    check_risk(move, after, replies)
    worst = move.forecast.worst.move
    return Checked(after, after if worst is None else replies.after[str(worst)], holding)


def check_list(advice: CoachingRecommendation, checked: dict[Any, Checked]) -> set[str]:
    """Every reason of the list is true of its move and not of the one it is told from; the tags that were said."""
    said = set()
    for place, one in enumerate(listed(advice)):
        rival = advice.moves[0] if place else advice.moves[1] if len(advice.moves) > 1 else None
        assert len(one.reasons) <= (0 if rival is None else MOST_REASONS)
        if place == 0 and rival is not None and not told_apart(one.move, rival) and one.reasons:
            rival = advice.moves[2]
        for reason in one.reasons:
            assert rival is not None
            ours, others = checked[one.move.move], checked[rival.move]
            known = dict(contrasted((ours.after, ours.replied), (others.after, others.replied), ours.hand, others.hand))
            own = [each.facts for each in one.move.reasons if each.tag == reason.tag]
            assert reason.facts in [*own, known.get(reason.tag)], reason
            assert reason.tag not in rival.explanation_tags
            said.add(reason.tag.rstrip("0123456789"))
    return said


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
    coach, checked, tags, told, seed = CoachingEngine(), 0, set(), set(), 0
    while checked < WANTED:
        seed += 1
        rules = SPEC if seed % 2 else REBIRTH
        game, story = stopped_game(rules, seed, known=False, engine=compiled[rules])
        obs, unseen = few_enemy_cards(game, Random(seed))
        match = replayed(rules, story)
        advice = coach.advise(PlayerView.of(game.state), obs, explain_all=True, allow_pass=True)
        without = answers(match, unseen, HELD, ())
        assert advice.position.enemy_expected_margin == pytest.approx(without.expected)
        replayed_moves = {}
        for move in advice.moves:
            hand = list(game.state.hand("Y").card_ids)
            replayed_moves[move.move] = check_move(move, match, without.expected, unseen, hand)
            checked += len(move.reasons)
            tags |= {reason.tag.rstrip("0123456789") for reason in move.reasons}
        told |= check_list(advice, replayed_moves)
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
        "builds_rank_",
        "blocks_rank_",
        "destroys",
        "weakens",
        "strengthens",
        "gains_card",
        "pass",
    }
    assert told == tags - set(NEVER_TOLD) | CONTRASTS
