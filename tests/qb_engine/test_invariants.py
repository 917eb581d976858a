"""What holds after every ply of any game: tiles, ranks, cards, symmetry, determinism, and clones that share nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from qb_engine.board_state import BoardState
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import IllegalMoveError
from qb_engine.game_state import GameState
from qb_engine.kernel import log
from qb_engine.moves import COLUMNS, SIDES, Move, Side, other
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.scoring import compute_match_score

from .random_games import Ply, make, random_decks, random_game, random_plies

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
GAMES = 80
"""Whole games under each preset."""
Cards = dict[Side, Counter[str]]


# Tiles and cards


def check_tiles(state: GameState) -> None:
    tiles = state.board.tiles
    assert len(tiles) == 15
    for tile in tiles:
        assert 0 <= tile.rank <= 3
        assert tile.owner in ("Y", "E", "N")
        assert tile.owner != "N" or tile.rank == 0
        assert not tile.is_occupied or tile.owner == tile.card_owner
        assert tile.is_occupied or (tile.power, tile.power_delta, tile.scale_delta) == (0, 0, 0)
    uids = [tile.uid for tile in tiles if tile.is_occupied]
    assert len(set(uids)) == len(uids)


def held(state: GameState) -> Cards:
    """Every card that a side has in its deck, in its hand and on the board."""
    cards: Cards = {side: Counter(state.deck(side)) + Counter(state.hand(side)) for side in SIDES}
    for tile in state.board.tiles:
        if tile.card_id is not None and tile.card_owner is not None:
            cards[tile.card_owner][tile.card_id] += 1
    return cards


def noted(state: GameState, kind: int) -> Cards:
    """The cards of each side that the last play's log names for ``kind``."""
    work = state.engine.seen(state.engine.work)
    cards: Cards = {"Y": Counter(), "E": Counter()}
    for i in range(work.log_count):
        if work.log_kind[i] == kind:
            cards[SIDES[work.log_side[i]]][state.engine.cards[work.log_card[i]].id] += 1
    return cards


@pytest.mark.slow
@BOTH
def test_fifteen_tiles_legal_ranks_and_no_card_lost_or_made_from_nothing(ruleset: Ruleset) -> None:
    """Deck, hand, board and destroyed cards are together the fifteen of the deck and what was added or spawned."""
    plies = destroyed_cards = 0
    work = engine_for(ruleset).seen(engine_for(ruleset).work)
    work.log_on = 1
    for seed in range(GAMES):
        state = random_game(ruleset, seed)
        account = held(state)
        assert [account[side].total() for side in SIDES] == [15, 15]
        for ply in random_plies(state, seed):
            make(state, ply)
            check_tiles(state)
            for owner, card_id in state.added:
                account[owner][card_id] += 1
            spawned, destroyed = noted(state, log.SPAWNED), noted(state, log.DESTROYED)
            for side in SIDES:
                account[side] = account[side] + spawned[side] - destroyed[side]
                destroyed_cards += destroyed[side].total()
            assert held(state) == account
            plies += 1
    work.log_on = 0
    assert plies > 10 * GAMES
    assert destroyed_cards > GAMES // 2


@pytest.mark.slow
@BOTH
def test_whatever_is_listed_as_legal_is_accepted_and_nothing_else(ruleset: Ruleset) -> None:
    for seed in range(2):
        state = random_game(ruleset, seed)
        for ply in random_plies(state, seed):
            side = ply[0]
            legal = set(state.legal_moves(side))
            for card_id in set(state.hand(side)):
                for tile in range(15):
                    check_move(state, side, Move(card_id, *divmod(tile, COLUMNS)), legal)
            make(state, ply)


def check_move(state: GameState, side: Side, move: Move, legal: set[Move]) -> None:
    copy = state.clone()
    if move in legal:
        make(copy, (side, move))
        return
    with pytest.raises(IllegalMoveError):
        make(copy, (side, move))
    assert copy.state_hash == state.state_hash


# Determinism


@BOTH
def test_the_same_seed_and_moves_give_the_same_hashes(ruleset: Ruleset) -> None:
    for seed in range(10):
        one, two = random_game(ruleset, seed), random_game(ruleset, seed)
        for ply in random_plies(one, seed):
            make(one, ply)
            make(two, ply)
            assert one.state_hash == two.state_hash
            assert str(one.board) == str(two.board)


# Mirror symmetry


def dealt(ruleset: Ruleset, hands: dict[Side, Any], decks: dict[Side, Any], first: Side) -> GameState:
    engine = engine_for(ruleset)
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    for side in SIDES:
        state.write_hand(side, hands[side])
        state.write_deck(side, decks[side])
    engine.kernel.begin_turn(state.cells, SIDES.index(first))
    return state


def mirrored_ply(ply: Ply) -> Ply:
    side, move = ply
    return other(side), move and Move(move.card_id, move.lane_index, COLUMNS - 1 - move.col_index)


def seen(board: BoardState, mirror: bool) -> list[tuple[Any, ...]]:
    """Everything on the tiles; mirrored, with columns turned round and sides exchanged."""
    swap = {"Y": "E", "E": "Y", "N": "N", None: None} if mirror else {"Y": "Y", "E": "E", "N": "N", None: None}
    facts = []
    for lane in range(3):
        for column in range(COLUMNS):
            tile = board.tile(lane, COLUMNS - 1 - column if mirror else column)
            owners = swap[tile.owner], swap[tile.card_owner]
            powers = tile.power, tile.power_delta, tile.scale_delta
            facts.append((*owners, tile.rank, tile.card_id, *powers, tile.trigger_state, tile.spawned_by))
    return facts


@pytest.mark.slow
@BOTH
def test_a_mirrored_game_gives_the_mirrored_board_and_the_same_hands_as_multisets(ruleset: Ruleset) -> None:
    for seed in range(GAMES // 5):
        yours, enemys = random_decks(seed)
        hands: dict[Side, Any] = {"Y": yours[:5], "E": enemys[:5]}
        decks: dict[Side, Any] = {"Y": yours[5:], "E": enemys[5:]}
        game = dealt(ruleset, hands, decks, "Y")
        mirror = dealt(ruleset, {"Y": hands["E"], "E": hands["Y"]}, {"Y": decks["E"], "E": decks["Y"]}, "E")
        for ply in random_plies(game, seed):
            make(game, ply)
            make(mirror, mirrored_ply(ply))
            assert seen(game.board, mirror=False) == seen(mirror.board, mirror=True)
            for side in SIDES:
                assert Counter(game.hand(side)) == Counter(mirror.hand(other(side)))
                moves = {mirrored_ply((side, move))[1] for move in game.legal_moves(side)}
                assert moves == set(mirror.legal_moves(other(side)))
            assert game.score().margin == -mirror.score().margin
        assert game.is_over == mirror.is_over


# Looking changes nothing, and copies share nothing


@pytest.mark.slow
@BOTH
def test_scoring_and_looking_never_change_the_game(ruleset: Ruleset) -> None:
    for seed in range(15):
        state = random_game(ruleset, seed)
        for ply in random_plies(state, seed):
            make(state, ply)
            before = state.state_hash
            compute_match_score(state.board)
            compute_match_score(state.board, EffectEngine(ruleset=SPEC))
            str(state.board)
            _ = state.outcome, state.added, state.legal_moves("Y"), state.legal_moves("E")
            for tile in state.board.tiles:
                state.board.effective_power(*divmod(tile.index, COLUMNS))
            assert state.state_hash == before


@BOTH
def test_a_clone_is_equal_isolated_and_its_next_shuffle_is_the_same(ruleset: Ruleset) -> None:
    for seed in range(15):
        state = random_game(ruleset, seed)
        for ply in random_plies(state, seed):
            clone, before = state.clone(), (state.state_hash, str(state.board))
            assert clone.state_hash == state.state_hash
            make(clone, ply)
            clone.shuffle_deck("Y")
            assert (state.state_hash, str(state.board)) == before
            make(state, ply)
            state.shuffle_deck("Y")
            assert (state.state_hash, state.deck("Y")) == (clone.state_hash, clone.deck("Y"))
