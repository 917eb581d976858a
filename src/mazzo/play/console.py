"""The hidden side of a game: both decks, the shuffles and the enemy. It gives out your cards and the enemy's moves.

The enemy is given its own view of the game and nothing else. Its chance starts afresh with every move from the seed and
the number of the turn, so that a resumed game, or a move made again, gets the same answer.
"""

from __future__ import annotations

from mazzo.play.terms import Terms
from qb_engine.arena.arena import ArenaGame
from qb_engine.match.log import Step
from qb_engine.moves import Move, mirrored

ENEMY_STREAM = 1000
"""The first of the generator streams by which the enemy decides, one a turn."""


class Console:
    """A game that follows the steps of a match."""

    def __init__(self, terms: Terms, steps: tuple[Step, ...] = ()) -> None:
        self._terms = terms
        self._game = ArenaGame(terms.deal, hidden=not terms.is_open)
        for step in steps:
            self.follow(step)

    @property
    def hand(self) -> tuple[str, ...]:
        """Your cards."""
        return self._game.seen_by("Y")[0].hand

    @property
    def enemy_hand(self) -> tuple[str, ...]:
        """The enemy's cards, which nobody may be told before the game is over."""
        return self._game.seen_by("E")[0].hand

    def follow(self, step: Step) -> None:
        """Make happen what the match says; your draws it has dealt already."""
        if step.kind == "mulligan":
            self._game.mulligan("Y", step.data["returned"])
        elif step.kind in ("play", "pass"):
            self._game.make(Move.parse(step.data["move"]) if step.kind == "play" else None)
        elif step.kind in ("enemy_play", "enemy_pass"):
            # The enemy looks before it moves, also when the move is known, or it would have seen less.
            self._game.seen_by("E")
            self._game.make(mirrored(Move.parse(step.data["move"])) if step.kind == "enemy_play" else None)

    def enemy_move(self) -> Move | None:
        """What the enemy does now, seen from your side; None for a pass."""
        player = self._terms.player.seated(self._terms.deal.seed, ENEMY_STREAM + self._game.plies)
        move = player.choose(*self._game.seen_by("E"))
        return None if move is None else mirrored(move)
