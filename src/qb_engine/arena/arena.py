"""One game between two players who see only their own side of it.

Each seat has an observation of its own, kept from what its own view shows: the enemy's seat observes the mirrored game.
Neither player is given the game itself, so nothing hidden can reach one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qb_engine.arena.players import Player
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import NO_CARD, Notes
from qb_engine.kernel.playout import MAX_PLIES as MAX_PLIES
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import SIDES, Move, Side, mirrored, other
from qb_engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that is settled before the first turn: decks, shuffles and who begins."""

    ruleset: Ruleset
    deck_you: tuple[str, ...]
    deck_enemy: tuple[str, ...]
    seed: int
    first: Side


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: your margin and how many turns it took."""

    margin: int
    plies: int


class ArenaGame:
    """A game in progress. The decks are known to both sides, unless they are ``hidden``.

    It stops after ``MAX_PLIES`` and counts as the board lies: cards that make cards could go on forever.
    """

    def __init__(self, deal: Deal, *, hidden: bool = False, noted: bool = False) -> None:
        state = GameState(deal.deck_you, deal.deck_enemy, seed=deal.seed, ruleset=deal.ruleset, first_player=deal.first)
        self._begin(state, deal.deck_you, deal.deck_enemy, hidden=hidden, noted=noted)

    @classmethod
    def of(cls, state: GameState, deck_you: Sequence[str], deck_enemy: Sequence[str]) -> ArenaGame:
        """A game that somebody else has dealt, from its first turn on; the players change ``state`` itself."""
        game = cls.__new__(cls)
        game._begin(state, deck_you, deck_enemy, hidden=False, noted=False)  # noqa: SLF001 - its own
        return game

    def _begin(
        self, state: GameState, deck_you: Sequence[str], deck_enemy: Sequence[str], *, hidden: bool, noted: bool
    ) -> None:
        self._state = state
        self._observations = {
            "Y": EnemyObservation(None if hidden else deck_enemy),
            "E": EnemyObservation(None if hidden else deck_you),
        }
        self.plies = 0
        engine = state.engine
        self._decks = [engine.numbers_row(engine.numbers_of(deck)) for deck in (deck_you, deck_enemy)]
        self._notes: Any = engine.rows(Notes, len(SIDES)) if noted else None

    @property
    def side_to_act(self) -> Side | None:
        """Whose turn it is; None when the game is over."""
        return self._state.side_to_act if self.plies < MAX_PLIES else None

    @property
    def result(self) -> Result:
        """The game as it stands, yours minus the enemy's."""
        return Result(self._state.score().margin, self.plies)

    def seen_by(self, side: Side) -> tuple[PlayerView, EnemyObservation]:
        """What a side sees, as if it sat in your seat; its observation is up to date."""
        view = PlayerView.of(self._state, side)
        observation = self._observations[side]
        # The view's own record: what a view must not hold, an observation cannot learn.
        observation.update_from_game_state(view.game)
        return view, observation

    def mulligan(self, side: Side, hand_indices: Sequence[int]) -> None:
        """A side exchanges these cards of its opening hand."""
        self._state.mulligan(side, hand_indices)

    def make(self, move: Move | None) -> None:
        """The side to act lays ``move``, as seen from its own seat, or passes; its turn ends."""
        state, side = self._state, self._state.side_to_act
        if side is None:
            raise ValueError("the game is over")
        self.plies += 1
        self._note(side, move)
        if move is None:
            state.pass_turn(side)
            return
        there = mirrored(move)
        own = move if side == "Y" else there
        index = state.hand(side).index_of(move.card_id)
        if index is None:
            raise ValueError(f"{move} was chosen and the hand holds {', '.join(state.hand(side).card_ids)}")
        turn = state.turn
        state.play_card_from_hand(side, index, own.lane_index, own.col_index)
        # Reported at once: a card that is gone again before the other looks has been played all the same.
        observer = self._observations[other(side)]
        observer.register_enemy_play(there.card_id, there.lane_index, there.col_index, turn)
        state.end_turn()

    def _note(self, side: Side, move: Move | None) -> None:
        if self._notes is not None:
            engine, seat = self._state.engine, SIDES.index(side)
            card = NO_CARD if move is None else engine.number(move.card_id)
            engine.kernel.note_choice(self._notes, self._state.cells, engine.work, seat, card, self._decks[seat])

    def notes(self) -> Any:
        """What either deck did, yours first, once the game is over; it was asked for when the game began."""
        for seat, deck in enumerate(self._decks):
            self._state.engine.kernel.note_ending(
                self._notes, self._state.cells, *self._state.engine.scratch.list_desk, seat, deck
            )
        return self._notes


def play(deal: Deal, players: Mapping[Side, Player], *, hidden: bool = False) -> Result:
    """The game of ``deal`` between the players in the two seats, to its end."""
    game = ArenaGame(deal, hidden=hidden)
    while (side := game.side_to_act) is not None:
        game.make(players[side].choose(*game.seen_by(side)))
    return game.result
