"""Who the enemy may be: decks that fit what was seen, what it likely holds, and a list that grows match by match.

Nothing here is certain unless the deck is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mazzo.coach.errors import KnownDeckError, NothingSeenError
from mazzo.coach.table import CoachTable
from mazzo.decks.store import StoredDeck
from qb_engine.knowledge.belief import EnemyBelief, InferredEnemyDeck, fits_list
from qb_engine.models import DECK_SIZE

MOST_DECKS = 3
MOST_CARDS = 6


@dataclass(frozen=True, slots=True)
class LikelyDeck:
    """A whole deck that the enemy may play, how likely, and the cards of it that were not seen."""

    name: str
    chance: float
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartialList:
    """A list that is not whole yet: how many cards it has, how many of those seen are on it, and its others."""

    name: str
    count: int
    shared: int
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LikelyHand:
    """How many cards the enemy holds and the likeliest of them; ``most`` is the best chance of a card of any deck."""

    count: int
    cards: tuple[tuple[str, float], ...]
    most: float | None = None


@dataclass(frozen=True, slots=True)
class NamedList:
    """The opponent who was named: how many cards of the deck are certain, which of them were not seen, and what fits.

    ``fits`` is False when the cards seen and the list cannot be one deck; then the list counts nothing.
    """

    name: str | None
    count: int
    left: tuple[str, ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is known or guessed of the enemy.

    ``known_left`` are the cards of a known deck that were not seen, None while the deck is a guess. ``named`` is there
    when an opponent was named whose list is known in part. ``kept`` is how many whole decks could be meant at all,
    ``decks`` those that fit, likeliest first, and ``other_chance`` any other's.
    """

    known_left: tuple[str, ...] | None
    named: NamedList | None
    kept: int
    decks: tuple[LikelyDeck, ...]
    other_chance: float
    lists: tuple[PartialList, ...]
    seen: tuple[str, ...]
    hand: LikelyHand
    left_to_draw: int


def opponent(table: CoachTable) -> Opponent:
    """How far the enemy's deck is known, what it likely holds, and what is left."""
    state, prediction = table.match.state, table.prediction
    inferred = prediction.infer_enemy_decks(state.observation, state.game)
    belief = prediction.belief(state.view(), state.observation)
    decks, other = _decks(table, inferred)
    return Opponent(
        known_left=None if inferred.is_guess else _left(table, inferred.possible_decks[0]),
        named=_named(table, inferred) if inferred.is_guess else None,
        kept=len(table.candidates),
        decks=decks,
        other_chance=other,
        lists=_lists(table) if belief.is_guess and not table.certain_cards else (),
        seen=tuple(seen_cards(table)),
        hand=_hand(belief, None if inferred.possible_decks else _left(table, inferred.listed)),
        left_to_draw=state.enemy_deck_count,
    )


def seen_cards(table: CoachTable) -> list[str]:
    """The cards that the enemy has laid from its deck."""
    return sorted(table.match.state.observation.state.enemy_deck_knowledge.played_ids)


def _left(table: CoachTable, deck: Sequence[str]) -> tuple[str, ...]:
    """What the deck holds that was not seen."""
    return tuple((Counter(deck) - Counter(seen_cards(table))).elements())


def _named(table: CoachTable, inferred: InferredEnemyDeck) -> NamedList | None:
    """What the list of the opponent who was named says; None without a name and a list."""
    if table.enemy is None or not (table.certain_cards or table.enemy.name):
        return None
    fits = not table.certain_cards or bool(inferred.listed)
    return NamedList(table.enemy.name, len(table.certain_cards), _left(table, table.certain_cards), fits)


def _decks(table: CoachTable, inferred: InferredEnemyDeck) -> tuple[tuple[LikelyDeck, ...], float]:
    """The decks that fit, likeliest first and not too many, and the chance of any other."""
    if not inferred.is_guess:
        return (), 0.0
    ranked = sorted(zip(inferred.weights, inferred.possible_decks, strict=True), key=lambda one: (-one[0], one[1]))
    decks = tuple(
        LikelyDeck(table.candidates[deck], chance, _left(table, deck)) for chance, deck in ranked[:MOST_DECKS]
    )
    return decks, inferred.pool_weight + sum(chance for chance, _deck in ranked[MOST_DECKS:])


def _lists(table: CoachTable) -> tuple[PartialList, ...]:
    """The opponents' lists that are not whole and share a card with what was seen, those that share most first."""
    seen = Counter(seen_cards(table))
    partial = [one for one in table.shelf.opponents if len(one.card_ids) < DECK_SIZE]
    fitting = [one for one in partial if (Counter(one.card_ids) | seen).total() <= DECK_SIZE]
    shared = [((Counter(one.card_ids) & seen).total(), one) for one in fitting]
    ranked = sorted((-count, one.name.casefold(), one) for count, one in shared if count)
    return tuple(
        PartialList(one.name, len(one.card_ids), -count, _left(table, one.card_ids))
        for count, _name, one in ranked[:MOST_DECKS]
    )


def _hand(belief: EnemyBelief, known: Sequence[str] | None) -> LikelyHand:
    """Its likeliest cards; of a deck that is known in part those of the ``known`` ones and the certain ones.

    Where none is known all others are alike, and only how little is known of them is told.
    """
    chances = sorted((-belief.chance_to_hold(card_id), card_id) for card_id in belief.card_ids)
    ranked = [(card_id, -chance) for chance, card_id in chances]
    most = None
    if known is not None:
        doubtful = [chance for card_id, chance in ranked if chance != 1]
        most = doubtful[0] if doubtful and not known else None
        ranked = [(card_id, chance) for card_id, chance in ranked if chance == 1 or card_id in known]
    return LikelyHand(belief.unknown + len(belief.certain), tuple(ranked[:MOST_CARDS]), most)


# The list that grows.


def can_learn(table: CoachTable) -> bool:
    """Whether something was seen of an enemy whose deck is not known."""
    return not table.match.state.observation.known_enemy_deck_ids and bool(seen_cards(table))


def grown(table: CoachTable) -> StoredDeck | None:
    """The list of the opponent who was named, with what was seen in the match that is over; None if nothing grows."""
    if table.enemy is None or table.enemy.name is None or table.match.phase != "over" or not can_learn(table):
        return None
    return table.shelf.learn(table.enemy.name, [*seen_cards(table), *_typed_left(table)])


def _typed_left(table: CoachTable) -> list[str]:
    """The cards of a typed list that were not seen in this match: they are known all the same."""
    typed = table.enemy.card_ids if table.enemy else ()
    return list(_left(table, typed)) if fits_list(Counter(seen_cards(table)), typed) else []


def learned(table: CoachTable, name: str) -> StoredDeck:
    """Keep what was seen of the enemy under a name, together with what was seen before; the list."""
    if table.match.state.observation.known_enemy_deck_ids:
        raise KnownDeckError
    seen = seen_cards(table)
    if not seen:
        raise NothingSeenError
    return table.shelf.learn(name, seen)
