"""Small games of Klondike decided by trying everything: no reduction, no order, only positions that were met before.

A card is ``(suit, value)``, suits 0 and 1 are red. A position is the piles (hidden and open cards, in any order), the
stock, the waste and the foundations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Cards: TypeAlias = tuple[tuple[int, int], ...]
Position: TypeAlias = tuple[tuple[tuple[Cards, Cards], ...], Cards, Cards, tuple[int, ...]]


def is_winnable(
    piles: list[tuple[Cards, Cards]],
    stock: Cards,
    king: int,
    draw_count: int,
    most: int,
    waste: Cards = (),
    heights: tuple[int, ...] = (0, 0, 0, 0),
) -> bool | None:
    """Whether the game can be won; None when it has more than ``most`` positions."""
    start: Position = (tuple(sorted(piles)), stock, waste, heights)
    met, left = {start}, [start]
    while left:
        position = left.pop()
        if all(height == king for height in position[3]):
            return True
        for following in after(position, king, draw_count):
            if following not in met:
                met.add(following)
                left.append(following)
        if len(met) > most:
            return None
    return False


def after(position: Position, king: int, draw_count: int) -> Iterator[Position]:
    """Every position that one move leads to."""
    yield from from_piles(position, king)
    piles, stock, waste, heights = position
    if waste:
        if fits_home(waste[-1], heights):
            yield (piles, stock, waste[:-1], with_height(heights, waste[-1][0], 1))
        for laid in placed(list(piles), waste[-1:], king):
            yield (tuple(sorted(laid)), stock, waste[:-1], heights)
    for suit, height in enumerate(heights):
        if height:
            for laid in placed(list(piles), ((suit, height),), king):
                yield (tuple(sorted(laid)), stock, waste, with_height(heights, suit, -1))
    if stock:
        count = min(draw_count, len(stock))
        yield (piles, stock[:-count], waste + stock[: -count - 1 : -1], heights)
    elif waste:
        yield (piles, waste[::-1], (), heights)


def from_piles(position: Position, king: int) -> Iterator[Position]:
    """Every position that a move of tableau cards leads to."""
    piles, stock, waste, heights = position
    for at, (hidden, shown) in enumerate(piles):
        others = [pile for index, pile in enumerate(piles) if index != at]
        for count in range(1, len(shown) + 1):
            rest = turned(hidden, shown[:-count])
            for laid in placed(others, shown[-count:], king):
                yield (tuple(sorted([*laid, rest])), stock, waste, heights)
        if shown and fits_home(shown[-1], heights):
            rest = turned(hidden, shown[:-1])
            yield (tuple(sorted([*others, rest])), stock, waste, with_height(heights, shown[-1][0], 1))


def turned(hidden: Cards, shown: Cards) -> tuple[Cards, Cards]:
    """A pile with its next card turned up if none is."""
    return (hidden, shown) if shown or not hidden else (hidden[:-1], hidden[-1:])


def placed(piles: list[tuple[Cards, Cards]], run: Cards, king: int) -> Iterator[list[tuple[Cards, Cards]]]:
    """The piles with ``run`` laid on each that takes it."""
    for at, (hidden, shown) in enumerate(piles):
        if carries(shown[-1], run[0]) if shown else run[0][1] == king:
            yield [*piles[:at], (hidden, shown + run), *piles[at + 1 :]]


def carries(lower: tuple[int, int], card: tuple[int, int]) -> bool:
    """Whether ``card`` may lie on ``lower``."""
    return (lower[0] < 2) != (card[0] < 2) and lower[1] == card[1] + 1


def fits_home(card: tuple[int, int], heights: tuple[int, ...]) -> bool:
    """Whether the foundation of its suit takes ``card``."""
    return heights[card[0]] == card[1] - 1


def with_height(heights: tuple[int, ...], suit: int, change: int) -> tuple[int, ...]:
    """The heights with one changed."""
    return (*heights[:suit], heights[suit] + change, *heights[suit + 1 :])
