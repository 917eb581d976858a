"""The engine and the naive oracle, ply by ply: two readings of one rule book must give one board."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.errors import ResolutionError
from qb_engine.game_state import GameState, placements
from qb_engine.models import Card, Effect
from qb_engine.moves import SIDES, Side
from qb_engine.records.scenario import Scenario, report
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset, single_switch_variants

from .naive_driver import Ply, compare_all, random_match
from .naive_registry import random_registry

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("MAZZO_ORACLE_GAMES", "2000")) // 2
"""Whole games under each of the two presets."""
CHUNK = 125
VARIANTS = [(name, rules) for preset in (SPEC, REBIRTH) for name, rules in single_switch_variants(preset)]


def follow(
    ruleset: Ruleset, engine: RulesEngine, effects: Mapping[str, Effect], cards: Mapping[str, Card], seed: int
) -> int:
    """Play the oracle's match on the engine and compare everything visible after every ply; how many there were."""
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    scenario = Scenario(ruleset, "Y", {}, {}, None, free_turns=True, moves=())
    added: dict[Side, list[str]] = {"Y": [], "E": []}
    plies = 0
    for ply in random_match(ruleset, effects, cards, seed):
        _make(state, ply)
        for side, card_id in state.added:
            added[side].append(card_id)
        difference = compare_all(report(state, scenario, added), ply.match)
        assert not difference, f"{ruleset.name}, seed {seed}: {difference}\n{' '.join(ply.story)}"
        if not state.is_over:
            _compare_legal(state, ply)
        plies += 1
    return plies


def _make(state: GameState, ply: Ply) -> None:
    state.record.side_to_act = SIDES.index(ply.side)
    state.record.played = 0
    if ply.move is not None and not ply.is_endless:
        state.play_free(ply.side, ply.move)
        return
    if ply.move is not None:
        before = state.state_hash
        with pytest.raises(ResolutionError):
            state.play_free(ply.side, ply.move)
        assert state.state_hash == before
        return
    state.pass_turn(ply.side)


def _compare_legal(state: GameState, ply: Ply) -> None:
    ground = ply.match.all_shown()
    for side in SIDES:
        held = {card_id: ply.match.legal(side, card_id, ground) for card_id in ply.hands[side]}
        oracle = [f"{card_id}@{tile}" for card_id, tiles in held.items() for tile in tiles]
        moves = [str(move) for move in placements(state.board, side, ply.hands[side])]
        assert sorted(moves) == sorted(oracle), " ".join(ply.story)


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=lambda rules: rules.name)
def test_every_board_of_whole_games_is_the_oracles(ruleset: Ruleset, first: int) -> None:
    engine = RulesEngine(ruleset, compiled=False)
    cards = {card.id: card for card in shipped().cards}
    seeds = range(first, min(first + CHUNK, GAMES))
    assert sum(follow(ruleset, engine, shipped().effects, cards, seed) for seed in seeds) > 10 * len(seeds)


@pytest.mark.parametrize(("name", "ruleset"), VARIANTS, ids=[name for name, _ in VARIANTS])
def test_every_single_switch_variant_plays_as_the_oracle_does(name: str, ruleset: Ruleset) -> None:
    engine = RulesEngine(ruleset, compiled=False)
    cards = {card.id: card for card in shipped().cards}
    for seed in range(6):
        follow(ruleset, engine, shipped().effects, cards, seed)


@pytest.mark.parametrize(("compiled", "seeds"), [(False, range(30)), (True, range(60, 70))], ids=["plain", "compiled"])
@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=lambda rules: rules.name)
def test_invented_cards_that_use_every_supported_triple_play_as_the_oracle_does(
    ruleset: Ruleset, compiled: bool, seeds: range
) -> None:
    for seed in seeds:
        cards, effects = random_registry(seed)
        engine = RulesEngine(ruleset, list(cards.values()), effects, compiled=compiled)
        follow(ruleset, engine, effects, cards, seed)
