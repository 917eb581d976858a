"""Who the enemy may be: decks that fit what was seen, what it likely holds, and a list that grows match by match.

Nothing here is certain unless the deck is known, and that is the first thing said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kernelkit.spoken import catalogue, sentence
from mazzo.coach.table import CoachTable
from mazzo.decks.store import StoredDeck
from mazzo.dialogue.verbs import CoachError, Typed
from qb_engine.knowledge.belief import EnemyBelief, InferredEnemyDeck
from qb_engine.models import DECK_SIZE
from qb_engine.words.moves import percent_words
from qb_engine.words.voice import card_name

MOST_DECKS = 3
MOST_CARDS = 6
LIKELY = 0.5
"""A deck at least so likely is told card by card."""


class NothingSeenError(CoachError):
    """There is no card to keep."""

    template = sentence("no card of the enemy's deck was seen yet: type save enemy when some were")


class KnownDeckError(CoachError):
    """There is nothing to learn."""

    template = sentence("the enemy's deck is known in this match: there is nothing to learn from it")


def opponent(table: CoachTable, _typed: Typed) -> list[str]:
    """How far the enemy's deck is known, what it likely holds, and what is left."""
    state = table.match.state
    prediction, view = table.prediction, state.view()
    inferred = prediction.infer_enemy_decks(state.observation, state.game)
    belief = prediction.belief(view, state.observation)
    return [
        *_deck_lines(table, inferred),
        *([] if not belief.is_guess else _evidence(table)),
        table.words.say(sentence("Cards seen: {cards}."), cards=table.words.cards(seen_cards(table))),
        _hand_line(table, belief, is_any=not inferred.possible_decks),
        _draws_line(table),
    ]


def seen_cards(table: CoachTable) -> list[str]:
    """The cards that the enemy has laid from its deck."""
    return sorted(table.match.state.observation.state.enemy_deck_knowledge.played_ids)


# The deck.


def _deck_lines(table: CoachTable, inferred: InferredEnemyDeck) -> list[str]:
    words = table.words
    if not inferred.is_guess:
        return [words.say(sentence("The enemy's deck is known.")), _left(table, inferred.possible_decks[0])]
    if not table.candidates:
        return [words.say(sentence("The enemy's deck is a guess: you keep no other whole deck, so it may be any."))]
    if not inferred.possible_decks:
        return [words.say(sentence("The enemy's deck is a guess: no whole deck that you keep fits, so it may be any."))]
    ranked = sorted(zip(inferred.weights, inferred.possible_decks, strict=True), key=lambda one: (-one[0], one[1]))
    said = [f"{table.candidates[deck]} {percent_words(chance, words.voice)}" for chance, deck in ranked[:MOST_DECKS]]
    other = inferred.pool_weight + sum(chance for chance, _deck in ranked[MOST_DECKS:])
    said.append(words.say(sentence("another one {chance}"), chance=percent_words(other, words.voice)))
    lines = [words.say(sentence("The enemy's deck is a guess: {decks}."), decks=", ".join(said))]
    chance, likeliest = ranked[0]
    if chance >= LIKELY:
        lines.append(_left(table, likeliest, table.candidates[likeliest]))
    return lines


def _left(table: CoachTable, deck: Sequence[str], name: str | None = None) -> str:
    """What the deck holds that was not seen."""
    cards = table.words.cards((Counter(deck) - Counter(seen_cards(table))).elements())
    if name is None:
        return table.words.say(sentence("Not seen yet: {cards}."), cards=cards)
    return table.words.say(sentence("If it is {name}, not seen yet: {cards}."), name=name, cards=cards)


def _evidence(table: CoachTable) -> list[str]:
    """The opponents' lists that are not whole and share a card with what was seen, those that share most first."""
    seen = Counter(seen_cards(table))
    fitting = [one for one in table.shelf.partial if (Counter(one.card_ids) | seen).total() <= DECK_SIZE]
    shared = [((Counter(one.card_ids) & seen).total(), one) for one in fitting]
    ranked = sorted((-count, one.name.casefold(), one) for count, one in shared if count)
    return [_list_line(table, one, -count, seen.total()) for count, _name, one in ranked[:MOST_DECKS]]


def _list_line(table: CoachTable, known: StoredDeck, shared: int, seen: int) -> str:
    key = sentence("List of {name}, {count} of {size} cards: {shared} of the {seen} seen are on it.")
    said = table.words.say(key, name=known.name, count=len(known.card_ids), size=DECK_SIZE, shared=shared, seen=seen)
    return f"{said} {_left(table, known.card_ids)}"


# The hand.


def _hand_line(table: CoachTable, belief: EnemyBelief, *, is_any: bool) -> str:
    """The size of the hand and its likeliest cards; of a deck that may be any, how little is known of it."""
    voice, count = table.words.voice, belief.unknown + len(belief.certain)
    chances = sorted((-belief.chance_to_hold(card_id), card_id) for card_id in belief.card_ids)
    words = catalogue("mazzo", voice.language)
    said = words.ngettext("In hand: {n} card.", "In hand: {n} cards.", count).format(n=count)
    if is_any:
        certain = [one for one in chances if one[0] == -1]
        chances = [one for one in chances if one[0] != -1]
        if chances:
            most = percent_words(-chances[0][0], voice)
            said += " " + table.words.say(sentence("Any card may be there, none with more than {chance}."), chance=most)
        chances = certain
    if chances:
        cards = [f"{card_name(card_id)} {percent_words(-chance, voice)}" for chance, card_id in chances[:MOST_CARDS]]
        said += " " + table.words.say(sentence("Likeliest: {cards}."), cards=", ".join(cards))
    return said


def _draws_line(table: CoachTable) -> str:
    left = table.match.state.enemy_deck_count
    words = catalogue("mazzo", table.words.voice.language)
    return words.ngettext("{n} card is left to draw.", "{n} cards are left to draw.", left).format(n=left)


# The list.


def save_enemy(table: CoachTable, typed: Typed) -> list[str]:
    """Keep what was seen of the enemy under a name, together with what was seen before."""
    if not typed.rest:
        raise table.incomplete(typed)
    if table.match.state.observation.known_enemy_deck_ids:
        raise KnownDeckError
    seen = seen_cards(table)
    if not seen:
        raise NothingSeenError
    learned = table.shelf.learn(typed.rest, seen)
    facts = {"name": learned.name, "count": len(learned.card_ids), "size": DECK_SIZE}
    if len(learned.card_ids) < DECK_SIZE:
        return [table.words.say(sentence("List of {name}: {count} of {size} cards."), **facts)]
    key = sentence("The deck of {name} is whole. In the next match give it as the enemy's deck: {name}")
    return [table.words.say(key, **facts)]


def offer_to_learn(table: CoachTable) -> list[str]:
    """A line that says how to keep what was seen of an unknown enemy; none when there is nothing to keep."""
    if table.match.state.observation.known_enemy_deck_ids or not seen_cards(table):
        return []
    return [table.words.say(sentence("To keep the cards seen of this enemy: save enemy NAME"))]
