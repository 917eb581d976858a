"""Measure how typed names of cards are read: ``python tools/typist.py [COUNT]`` types each so many times.

A typist slips to a key nearby, leaves letters out, doubles or swaps them; names are typed whole and in short forms,
where any card can be meant, from the deck at a draw, and from the hand at a move. Wrong must be 0 everywhere, with one
slip in anything and two in names and last words: two in three letters leave nothing that could be recognised. Those are
measured with ``--careless`` and do not count.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from qb_engine.card_hydrator import shipped
from qb_engine.cards.starter_decks import starter_decks
from support.typist import tally

TWICE = ("name", "last word")
"""What two slips leave enough of."""
FORMS = ("name", "4 letters", "3 letters", "initials", "last word")
OUTCOMES = ("right", "asked", "unlisted", "refused", "namesake", "wrong")
DECKS = 40
MOST_SLIPS = 2
Count = Callable[[str, int, int], Counter[str]]


def decks() -> list[list[str]]:
    """The decks that come with the game, and as many made at random as make ``DECKS``."""
    ids = [card.id for card in shipped().cards if not card.is_token]
    chance = Random(0)
    found = [list(one.deck.card_ids) for one in starter_decks()]
    return [*found, *(chance.sample(ids, 15) for _ in range(DECKS - len(found)))]


def anywhere(form: str, mistakes: int, count: int) -> Counter[str]:
    """Any of all cards is meant, and nothing is known."""
    found: Counter[str] = tally(shipped().cards, form, mistakes, count, None)
    return found


def at_a_draw(form: str, mistakes: int, count: int) -> Counter[str]:
    """A card of the deck is meant."""
    return _among(decks(), form, mistakes, count)


def at_a_move(form: str, mistakes: int, count: int) -> Counter[str]:
    """A card of the hand is meant."""
    chance = Random(1)
    return _among([chance.sample(deck, 5) for deck in decks()], form, mistakes, count)


def of_the_enemy(form: str, mistakes: int, count: int) -> Counter[str]:
    """A card of the enemy is meant, ten of which are known; any other could be as well."""
    found: Counter[str] = Counter()
    for seed, deck in enumerate(decks()):
        known = deck[:10]
        cards = [shipped().get_card(card_id) for card_id in sorted(set(known))]
        found += tally(cards, form, mistakes, max(1, count // 10), None, (known,), seed)
    return found


def _among(pools: list[list[str]], form: str, mistakes: int, count: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed, pool in enumerate(pools):
        cards = [shipped().get_card(card_id) for card_id in sorted(set(pool))]
        found += tally(cards, form, mistakes, max(1, count // 10), pool, (), seed)
    return found


SITUATIONS: dict[str, Count] = {
    "any card": anywhere,
    "your deck": at_a_draw,
    "your hand": at_a_move,
    "enemy, 10 known": of_the_enemy,
}


def main() -> int:
    """One line for each situation, form and number of mistakes; 1 when a card was taken for another."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    count, is_careless = numbers[0] if numbers else 50, "--careless" in sys.argv
    wrong = 0
    print(f"{'situation':16} {'typed':10} slips {'texts':>7}  " + "  ".join(f"{name:>8}" for name in OUTCOMES))
    for situation, measured in SITUATIONS.items():
        for form in FORMS:
            for mistakes in range(MOST_SLIPS + 1):
                if mistakes == MOST_SLIPS and form not in TWICE and not is_careless:
                    continue
                found = measured(form, mistakes, count)
                total = found.total() or 1
                shares = "  ".join(f"{found[name] / total:8.2%}" for name in OUTCOMES)
                print(f"{situation:16} {form:10} {mistakes:5} {found.total():7}  {shares}")
                wrong += found["wrong"] if mistakes < MOST_SLIPS or form in TWICE else 0
    print(f"taken for another card: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
