"""Matches on a console that plays by rules of its own, mirrored by somebody who believes in others and syncs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kernelkit.journal import MemoryJournal
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import all_tiles
from qb_engine.match.files import game_of
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move, Side
from qb_engine.records import GameFile
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, Ruleset


def deckable_ids() -> list[str]:
    return [card.id for card in engine_for(REBIRTH).cards if not card.is_token]


def synced_match(seed: int, rules: Ruleset, believed: Ruleset = REBIRTH, *, whole: bool = True) -> GameFile:
    """A match under hidden ``rules``; whenever the board is another one, the tiles are synced.

    ``whole`` names every tile; otherwise only those that differ, and one that does not.
    """
    chance = Random(seed)
    decks = [chance.sample(deckable_ids(), DECK_SIZE) for _ in range(2)]
    game = GameState(*decks, seed=seed, ruleset=rules, first_player="Y")
    match = LiveMatch(MemoryJournal())
    match.start(game.hand("Y").card_ids, first="Y", rules=believed.name)
    match.mulligan([], [])
    for side, move in _plies(game, chance):
        try:
            _mirror(match, side, move)
        except QueensBloodError:
            break  # These rules refuse what the console did; who mirrors stops here.
        _sync(match, game, whole)
        if match.phase == "your_draw":
            match.draw(game.hand("Y").card_ids[-1])
    return game_of(match.steps)


def _plies(game: GameState, chance: Random) -> Iterator[tuple[Side, Move | None]]:
    while (side := game.side_to_act) is not None:
        moves = game.legal_moves(side)
        move = chance.choice(moves) if moves else None
        if move is None:
            game.pass_turn(side)
        else:
            index = game.hand(side).index_of(move.card_id)
            assert index is not None
            game.play_card_from_hand(side, index, move.lane_index, move.col_index)
            game.end_turn()
        yield side, move


def _mirror(match: LiveMatch, side: Side, move: Move | None) -> None:
    if side == "Y":
        match.play(move) if move else match.pass_turn()
    else:
        match.enemy_play(move) if move else match.enemy_pass()


def _sync(match: LiveMatch, game: GameState, whole: bool) -> None:
    ours, seen = all_tiles(match.state.game), all_tiles(game)
    other = {name: tile for name, tile in seen.items() if tile != ours[name]}
    if other:
        match.sync_board(seen if whole else {**other, "M1": seen["M1"]}, explain=False)
