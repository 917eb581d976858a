"""Bad input through the real command: a sentence says what, why and what to type instead; the match is unchanged."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mazzo.cli import main

HAND = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"
OPENING = ["vanguard", HAND, "", "you", "mull"]
KEPT = ("session", "board", "hand", "enemy_hand_count", "scores", "legal_moves", "last_event", "overrides")
BEFORE = {
    "your move": [],
    "the enemy's move": ["p levrikon m1"],
    "your draw": ["p levrikon m1", "e levrikon m5"],
    "two rounds": ["p levrikon m1", "e levrikon m5", "d crys", "p grasslands t1"],
}
"""The match before the mistake."""

MISTAKES = {
    "an unknown card": [
        ("your move", "p qqqqqqq m1", "No card is called 'qqqqqqq'", "the nearest are"),
        ("the enemy's move", "e qqqqqqq m5", "No card is called 'qqqqqqq'", "the nearest are"),
        ("your draw", "d qqqqqqq", "No card is called 'qqqqqqq'", "the nearest are"),
        ("your move", "p zu m1", "which cannot be meant here; the cards to name are", "type sync hand"),
        ("your draw", "d zu", "which cannot be meant here; the cards to name are", "type sync hand"),
    ],
    "a wrong tile": [
        ("your move", "p levrikon z9", "there is no tile 'z9'", "Type, for example: levrikon m1"),
        ("your move", "p levrikon m6", "there is no tile 'm6'", "Type, for example: levrikon m1"),
        ("the enemy's move", "e levrikon", "needs a tile", "Type, for example: levrikon t5"),
        ("your move", "sync board z3 e2", "is no tile", "such as M3 E2 Zu 4"),
        ("your move", "tile q7", "there is no tile 'q7'", "Type: tile M3"),
    ],
    "an impossible play": [
        ("your move", "p levrikon m3", "the tile must belong to you", "Levrikon (007) can go on: T1, M1, B1."),
        ("your move", "p elphadunk m1", "needs rank", "Elphadunk (011)"),
        ("your move", "p 99", "there is no move 99", "Type all to see it"),
        ("the enemy's move", "e levrikon m1", "already holds", "type sync board with what it shows, then sync"),
        ("the enemy's move", "e elphadunk m5", "needs rank", "type sync board"),
        ("the enemy's move", "p 1", "cannot be entered now", "Expected: the enemy's move, and your draw: zu m3 crab"),
        ("the enemy's move", "why not 1", "There is advice when it is your move", "Expected: the enemy's move"),
        ("your draw", "rec", "there is advice when it is your move", "Expected: the card you drew, such as crab"),
        ("two rounds", "fix 3 levrikon t1", "step 6, which came later, would not fit any more", "Fix that one first"),
    ],
    "a contradictory sync": [
        ("your move", "sync board m3 e2, m3 y1", "M3 is named twice", "Type sync board with each tile once"),
        ("your move", "sync board m3 n2", "is no tile", "such as M3 E2 Zu 4, or T2 N0"),
        ("your move", "sync board m3 n0 zu", "is no tile", "such as M3 E2 Zu 4, or T2 N0"),
        ("your move", "sync board m3 e7", "is no tile", "such as M3 E2 Zu 4"),
        ("your move", "sync board m3 e2 qqqqqqq", "No card is called 'qqqqqqq'", "the nearest are"),
        ("your move", "sync hand qqqqqqq", "No card is called 'qqqqqqq'", "the nearest are"),
        ("your move", "sync hand " + "001," * 46, "a hand holds at most 45 cards", "Type the cards that you hold now"),
        ("your move", "sync turn somebody", "is not enough or too much", "Type: sync turn you | sync turn enemy"),
        ("your move", "adopt", "no rule explains a board yet", "type sync board"),
    ],
}  # fmt: skip


def coached(tmp_path, lines: list[str], lang: str = "en") -> list[dict]:
    script = tmp_path / "script.txt"
    script.write_text("\n".join(line or "." for line in [*OPENING, *lines]), encoding="utf-8")
    answer = CliRunner().invoke(main, ["coach", "--new", "--json", "--script", str(script), "--lang", lang])
    assert answer.exit_code == 0, answer.output
    return [json.loads(line) for line in answer.stdout.splitlines()]


def kept(step: dict) -> dict:
    return {key: step["snapshot"][key] for key in KEPT}


CASES = [pytest.param(*case, id=f"{kind}: {case[1][:30]}") for kind, cases in MISTAKES.items() for case in cases]


@pytest.mark.slow
@pytest.mark.parametrize(("before", "line", "why", "instead"), CASES)
def test_a_mistake_is_named_with_what_to_type_and_the_match_is_unchanged(tmp_path, before, line, why, instead):
    *_, last, refused = coached(tmp_path, [*BEFORE[before], line])
    said = "\n".join(refused["said"])
    assert last["ok"]
    assert not refused["ok"]
    assert why.casefold() in said.casefold()
    assert instead.casefold() in said.casefold()
    assert kept(refused) == kept(last)


@pytest.mark.slow
def test_the_same_is_said_in_italian(tmp_path):
    for cases in MISTAKES.values():
        for before, line, _why, _instead in cases[:2]:
            *_, last, refused = coached(tmp_path, [*BEFORE[before], line], "it")
            said = "\n".join(refused["said"])
            assert not refused["ok"]
            for english in ("Type", "type ", "the tile", "is no ", "Expected", "The list"):
                assert english not in said, said
            assert kept(refused) == kept(last)


@pytest.mark.slow
def test_a_truncated_save_is_refused_wherever_it_was_cut_and_the_match_is_unchanged(tmp_path):
    saved = tmp_path / "match.qbn"
    coached(tmp_path, [*BEFORE["two rounds"], f"save {saved}"])
    whole = saved.read_bytes()
    cuts = [tmp_path / f"cut{length}.qbn" for length in range(0, len(whole) - 1, 41)]
    for number, cut in enumerate(cuts):
        cut.write_bytes(whole[: number * 41])
    steps = coached(tmp_path, [*BEFORE["your draw"], *(f"load {cut}" for cut in cuts)])
    last, refused = steps[-len(cuts) - 1], steps[-len(cuts) :]
    for step in refused:
        assert not step["ok"]
        assert step["said"][0].startswith("Line ")
        assert kept(step) == kept(last)


@pytest.mark.slow
def test_a_save_that_was_tampered_with_is_refused(tmp_path):
    saved = tmp_path / "match.qbn"
    coached(tmp_path, [*BEFORE["two rounds"], f"save {saved}"])
    saved.write_text(saved.read_text(encoding="utf-8").replace("007@M1", "007@B1"), encoding="utf-8")
    *_, last, refused = coached(tmp_path, [*BEFORE["your draw"], f"load {saved}"])
    assert not refused["ok"]
    assert "cannot be loaded" in refused["said"][0]
    assert "Nothing was changed" in refused["said"][0]
    assert kept(refused) == kept(last)


def test_a_missed_move_is_put_right_with_three_commands(tmp_path):
    lines = ["sync board m5 e1 crystalline crab 1", "yes", "sync hand elphadunk, archdragon, queen bee", "yes"]
    steps = coached(tmp_path, ["p levrikon m1", *lines, "sync turn you", "yes"])
    assert all(step["ok"] for step in steps)
    assert steps[-2]["said"] == ["Turn: was the enemy's move, now your move."]
    assert steps[-1]["said"][0] == "6. Turn set: your move."
    last = steps[-1]["snapshot"]
    assert last["session"]["phase"] == "your_play"
    assert {move["name"] for move in last["recommendations"] if move["name"]} <= {
        "Elphadunk",
        "Archdragon",
        "Queen Bee",
    }
    assert len(last["overrides"]) == 3
    assert coached(tmp_path, ["sync turn you"])[-1]["said"] == ["The turn is already so."]
