"""A game that is listened to: the events of every move, read from the kernel's log, and who changed whose power."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qb_engine.board_state import OWNERS
from qb_engine.chronicle.events import (
    AddedToHand,
    AuraChanged,
    CardAt,
    CutShort,
    Destroyed,
    Event,
    LaneResult,
    Passed,
    PawnChanged,
    Placed,
    PowerChanged,
    Replaced,
    Scaled,
    Spawned,
    TriggerFired,
)
from qb_engine.effect_registry_utils import TRIGGERS
from qb_engine.errors import IllegalActionError, Refusal
from qb_engine.game_state import GameState
from qb_engine.kernel import log
from qb_engine.kernel.layout import LOG_CAPACITY, NO_CARD, NO_TILE
from qb_engine.kernel.powers import aura_between
from qb_engine.moves import COLUMNS, SIDES, TILES, Move, Side, tile_name
from qb_engine.rules_engine import RulesEngine

PowerSources = dict[int, tuple[tuple[str, int], ...]]
"""For each instance number, the cards that changed its power and by how much, in order."""


class Chronicle:
    """A game that is listened to. Play through it and every step can be told, now or later."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[tuple[Event, ...]] = []
        self.power_sources: PowerSources = {}

    def play(self, side: Side, move: Move, hand_index: int | None = None) -> tuple[Event, ...]:
        """Lay a hand card, not ending the turn; what happened, in order. A refused move leaves no trace.

        Where nobody tracks the hand, any card may be in it.
        """
        state = self.state
        index = state.hand(side).index_of(move.card_id) if hand_index is None else hand_index
        if index is None and state.is_hand_tracked(side):
            size = len(state.hand(side))
            raise IllegalActionError(Refusal.CARD_NOT_HELD, str(move), needed=move.card_id, there=size)
        reader = _Reader(state)
        with listening(state.engine):
            if index is None:
                state.play_free(side, move)
            else:
                state.play_card_from_hand(side, index, move.lane_index, move.col_index)
        return self._keep(reader)

    def play_free(self, side: Side, move: Move) -> tuple[Event, ...]:
        """The same for a card from nowhere, whoever is to act."""
        reader = _Reader(self.state)
        with listening(self.state.engine):
            self.state.play_free(side, move)
        return self._keep(reader)

    def pass_turn(self, side: Side) -> tuple[Event, ...]:
        """Pass, which also ends the turn."""
        self.state.pass_turn(side)
        self.events.append((Passed(side),))
        return self.events[-1]

    def clone(self) -> Chronicle:
        """An equal chronicle over an equal game; nothing is shared."""
        copy = Chronicle(self.state.clone())
        copy.events = list(self.events)
        copy.power_sources = dict(self.power_sources)
        return copy

    def _keep(self, reader: _Reader) -> tuple[Event, ...]:
        events = tuple(reader.events())
        for uid, source_id, amount in reader.changes:
            self.power_sources[uid] = (*self.power_sources.get(uid, ()), (source_id, amount))
        self.events.append(events)
        return events


def trace(state: GameState, side: Side, move: Move) -> tuple[Event, ...]:
    """The steps that ``move`` would take, in order; the game itself stays as it is."""
    return Chronicle(state.clone()).play(side, move)


class listening:  # noqa: N801 - a context, written like a verb
    """While this lasts the engine notes every step."""

    def __init__(self, engine: RulesEngine) -> None:
        self._work = engine.seen(engine.work)

    def __enter__(self) -> None:
        self._work.log_on = 1

    def __exit__(self, *_reason: object) -> None:
        self._work.log_on = 0


class _Reader:
    """Reads the log of one play. The log names tiles; which card lay there it knows from following along."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._engine = state.engine
        self._tables = state.engine.seen(state.engine.tables)
        self._before = state.score()
        record = state.record
        self._cards = {
            tile: (int(record.card[tile]), int(record.card_owner[tile]), int(record.uid[tile]))
            for tile in range(TILES)
            if record.card[tile] != NO_CARD
        }
        self._next_uid = int(record.next_uid)
        self._dying: set[int] = set()
        self.changes: list[tuple[int, str, int]] = []

    def events(self) -> Iterator[Event]:
        work = self._engine.seen(self._engine.work)
        fields = ("log_kind", "log_tile", "log_source", "log_card", "log_side", "log_amount")
        columns = [getattr(work, name) for name in fields]
        for i in range(int(work.log_count)):
            kind, tile, *rest = (int(column[i]) for column in columns)
            read: Callable[..., Event] = _READERS[kind]
            yield read(self, tile, *rest)
            if kind in (log.PLACED, log.SPAWNED):
                yield from self._auras_felt(tile)
        if work.log_count == LOG_CAPACITY:
            yield CutShort()
        after = self._state.score()
        for old, new in zip(self._before.lanes, after.lanes, strict=True):
            if old != new:
                yield LaneResult(old, new)

    def _auras_felt(self, tile: int) -> Iterator[Event]:
        """The auras that were there before the card on ``tile`` and now act on it too."""
        owner = self._cards[tile][1]
        for other, (card, side, _uid) in sorted(self._cards.items()):
            amount = self._aura_on(card, side, other, owner, tile) if other not in self._dying else 0
            if amount:
                yield AuraChanged(self._card_at(other), amount, is_on=True, touched=(self._card_at(tile),))

    def _aura_on(self, card: int, side: int, tile: int, owner: int, other: int) -> int:
        return aura_between(self._tables, card, side, tile, owner, other)

    def _card_at(self, tile: int) -> CardAt:
        card, side, _uid = self._cards[tile]
        return self._named(card, side, tile)

    def _named(self, card: int, side: int, tile: int) -> CardAt:
        return CardAt(self._engine.cards[card].id, SIDES[side], tile_name(*divmod(tile, COLUMNS)))

    def _enter(self, tile: int, card: int, side: int) -> CardAt:
        self._cards[tile] = (card, side, self._next_uid)
        self._dying.discard(tile)
        self._next_uid += 1
        return self._named(card, side, tile)

    def placed(self, tile: int, _source: int, card: int, side: int, amount: int) -> Event:
        return Placed(self._enter(tile, card, side), amount)

    def spawned(self, tile: int, source: int, card: int, side: int, amount: int) -> Event:
        return Spawned(self._enter(tile, card, side), self._card_at(source), amount)

    def replaced(self, tile: int, _source: int, _card: int, _side: int, amount: int) -> Event:
        return Replaced(self._card_at(tile), amount)

    def pawn(self, tile: int, source: int, card: int, side: int, pawns: int) -> Event:
        owner, rank = divmod(pawns, 4)
        by = None if source == NO_TILE else self._named(card, side, source)
        return PawnChanged(tile_name(*divmod(tile, COLUMNS)), OWNERS[owner], rank, by)

    def aura_begins(self, tile: int, _source: int, card: int, side: int, amount: int) -> Event:
        return self._aura(tile, card, side, amount, is_on=True)

    def aura_ends(self, tile: int, _source: int, card: int, side: int, amount: int) -> Event:
        return self._aura(tile, card, side, amount, is_on=False)

    def _aura(self, tile: int, card: int, side: int, amount: int, *, is_on: bool) -> Event:
        touched = tuple(
            self._card_at(other)
            for other, (_card, owner, _uid) in sorted(self._cards.items())
            if other not in self._dying and self._aura_on(card, side, tile, owner, other)
        )
        return AuraChanged(self._named(card, side, tile), amount, is_on, touched)

    def power(self, tile: int, source: int, card: int, side: int, amount: int) -> Event:
        self.changes.append((self._cards[tile][2], self._engine.cards[card].id, amount))
        return PowerChanged(self._card_at(tile), self._named(card, side, source), amount)

    def scale(self, tile: int, _source: int, _card: int, _side: int, amount: int) -> Event:
        return Scaled(self._card_at(tile), amount)

    def trigger(self, tile: int, trigger: int, _card: int, _side: int, power: int) -> Event:
        return TriggerFired(self._card_at(tile), TRIGGERS[trigger], power)

    def destroyed(self, tile: int, _source: int, card: int, side: int, power: int) -> Event:
        self._dying.add(tile)
        return Destroyed(self._named(card, side, tile), power)

    def added(self, tile: int, _source: int, card: int, side: int, _amount: int) -> Event:
        return AddedToHand(self._engine.cards[card].id, SIDES[side], self._card_at(tile))


_READERS: dict[int, Callable[..., Event]] = {
    log.PLACED: _Reader.placed,
    log.SPAWNED: _Reader.spawned,
    log.REPLACED: _Reader.replaced,
    log.PAWN: _Reader.pawn,
    log.AURA_ON: _Reader.aura_begins,
    log.AURA_OFF: _Reader.aura_ends,
    log.POWER: _Reader.power,
    log.SCALE: _Reader.scale,
    log.TRIGGER: _Reader.trigger,
    log.DESTROYED: _Reader.destroyed,
    log.ADDED: _Reader.added,
    log.RETRACTED: _Reader.pawn,
}
