"""What a card says it does, made from its structure in every language; no text of the game is copied.

A sentence is a moment ("When it is played, ...") and a clause ("... enemy cards on the tiles it affects lose 4
power"). Both are whole phrases in the catalogue, so that each language keeps its own grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from types import MappingProxyType

from kernelkit.spoken import catalogue, sentence
from qb_engine.card_hydrator import shipped
from qb_engine.models import Card, Effect, Operation
from qb_engine.words.patterns import PACKAGE, cells, describe_pattern, listed

__all__ = ["card_sentence", "describe", "describe_pattern"]

MOMENTS = MappingProxyType(
    {
        "on_play": sentence("When it is played, {clause}."),
        "while_in_play": sentence("As long as it is in play, {clause}."),
        "on_destroy": sentence("When it is destroyed, {clause}."),
        "on_enfeebled": sentence("Each time an effect takes power from it, {clause}."),
        "on_first_enfeebled": sentence("The first time it becomes enfeebled, {clause}."),
        "on_first_enhanced": sentence("The first time it becomes enhanced, {clause}."),
        "on_power_threshold": sentence("The first time its power reaches {threshold}, {clause}."),
        "on_spawned": sentence("When it is spawned, {clause}."),
        "on_card_destroyed": sentence("Each time {each}, {clause}."),
        "on_card_played": sentence("Each time {each}, {clause}."),
    }
)
EVERY_CROSSING = sentence("Each time its power rises to {threshold} or more, {clause}.")
WHO = MappingProxyType(
    {
        "enemies_on_affected_tiles": sentence("enemy cards on the tiles it affects"),
        "allies_on_affected_tiles": sentence("allied cards on the tiles it affects"),
        "all_cards_on_affected_tiles": sentence("all cards on the tiles it affects"),
        "allies_global": sentence("all allied cards on the board"),
        "enemies_global": sentence("all enemy cards on the board"),
        "all_cards_global": sentence("all cards on the board"),
        "allies_in_lane": sentence("allied cards in its lane"),
        "enemies_in_lane": sentence("enemy cards in its lane"),
        "all_cards_in_lane": sentence("all cards in its lane"),
    }
)
WHO_ALONE = MappingProxyType(
    {
        "self": sentence("this card"),
        "enemies_on_affected_tiles": sentence("an enemy card on the tile it affects"),
        "allies_on_affected_tiles": sentence("an allied card on the tile it affects"),
        "all_cards_on_affected_tiles": sentence("any card on the tile it affects"),
    }
)
"""Who is meant when it can be one card only: the card itself, or whatever lies on its one affected tile."""
CHANGES = MappingProxyType(
    {
        "gain": (sentence("{who} gains {power}"), sentence("{who} gain {power}")),
        "lose": (sentence("{who} loses {power}"), sentence("{who} lose {power}")),
        "have": (sentence("{who} has {power}"), sentence("{who} have {power}")),
        "die": (sentence("{who} is destroyed"), sentence("{who} are destroyed")),
        "gain_replaced": (
            sentence("{who} gains as much power as the replaced card had"),
            sentence("{who} gain as much power as the replaced card had"),
        ),
        "lose_replaced": (
            sentence("{who} loses as much power as the replaced card had"),
            sentence("{who} lose as much power as the replaced card had"),
        ),
    }
)
"""What happens to one card, and to several."""
COUNTED = MappingProxyType(
    {
        "allies": sentence("each allied card"),
        "enemies": sentence("each enemy card"),
        "all": sentence("each card, allied or enemy"),
        "enhanced_allies": sentence("each enhanced allied card"),
        "enhanced_enemies": sentence("each enhanced enemy card"),
        "enhanced_all": sentence("each enhanced card, allied or enemy"),
        "enfeebled_allies": sentence("each enfeebled allied card"),
        "enfeebled_enemies": sentence("each enfeebled enemy card"),
        "enfeebled_all": sentence("each enfeebled card, allied or enemy"),
        "enhanced_or_enfeebled_allies": sentence("each enhanced or enfeebled allied card"),
        "enhanced_or_enfeebled_enemies": sentence("each enhanced or enfeebled enemy card"),
        "enhanced_or_enfeebled_all": sentence("each enhanced or enfeebled card, allied or enemy"),
    }
)
OTHERS_COUNTED = MappingProxyType(
    {
        "allies": sentence("each other allied card"),
        "all": sentence("each other card, allied or enemy"),
        "enhanced_allies": sentence("each other enhanced allied card"),
        "enhanced_all": sentence("each other enhanced card, allied or enemy"),
        "enfeebled_allies": sentence("each other enfeebled allied card"),
        "enfeebled_all": sentence("each other enfeebled card, allied or enemy"),
        "enhanced_or_enfeebled_allies": sentence("each other enhanced or enfeebled allied card"),
        "enhanced_or_enfeebled_all": sentence("each other enhanced or enfeebled card, allied or enemy"),
    }
)
"""The same without the card itself; an enemy is never the card itself."""
WATCHED = MappingProxyType(
    {
        "destroyed_ally": sentence("another allied card is destroyed"),
        "destroyed_enemy": sentence("an enemy card is destroyed"),
        "destroyed_all": sentence("another card, allied or enemy, is destroyed"),
        "played_ally": sentence("its side plays another card from the hand"),
        "played_enemy": sentence("the opponent plays a card from the hand"),
        "played_all": sentence("either side plays another card from the hand"),
    }
)
CATEGORIES = MappingProxyType(
    {"Standard": sentence("standard"), "Legendary": sentence("legendary"), "Token": sentence("token")}
)


@dataclass(frozen=True, slots=True)
class _CardVoice:
    """The catalogue of the language, the card that speaks, and the names of cards that its effects refer to."""

    words: NullTranslations
    card: Card
    names: Mapping[str, str]

    def say(self, text: str, **facts: object) -> str:
        return self.words.gettext(text).format(**facts)

    def power(self, n: int) -> str:
        """An amount that is gained or lost."""
        return self.words.ngettext("{n} power", "{n} power", abs(n)).format(n=abs(n))

    def difference(self, n: int) -> str:
        """An amount by which a power is higher or lower than it would be."""
        if n > 0:
            return self.words.ngettext("{n} more power", "{n} more power", n).format(n=n)
        return self.words.ngettext("{n} less power", "{n} less power", -n).format(n=-n)

    def change(self, scope: str, kind: str, power: str = "") -> str:
        """What happens to the cards in ``scope``, in the singular when there can be one only."""
        alone = scope == "self" or (scope in WHO_ALONE and len(cells(self.card, "EX")) == 1)
        who = self.say((WHO_ALONE if alone else WHO)[scope])
        return self.say(CHANGES[kind][0 if alone else 1], who=who, power=power)

    def cards(self, card_ids: tuple[str, ...]) -> str:
        return listed([self.names[card_id] for card_id in card_ids], self.words)


def describe(
    card: Card, effects: Mapping[str, Effect], language: str, names: Mapping[str, str] | None = None
) -> list[str]:
    """What ``card`` does, a sentence for each operation; ``names`` are those of the shipped cards if None."""
    if names is None:
        names = {known.id: known.name for known in shipped().cards}
    voice = _CardVoice(catalogue(PACKAGE, language), card, names)
    own = [effects[effect_id] for effect_id in card.effect_ids]
    return [_CLAUSES[operation.type](voice, effect, operation) for effect in own for operation in effect.operations]


def card_sentence(
    card: Card, effects: Mapping[str, Effect], language: str, names: Mapping[str, str] | None = None
) -> str:
    """The whole card as one paragraph: name, id, category, rank, power, pattern, ability."""
    words = catalogue(PACKAGE, language)
    if card.is_replace:
        head = words.gettext("{name}, card {id}, {category}: no rank needed, power {power}.")
    else:
        head = words.gettext("{name}, card {id}, {category}: rank {rank}, power {power}.")
    category = words.gettext(CATEGORIES[card.category])
    pattern = describe_pattern(card, language)
    sentences = [
        head.format(name=card.name, id=card.id, category=category, rank=card.cost, power=card.power),
        f"{pattern[0].upper()}{pattern[1:]}.",
        *(describe(card, effects, language, names) or [words.gettext("It has no ability.")]),
    ]
    return " ".join(sentences)


def _at(voice: _CardVoice, effect: Effect, operation: Operation, clause: str) -> str:
    """The whole sentence: the moment of ``effect`` and what happens then."""
    if effect.threshold:
        moment = MOMENTS[effect.trigger] if effect.first_time else EVERY_CROSSING
        return voice.say(moment, clause=clause, threshold=effect.threshold.value)
    each = voice.say(WATCHED[operation.per]) if operation.per else ""
    return voice.say(MOMENTS[effect.trigger], clause=clause, each=each)


def _modify_power(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    if operation.adjustment:
        return voice.say(
            sentence(
                "Where the rules spawn one kind of token for all ranks, it gains as much power as its tile had rank."
            )
        )
    if effect.trigger == "while_in_play":
        clause = voice.change(effect.scope, "have", voice.difference(operation.amount))
    else:
        kind = "gain" if operation.amount > 0 else "lose"
        clause = voice.change(effect.scope, kind, voice.power(operation.amount))
    return _at(voice, effect, operation, clause)


def _modify_power_scale(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    if effect.trigger == "while_in_play":
        counted = {**COUNTED, **OTHERS_COUNTED} if operation.exclude_self else COUNTED
        each = voice.say(counted[operation.per])
        return voice.say(
            sentence("It has {power} for {each}."), power=voice.difference(operation.amount_per), each=each
        )
    gains = sentence("It gains {power} each time {each}.")
    loses = sentence("It loses {power} each time {each}.")
    key = gains if operation.amount_per > 0 else loses
    return voice.say(key, power=voice.power(operation.amount_per), each=voice.say(WATCHED[operation.per]))


def _destroy_cards(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    return _at(voice, effect, operation, voice.change(effect.scope, "die"))


def _replace_ally(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    if operation.mode == "neutral":
        return voice.say(sentence("It takes the place of an allied card, which is destroyed."))
    clause = voice.change(effect.scope, "gain_replaced" if operation.mode == "raise" else "lose_replaced")
    return voice.say(sentence("It takes the place of an allied card, which is destroyed; {clause}."), clause=clause)


def _add_to_hand(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    count = len(operation.card_ids)
    clause = voice.words.ngettext("{cards} goes to its owner's hand", "{cards} go to its owner's hand", count)
    return _at(voice, effect, operation, clause.format(cards=voice.cards(operation.card_ids)))


def _spawn_token(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    one, two, three = (voice.names[token] for token in operation.token_ids)
    if one == two == three:
        clause = voice.say(sentence("{one} appears on every empty tile of its side"), one=one)
    else:
        clause = voice.say(
            sentence(
                "a token appears on every empty tile of its side: {one} on rank 1, {two} on rank 2, {three} on rank 3"
            ),
            one=one,
            two=two,
            three=three,
        )
    return _at(voice, effect, operation, clause)


def _modify_tile_ranks(voice: _CardVoice, _effect: Effect, operation: Operation) -> str:
    return voice.say(sentence("Each of its pawns counts as {n}."), n=operation.amount)


def _expand_positions(voice: _CardVoice, effect: Effect, operation: Operation) -> str:
    clause = sentence("each of the eight tiles around it gains 1 rank for its side, unless the enemy holds it")
    return _at(voice, effect, operation, voice.say(clause))


def _score_bonus(voice: _CardVoice, _effect: Effect, operation: Operation) -> str:
    if operation.mode:
        return voice.say(
            sentence(
                "At the end the winner of a lane also scores the loser's power there: in every lane, "
                "or only where this card lies on the winning side, as the rules in force say."
            )
        )
    n = operation.amount
    return voice.words.ngettext(
        "If its side wins the lane it lies in, that lane pays {n} point more.",
        "If its side wins the lane it lies in, that lane pays {n} points more.",
        n,
    ).format(n=n)


_CLAUSES: Mapping[str, Callable[[_CardVoice, Effect, Operation], str]] = MappingProxyType(
    {
        "modify_power": _modify_power,
        "modify_power_scale": _modify_power_scale,
        "destroy_cards": _destroy_cards,
        "replace_ally": _replace_ally,
        "add_to_hand": _add_to_hand,
        "spawn_token": _spawn_token,
        "modify_tile_ranks": _modify_tile_ranks,
        "expand_positions": _expand_positions,
        "score_bonus": _score_bonus,
    }
)
