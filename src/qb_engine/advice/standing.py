"""What a position promises beyond its score: tiles held, ranks to lay on and power, weighed against the enemy's.

The margin after one reply does not see ground: a move that scores now and leaves nothing to lay on looks as good as one
that scores as much and opens the board. The weights are measured, not derived. A regression of a search's win chances
on what the board shows gave their proportions; whole games against a random player, both rulesets, four starter decks
in rotation with sides swapped, chose the round numbers (docs/decisions/0731-quick-standing.md has the figures).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from qb_engine.kernel.ground import HELD, POWER, RANK
from qb_engine.kernel.layout import NO_CARD
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import TILES
from qb_engine.rules_engine import RulesEngine


@dataclass(frozen=True, slots=True)
class Ground:
    """What one side has on the board; ``highest`` is the highest rank among its free tiles, 0 without any."""

    held: int
    ranks: int
    highest: int
    power: int

    @property
    def points(self) -> int:
        """Its worth, to be compared with the other side's."""
        return HELD * self.held + RANK * self.ranks + POWER * self.power


def grounds(view: PlayerView) -> tuple[Ground, Ground]:
    """Your ground and the enemy's."""
    record = view.engine.seen(view.cells)
    names = ("card", "card_owner", "owner", "rank", "power")
    card, card_owner, owner, rank, power = (list(map(int, getattr(record, name))) for name in names)
    free: tuple[list[int], ...] = ([], [], [])
    laid: tuple[list[int], ...] = ([], [])
    for tile in range(TILES):
        if card[tile] == NO_CARD:
            free[owner[tile]].append(rank[tile])
        else:
            laid[card_owner[tile]].append(power[tile])
    yours, theirs = (
        Ground(len(free[side]) + len(laid[side]), sum(free[side]), max(free[side], default=0), sum(laid[side]))
        for side in range(2)
    )
    return yours, theirs


def standing(yours: Ground, theirs: Ground) -> int:
    """Points that your ground and power are worth more than the enemy's; below 0 when theirs are worth more."""
    return yours.points - theirs.points


def is_settled(view: PlayerView, belief: EnemyBelief, yours: Ground, theirs: Ground) -> bool:
    """Whether ground is worth nothing now: the match is over, or no free tile carries a card that may still come.

    Cards that replace need no ground, so they do not count here. Where your deck is not known, any card may come.
    """
    if view.is_over:
        return True
    if yours.highest and (view.deck_ids is None or _carries(yours, view.engine, chain(view.hand, view.deck_ids))):
        return False
    return not _carries(theirs, view.engine, _enemy_cards(view, belief))


def is_final(view: PlayerView, belief: EnemyBelief) -> bool:
    """Whether the result stands: the match is settled, and no card can come that replaces another."""
    if view.is_over:
        return True
    if view.deck_ids is None or not is_settled(view, belief, *grounds(view)):
        return False
    cards = chain(view.hand, view.deck_ids, _enemy_cards(view, belief))
    return not any(view.engine.card(card_id).is_replace for card_id in cards)


def _enemy_cards(view: PlayerView, belief: EnemyBelief) -> Iterator[str]:
    """Every card that the enemy may hold or draw."""
    return chain(view.enemy_certain, *(way.card_ids for way in belief.unseen))


def _carries(ground: Ground, engine: RulesEngine, card_ids: Iterable[str]) -> bool:
    """Whether one of the cards can be laid on a free tile of this side."""
    return ground.highest > 0 and any(0 < engine.card(card_id).cost <= ground.highest for card_id in card_ids)
