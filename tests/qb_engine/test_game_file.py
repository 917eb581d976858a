"""Game files: text and JSON say the same, what is read is what was written, and a refusal names line and column."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.strict_json import loads
from qb_engine.errors import BrokenFileError, InvalidGameFileError, QueensBloodError
from qb_engine.moves import Move
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.notation.fingerprints import SYMBOLS, data_hash, short_hash
from qb_engine.notation.game_position import position_text
from qb_engine.notation.seen_tiles import SeenTile
from qb_engine.records import (
    Comment,
    GameFile,
    Opening,
    Recorder,
    Result,
    SetHand,
    SetPosition,
    SideAction,
    from_json,
    load_json,
    parse_qbn,
    qbn_text,
    record,
    replay,
    to_json,
)
from qb_engine.ruleset import REBIRTH, SPEC
from support.qb_games import VARIANTS, RandomGame
from support.qb_records import dealt_game, mirrored_match, sample_games

SAMPLES = sample_games()


def seen(name: str, side: str, card_id: str) -> SeenTile:
    return SeenTile.of(name, {"owner": "E", "rank": 2, "card": card_id, "card_owner": side, "power": int(card_id) - 72})


sides = st.sampled_from(["Y", "E"])
ids = st.integers(1, 145).map(lambda number: f"{number:03d}")
hashes = st.text(alphabet=SYMBOLS, min_size=12, max_size=12)
printable = st.characters(exclude_categories=["C", "Z"])
comments = st.text(printable, min_size=1, max_size=200).map(Comment)
actions = st.one_of(
    st.builds(Move, ids, st.integers(0, 2), st.integers(0, 4)),
    st.just(Pass()),
    st.builds(Draw, ids),
    st.sets(st.integers(0, 44), max_size=5).map(lambda places: Mulligan(tuple(sorted(places)))),
)
seen_tiles = st.builds(seen, st.sampled_from(["T1", "M3", "B5"]), sides, ids)
entries = st.one_of(
    comments,
    st.builds(SideAction, sides, actions, st.booleans()),
    st.builds(SetHand, sides, st.lists(ids, max_size=9).map(tuple)),
    st.just(SetPosition("qb1 rebirth Y1 opening")),
    st.builds(lambda tiles: SetPosition("qb1 rebirth Y1 opening", tuple(tiles)), st.lists(seen_tiles, max_size=1)),
)
decks = st.none() | st.lists(ids, min_size=15, max_size=15, unique=True).map(tuple)
openings = st.one_of(
    st.builds(lambda first, yours, enemys: Opening(REBIRTH, first, (yours, enemys)), sides, decks, decks),
    st.builds(
        lambda first, hand: Opening(REBIRTH, first, hands=(hand, None)),
        sides,
        st.lists(ids, min_size=1, max_size=5).map(tuple),
    ),
    st.builds(
        lambda seed: Opening(REBIRTH, seed=seed, start="qb1 rebirth Y1 opening"),
        st.none() | st.integers(0, (1 << 62) - 1),
    ),
)
totals = st.integers(-999, 999)
results = st.none() | st.builds(
    Result, st.none() | sides, totals, totals, st.sampled_from(["two_passes", "full_board"])
)
games = st.builds(GameFile, openings, hashes, st.lists(entries, max_size=12).map(tuple), results, hashes)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(games)
def test_a_game_read_back_from_text_and_from_json_is_the_same(game: GameFile) -> None:
    assert parse_qbn(qbn_text(game)) == game
    assert from_json(loads(json.dumps(to_json(game)))) == game


@pytest.mark.parametrize("name", SAMPLES)
def test_sample_games_survive_both_forms(name: str) -> None:
    game = SAMPLES[name]
    text = qbn_text(game)
    assert parse_qbn(text) == game
    assert qbn_text(from_json(load_json(json.dumps(to_json(game), indent=2)))) == text


@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.name)
def test_a_recorded_game_is_played_again_to_the_same_position(ruleset) -> None:  # type: ignore[no-untyped-def]
    for seed in range(3):
        game = RandomGame(ruleset, seed).played()
        written = record(*game.decks, game.actions, seed=seed, ruleset=ruleset, first_player=game.first)
        assert written.opening.hands == game.opening_hands
        assert position_text(replay(parse_qbn(qbn_text(written)))) == position_text(game.state)


def test_a_game_file_reads_like_this() -> None:
    lines = qbn_text(mirrored_match()).splitlines()
    assert lines[:8] == [
        "qbn 1",
        "rules rebirth",
        f"data {data_hash()}",
        "first E",
        "deck Y 001,002,003,004,005,006,007,008,009,010,011,012,013,014,015",
        "deck E ?",
        "hand Y 001,002,003,004,007",
        "",
    ]
    assert lines[8:12] == ["# The enemy begins.", "1 Y mull 2,4", "2 Y +010", "3 Y +011"]
    assert "8! Y +013" in lines
    assert "9! Y hand 003,007,010,013" in lines
    assert any(line.startswith("13! position qb1 rebirth Y7 ") for line in lines)
    assert lines[-3] == "result *"
    assert lines[-1].startswith("seal ")


def test_the_json_twin_has_a_schema_number_and_the_same_seal() -> None:
    game = mirrored_match()
    data = to_json(game)
    assert data["schema"] == 1
    assert data["decks"]["E"] is None
    assert data["entries"][1] == {"side": "Y", "action": "mull 2,4", "override": False}
    assert qbn_text(game).endswith(f"seal {data['seal']}\n")


def test_a_file_is_of_the_first_version_that_can_hold_it() -> None:
    for name, game in SAMPLES.items():
        version = 2 if name == "synced" else 1
        assert qbn_text(game).startswith(f"qbn {version}\n")
        assert to_json(game)["schema"] == version
    assert "\n5! seen M3=e2:031=4,T2=n0,M1=y1:001 position qb1 rebirth " in qbn_text(SAMPLES["synced"])
    data = to_json(SAMPLES["synced"])
    assert data["entries"][4]["seen"] == ["M3=e2:031=4", "T2=n0", "M1=y1:001"]
    for schema in (1, 3, 2.0, True):
        with pytest.raises(BrokenFileError, match="schema"):
            from_json({**data, "schema": schema})


# What a recorder lets happen.


def opened_for_you(*hand: str) -> Recorder:
    return Recorder(Opening(REBIRTH, "Y", hands=(hand, None)))


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([SideAction("Y", Draw("001"))], "this turn's draw is done or skipped"),
        ([SideAction("E", Draw("001"))], "nobody knows what this side holds"),
        ([SideAction("E", Mulligan(()))], "nobody knows what this side holds"),
        ([SideAction("E", Pass())], "you must act first"),
        ([SideAction("Y", Move.parse("009@M1"))], "the hand of 2 cards does not hold 009"),
        ([SideAction("Y", Mulligan((5,)))], "each hand place from 1 to 2 may be named once and 6 was asked for"),
        ([SideAction("Y", Mulligan(())), SideAction("Y", Mulligan(()))], "this side has had its mulligan"),
        (
            [SideAction("Y", Pass()), SideAction("E", Pass()), SideAction("Y", Pass(), is_override=True)],
            "the game is over",
        ),
        ([SideAction("Y", Pass()), SideAction("Y", Draw("001"))], "the enemy must act first"),
        ([SideAction("Y", Pass()), SideAction("E", Move.parse("001@M1"))], "the tile must belong to the enemy"),
        (
            [
                SideAction("Y", Pass()),
                SideAction("E", Move.parse("001@M5")),
                SideAction("Y", Draw("001")),
                SideAction("Y", Draw("001")),
            ],
            "this turn's draw is done or skipped",
        ),
        ([SetPosition("qb1 spec Y1 opening")], "the rules are spec and rebirth is played here"),
        ([SetPosition("qb1 rebirth opening")], "the one spelling of this is qb1 rebirth Y1 opening"),
        ([SideAction("Y", Move.parse("001@M5"), is_override=True)], "the tile must belong to you"),
    ],
)
def test_what_the_rules_refuse_is_not_recorded(steps, reason: str) -> None:  # type: ignore[no-untyped-def]
    recorder = opened_for_you("001", "002")
    for step in steps[:-1]:
        recorder.add(step)
    before = position_text(recorder.playback.state)
    with pytest.raises(QueensBloodError, match=reason):
        recorder.add(steps[-1])
    assert position_text(recorder.playback.state) == before
    assert recorder.entries == steps[:-1]


def test_draws_of_a_dealt_game_are_never_written() -> None:
    game = dealt_game(SPEC, 3)
    recorder = Recorder(game.opening)
    with pytest.raises(QueensBloodError, match="the draw pile is known, so draws happen by themselves"):
        recorder.add(SideAction("Y", Draw("001")))


def test_a_mulligan_owes_as_many_cards_as_went_back() -> None:
    recorder = opened_for_you("001", "002", "003")
    recorder.add(SideAction("Y", Mulligan((0, 2))))
    for card_id in ("010", "011"):
        recorder.add(SideAction("Y", Draw(card_id)))
    assert recorder.playback.state.hand("Y").card_ids == ("002", "010", "011")
    with pytest.raises(QueensBloodError, match="this turn's draw is done or skipped"):
        recorder.add(SideAction("Y", Draw("012")))


def test_an_override_plays_a_card_the_hand_does_not_hold_and_out_of_turn() -> None:
    recorder = opened_for_you("001")
    recorder.add(SideAction("E", Move.parse("001@M5"), is_override=True))
    recorder.add(SideAction("Y", Move.parse("007@M1"), is_override=True))
    state = recorder.playback.state
    assert state.board.tile(1, 0).card_id == "007"
    assert state.hand("Y").card_ids == ("001",)


# Refusals of the text.

TEXT = qbn_text(mirrored_match())


def resealed(text: str) -> str:
    """The text with the seal that fits its content."""
    content = text[: text.rindex("seal ")]
    return f"{content}seal {short_hash(content)}\n"


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ("qbn 1\n", "qbn 3\n", (1, 5), "version '3' is not known; this is 2"),
        ("qbn 1\n", "qbn 2\n", (1, 5), "this is not how a game file is written"),
        ("position qb1", "seen M1=y1 position qb1", (1, 5), "this is not how a game file is written"),
        ("position qb1", "seen M6=y1 position qb1", (23, 10), "a tile as it was seen, such as M3=e2:021=4"),
        ("rules rebirth", "rules reborn", (2, 7), "rules .*reborn"),
        ("rules rebirth", "rules rebirth+capture=keep", (2, 14), "this is not how a game file is written"),
        ("first E", "first X", (4, 7), "one of Y, E is needed and 'X' is there"),
        ("first E", "frist E", (4, 1), "the line first is needed and 'frist E' is there"),
        ("deck Y 001", "deck Y 999", (5, 8), "no card has the id or name '999'"),
        ("deck Y 001", "deck Y 002", (7, 8), "the hand holds 001, which is not in the deck"),
        ("deck Y 001,", "deck Y ", (5, 8), "the deck is refused: it has 14 cards and a deck has 15"),
        ("hand Y 001", "hand Y T01", (7, 8), "T01 is a token"),
        ("\n\n#", "\n#", (8, 1), "an empty line is needed and '# The enemy begins.' is there"),
        ("# The", "#The", (9, 1), "a comment is a blank after # and 1 to 200 characters"),
        ("# The", "# \tThe", (9, 3), r"'\\t' has no place in a game file"),
        ("begins.", "begins. ", (9, 1), "a comment is a blank after #"),
        ("1 Y mull", "2 Y mull", (10, 1), "event 1 comes next and 2 is there"),
        ("mull 2,4", "mull 4,2", (10, 10), "the one spelling of this is mull 2,4"),
        ("2 Y +010", "2 Y +999", (11, 6), "no card has the id or name '999'"),
        ("2 Y +010", "2 Z +010", (11, 1), "an event such as 1 Y 020@M2 is needed"),
        ("9! Y hand", "9 Y hand", (19, 2), "what sets a hand or a position is marked with !"),
        ("position qb1 rebirth", "position qb1 spec", (23, 18), "the rules are spec and rebirth is played here"),
        ("position qb1", "position qb9", (23, 14), "version qb9 is not known; this is qb1"),
        ("result *", "result Y 1:0", (26, 8), "a result such as Y 12:9 two_passes or \\* is needed"),
        ("final ", "final b", (27, 7), "a hash of 12 symbols is needed"),
        ("seal ", "\nseal ", (28, 1), "the line seal is needed and '' is there"),
    ],
)
def test_a_refusal_names_line_column_and_reason(old: str, new: str, place: tuple[int, int], reason: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(InvalidGameFileError, match=reason) as refused:
        parse_qbn(resealed(TEXT.replace(old, new, 1)))
    assert (refused.value.facts["line"], refused.value.facts["column"]) == place
    assert refused.value.message("it").startswith(f"riga {place[0]}, colonna {place[1]}: ")


def test_a_changed_comment_breaks_the_seal() -> None:
    with pytest.raises(InvalidGameFileError, match="the content was changed") as refused:
        parse_qbn(TEXT.replace("a slip", "no slip"))
    assert refused.value.facts["line"] == TEXT.count("\n")
    data = to_json(mirrored_match())
    data["entries"][0]["comment"] = "You begin."
    with pytest.raises(BrokenFileError, match="the content was changed"):
        from_json(data)


def test_sizes_are_capped() -> None:
    many = GameFile(Opening(REBIRTH, "Y"), "0" * 12, (Comment("x"),) * 1001, None, "0" * 12)
    with pytest.raises(InvalidGameFileError, match="a game file has at most 1000 entries"):
        parse_qbn(qbn_text(many))
    with pytest.raises(InvalidGameFileError, match="at most 262144 are read"):
        parse_qbn("x" * 300_000)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_mangled_file_is_refused_by_name_or_says_another_thing(data: st.DataObject) -> None:
    text = qbn_text(SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))])
    at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 4))
    mangled = text[:at] + data.draw(st.text(max_size=4)) + text[at + length :]
    try:
        game = parse_qbn(resealed(mangled) if "seal " in mangled and mangled.isprintable() else mangled)
    except InvalidGameFileError as error:
        error.message("it")
    else:
        assert parse_qbn(qbn_text(game)) == game


def json_values() -> st.SearchStrategy[object]:
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    )


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_mangled_json_is_refused_by_name_or_says_another_thing(data: st.DataObject) -> None:
    raw = to_json(SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))])
    inner: object = raw
    key: object = None
    while isinstance(inner, dict | list) and inner and (key is None or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else list(range(len(inner)))))
        holder, inner = inner, inner[key]  # type: ignore[index,call-overload]
    holder[key] = data.draw(json_values())  # type: ignore[index]
    try:
        game = from_json(raw)
    except BrokenFileError as error:
        error.message("it")
    else:
        assert from_json(to_json(game)) == game
