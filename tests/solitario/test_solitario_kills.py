"""Kill -9 during play: every next start finds the game at its last acknowledged action, with its score.

A shadow plays the same commands in memory. The command that was under way when the process died may have happened or
not, since nobody was told; everything before it must have. ``SOLITARIO_KILLS`` kills more often.
"""

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from solitario.domain.moves import DRAW, RECYCLE
from solitario.domain.rules import legal_moves
from support.solitario_table import Table

TABLES = 2
KILLS = int(os.environ.get("SOLITARIO_KILLS", "50"))
OPTIONS = ["--plain", "--lang", "en"]
END_OF_ANSWER = "Time played"


class Player:
    """The real program at the other end of two pipes."""

    def __init__(self, home, *options):
        command = [sys.executable, "-m", "mazzo", "solitario", *OPTIONS, *options]
        environment = {**os.environ, "MAZZO_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def answer(self, line):
        """What ``line`` brings, up to the answer to the question for the time that follows it."""
        self.send(line, "time")
        said = []
        while not (said and said[-1].startswith(END_OF_ANSWER)):
            text = self.process.stdout.readline()
            assert text, "the program ended by itself"
            said.append(text.strip())
        return said[:-1]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


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


def killed_again_and_again(home, deal, kills, seed):
    """How often the program was killed and found right afterwards."""
    chance, done = random.Random(seed), []
    player = Player(home, "--deal", str(deal), "--level", "4")
    player.answer("where")
    for _ in range(kills):
        shadow = replayed(done, deal)
        for _ in range(chance.randint(0, 6)):
            command = a_command(shadow, chance)
            player.answer(command)
            shadow.messages(command)
            done.append(command)
        pending = a_move(shadow, chance)
        player.send(pending)
        time.sleep(chance.choice([0, 0, 0.001, 0.002, 0.004, 0.01]))
        player.kill()
        player = Player(home)
        player.answer("where")
        found = player.answer("table") + player.answer("score")
        without, with_it = standing(replayed(done, deal)), standing(replayed([*done, pending], deal))
        assert found in (without, with_it), f"seed {seed}: after {done[-3:]}, then {pending}"
        if found == with_it != without:
            done.append(pending)
    player.kill()
    return kills


@pytest.mark.parametrize("seed", [2024])
def test_after_a_kill_the_game_goes_on_from_its_last_acknowledged_action(tmp_path, seed):
    with ThreadPoolExecutor(TABLES) as pool:
        games = [
            pool.submit(killed_again_and_again, tmp_path / str(table), 18 + table, KILLS // TABLES, seed + table)
            for table in range(TABLES)
        ]
        assert sum(game.result() for game in games) == KILLS
