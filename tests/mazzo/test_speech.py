from __future__ import annotations

import os
import shutil
import sys
import time
import wave

import pytest

from mazzo.speech.espeak import EspeakSpeaker
from mazzo.speech.find import find_speaker
from mazzo.speech.prism_voice import PrismSpeaker, prism_speaker
from mazzo.speech.speaker import SilentSpeaker, one_line
from support.recording_speaker import RecordingSpeaker

ESPEAK = shutil.which("espeak-ng")


class PrismError(Exception):
    pass


class PrismNotSpeakingError(PrismError):
    pass


class FakeVoice:
    """A prismatoid backend: refuses an empty text and one with NUL as the real one does."""

    def __init__(self, *, fails=None, stop_fails=None):
        self.heard, self.fails, self.stop_fails = [], fails, stop_fails

    def speak(self, text, interrupt=False):
        if not text or "\0" in text:
            raise PrismError("Text MUST NOT be empty")
        if self.fails:
            raise self.fails
        self.heard.append((text, interrupt))

    def stop(self):
        if self.stop_fails:
            raise self.stop_fails
        self.heard.append("stop")


def test_a_text_is_said_on_one_line_without_marks_a_voice_would_obey():
    assert one_line(" Asso\nof\tcuori \x1b[2J\0") == "Asso of cuori [2J"
    assert one_line("\n\n") == ""


def test_prismatoid_comes_first_then_espeak_then_silence():
    voice = RecordingSpeaker()
    assert find_speaker("it", prism=lambda: voice, program_path=lambda name: name) is voice
    assert isinstance(find_speaker("it", prism=lambda: None, program_path=lambda name: name), EspeakSpeaker)
    silent = find_speaker("it", prism=lambda: None, program_path=lambda _name: None)
    assert isinstance(silent, SilentSpeaker)
    silent.say("nothing")
    silent.hush()
    silent.close()
    assert silent.trouble == ""


def test_a_rate_beyond_the_ends_is_refused():
    with pytest.raises(ValueError, match="speech rate 11: between -10 and 10"):
        find_speaker("it", 11)


def test_without_prismatoid_there_is_no_prism_speaker(monkeypatch):
    """Another distribution has a module called prism too: it must not be taken for a voice."""
    monkeypatch.setitem(sys.modules, "prism", object())
    monkeypatch.setattr("mazzo.speech.prism_voice.DISTRIBUTION", "no-such-distribution")
    assert prism_speaker() is None


@pytest.mark.parametrize("error", [PrismError("no"), ValueError("Invalid or unsupported backend"), RuntimeError("no")])
def test_prismatoid_without_a_voice_is_passed_over(monkeypatch, error):
    def refused(_self):
        raise error

    module = type("prism", (), {"PrismError": PrismError, "Context": type("C", (), {"acquire_best": refused})})
    monkeypatch.setitem(sys.modules, "prism", module)
    monkeypatch.setattr("mazzo.speech.prism_voice.DISTRIBUTION", "pytest")
    assert prism_speaker() is None


def test_prismatoid_with_a_voice_is_used(monkeypatch):
    voice = FakeVoice()
    context = type("Context", (), {"acquire_best": lambda _self: voice})
    monkeypatch.setitem(sys.modules, "prism", type("prism", (), {"PrismError": PrismError, "Context": context}))
    monkeypatch.setattr("mazzo.speech.prism_voice.DISTRIBUTION", "pytest")
    speaker = prism_speaker()
    speaker.say("Asso di cuori")
    speaker.say("Tempo scaduto", interrupt=True)
    speaker.say(" \n")
    speaker.hush()
    speaker.close()
    assert voice.heard == [("Asso di cuori", False), ("Tempo scaduto", True), "stop"]
    assert speaker.trouble == ""


def test_a_voice_that_fails_falls_silent_and_says_why():
    speaker = PrismSpeaker(FakeVoice(fails=PrismError("Backend not available")), PrismError)
    speaker.say("one")
    speaker.say("two")
    assert speaker.trouble == "Backend not available"


@pytest.mark.parametrize(("error", "trouble"), [(PrismNotSpeakingError("idle"), ""), (PrismError("gone"), "gone")])
def test_a_voice_that_was_silent_already_is_no_trouble(error, trouble):
    speaker = PrismSpeaker(FakeVoice(stop_fails=error), PrismError)
    speaker.hush()
    assert speaker.trouble == trouble


def program(folder, script):
    """A stand-in for the espeak-ng program."""
    path = folder / "voice"
    path.write_text(f"#!{sys.executable}\n{script}")
    path.chmod(0o755)
    return str(path)


COPY = "import sys\nout = open(sys.argv[-1], 'a')\nfor line in sys.stdin: out.write(line); out.flush()\n"


def test_each_sentence_is_one_line_for_the_program_and_none_is_an_option(tmp_path):
    heard = tmp_path / "heard.txt"
    speaker = EspeakSpeaker("it", 0, program(tmp_path, COPY), [str(heard)])
    speaker.say("--help")
    speaker.say("Re di\ndenari")
    speaker.say("")
    speaker.close()
    speaker.close()
    assert heard.read_text() == "--help\nRe di denari\n"


def test_an_interruption_ends_what_is_being_said(tmp_path):
    heard = tmp_path / "heard.txt"
    slow = COPY.replace("out.write", "__import__('time').sleep(0 if 'now' in line else 30); out.write")
    speaker = EspeakSpeaker("it", 0, program(tmp_path, slow), [str(heard)])
    started = time.perf_counter()
    speaker.say("a long sentence")
    speaker.say("now", interrupt=True)
    speaker.close()
    assert heard.read_text() == "now\n"
    assert time.perf_counter() - started < 10


def test_a_program_that_cannot_start_or_does_not_listen_is_said_and_stops_nothing(tmp_path):
    missing = EspeakSpeaker("it", 0, str(tmp_path / "nowhere"))
    missing.say("one")
    missing.say("two")
    missing.hush()
    missing.close()
    assert "No such file" in missing.trouble


def test_a_program_that_is_far_behind_is_begun_anew_and_never_waited_for(tmp_path):
    deaf = program(tmp_path, "import time\ntime.sleep(60)\n")
    speaker = EspeakSpeaker("it", 0, deaf)
    started = time.perf_counter()
    for _ in range(3):
        speaker.say("x" * 60_000)
    assert time.perf_counter() - started < 5
    speaker.hush()


def test_espeak_ng_really_says_both_languages_into_a_file(tmp_path):
    if ESPEAK is None and os.environ.get("CI") != "true":
        pytest.skip("espeak-ng is not installed")
    assert ESPEAK is not None, "espeak-ng is not installed: speech is tested for real"
    seconds = {}
    for language, rate in (("it", 0), ("en", 0), ("it", 10), ("it", -5)):
        path = tmp_path / f"{language}{rate}.wav"
        speaker = EspeakSpeaker(language, rate, ESPEAK, ["-w", str(path)])
        speaker.say("Asso di cuori sulla fondazione.")
        speaker.say("Sette di denari scoperto, pila 3.")
        speaker.close()
        assert speaker.trouble == ""
        with wave.open(str(path)) as sound:
            seconds[language, rate] = sound.getnframes() / sound.getframerate()
            samples = sound.readframes(sound.getnframes())
        assert max(samples) > 100
    assert seconds["it", 10] < seconds["it", 0] < seconds["it", -5]
    assert 2 < seconds["it", 0] < 12
    assert seconds["en", 0] > 2
