"""Measure how typed names of cards are read: ``python tools/typist.py [COUNT]`` types each so many times.

A typist slips to a key nearby, leaves letters out, doubles or swaps them. Whole names of all cards are typed where any
card can be meant, as in a list for a deck; names and short forms at the moments of games that chance plays: your draws,
your moves, and the enemy's with nothing known, a list in part, or the deck known. Wrong must be 0: with up to two slips
in a whole name; with one in a short form, and two in six letters or more. ``--careless`` adds two slips in less, which
leave nothing to be recognised, and do not count. Obeyed are wrong cards too: where the enemy's card may be any, a text
that is exactly another card's name or short form is taken as it is typed.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from qb_engine.card_hydrator import shipped
from qb_engine.cards.starter_decks import starter_decks
from support.typist import is_short, outcome, short_forms, tally, typings
from support.typist_moments import moments

FORMS = ("name", "4 letters", "3 letters", "initials", "last word")
OUTCOMES = ("right", "asked", "unlisted", "refused", "obeyed", "wrong")
QUESTIONS = ("asked", "unlisted", "refused")
ANY_CARD = "any card"
DECKS = 40
MOST_SLIPS = 2
Rates = dict[tuple[str, str, int], Counter[str]]


def decks() -> list[list[str]]:
    """The decks that come with the game, and as many made at random as make ``DECKS``."""
    ids = [card.id for card in shipped().cards if not card.is_token]
    chance = Random(0)
    found = [list(one.deck.card_ids) for one in starter_decks()]
    return [*found, *(chance.sample(ids, 15) for _ in range(DECKS - len(found)))]


def measured(count: int, *, is_careless: bool) -> Rates:
    """What came of every text, by situation, form and slips."""
    found: Rates = defaultdict(Counter)
    cards = [card for card in shipped().cards if not card.is_token]
    for mistakes in range(MOST_SLIPS + 1):
        found[ANY_CARD, "name", mistakes] += tally(cards, "name", mistakes, count)
    for number, (kind, card, now) in enumerate(moments(decks(), 2 * count)):
        for form, text in short_forms(card).items():
            for mistakes in range(MOST_SLIPS + 1):
                if mistakes == MOST_SLIPS and is_short(text) and not is_careless:
                    continue
                for typed in typings(text, mistakes, 2, number):
                    found[kind, form, mistakes][outcome(typed, card, now)] += 1
    return found


def summed(counts: Counter[str]) -> str:
    """What a person sees of it: taken and right, a question, taken and wrong."""
    asked, total = sum(counts[name] for name in QUESTIONS), counts.total() or 1
    wrong = f"wrong {counts['wrong']}, obeyed {counts['obeyed']} of {counts.total()}"
    return f"right {counts['right'] / total:.1%}, asked {asked / total:.1%}, {wrong}"


def main() -> int:
    """One line for each situation, form and number of slips; 1 when a card was taken for another."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    found = measured(numbers[0] if numbers else 50, is_careless="--careless" in sys.argv)
    print(f"{'situation':18} {'typed':10} slips {'texts':>7}  " + "  ".join(f"{name:>8}" for name in OUTCOMES))
    for (situation, form, mistakes), counts in sorted(found.items()):
        total = counts.total() or 1
        shares = "  ".join(f"{counts[name] / total:8.2%}" for name in OUTCOMES)
        print(f"{situation:18} {form:10} {mistakes:5} {counts.total():7}  {shares}")
    for mistakes in range(MOST_SLIPS + 1):
        at_table = [counts for (kind, _form, slips), counts in found.items() if slips == mistakes and kind != ANY_CARD]
        print(f"{mistakes} slips, names of all cards: {summed(found[ANY_CARD, 'name', mistakes])}")
        print(f"{mistakes} slips, any form in a match: {summed(sum(at_table, Counter()))}")
    texts = sum(found.values(), Counter[str]())
    print(f"all: {summed(texts)}")
    return int(texts["wrong"] > 0 and "--careless" not in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
