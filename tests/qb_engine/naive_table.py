"""Short ways to set a naive match on the table in a test: shipped cards by name, small cards made on the spot."""

from __future__ import annotations

from collections.abc import Mapping

from qb_engine.card_hydrator import grid_of, shipped
from qb_engine.models import Card, CellKind, Effect, Operation, PatternCell, Threshold
from qb_engine.moves import Side, tile_place
from qb_engine.ruleset import Ruleset

from .naive import Match


class Table(Match):
    """A naive match whose cards are called by name and whose tiles are read one fact at a time."""

    def lay(self, side: Side, name: str, tile: str) -> Table:
        """Play the card with this name or id."""
        self.play(side, self._id(name), *tile_place(tile))
        return self

    def power_at(self, tile: str) -> int:
        """Effective power of the card there."""
        found = self.tiles()[tile]
        assert found["card"] is not None, f"{tile} is empty"
        power: int = found["power"]
        return power

    def ground(self, tile: str) -> str:
        """Owner and rank as one word: ``Y2``, ``N0``."""
        return f"{self.tiles()[tile]['owner']}{self.tiles()[tile]['rank']}"

    def name_at(self, tile: str) -> str | None:
        """Name of the card there."""
        card_id = self.tiles()[tile]["card"]
        return None if card_id is None else self.cards[card_id].name

    def names_added(self, side: Side) -> list[str]:
        """Names of the cards that effects put into the side's hand."""
        return [self.cards[card_id].name for card_id in self.added[side]]

    def _id(self, name: str) -> str:
        return next(card.id for card in self.cards.values() if name in (card.name, card.id))


def shipped_table(ruleset: Ruleset, tiles: Mapping[str, str] | None = None) -> Table:
    """A table with the shipped cards; a set-up card is named after the colon, ``y1:Security Officer``."""
    hydrator = shipped()
    named = {tile: _with_id(text) for tile, text in tiles.items()} if tiles is not None else None
    return Table(ruleset, hydrator.effects, {card.id: card for card in hydrator.cards}, named)


def _with_id(text: str) -> str:
    ground, colon, name = text.partition(":")
    return f"{ground}:{shipped().find(name).id}" if colon else ground


def small_table(ruleset: Ruleset, made: Mapping[Card, tuple[Effect, ...]], tiles: Mapping[str, str]) -> Table:
    """A table with only the cards that ``small_card`` made."""
    effects = {effect.id: effect for own in made.values() for effect in own}
    return Table(ruleset, effects, {card.id: card for card in made}, tiles)


def small_card(
    card_id: str, power: int, cells: str = "", *effects: Effect, is_replace: bool = False
) -> dict[Card, tuple[Effect, ...]]:
    """A card of cost 1 for ``small_table``; ``cells`` is like ``P+1+0 E+0-1``: kind, columns forward, rows up."""
    pattern = tuple(PatternCell(int(word[1:3]), int(word[3:5]), _kind(word[0])) for word in cells.split())
    renamed = tuple(_named(effect, f"{card_id}_{number}") for number, effect in enumerate(effects))
    card = Card(
        id=card_id,
        name=f"Card {card_id}",
        category="Token" if card_id.startswith("T") else "Standard",
        cost=0 if is_replace else 1,
        power=power,
        pattern=pattern,
        grid=grid_of(pattern),
        effect_ids=tuple(effect.id for effect in renamed),
        is_replace=is_replace,
    )
    return {card: renamed}


def small_effect(trigger: str, scope: str, *operations: Operation, at: int | None = None) -> Effect:
    """An effect; ``at`` is the power an on_power_threshold waits for."""
    threshold = None if at is None else Threshold("power", at)
    return Effect("", trigger, scope, operations, threshold=threshold, first_time=at is not None)


def change(amount: int) -> Operation:
    """modify_power by ``amount``."""
    return Operation("modify_power", amount=amount)


def scale(amount_per: int, per: str) -> Operation:
    """modify_power_scale by ``amount_per`` for each other card or event that ``per`` names."""
    return Operation("modify_power_scale", amount_per=amount_per, per=per, exclude_self=True)


def _kind(letter: str) -> CellKind:
    return {"P": "P", "E": "E", "X": "X"}[letter]  # type: ignore[return-value]


def _named(effect: Effect, effect_id: str) -> Effect:
    return Effect(effect_id, effect.trigger, effect.scope, effect.operations, effect.threshold, effect.first_time)
