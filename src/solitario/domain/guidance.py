"""What helps: safe moves, a hint, and whether anything useful is left.

A move makes progress when it can never be needed backwards: it turns a card up, or takes one out of the waste. All
other moves only rearrange. A game is stuck when no rearrangement leads to progress and the stock holds no surprise:
cards the player has not seen are never looked at, so neither a hint nor a verdict tells more than the table shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solitario.domain.cards import Card
from solitario.domain.moves import DRAW, FOUNDATIONS, PILES, RECYCLE, WASTE, Move, PlaceKind
from solitario.domain.rearrangement import first_step
from solitario.domain.rules import DealRules, after, drawn, legal_moves, refusal, top_card, uncovered
from solitario.domain.table import Table


@dataclass(frozen=True, slots=True)
class Advice:
    """A suggested move and what it is for: ``foundation``, ``uncover``, ``waste``, ``prepare`` or ``stock``."""

    move: Move
    purpose: str


def safe_moves(table: Table) -> tuple[Move, ...]:
    """Moves to a foundation that can never be regretted: no card left in play could be laid on the moved one."""
    moves = (move for move in legal_moves(table) if move.target.kind is PlaceKind.FOUNDATION)
    return tuple(move for move in moves if _is_safe(table, move))


def _is_safe(table: Table, move: Move) -> bool:
    card = top_card(table, move.source)
    if card is None:
        return False
    others = [
        value
        for suit, value in zip(table.deck.suits, table.foundations, strict=True)
        if suit.is_red != card.suit.is_red
    ]
    return card.value <= min(others) + 1 or card.value <= 2


def has_unseen_stock(table: Table) -> bool:
    """Whether the stock holds cards that were never turned: only before the first recycle."""
    return bool(table.stock) and table.recycles == 0


def advice(table: Table, rules: DealRules) -> Advice | None:
    """The move we would suggest to somebody who sees what the player sees; None when none is known to help."""
    safe = safe_moves(table)
    if safe:
        return Advice(safe[0], "foundation")
    direct = _best_progress(table)
    if direct is not None:
        return Advice(direct, "uncover" if uncovered(table, direct) is not None else "waste")
    if _stock_helps(table, rules):
        return Advice(DRAW if table.stock else RECYCLE, "stock")
    first, known = first_step(table, _coming_cards(table, rules))
    if first is not None:
        return Advice(first, "prepare")
    # Nothing found within the limit: turning the stock over is still the honest suggestion.
    stock_move = DRAW if table.stock else RECYCLE
    return Advice(stock_move, "stock") if not known and refusal(table, stock_move) is None else None


def candidates(table: Table, rules: DealRules) -> Iterator[Move]:
    """Moves worth trying when the suggested one leads nowhere new, the more useful first; none from a foundation."""
    moves = legal_moves(table)
    yield from safe_moves(table)
    hides = {move: len(table.tableau[move.source.index].face_down) for move in moves if uncovered(table, move)}
    yield from sorted(hides, key=lambda move: -hides[move])
    yield from (move for move in moves if move.source == WASTE and move != RECYCLE)
    first, _known = first_step(table, _coming_cards(table, rules))
    if first is not None:
        yield first
    yield from (move for move in moves if move.target.kind is PlaceKind.FOUNDATION)
    yield from (move for move in (DRAW, RECYCLE) if move in moves)


def purpose_of(table: Table, move: Move) -> str:
    """What ``move`` is for, in the words of ``Advice``."""
    if move in (DRAW, RECYCLE):
        return "stock"
    if uncovered(table, move) is not None:
        return "uncover"
    if move.target.kind is PlaceKind.FOUNDATION:
        return "foundation"
    return "waste" if move.source == WASTE else "prepare"


def is_stuck(table: Table, rules: DealRules) -> bool:
    """Whether no useful move is left, as far as the player can know; False while that is not certain."""
    if table.is_won or safe_moves(table) or _best_progress(table) is not None or _stock_helps(table, rules):
        return False
    first, known = first_step(table, _coming_cards(table, rules))
    return known and first is None


def _best_progress(table: Table) -> Move | None:
    """The best move that makes progress at once: uncover in the pile that hides most, else play the waste card."""
    moves = legal_moves(table)
    uncovering = [move for move in moves if uncovered(table, move) is not None]
    if uncovering:
        return max(uncovering, key=lambda move: len(table.tableau[move.source.index].face_down))
    from_waste = [move for move in moves if move.source == WASTE and move != RECYCLE]
    return from_waste[0] if from_waste else None


def _stock_helps(table: Table, rules: DealRules) -> bool:
    """Whether drawing on leads to an unseen card or to one that could be played as the table stands."""
    if has_unseen_stock(table):
        return True
    return any(_fits(table, card) for card in _coming_cards(table, rules))


def _coming_cards(table: Table, rules: DealRules) -> set[Card]:
    """Cards that will lie on top of the waste if the player only draws and recycles."""
    if rules.shuffles:
        return set(table.stock + table.waste)
    coming = set(table.waste[-1:])
    turning = table
    for _pass in range(2):
        while turning.stock:
            coming.add(drawn(turning, rules.draw_count)[-1])
            turning = after(turning, DRAW, rules)
        if turning.waste:
            turning = after(turning, RECYCLE, rules)
    return coming


def _fits(table: Table, card: Card) -> bool:
    with_card = replace(table, waste=(card,))
    targets = (*PILES, FOUNDATIONS[table.foundation_index(card)])
    return any(refusal(with_card, Move(WASTE, target)) is None for target in targets)
