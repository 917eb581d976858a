"""What an action says once it is done, or why it was refused: result first, then what it uncovered."""

from __future__ import annotations

from typing import Any

from solitario.application.answers import move_facts
from solitario.application.engine import GameEngine, Played, TimeNotice
from solitario.application.hints import Blocked
from solitario.application.messages import Message, alert, status
from solitario.application.warnings import ThresholdWarning
from solitario.domain.cards import Card
from solitario.domain.final_score import FinalScore
from solitario.domain.guidance import Advice
from solitario.domain.moves import DRAW, RECYCLE, Move, PlaceKind
from solitario.domain.rules import Refusal, top_card, uncovered
from solitario.domain.table import Table


def played_message(engine: GameEngine, played: Played) -> Message:
    """What a draw, a recycle or a card move did."""
    (move,) = played.turn.moves
    before, after = played.turn.before, played.turn.after
    if move == DRAW:
        turned = after.waste[len(before.waste) :]
        cards = [str(card) for card in turned]
        return status("drawn", cards=cards, left=len(after.stock), points=played.points)
    if move == RECYCLE:
        shuffled = engine.settings.recycle_mode == "shuffled"
        number = engine.scorer.recycle_count
        return status("recycled", count=len(after.stock), shuffled=shuffled, number=number, points=played.points)
    return status("moved", **moved_facts(before, after, move), points=played.points)


def moved_facts(before: Table, after: Table, move: Move) -> dict[str, Any]:
    """What moved where, and what lies open in the place it left."""
    turned = uncovered(before, move)
    is_pile = move.source.kind is PlaceKind.PILE
    emptied = is_pile and after.tableau[move.source.index].is_empty
    return {
        **move_facts(before, move),
        "uncovered": None if turned is None else str(turned),
        "emptied": emptied,
        "waste_top": str(after.waste[-1]) if move.source.kind is PlaceKind.WASTE and after.waste else None,
    }


def finished_message(played: Played) -> Message:
    """What automatic moves did: which cards went home and what turned up."""
    before, after = played.turn.before, played.turn.after
    still_there = {str(card) for pile in after.tableau for card in pile.face_up}
    turned = [card for card in _turned_up(before, after) if card in still_there]
    cards = _sent_home(before, after)
    return status("finished", count=len(cards), cards=cards, uncovered=turned, points=played.points)


def taken_back_message(key: str, played: Played) -> Message:
    """What an undo or a redo changed: which cards went, where to, and what is covered or uncovered by it."""
    moves, before, after = played.turn.moves, played.turn.before, played.turn.after
    kind = "auto" if played.turn.is_automatic else {DRAW: "draw", RECYCLE: "recycle"}.get(moves[0], "move")
    facts: dict[str, Any] = {"cards": [], "turned": _turned_up(before, after)}
    if kind == "move":
        facts |= move_facts(before, moves[0])
    elif kind == "draw":
        facts["cards"] = [str(card) for card in after.waste[len(before.waste) :]]
    elif kind == "auto":
        facts["cards"] = _sent_home(before, after)
    waste = (before if key == "undone" else after).waste
    count = len(before.waste) if kind == "recycle" else len(moves)
    return status(
        key, kind=kind, count=count, points=played.points, waste_top=str(waste[-1]) if waste else None, **facts
    )


def _turned_up(before: Table, after: Table) -> list[str]:
    """The cards that lay face down before and lie face up, or on a foundation, after."""
    hidden_after = {card for pile in after.tableau for card in pile.face_down}
    return [str(card) for pile in before.tableau for card in pile.face_down if card not in hidden_after]


def _sent_home(before: Table, after: Table) -> list[str]:
    """The cards that went to the foundations, suit by suit."""
    return [
        str(Card(suit, value))
        for suit, old, new in zip(before.deck.suits, before.foundations, after.foundations, strict=True)
        for value in range(old + 1, new + 1)
    ]


def refused_message(table: Table, move: Move, refusal: Refusal) -> Message:
    """Which rule refused ``move``, with the cards it was about."""
    onto = top_card(table, move.target)
    facts = move_facts(table, move) | {"onto": None if onto is None else str(onto), "stock": len(table.stock)}
    return status("refused", rule=refusal.name.lower(), **facts)


def hint_message(engine: GameEngine, advice: Advice | Blocked) -> Message:
    """A suggestion, what it is for and what it costs, or that nothing helps any more."""
    if isinstance(advice, Blocked):
        return status("blocked", is_proved=advice.is_proved)
    table, move, points = engine.table, advice.move, engine.points_of(advice.move)
    if move in (DRAW, RECYCLE):
        action = "draw" if move == DRAW else "recycle"
        return status("hint_stock", action=action, points=points, pass_points=engine.pass_points())
    turned = uncovered(table, move)
    return status("hint", purpose=advice.purpose, uncovers=turned is not None, points=points, **move_facts(table, move))


def warning_message(warning: ThresholdWarning) -> Message:
    """That something has become dearer: what was just charged and what the next costs."""
    return alert(
        "threshold",
        event=warning.event_type.value,
        threshold=warning.threshold,
        count=warning.count,
        charged=warning.charged_points,
        next=warning.next_points,
        is_ahead=warning.is_ahead,
    )


def time_message(notice: TimeNotice, engine: GameEngine) -> Message:
    """Minutes left, or that the limit has been passed and what that costs."""
    if notice.minutes_left is not None:
        return alert("minutes_left", minutes=notice.minutes_left, mode=engine.settings.timer_mode)
    return alert("limit_passed", points=engine.config.overtime_penalty_per_minute)


def over_message(score: FinalScore, deal_number: int) -> Message:
    """That the game is over, why, and its score."""
    return alert("game_over", score=score.as_dict(), deal=deal_number)
