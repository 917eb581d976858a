"""What the enemy may hold: exact chances, from the cards that were seen and a known, stored or unknown deck.

The cards nobody has seen are a multiset from which the hand is a random part. With a known deck it is the rest of that
deck. Of an opponent whose list is known in part, the listed cards are certain to be in the deck and the other places
are filled from the pool. Without a name it is every stored deck that fits what was seen and, for the rest, the whole
card pool at its copy limits: a guess, and it says so. docs/decisions/0721-opponents.md says how likely each is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, factorial, prod

from qb_engine.card_hydrator import shipped
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.knowledge.habits import NO_HABITS, Habits
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE, Card
from qb_engine.ruleset import CATEGORIES, Ruleset

ANOTHER = 0.5
"""The chance, before any card was seen, that the enemy plays none of the stored decks."""
ALIKE = 0.5
"""So much of such a deck is taken to come from cards as the stored ones have them: what many play proves little."""

PRIOR_COPIES = 3
"""How often a card stands in an unknown deck at most, also where the rules set no limit."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """One way the enemy's unseen cards may be: how many copies of each, and how likely this way is.

    ``listed`` are cards that are certain to be among them. Beside them ``slots`` places hold any of ``copies``; without
    a list every place does, and how many there are does not matter.
    """

    copies: Mapping[str, int]
    weight: float
    listed: Mapping[str, int] = field(default_factory=dict)
    slots: int = 0

    @property
    def size(self) -> int:
        """How many cards the places without a list are filled from."""
        return sum(self.copies.values())

    @property
    def card_ids(self) -> frozenset[str]:
        """Every card that may be among them."""
        return frozenset(self.copies if self.slots or not self.listed else ()) | frozenset(self.listed)

    def draws(self, drawn: int) -> Draws:
        """The chances of a hand of so many of them."""
        return Draws(self, drawn)


class Draws:
    """A hand from one way: the chance that it has none of some cards.

    With a list of u cards, r places beside it and a pool of p, a hand of h has j listed cards with the chance
    C(u, j) C(r, h-j) / C(u+r, h); these miss a of the listed with C(u-a, j) / C(u, j), the others miss b of the pool
    with C(p-b, h-j) / C(p, h-j). Without a list only the last factor is left, with j = 0.
    """

    def __init__(self, way: Unseen, drawn: int) -> None:
        listed, size = sum(way.listed.values()), way.size
        slots = min(way.slots, size) if way.listed else size
        hand = min(drawn, listed + slots)
        ways = comb(listed + slots, hand)
        shares = [comb(slots, hand - j) / ways for j in range(min(hand, listed) + 1) if hand - j <= slots]
        first = max(0, hand - slots)
        self._listed = [
            [comb(listed - a, first + at) * share for at, share in enumerate(shares)] for a in range(listed + 1)
        ]
        self._pool = [_missing(size, hand - first - at) for at in range(len(shares))]

    def none(self, listed: int, pool: int) -> float:
        """The chance that the hand has none of so many particular listed cards and so many of the pool."""
        return sum(share * self._pool[at][pool] for at, share in enumerate(self._listed[listed]))


def _missing(size: int, drawn: int) -> list[float]:
    """For each number of particular cards among ``size``, the chance that none of them is among ``drawn``."""
    ways = comb(size, drawn)
    return [comb(size - copies, drawn) / ways for copies in range(size + 1)]


@dataclass(frozen=True, slots=True)
class InferredEnemyDeck:
    """Whole decks that fit what was seen; ``pool_weight`` is the share of the unknown, for which no list stands.

    ``listed`` are the cards of an opponent that are known to be in the deck, where that is not a whole one.
    """

    possible_decks: tuple[tuple[str, ...], ...]
    weights: tuple[float, ...]
    pool_weight: float = 0.0
    listed: tuple[str, ...] = ()

    @property
    def is_guess(self) -> bool:
        """Whether anything here is not known for certain."""
        return len(self.possible_decks) != 1 or self.pool_weight > 0


@dataclass(frozen=True, slots=True)
class EnemyBelief:
    """The chances of every hand: certain cards, and ``unknown`` more from one of the ways in ``unseen``.

    ``habits`` are how the enemy plays them, as far as anything is known of that.
    """

    unseen: tuple[Unseen, ...]
    certain: tuple[str, ...]
    unknown: int
    is_guess: bool
    habits: Habits = NO_HABITS
    draws: tuple[Draws, ...] = field(init=False, compare=False, repr=False)
    """The chances of a hand of each way."""

    def __post_init__(self) -> None:
        # Worked out once: they are asked for card after card.
        object.__setattr__(self, "draws", tuple(way.draws(self.unknown) for way in self.unseen))

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Every card that may be in the hand, in the order of ids."""
        possible = {card_id for way in self.unseen for card_id in way.card_ids} if self.unknown else set()
        return tuple(sorted(possible | set(self.certain)))

    def chance_to_hold(self, card_id: str) -> float:
        """The chance that at least one copy is in the hand."""
        if card_id in self.certain:
            return 1.0
        return sum(
            way.weight * (1 - draws.none(way.listed.get(card_id, 0), way.copies.get(card_id, 0)))
            for way, draws in zip(self.unseen, self.draws, strict=True)
        )


def infer_decks(
    obs: EnemyObservation,
    ruleset: Ruleset,
    stored: Sequence[Sequence[str]] = (),
    cards: Sequence[Card] | None = None,
    listed: Sequence[str] = (),
) -> InferredEnemyDeck:
    """The decks that fit what was seen, by their likelihood; the pool shares in it unless the deck is known.

    ``listed`` is what is known of the opponent who is played against; where that cannot be this deck it counts nothing.
    """
    knowledge = obs.state.enemy_deck_knowledge
    if knowledge.full_deck_ids:
        return InferredEnemyDeck((tuple(sorted(knowledge.full_deck_ids)),), (1.0,))
    seen = Counter(knowledge.played_ids)
    if listed and fits_list(seen, listed):
        return InferredEnemyDeck((), (), 1.0, tuple(sorted(listed)))
    decks = sorted({tuple(sorted(deck)) for deck in stored})
    fitting = [deck for deck in decks if not seen - Counter(deck)]
    if not fitting:
        return InferredEnemyDeck((), (), 1.0)
    each = (1 - ANOTHER) / len(decks)
    chances = [each * _likelihood(seen, Counter(deck)) for deck in fitting]
    another = ANOTHER * _likelihood_of_another(seen, decks, pool_copies(ruleset, cards))
    total = sum(chances) + another
    return InferredEnemyDeck(tuple(fitting), tuple(chance / total for chance in chances), another / total)


def fits_list(seen: Mapping[str, int], listed: Sequence[str]) -> bool:
    """Whether a deck with the listed cards has room for those that were seen and are not among them."""
    return (Counter(seen) | Counter(listed)).total() <= DECK_SIZE


def _likelihood(seen: Counter[str], deck: Counter[str]) -> float:
    """The chance that the cards seen are the ones that came first from ``deck``."""
    ways = prod(comb(deck[card_id], number) for card_id, number in seen.items())
    return ways / comb(deck.total(), seen.total())


def _likelihood_of_another(seen: Counter[str], decks: Sequence[Sequence[str]], pool: Mapping[str, int]) -> float:
    """The same for a deck that nobody has stored, each of its cards by itself."""
    stored, size = Counter(card_id for deck in decks for card_id in deck), sum(pool.values())
    chance = float(factorial(seen.total()))
    for card_id, number in seen.items():
        share = ALIKE * stored[card_id] / stored.total() + (1 - ALIKE) * pool.get(card_id, 0) / size
        chance *= share**number / factorial(number)
    return chance


def pool_copies(ruleset: Ruleset, cards: Sequence[Card] | None = None) -> dict[str, int]:
    """Every deck card as often as an unknown deck is taken to hold it: to its limit, at most ``PRIOR_COPIES`` times.

    Where so few cards would not fill a deck each is there more often.
    """
    limits = dict(zip(CATEGORIES, ruleset.max_copies, strict=True))
    pool = [card for card in cards or shipped().cards if not card.is_token]
    most = max(PRIOR_COPIES, -(-DECK_SIZE // max(1, len(pool))))
    return {card.id: min(most, limits[card.category]) for card in pool}


def _copies_of(view: PlayerView) -> dict[str, int]:
    return pool_copies(view.engine.ruleset, view.engine.cards)


def believe(view: PlayerView, obs: EnemyObservation, inferred: InferredEnemyDeck) -> EnemyBelief:
    """What the enemy may hold now."""
    seen = Counter(obs.state.enemy_deck_knowledge.played_ids)
    ways = [
        Unseen(dict(sorted((Counter(deck) - seen).items())), weight)
        for deck, weight in zip(inferred.possible_decks, inferred.weights, strict=True)
    ]
    if inferred.listed:
        ways.append(_beside_a_list(seen, Counter(inferred.listed), _copies_of(view)))
    elif inferred.pool_weight:
        rest = {card_id: copies - seen[card_id] for card_id, copies in _copies_of(view).items()}
        ways.append(Unseen({card_id: copies for card_id, copies in rest.items() if copies > 0}, inferred.pool_weight))
    unknown = max(0, view.enemy_hand_count - len(view.enemy_certain))
    if sum(seen.values()) >= DECK_SIZE:
        unknown = 0
    return EnemyBelief(tuple(ways), view.enemy_certain, unknown, inferred.is_guess)


def _beside_a_list(seen: Counter[str], listed: Counter[str], pool: Mapping[str, int]) -> Unseen:
    """What is unseen of a deck that surely holds ``listed``: the rest of these, and places for cards of the pool."""
    known = seen | listed
    rest = {card_id: copies - known[card_id] for card_id, copies in pool.items()}
    return Unseen(
        {card_id: copies for card_id, copies in rest.items() if copies > 0},
        1.0,
        dict(sorted((listed - seen).items())),
        DECK_SIZE - known.total(),
    )
