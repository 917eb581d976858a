"""What has been seen of the enemy: cards, where and when, tiles, and what is left of a known deck. Facts only.

Boards and plays are public, so both sides are recorded and the questions are asked about one of them, "the enemy".
``AnnotatedState`` is a game together with its observation: who plays through it need not report anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace

from kernelkit.spoken import Said, sentence
from qb_engine.board_state import tile_index
from qb_engine.card_hydrator import shipped
from qb_engine.chronicle.chronicle import Chronicle
from qb_engine.chronicle.events import AddedToHand, Destroyed, Event, Placed, Spawned
from qb_engine.chronicle.observed_cards import (
    ObservedCard,
    ObservedTile,
    Origin,
    after_a_look,
    after_a_loss,
    after_a_play,
    entering,
    origin_of,
    tile_seen,
)
from qb_engine.errors import DeckContradictionError, IllegalActionError, InvalidDeckError, ObservedTurnError, Refusal
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import REFUSALS
from qb_engine.legality import SIDE_WORDS
from qb_engine.moves import SIDES, Move, Side, other

__all__ = [
    "AnnotatedState",
    "EnemyDeckKnowledge",
    "EnemyObservation",
    "EnemyObservationState",
    "ObservedCard",
    "ObservedTile",
    "Origin",
    "Side",
]


@dataclass(slots=True)
class EnemyDeckKnowledge:
    """The enemy's list, if it is known, and what has come out of it; without a list nothing can be left of it."""

    full_deck_ids: list[str] = field(default_factory=list)
    played_ids: list[str] = field(default_factory=list)
    remaining_ids: list[str] = field(default_factory=list)

    def with_played(self, card_ids: Iterable[str]) -> EnemyDeckKnowledge:
        """The knowledge after these plays; DeckContradictionError when a known deck does not hold them."""
        played = [*self.played_ids, *card_ids]
        unmatched = Counter(played)
        remaining = []
        for card_id in self.full_deck_ids:
            if unmatched[card_id]:
                unmatched[card_id] -= 1
            else:
                remaining.append(card_id)
        if self.full_deck_ids and +unmatched:
            raise _contradiction(min(+unmatched), played, self.full_deck_ids)
        return EnemyDeckKnowledge(list(self.full_deck_ids), played, remaining)


@dataclass(slots=True)
class EnemyObservationState:
    """Everything seen, in the order in which it was seen.

    ``tiles``, row by row as of the last update, and ``next_uid``, the number the next card on the board had then, are
    not compared.
    """

    observations: list[ObservedCard] = field(default_factory=list)
    enemy_observations: list[ObservedCard] = field(default_factory=list)
    enemy_deck_knowledge: EnemyDeckKnowledge = field(default_factory=EnemyDeckKnowledge)
    last_updated_turn: int = 0
    tiles: list[ObservedTile] = field(default_factory=list, compare=False)
    next_uid: int = field(default=0, compare=False)


class EnemyObservation:
    """Watches one game and never touches it. ``enemy_side`` is who is watched: E from your seat, Y from the other.

    A report that cannot be true raises a named error and changes nothing.
    """

    __slots__ = ("enemy_side", "known_enemy_deck_ids", "state")

    def __init__(
        self,
        known_enemy_deck_ids: Sequence[str] | None = None,
        *,
        enemy_side: Side = "E",
        allow_unknown: bool = False,
    ) -> None:
        self.enemy_side: Side = enemy_side
        self.known_enemy_deck_ids = tuple(known_enemy_deck_ids or ())
        for card_id in self.known_enemy_deck_ids:
            if not (allow_unknown and card_id not in shipped()) and shipped().get_card(card_id).is_token:
                reason = Said(sentence("{card} is a token, and tokens are never part of a deck"), card=card_id)
                raise InvalidDeckError(reason=reason)
        self.reset()

    def reset(self) -> None:
        """Forget the game; a known deck is whole again."""
        deck = EnemyDeckKnowledge(list(self.known_enemy_deck_ids)).with_played(())
        self.state = EnemyObservationState(enemy_deck_knowledge=deck)

    def clone(self) -> EnemyObservation:
        """An equal observation; what one of them sees from now on the other does not."""
        copy = EnemyObservation(enemy_side=self.enemy_side)
        copy.known_enemy_deck_ids = self.known_enemy_deck_ids
        old = self.state
        observations = [replace(card) for card in old.observations]
        copy.state = EnemyObservationState(
            observations,
            self._of_the_enemy(observations),
            old.enemy_deck_knowledge.with_played(()),
            old.last_updated_turn,
            list(old.tiles),
            old.next_uid,
        )
        return copy

    def from_the_other_seat(self) -> EnemyObservation:
        """The same record, watching the other side; its deck is not known from there, only what it has played."""
        turned = EnemyObservation(enemy_side=other(self.enemy_side))
        copy = self.clone().state
        mine = [card for card in copy.observations if card.side == turned.enemy_side]
        played = [card.card_id for card in mine if card.origin == "deck" and not card.is_in_hand]
        copy.enemy_observations = mine
        copy.enemy_deck_knowledge = EnemyDeckKnowledge().with_played(played)
        turned.state = copy
        return turned

    def __eq__(self, another: object) -> bool:
        """Whether the same was seen of the same side, with the same knowledge of its deck."""
        if not isinstance(another, EnemyObservation):
            return NotImplemented
        return (self.enemy_side, self.known_enemy_deck_ids, self.state) == (
            another.enemy_side,
            another.known_enemy_deck_ids,
            another.state,
        )

    __hash__ = None  # type: ignore[assignment]

    # The four parts of the state, under the names that the specification's text uses.

    @property
    def observations(self) -> list[ObservedCard]:
        """Every card of either side that was seen."""
        return self.state.observations

    @property
    def enemy_observations(self) -> list[ObservedCard]:
        """Every card of the enemy that was seen."""
        return self.state.enemy_observations

    @property
    def enemy_deck_knowledge(self) -> EnemyDeckKnowledge:
        """The enemy's list, if it is known, and what has come out of it."""
        return self.state.enemy_deck_knowledge

    @property
    def last_updated_turn(self) -> int:
        """The turn of the last look."""
        return self.state.last_updated_turn

    # What is reported.

    def update_from_game_state(self, state: GameState) -> None:
        """Look at the board: new cards are noted, cards that are gone are marked as destroyed this turn."""
        self._check_turn(state.turn)
        self._keep(after_a_look(self.state.observations, state.board, state.turn, self.state.next_uid))
        self.state.tiles = [tile_seen(tile) for tile in state.board.tiles]
        self.state.next_uid = int(state.board.record.next_uid)
        self.state.last_updated_turn = state.turn

    def register_enemy_play(
        self,
        card_id: str,
        lane_index: int,
        col_index: int,
        turn: int,
        origin: Origin = "deck",
        allow_unknown: bool = False,
    ) -> None:
        """The enemy lays a card. A card that was laid over another is found to have replaced it at the next update."""
        self._check_turn(turn)
        tile_index(lane_index, col_index)
        if not allow_unknown and card_id not in self.known_enemy_deck_ids:
            shipped().get_card(card_id)
        card = ObservedCard(card_id, self.enemy_side, origin, turn, lane_index, col_index)
        card.origin = origin_of(card_id, origin)
        # A side lays one card a turn: the same card on the same tile in the same turn was this very play.
        if not any(replace(seen, origin=card.origin) == card for seen in self._numbered()):
            self._keep(after_a_play(self.state.observations, card))

    def register_events(self, events: Iterable[Event], turn: int, first_uid: int) -> None:
        """What the steps of one play show: also cards that came and went within it, and cards added to hands."""
        self._check_turn(turn)
        observations = list(self.state.observations)
        uid = first_uid
        for event in events:
            match event:
                case Placed(card=card):
                    observations = after_a_play(observations, entering(card, turn, uid))
                    uid += 1
                case Spawned(card=card, source=source):
                    observations.append(entering(card, turn, uid, source.card_id))
                    uid += 1
                case Destroyed(card=card):
                    observations = after_a_loss(observations, card, turn)
                case AddedToHand(card_id=card_id, side=side):
                    observations.append(ObservedCard(card_id, side, origin_of(card_id, "effect"), turn, None, None))
        self._keep(observations)

    def _check_turn(self, turn: int) -> None:
        if turn < self.state.last_updated_turn:
            raise ObservedTurnError(asked=turn, last=self.state.last_updated_turn)

    def _numbered(self) -> list[ObservedCard]:
        """The cards that an update saw on the board."""
        return [card for card in self.state.observations if card.uid is not None]

    def _keep(self, observations: list[ObservedCard]) -> None:
        """Take over the record, unless the new cards contradict the known deck; a seen card keeps its entry."""
        old, new = self.state.observations, observations[len(self.state.observations) :]
        played = [card.card_id for card in self._of_the_enemy(new) if card.origin == "deck"]
        self.state.enemy_deck_knowledge = self.state.enemy_deck_knowledge.with_played(played)
        for seen, now in zip(old, observations, strict=False):
            _become(seen, now)
        self.state.observations = [*old, *new]
        self.state.enemy_observations = self._of_the_enemy(self.state.observations)

    def _of_the_enemy(self, cards: Iterable[ObservedCard]) -> list[ObservedCard]:
        return [card for card in cards if card.side == self.enemy_side]

    # What can be asked.

    def get_enemy_board_cards(self) -> list[ObservedCard]:
        """The enemy's cards on the board."""
        return [card for card in self.state.enemy_observations if card.is_on_board]

    def get_enemy_destroyed_cards(self) -> list[ObservedCard]:
        """The enemy's cards that have left the board."""
        return [card for card in self.state.enemy_observations if card.destroyed_on_turn is not None]

    def get_enemy_tokens(self) -> list[ObservedCard]:
        """The enemy's tokens, wherever they are or went."""
        return [card for card in self.state.enemy_observations if card.origin == "token"]

    def get_enemy_hand_cards(self) -> list[ObservedCard]:
        """The cards that are certain to be in the enemy's hand, because effects put them there."""
        return [card for card in self.state.enemy_observations if card.is_in_hand]

    def get_known_enemy_deck_remaining_ids(self) -> list[str]:
        """What the enemy has not played of its known deck, in the order of the list; nothing when it is unknown."""
        return list(self.state.enemy_deck_knowledge.remaining_ids)

    def get_all_enemy_observations(self) -> list[ObservedCard]:
        """Every card of the enemy that was seen, in that order."""
        return list(self.state.enemy_observations)

    def get_enemy_tiles(self) -> list[ObservedTile]:
        """The enemy's tiles with their pawns at the last update, row by row."""
        return [tile for tile in self.state.tiles if tile.owner == self.enemy_side]


@dataclass(slots=True)
class AnnotatedState:
    """A game and what is seen of it; play through it and both stay in step. What already lies there is seen at once."""

    state: GameState
    enemy_observation: EnemyObservation
    chronicle: Chronicle = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.chronicle = Chronicle(self.state)
        self.enemy_observation.update_from_game_state(self.state)

    def play(self, side: Side, move: Move) -> tuple[Event, ...]:
        """Lay a card, not ending the turn, and tell what happened; a hand that is not tracked may hold any card.

        A card that the enemy's known deck cannot give is a DeckContradictionError before anything changes.
        """
        state, observation = self.state, self.enemy_observation
        hand_index = _hand_index(state, side, move)
        if side == observation.enemy_side:
            place = (move.lane_index, move.col_index)
            observation.clone().register_enemy_play(move.card_id, *place, state.turn, allow_unknown=True)
        first_uid = int(state.record.next_uid)
        events = self.chronicle.play(side, move, hand_index)
        observation.register_events(events, state.turn, first_uid)
        observation.update_from_game_state(state)
        return events

    def end_turn(self) -> None:
        """The other side's turn begins."""
        self.state.end_turn()
        self.enemy_observation.update_from_game_state(self.state)

    def pass_turn(self, side: Side) -> tuple[Event, ...]:
        """Pass, which also ends the turn."""
        events = self.chronicle.pass_turn(side)
        self.enemy_observation.update_from_game_state(self.state)
        return events

    def clone(self) -> AnnotatedState:
        """An equal game with an equal observation; nothing is shared."""
        chronicle = self.chronicle.clone()
        copy = AnnotatedState(chronicle.state, self.enemy_observation.clone())
        copy.chronicle = chronicle
        return copy

    def __copy__(self) -> AnnotatedState:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> AnnotatedState:
        return self.clone()


def _hand_index(state: GameState, side: Side, move: Move) -> int | None:
    """Where the card is in a hand that is tracked; IllegalActionError out of turn or when it is not held."""
    number = SIDES.index(side)
    refusal = REFUSALS[state.engine.kernel.turn_refusal_of(state.cells, number)]
    if refusal is not None:
        raise IllegalActionError(refusal, str(move), there=SIDE_WORDS[state.side_to_act or "N"])
    hand = state.hand(side)
    index = hand.index_of(move.card_id)
    if index is None and state.record.hand_tracked[number]:
        raise IllegalActionError(Refusal.CARD_NOT_HELD, str(move), needed=move.card_id, there=len(hand))
    return index


def _become(seen: ObservedCard, now: ObservedCard) -> None:
    """Write what is known now into the entry of a card."""
    if seen is not now:
        for part in fields(ObservedCard):
            setattr(seen, part.name, getattr(now, part.name))


def _contradiction(card_id: str, played: list[str], deck: list[str]) -> DeckContradictionError:
    return DeckContradictionError(
        card_id=card_id,
        seen=played.count(card_id),
        copies=deck.count(card_id),
        played=", ".join(sorted(played)),
        deck=", ".join(sorted(deck)),
    )
