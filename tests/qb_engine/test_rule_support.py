"""What saved matches say about the rules: the value that a hidden console plays is found, with its support."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kernelkit.journal import MemoryJournal
from qb_engine.errors import InvalidGameFileError
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import tile_data
from qb_engine.match.files import game_of
from qb_engine.match.rule_evidence import EVERY_SWITCH, UNCONFIRMED, Evidence, SwitchSupport, boards_in, evidence_of
from qb_engine.moves import Move
from qb_engine.notation.game_position import position_text
from qb_engine.records import GameFile, Opening, Recorder, SetPosition, parse_qbn, qbn_text
from qb_engine.ruleset import REBIRTH, Ruleset
from support.hidden_rules import synced_match

RULES = (Path(__file__).parent.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
SEEDS = {"destroyed_tile=clear": (0, 1, 2), "destroyed_tile=to_destroyer": (2,), "order=pawns_first": (7,)}
"""Matches in which the value shows on the board."""


def matches(change: str, *, whole: bool = True) -> list[GameFile]:
    rules = Ruleset.parse(f"rebirth+{change}")
    return [parse_qbn(qbn_text(synced_match(seed, rules, whole=whole))) for seed in SEEDS[change]]


def support(found: Evidence, switch: str) -> SwitchSupport:
    return next(one for one in found.switches if one.switch == switch)


def test_the_unconfirmed_switches_are_those_of_the_rule_book() -> None:
    marked = [
        line.split("`")[1] for line in RULES.splitlines() if line.startswith("|") and ("(?)" in line or "(*)" in line)
    ]
    assert tuple(marked) == UNCONFIRMED


@pytest.mark.slow
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("change", SEEDS)
def test_the_hidden_value_explains_every_board_and_ours_none(change: str, whole: bool) -> None:
    games = matches(change, whole=whole)
    found = evidence_of(games)
    switch, value = change.split("=")
    told = support(found, switch)
    assert told.best == (value,)
    boards, files = sum(found.boards), len(games)
    by_value = {one.value: one for one in told.values}
    best, ours = by_value[value], by_value[getattr(REBIRTH, switch)]
    assert (best.explained, best.explained_files, best.contradicted) == (boards, files, 0)
    assert (ours.explained, ours.contradicted, ours.contradicted_files) == (0, boards, files)
    assert ours.is_ours
    assert not best.is_ours
    assert told.unexplained == 0


def test_a_board_of_another_rule_says_nothing_about_a_switch() -> None:
    found = evidence_of(matches("order=pawns_first"))
    other = support(found, "destroyed_tile")
    assert other.unexplained == sum(found.boards)
    assert not other.is_told
    assert all(value.explained == value.contradicted == 0 for value in other.values)


def test_what_no_board_can_show_stays_open() -> None:
    assert not support(evidence_of(matches("destroyed_tile=clear")), "mulligan_return").is_told


def test_a_rule_that_was_adopted_before_the_match_speaks_for_itself_when_the_board_is_confirmed() -> None:
    """Who believes in the right rules sees no difference; a sync that finds the board as it is confirms them."""
    rules = Ruleset.parse("rebirth+order=pawns_first")
    wrong = synced_match(7, rules)
    right = synced_match(7, rules, believed=rules)
    assert not boards_in(right)
    tiles = next(event.seen for event in wrong.events if isinstance(event, SetPosition))
    place = next(number for number, event in enumerate(wrong.events) if isinstance(event, SetPosition))
    recorder = Recorder(right.opening)
    for event in right.events[:place]:
        recorder.add(event)
    recorder.add(SetPosition(position_text(recorder.playback.state), tiles))
    told = support(evidence_of([recorder.game()]), "order")
    assert told.best == ("pawns_first",)


def test_a_move_that_was_never_entered_speaks_against_no_value_and_not_against_later_boards() -> None:
    match = LiveMatch(MemoryJournal())
    match.start(["001", "007", "008", "013", "026"], first="Y")
    match.mulligan([], [])
    match.play(Move.parse("001@M1"))
    seen = {"owner": "E", "rank": 1, "card": "031", "card_owner": "E", "power": 3}
    match.sync_board({"B5": seen})
    match.enemy_play(Move.parse("007@M5"))
    match.sync_board({"M5": tile_data(match.state.game, "M5")})
    found = evidence_of([game_of(match.steps)])
    assert found.boards == (2,)
    for told in found.switches:
        assert told.unexplained == 1
        assert not told.is_told
        assert {value.explained for value in told.values} == {1}


def test_a_file_of_the_first_version_shows_what_a_sync_changed() -> None:
    for game in matches("destroyed_tile=clear"):
        old = replace(
            game, entries=tuple(SetPosition(e.text) if isinstance(e, SetPosition) else e for e in game.entries)
        )
        assert qbn_text(old).startswith("qbn 1\n")
        assert support(evidence_of([old]), "destroyed_tile").best == ("clear",)


def test_every_switch_can_be_asked_for() -> None:
    found = evidence_of(matches("destroyed_tile=clear")[:1], switches=EVERY_SWITCH)
    assert [one.switch for one in found.switches] == list(EVERY_SWITCH)
    told = [one.switch for one in found.switches if one.is_told]
    assert told == ["destroyed_tile"]


def test_a_match_that_begins_in_the_middle_is_refused() -> None:
    game = Recorder(Opening(REBIRTH, start="qb1 rebirth Y1 opening")).game()
    with pytest.raises(InvalidGameFileError, match="begins in the middle"):
        boards_in(game)
