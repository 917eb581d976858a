"""No text, hand, pile, power or counter runs over the record that keeps it, in either form."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernelkit.records import packed
from qb_engine.card_hydrator import MAX_POWER, shipped
from qb_engine.effect_registry_utils import MAX_AMOUNT
from qb_engine.errors import (
    BrokenFileError,
    IllegalActionError,
    InvalidPositionError,
    MixedFormsError,
    Refusal,
    ResolutionError,
)
from qb_engine.game_state import GameState
from qb_engine.kernel.endgame import BEYOND
from qb_engine.kernel.layout import (
    ABILITIES_PER_CARD,
    HAND_CAPACITY,
    MAX_CHANGE,
    MAX_TURNS,
    MAX_UID,
    REFUSALS,
    TILES,
    State,
    Work,
)
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE, MAX_RANK, Operation
from qb_engine.moves import COLUMNS, LANES, SIDES, Move
from qb_engine.notation.game_position import position_text, read_position
from qb_engine.notation.position import TILE_NAMES
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.chances import Samples

from .naive_table import small_card, small_effect

pytestmark = pytest.mark.rules

FORMS = pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
STANDARD = [card for card in shipped().cards if card.category == "Standard"]


def engine(compiled, ruleset=REBIRTH):
    return RulesEngine(ruleset, compiled=compiled)


def ids(count):
    return ",".join(STANDARD[number % len(STANDARD)].id for number in range(count))


def bytes_of(state):
    """Everything in the record, in whichever form."""
    return bytes(state.cells.tobytes() if state.engine.compiled else packed(state.cells[0]).tobytes())


# Hands and piles.


@FORMS
@pytest.mark.parametrize("returned", ["shuffle_in", "bottom"])
@pytest.mark.parametrize(("hand", "pile"), [(1, DECK_SIZE), (DECK_SIZE, 1), (20, DECK_SIZE), (30, DECK_SIZE)])
def test_a_mulligan_that_the_pile_has_no_room_for_is_refused_and_changes_nothing(compiled, returned, hand, pile):
    state = GameState.on(engine(compiled, replace(REBIRTH, mulligan_return=returned)))
    state.engine.kernel.begin_turn(state.cells, SIDES.index("Y"))
    state.write_hand("Y", ids(hand).split(","))
    state.write_deck("Y", ids(pile).split(","))
    before = bytes_of(state)
    with pytest.raises(IllegalActionError) as refused:
        state.mulligan("Y", range(hand))
    assert refused.value.refusal is Refusal.MULLIGAN_ROOM
    assert bytes_of(state) == before


@FORMS
def test_a_mulligan_of_a_whole_deck_has_room(compiled):
    state = read_position(f"qb1 rebirth Y1 opening Y={ids(DECK_SIZE)}", engine(compiled))
    state.mulligan("Y", range(DECK_SIZE))
    assert sorted(state.hand("Y")) == sorted(ids(DECK_SIZE).split(","))
    assert state.deck("Y") == ()


@pytest.mark.parametrize(
    ("turn", "hand", "pile", "limit"),
    [
        ("Y1", DECK_SIZE, 1, DECK_SIZE),
        ("E1", 1, DECK_SIZE, DECK_SIZE),
        ("Y3", HAND_CAPACITY, 1, HAND_CAPACITY),
        ("Y1 mull=Y", HAND_CAPACITY - DECK_SIZE + 1, DECK_SIZE, HAND_CAPACITY),
        ("Y1 played", HAND_CAPACITY - DECK_SIZE + 1, DECK_SIZE, HAND_CAPACITY),
    ],
)
def test_a_position_holds_no_more_cards_than_can_come_together(turn, hand, pile, limit):
    text = f"qb1 rebirth {turn} opening Y={ids(hand)}|{ids(pile)}"
    with pytest.raises(InvalidPositionError, match=f"{hand + pile} cards together, and there is room for {limit}"):
        read_position(text)
    fitting = text.replace(f"|{ids(pile)}", f"|{ids(limit - hand)}" if limit > hand else "")
    assert position_text(read_position(fitting)) == fitting


@FORMS
@pytest.mark.parametrize(
    ("hand", "pile", "capacity"),
    [
        (HAND_CAPACITY + 1, 0, "the hand"),
        (0, DECK_SIZE + 1, "the draw pile"),
        (HAND_CAPACITY - 4, 5, "the hand with its draw pile"),
    ],
)
def test_more_cards_than_there_is_room_for_are_refused_and_nothing_changes(compiled, hand, pile, capacity):
    state = GameState.on(engine(compiled))
    cards = [STANDARD[0].id] * (HAND_CAPACITY + 1)
    if pile and hand:
        state.write_hand("Y", cards[:hand])
    before = bytes_of(state)
    write, count = (state.write_deck, pile) if pile else (state.write_hand, hand)
    with pytest.raises(ResolutionError, match=capacity):
        write("Y", cards[:count])
    assert bytes_of(state) == before


@FORMS
def test_a_play_that_would_give_hand_and_pile_more_than_fit_together_is_refused(compiled):
    flood = small_effect("on_play", "self", Operation("add_to_hand", card_ids=("002",) * 4))
    made = {**small_card("001", 1, "", flood), **small_card("002", 1)}
    effects = {effect.id: effect for own in made.values() for effect in own}
    state = GameState.on(RulesEngine(REBIRTH, tuple(made), effects, compiled=compiled))
    state.engine.kernel.opening_board(state.cells)
    state.engine.kernel.begin_turn(state.cells, SIDES.index("Y"))
    state.write_hand("Y", ["001"] + ["002"] * (HAND_CAPACITY - DECK_SIZE - 4))
    state.write_deck("Y", ["002"] * DECK_SIZE)
    fitting = state.clone()
    fitting.play_card_from_hand("Y", 0, 1, 0)
    assert len(fitting.hand("Y")) + len(fitting.deck("Y")) == HAND_CAPACITY
    state.write_hand("Y", ["001"] + ["002"] * (HAND_CAPACITY - DECK_SIZE - 3))
    before = bytes_of(state)
    with pytest.raises(ResolutionError, match=f"limit of {HAND_CAPACITY}"):
        state.play_card_from_hand("Y", 0, 1, 0)
    assert bytes_of(state) == before


@FORMS
def test_a_place_past_the_hand_is_no_card(compiled):
    state = GameState.on(engine(compiled))
    state.engine.kernel.opening_board(state.cells)
    state.write_hand("Y", [])
    before = bytes_of(state)
    with pytest.raises(IllegalActionError) as refused:
        state.play_free("Y", Move(STANDARD[0].id, 1, 0), 0)
    assert refused.value.refusal is Refusal.NOT_IN_HAND
    assert bytes_of(state) == before


# Powers and totals.


def test_the_greatest_power_fits_its_sixteen_bits_and_the_greatest_total_its_place():
    aura = TILES * ABILITIES_PER_CARD * MAX_AMOUNT
    scaling = ABILITIES_PER_CARD * MAX_AMOUNT * TILES
    power = MAX_POWER + 3 * MAX_CHANGE + aura + scaling  # base_change, power_delta and scale_delta
    for field in ("power", "base_change", "power_delta", "scale_delta", "aura"):
        assert power <= np.iinfo(State.dtype[field].base).max
    assert power <= np.iinfo(Work.dtype["log_amount"].base).max
    lane = COLUMNS * power
    points = lane + COLUMNS * ABILITIES_PER_CARD * max(lane, MAX_AMOUNT)
    for field in ("lane_power", "lane_points", "total"):
        assert LANES * points <= np.iinfo(Work.dtype[field].base).max
    assert 2 * LANES * points < BEYOND


EXTREME = " ".join(f"{name}=y3:{STANDARD[0].id}+{MAX_CHANGE}.s+{MAX_CHANGE}" for name in TILE_NAMES)


@FORMS
def test_totals_of_extreme_powers_are_true(compiled):
    state = read_position(f"qb1 rebirth Y3 {EXTREME} Y={STANDARD[0].id}", engine(compiled))
    total = state.score().total_you
    assert total >= TILES * 2 * MAX_CHANGE
    rules = state.engine
    rules.kernel.score(state.cells, rules.tables, rules.rules, rules.work)
    assert int(rules.seen(rules.work).total[0]) == total


def test_a_margin_beyond_sixteen_bits_is_a_win():
    samples = Samples()
    samples.extend(np.array([47976] * 4), np.array([0] * 4))
    assert (samples.win_share, samples.margin) == (1.0, 47976.0)


def lowering():
    """A card that lowers the enemy straight ahead when it is played."""
    effects = shipped().effects
    for card in STANDARD:
        (first, *rest) = [effects[effect_id] for effect_id in card.effect_ids] or [None]
        ahead = any((cell.dx, cell.dy) == (1, 0) and cell.kind in "EX" for cell in card.pattern)
        if first and not rest and ahead and first.trigger == "on_play" and "enem" in first.scope:
            operation = first.operations[0]
            if operation.type == "modify_power" and operation.amount < 0:
                return card, operation.amount
    raise AssertionError("no card lowers enemies")


@FORMS
def test_a_play_that_changes_a_power_beyond_the_limit_is_refused_as_a_whole(compiled):
    card, amount = lowering()
    text = "qb1 spec Y3 M2=y3 M3=e1:{}{} Y={}"
    victim = STANDARD[0].id
    at_the_limit = read_position(text.format(victim, -MAX_CHANGE - amount, card.id), engine(compiled, SPEC))
    at_the_limit.play_card_from_hand("Y", 0, 1, 1)
    assert at_the_limit.board.tile(1, 2).power_delta == -MAX_CHANGE
    beyond = read_position(text.format(victim, -MAX_CHANGE - amount - 1, card.id), engine(compiled, SPEC))
    before = bytes_of(beyond)
    with pytest.raises(ResolutionError, match=f"the change of a card's power overflowed its limit of {MAX_CHANGE}"):
        beyond.play_card_from_hand("Y", 0, 1, 1)
    assert bytes_of(beyond) == before


@pytest.mark.parametrize(
    "changed",
    [{"cost": MAX_RANK + 1}, {"cost": -1}, {"power": MAX_POWER + 1}, {"power": -MAX_POWER - 1}],
)
def test_a_card_of_ones_own_making_has_the_ranges_of_a_card_in_a_file(changed):
    with pytest.raises(BrokenFileError, match="a whole number from"):
        RulesEngine(SPEC, [replace(STANDARD[0], effect_ids=(), **changed)], {}, compiled=False)


# Counters.


@FORMS
def test_turns_are_counted_past_a_byte_and_a_late_mulligan_stays_late(compiled):
    state = read_position(f"qb1 rebirth Y1 opening Y={ids(5)}", engine(compiled))
    for _turn in range(2 * 127 + 2):
        state.end_turn()
    assert state.turn == 2 * 127 + 3
    with pytest.raises(IllegalActionError) as refused:
        state.mulligan(state.side_to_act, ())
    assert refused.value.refusal is Refusal.MULLIGAN_LATE


@FORMS
def test_turns_stop_being_counted_at_their_limit(compiled):
    state = read_position("qb1 rebirth Y1 opening", engine(compiled))
    state.record.turn = MAX_TURNS - 1
    state.record.turns_begun[0] = state.record.turns_begun[1] = MAX_TURNS - 1
    for _turn in range(4):
        state.end_turn()
    assert state.turn == MAX_TURNS
    assert [int(begun) for begun in state.record.turns_begun] == [MAX_TURNS] * 2


@FORMS
def test_no_board_takes_more_cards_than_it_can_number(compiled):
    state = read_position("qb1 rebirth Y3 M1=y3", engine(compiled))
    state.record.next_uid = MAX_UID - 1
    state.board.put_card("Y", STANDARD[0].id, 0, 0)
    before = bytes_of(state)
    with pytest.raises(ResolutionError, match=f"limit of {MAX_UID}"):
        state.board.put_card("Y", STANDARD[0].id, 0, 1)
    with pytest.raises(ResolutionError, match=f"limit of {MAX_UID}"):
        state.play_free("Y", Move(STANDARD[0].id, 1, 0))
    assert bytes_of(state) == before


@FORMS
def test_passes_never_count_past_the_two_that_end_a_game(compiled):
    state = read_position("qb1 rebirth Y3 opening", engine(compiled))
    state.record.passes = 2
    state.pass_turn("Y")
    assert (int(state.record.passes), state.is_over) == (2, True)


# Two forms.


@pytest.mark.parametrize(("ours", "theirs"), [(True, False), (False, True)], ids=["compiled", "plain"])
def test_an_engine_refuses_states_of_the_other_form_and_adopts_them_when_asked(ours, theirs):
    state = read_position(f"qb1 rebirth Y3 M1=y1:{STANDARD[0].id}+5 Y={ids(3)}|{ids(4)}", engine(theirs))
    other = engine(ours)
    for refused in (other.copied, other.seen, lambda cells: GameState.on(other, cells)):
        with pytest.raises(MixedFormsError):
            refused(state.cells)
    adopted = GameState.on(other, other.adopted(state.cells))
    assert bytes_of(adopted) == bytes_of(state)


@pytest.mark.parametrize("to", [False, True], ids=["to plain", "to compiled"])
@FORMS
def test_a_view_moves_to_an_engine_of_either_form(compiled, to):
    state = read_position(f"qb1 rebirth Y3 M1=y1:{STANDARD[0].id}+5 Y={ids(3)}|{ids(4)}", engine(compiled))
    view = PlayerView.of(state).on(engine(to))
    assert view.board.tile(1, 0).power_delta == 5
    assert view.hand == state.hand("Y").card_ids
    assert REFUSALS[view.engine.kernel.turn_refusal_of(view.cells, SIDES.index("Y"))] is None
