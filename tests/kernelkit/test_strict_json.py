from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelkit.strict_json import MAX_DEPTH, InvalidJsonError, loads

REFUSED = {
    "NaN": ("[NaN]", "NaN is not a number"),
    "infinity": ('{"a": -Infinity}', "-Infinity is not a number"),
    "too large a float": ("[1e999]", "too large"),
    "a huge whole number": ("[" + "9" * 19 + "]", "more than 18 digits"),
    "a key twice": ('{"a": {"b": 1, "b": 2}}', "'b' stands twice"),
    "NUL": ('["\0"]', "is a NUL"),
    "deep nesting": ("[" * 33 + "]" * 33, "nested deeper than 32"),
    "bottomless nesting": ("[" * 1_000_000, "nested deeper than 32"),
    "not UTF-8": (b'["\xff"]', "byte 2 is not UTF-8"),
    "cut off": ('{"a": [1, 2', "line 1, column"),
    "an unclosed string of brackets": ('"' + "[" * 100, "line 1, column"),
    "something behind it": ("{} {}", "Extra data"),
    "nothing": ("", "line 1, column"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_we_did_not_write_is_refused_with_the_place_and_the_reason(name):
    text, reason = REFUSED[name]
    started = time.process_time()
    with pytest.raises(InvalidJsonError, match=reason):
        loads(text)
    assert time.process_time() - started < 0.1


@pytest.mark.parametrize("text", ['"\\' + '\\"' * 1_000_000, "[" + '"",' * 500_000, '\\"' * 1_000_000])
def test_no_text_takes_long_to_refuse(text):
    started = time.process_time()
    with pytest.raises(InvalidJsonError):
        loads(text)
    assert time.process_time() - started < 2


def test_a_longer_text_is_read_only_where_that_is_asked_for():
    assert loads("[1]", max_bytes=3) == [1]
    with pytest.raises(InvalidJsonError, match="at most 2 are read"):
        loads("[1]", max_bytes=2)
    with pytest.raises(InvalidJsonError, match="more than 2 bytes"):
        loads(b"[1]", max_bytes=2)


def test_brackets_in_strings_do_not_nest():
    text = json.dumps(["[" * 100, '"[{' * 50, "\\" * 7 + '"['])
    assert loads(text) == json.loads(text)
    assert loads("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None


@pytest.mark.slow
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**17), 10**17)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_plain_values_are_read_as_they_were_written(value):
    assert loads(json.dumps(value)) == value


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_can_be_said_in_italian(name):
    with pytest.raises(InvalidJsonError) as refused:
        loads(REFUSED[name][0])
    italian = refused.value.message("it")
    assert italian != str(refused.value)
    assert "{" not in italian.replace("{...}", "")
