"""Below the tree both sides play blindly, and yet no side harms itself: it rather passes."""

from __future__ import annotations

from itertools import permutations

import pytest

from kernelkit.chance import seeded
from kernelkit.records import copy_cell
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.game_state import GameState
from qb_engine.kernel.blind import Options, blind_ply_into, finish_into
from qb_engine.kernel.ground import prospect
from qb_engine.kernel.layout import YOU, State, Work
from qb_engine.kernel.playout import list_moves_into, make_move_into
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
MAX_PLIES = 60


class Blind:
    """A game between two starter decks that is played blindly, ply by ply."""

    def __init__(self, ruleset: Ruleset, decks: tuple[int, int], seed: int) -> None:
        self.engine = RulesEngine(ruleset)
        cards = [starter_decks()[number].deck for number in decks]
        game = GameState(*cards, seed=seed, ruleset=ruleset)
        self.cells = [State() for _ in range(3)]
        copy_cell(self.cells, 1, game.cells, 0)
        self.works, self.options, self.chance = [Work()], Options(), seeded(seed)
        self.at, self.options.hoped = 1, prospect(self.cells[1])

    @property
    def state(self) -> State:
        return self.cells[self.at]

    def ply(self) -> int:
        """The prospect after one ply."""
        tables, rules = self.engine.tables, self.engine.rules
        self.at = blind_ply_into(self.cells, tables, rules, self.works, self.chance, self.options, self.at)
        return self.options.hoped

    def gains(self) -> list[int]:
        """What each placement would bring whoever is to act."""
        tables, rules, work = self.engine.tables[0], self.engine.rules[0], self.works[0]
        sign = 1 if self.state.side_to_act == YOU else -1
        list_moves_into(self.state, tables, rules, work)
        moves = [(work.move_index[k], work.move_tile[k]) for k in range(work.move_count)]
        found = []
        for move in moves:
            copy_cell(self.cells, 0, self.cells, self.at)
            make_move_into(self.cells[0], tables, rules, work, *move)
            if not work.error:
                found.append(sign * (prospect(self.cells[0]) - prospect(self.state)))
            work.error = 0
        return found


@BOTH
def test_a_blind_ply_never_leaves_its_side_worse_off_and_passes_only_then(ruleset):
    passes = 0
    for seed, decks in enumerate(permutations(range(4), 2)):
        game = Blind(ruleset, decks, seed)
        for _ply in range(MAX_PLIES):
            if game.state.over:
                break
            sign = 1 if game.state.side_to_act == YOU else -1
            passed, before, gains = game.state.passes, prospect(game.state), game.gains()
            after = game.ply()
            assert after == prospect(game.state)
            if game.state.passes > passed:
                passes += 1
                assert after == before
                assert all(gain < 0 for gain in gains)
            else:
                assert sign * (after - before) >= 0
                assert sign * (after - before) in gains
    assert passes > 0


def test_any_card_may_be_laid_on_any_tile_that_takes_it():
    laid = set()
    for seed in range(300):
        game = Blind(REBIRTH, (0, 1), 1)
        game.chance = seeded(seed)
        game.ply()
        laid |= {(game.state.card[tile], tile) for tile in range(15) if game.state.card[tile] >= 0}
    start = Blind(REBIRTH, (0, 1), 1)
    tables, rules, work = start.engine.tables[0], start.engine.rules[0], start.works[0]
    list_moves_into(start.state, tables, rules, work)
    hand = start.state.hand[start.state.side_to_act]
    assert laid == {(hand[work.move_index[k]], work.move_tile[k]) for k in range(work.move_count)}


@BOTH
def test_a_blind_end_counts_the_cards_that_were_laid_and_no_pass(ruleset):
    game, again = (Blind(ruleset, (0, 1), 3) for _ in range(2))
    laid = passes = 0
    while not game.state.over:
        at = game.at
        game.ply()
        laid += game.at != at
        passes += game.at == at
    tables, rules = again.engine.tables, again.engine.rules
    assert finish_into(again.cells, tables, rules, again.works, again.chance, again.options) == laid
    assert passes
