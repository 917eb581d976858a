"""``mazzo review``: words, data, the graph's file, learning by script, and how it ends when it cannot."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from qb_engine.records import Comment, Opening, Recorder, Result, qbn_text, to_json
from qb_engine.ruleset import REBIRTH
from support.full_disk import largest_file
from support.qb_records import dealt_game, mirrored_match
from support.reviewed_games import beginning, ending

pytestmark = pytest.mark.slow

FEW = ("--iterations", "24")


def review(path, *options, lang="en", lines=None):
    typed = None if lines is None else "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["review", str(path), "--lang", lang, *FEW, *options], input=typed)


@pytest.fixture
def saved(tmp_path):
    def save(content):
        path = tmp_path / "game.qbn"
        path.write_bytes(content if isinstance(content, bytes) else qbn_text(content).encode())
        return path

    return save


@pytest.fixture
def lost(saved):
    """A game that was thrown away by a pass."""
    return saved(ending())


# Words and data.


def test_a_review_is_printed_in_words(lost):
    answer = review(lost)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout.startswith("Review of your 1 move, 24 iterations each.")
    assert "Turn 9, pass: blunder, 100.0 points lost. Better: Archdragon on TOP 1" in answer.stdout


def test_it_speaks_italian_and_whole_sentences(lost, monkeypatch):
    assert "Turno 9, passo: errore grave" in review(lost, lang="it").stdout
    heard = review(lost, "--aloud").stdout
    assert "Turn 9, pass: 100 percent before, 0 percent after" in heard
    monkeypatch.setenv("MAZZO_SCREEN_READER", "1")
    assert review(lost).stdout == heard


@pytest.mark.parametrize(("side", "movers"), [("you", ["Y"]), ("enemy", ["E"]), ("both", ["Y", "E"])])
def test_the_data_holds_the_sides_that_were_asked_for(lost, side, movers):
    data = json.loads(review(lost, "--json", "--side", side).stdout)
    assert (data["schema"], data["ok"], data["rules"], data["seed"]) == (2, True, "rebirth", "0")
    assert [move["side"] for move in data["moves"]] == movers
    assert data["reviewed"] == movers
    balance = data["balance"]
    assert balance["start"] - balance["lost"] + balance["gained"] + balance["luck"] == pytest.approx(balance["end"])


def test_the_data_of_a_flagged_move_names_the_better_one_and_the_answer(lost):
    data = json.loads(review(lost, "--json").stdout)
    move = data["moves"][0]
    assert (move["move"], move["best"], move["flag"], move["is_exact"]) == ("pass", "020@T1", "blunder", True)
    assert (move["win_before"], move["win_after"], move["points_lost"]) == (1.0, 0.0, 100.0)
    assert move["insight"]["answer"] == "pass"
    assert "takes the top by 3" in [reason["words"] for reason in move["insight"]["better"]]
    assert data["lessons"][0]["theme"] == "passed"


def test_either_form_of_a_file_and_standard_input_give_the_same(lost, saved):
    wanted = review(lost).stdout
    text = qbn_text(ending())
    assert CliRunner().invoke(main, ["review", "-", "--lang", "en", *FEW], input=text).stdout == wanted
    assert review(saved(json.dumps(to_json(ending())).encode())).stdout == wanted


def test_seed_and_iterations_decide_the_review(saved):
    path = saved(beginning(dealt_game(REBIRTH, 5), 3))
    assert review(path, "--json").stdout == review(path, "--json", "--seed", "0").stdout
    assert review(path, "--json").stdout != review(path, "--json", "--seed", "1").stdout


def test_a_match_that_was_mirrored_is_reviewed_as_a_guess(saved):
    assert "The enemy's deck is unknown: a guess." in review(saved(mirrored_match())).stdout


def test_a_game_that_was_given_up_is_said_to_be(saved):
    game = ending(("Y", "pass"))
    path = saved(replace(game, entries=(*game.entries, Comment("Y resigns"))))
    assert "You gave the match up." in review(path).stdout
    assert "Hai abbandonato la partita." in review(path, lang="it").stdout
    assert json.loads(review(path, "--json").stdout)["resigned"] == "Y"


def test_a_remark_in_the_middle_gives_no_game_up(saved):
    game = ending()
    path = saved(replace(game, entries=(*game.entries, Comment("Y resigns"))))
    assert "The enemy won" in review(path).stdout
    assert json.loads(review(path, "--json").stdout)["resigned"] is None
    game = ending(("Y", "pass"))
    assert (
        "The match is not finished."
        in review(saved(replace(game, entries=(Comment("Y resigns"), *game.entries)))).stdout
    )


def test_a_long_review_says_how_far_it_is_unless_it_is_to_be_quiet(lost, monkeypatch):
    monkeypatch.setattr("mazzo.cli.progress.FIRST_AFTER", -1.0)
    both = review(lost, "--side", "both")
    assert re.fullmatch(r"1 of 2 moves reviewed, about \d+ s left.\n", both.stderr)
    assert review(lost, "--side", "both", "--quiet").stderr == ""


# The graph.


def test_the_graph_is_written_beside_the_table(lost, tmp_path):
    path = tmp_path / "graph.svg"
    answer = review(lost, "--svg", str(path))
    assert answer.exit_code == 0
    assert "turn  move" in answer.stdout
    assert ElementTree.fromstring(path.read_bytes()).get("role") == "img"


def test_a_second_review_replaces_the_graph_and_an_ending_is_added(lost, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert review(lost, "--svg", "graph").exit_code == 0
    first = (tmp_path / "graph.svg").read_bytes()
    assert review(lost, "--svg", "graph.svg", lang="it").exit_code == 0
    assert (tmp_path / "graph.svg").read_bytes() != first
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.qbn", "graph.svg"]


def test_a_failed_run_leaves_an_old_graph_as_it_was(saved, tmp_path):
    path = tmp_path / "graph.svg"
    path.write_text("<svg />", encoding="utf-8")
    assert review(saved(b"no game"), "--svg", str(path)).exit_code == 65
    assert path.read_text(encoding="utf-8") == "<svg />"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.qbn", "graph.svg"]


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        ("game.qbn", 1, "there is a file game.qbn already and it is left as it is"),
        ("mine.svg", 1, "there is a file mine.svg already and it is left as it is"),
        ("missing/graph.svg", 74, "the file missing/graph.svg cannot be written: there is no folder missing"),
        ("game.qbn/graph.svg", 74, "the file game.qbn/graph.svg cannot be written: there is no folder game.qbn"),
        ("pipe.svg", 74, "what is called pipe.svg is not a plain file and is left as it is"),
        ("g" * 300, 74, f"the file {'g' * 300} could not be written: File name too long"),
        ("folder", 2, "what is called folder is a folder, not a file"),
        ("", 2, "no file can be called ''"),
        ("-", 2, "no file can be called '-'"),
    ],
)
@pytest.mark.parametrize("as_data", [False, True])
def test_a_graph_that_cannot_be_written_is_refused_before_the_search(
    lost, tmp_path, monkeypatch, typed, code, says, as_data
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("qb_engine.review.judge.review_game", None)
    (tmp_path / "mine.svg").write_text("a drawing of somebody else's", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")
    before = {file.name: file.is_file() and file.read_bytes() for file in tmp_path.iterdir()}
    answer = review(lost, "--svg", typed, *(["--json"] if as_data else []))
    assert (answer.exit_code, answer.stderr) == (code, f"{says}. Choose another name\n")
    if as_data:
        assert json.loads(answer.stdout)["ok"] is False
        assert json.loads(answer.stdout)["error"] == answer.stderr.strip()
    else:
        assert answer.stdout == ""
        italian = review(lost, "--svg", typed, lang="it")
        assert (italian.exit_code, italian.stderr.endswith("Scegli un altro nome\n")) == (code, True)
    assert {file.name: file.is_file() and file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_graph_that_fails_at_the_end_costs_neither_the_review_nor_the_old_graph(lost, tmp_path):
    path = tmp_path / "graph.svg"
    path.write_text("<svg />", encoding="utf-8")
    with largest_file(10):
        answer = review(lost, "--svg", str(path), lang="it")
        data = review(lost, "--svg", str(path), "--json", lang="it")
        learned = review(lost, "--svg", str(path), "--learn", lines=["quit"])
    assert (answer.exit_code, data.exit_code, learned.exit_code) == (74, 74, 74)
    assert answer.stderr.startswith(f"il file {path} non è stato scritto: ")
    assert answer.stdout == review(lost, lang="it").stdout
    said = json.loads(data.stdout)
    assert (said["ok"], said["error"]) == (False, answer.stderr.strip())
    assert [move["move"] for move in said["moves"]] == ["pass"]
    assert learned.stdout.endswith("Found: 0 of 1.\n")
    assert path.read_text(encoding="utf-8") == "<svg />"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.qbn", "graph.svg"]


# What cannot be reviewed.


def test_no_such_file_is_no_input(tmp_path):
    answer = review(tmp_path / "nothing.qbn")
    assert (answer.exit_code, answer.stdout, answer.stderr) == (66, "", "there is no file nothing.qbn\n")


@pytest.mark.parametrize("content", [b"", b"qbn 1\nrules \xff", b"{}", b"\0", b"qbn 9\n"])
def test_what_is_no_game_is_bad_data(saved, content):
    answer = review(saved(content))
    assert (answer.exit_code, answer.stdout) == (65, "")
    assert answer.stderr.startswith(str(saved(content)))


def test_an_illegal_game_is_bad_data_with_its_ply_and_line(saved):
    game = dealt_game(REBIRTH, 5)
    path = saved(replace(game, entries=(game.entries[0], game.entries[0], *game.entries[2:])))
    answer = review(path)
    assert answer.exit_code == 65
    assert "the game is not what the file says: ply 2, line 12: Y 008@T1 cannot happen" in answer.stderr
    assert "la partita non è quella che il file dice" in review(path, lang="it").stderr
    data = json.loads(review(path, "--json").stdout)
    assert (data["schema"], data["ok"]) == (1, False)


def test_a_false_result_and_a_broken_seal_are_bad_data(saved):
    game = ending()
    assert review(saved(replace(game, result=Result("Y", 3, 0, "two_passes")))).exit_code == 65
    broken = qbn_text(game).replace("seal ", "seal 0", 1)
    assert review(saved(broken.encode())).exit_code == 65


def test_other_card_data_are_said_and_borne(saved):
    answer = review(saved(replace(ending(), data_hash="0" * 12)))
    assert answer.exit_code == 0
    assert "recorded with other card data" in answer.stderr


def test_a_game_without_a_move_is_bad_data_in_words(saved):
    answer = review(saved(Recorder(Opening(REBIRTH, "Y")).game()))
    assert answer.exit_code == 65
    assert "the game cannot be reviewed: you made no move in it" in answer.stderr
    answer = review(saved(mirrored_match()), "--side", "enemy")
    assert answer.exit_code == 65
    assert "only your own moves can be judged" in answer.stderr


@pytest.mark.parametrize(
    "options",
    [("--side", "nobody"), ("--iterations", "0"), ("--seed", "-1"), ("--what",), ("--learn", "--json"), ("--svg", "/")],
)
def test_wrong_options_are_usage(lost, options):
    answer = review(lost, *options)
    assert (answer.exit_code, answer.stdout) == (2, "")


def test_learning_needs_the_game_from_a_file():
    answer = CliRunner().invoke(main, ["review", "-", "--learn"], input=qbn_text(ending()))
    assert answer.exit_code == 2


# Learning.


def learned(path, *lines, lang="en", options=()):
    answer = review(path, "--learn", *options, lang=lang, lines=lines)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def test_learning_shows_the_position_and_hides_the_answer(lost):
    text = learned(lost)
    assert "1 of 1. Turn 9: you played pass, blunder, 100.0 points lost." in text
    assert "1. Archdragon (020)" in text
    assert "TOP 1" not in text.partition("Hand:")[2]
    assert text.endswith("Found: 0 of 1.\n")


def test_the_better_move_is_right_and_is_counted(lost):
    assert "Right: Archdragon on TOP 1, 100%; pass left 0%.\nFound: 1 of 1.\n" in learned(lost, "archdragon t1")
    assert "Giusto: Archdragon in TOP 1" in learned(lost, "020@T1", lang="it")


def test_a_card_may_be_meant_by_its_number_in_the_hand(lost, saved):
    assert "Right: Archdragon on TOP 1" in learned(lost, "1 t1")
    text = learned(lost, "2 t1", "hand", "0 t1", "1")
    assert "there is no card 2 in your hand: it has 1. Type hand to see them" in text
    assert text.count("1 of 1. Turn 9") == 2
    assert "there is no card 0 in your hand" in text
    assert "'1' is no move." in text
    path = saved(ending(start="qb1 rebirth Y9 T1=y2 T2=e1:001 M1=e1:001 Y=001,020 E=-"))
    assert "Right: Archdragon on TOP 1" in learned(path, "2@t1")


def test_the_example_is_a_card_of_the_hand_and_not_the_answer(lost, saved):
    text = learned(lost, "what")
    assert "Type a card by name or number and a tile, such as archdragon m3, or pass; show, skip, again, quit." in text
    assert "'what' is no move. Type a card by name or number and a tile, such as archdragon m3, or pass" in text
    path = saved(ending(start="qb1 rebirth Y9 T3=e1:001 M3=y2 Y=020 E=-"))
    assert "such as archdragon m2, or pass;" in learned(path)
    path = saved(ending(("Y", "001@T1"), start="qb1 rebirth Y9 T1=y2 T2=e1:001 M1=e1:001 Y=001,020 E=-"))
    text = learned(path, "security officer t1")
    assert "such as security officer t1, or pass;" in text
    assert "Security Officer on TOP 1 is what was played" in text


def test_a_wrong_move_can_be_tried_again_and_then_shown(lost):
    text = learned(lost, "pass", "020 m2", "zu m3", "what now", "show")
    assert "Pass is what was played: 0%. Try again, or type show." in text
    assert "Archdragon on MID 2 refused: the tile must belong to you" in text
    assert "which cannot be meant here" in text
    assert "'what now' is no move." in text
    assert "Better: Archdragon on TOP 1, 100% instead of 0%." in text
    assert text.endswith("Found: 0 of 1.\n")


def test_skip_quit_and_again_are_understood_in_both_languages(lost):
    assert learned(lost, "skip") == learned(lost, "salta")
    assert learned(lost, "quit") == learned(lost, "esci")
    assert learned(lost, "again", "q").count("1 of 1. Turn 9") == 2


def test_a_move_that_loses_too_is_not_yet_right(saved):
    path = saved(ending(start="qb1 rebirth Y9 T1=y2 T2=e1:001 M1=e1:001 Y=001,020 E=-"))
    text = learned(path, "001 t1", "020 t1")
    assert "1 of 1. Turn 9: you played pass" in text
    assert "Not yet: Security Officer on TOP 1 wins 0%, the better move 100%. Try again, or type show." in text
    assert text.endswith("Found: 1 of 1.\n")


def test_another_move_that_wins_as_well_is_right_too(saved):
    path = saved(ending(start="qb1 rebirth Y9 T1=y2 M3=e1:001 B1=y2 Y=020 E=-"))
    text = learned(path, "020 t1")
    assert "Right too: Archdragon on TOP 1, 100%. The search's own choice is Archdragon on BOT 1; pass left 0%." in text


def test_a_doubtful_name_is_asked_about_and_the_number_goes_on(saved):
    path = saved(ending(start="qb1 rebirth Y9 T1=y2 M3=e1:001 Y=022,043 E=-"))
    text = learned(path, "deat t1", "1")
    assert "1. Death Claw (043)\n2. Deathwheel (022)\nWhich one? Its number:" in text
    assert "Right: Death Claw on TOP 1" in text


def test_the_enemys_moves_can_be_learned_from_too(saved):
    path = saved(ending(start="qb1 rebirth E10 T5=e2 M3=y1:001 Y=- E=020"))
    text = learned(path, "archdragon t5", options=("--side", "enemy"))
    assert "the enemy played pass, blunder" in text
    assert "The enemy's hand:" in text
    assert "Right: Archdragon on TOP 5, 100%" in text


def test_a_game_without_mistakes_has_nothing_to_learn(saved):
    assert learned(saved(ending(("Y", "020@T1")))) == "Nothing to learn here: no move was flagged.\n"
