"""A live match put right: what the console shows is written over what was mirrored, whatever the rules had given.

After such an override earlier plays are a guess, so the count of both decks is made anew, and a known deck that speaks
against the console is given up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kernelkit.spoken import Said, sentence
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import DeckContradictionError, MatchStepError
from qb_engine.kernel.layout import MAX_TURNS
from qb_engine.knowledge.player_view import assumed_hand_size
from qb_engine.match.board_sync import all_tiles, cards_laid_out, tile_data, write_seen_into
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, Move, Side
from qb_engine.notation.seen_tiles import parse_seen, seen_in, seen_text

if TYPE_CHECKING:
    from qb_engine.match.state import MatchState


def sync_hand(match: MatchState, step: Step) -> None:
    """Your hand is what you say it is."""
    match.game.write_hand("Y", step.data["hand"])
    _recount_your_deck(match)
    match.overrides.append(step.number)


def sync_board(match: MatchState, step: Step) -> None:
    """Tiles are what you say they are; whatever else was remembered of their cards is gone."""
    seen = parse_seen(seen_text(seen_in(step.data["tiles"])))
    before, laid_out = all_tiles(match.game), cards_laid_out(match.game)
    write_seen_into(match.game.board, seen)
    for tile in seen:
        if not replace(tile, power=None).fits(tile_data(match.game, tile.name)):
            reason = Said(sentence("these rules never show {tile}"), tile=str(tile))
            raise MatchStepError(asked="sync board", reason=reason, expected=EXPECTED[match.phase])
    if all_tiles(match.game) != before:
        _look_again(match, laid_out)
        match.overrides.append(step.number)


def sync_turn(match: MatchState, step: Step) -> None:
    """It is this side's move, after so many passes in a row; without a side the match is over."""
    side, record = step.data["side"], match.game.record
    record.passes, record.over, record.played = step.data["passes"], int(side is None), 0
    if side is None:
        match.phase = "over"
    else:
        number = SIDES.index(side)
        if record.side_to_act != number:
            record.turn, record.side_to_act = min(MAX_TURNS, record.turn + 1), number
            record.turns_begun[number] = min(MAX_TURNS, record.turns_begun[number] + 1)
        if "turn" in step.data:
            _set_clock(match, step.data["turn"], step.data["begun"])
        # A draw that is due has been made: the hand is what the console shows.
        match.phase = "your_play" if side == "Y" else "enemy_play"
        match.observation.update_from_game_state(match.game)
    match.overrides.append(step.number)


def _set_clock(match: MatchState, turn: int, begun: Sequence[int]) -> None:
    """The turn has this number and each side has begun so many: hands and decks that nobody counted follow from it."""
    game = match.game
    game.record.turn = turn
    for number, turns in enumerate(begun):
        game.record.turns_begun[number] = turns
    match.enemy_hand_count = assumed_hand_size(game)
    match.enemy_deck_count = DECK_SIZE - OPENING_HAND - game.draws_made("E")
    match.your_deck_count = DECK_SIZE - OPENING_HAND - game.draws_made("Y")


def _look_again(match: MatchState, before: Mapping[Side, Counter[str]]) -> None:
    """Take over what the board shows that was written: who laid what, and what of it was never there."""
    after = cards_laid_out(match.game)
    match.laid = corrected(match.laid, before["Y"], after["Y"])
    _recount_your_deck(match)
    old = Counter(match.observation.state.enemy_deck_knowledge.played_ids)
    played = corrected(old, before["E"], after["E"])
    match.enemy_hand_count = max(0, match.enemy_hand_count - played.total() + old.total())
    try:
        fresh = _observed(match, match.observation.known_enemy_deck_ids, played)
    except DeckContradictionError:
        # The console shows a card that the list does not have: the list was another deck's.
        fresh = _observed(match, (), played)
    match.observed.enemy_observation = fresh


def make_credible(match: MatchState, move: Move) -> None:
    """After an override, plays that left no trace on the board are a guess: they never speak against a true one."""
    try:
        _check_play(match, match.observation, move)
    except DeckContradictionError:
        fresh = _observed(match, match.observation.known_enemy_deck_ids, cards_laid_out(match.game)["E"])
        try:
            _check_play(match, fresh, move)
        except DeckContradictionError:
            fresh = _observed(match, (), cards_laid_out(match.game)["E"])
        match.observed.enemy_observation = fresh


def _check_play(match: MatchState, observation: EnemyObservation, move: Move) -> None:
    """Nothing, or DeckContradictionError when the known deck cannot give the card."""
    observation.clone().register_enemy_play(move.card_id, move.lane_index, move.col_index, match.game.turn)


def _observed(match: MatchState, known_deck_ids: Sequence[str], played: Counter[str]) -> EnemyObservation:
    """The board observed afresh: cards that were written onto it are no new plays, and earlier plays count."""
    fresh, old = EnemyObservation(known_deck_ids), match.observation
    fresh.update_from_game_state(match.game)
    seen = fresh.state
    gone = played - Counter(seen.enemy_deck_knowledge.played_ids)
    seen.enemy_deck_knowledge = seen.enemy_deck_knowledge.with_played(sorted(gone.elements()))
    seen.observations += old.get_enemy_hand_cards()
    seen.enemy_observations += old.get_enemy_hand_cards()
    return fresh


def _recount_your_deck(match: MatchState) -> None:
    """What may still be drawn of a known deck: what you neither hold nor have laid."""
    if match.deck_list is not None:
        match.your_deck = match.deck_list - Counter(match.hand) - match.laid
        match.your_deck_count = match.your_deck.total()


def corrected(known: Counter[str], before: Counter[str], after: Counter[str]) -> Counter[str]:
    """``known`` cards after the board ``before`` was corrected to ``after``.

    As many of the cards that are gone as came instead were never there; the others were, and have been destroyed.
    """
    come, gone = after - before, before - after
    never_there = Counter(sorted(gone.elements())[: come.total()])
    return known + come - never_there
