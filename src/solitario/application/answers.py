"""Answers to one-key questions: they look at the game and change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solitario.application.cursor import Cursor, Selection, stop_count
from solitario.application.engine import GameEngine
from solitario.application.messages import Message, status
from solitario.domain.moves import DRAW, FOUNDATIONS, PILES, RECYCLE, STOCK, WASTE, Move, Place, PlaceKind
from solitario.domain.rules import legal_moves, refusal, top_card, uncovered
from solitario.domain.table import Table

MOVES_SAID = 5
"""How many moves are said at once: as much as somebody can keep in mind."""


def place_facts(table: Table, place: Place) -> dict[str, Any]:
    """What lies on ``place``: counts, and the cards that can be seen, bottom first."""
    if place.kind is PlaceKind.PILE:
        pile = table.tableau[place.index]
        shown, hidden = [str(card) for card in pile.face_up], len(pile.face_down)
    elif place == STOCK:
        shown, hidden = [], len(table.stock)
    else:
        top = top_card(table, place)
        shown, hidden = ([] if top is None else [str(top)]), 0
    facts: dict[str, Any] = {"place": str(place), "cards": shown, "hidden": hidden}
    if place == WASTE:
        facts["count"] = len(table.waste)
    if place.kind is PlaceKind.FOUNDATION:
        facts["count"] = table.foundations[place.index]
        facts["suit"] = table.deck.suits[place.index].value
    return facts


def here(table: Table, cursor: Cursor) -> Message:
    """The card under the cursor with its position; what arriving somewhere says."""
    card = cursor.card(table)
    facts = place_facts(table, cursor.place)
    total = stop_count(table, cursor.place)
    if cursor.place.kind is PlaceKind.PILE:
        facts |= {"position": cursor.stop + 1, "total": total}
    return status("here", card=None if card is None else str(card), **facts)


def where(table: Table, cursor: Cursor, selection: Selection | None) -> Message:
    """The place and the card under the cursor, and what is held."""
    message = here(table, cursor)
    return status("where", **message.data, held=held_cards(table, selection))


def held_cards(table: Table, selection: Selection | None) -> list[str]:
    """The cards that are picked up, bottom first; empty when none are."""
    if selection is None:
        return []
    if selection.source.kind is PlaceKind.PILE:
        return [str(card) for card in table.tableau[selection.source.index].face_up[-selection.count :]]
    top = top_card(table, selection.source)
    return [] if top is None else [str(top)]


def takers(table: Table, selection: Selection | None) -> list[Place]:
    """The places that take what is held; none when nothing is."""
    if selection is None:
        return []
    places = (*PILES, *FOUNDATIONS)
    return [place for place in places if refusal(table, Move(selection.source, place, selection.count)) is None]


def selection_answer(table: Table, selection: Selection | None) -> Message:
    """What is held and where it comes from."""
    source = None if selection is None else str(selection.source)
    return status("selection", cards=held_cards(table, selection), source=source)


def waste_answer(engine: GameEngine) -> Message:
    """The waste: its top card, the last cards turned with it, and how many there are."""
    cards = [str(card) for card in engine.table.waste[-engine.settings.draw_count :]]
    return status("waste", cards=cards, count=len(engine.table.waste))


def stock_answer(engine: GameEngine) -> Message:
    """How many cards the stock holds, and what it costs to go on."""
    stock, waste = len(engine.table.stock), len(engine.table.waste)
    return status("stock", count=stock, waste=waste, recycle_points=engine.scorer.next_recycle_points())


def foundations_answer(table: Table) -> Message:
    """The top of each foundation and how many cards are home."""
    tops = [None if (card := table.foundation_top(index)) is None else str(card) for index in range(4)]
    suits = [suit.value for suit in table.deck.suits]
    return status("foundations", tops=tops, suits=suits, count=sum(table.foundations), total=len(table.deck.cards))


def table_answer(engine: GameEngine) -> Message:
    """Everything that can be seen, in the order piles, foundations, waste, stock."""
    table = engine.table
    return status(
        "table",
        piles=[place_facts(table, place) for place in PILES],
        foundations=foundations_answer(table).data,
        waste=waste_answer(engine).data,
        stock=len(table.stock),
    )


def time_answer(engine: GameEngine) -> Message:
    """The active time, and what the timer leaves of it."""
    left_ms = engine.limit_ms - engine.clock.elapsed_ms if engine.limit_ms else None
    return status(
        "time",
        seconds=engine.clock.elapsed_ms // 1000,
        limit_minutes=engine.limit_ms // 60_000,
        mode=engine.settings.timer_mode,
        left_seconds=None if left_ms is None else -(-left_ms // 1000),
    )


def score_answer(engine: GameEngine) -> Message:
    """The score so far with its parts; without the bonuses that only a won game gets."""
    score = engine.final_score or engine.provisional_score()
    return status("score", score=score.as_dict(), is_over=engine.is_over)


def detail_answer(engine: GameEngine) -> Message:
    """How the score is made up, part by part."""
    score = engine.final_score or engine.provisional_score()
    return status("detail", score=score.as_dict(), is_over=engine.is_over)


def cost_answer(engine: GameEngine) -> Message:
    """What the next draw, the next recycle and taking a card back from a foundation would cost."""
    return status(
        "cost",
        draw_points=engine.draw_points(),
        draw_number=engine.scorer.stock_draw_count + 1,
        recycle_points=engine.scorer.next_recycle_points(),
        recycle_number=engine.scorer.recycle_count + 1,
        back_points=engine.config.event_points["foundation_to_tableau"],
    )


def moves_answer(engine: GameEngine, start: int = 0) -> Message:
    """The card moves that are legal now, the useful first, a few from ``start`` on; and what the stock allows.

    A card that could go to any of several empty piles makes one move, not several.
    """
    moves = legal_moves(engine.table)
    grouped = useful_first(engine.table, moves)
    said = [
        move_facts(engine.table, move) | {"to_empty": _goes_to_empty(engine.table, move)}
        for move in grouped[start : start + MOVES_SAID]
    ]
    stock = "draw" if DRAW in moves else "recycle" if RECYCLE in moves else None
    left = max(0, len(grouped) - start - len(said))
    return status(
        "moves", moves=said, count=len(grouped), left=left, start=start, stock=stock, is_stuck=engine.is_stuck
    )


def useful_first(table: Table, moves: Sequence[Move]) -> list[Move]:
    """The card moves among ``moves`` with equal ones taken together: what uncovers or goes home comes first."""
    single: dict[tuple[Place, int, Place | None], Move] = {}
    for move in moves:
        if move not in (DRAW, RECYCLE):
            target = None if _goes_to_empty(table, move) else move.target
            single.setdefault((move.source, move.count, target), move)
    return sorted(single.values(), key=lambda move: _usefulness(table, move))


def _usefulness(table: Table, move: Move) -> int:
    if uncovered(table, move) is not None:
        return 0
    if move.target.kind is PlaceKind.FOUNDATION:
        return 1
    if move.source == WASTE:
        return 2
    if move.source.kind is PlaceKind.FOUNDATION:
        return 5
    empties = move.count == len(table.tableau[move.source.index].face_up)
    if _goes_to_empty(table, move):
        return 6 if empties else 4  # what lies alone on a pile lies no better on another
    return 3 if empties else 4


def _goes_to_empty(table: Table, move: Move) -> bool:
    return move.target.kind is PlaceKind.PILE and table.tableau[move.target.index].is_empty


def move_facts(table: Table, move: Move) -> dict[str, Any]:
    """What ``move`` would move, from where, to where, onto what."""
    cards = held_cards(table, Selection(move.source, move.count))
    onto = None if move.target.kind is PlaceKind.FOUNDATION else top_card(table, move.target)
    return {
        "cards": cards,
        "source": str(move.source),
        "target": str(move.target),
        "onto": None if onto is None else str(onto),
    }
