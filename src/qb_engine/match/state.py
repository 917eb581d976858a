"""A live match as it stands: the game, what is expected next, and what is known of both hands.

A step either applies or raises a named error. Whoever replays works on a fresh state: a refused step changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NoReturn

from kernelkit.spoken import Said, sentence
from qb_engine.chronicle.events import Event
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.errors import DeckContradictionError, LaterStepError, MatchStepError, QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.match.board_sync import write_seen_into
from qb_engine.match.log import Step
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, Move, Side, tile_place
from qb_engine.notation.seen_tiles import parse_seen, seen_in, seen_text
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import Ruleset

Phase = Literal["start", "mulligan", "your_draw", "your_play", "enemy_play", "over"]

EXPECTED: Mapping[str, str] = {
    "start": sentence("start a match"),
    "mulligan": sentence("your mulligan: mull with the cards you return and those you get, or mull alone to keep all"),
    "your_draw": sentence("the card you drew: draw NAME"),
    "your_play": sentence("your move: play NUMBER, or play NAME TILE, or pass"),
    "enemy_play": sentence("the enemy's move: enemy NAME TILE, or enemy pass"),
    "over": sentence("the match is over: undo, save, or start another"),
}
"""What is expected in each phase, in words a prompt can say."""


@dataclass(slots=True)
class MatchState:
    """Everything that follows from the steps so far."""

    ruleset: Ruleset | None = None
    phase: Phase = "start"
    annotated: AnnotatedState | None = None
    deck_list: Counter[str] | None = None
    your_deck: Counter[str] | None = None
    laid: Counter[str] = field(default_factory=Counter)
    your_deck_count: int = DECK_SIZE - OPENING_HAND
    enemy_hand_count: int = OPENING_HAND
    enemy_deck_count: int = DECK_SIZE - OPENING_HAND
    overrides: list[int] = field(default_factory=list)
    last_events: tuple[Event, ...] = ()

    def apply(self, step: Step) -> None:
        """Make one step; MatchStepError when another one is expected, or the rules' own error."""
        actions: dict[str, Callable[[Step], None]] = {
            "start": self._start,
            "mulligan": self._mulligan,
            "draw": self._draw,
            "play": self._play,
            "pass": self._pass,
            "enemy_play": self._enemy_play,
            "enemy_pass": self._enemy_pass,
            "sync_hand": self._sync_hand,
            "sync_board": self._sync_board,
            "sync_turn": self._sync_turn,
        }
        if step.kind not in actions or (self.phase == "start") != (step.kind == "start"):
            self._refuse(step.kind)
        actions[step.kind](step)

    def clone(self) -> MatchState:
        """An equal match; what happens in one of them does not happen in the other."""
        return replace(
            self,
            annotated=None if self.annotated is None else self.annotated.clone(),
            your_deck=None if self.your_deck is None else Counter(self.your_deck),
            laid=Counter(self.laid),
            overrides=list(self.overrides),
        )

    # The game behind it.

    @property
    def game(self) -> GameState:
        """The game; MatchStepError before a match has started."""
        return self._annotated.state

    @property
    def _annotated(self) -> AnnotatedState:
        if self.annotated is None:
            self._refuse("ask")
        return self.annotated

    @property
    def observation(self) -> EnemyObservation:
        """What was seen of the enemy."""
        return self._annotated.enemy_observation

    @property
    def hand(self) -> tuple[str, ...]:
        """Your hand as entered."""
        return self.game.hand("Y").card_ids

    @property
    def drawable(self) -> tuple[str, ...] | None:
        """The cards that you may draw; None when your deck is not known.

        After an override any card of the deck: where the others went is a guess, and a true draw is never refused.
        """
        if self.deck_list is None or self.your_deck is None:
            return None
        return tuple(sorted(self.deck_list if self.overrides else +self.your_deck))

    def view(self) -> PlayerView:
        """What you see, for the coach."""
        certain = tuple(sorted(card.card_id for card in self.observation.get_enemy_hand_cards()))
        deck = None if self.your_deck is None else tuple(sorted(self.your_deck.elements()))
        return PlayerView.of(self.game, counted=Counted(deck, self.enemy_hand_count, self.enemy_deck_count, certain))

    # The steps.

    def _start(self, step: Step) -> None:
        data = step.data
        ruleset = Ruleset.parse(data["rules"])
        engine = engine_for(ruleset)
        state = GameState.on(engine)
        engine.kernel.opening_board(state.cells)
        state.write_hand("Y", data["hand"])
        engine.kernel.begin_turn(state.cells, SIDES.index(data["first"]))
        self.annotated = AnnotatedState(state, EnemyObservation(data.get("enemy_deck")))
        self.ruleset = ruleset
        if data.get("deck"):
            self.deck_list, self.your_deck = Counter(data["deck"]), Counter(data["deck"])
            self._take_from_deck(data["hand"], "start")
        self.phase = "mulligan"

    def _mulligan(self, step: Step) -> None:
        """Return some cards and take as many new ones; the new ones come after those that were kept."""
        self._expect("mulligan", step)
        returned, drawn = step.data["returned"], step.data["drawn"]
        if len(returned) != len(drawn) or len(set(returned)) != len(returned) or not set(returned) <= set(range(5)):
            reason = sentence("as many new cards as returned ones are needed, and each place once")
            raise MatchStepError(asked="mull", reason=Said(reason), expected=Said(EXPECTED[self.phase]))
        kept = [card_id for place, card_id in enumerate(self.hand) if place not in returned]
        if self.your_deck is not None:
            self.your_deck.update(self.hand[place] for place in returned)
            self._take_from_deck(drawn, "mull")
        self.game.write_hand("Y", [*kept, *drawn])
        self.phase = "your_play" if self.game.side_to_act == "Y" else "enemy_play"

    def _draw(self, step: Step) -> None:
        """The card you drew, or none when your deck is empty."""
        self._expect("your_draw", step)
        card_id = step.data["card"]
        if card_id is not None:
            self._take_from_deck([card_id], "draw")
            self.your_deck_count -= 1
            self.game.write_hand("Y", [*self.hand, card_id])
        self.phase = "your_play"

    def _play(self, step: Step) -> None:
        self._expect("your_play", step)
        move = Move.parse(step.data["move"])
        self._lay("Y", move)
        self.laid[move.card_id] += 1

    def _enemy_play(self, step: Step) -> None:
        self._expect("enemy_play", step)
        move = Move.parse(step.data["move"])
        if self.overrides:
            self._make_credible(move)
        self._lay("E", move)
        self.enemy_hand_count = max(0, self.enemy_hand_count - 1)

    def _lay(self, side: Side, move: Move) -> None:
        self.last_events = self._annotated.play(side, move)
        self.enemy_hand_count += sum(owner == "E" for owner, _card in self.game.added)
        self._annotated.end_turn()
        self._next_turn()

    def _pass(self, step: Step) -> None:
        self._expect("your_play", step)
        self.last_events = self._annotated.pass_turn("Y")
        self._next_turn()

    def _enemy_pass(self, step: Step) -> None:
        self._expect("enemy_play", step)
        self.last_events = self._annotated.pass_turn("E")
        self._next_turn()

    def _next_turn(self) -> None:
        """What is expected of the side whose turn has just begun; the enemy's draw is counted here."""
        game = self.game
        if game.is_over:
            self.phase = "over"
            return
        if game.side_to_act == "E":
            if game.is_draw_due("E") and self.enemy_deck_count:
                self.enemy_deck_count -= 1
                self.enemy_hand_count += 1
            self.phase = "enemy_play"
        else:
            self.phase = "your_draw" if game.is_draw_due("Y") and self.your_deck_count else "your_play"

    def _sync_hand(self, step: Step) -> None:
        """Your hand is what you say it is."""
        self.game.write_hand("Y", step.data["hand"])
        self._recount_your_deck()
        self.overrides.append(step.number)

    def _sync_board(self, step: Step) -> None:
        """Tiles are what you say they are; whatever else was remembered of their cards is gone."""
        seen = parse_seen(seen_text(seen_in(step.data["tiles"])))
        before, laid_out = all_tiles(self.game), self._cards_laid_out()
        write_seen_into(self.game.board, seen)
        for tile in seen:
            if not replace(tile, power=None).fits(tile_data(self.game, tile.name)):
                reason = Said(sentence("these rules never show {tile}"), tile=str(tile))
                raise MatchStepError(asked="sync board", reason=reason, expected=Said(EXPECTED[self.phase]))
        if all_tiles(self.game) != before:
            self._look_again(laid_out)
            self.overrides.append(step.number)

    def _sync_turn(self, step: Step) -> None:
        """It is this side's move, after so many passes in a row; without a side the match is over."""
        side, record = step.data["side"], self.game.record
        record.passes, record.over, record.played = step.data["passes"], int(side is None), 0
        if side is None:
            self.phase = "over"
        else:
            number = SIDES.index(side)
            if record.side_to_act != number:
                record.turn, record.side_to_act = record.turn + 1, number
                record.turns_begun[number] += 1
            # A draw that is due has been made: the hand is what the console shows.
            self.phase = "your_play" if side == "Y" else "enemy_play"
            self.observation.update_from_game_state(self.game)
        self.overrides.append(step.number)

    def _look_again(self, before: Mapping[Side, Counter[str]]) -> None:
        """Take over what the board shows that was written: who laid what, and what of it was never there."""
        after = self._cards_laid_out()
        self.laid = corrected(self.laid, before["Y"], after["Y"])
        self._recount_your_deck()
        old = Counter(self.observation.state.enemy_deck_knowledge.played_ids)
        played = corrected(old, before["E"], after["E"])
        self.enemy_hand_count = max(0, self.enemy_hand_count - played.total() + old.total())
        try:
            fresh = self._observed(self.observation.known_enemy_deck_ids, played)
        except DeckContradictionError:
            # The console shows a card that the list does not have: the list was another deck's.
            fresh = self._observed((), played)
        self._annotated.enemy_observation = fresh

    def _make_credible(self, move: Move) -> None:
        """After an override, plays that left no trace on the board are a guess: they never speak against a true one."""
        try:
            self._check_play(self.observation, move)
        except DeckContradictionError:
            fresh = self._observed(self.observation.known_enemy_deck_ids, self._cards_laid_out()["E"])
            try:
                self._check_play(fresh, move)
            except DeckContradictionError:
                fresh = self._observed((), self._cards_laid_out()["E"])
            self._annotated.enemy_observation = fresh

    def _check_play(self, observation: EnemyObservation, move: Move) -> None:
        """Nothing, or DeckContradictionError when the known deck cannot give the card."""
        observation.clone().register_enemy_play(move.card_id, move.lane_index, move.col_index, self.game.turn)

    def _observed(self, known_deck_ids: Sequence[str], played: Counter[str]) -> EnemyObservation:
        """The board observed afresh: cards that were written onto it are no new plays, and earlier plays count."""
        fresh, old = EnemyObservation(known_deck_ids), self.observation
        fresh.update_from_game_state(self.game)
        seen = fresh.state
        gone = played - Counter(seen.enemy_deck_knowledge.played_ids)
        seen.enemy_deck_knowledge = seen.enemy_deck_knowledge.with_played(sorted(gone.elements()))
        seen.observations += old.get_enemy_hand_cards()
        seen.enemy_observations += old.get_enemy_hand_cards()
        return fresh

    def _cards_laid_out(self) -> dict[Side, Counter[str]]:
        """The cards on the board by side, without tokens, which nobody lays from a deck."""
        engine, found = self.game.engine, {side: Counter[str]() for side in SIDES}
        for tile in self.game.board.tiles:
            if tile.card_id is not None and tile.card_owner is not None and not engine.card(tile.card_id).is_token:
                found[tile.card_owner][tile.card_id] += 1
        return found

    def _recount_your_deck(self) -> None:
        """What may still be drawn of a known deck: what you neither hold nor have laid."""
        if self.deck_list is not None:
            self.your_deck = self.deck_list - Counter(self.hand) - self.laid
            self.your_deck_count = self.your_deck.total()

    # What is not possible.

    def _take_from_deck(self, card_ids: Sequence[str], asked: str) -> None:
        """Cards leave your known deck; one that cannot be drawn from it is refused."""
        if self.your_deck is None:
            return
        for card_id in card_ids:
            if card_id not in (self.drawable or ()):
                reason = Said(sentence("your deck has no {card} left"), card=card_id)
                raise MatchStepError(asked=asked, reason=reason, expected=Said(EXPECTED[self.phase]))
            self.your_deck -= Counter([card_id])

    def _expect(self, phase: Phase, step: Step) -> None:
        if self.phase != phase:
            self._refuse(step.kind)

    def _refuse(self, asked: str) -> NoReturn:
        reason = Said(sentence("something else comes first"))
        raise MatchStepError(asked=asked, reason=reason, expected=Said(EXPECTED[self.phase]))


def corrected(known: Counter[str], before: Counter[str], after: Counter[str]) -> Counter[str]:
    """``known`` cards after the board ``before`` was corrected to ``after``.

    As many of the cards that are gone as came instead were never there; the others were, and have been destroyed.
    """
    come, gone = after - before, before - after
    never_there = Counter(sorted(gone.elements())[: come.total()])
    return known + come - never_there


def tile_data(state: GameState, name: str) -> dict[str, Any]:
    """A tile as a sync step writes it."""
    tile = state.board.tile(*tile_place(name))
    return {
        "owner": tile.owner,
        "rank": tile.rank,
        "card": tile.card_id,
        "card_owner": tile.card_owner,
        "power": tile.power if tile.is_occupied else None,
    }


def all_tiles(state: GameState) -> dict[str, dict[str, Any]]:
    """The whole board as a sync step writes it."""
    return {tile.name: tile_data(state, tile.name) for tile in state.board.tiles}


def replayed(steps: Sequence[Step], changed: int | None = None) -> MatchState:
    """The match after ``steps``; the error of the first one that does not fit.

    Where step ``changed`` was corrected, a later one that does not fit is a LaterStepError with its number.
    """
    state = MatchState()
    for step in steps:
        try:
            state.apply(step)
        except QueensBloodError as error:
            if changed in (None, step.number):
                raise
            raise LaterStepError(number=step.number, cause=error) from error
    return state
