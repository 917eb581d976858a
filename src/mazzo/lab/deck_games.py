"""Games of one deck against others: every deal is played twice, the cards stay and the beginner changes.

All meetings of a run have the same deals: place by place the decks are shuffled alike. So a deck and the same deck with
one card changed meet the same luck, and what differs is the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mazzo.lab.deck_figures import DeckFigures, figures_of
from mazzo.lab.matches import MatchPlan, deal_seed, play_pair
from mazzo.lab.pair_batches import PairBatch
from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.pairs import PairRun, play_pairs, plays_itself
from qb_engine.arena.players import PlayerSpec
from qb_engine.kernel.pairs import PLAYER_STREAMS
from qb_engine.moves import SIDES
from qb_engine.ruleset import Ruleset

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Who plays the decks, by which rules, from which seed."""

    ruleset: Ruleset
    player: PlayerSpec
    seed: int

    @property
    def is_played_by_the_kernel(self) -> bool:
        """Whether whole batches are one call."""
        return plays_itself(self.player)

    def run(self, a: Cards, b: Cards) -> PairRun:
        """The meeting of two decks as the kernel takes it."""
        return PairRun(self.ruleset, self.player, self.player, (a,), (b,), True, self.seed)


@dataclass(frozen=True, slots=True)
class MeetingBatch:
    """Some pairs of a meeting: the results as A's, and the figures of both decks."""

    pairs: PairBatch
    a: DeckFigures
    b: DeckFigures


def play_meeting(setting: Setting, a: Cards, b: Cards, span: tuple[int, int]) -> MeetingBatch:
    """The pairs from a number up to another one, with what was noted of both decks."""
    first, last = span
    if setting.is_played_by_the_kernel:
        played = play_pairs(setting.run(a, b), first, last - first, noted=True)
        numbers, notes = played.numbers, played.notes
    else:
        numbers, notes = _thought_over(setting, a, b, span)
    batch = PairBatch.of_numbers(first, numbers)
    return MeetingBatch(batch, figures_of(notes, numbers, 0), figures_of(notes, numbers, 1))


def _thought_over(setting: Setting, a: Cards, b: Cards, span: tuple[int, int]) -> tuple[list[int], Any]:
    """The same by players who think in Python: numbers and notes, game by game."""
    numbers: list[int] = []
    notes: list[Any] = []
    for number in range(*span):
        seed = deal_seed(setting.seed, number)
        for game, first in enumerate(SIDES):
            stream = PLAYER_STREAMS + 2 * game
            players = {side: setting.player.seated(seed, stream + place) for place, side in enumerate(SIDES)}
            arena = ArenaGame(Deal(setting.ruleset, a, b, seed, first), noted=True)
            while (side := arena.side_to_act) is not None:
                arena.make(players[side].choose(*arena.seen_by(side)))
            numbers += [arena.result.margin, arena.plies]
            notes += list(arena.notes())
    return numbers, _in_a_row(notes)


def _in_a_row(notes: list[Any]) -> Any:
    import numpy as np

    return np.array(notes) if isinstance(notes[0], np.void) else notes


def outcomes_of(setting: Setting, field: tuple[Cards, ...], deck: Cards, span: tuple[int, int]) -> str:
    """A digit for each pair of ``deck`` against each deck of the field in turn, see ``PairBatch``; no notes."""
    first, last = span
    parts = []
    for enemy in field:
        if setting.is_played_by_the_kernel:
            numbers = play_pairs(setting.run(deck, enemy), first, last - first).numbers
            parts.append(PairBatch.of_numbers(first, numbers).outcomes)
        else:
            plan = MatchPlan(
                setting.player, setting.player, last, setting.seed, setting.ruleset, (), deck, enemy
            )  # fmt: skip
            parts.append(PairBatch.of([play_pair(plan, number) for number in range(first, last)]).outcomes)
    return "".join(parts)
