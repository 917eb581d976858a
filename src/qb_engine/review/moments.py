"""A recorded game decision by decision: what the side to move saw, what it could know, and what it did.

Each moment is seen from the seat of whoever moves, as if it were yours. Where the record names a deck, its owner's
opponent knows it; otherwise the opponent knows only what was laid. Hidden cards of the record never reach a moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import shipped
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import DeckContradictionError
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.match.board_sync import cards_laid_out
from qb_engine.match.repairs import corrected
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, Move, Side, mirrored, other
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.records.record import Event, GameFile, SetPosition, SideAction
from qb_engine.records.replay import Playback


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A decision. ``view``, ``observation`` and ``move`` are the mover's own; ``board`` lies as the record has it.

    ``number`` counts the events of the record from 1, ``ply`` its moves and passes. A pass has no ``move``.
    """

    number: int
    ply: int
    turn: int
    side: Side
    view: PlayerView
    observation: EnemyObservation
    move: Move | None
    board: BoardState

    @property
    def played(self) -> Move | None:
        """The move as the record has it."""
        return seen_from(self.side, self.move)


def seen_from(side: Side, move: Move | None) -> Move | None:
    """A move between the record and the seat of ``side``, either way: the other seat looks from the other end."""
    return move if move is None or side == "Y" else mirrored(move)


def moments(game: GameFile) -> Iterator[Moment]:
    """Every decision of a side whose hand is known, in order; overrides happened to the record, nobody chose them."""
    playback, ply = Playback(game.opening), 0
    knowledge = _Knowledge(game, playback.state)
    for number, event in enumerate(game.events, 1):
        if isinstance(event, SideAction) and not isinstance(event.action, Draw | Mulligan):
            ply += 1
            if not event.is_override and playback.state.is_hand_tracked(event.side):
                yield _moment(knowledge, playback.state, number, ply, event)
        before = playback.state.clone()
        playback.apply(event)
        knowledge.learn(event, before, playback.state)


def _moment(knowledge: _Knowledge, state: GameState, number: int, ply: int, step: SideAction) -> Moment:
    move = None if isinstance(step.action, Pass) else step.action
    assert move is None or isinstance(move, Move)
    side = step.side
    board = state.board.clone()
    view, observation = knowledge.view(state, side), knowledge.observation(side)
    return Moment(number, ply, state.turn, side, view, observation, seen_from(side, move), board)


class _Knowledge:
    """What each side has laid and was given, counted along the record."""

    def __init__(self, game: GameFile, state: GameState) -> None:
        opening = game.opening
        self._decks = dict(zip(SIDES, opening.decks, strict=True))
        self._has_piles = opening.is_dealt or opening.start is not None
        self._laid = cards_laid_out(state)
        self._given: dict[Side, Counter[str]] = {side: Counter() for side in SIDES}

    def learn(self, event: Event, before: GameState, after: GameState) -> None:
        """Count what an event laid, and what its effects put into hands; a corrected board corrects the count."""
        if isinstance(event, SideAction) and isinstance(event.action, Move):
            self._laid[event.side][event.action.card_id] += 1
            for side, card_id in after.added:
                self._given[side][card_id] += 1
        elif isinstance(event, SetPosition):
            old, new = cards_laid_out(before), cards_laid_out(after)
            for side in SIDES:
                self._laid[side] = corrected(self._laid[side], old[side], new[side])

    def view(self, state: GameState, seat: Side) -> PlayerView:
        """What the player in ``seat`` sees."""
        return PlayerView.of(state, seat, self._counted(state, seat))

    def _counted(self, state: GameState, seat: Side) -> Counted:
        """What the record says of the hidden cards where it has them, and what was counted where it has not."""
        counted, enemy = Counted.of(state, seat), other(seat)
        drawn = state.draws_made(enemy)
        if not self._has_piles:
            undrawn = DECK_SIZE - OPENING_HAND - drawn
            counted = replace(counted, deck_ids=self._left(state, seat), enemy_deck_count=undrawn)
        if state.is_hand_tracked(enemy):
            return counted
        held = OPENING_HAND + drawn + self._given[enemy].total() - self._laid[enemy].total()
        certain = tuple(sorted((self._given[enemy] - self._laid[enemy]).elements()))
        return replace(counted, enemy_hand_count=max(held, len(certain)), enemy_certain=certain)

    def _left(self, state: GameState, side: Side) -> tuple[str, ...] | None:
        """What a side may still draw of its known deck: what it neither holds nor has laid."""
        deck = self._decks[side]
        if deck is None:
            return None
        left = Counter(deck) - Counter(state.hand(side).card_ids) - self._laid[side]
        return tuple(sorted(left.elements()))

    def observation(self, seat: Side) -> EnemyObservation:
        """What the player in ``seat`` knows of the other's cards."""
        enemy = other(seat)
        from_deck = self._laid[enemy] - self._given[enemy]
        played = sorted(card_id for card_id in from_deck.elements() if not shipped().get_card(card_id).is_token)
        try:
            return _observed(self._decks[enemy], played)
        except DeckContradictionError:
            # Overrides laid a card that the list does not have: the list was another deck's.
            return _observed(None, played)


def _observed(deck: tuple[str, ...] | None, played: list[str]) -> EnemyObservation:
    """An observation of these plays."""
    observation = EnemyObservation(deck)
    known = observation.state.enemy_deck_knowledge
    observation.state.enemy_deck_knowledge = known.with_played(played)
    return observation
