"""The board and its tiles (002, part 2.2): fifteen tiles, what each stores, its text, and copies that share nothing."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState, CardTriggerState, SpawnContext
from qb_engine.errors import IllegalActionError, Refusal, UnknownCardError
from qb_engine.moves import COLUMNS, LANES, tile_name, tile_place
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .played import position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
OFF_BOARD = [(-1, 0), (0, -1), (3, 0), (0, 5), (99, 99)]


def started(ruleset: Ruleset = SPEC) -> BoardState:
    return BoardState.initial(engine_for(ruleset))


def test_a_board_has_three_lanes_of_five_tiles_named_from_t1_to_b5() -> None:
    names = [tile.name for tile in started().tiles]
    assert names == [f"{lane}{column}" for lane in "TMB" for column in range(1, 6)]
    assert names == [tile_name(lane, column) for lane in range(LANES) for column in range(COLUMNS)]


@BOTH
def test_the_first_column_is_yours_at_rank_one_the_last_the_enemys_and_the_rest_neutral(ruleset: Ruleset) -> None:
    assert str(started(ruleset)) == "\n".join(f"{lane}  Y1  N0  N0  N0  E1" for lane in ("TOP", "MID", "BOT"))


def test_an_empty_board_is_neutral_everywhere() -> None:
    tiles = BoardState(engine_for(SPEC)).tiles
    assert {(tile.owner, tile.rank, tile.card_id) for tile in tiles} == {("N", 0, None)}


def test_an_empty_tile_stores_nothing_of_a_card() -> None:
    tile = started().tile(1, 2)
    assert (tile.card_id, tile.card_owner, tile.origin, tile.spawned_by, tile.spawn_context, tile.uid) == (None,) * 6
    assert (tile.power, tile.power_delta, tile.scale_delta) == (0, 0, 0)
    assert tile.trigger_state == CardTriggerState()
    assert not tile.is_occupied


def test_a_card_on_a_tile_is_seen_with_its_owner_origin_and_power() -> None:
    board = started()
    tile = board.put_card("E", "031", 1, 3)
    assert (tile.card_id, tile.card_owner, tile.owner, tile.origin) == ("031", "E", "E", "deck")
    assert (tile.power, tile.spawned_by, tile.spawn_context) == (1, None, None)


def test_a_token_has_origin_token_also_when_it_was_laid_from_a_hand() -> None:
    assert started().put_card("Y", "T01", 0, 0).origin == "token"


def test_a_spawned_token_knows_who_made_it_and_the_pawns_it_found() -> None:
    table = position(SPEC, {"M1": "y2", "B4": "y3"}).lay("Y", "Shiva", "M1")
    tile = table.at("B4")
    assert (tile.origin, tile.spawned_by, tile.spawn_context) == ("token", "096", SpawnContext(replaced_pawns=3))


def test_a_put_card_makes_no_pawns_and_fires_nothing_but_its_aura_is_live() -> None:
    board = started()
    board.put_card("Y", "001", 0, 0)
    board.put_card("Y", "013", 1, 0)
    assert [str(board.tile(lane, 0)) for lane in range(3)] == ["Y1:001=3", "Y1:013=1", "Y1"]


def test_a_removed_card_leaves_the_tile_and_takes_its_aura_along() -> None:
    board = started()
    board.put_card("Y", "001", 0, 0)
    board.put_card("Y", "013", 1, 0)
    board.remove_card(1, 0)
    assert [str(board.tile(lane, 0)) for lane in range(2)] == ["Y1:001=1", "Y1"]


def test_a_card_put_on_another_takes_its_place_and_the_old_aura_ends() -> None:
    board = started()
    board.put_card("Y", "001", 0, 0)
    board.put_card("Y", "013", 1, 0)
    board.put_card("Y", "033", 1, 0)
    assert board.effective_power(0, 0) == 1 + 4


@pytest.mark.parametrize(("owner", "rank"), [("Y", 4), ("Y", -1), ("N", 1)])
def test_a_rank_outside_zero_to_three_and_pawns_of_nobody_are_refused(owner: str, rank: int) -> None:
    board = started()
    before = board.state_hash
    with pytest.raises(ValueError, match=f"M3: owner {owner} with rank {rank}"):
        board.tile(1, 2).set_pawns(owner, rank)  # type: ignore[arg-type]
    assert board.state_hash == before


def test_writing_owner_and_rank_writes_the_board() -> None:
    board = started()
    tile = board.tile(1, 2)
    tile.owner = "E"
    tile.rank = 3
    assert (str(tile), str(board.tile(1, 2))) == ("E3", "E3")
    tile.owner = "N"
    assert str(board.tile(1, 2)) == "N0"


@pytest.mark.parametrize(("lane", "column"), OFF_BOARD)
def test_a_place_off_the_board_is_refused_and_named(lane: int, column: int) -> None:
    with pytest.raises(IllegalActionError) as caught:
        started().tile(lane, column)
    assert caught.value.refusal is Refusal.OFF_BOARD
    assert caught.value.message() == f"lane {lane}, column {column} refused: the board has 3 lanes and 5 columns"


def test_an_unknown_card_cannot_be_put_on_the_board() -> None:
    board = started()
    before = board.state_hash
    with pytest.raises(UnknownCardError, match="'999'"):
        board.put_card("Y", "999", 0, 0)
    assert board.state_hash == before


def test_the_text_of_a_board_shows_a_lane_in_each_line_with_cards_and_powers() -> None:
    table = position(REBIRTH).lay("Y", "Security Officer", "M1").lay("E", "Grasslands Wolf", "T5")
    lines = str(table.state.board).splitlines()
    assert [line.split() for line in lines] == [
        ["TOP", "Y2", "N0", "N0", "E1", "E1:008=2"],
        ["MID", "Y1:001=1", "Y1", "N0", "N0", "E1"],
        ["BOT", "Y2", "N0", "N0", "N0", "E1"],
    ]
    assert len({line.index(word) for line, word in zip(lines, ("N0", "Y1 ", "N0"), strict=True)}) == 1


def test_a_clone_is_equal_and_shares_nothing() -> None:
    board = started()
    copy = board.clone()
    assert copy.state_hash == board.state_hash
    copy.put_card("Y", "001", 0, 0)
    copy.tile(1, 1).set_pawns("Y", 2)
    assert copy.state_hash != board.state_hash
    assert str(board) == str(started())


def test_the_hash_is_equal_for_equal_boards_and_differs_with_every_fact_of_a_tile() -> None:
    hashes = {started().state_hash}
    assert started().state_hash in hashes
    for change in (("Y", 1), ("Y", 2), ("E", 2)):
        board = started()
        board.tile(1, 2).set_pawns(*change)
        hashes.add(board.state_hash)
    for side, card_id in (("Y", "001"), ("E", "001"), ("Y", "002")):
        board = started()
        board.put_card(side, card_id, 1, 2)  # type: ignore[arg-type]
        hashes.add(board.state_hash)
    assert len(hashes) == 7


def test_the_ruleset_is_part_of_the_hash() -> None:
    assert started(SPEC).state_hash != started(REBIRTH).state_hash


def test_instances_are_numbered_in_play_order() -> None:
    table = position(SPEC).lay("Y", "Security Officer", "M1").lay("E", "Security Officer", "M5")
    uids = [table.at(tile).uid for tile in ("M1", "M5")]
    assert uids == sorted(uids)
    assert len(set(uids)) == 2


@pytest.mark.parametrize("name", ["T1", "T5", "M3", "B1", "B5"])
def test_a_tile_name_reads_back_as_its_place(name: str) -> None:
    assert tile_name(*tile_place(name)) == name


# Every field can be read and set through Tile (002, 2.2).


@BOTH
def test_002_2_2_every_field_of_a_tile_is_set_and_read_back_through_it(ruleset: Ruleset) -> None:
    tile = started(ruleset).tile(1, 0)
    tile.owner, tile.rank = "E", 3
    tile.card_id = "086"
    tile.origin, tile.spawned_by = "token", "096"
    tile.spawn_context = SpawnContext(2)
    tile.power_delta, tile.scale_delta, tile.base_power = -1, 4, 9
    fired = CardTriggerState(first_enhanced_fired=True, power_thresholds_fired=frozenset({7}))
    tile.trigger_state = fired
    assert (tile.owner, tile.rank, tile.card_id, tile.card_owner) == ("E", 3, "086", "E")
    assert (tile.origin, tile.spawned_by, tile.spawn_context) == ("token", "096", SpawnContext(2))
    assert (tile.power_delta, tile.scale_delta, tile.base_power, tile.power) == (-1, 4, 9, 12)
    assert tile.trigger_state == fired
    tile.owner = "Y"
    assert (tile.owner, tile.card_owner, tile.rank, tile.power, tile.spawned_by) == ("Y", "Y", 3, 12, "096")
    tile.card_id = None
    assert (tile.owner, tile.rank, tile.is_occupied) == ("Y", 3, False)


@BOTH
def test_002_2_2_a_set_base_power_lasts_until_the_card_leaves_and_is_mirrored_and_hashed(ruleset: Ruleset) -> None:
    board = started(ruleset)
    tile = board.put_card("Y", "001", 0, 0)
    before = board.state_hash
    tile.base_power = 5
    assert board.state_hash != before
    assert (tile.power, board.effective_power(0, 0), board.clone().tile(0, 0).base_power) == (5, 5, 5)
    tile.base_power = tile.base_power - 4
    assert board.state_hash == before
    tile.base_power = 5
    board.put_card("Y", "001", 0, 0)
    assert (tile.base_power, tile.power) == (1, 1)


def test_002_2_2_an_aura_follows_a_card_that_changes_hands() -> None:
    board = started()
    board.put_card("Y", "001", 0, 0)
    crab = board.put_card("Y", "013", 1, 0)
    assert board.tile(0, 0).power == 3
    crab.card_owner = "E"
    assert board.tile(0, 0).power == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("power_delta", 1),
        ("scale_delta", 1),
        ("base_power", 1),
        ("origin", "token"),
        ("spawned_by", "096"),
        ("card_owner", "Y"),
        ("trigger_state", CardTriggerState(first_enhanced_fired=True)),
        ("spawn_context", SpawnContext(1)),
    ],
)
def test_002_2_2_what_belongs_to_a_card_is_refused_where_none_lies(field: str, value: object) -> None:
    board = started()
    before = board.clone()
    with pytest.raises(ValueError, match="M3"):
        setattr(board.tile(1, 2), field, value)
    assert board == before


def test_002_2_2_what_cannot_be_is_refused() -> None:
    board = started()
    token, cloud = board.put_card("Y", "T01", 0, 0), board.put_card("Y", "086", 1, 0)
    for tile, field, value in [
        (token, "origin", "deck"),
        (token, "owner", "N"),
        (cloud, "trigger_state", CardTriggerState(power_thresholds_fired=frozenset({8}))),
        (cloud, "power_delta", 40_000),
        (board.tile(1, 2), "card_id", "001"),
    ]:
        with pytest.raises(ValueError, match=tile.name):
            setattr(tile, field, value)


@BOTH
def test_002_2_2_a_changed_power_goes_through_the_pipeline_of_the_effects(ruleset: Ruleset) -> None:
    board = started(ruleset)
    board.put_card("Y", "086", 1, 1)
    board.put_card("Y", "001", 0, 1)
    board.modify_power(1, 1, 4, by="Y")
    assert board.tile(1, 1).trigger_state.power_thresholds_fired == {7}
    assert (board.tile(1, 1).power, board.tile(0, 1).power_delta) == (7, 2)
    board.modify_power(0, 1, -3, by="E")
    assert board.tile(0, 1).is_occupied is not ruleset.zero_power_destroys
    with pytest.raises(ValueError, match="no card"):
        board.modify_power(2, 2, 1)


@BOTH
def test_002_2_2_a_destroyed_card_is_destroyed_as_by_an_effect(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y2", "T1": "y1"}).lay("Y", "001", "M1")
    board = table.state.board
    ranks = [tile.rank for tile in board.tiles]
    board.destroy(1, 0, by="E")
    assert not board.tile(1, 0).is_occupied
    gained = [tile.rank for tile in board.tiles]
    retracted = position(ruleset, {"M1": "y2", "T1": "y1"}).state.board
    expected = [tile.rank for tile in retracted.tiles] if ruleset.pawns_on_destroy == "retract" else ranks
    assert gained == expected
    with pytest.raises(ValueError, match="M1"):
        board.destroy(1, 0)


def test_002_2_2_a_removed_card_takes_its_pawns_along_where_pawns_are_retracted() -> None:
    table = position(SPEC, {"M1": "y2", "T1": "y1"})
    before = [(tile.owner, tile.rank) for tile in table.state.board.tiles]
    table.lay("Y", "001", "M1")
    board = table.state.board
    assert [(tile.owner, tile.rank) for tile in board.tiles] != before
    board.remove_card(1, 0)
    assert [(tile.owner, tile.rank) for tile in board.tiles] == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("owner", "X"),
        ("card_owner", "X"),
        ("card_owner", "N"),
        ("rank", 1.5),
        ("rank", 256),
        ("power_delta", 1.5),
        ("power_delta", 2**31),
        ("scale_delta", 2**70),
        ("base_power", 0.5),
        ("base_power", 2**16),
        ("origin", "effect"),
        ("trigger_state", CardTriggerState(power_thresholds_fired=frozenset({7}))),
        ("spawn_context", SpawnContext(1.5)),  # type: ignore[arg-type]
        ("spawn_context", SpawnContext(256)),
    ],
)
@BOTH
def test_002_2_2_a_value_that_does_not_fit_is_refused_by_its_name_and_changes_nothing(
    ruleset: Ruleset, field: str, value: object
) -> None:
    board = position(ruleset, {"M1": "y2", "T1": "y1"}).lay("Y", "001", "M1").state.board
    tile = board.tile(1, 0)
    tile.spawned_by = "096"
    before = board.clone()
    words = repr(value) if isinstance(value, str | int | float) else "M1"
    with pytest.raises((ValueError, TypeError), match=words):
        setattr(tile, field, value)
    assert board == before


def test_002_2_2_a_place_that_the_board_does_not_have_is_an_index_error_too() -> None:
    board = started()
    for lane, column in [*OFF_BOARD, (0.5, 0), ("T", 0)]:
        with pytest.raises(IndexError, match="3 lanes and 5 columns"):
            board.tile(lane, column)  # type: ignore[arg-type]


def test_002_2_2_a_change_of_half_a_point_and_a_word_that_is_no_side_are_refused() -> None:
    board = started()
    board.put_card("Y", "001", 1, 0)
    before = board.clone()
    with pytest.raises(TypeError, match=r"1\.5 is not a whole number"):
        board.modify_power(1, 0, 1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'X' is no side"):
        board.modify_power(1, 0, 1, by="X")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'N' is no side"):
        board.put_card("N", "001", 0, 0)  # type: ignore[arg-type]
    assert board == before
