"""What the solver can tell a player: whether it can still be won, since when it cannot, a move, a chance.

All of it is asked for, none of it is volunteered. ``outlook``, ``last_winnable`` and ``winning_move`` know the hidden
cards; ``chance_to_win`` knows what the player sees. Nothing here changes a game, and whoever answers a player with it
counts a hint (``GameEngine.count_hint``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kernelkit.chance import seeded
from solitario.application.preferences import LOOK_SECONDS
from solitario.domain.cards import Card
from solitario.domain.deals import shuffled
from solitario.domain.game import Game
from solitario.domain.guidance import has_unseen_stock
from solitario.domain.moves import Move
from solitario.domain.rules import DealRules
from solitario.domain.table import Pile, Table
from solitario.solver.program import engine
from solitario.solver.solving import Budget, Verdict, solve

LOOK_NODES = 1_000_000_000
WORLDS = 200
WORLD_NODES = 200_000
"""How many ways of dealing the hidden cards are tried, and how long each."""
WORLDS_STREAM = 11

IsCancelled = Callable[[], bool]


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether a position can be won; if that is not known, whether a shuffled recycle or the easier rule is why."""

    verdict: Verdict
    is_shuffled: bool = False
    is_open: bool = False


def outlook(
    table: Table, rules: DealRules, seconds: float = LOOK_SECONDS, is_cancelled: IsCancelled = _never
) -> Outlook:
    """Whether ``table`` can still be won, as far as that can be found out in time."""
    verdict = _verdict(table, rules, seconds, is_cancelled)
    return Outlook(verdict, _is_shuffle_to_blame(verdict, rules), table.is_open)


@dataclass(frozen=True, slots=True)
class LastWinnable:
    """How many turns back the game could last be won for sure, None if it never could or that is not known.

    ``is_exact`` when the turn after it is proved to have lost the game.
    """

    turns_back: int | None
    is_exact: bool


def last_winnable(game: Game, seconds: float = LOOK_SECONDS, is_cancelled: IsCancelled = _never) -> LastWinnable:
    """The last position of ``game`` that can be won, looked for among the turns that led to the table.

    What is lost stays lost whatever is played, so the positions that can be won come first: halving finds the border.
    """
    tables = [*(turn.before for turn in game.past), game.table]
    engine()  # loaded before the clock starts
    ends_at = time.monotonic() + seconds
    won, lost = -1, len(tables)  # the last that is known to be winnable, the first that is known to be lost
    open_: set[int] = set()
    while (rest := [at for at in range(won + 1, lost) if at not in open_]) and time.monotonic() < ends_at:
        at = rest[len(rest) // 2]
        verdict = _verdict(tables[at], game.rules, ends_at - time.monotonic(), is_cancelled)
        if verdict is Verdict.WINNABLE:
            won = at
        elif verdict is Verdict.LOST:
            lost = at
        else:
            open_.add(at)
    return LastWinnable(len(tables) - 1 - won if won >= 0 else None, is_exact=lost == won + 1)


@dataclass(frozen=True, slots=True)
class WinningMove:
    """What a winning line begins with; ``move`` is None when there is none, or none was found in time."""

    outlook: Outlook
    move: Move | None = None


def winning_move(
    table: Table, rules: DealRules, seconds: float = LOOK_SECONDS, is_cancelled: IsCancelled = _never
) -> WinningMove:
    """The first move of a line that wins, found with the hidden cards."""
    if table.is_open:
        return WinningMove(Outlook(Verdict.UNPROVEN, is_open=True))
    budget = Budget(LOOK_NODES, seconds)
    solution = solve(table, rules, budget, is_cancelled=is_cancelled, form=engine())
    found = Outlook(solution.verdict, _is_shuffle_to_blame(solution.verdict, rules))
    return WinningMove(found, solution.line[0] if solution.line else None)


def winning_line(table: Table, rules: DealRules, seconds: float = LOOK_SECONDS) -> tuple[Verdict, tuple[Move, ...]]:
    """The verdict on ``table`` and, if it can be won, every move of a line that wins."""
    if table.is_open:
        return Verdict.UNPROVEN, ()
    solution = solve(table, rules, Budget(LOOK_NODES, seconds), form=engine())
    return solution.verdict, solution.line if solution.verdict is Verdict.WINNABLE else ()


@dataclass(frozen=True, slots=True)
class Worlds:
    """Ways of dealing the cards that the player has not seen, and how they end if played with open eyes."""

    winnable: int
    lost: int
    unproven: int
    unseen: int
    """How many cards were dealt anew."""

    @property
    def count(self) -> int:
        """How many ways were tried."""
        return self.winnable + self.lost + self.unproven


def chance_to_win(
    table: Table,
    rules: DealRules,
    worlds: int = WORLDS,
    seconds: float = LOOK_SECONDS,
    is_cancelled: IsCancelled = _never,
) -> Worlds:
    """In how many ways of dealing the unseen cards the game can be won; the same ways for the same table.

    The share says how good the position is for somebody who would then see every card: nobody plays so well, so it is
    more than a player's own chance.
    """
    if table.is_open:
        return Worlds(0, 0, 0, len(unseen_cards(table)))
    form = engine()  # loaded before the clock starts
    ends_at = time.monotonic() + seconds
    counts = dict.fromkeys(Verdict, 0)
    unseen = unseen_cards(table)
    for number in range(worlds if len(unseen) > 1 else 1):
        left = ends_at - time.monotonic()
        if left <= 0 or is_cancelled():
            break
        world = dealt_anew(table, number)
        counts[solve(world, rules, Budget(WORLD_NODES, left), form=form).verdict] += 1
    winnable, lost, unproven = (counts[verdict] for verdict in Verdict)
    return Worlds(winnable, lost, unproven, len(unseen))


def unseen_cards(table: Table) -> tuple[Card, ...]:
    """The cards that the player has never seen: those face down, and the stock before it was turned over once."""
    hidden = tuple(card for pile in table.tableau for card in pile.face_down)
    return hidden + (table.stock if has_unseen_stock(table) else ())


def dealt_anew(table: Table, number: int) -> Table:
    """The table with its unseen cards in another order, the same for the same ``number``."""
    # In an order that says nothing of where they lay.
    cards = iter(shuffled(tuple(sorted(unseen_cards(table), key=str)), seeded(number, WORLDS_STREAM)))
    piles = tuple(Pile(_taken(cards, len(pile.face_down)), pile.face_up) for pile in table.tableau)
    stock = _taken(cards, len(table.stock)) if has_unseen_stock(table) else table.stock
    return replace(table, tableau=piles, stock=stock)


def _taken(cards: Iterator[Card], count: int) -> tuple[Card, ...]:
    return tuple(next(cards) for _ in range(count))


def _is_shuffle_to_blame(verdict: Verdict, rules: DealRules) -> bool:
    return verdict is Verdict.UNPROVEN and rules.shuffles and rules.draw_count > 1


def _verdict(table: Table, rules: DealRules, seconds: float, is_cancelled: IsCancelled) -> Verdict:
    """What the solver says; it knows only piles that begin with a king, so that of the easier rule it says nothing."""
    if table.is_open:
        return Verdict.UNPROVEN
    budget = Budget(LOOK_NODES, max(0.0, seconds))
    return solve(table, rules, budget, is_cancelled=is_cancelled, form=engine()).verdict
