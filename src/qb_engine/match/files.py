"""A live match as a game file and back: what was mirrored can be saved, verified, sent and taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelkit.spoken import Said, sentence
from qb_engine.errors import MatchStepError
from qb_engine.live_match import LiveMatch
from qb_engine.match.log import Step
from qb_engine.match.state import EXPECTED, MatchState, all_tiles
from qb_engine.moves import Move
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.notation.game_position import parse_position, position_text
from qb_engine.notation.seen_tiles import seen_in
from qb_engine.records.record import Event, GameFile, Opening, SetHand, SetPosition, SideAction
from qb_engine.records.replay import Recorder
from qb_engine.ruleset import Ruleset


def game_of(steps: Sequence[Step]) -> GameFile:
    """The record of the match so far; syncs are overrides in it. MatchStepError before a match has started."""
    state = MatchState()
    if not steps:
        raise MatchStepError(
            asked="save", reason=Said(sentence("no match has started")), expected=Said(EXPECTED["start"])
        )
    recorder = Recorder(_opening(steps[0]))
    for step in steps:
        state.apply(step)
        for event in _events(step, state):
            recorder.add(event)
    return recorder.game()


def _opening(start: Step) -> Opening:
    data = start.data
    decks = tuple(tuple(data[key]) if data.get(key) else None for key in ("deck", "enemy_deck"))
    return Opening(Ruleset.parse(data["rules"]), data["first"], (decks[0], decks[1]), (tuple(data["hand"]), None))


def _events(step: Step, after: MatchState) -> Iterator[Event]:
    """What a step is in a game file; ``after`` is the match with the step made."""
    data = step.data
    if step.kind == "mulligan":
        yield SideAction("Y", Mulligan(tuple(sorted(data["returned"]))))
        yield from (SideAction("Y", Draw(card_id)) for card_id in data["drawn"])
    elif step.kind == "draw":
        # A draw of nothing is no action; that the turn goes on without one is an override like any other.
        yield SetPosition(position_text(after.game)) if data["card"] is None else SideAction("Y", Draw(data["card"]))
    elif step.kind in ("play", "enemy_play"):
        yield SideAction("Y" if step.kind == "play" else "E", Move.parse(data["move"]))
    elif step.kind in ("pass", "enemy_pass"):
        yield SideAction("Y" if step.kind == "pass" else "E", Pass())
    elif step.kind == "sync_hand":
        yield SetHand("Y", tuple(data["hand"]))
    elif step.kind == "sync_board":
        yield SetPosition(position_text(after.game), seen_in(data["tiles"]))
    elif step.kind == "sync_turn":
        yield SetPosition(position_text(after.game))


def enter_game(match: LiveMatch, game: GameFile) -> None:
    """Enter a recorded match, step by step, into a live match that has not started.

    MatchStepError for a record that does not begin with your hand, or in which a step does not fit.
    """
    opening = game.opening
    hand = opening.hand("Y")
    if opening.start is not None or opening.is_dealt or hand is None or opening.first_player is None:
        reason = Said(sentence("the file is no match that was mirrored from its beginning with your hand"))
        raise MatchStepError(asked="load", reason=reason, expected=Said(EXPECTED[match.phase]))
    you, enemy = opening.decks
    match.start(hand, first=opening.first_player, rules=opening.ruleset.name, deck=you, enemy_deck=enemy)
    events = list(game.events)
    while events:
        _enter_into(match, events)


def _enter_into(match: LiveMatch, events: list[Event]) -> None:
    """Take the first event, a mulligan with its draws, off the list and enter it."""
    event = events.pop(0)
    if isinstance(event, SetHand):
        match.sync_hand(event.card_ids)
    elif isinstance(event, SetPosition):
        _enter_position(match, event)
    elif isinstance(event.action, Mulligan):
        count = len(event.action.hand_indices)
        drawn = [
            ply.action.card_id for ply in events[:count] if isinstance(ply, SideAction) and isinstance(ply.action, Draw)
        ]
        del events[: len(drawn)]
        match.mulligan(event.action.hand_indices, drawn)
    else:
        _act(match, event)


def _enter_position(match: LiveMatch, event: SetPosition) -> None:
    """The tiles that were seen; all of them where the file does not say. A board that stays as it is sets the turn."""
    if event.seen:
        match.sync_board({tile.name: tile.data for tile in event.seen}, explain=False)
        return
    state = parse_position(event.text, match.state.game.engine)
    if all_tiles(state) != all_tiles(match.state.game):
        match.sync_board(all_tiles(state), explain=False)
    else:
        match.sync_turn(state.side_to_act, passes=int(state.record.passes))


def _act(match: LiveMatch, ply: SideAction) -> None:
    if match.phase == "your_draw" and not isinstance(ply.action, Draw):
        match.draw(None)
    if isinstance(ply.action, Draw):
        match.draw(ply.action.card_id)
    elif isinstance(ply.action, Move):
        match.play(ply.action) if ply.side == "Y" else match.enemy_play(ply.action)
    else:
        match.pass_turn() if ply.side == "Y" else match.enemy_pass()
