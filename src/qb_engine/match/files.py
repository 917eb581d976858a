"""A live match as a game file and back: what was mirrored can be saved, verified, sent and resumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kernelkit.spoken import Said, sentence
from qb_engine.errors import MatchStepError
from qb_engine.game_state import GameState
from qb_engine.match.board_sync import all_tiles
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED
from qb_engine.match.state import MatchState
from qb_engine.moves import Move, Side
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.notation.game_position import parse_position, position_text
from qb_engine.notation.seen_tiles import seen_in
from qb_engine.records.record import CardIds, Event, GameFile, Opening, SetHand, SetPosition, SideAction
from qb_engine.records.replay import Recorder
from qb_engine.ruleset import Ruleset


def game_of(steps: Sequence[Step]) -> GameFile:
    """The record of the match so far; syncs are overrides in it. MatchStepError before a match has started."""
    state = MatchState()
    if not steps:
        raise MatchStepError(asked="save", reason=Said(sentence("no match has started")), expected=EXPECTED["start"])
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
        # Drawing nothing is not an action; that the turn continues without a draw is an override like any other.
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


def steps_of(game: GameFile) -> Iterator[Step]:
    """The steps of a recorded match, one by one, as whoever mirrored it would enter them.

    MatchStepError for a record that does not begin with your hand, or in which a step does not fit.
    """
    opening = game.opening
    hand = opening.hand("Y")
    if opening.start is not None or opening.is_dealt or hand is None or opening.first_player is None:
        reason = Said(sentence("the file is no match that was mirrored from its beginning with your hand"))
        raise MatchStepError(asked="load", reason=reason, expected=EXPECTED["start"])
    state, number = MatchState(), 1
    for kind, data in _entries(opening, hand, list(game.events), state):
        step = Step(number, kind, data)
        state.apply(step)
        yield step
        number += 1


Made = tuple[str, dict[str, Any]]
"""The kind of a step and its data."""


def _entries(opening: Opening, hand: CardIds, events: list[Event], state: MatchState) -> Iterator[Made]:
    """What to enter next, asked for when ``state`` is the match with everything before it made."""
    you, enemy = (None if deck is None else list(deck) for deck in opening.decks)
    first, rules = opening.first_player, opening.ruleset.name
    yield "start", {"hand": list(hand), "first": first, "rules": rules, "deck": you, "enemy_deck": enemy}
    while events:
        event = events.pop(0)
        if isinstance(event, SetHand):
            yield "sync_hand", {"hand": list(event.card_ids)}
        elif isinstance(event, SetPosition):
            yield _synced(event, state.game)
        elif isinstance(event.action, Mulligan):
            yield _exchanged(event.action, events)
        else:
            if state.phase == "your_draw" and not isinstance(event.action, Draw):
                yield "draw", {"card": None}
            yield _acted(event.side, event.action)


def _exchanged(mulligan: Mulligan, events: list[Event]) -> Made:
    """A mulligan with the draws that follow it, which are taken off the list."""
    nexts = events[: len(mulligan.hand_indices)]
    actions = [event.action for event in nexts if isinstance(event, SideAction)]
    drawn = [action.card_id for action in actions if isinstance(action, Draw)]
    del events[: len(drawn)]
    return "mulligan", {"returned": list(mulligan.hand_indices), "drawn": drawn}


def _synced(event: SetPosition, game: GameState) -> Made:
    """The tiles that were seen; all of them where the file does not say. A board that stays as it is sets the turn."""
    if event.seen:
        return "sync_board", {"tiles": {tile.name: tile.data for tile in event.seen}}
    state = parse_position(event.text, game.engine)
    if all_tiles(state) != all_tiles(game):
        return "sync_board", {"tiles": all_tiles(state)}
    side = state.side_to_act
    data: dict[str, Any] = {"side": side, "passes": 2 if side is None else int(state.record.passes)}
    if side is not None and state.turn > game.turn + 1:
        data |= {"turn": state.turn, "begun": [int(turns) for turns in state.record.turns_begun]}
    return "sync_turn", data


def _acted(side: Side, action: Draw | Move | Pass) -> Made:
    if isinstance(action, Draw):
        return "draw", {"card": action.card_id}
    by = "" if side == "Y" else "enemy_"
    return (f"{by}play", {"move": str(action)}) if isinstance(action, Move) else (f"{by}pass", {})
