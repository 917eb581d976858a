"""Cards and effects nobody printed: random registries that use every supported trigger, scope and operation.

The shipped cards leave most triples unused; a comparison over invented cards reaches them, and the odd meetings of
several effects on one card.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from qb_engine.card_hydrator import grid_of
from qb_engine.effect_registry_utils import PER_OF_TRIGGER, SUPPORTED_TRIPLES, WATCHERS
from qb_engine.models import Card, Category, CellKind, Effect, Operation, PatternCell, Threshold

DECK_CARDS = 40
TOKENS = 6
KINDS: tuple[CellKind, ...] = ("P", "E", "X")


def random_registry(seed: int) -> tuple[dict[str, Card], dict[str, Effect]]:
    """Invented cards (``001`` .. and tokens ``T01`` ..) with invented effects; the same seed gives the same ones."""
    chance = Random(seed)
    effects: dict[str, Effect] = {}
    tokens = [f"T{number:02}" for number in range(1, TOKENS + 1)]
    cards = [_card(token, "Token", chance, effects, tokens) for token in tokens]
    cards += [_card(f"{number:03}", "Standard", chance, effects, tokens) for number in range(1, DECK_CARDS + 1)]
    return {card.id: card for card in cards}, effects


def _card(card_id: str, category: Category, chance: Random, effects: dict[str, Effect], tokens: list[str]) -> Card:
    own = [_effect(f"{card_id}_{number}", chance, tokens) for number in range(chance.choice((0, 1, 1, 1, 2, 2, 3)))]
    own = _expanding_once(own)
    effects |= {effect.id: effect for effect in own}
    is_replace = any(operation.type == "replace_ally" for effect in own for operation in effect.operations)
    pattern = _pattern(chance)
    return Card(
        id=card_id,
        name=f"Card {card_id}",
        category=category,
        cost=0 if is_replace else chance.choice((1, 1, 1, 2, 3)),
        power=chance.randint(1, 5),
        pattern=pattern,
        grid=grid_of(pattern),
        effect_ids=tuple(effect.id for effect in own),
        is_replace=is_replace,
    )


def _expanding_once(effects: list[Effect]) -> list[Effect]:
    """The effects without a second expansion: a card's play has one place among the pawn events."""
    seen = 0
    once = []
    for effect in effects:
        kept = []
        for operation in effect.operations:
            seen += operation.type == "expand_positions"
            if operation.type != "expand_positions" or seen == 1:
                kept.append(operation)
        if kept:
            once.append(replace(effect, operations=tuple(kept)))
    return once


def _pattern(chance: Random) -> tuple[PatternCell, ...]:
    """Cells mostly near the card and forward, so that matches grow."""
    places = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if (dx, dy) != (0, 0)]
    near = [place for place in places if max(map(abs, place)) == 1]
    chosen = {*chance.sample(near, chance.randint(1, 4)), *chance.sample(places, chance.randint(0, 3)), (1, 0)}
    return tuple(PatternCell(dx, dy, chance.choice(KINDS)) for dx, dy in sorted(chosen))


def _effect(effect_id: str, chance: Random, tokens: list[str]) -> Effect:
    """An effect of a random trigger, operation and scope, now and then with a second operation that goes with both."""
    trigger = chance.choice([*sorted({triple[0] for triple in SUPPORTED_TRIPLES}), "on_play", "on_play"])
    kind = chance.choice(sorted({triple[2] for triple in SUPPORTED_TRIPLES if triple[0] == trigger}))
    scope = chance.choice(sorted(triple[1] for triple in SUPPORTED_TRIPLES if triple[::2] == (trigger, kind)))
    kinds = sorted(triple[2] for triple in SUPPORTED_TRIPLES if triple[:2] == (trigger, scope))
    chosen = [kind, *(chance.choice(kinds) for _ in range(chance.choice((0, 0, 0, 1))))]
    is_threshold = trigger == "on_power_threshold"
    return Effect(
        id=effect_id,
        trigger=trigger,
        scope=scope,
        operations=tuple(_watching(_operation(kind, trigger, chance, tokens), trigger, chance) for kind in chosen),
        threshold=Threshold("power", chance.randint(2, 8)) if is_threshold else None,
        first_time=is_threshold and chance.random() < 0.5,
    )


def _watching(operation: Operation, trigger: str, chance: Random) -> Operation:
    """The operation; a watcher's is now and then told whom to watch."""
    if trigger not in WATCHERS or operation.per or chance.random() < 0.3:
        return operation
    return replace(operation, per=chance.choice(PER_OF_TRIGGER[trigger]))


def _operation(kind: str, trigger: str, chance: Random, tokens: list[str]) -> Operation:
    amount = chance.choice((-3, -2, -1, -1, 1, 1, 2, 3))
    match kind:
        case "modify_power" if trigger == "on_spawned" and chance.random() < 0.5:
            return Operation(kind, adjustment="replaced_pawns")
        case "modify_power":
            return Operation(kind, amount=amount)
        case "modify_power_scale":
            per = chance.choice(PER_OF_TRIGGER[trigger])
            return Operation(kind, amount_per=amount, per=per, exclude_self=chance.random() < 0.7)
        case "replace_ally":
            mode = chance.choice(("raise", "lower", "neutral"))
            return Operation(kind, mode=mode, adjustment="" if mode == "neutral" else "replaced_ally_power")
        case "add_to_hand":
            return Operation(kind, card_ids=tuple(chance.choices(tokens, k=chance.randint(1, 2))))
        case "spawn_token":
            return Operation(kind, apply_to="empty_positions", token_ids=tuple(chance.choices(tokens, k=3)))
        case "modify_tile_ranks":
            return Operation(kind, amount=chance.randint(2, 3))
        case "score_bonus" if chance.random() < 0.5:
            return Operation(kind, mode="lane_min_transfer")
        case "score_bonus":
            return Operation(kind, amount=abs(amount) * 3)
        case _:
            return Operation(kind)
