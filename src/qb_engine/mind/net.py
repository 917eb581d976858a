"""The net that was trained for the rules that are played, and its look at every move of a player's view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from qb_engine.data.checks import DATA
from qb_engine.kernel.layout import YOU, State, Work
from qb_engine.kernel.net import Choice, Look
from qb_engine.kernel.playout import PASS
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.knowledge.worlds import Dealer, new_worlds
from qb_engine.mind.errors import BrokenWeightsError, NearRulesError
from qb_engine.mind.weights import Weights, read_weights
from qb_engine.moves import COLUMNS, Move
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, Ruleset

OWN_DECKS = 4
"""Where your own deck is not known, one look sees so many that it may be."""


@dataclass(frozen=True, slots=True)
class Mind:
    """A net as one engine asks it. ``is_exact`` says that it was trained under just these rules, not near ones."""

    engine: RulesEngine
    net: Any
    is_exact: bool

    @classmethod
    def of(cls, engine: RulesEngine) -> Mind:
        """The shipped net for the rules of ``engine``, or the nearest; BrokenWeightsError where it cannot be used."""
        rules = nearest_rules(engine.ruleset)
        return cls(engine, shipped_weights(rules).rows(engine.compiled), engine.ruleset == PRESETS[rules])

    @classmethod
    def or_none(cls, engine: RulesEngine) -> Mind | None:
        """The same; None where its weights cannot be used, or cards are others than it knows: then one does without."""
        try:
            return cls.of(engine) if engine.is_shipped else None
        except BrokenWeightsError:
            return None

    def chances(self, view: PlayerView, belief: EnemyBelief) -> dict[Move | None, float]:
        """Your chance after each of your moves, None for a pass, by one look at what you would see then.

        Hidden cards are dealt because a record has places for them. A view's features do not tell how; of your own deck
        they tell the cards, so where it is not known the mean over some that it may be counts.
        """
        looks = list(self._looks(view, belief))
        return {move: sum(look[move] for look in looks) / len(looks) for move in looks[0]}

    def _looks(self, view: PlayerView, belief: EnemyBelief) -> Iterator[dict[Move | None, float]]:
        """The chances in one world after the other."""
        engine = self.engine
        worlds = new_worlds(view, OWN_DECKS if view.deck_ids is None else 1)
        Dealer(view, belief).deal_into(worlds, 0, 0)
        states, works = engine.rows(State, 3), engine.rows(Work, 1)
        look, choice = engine.rows(Look, 1), engine.rows(Choice, 1)
        desk = states, engine.tables, engine.rules, works, self.net, look, choice
        for number in range(len(worlds)):
            engine.kernel.copy_state(states[1:2], worlds[number : number + 1])
            # Whoever asks for advice is taken to be about to move.
            engine.seen(states[1:2]).side_to_act = YOU
            count = engine.kernel.weigh_moves(*desk, is_listed(view, belief))
            work, chances = engine.seen(works), engine.seen(choice).chance
            places = [(PASS, 0), *((int(work.move_index[k]), int(work.move_tile[k])) for k in range(count - 1))]
            yield {
                None if place == PASS else Move(view.hand[place], *divmod(tile, COLUMNS)): float(chance)
                for (place, tile), chance in zip(places, chances, strict=False)
                if chance >= 0
            }


def is_listed(view: PlayerView, belief: EnemyBelief) -> int:
    """1 where the enemy's unseen cards are known together, 0 where they are a guess."""
    if len(belief.unseen) != 1:
        return 0
    way = belief.unseen[0]
    return int(not way.listed and sum(way.copies.values()) == belief.unknown + view.enemy_deck_count)


def nearest_rules(ruleset: Ruleset) -> str:
    """The name of the ruleset that ``ruleset`` differs from least: its net is used."""
    return ruleset.name.partition("+")[0]


def weights_file(rules: str) -> Path:
    """Where the shipped weights for ``rules`` lie."""
    return DATA / f"mind_{rules}.net"


_READ: dict[str, Weights | BrokenWeightsError] = {}
_READING = RLock()


def shipped_weights(rules: str) -> Weights:
    """The shipped weights for ``rules``, read once; BrokenWeightsError each time where they cannot be used."""
    with _READING:
        if rules not in _READ:
            try:
                _READ[rules] = read_weights(weights_file(rules), rules)
            except BrokenWeightsError as error:
                _READ[rules] = error
    found = _READ[rules]
    if isinstance(found, BrokenWeightsError):
        raise found
    return found


def trouble_with(ruleset: Ruleset) -> BrokenWeightsError | NearRulesError | None:
    """What is to be said before the net plays under ``ruleset``: it cannot be used, or learned under other rules."""
    near = nearest_rules(ruleset)
    try:
        shipped_weights(near)
    except BrokenWeightsError as error:
        return error
    return None if ruleset == PRESETS[near] else NearRulesError(asked=ruleset.name, near=near)
