"""A game against the computer as a game file: both decks, the seed, every move; moves taken back are remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kernelkit.journal import Entry
from mazzo.play.terms import Terms
from qb_engine.match.log import Step
from qb_engine.moves import Move, Side
from qb_engine.notation.actions import Action, Mulligan, Pass
from qb_engine.records import Comment, GameFile, Opening, Recorder, SideAction
from qb_engine.records.replay import opened

DECISIONS = ("play", "pass")
"""Your moves, by the kind of their step."""


def game_file(terms: Terms, entries: Iterable[Entry], remarks: Iterable[str] = ()) -> GameFile:
    """The record of the game that the journal holds, ended where it stands; ``remarks`` come last."""
    deal = terms.deal
    opening = Opening(deal.ruleset, deal.first, (deal.deck_you, deal.deck_enemy), seed=deal.seed)
    state = opened(opening)
    hands = state.hand("Y").card_ids, state.hand("E").card_ids
    recorder = Recorder(Opening(deal.ruleset, deal.first, opening.decks, hands, deal.seed))
    recorder.add(Comment(f"the enemy: {terms.player}"))
    for item in told(entries):
        recorder.add(Comment(item) if isinstance(item, str) else file_step(item))
    for remark in remarks:
        recorder.add(Comment(remark))
    return recorder.game()


def told(entries: Iterable[Entry]) -> Iterator[Step | str]:
    """The steps that count, without start and draws, and a remark where moves were taken back."""
    items: list[Step | str] = []
    undone: list[Step] = []
    for entry in entries:
        if entry.kind != "undo":
            items.append(Step(entry.number, entry.kind, entry.data))
            # A take-back that was cut short before your move has not happened: the same answer was given again.
            undone.clear()
            continue
        step = items.pop(max(place for place, item in enumerate(items) if isinstance(item, Step)))
        assert isinstance(step, Step)
        undone.insert(0, step)
        if step.kind in DECISIONS:
            moves = ", ".join(f"{side_of(one)} {action_of(one)}" for one in undone if one.kind != "draw")
            items.append(f"taken back: {moves}")
            undone.clear()
    return (item for item in items if isinstance(item, str) or item.kind not in ("start", "draw"))


def take_backs(entries: Iterable[Entry]) -> int:
    """How many times a move of yours was taken back."""
    return sum(isinstance(item, str) for item in told(entries))


def file_step(step: Step) -> SideAction:
    """A step of the match as an event of a game file."""
    return SideAction(side_of(step), action_of(step))


def side_of(step: Step) -> Side:
    """Whose step it is."""
    return "E" if step.kind.startswith("enemy") else "Y"


def action_of(step: Step) -> Action:
    """What was done."""
    if step.kind == "mulligan":
        return Mulligan(tuple(sorted(step.data["returned"])))
    return Move.parse(step.data["move"]) if step.kind in ("play", "enemy_play") else Pass()
