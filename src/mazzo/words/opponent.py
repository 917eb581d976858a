"""What the coach says about the enemy: its deck, its hand, and the list that grows. A guess is called one first."""

from __future__ import annotations

from collections.abc import Sequence

from kernelkit.spoken import sentence
from mazzo.coach.matches import History
from mazzo.coach.opponent import LikelyHand, NamedList, Opponent, PartialList
from mazzo.coach.questions import OwnDeck
from mazzo.decks.store import StoredDeck
from mazzo.words.table import Words
from qb_engine.match.habits import HabitCounts
from qb_engine.models import DECK_SIZE
from qb_engine.words.moves import percent_words
from qb_engine.words.voice import capitalised, card_name

LIKELY = 0.5
"""A deck at least so likely is told card by card."""


def opponent_lines(enemy: Opponent, words: Words) -> list[str]:
    """How far the enemy's deck is known, what it likely holds, and what is left."""
    return [
        *_deck_lines(enemy, words),
        *(_list_line(one, len(enemy.seen), words) for one in enemy.lists),
        words.say(sentence("Cards seen: {cards}."), cards=words.cards(enemy.seen)),
        _hand_line(enemy.hand, words),
        words.ngettext("{n} card is left to draw.", "{n} cards are left to draw.", enemy.left_to_draw),
    ]


def _deck_lines(enemy: Opponent, words: Words) -> list[str]:
    if enemy.known_left is not None:
        return [words.say(sentence("The enemy's deck is known.")), _left(enemy.known_left, words)]
    if enemy.named is not None:
        return _named_lines(enemy.named, words)
    if not enemy.kept:
        return [words.say(sentence("The enemy's deck is a guess: you keep no other whole deck, so it may be any."))]
    if not enemy.decks:
        return [words.say(sentence("The enemy's deck is a guess: no whole deck that you keep fits, so it may be any."))]
    said = [f"{deck.name} {percent_words(deck.chance, words.voice)}" for deck in enemy.decks]
    other = percent_words(enemy.other_chance, words.voice)
    said.append(words.say(sentence("another one {chance}"), chance=other))
    lines = [words.say(sentence("The enemy's deck is a guess: {decks}."), decks=", ".join(said))]
    likeliest = enemy.decks[0]
    if likeliest.chance >= LIKELY:
        key = sentence("If it is {name}, not seen yet: {cards}.")
        lines.append(words.say(key, name=likeliest.name, cards=words.cards(likeliest.left)))
    return lines


def _named_lines(named: NamedList, words: Words) -> list[str]:
    """What is certain of the opponent who was named, and that the rest is a guess."""
    name = named.name or words.say(sentence("the enemy"))
    facts = {"name": capitalised(name), "count": named.count, "size": DECK_SIZE}
    if not named.fits:
        key = sentence("{name}: the cards seen and the list make more than {size}, so this is another deck.")
        return [words.say(key, **facts)]
    if not named.count:
        return [words.say(sentence("{name}: no card of this deck is known yet, so it may be any."), **facts)]
    key = sentence("{name}: certain cards {count} of {size}, the rest is a guess.")
    return [words.say(key, **facts), *([_left(named.left, words)] if named.left else [])]


def named_line(name: str | None, card_ids: Sequence[str], words: Words) -> str:
    """Who the enemy is and what is known of the deck, when the match begins."""
    facts = {"name": name, "count": len(card_ids), "size": DECK_SIZE, "cards": words.cards(sorted(card_ids))}
    if name is None:
        return words.say(sentence("Certain in the enemy's deck, {count} of {size} cards: {cards}."), **facts)
    if not card_ids:
        return words.say(sentence("The enemy is {name}. A list of its cards begins with this match."), **facts)
    return words.say(sentence("The enemy is {name}. Known cards, {count} of {size}: {cards}."), **facts)


def history_lines(name: str, history: History, words: Words) -> list[str]:
    """How many matches there were against this opponent before, and how they went; nothing of the first one."""
    if not history.played:
        return []
    counted = words.ngettext("{n} match before this one", "{n} matches before this one", history.played)
    ends = (
        words.ngettext("{n} won", "{n} won", history.won) if history.won else "",
        words.ngettext("{n} lost", "{n} lost", history.lost) if history.lost else "",
        words.ngettext("{n} tied", "{n} tied", history.tied) if history.tied else "",
    )
    told = ", ".join([counted, *filter(None, ends)])
    return [words.say(sentence("Against {name}: {counted}."), name=name, counted=told)]


def habit_lines(name: str, counts: HabitCounts, words: Words) -> list[str]:
    """The habits that count, with what was seen of each; nothing of an opponent without any."""
    habits, lines, name = counts.habits, list[str](), capitalised(name)
    if habits.takes_points:
        key = sentence("{name} usually takes points at once: {taken} of {choices} moves.")
        lines.append(words.say(key, name=name, taken=counts.taken, choices=counts.choices))
    if habits.passes:
        key = sentence("{name} passes early: {passed} of {turns} turns.")
        lines.append(words.say(key, name=name, passed=counts.passed, turns=counts.turns))
    return lines


def own_deck_lines(deck: OwnDeck, words: Words) -> list[str]:
    """What is left in your own deck: the cards that are equally likely together, likeliest first."""
    if not deck.count:
        return [words.say(sentence("Your deck is empty."))]
    lines = [words.ngettext("{n} card is left in your deck.", "{n} cards are left in your deck.", deck.count)]
    for copies in dict.fromkeys(number for _card, number, _chance in deck.cards):
        same = [(card_id, chance) for card_id, number, chance in deck.cards if number == copies]
        key = (
            sentence("Next with {chance} each: {cards}.") if len(same) > 1 else sentence("Next with {chance}: {cards}.")
        )
        cards = ", ".join(card_name(card_id) for card_id, _chance in same)
        lines.append(words.say(key, chance=percent_words(same[0][1], words.voice), cards=cards))
    return lines


def _left(card_ids: tuple[str, ...], words: Words) -> str:
    return words.say(sentence("Not seen yet: {cards}."), cards=words.cards(card_ids))


def _list_line(known: PartialList, seen: int, words: Words) -> str:
    key = sentence("List of {name}, {count} of {size} cards. Seen cards on it: {shared} of {seen}.")
    said = words.say(key, name=known.name, count=known.count, size=DECK_SIZE, shared=known.shared, seen=seen)
    return f"{said} {_left(known.left, words)}"


def _hand_line(hand: LikelyHand, words: Words) -> str:
    """The size of the hand and its likeliest cards; of a deck that may be any, how little is known of it."""
    said = words.ngettext("In hand: {n} card.", "In hand: {n} cards.", hand.count)
    if hand.most is not None:
        most = percent_words(hand.most, words.voice)
        said += " " + words.say(sentence("Any card may be there, none with more than {chance}."), chance=most)
    if hand.cards:
        cards = [f"{card_name(card_id)} {percent_words(chance, words.voice)}" for card_id, chance in hand.cards]
        said += " " + words.say(sentence("Likeliest: {cards}."), cards=", ".join(cards))
    return said


def learned_line(learned: StoredDeck, words: Words) -> str:
    """What is kept of the enemy now."""
    facts = {"name": learned.name, "count": len(learned.card_ids), "size": DECK_SIZE}
    if len(learned.card_ids) < DECK_SIZE:
        return words.say(sentence("List of {name}: {count} of {size} cards."), **facts)
    key = sentence("The deck of {name} is whole. In the next match give it as the enemy's deck: {name}")
    return words.say(key, **facts)
