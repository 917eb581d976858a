"""A match mirrored from the console: the loop, what can be put right, and the rules that explain a board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kernelkit.journal import MemoryStore
from qb_engine.errors import IllegalMoveError, MatchStepError, QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import all_tiles
from qb_engine.match.phases import EXPECTED
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, Ruleset, single_switch_variants
from support.coached_games import recommended

IDS = [card.id for card in engine_for(REBIRTH).cards if not card.is_token]


class Console:
    """A real game on a console, mirrored move by move into a live match."""

    def __init__(self, seed: int, ruleset: Ruleset = REBIRTH, *, known: bool = True) -> None:
        self.chance = Random(seed)
        decks = [self.chance.sample(IDS, DECK_SIZE) for _ in range(2)]
        self.first = self.chance.choice(("Y", "E"))
        self.game = GameState(*decks, seed=seed, ruleset=ruleset, first_player=self.first)  # type: ignore[arg-type]
        self.journal = MemoryStore().journal("qb/match")
        self.match = LiveMatch(self.journal)
        self.match.start(
            self.game.hand("Y").card_ids,
            first=self.first,  # type: ignore[arg-type]
            deck=decks[0] if known else None,
            enemy_deck=decks[1] if known else None,
        )
        self.match.mulligan([], [])

    def plies(self) -> Iterator[tuple[str, Move | None]]:
        """Play the console's game on, each ply before it is mirrored."""
        while (side := self.game.side_to_act) is not None:
            moves = self.game.legal_moves(side)
            if moves:
                move = self.chance.choice(moves)
                index = self.game.hand(side).index_of(move.card_id)
                assert index is not None
                self.game.play_card_from_hand(side, index, move.lane_index, move.col_index)
                self.game.end_turn()
                yield side, move
            else:
                self.game.pass_turn(side)
                yield side, None

    def mirror(self, side: str, move: Move | None) -> None:
        """Tell the match what happened, the draw first when one is due."""
        match = self.match
        if side == "Y":
            match.play(move) if move else match.pass_turn()
        else:
            match.enemy_play(move) if move else match.enemy_pass()
        if match.phase == "your_draw":
            match.draw(self.game.hand("Y").card_ids[-1])


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
def test_a_mirrored_match_is_the_consoles_game(known: bool) -> None:
    for seed in range(25):
        console = Console(seed, known=known)
        for side, move in console.plies():
            console.mirror(side, move)
            assert all_tiles(console.match.state.game) == all_tiles(console.game)
            assert console.match.state.hand == console.game.hand("Y").card_ids
            assert console.match.state.enemy_hand_count == len(console.game.hand("E"))
        assert console.match.phase == "over"


def test_a_match_goes_on_from_its_journal_to_the_last_entry() -> None:
    console = Console(3)
    for number, (side, move) in enumerate(console.plies()):
        console.mirror(side, move)
        again = LiveMatch(console.journal)
        assert again.state.game.state_hash == console.match.state.game.state_hash
        assert again.phase == console.match.phase
        if number == 8:
            break


def test_what_comes_out_of_order_is_refused_with_what_is_expected_and_changes_nothing() -> None:
    console = Console(1)
    match = console.match
    expected = {"your_play": ["enemy_pass", "draw"], "enemy_play": ["pass_turn", "draw"]}[match.phase]
    before, entries = match.state.game.state_hash, len(list(console.journal.entries()))
    for name in expected:
        with pytest.raises(MatchStepError) as caught:
            match.draw("001") if name == "draw" else getattr(match, name)()
        assert caught.value.remedy is EXPECTED[match.phase]
    with pytest.raises(QueensBloodError):
        match.play(Move("145", 1, 2)) if match.phase == "your_play" else match.enemy_play(Move("145", 1, 2))
    assert match.state.game.state_hash == before
    assert len(list(console.journal.entries())) == entries


def test_undo_and_redo_walk_the_whole_match() -> None:
    console = Console(5)
    for side, move in console.plies():
        console.mirror(side, move)
    match = console.match
    last, count = match.state.game.state_hash, len(match.steps)
    while len(match.steps) > 1:
        match.undo()
    with pytest.raises(MatchStepError, match="nothing"):
        match.undo()
    while len(match.steps) < count:
        match.redo()
    assert match.state.game.state_hash == last
    with pytest.raises(MatchStepError, match="nothing"):
        match.redo()


def test_a_fix_replays_what_came_after_it_or_is_refused_whole() -> None:
    match = LiveMatch(MemoryStore().journal("qb/match"))
    match.start(["001", "007", "008", "013", "026"], first="Y")
    match.mulligan([], [])
    match.play(Move.parse("001@M1"))
    match.enemy_play(Move.parse("007@M5"))
    number = match.steps[-2].number
    match.fix(number, "play", {"move": "007@T1"})
    assert match.state.game.board.tile(0, 0).card_id == "007"
    assert match.state.game.board.tile(1, 4).card_id == "007"
    before = match.state.game.state_hash
    with pytest.raises(IllegalMoveError):
        match.fix(number, "play", {"move": "008@T5"})
    with pytest.raises(MatchStepError, match="no step"):
        match.fix(99, "play", {"move": "001@M1"})
    assert match.state.game.state_hash == before


def test_advice_never_uses_a_stale_hand() -> None:
    match = LiveMatch(MemoryStore().journal("qb/match"))
    match.start(["001", "007", "008", "013", "026"], first="Y")
    match.mulligan([], [])
    assert {str(m.candidate.move)[:3] for m in recommended(match).moves} == {"001", "007", "008", "013", "026"}
    match.sync_hand(["005", "005"])
    assert {str(m.candidate.move)[:3] for m in recommended(match).moves} == {"005"}
    match.play(Move.parse("005@M1"))
    with pytest.raises(MatchStepError, match="your move"):
        recommended(match)


def test_a_mulligan_returns_cards_that_the_hand_has() -> None:
    match = LiveMatch(MemoryStore().journal("qb/match"))
    match.start(["001", "007", "008", "013", "026"], first="Y")
    match.sync_hand(["001", "007", "008"])
    with pytest.raises(MatchStepError, match="each place once"):
        match.mulligan([3], ["005"])
    match.mulligan([2], ["005"])
    assert match.state.hand == ("001", "007", "005")


def test_a_card_that_your_known_deck_does_not_hold_is_refused() -> None:
    deck = IDS[:DECK_SIZE]
    match = LiveMatch(MemoryStore().journal("qb/match"))
    with pytest.raises(MatchStepError, match="no 145 left"):
        match.start(["145", *deck[1:5]], first="Y", deck=deck)
    assert match.phase == "start"
    match.start(deck[:5], first="Y", deck=deck)
    with pytest.raises(MatchStepError, match="as many"):
        match.mulligan([0, 1], [deck[5]])
    match.mulligan([0, 1], [deck[5], deck[6]])
    assert match.state.hand == (*deck[2:5], deck[5], deck[6])


@pytest.mark.slow
def test_a_synced_board_names_the_switch_that_explains_it() -> None:
    variants = [
        (name, rules)
        for name, rules in single_switch_variants(REBIRTH)
        if next(iter(rules.differences(REBIRTH))) not in ("first_player", "max_copies", "mulligan_return", "expand")
    ]
    right = told = 0
    seed = 0
    while told < 2 * len(variants):
        name, rules = variants[seed % len(variants)]
        console = Console(1000 + seed, rules)
        seed += 1
        for side, move in console.plies():
            try:
                console.mirror(side, move)
                differs = all_tiles(console.match.state.game) != all_tiles(console.game)
            except QueensBloodError:
                break  # the console knows a move that our rules refuse, and only a sync of the whole board could tell
            if differs:
                told += 1
                before = console.match.state.game.state_hash
                found = console.match.sync_board(all_tiles(console.game))
                right += name in [finding.rules for finding in found]
                assert console.match.state.game.state_hash != before
                assert all_tiles(console.match.state.game) == all_tiles(console.game)
                break
    assert right == told


def test_an_adopted_rule_plays_the_match_from_its_beginning() -> None:
    console = Console(0, Ruleset.parse("rebirth+capture=keep_plus"))
    for side, move in console.plies():
        try:
            console.mirror(side, move)
        except QueensBloodError:
            break
        if all_tiles(console.match.state.game) != all_tiles(console.game):
            found = console.match.sync_board(all_tiles(console.game))
            assert "rebirth+capture=keep_plus" in [finding.rules for finding in found]
            console.match.adopt("rebirth+capture=keep_plus")
            assert all_tiles(console.match.state.game) == all_tiles(console.game)
