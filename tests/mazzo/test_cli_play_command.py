"""``mazzo play`` as a command: options, the journal on disk, files, data, languages and exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernelkit.forms import is_switched_off
from mazzo.cli import main, progress
from mazzo.cli.play import _rules_for
from mazzo.play.games import Games
from mazzo.play.levels import IMITATORS, LEVELS
from mazzo.storage.store import EventStore
from qb_engine.arena.players import PlayerSpec
from support.pseudo_terminal import PATIENCE, Terminal

SCRIPTS = Path(__file__).parent / "play_scripts"
TRANSCRIPTS = Path(__file__).parent / "play_transcripts"
FIFTEEN = "001,001,007,007,008,008,005,013,013,011,011,004,020,098,086"


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Run ``mazzo play`` with its own folders."""
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MAZZO_SCREEN_READER", raising=False)

    def run(*options: str, typed: str = "", lang: str = "en"):
        return CliRunner().invoke(main, ["play", *options, "--lang", lang], input=typed)

    return run


@pytest.fixture
def script(tmp_path):
    def write(*lines: str) -> str:
        file = tmp_path / "script.txt"
        file.write_text("\n".join(lines), encoding="utf-8")
        return str(file)

    return write


# The start.


def test_the_level_is_told_in_words_at_the_start_and_in_help(play):
    assert "The enemy plays at level 2: it often misses the better move." in play("--level", "2").output
    assert "The enemy plays at level 3: it makes slips now and then." in play("--new").output
    assert "The enemy often takes points at once and passes early" in play("--new", "--level", "person").output
    assert "The enemy is greedy." in play("--new", "--level", "greedy").output
    told = " ".join(play("--help").output.split())
    assert f"from 1 to {len(LEVELS)}" in told
    assert all(f" {name}," in told for name in IMITATORS)


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--deck", FIFTEEN[4:]], 65, "it has 14 cards and a deck has 15"),
        (["--enemy", FIFTEEN[4:]], 65, "it has 14 cards and a deck has 15"),
        (["--deck", "nonsense"], 1, "no deck is called"),
        (["--deck", FIFTEEN.replace("001", "chocobo")], 65, "may be"),
        (["--level", "9"], 2, "choose 1 to 6"),
        (["--level", "deep:1s"], 2, "Type deep:ITERATIONS instead, such as deep:4000"),
        (["--rules", "chess"], 65, "chess"),
        (["--game", "7"], 66, "there is no game 7 here"),
        (["--script", "no-such-script.txt"], 66, "no-such-script.txt"),
        (["--save", "no/such/folder/game.qbn"], 74, "there is no folder"),
        (["--first", "nobody"], 2, "nobody"),
        (["--seed", "-1"], 2, "-1"),
    ],
)
def test_a_start_that_is_refused_says_why_and_begins_nothing(play, tmp_path, options, code, says):
    answer = play(*options)
    assert answer.exit_code == code, answer.output
    assert says in answer.output
    assert "Game 1" not in answer.output


def test_a_file_that_is_there_is_never_written_over(play, tmp_path):
    file = tmp_path / "mine.qbn"
    file.write_text("precious", encoding="utf-8")
    answer = play("--save", str(file))
    assert answer.exit_code == 1
    assert f"there is a file {file} already" in answer.output
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("deck", ["starter", "Vanguard", FIFTEEN, "mine", "code"])
def test_a_deck_may_be_named_listed_coded_or_kept(play, deck):
    added = CliRunner().invoke(main, ["deck", "add", "Mine", FIFTEEN])
    assert added.exit_code == 0, added.output
    if deck == "code":
        deck = CliRunner().invoke(main, ["deck", "code", "Mine"]).output.strip()
    assert "Levrikon (007)" in play("--deck", deck, "--seed", "11", "--level", "random", typed="hand\n").output


def test_the_same_seed_is_the_same_game(play, script):
    lines = script("keep", "1 m1", "1 t1", "pass", "pass")
    first, second = (play("--seed", "5", "--level", "random", "--script", lines).output for _ in range(2))
    assert first == second
    assert first != play("--seed", "6", "--level", "random", "--script", lines).output


# The journal and the files.


def test_a_game_is_gone_on_with_and_a_new_one_keeps_it(play):
    assert (
        "The game is kept" in play("--level", "random", "--seed", "5", "--first", "you", typed="\n1 m1\nquit\n").output
    )
    resumed = play(typed="hand\n").output
    assert resumed.startswith("Going on with game 1.")
    assert "The enemy lays" in resumed
    assert "Turn 3." in resumed
    other = play("--new", "--level", "greedy").output
    assert "Game 1 is kept. To go on with it: mazzo play --game 1" in other
    assert "Game 2 by the rules rebirth. The enemy is greedy." in other
    assert play("--game", "1").output.startswith("Going on with game 1.")


def test_a_game_after_a_resumed_one_is_played_at_its_level(play):
    play("--level", "random", "--deck", "heirs", typed="quit\n")
    assert "Game 2 by the rules rebirth. The enemy is random." in play(typed="new\n").output


def test_a_game_after_a_resumed_open_one_is_open_too(play):
    play("--level", "random", "--open", typed="quit\n")
    resumed, new = play(typed="new\n").output.split("Game 2 by the rules")
    assert resumed.count("Both decks are open.") == new.count("Both decks are open.") == 1
    play("--new", "--level", "random", typed="quit\n")
    assert "Both decks are open." not in play(typed="new\n").output


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--new"], "--new"),
        (["--seed", "0"], "--seed"),
        (["--open"], "--open"),
        (["--level", "6", "--first", "you"], "--level, --first"),
        (["--deck", "heirs", "--enemy", "heirs", "--rules", "spec"], "--deck, --enemy, --rules"),
    ],
)
def test_a_game_that_goes_on_was_settled_when_it_began(play, options, named):
    play("--level", "random", typed="quit\n")
    answer = play("--game", "1", *options)
    assert answer.exit_code == 2
    assert f"--game 1 goes on with a game and {named} would settle a new one" in answer.output
    assert "Game 2" not in answer.output


@pytest.mark.parametrize(
    ("players", "is_compiled"),
    [(["quick"], False), (["quick", "random"], False), (["deep:16000", "quick"], True), (["quick", "deep:4"], True)],
)
def test_rules_are_compiled_when_this_enemy_or_that_of_the_next_game_thinks_far_ahead(
    monkeypatch, players, is_compiled
):
    monkeypatch.delenv("MAZZO_PLAIN", raising=False)
    monkeypatch.setattr(progress, "warm_up", lambda _language: None)
    with _rules_for([PlayerSpec.parse(player) for player in players], "en"):
        assert is_switched_off() != is_compiled


def test_a_finished_game_is_kept_in_a_numbered_file_that_verifies(play, tmp_path):
    said = play("--level", "random", typed="\n1 m1\nresign\nyes\n").output
    file = tmp_path / "home" / "data" / "qb" / "games" / "0001.qbn"
    assert f"Saved as {file}." in said
    assert CliRunner().invoke(main, ["qb", "verify", str(file)]).exit_code == 0
    assert "Game 2" in play("--level", "random").output


def test_without_a_folder_for_games_the_end_is_told_and_the_game_can_be_saved_by_hand(play, tmp_path):
    games = tmp_path / "home" / "data" / "qb" / "games"
    games.parent.mkdir(parents=True)
    games.write_text("in the way", encoding="utf-8")
    answer = play("--level", "random", "--first", "you", typed=f"\nresign\nyes\nsave {tmp_path / 'mine'}\nquit\n")
    assert answer.exit_code == 0, answer.output
    assert "You resign with 0 to 0. The enemy wins." in answer.output
    assert f"The file {games / '0001.qbn'} cannot be written: there is no folder {games}." in answer.output
    assert f"Saved as {tmp_path / 'mine.qbn'}." in answer.output
    assert games.read_text(encoding="utf-8") == "in the way"


def test_a_script_keeps_nothing_but_the_file_it_was_asked_for(play, script, tmp_path):
    file = tmp_path / "game.qbn"
    lines = script("keep", "1 m1", "back", "1 t1", *["pass"] * 20)
    answer = play("--seed", "5", "--level", "random", "--script", lines, "--save", str(file))
    assert answer.exit_code == 0, answer.output
    assert not (tmp_path / "home").exists()
    verified = CliRunner().invoke(main, ["qb", "verify", str(file)])
    assert verified.exit_code == 0, verified.output
    assert "# taken back: Y" in file.read_text(encoding="utf-8")


def test_a_script_does_not_promise_to_keep_anything(play, script):
    said = play("--level", "random", "--script", script("keep", "new", "quit")).output
    assert "kept" not in said
    assert said.endswith("Goodbye.\n")


def test_data_is_one_object_for_each_line_and_each_step_that_follows(play, script):
    answer = play(
        "--seed",
        "5",
        "--level",
        "random",
        "--first",
        "you",
        "--json",
        "--script",
        script("keep", "1 m1", "what", "quit"),
    )
    objects = [json.loads(line) for line in answer.output.splitlines()]
    assert [one["entered"] for one in objects] == [None, "keep", "1 m1", None, None, "what", "quit"]
    assert [one["ok"] for one in objects] == [True, True, True, True, True, False, True]
    assert [one["game"]["phase"] for one in objects[2:5]] == ["enemy_play", "your_draw", "your_play"]
    assert {one["schema"] for one in objects} == {2}
    assert objects[4]["game"]["legal_moves"]
    assert len(objects[4]["game"]["board"]) == 15


def test_data_from_a_pipe_has_an_object_on_every_line(play):
    answer = play("--seed", "5", "--level", "random", "--first", "you", "--json", typed="keep\n1 m1\n")
    assert [json.loads(line)["line"] for line in answer.output.splitlines()] == [0, 1, 2, 3, 4]


# Words.


def test_a_screen_reader_hears_sentences(play, monkeypatch):
    monkeypatch.setenv("MAZZO_SCREEN_READER", "1")
    said = play("--seed", "5", "--first", "you", "--level", "random", typed="\n1 m1\n").output
    assert "on middle 1, power" in said
    assert " > " not in said
    assert not any("  " in line for line in said.splitlines())


def test_italian_is_spoken_throughout(play):
    typed = "\naiuto\n1 c1\nprova 1 a1\ncorsie\nindietro\nindietro\nboh\nabbandona\nsì\nesci\n"
    said = play("--seed", "5", "--first", "you", "--level", "random", typed=typed, lang="it").output
    for english in ("Your", "The enemy", "Turn ", "the whole board", "Taken", "You ", "Type"):
        assert english not in said


@pytest.mark.parametrize("form", ["read", "heard"])
def test_the_golden_games_are_whole(form):
    won = {
        "en": "The game is over, both have passed. You win",
        "it": "La partita è finita, hanno passato entrambi. Vinci",
    }
    for language, words in won.items():
        assert words in (TRANSCRIPTS / f"against_greedy_{form}_{language}.txt").read_text(encoding="utf-8")
    assert len(list(SCRIPTS.glob("*.txt"))) * 4 == len(list(TRANSCRIPTS.glob("*.txt")))


# However it ends.


def killed(home: Path, lines: list[str]) -> str:
    """Type lines, wait until the last one was answered, and kill the game; what it said."""
    command = [sys.executable, "-m", "mazzo", "play", "--lang", "en"]
    if not (home / "data").exists():
        command += ["--level", "greedy", "--seed", "11", "--first", "you"]
    environment = {"MAZZO_HOME": str(home), "PYTHONUNBUFFERED": "1", "PATH": ""}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = read_to_prompt(process.stdout)
        for line in lines:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            said += read_to_prompt(process.stdout)
        process.send_signal(signal.SIGKILL)
    return said


def read_to_prompt(stream) -> str:
    said = ""
    for line in stream:
        said += line
        if line.rstrip().endswith(">"):
            break
    return said


@pytest.mark.slow
def test_a_game_that_is_killed_goes_on_where_it_was(tmp_path):
    killed(tmp_path, ["keep"])
    for kill, line in enumerate(("1 m1", "pass", "back", "pass")):
        said = killed(tmp_path, [line])
        assert "Going on with game 1" in said
        with EventStore.open(tmp_path / "data" / "journal.sqlite3") as store:
            game = Games(store).numbered(1)
            assert sum(step.kind in ("play", "pass") for step in game.match.steps) == (1, 2, 1, 2)[kill]
            assert game.phase == "your_play"


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_loses_nothing(tmp_path):
    terminal = Terminal(tmp_path, "play", "--level", "random", "--seed", "5", "--first", "you", "--plain")
    terminal.wait_for("keep all >")
    terminal.type("\r")
    terminal.wait_for("or pass >")
    terminal.type("1 m1\r")
    terminal.wait_for("Turn 3.")
    for _press in range(PATIENCE):  # a signal just before a line is waited for goes unnoticed until the next
        terminal.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            terminal.process.wait(1)
            break
    terminal.wait_for("\nThe game is kept. To go on: mazzo play")
    assert terminal.exit_code() == 130
    with EventStore.open(tmp_path / "data" / "journal.sqlite3") as store:
        assert Games(store).numbered(1).match.state.game.turn == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (["play", "--level", "random"], "The game is kept. To go on: mazzo play"),
        (["coach", "--sample", "--quick"], "The match is kept. To go on: mazzo coach"),
    ],
)
def test_whoever_ends_the_input_is_told_on_a_line_of_its_own_that_the_game_is_kept(tmp_path, command, kept):
    terminal = Terminal(tmp_path, *command, "--plain")
    terminal.wait_for("keep all")
    terminal.type("help\r")
    terminal.wait_for("leave; the")
    terminal.type("\x04")
    terminal.wait_for(f"\n{kept}")
    assert terminal.exit_code() == 0


@pytest.mark.slow
def test_tab_completes_what_can_be_typed_here(tmp_path):
    terminal = Terminal(tmp_path, "play", "--level", "random", "--seed", "11", "--first", "you")
    terminal.wait_for("keep all >")
    terminal.type("\r")
    terminal.wait_for("or pass >")
    terminal.type("resi\t")
    terminal.wait_for("> resign")
    terminal.type("\r")
    terminal.wait_for("yes or no >")
    terminal.type("no\r")
    terminal.wait_for("The game goes on.")
    terminal.type("levri\t")
    terminal.wait_for("> Levrikon")
    terminal.type(" m1\r")
    terminal.wait_for("You lay Levrikon on M1")
    terminal.type("quit\r")
    assert terminal.exit_code() == 0


# A challenge.


def test_a_game_that_is_over_becomes_a_line_and_whoever_plays_it_has_the_same_cards(play):
    lines = "keep\nchallenge\nresign\nyes\nchallenge\nquit\n"
    shown = play("--deck", FIFTEEN, "--level", "greedy", "--seed", "17", "--first", "you", typed=lines).output
    assert shown.count("qbc1 ") == 1
    assert "The line would tell what is hidden while the game goes on. Type challenge at its end." in shown
    line = next(line for line in shown.splitlines() if line.startswith("qbc1 "))
    again = play("--challenge", line, typed="keep\nquit\n").output
    hand = shown[shown.index("Your hand:") : shown.index("Turn 1.")]
    assert hand in again
    assert "The enemy is greedy." in again
    assert play("--challenge", line[:-9]).exit_code == 65
    refused = play("--challenge", line, "--seed", "3")
    assert refused.exit_code == 2
    assert "--seed" in refused.output
