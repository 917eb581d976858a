"""A state knows which of its cards watch, answer and scale: just those that a look at the whole board finds."""

from __future__ import annotations

import pytest

from kernelkit.chance import below, seeded
from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import COLUMNS, NO_CARD, TILES
from qb_engine.models import Card
from qb_engine.moves import SIDES
from support.qb_games import VARIANTS, RandomGame

pytestmark = pytest.mark.rules

WATCHING = {"on_card_played", "on_card_destroyed"}
ANSWERING = {"on_enfeebled", "on_first_enfeebled", "on_first_enhanced", "on_power_threshold"}


def triggers(card: Card) -> set[str]:
    return {shipped().effects[effect].trigger for effect in card.effect_ids}


def scales(card: Card) -> bool:
    effects = [shipped().effects[effect] for effect in card.effect_ids]
    return any(
        effect.trigger == "while_in_play" and operation.type == "modify_power_scale"
        for effect in effects
        for operation in effect.operations
    )


def noted(state: GameState) -> list[int]:
    record = state.record
    return [int(tiles) for tiles in (*record.cards_of, record.watching, record.answering, record.scaling)]


def looked_for(state: GameState) -> list[int]:
    """The same by a look at every tile."""
    found = [0] * 5
    for tile in range(TILES):
        number = int(state.record.card[tile])
        if number == NO_CARD:
            continue
        card = shipped().cards[number]
        of_side = [int(state.record.card_owner[tile]) == side for side in range(2)]
        waits = [bool(triggers(card) & WATCHING), bool(triggers(card) & ANSWERING), scales(card)]
        for k, is_so in enumerate([*of_side, *waits]):
            found[k] |= is_so << tile
    return found


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.name)
def test_after_every_turn_and_in_either_seat(ruleset):
    seen = [0] * 5
    for seed in range(40):
        game = RandomGame(ruleset, seed)
        twin = GameState.on(game.state.engine)
        for state in game.plies():
            state.engine.kernel.mirror_state(twin.cells, state.cells)
            assert noted(state) == looked_for(state)
            assert noted(twin) == looked_for(twin)
            seen = [old | new for old, new in zip(seen, noted(state), strict=True)]
    assert all(seen)


def test_when_cards_are_written_onto_the_board_and_taken_off():
    state = GameState.on(RandomGame(VARIANTS[0], 0).state.engine)
    chance = seeded(1)
    seen = [0] * 5
    for _change in range(600):
        lane, column = divmod(below(chance, TILES), COLUMNS)
        if below(chance, 3):
            card = shipped().cards[below(chance, len(shipped().cards))]
            state.board.put_card(SIDES[below(chance, 2)], card.id, lane, column)
        else:
            state.board.remove_card(lane, column)
        assert noted(state) == looked_for(state)
        seen = [old | new for old, new in zip(seen, noted(state), strict=True)]
    assert all(seen)
