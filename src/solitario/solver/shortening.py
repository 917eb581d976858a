"""Lines made better: without detours, with fewer draws and recycles, or with more points.

A line is taken apart into steps: which card goes home or onto a pile. Draws and recycles follow from the steps, since a
card of the stock is drawn until it lies on top. A step is then left out or made earlier, and what is still a win and
costs less is kept, again and again until nothing helps or the tries are used up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from solitario.domain.cards import Card
from solitario.domain.moves import DRAW, FOUNDATIONS, PILES, RECYCLE, WASTE, Move, Place, PlaceKind
from solitario.domain.rules import DealRules, after, refusal, top_card
from solitario.domain.table import Table

TRIES = 1_000
"""How many changed lines are played by default, a tenth of a second for all of them."""
RECYCLE_COST = 5
"""A recycle counts as so many moves."""

Cost = Callable[[Sequence[Move]], float]
"""What a line costs; the least is the best."""


def length(line: Sequence[Move]) -> float:
    """How long a line is: its moves and draws, and its recycles several times."""
    return len(line) + (RECYCLE_COST - 1) * sum(move == RECYCLE for move in line)


def shortened(
    table: Table,
    rules: DealRules,
    line: Sequence[Move],
    tries: int = TRIES,
    cost: Cost = length,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Move, ...]:
    """A line from ``table`` to a win that costs at most as much as ``line``, the same for the same number of tries."""
    if rules.shuffles:  # another number of recycles would bring another order
        return tuple(line)
    best = _Played(rules, _steps(table, rules, line), [table], [])
    if not best.is_won or cost(best.line) > cost(line):
        return tuple(line)
    changes = _changes()
    since = 0
    for _try in range(tries):
        if is_cancelled():
            break
        changed = next(changes)(best)
        since += 1
        if changed is not None and changed.is_won and cost(changed.line) < cost(best.line):
            best, since = changed, 0
        if since > 2 * len(best.steps) ** 2:
            break
    return tuple(best.line)


@dataclass(frozen=True, slots=True)
class _Step:
    """A card, with what lies on it, that goes home or onto a pile."""

    card: Card
    is_home: bool
    pile: Place | None = None


def _steps(table: Table, rules: DealRules, line: Sequence[Move]) -> list[_Step]:
    """What a line does, apart from draws and recycles, without what leads back to a table that was there before."""
    met: dict[object, int] = {_cards_of(table): 0}
    steps: list[_Step] = []
    for move in line:
        if move not in (DRAW, RECYCLE):
            if move.source.kind is PlaceKind.PILE:
                card = table.tableau[move.source.index].face_up[-move.count]
            else:
                card = _shown(table, move.source)
            steps.append(_Step(card, move.target.kind is PlaceKind.FOUNDATION, move.target))
        table = after(table, move, rules)
        if move not in (DRAW, RECYCLE):
            at = met.setdefault(_cards_of(table), len(steps))
            if at < len(steps):
                del steps[at:]
                met = {key: place for key, place in met.items() if place <= at}
    return steps


def _shown(table: Table, place: Place) -> Card:
    card = top_card(table, place)
    assert card is not None, f"nothing lies on {place}"
    return card


def _cards_of(table: Table) -> object:
    """What lies where, whatever of the stock is turned."""
    return table.tableau, table.foundations, frozenset(table.waste + table.stock)


class _Played:
    """Steps as they were played from a table: the line, and the table before each step."""

    def __init__(self, rules: DealRules, steps: list[_Step], tables: list[Table], parts: list[list[Move]]) -> None:
        """Go on from the last of ``tables``, where the steps that are ``parts`` already have led to."""
        self.steps, self._rules, self._tables, self._parts = steps, rules, tables, parts
        for step in steps[len(parts) :]:
            part = self._part(self._tables[-1], step)
            if part is None:
                break
            self._parts.append(part)
        self.is_won = self._tables[-1].is_won

    @property
    def line(self) -> list[Move]:
        """All moves."""
        return [move for part in self._parts for move in part]

    def without(self, index: int) -> _Played:
        """The same with one step left out."""
        return self._from(index, self.steps[:index] + self.steps[index + 1 :])

    def with_earlier(self, index: int, at: int) -> _Played:
        """The same with one step made earlier."""
        steps = self.steps[:index] + self.steps[index + 1 :]
        steps.insert(at, self.steps[index])
        return self._from(at, steps)

    def _from(self, at: int, steps: list[_Step]) -> _Played:
        return _Played(self._rules, steps, self._tables[: at + 1], self._parts[:at])

    def draws_for(self, index: int) -> int:
        """How many draws and recycles come before a step."""
        return max(0, len(self._parts[index]) - 1)

    def _part(self, table: Table, step: _Step) -> list[Move] | None:
        """The moves of one step, which leave their table behind; None when it cannot be made.

        A card that shall go home and is there needs none: it was brought back for a step that was left out.
        """
        if step.is_home and table.foundations[table.foundation_index(step.card)] >= step.card.value:
            self._tables.append(table)
            return []
        moves: list[Move] = []
        source, count = self._found(table, step.card)
        if source is None:
            drawn = self._turned_up(table, step.card)
            if drawn is None:
                return None
            moves, table = drawn
            source, count = WASTE, 1
        move = self._move(table, step, source, count)
        if move is None:
            return None
        self._tables.append(after(table, move, self._rules))
        return [*moves, move]

    def _found(self, table: Table, card: Card) -> tuple[Place | None, int]:
        home = table.foundation_index(card)
        if table.foundations[home] >= card.value:
            return FOUNDATIONS[home], 1
        for place, pile in zip(PILES, table.tableau, strict=True):
            if card in pile.face_up:
                return place, len(pile.face_up) - pile.face_up.index(card)
        return None, 0

    def _turned_up(self, table: Table, card: Card) -> tuple[list[Move], Table] | None:
        if card not in table.waste and card not in table.stock:
            return None
        moves: list[Move] = []
        recycles = 0
        while table.waste[-1:] != (card,):
            move = DRAW if table.stock else RECYCLE
            recycles += move == RECYCLE
            if recycles > 2:
                return None
            moves.append(move)
            table = after(table, move, self._rules)
        return moves, table

    def _move(self, table: Table, step: _Step, source: Place, count: int) -> Move | None:
        if step.is_home:
            targets: Sequence[Place] = (FOUNDATIONS[table.foundation_index(step.card)],)
        else:
            targets = ([step.pile] if step.pile else []) + [place for place in PILES if place != step.pile]
        for target in targets:
            move = Move(source, target, count)
            if target != source and refusal(table, move) is None:
                return move
        return None


def _changes() -> Iterator[Callable[[_Played], _Played | None]]:
    """What to try next, for ever: leave steps out, from the end; make those earlier that wait for a draw."""
    index = 0
    while True:
        yield lambda played, index=index: _left_out(played, index)  # type: ignore[misc]
        yield lambda played, index=index: _made_earlier(played, index)  # type: ignore[misc]
        index += 1


def _left_out(played: _Played, index: int) -> _Played | None:
    at = index % len(played.steps)
    step = played.steps[at]
    if step.is_home and not any(other.card == step.card and other.is_home for other in played.steps[at + 1 :]):
        return None  # it has to go home at some time
    return played.without(at)


def _made_earlier(played: _Played, index: int) -> _Played | None:
    """A step that costs draws goes before an earlier one that costs draws: it may be met on the way."""
    waiting = [at for at in range(len(played.steps)) if played.draws_for(at)]
    if len(waiting) < 2:
        return None
    which, back = divmod(index, 6)
    at = len(waiting) - 1 - which % (len(waiting) - 1)
    if at - 1 - back < 0:
        return None
    return played.with_earlier(waiting[at], waiting[at - 1 - back])
