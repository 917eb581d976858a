"""A game: two decks, two hands, a board, and the turns; commands that change it one action at a time.

A refused command raises a named error and changes nothing at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from kernelkit.chance import Chance, below, check_seed, seeded
from kernelkit.spoken import Said, sentence
from qb_engine.board_state import BoardState, tile_index, unresolved
from qb_engine.deck import Deck
from qb_engine.errors import IllegalActionError, Refusal, ResolutionError
from qb_engine.hand import Hand
from qb_engine.kernel.layout import HAND_CAPACITY, NO_CARD, REFUSALS, State
from qb_engine.kernel.turns import is_draw_due, pass_into
from qb_engine.legality import SIDE_WORDS, LegalityChecker, refused
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, TILES, Move, Side
from qb_engine.rules_engine import HasRules, RulesEngine, engine_behind
from qb_engine.ruleset import SPEC, Ruleset
from qb_engine.scoring import MatchScore, compute_match_score

FIRST_PLAYER_STREAM = 1
"""The generator stream that decides who begins, apart from the one that shuffles."""

_TURN_REFUSALS = (Refusal.GAME_OVER, Refusal.NOT_YOUR_TURN, Refusal.ALREADY_PLAYED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: by two passes in a row or a full board, and who won (None: a tie)."""

    reason: Literal["two_passes", "full_board"]
    winner: Side | None


class GameState:
    """A game in progress. ``seed`` decides the shuffles; whoever plays sees a ``PlayerView``, which has none.

    Own cards are played by handing in their engine: ``GameState(yours, enemys, engine=EffectEngine(effects, cards))``.
    """

    __slots__ = ("added", "board", "cells", "chance", "engine", "record", "seed")

    added: tuple[tuple[Side, str], ...]
    """The cards that effects of the last play added to hands, in order, with whose hand."""
    seed: int | None
    """What the game was dealt from; None for a position that was set up."""

    def __init__(
        self,
        deck_you: Deck | Sequence[str],
        deck_enemy: Deck | Sequence[str],
        *,
        seed: int = 0,
        ruleset: Ruleset | None = None,
        first_player: Side | None = None,
        engine: RulesEngine | HasRules | None = None,
    ) -> None:
        rules = engine_behind(engine, ruleset or SPEC)
        if ruleset is not None and ruleset != rules.ruleset:
            raise ValueError(f"the engine plays by {rules.ruleset.name}, not by {ruleset.name}")
        ruleset, pool = rules.ruleset, None if rules.is_shipped else rules.cards
        decks = [
            deck
            if isinstance(deck, Deck) and (deck.ruleset, deck.pool) == (ruleset, pool)
            else Deck(tuple(deck), ruleset, pool)
            for deck in (deck_you, deck_enemy)
        ]
        self._bind(rules)
        self.engine.kernel.opening_board(self.cells)
        for side, deck in enumerate(decks):
            self.write_deck(SIDES[side], deck.card_ids)
            self.record.hand_tracked[side] = 1
        check_seed(seed)
        self.seed = seed
        self.engine.kernel.seed_chance(self.chance, seed, 0)
        first = first_player or default_first_player(ruleset, seed)
        self.engine.kernel.begin_game(self.cells, self.chance, SIDES.index(first), OPENING_HAND)

    def _bind(self, engine: RulesEngine, cells: Any = None, chance: Any = None) -> None:
        self.engine = engine
        self.cells = engine.empty_state() if cells is None else cells
        self.chance = engine.rows(Chance, 1) if chance is None else chance
        self.board = BoardState(engine, self.cells)
        self.record = self.board.record
        self.added = ()
        self.seed = None

    @classmethod
    def on(cls, engine: RulesEngine, cells: Any = None, chance: Any = None) -> GameState:
        """A game over a given record, or over an empty one: for set-up positions and notation."""
        state = cls.__new__(cls)
        state._bind(engine, cells, chance)  # noqa: SLF001 - its own
        return state

    def clone(self) -> GameState:
        """An equal game that shares nothing; the generator's state goes with it."""
        chance = self.engine.rows(Chance, 1)
        self.engine.kernel.copy_chance(chance, self.chance)
        copy = GameState.on(self.engine, self.engine.copied(self.cells), chance)
        copy.added, copy.seed = self.added, self.seed
        return copy

    def __copy__(self) -> GameState:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> GameState:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        engine = self.engine
        return _restored, (engine, engine.values(self.cells), engine.values(self.chance), self.added, self.seed)

    def __eq__(self, other: object) -> bool:
        """Whether both games lie alike and can only go on alike, the coming shuffles included."""
        if not isinstance(other, GameState):
            return NotImplemented
        return self.board == other.board and self._course() == other._course()

    __hash__ = None  # type: ignore[assignment]

    def _course(self) -> tuple[Any, ...]:
        """What a game is besides its board."""
        record = self.record
        holdings = [(self.hand(side), self.deck(side)) for side in SIDES]
        marks = (record.turn, record.side_to_act, record.passes, record.played, record.drawn, record.over)
        sides = [list(row) for row in (record.hand_tracked, record.mulligan_done, record.turns_begun)]
        return holdings, marks, sides, list(self.engine.seen(self.chance).word)

    def write_deck(self, side: Side, card_ids: Sequence[str]) -> None:
        """Give a side what it draws, the next card first (the kernel draws from the end of its list)."""
        number, cards = SIDES.index(side), self.engine.numbers_of(reversed(card_ids))
        self._check_room(len(cards), int(self.record.hand_count[number]), sentence("the draw pile"), DECK_SIZE)
        row = self.record.deck[number]
        for place, card in enumerate(cards):
            row[place] = card
        self.record.deck_count[number] = len(cards)

    def write_hand(self, side: Side, card_ids: Sequence[str]) -> None:
        """Give a side a hand; from now on its cards are counted."""
        number, cards = SIDES.index(side), self.engine.numbers_of(card_ids)
        self._check_room(len(cards), int(self.record.deck_count[number]), sentence("the hand"), HAND_CAPACITY)
        row = self.record.hand[number]
        for place, card in enumerate(cards):
            row[place] = card
        self.record.hand_count[number] = len(cards)
        self.record.hand_tracked[number] = 1

    def _check_room(self, count: int, beside: int, place: str, limit: int) -> None:
        """ResolutionError for more cards than their place holds, or the hand once the pile is drawn."""
        if count <= limit and count + beside <= HAND_CAPACITY:
            return
        asked = Said(sentence("{count} cards"), count=count)
        if count > limit:
            raise ResolutionError(asked=asked, capacity=Said(place), limit=limit)
        whole = Said(sentence("the hand with its draw pile"))
        raise ResolutionError(asked=asked, capacity=whole, limit=HAND_CAPACITY)

    # What can be asked.

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game."""
        return self.engine.ruleset

    @property
    def turn(self) -> int:
        """Turns of either side, from 1."""
        return int(self.record.turn)

    @property
    def side_to_act(self) -> Side | None:
        """Whose turn it is; None when the game is over."""
        record = self.record
        return None if record.over else SIDES[record.side_to_act]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.over)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        return Outcome("two_passes" if self.record.passes >= 2 else "full_board", self.score().winner)

    def hand(self, side: Side) -> Hand:
        """What a side holds, in order."""
        number = SIDES.index(side)
        record, ids = self.record, self.engine.ids
        return Hand(tuple([ids[card] for card in record.hand[number][: record.hand_count[number]]]))

    def deck(self, side: Side) -> tuple[str, ...]:
        """What a side has left to draw, the next card first."""
        number = SIDES.index(side)
        record, ids = self.record, self.engine.ids
        return tuple([ids[card] for card in reversed(record.deck[number][: record.deck_count[number]])])

    def is_hand_tracked(self, side: Side) -> bool:
        """Whether the cards of this hand are known and counted; otherwise it may hold any."""
        return bool(self.record.hand_tracked[SIDES.index(side)])

    def is_draw_due(self, side: Side) -> bool:
        """Whether the turn that ``side`` has begun has a draw: its first has none."""
        return bool(is_draw_due(self.record, SIDES.index(side)))

    def draws_made(self, side: Side) -> int:
        """How often a side has drawn by the turns it has begun: on each that has a draw, while a whole deck lasts."""
        begun = int(self.record.turns_begun[SIDES.index(side)])
        return min(DECK_SIZE - OPENING_HAND, begun - 1 if self.is_draw_due(side) else 0)

    def score(self) -> MatchScore:
        """The score as the board lies."""
        return compute_match_score(self.board)

    def legal_moves(self, side: Side | None = None) -> list[Move]:
        """Every placement of a hand card that the board allows, distinct and sorted; none when the game is over.

        Without a side they are those of the side to act.
        """
        engine, scratch = self.engine, self.engine.scratch
        number = self.record.side_to_act if side is None else SIDES.index(side)
        count = engine.kernel.list_placements(self.cells, *scratch.list_desk, number, scratch.placements)
        return engine.moves(scratch.listed[:count])

    @property
    def state_hash(self) -> int:
        """A number that is equal for games with the same future."""
        return int(self.engine.kernel.hash_of(self.cells, self.engine.rules, self.engine.salt))

    # What can be done.

    def mulligan(self, side: Side, hand_indices: Sequence[int]) -> None:
        """Exchange the named hand cards, once, before the side's first turn."""
        named = ", ".join(str(index + 1) for index in hand_indices)
        asked = Said(sentence("mulligan of {places}"), places=named)
        size = len(self.hand(side))
        if len(set(hand_indices)) < len(hand_indices) or any(not 0 <= index < size for index in hand_indices):
            raise IllegalActionError(Refusal.MULLIGAN_INDICES, asked, needed=size, there=named)
        for card_id in (self.hand(side)[index] for index in hand_indices):
            if self.engine.card(card_id).is_token:
                raise IllegalActionError(Refusal.MULLIGAN_TOKEN, asked, there=card_id)
        returned = sum(1 << index for index in hand_indices)
        code = self.engine.kernel.mulligan(
            self.cells, self.engine.rules, self.chance, SIDES.index(side), returned, len(hand_indices)
        )
        if REFUSALS[code] is Refusal.MULLIGAN_ROOM:
            full = len(self.deck(side)) + len(hand_indices)
            raise IllegalActionError(Refusal.MULLIGAN_ROOM, asked, needed=DECK_SIZE, there=full)
        self._refuse(code, asked)

    def draw(self, side: Side) -> None:
        """This turn's draw, if it has not been made; ``end_turn`` makes it for the side whose turn begins."""
        self._refuse(self.engine.kernel.draw(self.cells, SIDES.index(side)), sentence("draw"))

    def play_card_from_hand(self, side: Side, hand_index: int, lane_index: int, col_index: int) -> None:
        """Lay a hand card and follow its effects to rest; the turn does not end by itself."""
        place, engine, scratch = tile_index(lane_index, col_index), self.engine, self.engine.scratch
        code = engine.kernel.play_from_hand(self.cells, *scratch.desk, SIDES.index(side), hand_index, place)
        if code:
            self._refuse_move(code, side, Move(self.hand(side)[hand_index], lane_index, col_index))
        self._note_added(scratch.report)

    def play(self, move: Move | None) -> None:
        """A whole turn of the side to act: lay ``move`` from its hand, or pass when it is None, and end the turn."""
        engine, scratch, side = self.engine, self.engine.scratch, self.side_to_act
        if move is None:
            number, place = NO_CARD, 0
        else:
            number, place = engine.number(move.card_id), tile_index(move.lane_index, move.col_index)
        code = engine.kernel.make_move(self.cells, *scratch.desk, number, place)
        if code and (move is None or side is None):
            self._refuse(code, sentence("pass") if move is None else str(move))
        elif code and move is not None and side is not None:
            self._refuse_move(code, side, move)
        self._note_added(scratch.report)

    def play_free(self, side: Side, move: Move, hand_index: int | None = None) -> None:
        """Lay a card whoever is to act, from the hand or from nowhere, for set-up positions; the board's rules hold."""
        engine, scratch, place = self.engine, self.engine.scratch, tile_index(move.lane_index, move.col_index)
        if self.is_over:
            raise IllegalActionError(Refusal.GAME_OVER, str(move))
        number, hand = engine.number(move.card_id), -1 if hand_index is None else hand_index
        code = engine.kernel.lay(self.cells, *scratch.desk, SIDES.index(side), number, hand, place)
        if code:
            self._refuse_move(code, side, move)
        self._note_added(scratch.report)

    def pass_turn(self, side: Side | None = None) -> None:
        """Pass, which also ends the turn; the second pass in a row ends the game. Unless told, who is to act passes."""
        number = int(self.record.side_to_act) if side is None else SIDES.index(side)
        self._refuse(self.engine.kernel.pass_turn(self.cells, self.engine.work, number), sentence("pass"))
        self.added = ()

    def pass_free(self) -> None:
        """Pass for whoever is to act without ending the turn: the counterpart of ``play_free``."""
        pass_into(self.record)
        self.added = ()

    def end_turn(self) -> None:
        """The other side's turn begins, and it draws (not on its first turn, not when the game is over)."""
        self.engine.kernel.end_turn(self.cells)

    def shuffle_deck(self, side: Side) -> None:
        """Shuffle what is left of a deck."""
        self.engine.kernel.shuffle(self.cells, self.chance, SIDES.index(side))

    def _note_added(self, report: Any) -> None:
        """Keep what the last play added to hands: the report of a play is the next one's scratch paper."""
        count = report.added_count
        self.added = (
            tuple((SIDES[report.added_side[i]], self.engine.ids[report.added_card[i]]) for i in range(count))
            if count
            else ()
        )

    def _refuse_move(self, code: int, side: Side, move: Move) -> NoReturn:
        """The error that a code other than 0 of the kernel stands for."""
        if code < 0:
            raise unresolved(code, str(move))
        refusal = REFUSALS[code]
        if refusal is Refusal.NOT_IN_HAND:
            size = len(self.hand(side))
            raise IllegalActionError(refusal, str(move), needed=size + 1, there=size)
        if refusal is Refusal.CARD_NOT_HELD:
            raise IllegalActionError(refusal, str(move), needed=move.card_id, there=len(self.hand(side)))
        if refusal in _TURN_REFUSALS:
            self._refuse(code, str(move))
        assert refusal is not None
        raise refused(self.board, refusal, side, move)

    def _refuse(self, code: int, asked: str | Said) -> None:
        refusal = REFUSALS[code]
        if refusal is not None:
            raise IllegalActionError(refusal, asked, there=SIDE_WORDS[self.side_to_act or "N"])


def _restored(
    engine: RulesEngine,
    cells: dict[str, Any],
    chance: dict[str, Any],
    added: tuple[tuple[Side, str], ...],
    seed: int | None,
) -> GameState:
    """A pickled game on the engine that was found for it."""
    state = GameState.on(engine, engine.row_of(State, cells), engine.row_of(Chance, chance))
    state.added, state.seed = added, seed
    return state


def default_first_player(ruleset: Ruleset, seed: int) -> Side:
    """Who begins when nobody says: the ruleset's side, the seed's, or you where the rules leave it to the match."""
    if ruleset.first_player == "seeded":
        return SIDES[below(seeded(seed, FIRST_PLAYER_STREAM), 2)]
    return "E" if ruleset.first_player == "E" else "Y"


def placements(board: BoardState, side: Side, card_ids: Sequence[str] | Hand) -> list[Move]:
    """Every placement of these cards that the board allows, distinct and sorted."""
    checker, engine = LegalityChecker(board), board.engine
    masks = sorted((engine.number(card_id), checker.legal_mask(side, card_id)) for card_id in set(card_ids))
    return engine.moves(card * TILES + tile for card, mask in masks for tile in range(TILES) if mask >> tile & 1)
