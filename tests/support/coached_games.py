"""Games stopped somewhere, with what was seen of the enemy, for tests of prediction and coaching."""

from __future__ import annotations

from random import Random

from qb_engine.card_hydrator import shipped
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.live_match import LiveMatch
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move, tile_place
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import REBIRTH, Ruleset


def deck_ids() -> list[str]:
    """Every card that may be in a deck."""
    return [card.id for card in shipped().cards if not card.is_token]


def stopped_game(
    ruleset: Ruleset, seed: int, *, known: bool, engine: RulesEngine | None = None
) -> tuple[AnnotatedState, list[str]]:
    """A random game at a turn of yours, or over, and its moves as text: ``Y 020@M2``, ``E pass``."""
    chance = Random(seed)
    decks = [chance.sample(deck_ids(), DECK_SIZE) for _ in range(2)]
    state = dealt(decks, seed, ruleset, engine)
    game, story = AnnotatedState(state, EnemyObservation(decks[1] if known else None)), []
    rounds = chance.randrange(8)
    while (side := game.state.side_to_act) is not None and (side == "E" or game.state.turn <= 2 * rounds):
        moves = game.state.legal_moves(side)
        move = chance.choice(moves) if moves and chance.random() > 0.04 else None
        story.append(f"{side} {move or 'pass'}")
        if move is None:
            game.pass_turn(side)
        else:
            game.play(side, move)
            game.end_turn()
    return game, story


def dealt(decks: list[list[str]], seed: int, ruleset: Ruleset, engine: RulesEngine | None) -> GameState:
    """A dealt game, on a given engine when there is one."""
    state = GameState(*decks, seed=seed, ruleset=ruleset)
    if engine is None:
        return state
    again = GameState.on(engine)
    engine.kernel.opening_board(again.cells)
    for side in ("Y", "E"):
        again.write_hand(side, state.hand(side).card_ids)
        again.write_deck(side, state.deck(side))
    engine.kernel.begin_turn(again.cells, 0)
    return again


def scene(moves: str, hand: str, enemy: str = "", *, ruleset: Ruleset = REBIRTH, passes: int = 0) -> AnnotatedState:
    """A board made by free plays such as ``Y 007@M1 E 008@M5``, your hand, and the enemy's known cards, 5 in hand."""
    state = GameState.on(engine_for(ruleset))
    state.engine.kernel.opening_board(state.cells)
    words = moves.split()
    for side, text in zip(words[::2], words[1::2], strict=True):
        card_id, tile = text.split("@")
        state.play_free("Y" if side == "Y" else "E", Move(card_id, *tile_place(tile)))
    state.write_hand("Y", hand.split())
    held = enemy.split()
    state.write_hand("E", held[:5])
    state.write_deck("E", held[5:])
    state.record.turn, state.record.passes = 5, passes
    laid = [text.split("@")[0] for side, text in zip(words[::2], words[1::2], strict=True) if side == "E"]
    return AnnotatedState(state, EnemyObservation([*laid, *held] if held else None))


def recommended(match: LiveMatch) -> CoachingRecommendation:
    """Quick advice on a live match; MatchStepError unless it is your move."""
    return CoachingEngine().advise(match.state.view_to_move(), match.state.observation)
