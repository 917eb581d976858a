"""Positions as one line of text: one spelling each, nothing lost that the future depends on.

``qb1 rebirth Y1 opening Y=001,002|003 E=?`` is short because what is usual is left out; docs/formats.md has the rest.
What is written is what ``kernel.hashing`` looks at, so two positions have one text exactly when they have one future.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelkit.spoken import sentence
from qb_engine.board_state import OWNERS
from qb_engine.card_hydrator import shipped
from qb_engine.errors import InvalidPositionError
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import MAX_CHANGE, NO_CARD
from qb_engine.moves import SIDES, TILES
from qb_engine.notation.fingerprints import short_hash
from qb_engine.notation.position import EMPTY_HOLDING, Holding, PawnEvents, Pawns, PlacedCard, Position
from qb_engine.notation.position_reader import MAX_TURN, card_number, check_room, read
from qb_engine.notation.tile_reader import LAID_MATTERS, Cards, refuse
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import Ruleset


def position_text(state: GameState) -> str:
    """The one spelling of the position of ``state``; InvalidPositionError for one beyond what the notation holds."""
    return str(position_of(state))


def parse_position(text: str, engine: RulesEngine | None = None) -> GameState:
    """The game that ``position_text`` writes as ``text``; InvalidPositionError for any other spelling."""
    state = read_position(text, engine)
    spelling = position_text(state)
    if text != spelling:
        pairs = enumerate(zip(text, spelling, strict=False))
        column = next((at for at, (is_there, needed) in pairs if is_there != needed), min(len(text), len(spelling)))
        raise InvalidPositionError(1, column + 1, sentence("the one spelling of this is {needed}"), needed=spelling)
    return state


def read_position(text: str, engine: RulesEngine | None = None) -> GameState:
    """The game in a text written by hand: words in any order, usual values or not; InvalidPositionError otherwise."""
    position = read(text, _cards_of(engine))
    return state_of(position, engine or engine_for(position.ruleset))


def position_id(text: str) -> str:
    """The short hash of a position's text."""
    return short_hash(text)


def _cards_of(engine: RulesEngine | None) -> Callable[[Ruleset, int], Cards]:
    def cards_for(ruleset: Ruleset, column: int) -> Cards:
        if engine is not None and engine.ruleset != ruleset:
            reason = sentence("the rules are {there} and {needed} is played here")
            refuse(column, reason, there=ruleset.name, needed=engine.ruleset.name)
        return {card.id: card for card in (engine or shipped()).cards}

    return cards_for


# From a game to the value.


def position_of(state: GameState) -> Position:
    """The position of ``state`` as a value, usual things left out."""
    record = state.record
    if not (1 <= state.turn <= MAX_TURN and max(record.turns_begun) <= MAX_TURN // 2 + 1):
        refuse(1, sentence("turn {there} is beyond what a position holds"), there=state.turn)
    ground = tuple(Pawns(OWNERS[record.owner[tile]], int(record.rank[tile])) for tile in range(TILES))
    first = tuple(Pawns(OWNERS[record.first_owner[tile]], int(record.first_rank[tile])) for tile in range(TILES))
    position = Position(
        ruleset=state.ruleset,
        side=SIDES[record.side_to_act],
        turn=state.turn,
        begun=(int(record.turns_begun[0]), int(record.turns_begun[1])),
        passes=int(record.passes),
        has_played=bool(record.played),
        has_drawn=bool(record.drawn),
        is_over=state.is_over,
        mulligans=tuple(side for number, side in enumerate(SIDES) if record.mulligan_done[number]),
        ground=ground,
        cards=_cards(state, ground),
        first=first if _retracts(state) and first != ground else None,
        holdings=(_holding(state, 0), _holding(state, 1)),
    )
    for side in SIDES:
        check_room(position, side, 1)
    return position


def _retracts(state: GameState) -> bool:
    return state.ruleset.pawns_on_destroy == "retract"


def _holding(state: GameState, number: int) -> Holding:
    side = SIDES[number]
    return Holding(bool(state.record.hand_tracked[number]), state.hand(side).card_ids, state.deck(side))


def _cards(state: GameState, ground: tuple[Pawns, ...]) -> tuple[PlacedCard | None, ...]:
    occupied = [tile for tile in range(TILES) if state.record.card[tile] != NO_CARD]
    in_order = sorted(occupied, key=lambda tile: int(state.record.uid[tile]))
    flags = _usual_flags(state)
    cards: list[PlacedCard | None] = [None] * TILES
    for usual, tile in enumerate(occupied, 1):
        number = in_order.index(tile) + 1
        is_written = _retracts(state) and number != usual
        cards[tile] = _placed(state, tile, ground[tile], flags[tile], number if is_written else None)
    return tuple(cards)


def _placed(state: GameState, tile: int, ground: Pawns, usual_flags: int, number: int | None) -> PlacedCard:
    record, engine = state.record, state.engine
    deltas = int(record.power_delta[tile]), int(record.scale_delta[tile])
    if max(map(abs, deltas)) > MAX_CHANGE:
        refuse(1, sentence("a power change of {there} is beyond what a position holds"), there=max(deltas, key=abs))
    flags, spawner = int(record.flags[tile]), engine.card_id(int(record.spawned_by[tile]))
    laid = Pawns(OWNERS[record.laid_owner[tile]], int(record.laid_rank[tile]))
    return PlacedCard(
        side=SIDES[record.card_owner[tile]],
        card_id=engine.cards[record.card[tile]].id,
        power_delta=deltas[0],
        scale_delta=deltas[1],
        flags=flags if flags != usual_flags else None,
        spawned_by=(spawner, int(record.replaced_pawns[tile])) if spawner else None,
        laid=laid if state.ruleset.destroyed_tile in LAID_MATTERS and laid != ground else None,
        number=number,
        pawns=_pawn_events(state, tile) if _retracts(state) else None,
        expansion=_tiles_in(int(record.expand_tiles[tile])) if _retracts(state) else (),
    )


def _usual_flags(state: GameState) -> list[int]:
    """The flags that the board as it lies would have set, as when a scenario is set up."""
    engine, cells = state.engine, state.engine.copied(state.cells)
    record = engine.seen(cells)
    for tile in range(TILES):
        record.flags[tile] = 0
    engine.kernel.mark_fired(cells, engine.tables, engine.rules, engine.work)
    return [int(flags) for flags in record.flags]


def _by_the_book(state: GameState, tile: int) -> tuple[int, int]:
    """The tiles, one bit each, to which the card on ``tile`` makes pawns where all take them, and how many."""
    tables, card = state.engine.seen(state.engine.tables), state.record.card[tile]
    return int(tables.pawns[card][state.record.card_owner[tile]][tile]), int(tables.pawn_amount[card])


def _pawn_events(state: GameState, tile: int) -> PawnEvents | None:
    mask, amount = int(state.record.pawn_tiles[tile]), int(state.record.pawn_amount[tile])
    book_mask, book_amount = _by_the_book(state, tile)
    if mask == 0:
        return None
    if (mask, amount) == (book_mask, book_amount):
        return PawnEvents()
    return PawnEvents(_tiles_in(mask), amount if amount != book_amount else None)


def _tiles_in(mask: int) -> tuple[int, ...]:
    return tuple(tile for tile in range(TILES) if mask >> tile & 1)


# From the value to a game.


def state_of(position: Position, engine: RulesEngine) -> GameState:
    """A game at this position, its generator at the start of seed 0."""
    state = GameState.on(engine)
    engine.kernel.seed_chance(state.chance, 0, 0)
    work = engine.seen(engine.work)
    is_logging = int(work.log_on)
    _lay_out_into(state, position)
    work.log_on = is_logging
    _write_turns_into(state, position)
    for side, holding in zip(SIDES, position.holdings, strict=True):
        if holding != EMPTY_HOLDING:
            state.write_hand(side, holding.hand)
            state.write_deck(side, holding.pile)
            state.record.hand_tracked[SIDES.index(side)] = int(holding.is_tracked)
    return state


def _write_turns_into(state: GameState, position: Position) -> None:
    record = state.record
    record.turn, record.side_to_act = position.turn, SIDES.index(position.side)
    record.passes, record.played = position.passes, int(position.has_played)
    record.drawn, record.over = int(position.has_drawn), int(position.is_over)
    for number, side in enumerate(SIDES):
        record.turns_begun[number] = position.begun[number]
        record.mulligan_done[number] = int(side in position.mulligans)


def _lay_out_into(state: GameState, position: Position) -> None:
    engine, cells, record = state.engine, state.cells, state.record
    for tile, pawns in enumerate(position.ground):
        engine.kernel.set_pawns(cells, tile, OWNERS.index(pawns.owner), pawns.rank)
    placed = [(tile, card) for tile, card in enumerate(position.cards) if card is not None]
    numbered = [(card_number(card, usual), tile, card) for usual, (tile, card) in enumerate(placed, 1)]
    for _number, tile, card in sorted(numbered, key=lambda entry: entry[0]):
        number, side = engine.number(card.card_id), SIDES.index(card.side)
        engine.kernel.set_card(cells, engine.tables, engine.rules, engine.work, tile, side, number)
    for tile, card in placed:
        record.power_delta[tile], record.scale_delta[tile] = card.power_delta, card.scale_delta
    engine.kernel.mark_fired(cells, engine.tables, engine.rules, engine.work)
    for tile, card in placed:
        _write_memory_into(state, tile, card)
    for tile, pawns in enumerate(position.first or ()):
        record.first_owner[tile], record.first_rank[tile] = OWNERS.index(pawns.owner), pawns.rank


def _write_memory_into(state: GameState, tile: int, card: PlacedCard) -> None:
    record = state.record
    if card.flags is not None:
        record.flags[tile] = card.flags
    if card.spawned_by is not None:
        record.spawned_by[tile] = state.engine.number(card.spawned_by[0])
        record.replaced_pawns[tile] = card.spawned_by[1]
    if card.laid is not None:
        record.laid_owner[tile], record.laid_rank[tile] = OWNERS.index(card.laid.owner), card.laid.rank
    if card.pawns is not None:
        mask, amount = _by_the_book(state, tile)
        tiles = card.pawns.tiles
        record.pawn_tiles[tile] = mask if tiles is None else sum(1 << other for other in tiles)
        record.pawn_amount[tile] = card.pawns.amount or amount
    record.expand_tiles[tile] = sum(1 << other for other in card.expansion)
