"""A hidden game on a console and a person who mirrors it, with every mistake a person makes.

The console is always right. The person reports late, wrongly, misspelt, in the wrong order or not at all, takes back,
corrects, syncs, and starts the coach again. After every step the true state is at most three commands away; what is
refused has changed nothing; and advice is about the hand that the match holds.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kernelkit.journal import MemoryJournal
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.errors import MatchStepError, QueensBloodError
from qb_engine.game_state import GameState, placements
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import all_tiles
from qb_engine.match.files import game_of, steps_of
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED
from qb_engine.match.state import MatchState
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move, Side
from qb_engine.records import parse_qbn, qbn_text, verify
from qb_engine.ruleset import REBIRTH
from support.coached_games import recommended
from support.typing_mistakes import with_one_mistake

pytestmark = pytest.mark.slow

STEPS = int(os.environ.get("MAZZO_MATCH_STEPS", "3500"))
RUNS = 8
"""The steps are shared among so many runs, each with its own seed, so that both cores have some."""
STEPS_EACH = 50
USUAL_STEPS = 30
"""Hypothesis ends some matches early; so many steps it makes on average at least."""
MOST_COMMANDS = 3
"""Any desync is repaired in so many."""
STANDARD = [card.id for card in shipped().cards if card.category == "Standard"]
LOTS = st.integers(0, 2**32)


@dataclass(frozen=True, slots=True)
class Happened:
    """Something on the console that a person should report, and the board and hand before it."""

    kind: str
    data: dict[str, Any]
    tiles: dict[str, Any]
    hand: tuple[str, ...]


def dealt_deck(chance: Random) -> list[str]:
    """Seven pairs and a single card: two equal cards are where hands and decks get mixed up."""
    ids = chance.sample(STANDARD, DECK_SIZE // 2 + 1)
    return [*ids[1:], *ids[1:], ids[0]]


def turn_of(game: GameState) -> tuple[Side | None, int]:
    return game.side_to_act, int(game.record.passes)


def is_true(state: MatchState, console: GameState) -> bool:
    """Whether the match is what the console shows."""
    phase = {"Y": "your_play", "E": "enemy_play", None: "over"}[console.side_to_act]
    return (
        state.phase == phase
        and turn_of(state.game) == turn_of(console)
        and Counter(state.hand) == Counter(console.hand("Y"))
        and all_tiles(state.game) == all_tiles(console)
    )


def repairs(state: MatchState, console: GameState) -> list[tuple[str, dict[str, Any]]]:
    """The syncs that a person would type, seeing both screens."""
    commands: list[tuple[str, dict[str, Any]]] = []
    if all_tiles(state.game) != all_tiles(console):
        commands.append(("sync_board", {"tiles": all_tiles(console)}))
    if Counter(state.hand) != Counter(console.hand("Y")):
        commands.append(("sync_hand", {"hand": list(console.hand("Y"))}))
    side, passes = turn_of(console)
    phase = {"Y": "your_play", "E": "enemy_play", None: "over"}[side]
    if state.phase != phase or turn_of(state.game) != (side, passes):
        commands.append(("sync_turn", {"side": side, "passes": passes}))
    return commands


class LiveMatchMachine(RuleBasedStateMachine):
    steps_made = 0

    @initialize(lot=LOTS, known=st.booleans(), enemy=st.sampled_from(["known", "unknown", "wrong"]))
    def begin(self, lot: int, known: bool, enemy: str) -> None:
        chance = Random(lot)
        yours, enemys, other = (dealt_deck(chance) for _ in range(3))
        first: Side = chance.choice(("Y", "E"))
        self.console = GameState(yours, enemys, seed=lot, ruleset=REBIRTH, first_player=first)
        self.journal = MemoryJournal()
        self.match = LiveMatch(self.journal)
        told = {"known": enemys, "unknown": None, "wrong": other}[enemy]
        self.match.start(self.console.hand("Y").card_ids, first=first, deck=yours if known else None, enemy_deck=told)
        self.is_enemy_told_right = enemy != "wrong"
        self.unreported: list[Happened] = []
        self.mistakes: list[tuple[int, str, dict[str, Any]]] = []
        self.checked: object = None
        self.looked_at: dict[str, object] = {}
        chance_returned = sorted(chance.sample(range(5), chance.choice((0, 0, 1, 3))))
        self.console.mulligan("Y", chance_returned)
        drawn = list(self.console.hand("Y").card_ids[5 - len(chance_returned) :])
        self.match.mulligan(chance_returned, drawn)

    # The console.

    def happened(self, kind: str, data: dict[str, Any], before: GameState) -> None:
        self.unreported.append(Happened(kind, data, all_tiles(before), before.hand("Y").card_ids))

    @precondition(lambda self: not self.console.is_over and len(self.unreported) < 5)
    @rule(lot=LOTS)
    def console_moves(self, lot: int) -> None:
        self.count()
        self.ply(lot)

    @precondition(lambda self: not self.console.is_over)
    @rule(lots=st.lists(LOTS, min_size=1, max_size=4))
    def some_turns_go_well(self, lots: list[int]) -> None:
        self.count()
        for lot in lots:
            if not self.console.is_over:
                self.ply(lot)
            while self.unreported:
                self.enter(self.unreported.pop(0))

    @precondition(lambda self: not self.console.is_over)
    @rule(lot=LOTS)
    def a_turn_goes_well(self, lot: int) -> None:
        self.count()
        self.ply(lot)
        while self.unreported:
            self.enter(self.unreported.pop(0))

    def ply(self, lot: int) -> None:
        """One ply on the console, and the draw that follows it."""
        chance, before, side = Random(lot), self.console.clone(), self.console.side_to_act
        assert side is not None
        moves = self.console.legal_moves(side)
        prefix = "" if side == "Y" else "enemy_"
        if not moves or chance.random() < 0.1:
            self.console.pass_turn(side)
            self.happened(f"{prefix}pass", {}, before)
        else:
            move = chance.choice(moves)
            index = self.console.hand(side).index_of(move.card_id)
            assert index is not None
            self.console.play_card_from_hand(side, index, move.lane_index, move.col_index)
            after_play = self.console.clone()
            self.console.end_turn()
            self.happened(f"{prefix}play", {"move": str(move)}, before)
            before = after_play
        if self.console.side_to_act == "Y" and len(self.console.deck("Y")) < len(before.deck("Y")):
            drawn = self.console.hand("Y").card_ids[-1]
            before.write_hand("Y", self.console.hand("Y").card_ids[:-1])
            self.happened("draw", {"card": drawn}, before)

    # Reports.

    @precondition(lambda self: self.unreported)
    @rule()
    def report_right(self) -> None:
        self.count()
        self.enter(self.unreported.pop(0))

    @precondition(lambda self: self.unreported and set(self.unreported[0].data) & {"card", "move"})
    @rule(lot=LOTS)
    def report_with_a_typo(self, lot: int) -> None:
        self.count()
        event = self.unreported[0]
        card_id = event.data.get("card") or Move.parse(event.data["move"]).card_id
        typed = with_one_mistake(shipped().get_card(card_id).name, Random(lot))
        pool = {"play": self.match.state.hand, "draw": STANDARD}.get(event.kind)
        try:
            found = read_card(typed, pool)
        except QueensBloodError:
            return
        if isinstance(found, CardChoice):
            if card_id in [card.id for card in found.cards]:
                self.enter(self.unreported.pop(0))
            return
        if card_id in (pool or [card_id]):
            assert found.id == card_id, f"{typed} was taken for {found.name}"
            self.enter(self.unreported.pop(0))

    def enter(self, event: Happened) -> None:
        """Report what happened; when the match stood where it happened, that is never refused."""
        state = self.match.state
        if state.phase == "your_draw" and event.kind in ("play", "pass"):
            self.unchanged_or(lambda: self.match.draw(None))
            state = self.match.state
        needed = {"draw": "your_draw", "play": "your_play", "pass": "your_play"}.get(event.kind, "enemy_play")
        is_due = state.phase == needed and all_tiles(state.game) == event.tiles
        if event.kind in ("draw", "play"):
            is_due = is_due and Counter(state.hand) == Counter(event.hand)
        if event.kind == "enemy_play":
            is_due = is_due and self.is_enemy_told_right
        refused = self.unchanged_or(lambda: self.report(event.kind, event.data))
        assert not (is_due and refused), f"{event.kind} {event.data}: {refused}"
        if is_due and event.kind == "draw":
            assert Counter(self.match.state.hand) == Counter([*event.hand, event.data["card"]])

    def report(self, kind: str, data: dict[str, Any]) -> None:
        match = self.match
        if kind == "draw":
            match.draw(data["card"])
        elif kind in ("play", "enemy_play"):
            getattr(match, kind)(Move.parse(data["move"]))
        else:
            match.pass_turn() if kind == "pass" else match.enemy_pass()

    @rule(lot=LOTS)
    def report_wrong(self, lot: int) -> None:
        """Something that would be possible, and did not happen."""
        self.count()
        if not self.unreported and not self.console.is_over:
            self.ply(lot)
        chance, state, phase = Random(lot), self.match.state, self.match.phase
        if phase == "your_draw":
            wrong = ("draw", {"card": chance.choice([None, chance.choice(STANDARD)])})
        elif phase in ("your_play", "enemy_play"):
            side: Side = "Y" if phase == "your_play" else "E"
            held = state.hand if side == "Y" else chance.sample(STANDARD, 3)
            moves = placements(state.game.board, side, held)
            prefix = "" if side == "Y" else "enemy_"
            wrong = (f"{prefix}play", {"move": str(chance.choice(moves))}) if moves else (f"{prefix}pass", {})
        else:
            return
        if self.unreported and self.unreported[0].kind == wrong[0]:
            right = self.unreported.pop(0)
            if not self.unchanged_or(lambda: self.report(*wrong)):
                self.mistakes.append((self.match.steps[-1].number, right.kind, right.data))
        else:
            self.unchanged_or(lambda: self.report(*wrong))

    @precondition(lambda self: self.unreported)
    @rule()
    def forget(self) -> None:
        self.count()
        del self.unreported[0]

    @rule(kind=st.sampled_from(["mulligan", "draw", "play", "pass", "enemy_play", "enemy_pass", "start"]))
    def report_out_of_order(self, kind: str) -> None:
        due = {
            "mulligan": ["mulligan"],
            "your_draw": ["draw"],
            "your_play": ["play", "pass"],
            "enemy_play": ["enemy_play", "enemy_pass"],
        }
        if kind in due.get(self.match.phase, []):
            return
        self.count()
        data: dict[str, Any] = {"card": STANDARD[0], "move": f"{STANDARD[0]}@M1"}
        operations: dict[str, Callable[[], None]] = {
            "mulligan": lambda: self.match.mulligan([], []),
            "start": lambda: self.match.start(STANDARD[:5], first="Y"),
        }
        refused = self.unchanged_or(operations.get(kind, lambda: self.report(kind, data)))
        assert isinstance(refused, MatchStepError)
        assert refused.remedy is EXPECTED[self.match.phase]

    # Putting right.

    @rule(back=st.integers(0, 1), forth=st.integers(0, 1))
    def undo_and_redo(self, back: int, forth: int) -> None:
        self.count()
        for _step in range(back):
            self.unchanged_or(self.match.undo)
        for _step in range(forth):
            self.unchanged_or(self.match.redo)

    @precondition(lambda self: self.mistakes)
    @rule()
    def fix_a_mistake(self) -> None:
        self.count()
        number, kind, data = self.mistakes.pop()
        self.unchanged_or(lambda: self.match.fix(number, kind, data))

    @rule(lot=LOTS)
    def fix_something(self, lot: int) -> None:
        self.count()
        chance = Random(lot)
        step = chance.choice(self.match.steps)
        kind = chance.choice(["play", "enemy_play", "pass", "enemy_pass", "draw", "start"])
        data = {"start": dict(self.match.steps[0].data), "draw": {"card": chance.choice(STANDARD)}}
        move = {"move": f"{chance.choice(STANDARD)}@{chance.choice('TMB')}{chance.randint(1, 5)}"}
        self.unchanged_or(lambda: self.match.fix(step.number, kind, data.get(kind, move)))

    @rule(what=st.sampled_from(["sync_board", "sync_hand", "sync_turn"]))
    def sync_one(self, what: str) -> None:
        for kind, data in repairs(self.match.state, self.console):
            if kind == what:
                self.count()
                self.sync(kind, data)

    @rule(lot=LOTS)
    def sync_some_tiles(self, lot: int) -> None:
        self.count()
        tiles = all_tiles(self.console)
        names = Random(lot).sample(sorted(tiles), 3)
        self.match.sync_board({name: tiles[name] for name in names}, explain=lot % 32 == 0)

    @rule()
    def repair(self) -> None:
        """Everything is put right, and what was not reported is old news."""
        self.count()
        for kind, data in repairs(self.match.state, self.console):
            self.sync(kind, data)
        assert is_true(self.match.state, self.console)
        self.unreported.clear()

    def sync(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "sync_board":
            self.match.sync_board(data["tiles"], explain=False)
        elif kind == "sync_hand":
            self.match.sync_hand(data["hand"])
        else:
            self.match.sync_turn(data["side"], passes=data["passes"])

    # The coach ends and starts again, and a match travels.

    @precondition(lambda self: self.is_new("start"))
    @rule()
    def start_the_coach_again(self) -> None:
        self.count()
        self.looked_at["start"] = self.match.steps
        before = self.fingerprint()
        self.match = LiveMatch(self.journal)
        assert self.fingerprint() == before

    @precondition(lambda self: len(self.match.steps) % 7 == 3 and self.is_new("save"))
    @rule()
    def save_and_load(self) -> None:
        self.count()
        self.looked_at["save"] = self.match.steps
        game = game_of(self.match.steps)
        assert verify(game).ok
        again = LiveMatch(MemoryJournal())
        again.enter(steps_of(parse_qbn(qbn_text(game))))
        ours, theirs = self.match.state, again.state
        assert (theirs.phase, theirs.hand, theirs.game.state_hash) == (ours.phase, ours.hand, ours.game.state_hash)
        assert all_tiles(theirs.game) == all_tiles(ours.game)

    # Advice.

    @precondition(lambda self: len(self.match.steps) % 3 == 1 and self.is_new("advice"))
    @rule()
    def ask_for_advice(self) -> None:
        """There is advice exactly when it is your move, on exactly the hand that the match holds."""
        self.count()
        self.looked_at["advice"] = self.match.steps
        if self.match.phase != "your_play":
            with pytest.raises(MatchStepError) as caught:
                recommended(self.match)
            assert caught.value.remedy is EXPECTED[self.match.phase]
            return
        before = self.fingerprint()
        state = self.match.state
        advised = {str(move.move) for move in recommended(self.match).moves if move.move is not None}
        assert advised == {str(move) for move in placements(state.game.board, "Y", state.hand)}
        assert self.fingerprint() == before

    # What always holds.

    @invariant()
    def the_truth_is_three_commands_away(self) -> None:
        key = self.match.steps, self.match.phase, turn_of(self.console), self.console.turn
        if key == self.checked:
            return
        self.checked = key
        state, number = self.match.state.clone(), 1000
        commands = repairs(state, self.console)
        assert len(commands) <= MOST_COMMANDS
        for kind, data in commands:
            state.apply(Step(number, kind, data))
            number += 1
        assert is_true(state, self.console)
        self.goes_on(state)

    def goes_on(self, state: MatchState) -> None:
        """A repaired match takes what may happen next."""
        side = self.console.side_to_act
        moves = self.console.legal_moves(side) if side else []
        if moves and (side == "Y" or self.is_enemy_told_right):
            kind = "play" if side == "Y" else "enemy_play"
            state.apply(Step(2000, kind, {"move": str(moves[0])}))

    def fingerprint(self) -> object:
        state = self.match.state
        deck = None if state.your_deck is None else +state.your_deck
        counts = state.your_deck_count, state.enemy_hand_count, state.enemy_deck_count
        seen = repr(state.observation.state)
        entries = len(list(self.journal.entries()))
        hashed = state.game.state_hash
        return self.match.steps, state.phase, hashed, state.hand, deck, counts, state.overrides, seen, entries

    def unchanged_or(self, operation: Callable[[], object]) -> QueensBloodError | None:
        """Nothing when the operation is made; the error when it is refused, and then nothing has changed."""
        before = self.fingerprint()
        try:
            operation()
        except QueensBloodError as error:
            assert self.fingerprint() == before
            return error
        return None

    def is_new(self, look: str) -> bool:
        """Whether the match has changed since such a look; looking at the same match twice would only cost time."""
        return self.looked_at.get(look) != self.match.steps

    def count(self) -> None:
        LiveMatchMachine.steps_made += 1


@pytest.mark.parametrize("run", range(RUNS))
def test_any_desync_is_repaired_in_three_commands(run: int) -> None:
    LiveMatchMachine.steps_made = 0
    while LiveMatchMachine.steps_made < STEPS // RUNS:
        begun = LiveMatchMachine.steps_made
        run_state_machine_as_test(
            seed(f"{run} {begun}")(type("SeededMachine", (LiveMatchMachine,), {})),
            settings=settings(
                max_examples=max(1, (STEPS // RUNS - begun) // USUAL_STEPS),
                stateful_step_count=STEPS_EACH,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
