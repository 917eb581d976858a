"""A sample match: two of our decks and a console that plays the enemy, so that nothing has to be entered but moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qb_engine.arena.players import greedy_move
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.game_state import GameState
from qb_engine.live_match import LiveMatch
from qb_engine.match.log import Step
from qb_engine.moves import Move, Side
from qb_engine.ruleset import REBIRTH

DEFAULT_SEED = 7


def console(steps: Sequence[Step], seed: int) -> GameState:
    """The console's own game after these steps of the match."""
    yours, enemys = starter_decks()[:2]
    game = GameState(yours.deck, enemys.deck, seed=seed, ruleset=REBIRTH, first_player="Y")
    for step in steps:
        if step.kind == "mulligan":
            game.mulligan("Y", step.data["returned"])
        elif step.kind in ("play", "enemy_play"):
            _lay(game, step)
        elif step.kind in ("pass", "enemy_pass"):
            game.pass_turn("Y" if step.kind == "pass" else "E")
    return game


def _lay(game: GameState, step: Step) -> None:
    side: Side = "Y" if step.kind == "play" else "E"
    move = Move.parse(step.data["move"])
    index = game.hand(side).index_of(move.card_id)
    assert index is not None
    game.play_card_from_hand(side, index, move.lane_index, move.col_index)
    game.end_turn()


def start_sample(match: LiveMatch, seed: int) -> None:
    """Deal the match; both decks are known."""
    yours, enemys = starter_decks()[:2]
    hand = console((), seed).hand("Y").card_ids
    match.start(hand, first="Y", rules=REBIRTH.name, deck=tuple(yours.deck), enemy_deck=tuple(enemys.deck))


def new_cards(match: LiveMatch, returned: Sequence[int], seed: int) -> list[str]:
    """What the console gives for the cards at these places of the opening hand."""
    before = list(match.state.hand)
    kept = Counter(card_id for place, card_id in enumerate(before) if place not in returned)
    tried = (*match.steps, Step(0, "mulligan", {"returned": list(returned), "drawn": []}))
    return sorted((Counter(console(tried, seed).hand("Y").card_ids) - kept).elements())


def console_moves(match: LiveMatch, seed: int) -> None:
    """Enter what the console does until it is your decision: the enemy's moves and your draws."""
    while match.phase in ("enemy_play", "your_draw"):
        game = console(match.steps, seed)
        if match.phase == "your_draw":
            match.draw(game.hand("Y").card_ids[-1])
            continue
        move = greedy_move(game, "E")
        if move is None:
            match.enemy_pass()
        else:
            match.enemy_play(move)
