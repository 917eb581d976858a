"""Kill -9 during play: every next start finds the game at its last acknowledged action, with its score.

A shadow plays the same commands in memory. The command that was under way when the process died may have happened or
not, since nobody was told; everything before it must have. ``SOLITARIO_KILLS`` kills more often.
"""

import os
import random
import subprocess
import sys
import time

import pytest

from solitario.domain.moves import DRAW, RECYCLE
from solitario.domain.rules import legal_moves
from support.forks import Forks, Talk
from support.solitario_table import Table

pytestmark = pytest.mark.slow

TABLES = 2
KILLS = int(os.environ.get("SOLITARIO_KILLS", "50"))
SEED = 2024
OPTIONS = ["--plain", "--lang", "en"]
END_OF_ANSWER = "Time played"


class Player(Talk):
    """The real program at the other end of two pipes."""

    def answer(self, line):
        """What ``line`` brings, up to the answer to the question for the time that follows it."""
        self.send(line, "time")
        said = []
        while not (said and said[-1].startswith(END_OF_ANSWER)):
            said.append(self.line().strip())
        return said[:-1]


@pytest.fixture
def forks():
    started = Forks("solitario")
    yield started
    started.close()


def a_move(shadow, chance):
    """A legal move, draw or recycle as it is typed."""
    moves = legal_moves(shadow.engine.table)
    move = chance.choice(moves) if moves else DRAW
    if move in (DRAW, RECYCLE):
        return "draw"
    return f"move {str(move.source).lower()} {str(move.target).lower()} {move.count}"


def a_command(shadow, chance):
    """Something a player might do next: mostly moves, sometimes back, sometimes a mistake."""
    if chance.random() < 0.2:
        return chance.choice(["undo", "redo", "hint", "auto", "move 1 2"])
    return a_move(shadow, chance)


def standing(shadow):
    """How a game stands, in the words the program uses."""
    return [line for text in shadow.text("table", "score") for line in text.splitlines()]


def replayed(commands, deal):
    shadow = Table(deal, level=4)
    for command in commands:
        shadow.messages(command)
    return shadow


def test_a_program_that_was_started_from_nothing_resumes_too(tmp_path):
    command = [sys.executable, "-m", "mazzo", "solitario", *OPTIONS]
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    for options, lines in ((["--deal", "18", "--level", "4"], ["draw"]), ([], [])):
        with subprocess.Popen(
            [*command, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        ) as process:
            player = Player(process.pid, os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno()))
            for line in ("where", *lines):
                player.answer(line)
            found = player.answer("table") + player.answer("score")
            player.kill()
        assert found == standing(replayed(["draw"], deal=18))


@pytest.mark.parametrize("table", range(TABLES))
def test_after_a_kill_the_game_goes_on_from_its_last_acknowledged_action(tmp_path, forks, table):
    seed, deal, done = SEED + table, 18 + table, []
    chance = random.Random(seed)
    player = Player(*forks.start(tmp_path, *OPTIONS, "--deal", str(deal), "--level", "4"))
    player.answer("where")
    for _ in range(KILLS // TABLES):
        shadow = replayed(done, deal)
        for _ in range(chance.randint(0, 6)):
            command = a_command(shadow, chance)
            player.answer(command)
            shadow.messages(command)
            done.append(command)
        pending = a_move(shadow, chance)
        player.send(pending)
        time.sleep(chance.choice([0, 0, 0.001, 0.002, 0.004, 0.01]))
        forks.kill(player)
        player = Player(*forks.start(tmp_path, *OPTIONS))
        player.answer("where")
        found = player.answer("table") + player.answer("score")
        without, with_it = standing(replayed(done, deal)), standing(replayed([*done, pending], deal))
        assert found in (without, with_it), f"seed {seed}: after {done[-3:]}, then {pending}"
        if found == with_it != without:
            done.append(pending)
    forks.kill(player)
