"""Positions in one line: nothing of the future is lost, one spelling each, and a person can write one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.chance import seeded
from qb_engine.errors import InvalidPositionError
from qb_engine.game_state import GameState
from qb_engine.models import Effect, Operation
from qb_engine.moves import Move
from qb_engine.notation.game_position import parse_position, position_id, position_text, read_position
from qb_engine.notation.position import NEUTRAL, PawnEvents, Pawns, PlacedCard, Position
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.qb_games import VARIANTS, RandomGame, act, random_action

from .naive_table import small_card
from .played import position, small_position

rulesets = st.sampled_from(VARIANTS)
seeds = st.integers(0, 1 << 40)
OPENING_HANDS = "Y=026,105|008,112 E=010,005|012,003"


def same_future(one: GameState, two: GameState, seed: int, plies: int = 10) -> None:
    """Both states, and both after each of some random plies, have one hash and one text."""
    chance = seeded(seed, 3)
    for _ply in range(plies + 1):
        assert one.state_hash == two.state_hash
        assert position_text(one) == position_text(two)
        if one.is_over:
            return
        action = random_action(one, chance)
        act(one, action)
        act(two, action)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(ruleset=rulesets, seed=seeds, plies=st.integers(0, 30))
def test_a_position_read_back_has_the_same_future(ruleset: Ruleset, seed: int, plies: int) -> None:
    game = RandomGame(ruleset, seed)
    for _state in game.plies(plies):
        pass
    text = position_text(game.state)
    same_future(game.state, parse_position(text), seed)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.name)
def test_every_position_of_whole_games_has_one_spelling(ruleset: Ruleset) -> None:
    for seed in range(6):
        for state in RandomGame(ruleset, seed).plies():
            text = position_text(state)
            again = parse_position(text)
            assert again.state_hash == state.state_hash
            assert position_text(again) == text


def test_the_numbers_of_instances_do_not_matter() -> None:
    game = RandomGame(SPEC, 11)
    states = list(game.plies(9))
    text, state = position_text(states[-1]), game.state.clone()
    for tile in range(15):
        state.record.uid[tile] = state.record.uid[tile] * 7 + 100
    state.record.next_uid = 900
    assert position_text(state) == text
    same_future(state, parse_position(text), 4)


@settings(max_examples=60, deadline=None)
@given(ruleset=rulesets, seed=seeds, plies=st.integers(0, 25))
def test_a_card_laid_but_a_turn_not_ended_is_kept(ruleset: Ruleset, seed: int, plies: int) -> None:
    game = RandomGame(ruleset, seed)
    for _state in game.plies(plies):
        pass
    side = game.state.side_to_act
    action = random_action(game.state, game.chance) if side else None
    if side and isinstance(action, Move):
        index = game.state.hand(side).index_of(action.card_id) or 0
        game.state.play_card_from_hand(side, index, action.lane_index, action.col_index)
    again = parse_position(position_text(game.state))
    assert again.state_hash == game.state.state_hash
    for state in (game.state, again):
        state.end_turn()
    assert again.state_hash == game.state.state_hash


# What a text looks like.


@pytest.mark.parametrize("rules", ["rebirth", "spec"])
def test_the_opening_position_is_short_enough_to_read(rules: str) -> None:
    text = f"qb1 {rules} Y1 opening {OPENING_HANDS}"
    state = parse_position(text)
    assert (state.side_to_act, state.turn, state.ruleset.name) == ("Y", 1, rules)
    assert state.hand("Y").card_ids == ("026", "105")
    assert state.deck("E") == ("012", "003")


def test_a_mirrored_match_needs_no_enemy_hand() -> None:
    state = parse_position("qb1 rebirth E2 M1=y1:001 M5=e1 Y=002,003")
    assert not state.record.hand_tracked[1]
    state.play_free("E", Move.parse("001@M5"))
    state.end_turn()
    assert position_text(state) == "qb1 rebirth Y3 T5=e1 M1=y1:001 M4=e1 M5=e1:001 B5=e1 Y=002,003"


def test_what_a_card_remembers_stands_after_it() -> None:
    table = position(REBIRTH, {"M1": "y2:001", "M2": "y1", "T1": "y3"})
    table.lay("Y", "Crystalline Crab", "M2")
    table.state.record.power_delta[5] = -1
    assert "M1=y2:001-1 " in position_text(table.state)


def test_under_retract_each_card_says_when_it_was_laid_and_where_its_pawns_went() -> None:
    table = position(SPEC).lay("Y", "Security Officer", "M1").lay("Y", "Security Officer", "T1")
    text = position_text(table.state)
    assert "T1=y2:001.n2.p " in text
    assert "M1=y2:001.n1.p " in text
    assert text.endswith(" first=opening")


def test_first_time_flags_that_hold_on_the_board_are_not_written() -> None:
    fired = position(REBIRTH, {"M1": "y1:Cloud", "T1": "y1"})
    assert ".f" not in position_text(fired.state)
    fired.state.record.flags[5] = 0
    assert ".f0" in position_text(fired.state)
    assert parse_position(position_text(fired.state)).state_hash == fired.state.state_hash


def test_an_expansion_is_an_event_of_its_card() -> None:
    expand = Effect("grow", "on_play", "self", (Operation("expand_positions"),))
    table = small_position(SPEC, small_card("901", 1, "", expand))
    table.lay("Y", "901", "M1")
    text = position_text(table.state)
    assert ".eT1T2M2B1B2" in text
    again = parse_position(text, table.engine)
    assert again.state_hash == table.state.state_hash


def test_the_id_of_a_position_is_the_hash_of_its_text() -> None:
    text = "qb1 rebirth Y1 opening"
    assert position_id(text) == position_id(text)
    assert len(position_id(text)) == 12
    assert position_id(text) != position_id("qb1 spec Y1 opening")


def test_an_id_stays_the_same_for_ever() -> None:
    assert position_id("qb1 rebirth Y1 opening") == "FXHQFXCQVKY4"


# One spelling.


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("qb1 rebirth opening", "qb1 rebirth Y1 opening"),
        ("qb1 rebirth  Y1 opening ", "qb1 rebirth Y1 opening"),
        ("qb1 rebirth opening y1", "qb1 rebirth Y1 opening"),
        ("qb1 rebirth Y01 opening", "qb1 rebirth Y1 opening"),
        ("qb1 rebirth Y1 begun=1,0 passes=0 opening", "qb1 rebirth Y1 opening"),
        ("qb1 rebirth+capture=keep Y1 opening", "qb1 rebirth Y1 opening"),
        ("qb1 rebirth Y1 M2=y1 T1=y1", "qb1 rebirth Y1 T1=y1 M2=y1"),
        ("qb1 rebirth Y1 m2=Y1:t01 M3=n0", "qb1 rebirth Y1 M2=y1:T01"),
        ("qb1 rebirth Y1 M2=y1:y001+0.s-0.ly1.f0", "qb1 rebirth Y1 M2=y1:001"),
        ("qb1 rebirth Y1 opening M2=y1:001", "qb1 rebirth Y1 T1=y1 T5=e1 M1=y1 M2=y1:001 M5=e1 B1=y1 B5=e1"),
        (
            "qb1 rebirth Y1 T1=y1 M1=y1 B1=y1 T5=e1 M5=e1 B5=e1 E=? Y=?",
            "qb1 rebirth Y1 opening",
        ),
        ("qb1 spec Y1 opening first=opening", "qb1 spec Y1 opening"),
        ("qb1 spec Y1 M1=y1:001.pB1T1M2.n1 T1=y1", "qb1 spec Y1 T1=y1 M1=y1:001.p"),
        ("qb1 rebirth Y1 E=002 Y=001 opening", "qb1 rebirth Y1 opening Y=001 E=002"),
    ],
)
def test_what_a_person_writes_is_read_and_the_strict_reader_names_the_one_spelling(text: str, spelling: str) -> None:
    assert position_text(read_position(text)) == spelling
    with pytest.raises(InvalidPositionError) as refused:
        parse_position(text)
    assert refused.value.reason_facts["needed"] == spelling
    assert spelling in refused.value.message("it")
    parse_position(spelling)


def test_the_column_of_another_spelling_is_the_first_that_differs() -> None:
    with pytest.raises(InvalidPositionError) as refused:
        parse_position("qb1 rebirth Y1 T2=y1 T1=y1")
    assert str(refused.value).startswith("line 1, column 17: the one spelling of this is ")


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_mangled_position_is_refused_by_name_or_is_another_position(data: st.DataObject) -> None:
    game = RandomGame(data.draw(rulesets), data.draw(st.integers(0, 40)))
    for _state in game.plies(data.draw(st.integers(0, 20))):
        pass
    text = position_text(game.state)
    at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
    mangled = text[:at] + data.draw(st.text(max_size=3)) + text[at + length :]
    try:
        state = parse_position(mangled)
    except InvalidPositionError as error:
        error.message("it")
    else:
        assert position_text(state) == mangled
        assert (mangled == text) == (state.state_hash == game.state.state_hash)


# Any value, not only those that games reach.

tiles = st.integers(0, 14)
pawns = st.one_of(st.just(NEUTRAL), st.builds(Pawns, st.sampled_from("YE"), st.integers(0, 3)))
tile_lists = st.lists(tiles, min_size=1, max_size=4, unique=True).map(lambda found: tuple(sorted(found)))
cards = st.builds(
    PlacedCard,
    side=st.sampled_from("YE"),
    card_id=st.sampled_from(["001", "086", "097", "T13"]),
    power_delta=st.integers(-999, 999),
    scale_delta=st.integers(-99, 99),
    flags=st.none() | st.integers(0, 15),
    spawned_by=st.none() | st.tuples(st.just("105"), st.integers(1, 3)),
    laid=st.none() | pawns,
    pawns=st.none() | st.builds(PawnEvents, tile_lists, st.none() | st.integers(1, 3)),
    expansion=st.just(()) | tile_lists,
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    ground=st.lists(pawns, min_size=15, max_size=15),
    placed=st.lists(st.none() | cards, min_size=15, max_size=15),
    first=st.none() | st.lists(pawns, min_size=15, max_size=15),
    turn=st.tuples(st.sampled_from("YE"), st.integers(1, 199)),
)
def test_any_position_survives_its_text(ground, placed, first, turn) -> None:  # type: ignore[no-untyped-def]
    asked = Position(
        ruleset=Ruleset.parse("spec+destroyed_tile=restore"),
        side=turn[0],
        turn=turn[1],
        begun=(3, 4),
        ground=tuple(ground),
        cards=tuple(placed),
        first=tuple(first) if first else None,
    )
    state = read_position(str(asked))
    text = position_text(state)
    assert parse_position(text).state_hash == state.state_hash


def test_a_power_beyond_the_notation_is_refused_rather_than_written() -> None:
    state = parse_position("qb1 rebirth Y1 M1=y1:001+999")
    state.record.power_delta[5] = 1000
    with pytest.raises(InvalidPositionError, match="a power change of 1000 is beyond"):
        position_text(state)
