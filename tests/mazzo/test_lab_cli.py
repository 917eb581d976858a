"""``mazzo lab`` as typed: results in words and as data, refusals that say what to do, and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import fields

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.cli.lab.train import train_command
from mazzo.cli.progress import Progress, duration
from mazzo.lab.calibration import Share
from mazzo.lab.matches import MatchPlan, MatchRecord
from mazzo.lab.pair_batches import PairBatch, PairResult
from mazzo.lab.runs import Ending
from mazzo.lab.self_play import CalibrationPlan, CalibrationRecord, Statement
from mazzo.lab.sprt import Sprt
from mazzo.lab.statistics import Interval
from mazzo.schemas.lab import calibration_document, match_document
from mazzo.words.lab import calibration_lines, match_lines
from mazzo.words.progress import GAMES_LEFT_AT_MOST
from qb_engine.arena.arena import Result
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.mind.training import Settings
from qb_engine.ruleset import REBIRTH

pytestmark = pytest.mark.slow

RANDOM = ("--random-decks", "20")
FIFTEEN = starter_decks()[0].deck.card_ids


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))


def lab(*arguments, language="en"):
    return CliRunner().invoke(main, ["lab", *arguments, "--lang", language])


def match(*arguments, language="en"):
    return lab("match", *arguments, "--workers", "1", language=language)


def test_a_match_says_its_result_in_words():
    answer = match("greedy", "random", "--games", "4", "--seed", "3")
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[0] == ("greedy against random. Rules rebirth, seed 3, decks known to both. Games 4, pairs 2.")
    assert lines[1].startswith("greedy wins ")
    assert lines[2].startswith("Margin ")
    assert len(lines) == 3


def test_the_same_command_gives_the_same_data_whatever_the_workers():
    command = ["greedy", "random", "--games", "5", "--json"]
    alone, crew = (lab("match", *command, "--workers", workers) for workers in ("1", "2"))
    assert alone.stdout == crew.stdout
    report = json.loads(alone.stdout)
    assert (report["schema"], report["ok"], report["ending"]) == (2, True, "complete")
    assert (report["games_asked"], report["games"]) == (6, 6)
    assert report["wins"] + report["draws"] + report["losses"] == 6
    assert sum(report["pair_scores"]) == 3
    assert report["win_rate_interval"][0] <= report["win_rate"] <= report["win_rate_interval"][1]
    assert alone.stderr == ""


def test_random_decks_are_drawn_by_the_seed_and_others_than_the_starters():
    asked = ("greedy", "random", "--games", "40", "--json")
    drawn, again, starters = (match(*asked, *more).stdout for more in (RANDOM, RANDOM, ()))
    assert drawn == again != starters


def test_every_setting_of_a_training_that_its_header_may_name_is_an_option():
    options = {option.name for option in train_command.params}
    assert {setting.name for setting in fields(Settings)} <= options


def test_a_test_stops_the_match_and_says_what_it_found():
    answer = match("greedy", "random", "--games", "200", "--sprt", "0.2", "0.6")
    assert answer.exit_code == 0
    assert "Test: greedy wins 60.0% or more rather than 20.0%." in answer.stdout
    assert "It stopped where it was clear" in answer.stdout


def test_decks_come_by_name_by_code_and_from_a_file(tmp_path):
    lines, commas, code = tmp_path / "lines.txt", tmp_path / "commas.txt", tmp_path / "code.txt"
    lines.write_text("\n".join(FIFTEEN) + "\n")
    commas.write_text(", ".join(card.name for card in starter_decks()[0].deck.cards) + ",\n")
    code.write_text(deck_code(FIFTEEN))
    reports = []
    for typed in (starter_decks()[0].name, deck_code(FIFTEEN), str(lines), str(commas), str(code)):
        decks = ["--deck-a", typed, "--deck-b", starter_decks()[1].name]
        reports.append(match("random", "random", "--games", "2", "--json", *decks).stdout)
    assert json.loads(reports[0])["deck_a"] == deck_code(FIFTEEN)
    assert len({json.dumps(json.loads(report)["deck_a"]) for report in reports}) == 1


def test_an_unknown_player_is_a_usage_error_that_names_the_players():
    answer = match("quick", "stockfish", "--games", "2")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "'stockfish'" in answer.stderr
    assert "random, greedy, console, person, merit, quick" in answer.stderr
    assert "il giocatore 'stockfish' non c'è" in match("quick", "stockfish", "--games", "2", language="it").stderr


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_deck_of_fourteen_says_what_is_there_what_is_needed_and_what_to_do(tmp_path, language):
    file = tmp_path / "fourteen.txt"
    file.write_text("\n".join(FIFTEEN[:14]))
    answer = match("quick", "random", "--games", "2", "--deck-a", str(file), language=language)
    assert (answer.exit_code, answer.stdout) == (65, "")
    for part in ("--deck-a", "fourteen.txt", "14", "15"):
        assert part in answer.stderr
    assert ("leave --deck-a out" if language == "en" else "togli --deck-a") in answer.stderr


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--deck-b", "nowhere.txt"], 66, "there is no file nowhere.txt"),
        (["--deck-b", "nonsense"], 65, "--deck-b nonsense is no deck"),
        (["--rules", "chess"], 65, "chess"),
        (["--rules", "rebirth+max_copies=1/1"], 65, "the deck is refused"),
        (["--sprt", "0.6", "0.5"], 2, "the smaller one first"),
        (["--sprt", "0.5", "x"], 2, "--sprt"),
        (["--sprt", "0.5", "nan"], 2, "--sprt 0.5 nan"),
        (["--alpha", "0.7"], 2, "--alpha"),
        (["--alpha", "nan", "--sprt", "0.5", "0.6"], 2, "--alpha nan"),
        (["--beta", "nan"], 2, "--beta nan"),
        (["--workers", "0"], 2, "--workers"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_game_is_played(options, code, words):
    answer = lab("match", "random", "random", "--games", "2", *options)
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert words in answer.stderr


def test_an_empty_file_is_no_deck_and_a_wrong_name_in_one_is_named(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("\n")
    assert "it has 0 cards" in match("quick", "random", "--games", "2", "--deck-a", str(file)).stderr
    file.write_text("\n".join([*FIFTEEN[:14], "Qqqqqqqq"]))
    answer = match("quick", "random", "--games", "2", "--deck-a", str(file))
    assert answer.exit_code == 65
    assert "Qqqqqqqq" in answer.stderr


def test_a_refusal_is_data_where_data_was_asked_for():
    answer = match("quick", "nobody", "--games", "2", "--json")
    report = json.loads(answer.stdout)
    assert (answer.exit_code, report["ok"], report["schema"]) == (2, False, 1)
    assert "'nobody'" in report["error"]


def record(**changes):
    plan = MatchPlan(PlayerSpec.parse("quick"), PlayerSpec.parse("greedy"), 8, 1, REBIRTH, (FIFTEEN,))
    played = MatchRecord(plan, **changes)
    played.add(
        PairBatch.of(
            [PairResult(*(Result(margin, 20) for margin in margins)) for margins in ((5, -1), (9, 0), (12, 3))]
        )
    )
    return played


def test_results_are_said_in_italian_with_commas():
    lines = list(match_lines(record(sprt=Sprt(0.5, 0.6)), "it"))
    assert lines[1] == "Vittorie di quick: 75,0%, intervallo al 95% da 28,4% a 95,8%; vinte 4, pari 1, perse 1."
    assert "punti a partita" in lines[2]
    assert "Test: tra 50,0% e 60,0% non è ancora deciso." in lines[3]


def test_a_record_without_games_says_only_who_would_have_played():
    empty = MatchRecord(record().plan, ending=Ending("interrupted"))
    assert len(list(match_lines(empty, "en"))) == 1
    data = match_document(empty, "en")
    assert (data.games, data.ok, data.win_rate_interval, data.mean_margin_interval) == (0, False, (0.0, 1.0), None)


def test_calibration_is_said_in_rows_and_as_data():
    plan = CalibrationPlan(PlayerSpec.parse("quick"), 100, 8, 1, REBIRTH, (FIFTEEN,), covered=2)
    found = CalibrationRecord(plan)
    found.add((Statement(0.55, Interval(0.5, 0.6), 1.0, 0.58), Statement(0.58, Interval(0.55, 0.61), 0.0, 0.7)))
    found.add((Statement(0.95, Interval(0.9, 1.0), 1.0), Statement(0.05, Interval(0.0, 0.1), 0.5)))
    lines = list(calibration_lines(found, "en"))
    assert lines[0].startswith("quick plays itself, 100 iterations state the chance.")
    assert lines[0].endswith("Games 2, positions 4.")
    assert lines[1].startswith("Expected calibration error 15.7 points of percent, 95% interval 0.0 to ")
    assert lines[1].endswith("; Brier score 0.1860.")
    assert [line.split(":")[0] for line in lines[2:5]] == [
        f"Stated {tenth}" for tenth in ("0% to 10%", "50% to 60%", "90% to 100%")
    ]
    assert lines[5].startswith("Intervals that hold the chance after 100 times the iterations: 1 of 2, 50.0%")
    data = calibration_document(found, "en")
    assert (data.positions, data.coverage.covered, [part.count for part in data.bins]) == (4, 1, [1, 2, 1])
    assert next(iter(calibration_lines(found, "it"))).startswith("quick gioca contro se stesso")


def test_one_interval_and_one_pair_are_said_right_in_either_language():
    plan = CalibrationPlan(PlayerSpec.parse("quick"), 100, 8, 1, REBIRTH, (FIFTEEN,), covered=1)
    found = CalibrationRecord(plan, [(Statement(0.55, Interval(0.5, 0.6), 1.0, 0.58),)], equal_moves=Share(1, 1))
    held, told = list(calibration_lines(found, "it"))[-2:]
    assert held.startswith("Intervalli che contengono la probabilità dopo 100 volte le iterazioni: 1 su 1, 100,0%")
    assert told.startswith("Coppie di mosse uguali distinte: 1 su 1, 100,0%")
    held, told = list(calibration_lines(found, "en"))[-2:]
    assert held.startswith("Intervals that hold the chance after 100 times the iterations: 1 of 1, 100.0%")
    assert told.startswith("Pairs of equal moves that were told apart: 1 of 1, 100.0%")


def test_stated_chances_are_held_against_what_came_whatever_the_workers():
    command = ["calibrate", "--positions", "5", "--iterations", "30", "--players", "greedy", "--json"]
    alone, crew = (lab(*command, "--workers", workers) for workers in ("1", "2"))
    assert (alone.exit_code, alone.stdout) == (0, crew.stdout)
    report = json.loads(alone.stdout)
    assert (report["positions"], report["games"], report["coverage"]["count"]) == (5, 2, 0)
    assert sum(part["count"] for part in report["bins"]) == 5


def test_intervals_are_held_against_a_longer_search(monkeypatch):
    monkeypatch.setattr("mazzo.lab.self_play.REFERENCE_FACTOR", 4)
    options = ["--positions", "1", "--iterations", "20", "--coverage", "2", "--players", "random", "--workers", "1"]
    answer = lab("calibrate", *options)
    assert answer.exit_code == 0
    assert "Games 1, positions 2." in answer.stdout
    assert " of 2, " in answer.stdout


def test_a_clock_is_warned_of():
    assert "thinks by the clock" in match("deep:0.001s", "random", "--games", "2").stderr


def test_progress_comes_now_and_then_with_the_time_left():
    now, said = [0.0], []
    progress = Progress("en", lambda: now[0], said.append)
    for second in range(1, 31):
        now[0] = float(second)
        progress.tell(2 * second, 200)
    assert said == [
        "4 of 200 games played, about 1 min 38 s left.",
        "24 of 200 games played, about 1 min 28 s left.",
        "44 of 200 games played, about 1 min 18 s left.",
    ]
    now[0] = 60.0
    progress.tell(100, 200, GAMES_LEFT_AT_MOST)
    assert said[-1] == "100 of 200 games played, at most 1 min 00 s left."


@pytest.mark.parametrize(("seconds", "words"), [(0.2, "1 s"), (59.4, "59 s"), (60, "1 min 00 s"), (7500, "2 h 05 min")])
def test_durations_are_short(seconds, words):
    assert duration(seconds) == words


@pytest.mark.parametrize(("workers", "presses"), [("1", 2), ("2", 1), ("2", 100)])
def test_an_interrupt_prints_what_was_played_and_ends_with_130(workers, presses):
    """However often Ctrl-C is pressed: a hundred times at a few milliseconds outlast the whole ending."""
    command = [sys.executable, "-m", "mazzo", "lab", "match", "quick", "random", "--games", "100000", "--lang", "en"]
    process = subprocess.Popen(
        [*command, "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert "of 100000 games played, about" in process.stderr.readline()
    for _press in range(presses):
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody gets it
        time.sleep(0.004)
    output, messages = process.communicate(timeout=60)
    assert process.returncode == 130
    assert messages == "Interrupted. This is the result of what was played.\n"
    first, second, *_rest = output.splitlines()
    assert first.startswith("quick against random. Rules rebirth, seed 1, decks known to both. Games ")
    assert second.startswith("quick wins ")


@pytest.mark.slow
@pytest.mark.parametrize("command", [("decks", "--games", "2", "--swaps", "100"), ("evolve",)], ids=lambda one: one[0])
def test_an_interrupt_among_swaps_keeps_what_was_played_and_the_next_run_goes_on(command, tmp_path):
    file = tmp_path / "swaps.jsonl"
    decks = [deck_code(starter.deck.card_ids) for starter in starter_decks()][:2]
    words = [sys.executable, "-m", "mazzo", "lab", *command, *decks, "--collection", "all", "--workers", "1"]

    def until(lines):
        process = subprocess.Popen(
            [*words, "--out", str(file), "--lang", "en"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        while process.poll() is None and (not file.exists() or len(file.read_text().splitlines()) < lines):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, messages = process.communicate(timeout=60)
        assert process.returncode == 130
        assert output
        assert messages.endswith("Interrupted. This is the result of what was played.\n")
        return file.read_text().splitlines(), messages

    played, _messages = until(6)
    more, messages = until(len(played) + 2)
    assert more[: len(played)] == played
    assert "games" in messages.splitlines()[0]
    assert "swaps.jsonl" in messages.splitlines()[0]
