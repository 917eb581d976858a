"""Games played again from their record, and records made while a game is played: both go through one ``Playback``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kernelkit.spoken import sentence
from qb_engine.errors import (
    IllegalActionError,
    InvalidGameFileError,
    KnownPileError,
    QueensBloodError,
    Refusal,
    ReplayError,
    ResolutionError,
    SeenOtherwiseError,
    UnknownHandError,
)
from qb_engine.game_state import GameState, default_first_player
from qb_engine.kernel.layout import HAND_CAPACITY, REFUSALS
from qb_engine.legality import SIDE_WORDS
from qb_engine.moves import SIDES, Move, Side, tile_place
from qb_engine.notation.actions import Action, Draw, Mulligan, Pass
from qb_engine.notation.fingerprints import data_hash
from qb_engine.notation.game_position import parse_position, position_id, position_text
from qb_engine.notation.seen_tiles import SeenTile
from qb_engine.records.qbn_reader import placed
from qb_engine.records.qbn_writer import event_line, opening_lines
from qb_engine.records.record import Comment, Entry, Event, GameFile, Opening, Result, SetHand, SetPosition, SideAction
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import SPEC, Ruleset


class Playback:
    """A game that follows what is reported, event by event; a refused event changes nothing."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.state = opened(opening)
        self.owed = {"Y": 0, "E": 0}
        self._last_draw = {"Y": 0, "E": 0}

    def apply(self, event: Event) -> None:
        """Make one event happen; an error of ours when the rules or the record speak against it."""
        if isinstance(event, SetHand):
            self.state.write_hand(event.side, event.card_ids)
        elif isinstance(event, SetPosition):
            synced = parse_position(event.text, self.state.engine)
            _check_seen(synced, event)
            self.state = GameState.on(self.state.engine, synced.cells, self.state.chance)
        elif isinstance(event.action, Draw):
            self._draw(event.side, event.action, event.is_override)
        elif isinstance(event.action, Mulligan):
            self._mulligan(event.side, event.action, event.is_override)
        else:
            self._act(event.side, event.action, event.is_override)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None."""
        outcome, score = self.state.outcome, self.state.score()
        if outcome is None:
            return None
        return Result(outcome.winner, score.total_you, score.total_enemy, outcome.reason)

    def _act(self, side: Side, action: Move | Pass, is_override: bool) -> None:
        state = self.state
        turn = int(state.record.side_to_act), int(state.record.played)
        if is_override and not state.is_over:
            state.record.side_to_act, state.record.played = SIDES.index(side), 0
        try:
            if isinstance(action, Pass):
                state.pass_turn(side)
            else:
                self._lay(side, action, is_override)
        except QueensBloodError:
            state.record.side_to_act, state.record.played = turn
            raise

    def _lay(self, side: Side, move: Move, is_override: bool) -> None:
        """Lay a card from the hand if that is known, from nowhere if it is not or an override says so."""
        state = self.state
        refusal = REFUSALS[state.engine.kernel.turn_refusal_of(state.cells, SIDES.index(side))]
        if refusal is not None:
            raise IllegalActionError(refusal, str(move), there=SIDE_WORDS[state.side_to_act or "N"])
        hand_index = state.hand(side).index_of(move.card_id)
        if hand_index is None and self.state.is_hand_tracked(side) and not is_override:
            size = len(state.hand(side))
            raise IllegalActionError(Refusal.CARD_NOT_HELD, str(move), needed=move.card_id, there=size)
        state.play_free(side, move, hand_index)
        state.end_turn()

    def _draw(self, side: Side, draw: Draw, is_override: bool) -> None:
        state, hand = self.state, self.state.hand(side).card_ids
        if not self.state.is_hand_tracked(side):
            raise UnknownHandError(asked=str(draw))
        if len(hand) == HAND_CAPACITY:
            raise ResolutionError(asked=str(draw), capacity="the hand", limit=HAND_CAPACITY)
        if not is_override and (self.opening.is_dealt or state.deck(side)):
            raise KnownPileError(asked=str(draw))
        if self.owed[side] and not is_override:
            self.owed[side] -= 1
        elif not is_override:
            self._check_draw_time(side, draw)
            self._last_draw[side] = state.turn
        state.write_hand(side, (*hand, draw.card_id))

    def _check_draw_time(self, side: Side, draw: Draw) -> None:
        """One draw a turn, in the side's own turn, if it has one."""
        state = self.state
        refusal = REFUSALS[state.engine.kernel.turn_refusal_of(state.cells, SIDES.index(side))]
        if refusal is None and (not state.is_draw_due(side) or self._last_draw[side] == state.turn):
            refusal = Refusal.ALREADY_DREW
        if refusal is not None:
            raise IllegalActionError(refusal, str(draw), there=SIDE_WORDS[state.side_to_act or "N"])

    def _mulligan(self, side: Side, mulligan: Mulligan, is_override: bool) -> None:
        state, hand = self.state, self.state.hand(side).card_ids
        if not is_override and (self.opening.is_dealt or state.deck(side)):
            state.mulligan(side, mulligan.hand_indices)
            return
        if not self.state.is_hand_tracked(side):
            raise UnknownHandError(asked=str(mulligan))
        if any(index >= len(hand) for index in mulligan.hand_indices):
            there = str(mulligan).removeprefix("mull ")
            raise IllegalActionError(Refusal.MULLIGAN_INDICES, str(mulligan), needed=len(hand), there=there)
        if not is_override:
            state.mulligan(side, ())
        state.write_hand(side, [card for index, card in enumerate(hand) if index not in mulligan.hand_indices])
        self.owed[side] += len(mulligan.hand_indices)


def _check_seen(synced: GameState, event: SetPosition) -> None:
    """The position has to show what was seen; powers aside, which a rule may keep from being as they were seen."""
    for tile in event.seen:
        there = synced.board.tile(*tile_place(tile.name))
        shown = SeenTile(tile.name, there.owner, there.rank, there.card_id, there.card_owner)
        if replace(tile, power=None) != shown:
            raise SeenOtherwiseError(asked=str(tile), there=str(shown))


def opened(opening: Opening) -> GameState:
    """The game at its start; InvalidGameFileError when the record contradicts itself there."""
    engine = engine_for(opening.ruleset)
    if opening.start is not None:
        with placed(_line_of(opening, "start"), len("start ")):
            state = parse_position(opening.start, engine)
        engine.kernel.seed_chance(state.chance, opening.seed or 0, 0)
        return state
    you, enemy = opening.decks
    if you is not None and enemy is not None and opening.seed is not None:
        ruleset, first = opening.ruleset, opening.first_player
        state = GameState(you, enemy, seed=opening.seed, ruleset=ruleset, first_player=first)
        _check_hands(opening, state)
        return state
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    for side in SIDES:
        hand = opening.hand(side)
        if hand is not None:
            state.write_hand(side, hand)
    engine.kernel.begin_turn(state.cells, SIDES.index(opening.first_player or "Y"))
    return state


def _check_hands(opening: Opening, state: GameState) -> None:
    for side in SIDES:
        dealt, written = state.hand(side).card_ids, opening.hand(side)
        if written is not None and written != dealt:
            reason, line = sentence("the seed deals {needed} and {there} is there"), _line_of(opening, f"hand {side}")
            raise InvalidGameFileError(line, 8, reason, needed=",".join(dealt), there=",".join(written))


def _line_of(opening: Opening, tag: str) -> int:
    lines = opening_lines(opening, "")
    return 1 + next(at for at, line in enumerate(lines) if line.startswith(f"{tag} "))


def replay(game: GameFile) -> GameState:
    """The last position of the game; ReplayError with event and line for the first event that cannot happen."""
    return replayed(game).state


def replayed(game: GameFile) -> Playback:
    """The same with everything the playback knows."""
    playback = Playback(game.opening)
    for number, event in enumerate(game.events, 1):
        try:
            playback.apply(event)
        except QueensBloodError as error:
            raise ReplayError(number, event_line(game, number), error) from error
    return playback


class Recorder:
    """Follows a game and keeps its record; what it refuses is not recorded."""

    def __init__(self, opening: Opening) -> None:
        self.playback = Playback(opening)
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """Make an event happen, or note a comment."""
        if not isinstance(entry, Comment):
            self.playback.apply(entry)
        self.entries.append(entry)

    def game(self) -> GameFile:
        """The record so far, ended where it stands."""
        final = position_id(position_text(self.playback.state))
        return GameFile(self.playback.opening, data_hash(), tuple(self.entries), self.playback.result, final)


def record(
    deck_you: Sequence[str],
    deck_enemy: Sequence[str],
    actions: Iterable[tuple[Side, Action]],
    *,
    seed: int = 0,
    ruleset: Ruleset = SPEC,
    first_player: Side | None = None,
) -> GameFile:
    """The record of a game of two known decks, the hands the seed deals written down."""
    first = first_player or default_first_player(ruleset, seed)
    decks = tuple(deck_you), tuple(deck_enemy)
    dealt = opened(Opening(ruleset, first, decks, seed=seed))
    hands = dealt.hand("Y").card_ids, dealt.hand("E").card_ids
    recorder = Recorder(Opening(ruleset, first, decks, hands, seed))
    for side, action in actions:
        recorder.add(SideAction(side, action))
    return recorder.game()
