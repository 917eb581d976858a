"""``mazzo coach advise``: every legal move as data or words, and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from mazzo.cli.coach_advise import advise_command
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import assumed_hand_size
from qb_engine.moves import Move
from qb_engine.notation.game_position import parse_position
from support.pseudo_terminal import PATIENCE

HAND = "001,007,013,026,008"
BOARD = "qb1 rebirth Y5 T1=y1 T5=e1 M1=y2:007 M2=y1 M5=e1:008 B1=y1 B5=e1"
KEYS = {
    "move", "name", "quality_rank", "quality_label", "you_margin_after_move", "you_margin_after_enemy_expected",
    "you_margin_after_enemy_best", "standing", "merit", "win_chance", "interval", "compared", "samples", "is_close",
    "reply", "tags", "reasons", "facts", "risk",
}  # fmt: skip


def advise(*arguments, language="en"):
    return CliRunner().invoke(advise_command, [*arguments, "--lang", language])


def data(*arguments):
    answer = advise(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def test_every_legal_move_of_the_opening_stands_there_once_and_best_first():
    report = data("--hand", HAND)
    keys = {"schema", "ok", "position", "level", "iterations", "is_exact", "win_chance", "answer", "moves"}
    assert set(report) == keys
    moves = report["moves"]
    assert (report["schema"], report["level"], report["win_chance"]) == (2, "quick", moves[0]["win_chance"])
    state = parse_position(report["position"])
    assert sorted(move["move"] for move in moves) == sorted(map(str, state.legal_moves("Y")))
    assert [move["quality_rank"] for move in moves] == list(range(1, len(moves) + 1))
    chances = [move["win_chance"] for move in moves]
    assert chances == sorted(chances, reverse=True)
    for move in moves:
        assert set(move) == KEYS
        assert (move["interval"], move["compared"], move["samples"]) == (None, None, 0)
        assert move["tags"] == [reason["tag"] for reason in move["facts"]]
        assert len(move["reasons"]) <= 2
    assert report["answer"]["move"] == moves[0]["move"]
    assert report["answer"]["reasons"] == moves[0]["reasons"]
    assert (report["answer"]["look"], report["answer"]["merit"]) == ("first", moves[0]["merit"])


def test_a_hand_may_be_typed_by_name_and_twice_the_same_card_is_one_candidate():
    named = data("--hand", "security officer,Levrikon,levrikon")
    assert named["position"] == "qb1 rebirth Y1 opening Y=001,007,007"
    assert len(named["moves"]) == 6


def test_the_same_input_gives_the_same_text_whatever_the_seed():
    first = advise(BOARD, "--hand", HAND, "--json", "--quick")
    assert first.stdout == advise(BOARD, "--hand", HAND, "--json", "--seed", "77").stdout


def test_a_deep_look_fills_in_chances_best_first():
    report = data(BOARD, "--hand", "001,013", "--iterations", "90")
    moves = report["moves"]
    assert (report["level"], report["iterations"], report["is_exact"]) == ("deep", 90, False)
    assert report["win_chance"] == moves[0]["win_chance"]
    chances = [move["win_chance"] for move in moves]
    assert chances == sorted(chances, reverse=True)
    state = parse_position(report["position"])
    assert sorted(move["move"] for move in moves) == sorted(map(str, state.legal_moves("Y")))
    for move in moves:
        assert set(move) == KEYS
        assert move["interval"][0] < move["win_chance"] < move["interval"][1]
        assert move["samples"] == 90 // len(moves)
        assert Move.parse(move["reply"])


def test_the_seed_decides_which_games_are_played():
    first, again, other = (
        advise(BOARD, "--hand", "013", "--json", "--iterations", "40", "--seed", seed).stdout for seed in "001"
    )
    assert first == again != other


def test_a_position_that_can_be_played_out_is_exact():
    late = "qb1 rebirth Y61 M1=y1:001 M2=y1:001 M3=y1 M4=e1:001 M5=e1:001"
    report = data(late, "--hand", "001", "--seconds", "5")
    assert report["is_exact"]
    assert report["moves"][0]["interval"] == [report["win_chance"]] * 2
    assert "all that can come played out" in advise(late, "--hand", "001", "--iterations", "9").stdout


def test_a_look_too_short_for_one_game_with_each_move_is_quick():
    report = data(BOARD, "--hand", HAND, "--iterations", "1")
    assert (report["level"], report["moves"][0]["interval"]) == ("quick", None)


@pytest.mark.parametrize(
    "options",
    [("--quick", "--seconds", "1"), ("--iterations", "9", "--seconds", "1"), ("--quick", "--iterations", "9")],
)
def test_looks_exclude_each_other(options):
    names = ", ".join(name for name in ("--quick", "--iterations", "--seconds") if name in options)
    answer = advise("--hand", HAND, *options)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == f"{names} exclude each other: choose one of them\n"
    assert "si escludono a vicenda" in advise("--hand", HAND, *options, language="it").stderr
    assert json.loads(advise("--hand", HAND, *options, "--json").stdout)["ok"] is False


@pytest.mark.parametrize("options", [("--iterations", "0"), ("--iterations", "10000001"), ("--seconds", "0.04")])
def test_a_look_has_bounds(options):
    assert advise("--hand", HAND, *options).exit_code == 2


@pytest.mark.slow
def test_a_broken_compiler_leaves_the_quick_look(tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('libLLVM is missing')\n")
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "PYTHONPATH": str(tmp_path), "LC_ALL": "C.UTF-8"}
    environment.pop("MAZZO_PLAIN", None)
    command = [sys.executable, "-m", "mazzo", "coach", "advise", "--hand", HAND]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0
    assert "First look: win " in done.stdout
    assert done.stderr.startswith("the engine cannot be compiled: libLLVM is missing.")


def test_a_position_with_its_own_hand_needs_no_option_and_the_option_replaces_it():
    own = data(*f"{BOARD} Y=001".split(" "))
    assert {move["move"][:3] for move in own["moves"]} == {"001"}
    other = data(f"{BOARD} Y=001", "--hand", "008")
    assert {move["move"][:3] for move in other["moves"]} == {"008"}


def test_what_the_enemy_holds_in_the_text_does_not_reach_the_advice():
    first, second = (data(f"{BOARD} E={held}", "--hand", HAND)["moves"] for held in ("001,002", "065,145"))
    assert first == second


def test_words_are_the_default_in_both_languages():
    english = advise(BOARD, "--hand", HAND)
    assert english.exit_code == 0
    assert english.stdout.startswith("Turn 5, your move. The score is tied at 0.\nLay ")
    assert "A guess: the enemy's deck is not fully known." in english.stdout
    italian = advise(BOARD, "--hand", HAND, language="it")
    assert "È una stima: il mazzo del nemico non è noto per intero." in italian.stdout


def test_who_listens_hears_a_sentence_for_each_move(monkeypatch):
    monkeypatch.delenv("MAZZO_SCREEN_READER", raising=False)
    heard = advise(BOARD, "--hand", HAND, "--quick", "--aloud").stdout
    where, answer, looked, first, second, *_others = heard.splitlines()
    assert where == "Tied at 0."
    assert "First look" in answer
    assert looked.startswith("First look, by win chance.")
    assert (first[:3], second[:3]) == ("1: ", "2: ")
    assert "MID" not in heard
    assert advise(BOARD, "--hand", HAND, "--quick").stdout != heard
    monkeypatch.setenv("MAZZO_SCREEN_READER", "1")
    assert advise(BOARD, "--hand", HAND, "--quick").stdout == heard


def test_a_hand_that_can_go_nowhere_passes():
    report = data("--hand", "145")
    assert [(move["move"], move["name"], move["tags"]) for move in report["moves"]] == [("pass", "pass", ["pass"])]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "your hand is not known: add --hand with its cards, such as --hand 001,007,013"),
        ((BOARD,), 2, "your hand is not known"),
        (("--hand", "001,xyzzy"), 65, "no card is called 'xyzzy'; the nearest are"),
        (("--hand", "chocobo"), 65, "type the id or the whole name"),
        (("--hand", ""), 65, "cannot be a card"),
        (("--hand", ",".join(["001"] * 46)), 65, "46 cards are named and at most 45 can be"),
        (("qb1 rebirth nonsense", "--hand", HAND), 65, "nonsense"),
        (("qb9 rebirth", "--hand", HAND), 65, "version qb9 is not known"),
        (("qb1 rebirth E1 opening", "--hand", HAND), 1, "it is the enemy's move"),
        (("qb1 rebirth Y3 passes=2 over opening", "--hand", HAND), 1, "the game is over"),
    ],
)
def test_bad_input_is_a_sentence_and_an_exit_code(arguments, code, words):
    answer = advise(*arguments)
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert words in answer.stderr
    report = advise(*arguments, "--json")
    assert report.exit_code == code
    assert words in json.loads(report.stdout)["error"]


def test_the_enemys_hand_has_the_size_that_the_turns_give_it():
    decks = [starter.deck for starter in starter_decks()[:2]]
    for seed in range(4):
        state = GameState(*decks, seed=seed, ruleset=decks[0].ruleset, first_player="E" if seed % 2 else "Y")
        for _ply in range(8):
            side = state.side_to_act
            assert side is not None
            assert assumed_hand_size(state) == len(state.hand("E"))
            moves = [move for move in state.legal_moves(side) if not state.engine.card(move.card_id).effect_ids]
            if not moves:
                break
            index = state.hand(side).index_of(moves[0].card_id)
            assert index is not None
            state.play_card_from_hand(side, index, moves[0].lane_index, moves[0].col_index)
            state.end_turn()
