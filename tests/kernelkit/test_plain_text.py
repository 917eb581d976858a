"""Nothing in a text is obeyed: what is no text is written out, as JSON would."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelkit.plain_text import plain_line, plain_text
from kernelkit.spoken import SpokenError


def is_obeyed(character):
    """Whether a terminal or a page would do something with it; by what Unicode says of it, not by our own list."""
    if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return character != "\n"
    return unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


@pytest.mark.slow
def test_no_control_character_and_no_direction_mark_is_left():
    for number in range(sys.maxunicode + 1):
        shown = plain_text(chr(number))
        assert not any(map(is_obeyed, shown)), hex(number)
        assert shown == chr(number) or shown.startswith("\\u")


def test_letters_of_every_script_and_signs_stay():
    text = "perché Ñandú 東京 שלום ♠ 👩\u200d🚀 é\n"
    assert plain_text(text) == text


def test_a_line_has_no_line_break():
    assert plain_line("one\ntwo\r") == "one\\u000atwo\\u000d"


@pytest.mark.slow
@given(st.dictionaries(st.text(), st.text(), max_size=3))
def test_a_json_text_means_the_same(value):
    assert json.loads(plain_text(json.dumps(value, ensure_ascii=False))) == value


class NoFileError(SpokenError):
    package = "kernelkit"
    template = "there is no file {file}"


class NoNameError(SpokenError):
    package = "kernelkit"
    template = "no file is called {file!r}"


def test_what_an_error_names_stands_on_one_line_and_is_not_obeyed():
    assert str(NoFileError(file="a\nb\x1b[2J")) == "there is no file a\\u000ab\\u001b[2J"
    assert str(NoNameError(file="a\nb\u202e")) == "no file is called 'a\\nb\\u202e'"
