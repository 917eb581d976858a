"""Short sounds: well-formed, left piles on the left, silent unless asked for, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import wave
from array import array
from io import BytesIO
from pathlib import Path

import pytest

from mazzo.speech.sound_player import ProgramPlayer, SoundBox, find_player
from mazzo.speech.sound_waves import TONES, wav_of
from solitario.application.preferences import Preferences
from solitario.application.sounds import SOUNDS, Sound, side_of, sounds_of
from support.solitario_table import Table


def loudness(content):
    """The sum of all swings, left and right."""
    with wave.open(BytesIO(content)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (2, 2)
        samples = array("h", file.readframes(file.getnframes()))
        assert 0.02 < file.getnframes() / file.getframerate() < 1
    return sum(map(abs, samples[::2])), sum(map(abs, samples[1::2]))


@pytest.mark.parametrize("kind", SOUNDS)
def test_every_sound_is_a_short_stereo_file_as_loud_as_wanted(kind):
    left, right = loudness(wav_of(kind, 0.0, 100))
    assert left == right > 0
    assert loudness(wav_of(kind, 0.0, 20))[0] == pytest.approx(left / 5, rel=0.05)
    assert set(TONES) == set(SOUNDS)


def test_a_pile_on_the_left_is_louder_on_the_left():
    places = [side_of(str(number)) for number in range(1, 8)]
    shares = [left / (left + right) for left, right in (loudness(wav_of("place", side, 60)) for side in places)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.8
    assert shares[-1] < 0.2


def test_a_game_is_heard_by_what_happens_in_it():
    table = Table()
    assert [sound.kind for sound in sounds_of(table.messages("draw"))] == ["deal"]
    assert sounds_of(table.messages("move 1 1")) == [Sound("refuse", -1.0)]
    assert [sound.kind for sound in sounds_of(table.messages("abandon", "yes"))] == []
    uncovering = {"target": "7", "source": "1", "uncovered": "KS"}
    moved = table.messages("new")[0].__class__("moved", uncovering)
    assert sounds_of([moved]) == [Sound("place", 1.0), Sound("uncover", -1.0)]


def test_sounds_are_off_until_somebody_switches_them_on():
    table = Table()
    assert Preferences().volume == 0
    assert table.text("sounds 55") == ["Sounds: on, volume 60 out of 100."]
    assert table.text("suoni spenti", "suoni", "sounds loud") == [
        "Sounds: off.",
        "Sounds: on, volume 60 out of 100.",
        "Sounds: on, off, or a volume from 0 to 100.",
    ]
    assert [preferences.volume for _changes, preferences in table.choices] == [60, 0, 60]


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A folder that is the whole PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def a_program(folder, name, line):
    (folder / name).write_text(f"#!/bin/sh\n{line}\n")
    (folder / name).chmod(0o755)


def played(home, lines, path):
    done = subprocess.run(
        [sys.executable, "-m", "mazzo", "solitario", "--deal", "1", "--lang", "en"],
        env=os.environ | {"MAZZO_HOME": str(home), "PATH": str(path)},
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.slow
def test_a_game_asks_a_real_program_to_play(tmp_path, programs):
    a_program(programs, "aplay", f'echo "$@" >> {tmp_path}/asked')
    played(tmp_path / "silent", ["draw"], programs)
    assert not (tmp_path / "asked").exists()
    for number in range(20):  # a machine may be too busy to start a program before a short game is over
        played(tmp_path / f"home-{number}", ["sounds on", "draw", "move 1 1"], programs)
        if (tmp_path / "asked").exists():
            break
    first = (tmp_path / "asked").read_text().split()
    assert first[0] == "-q"
    loudness(Path(first[1]).read_bytes())


@pytest.mark.slow
def test_a_machine_without_a_player_says_so_once(tmp_path, programs):
    said = played(tmp_path / "home", ["sounds on", "draw", "draw"], programs)
    assert said.count("No program that plays sounds was found") == 1
    assert "Goodbye" in said


def test_nobody_waits_for_a_sound_and_what_fails_is_told(tmp_path, programs):
    a_program(programs, "aplay", "exec /bin/sleep 60")
    player = find_player()
    assert isinstance(player, ProgramPlayer)
    begun, box = time.monotonic(), SoundBox(tmp_path / "sounds", lambda: player)
    box.play([Sound("place", -1.0)] * 10, 60)
    assert box.trouble is None
    assert len(player._running) == 4
    box.close()
    assert time.monotonic() - begun < 50
    a_program(programs, "aplay", "exit 3")
    box.play([Sound("win")], 60)
    for process in player._running:
        process.wait()
    box.play([Sound("win")], 60)
    assert box.trouble == "aplay: 3"
    box.close()
