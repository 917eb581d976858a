"""Whole games played at random: cards are conserved, undo and redo cancel out, the score is its log's, nothing raises.

The gate takes 15,500 steps; ``SOLITARIO_STEPS`` takes more.
"""

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from solitario.application.commands import COMMANDS
from solitario.application.engine import GameEngine
from solitario.application.hints import Blocked
from solitario.domain.moves import FOUNDATIONS, PILES, STOCK, WASTE, Move
from solitario.domain.rules import legal_moves, refusal
from solitario.errors import IllegalMoveError
from support.solitario_table import HandClock, Table

pytestmark = pytest.mark.slow

STEPS_A_GAME = 100
TAKEN_A_GAME = 85
"""Some games stop early; fewer steps than this are taken on average by none."""
GAMES = int(os.environ.get("SOLITARIO_STEPS", "15500")) // TAKEN_A_GAME
PLACES = (STOCK, WASTE, *FOUNDATIONS, *PILES)
NUMBERS = st.integers(0, 10_000)


class GameMachine(RuleBasedStateMachine):
    """A player who presses anything."""

    @initialize(
        deal=st.integers(1, 999_999_999),
        level=st.integers(1, 5),
        deck=st.sampled_from(["french", "neapolitan"]),
        draw=st.integers(1, 3),
    )
    def sit_down(self, deal, level, deck, draw):
        self.table, self.looked_at = Table(deal, level, deck, draw_count=draw), None

    @property
    def engine(self):
        return self.table.engine

    def play(self, move):
        """Play past the controller; what the player held there would not survive that."""
        self.table.seat.selection = None
        self.engine.play(move)

    @rule(number=NUMBERS)
    def play_a_legal_move(self, number):
        if not self.engine.is_over:
            moves = legal_moves(self.engine.table)
            if moves:
                self.play(moves[number % len(moves)])

    @rule()
    def follow_the_hint(self):
        if not self.engine.is_over:
            suggested = self.engine.hint()
            if not isinstance(suggested, Blocked):
                self.play(suggested.move)

    @rule(start=st.sampled_from(PLACES), end=st.sampled_from(PLACES), count=st.integers(1, 13))
    def try_any_move(self, start, end, count):
        if self.engine.is_over:
            return
        move, before = Move(start, end, count), self.engine.table
        why = refusal(before, move)
        if why is None:
            self.play(move)
            return
        with pytest.raises(IllegalMoveError) as caught:
            self.engine.play(move)
        assert caught.value.facts["refusal"] is why
        assert self.engine.table is before

    @rule(spec=st.sampled_from(COMMANDS), argument=st.sampled_from(["", "1", "3 5", "f", "w 2", "f1 4", "full", "x"]))
    def type_a_command(self, spec, argument):
        for message in self.table.controller.handle(f"{spec.words[0]} {argument}"):
            assert self.table.words(message, "en")
            assert self.table.words(message, "it")

    @rule(key=st.sampled_from([*"1234567!@#$kgduyjwcvasftipomrl[]0", "enter", "up", "down", "left", "right", "escape"]))
    def press_a_key(self, key):
        self.table.controller.press(key)

    @rule(seconds=st.integers(0, 120))
    def let_time_pass(self, seconds):
        self.table.clock.wait(seconds)
        self.table.controller.idle()

    @precondition(lambda self: not self.engine.is_over and self.engine.game.past)
    @rule()
    def undo_and_redo(self):
        after, points, moves = self.engine.table, self.engine.scorer.get_base_score(), self.engine.move_count
        draws, recycles = self.engine.scorer.stock_draw_count, self.engine.scorer.recycle_count
        self.engine.undo()
        self.engine.redo()
        undo_points = self.engine.config.event_points["undo_move"]
        assert self.engine.table == after
        assert self.engine.scorer.get_base_score() == points + undo_points
        assert (self.engine.move_count, draws, recycles) == (
            moves, self.engine.scorer.stock_draw_count, self.engine.scorer.recycle_count,
        )  # fmt: skip

    @invariant()
    def every_card_is_there_once_in_runs_and_no_pile_hides_everything(self):
        table = self.engine.table
        if table is self.looked_at:  # most steps only ask
            return
        self.looked_at = table
        assert Counter(table.cards) == Counter(table.deck.cards)
        for pile in table.tableau:
            assert pile.face_up or not pile.face_down
            for lower, upper in zip(pile.face_up, pile.face_up[1:], strict=False):
                assert lower.value == upper.value + 1
                assert lower.suit.is_red != upper.suit.is_red

    @invariant()
    def the_score_is_the_sum_of_its_log(self):
        scorer = self.engine.scorer
        assert scorer.get_base_score() == sum(event.points for event in scorer.log)
        assert min(scorer.event_counts.values(), default=0) >= 0

    def teardown(self):
        if not hasattr(self, "table"):
            return
        engine = self.engine
        again = engine.settings.scorer(engine.config)
        again.replay(reversed(engine.scorer.log))
        assert again.event_counts == engine.scorer.event_counts
        assert again.get_base_score() == engine.scorer.get_base_score()
        resumed = GameEngine.resumed(self.table.journals[-1], HandClock())
        assert resumed.table == engine.table
        assert (resumed.scorer.log, resumed.move_count) == (engine.scorer.log, engine.move_count)
        assert resumed.final_score == engine.final_score


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(
    max_examples=GAMES,
    stateful_step_count=STEPS_A_GAME,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
