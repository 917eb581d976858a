"""Hostile requests of programs: each is refused with 4xx, a code, a reason and what helps, and quickly."""

from __future__ import annotations

import json
import time

import pytest

from kernelkit.spoken import LANGUAGES
from kernelkit.strict_json import MAX_DIGITS
from mazzo.web.api.bodies import LONGEST_TEXT, MAX_DEPTH, MOST_ITEMS, UnfitError, UnreadBodyError, fields_in, fields_of
from mazzo.web.api.openapi import openapi
from mazzo.web.api.operation import LARGEST_BODY, LARGEST_RECORD, Nothing
from mazzo.web.api.operations import OPERATIONS
from mazzo.web.api.statuses import error_document, status_of
from support.api_client import Program

BODIES = {
    "nothing": (b"", 400),
    "no JSON": (b"deck=starter", 400),
    "half of it": (b'{"deck": ', 400),
    "two of them": (b"{} {}", 400),
    "a key twice": (b'{"deck": "starter", "deck": "x"}', 400),
    "NaN": (b'{"deck": NaN}', 400),
    "infinity": (b'{"deck": -Infinity}', 400),
    "a float past all": (b'{"deck": 1e999}', 400),
    "an integer past all": (b'{"deck": ' + b"9" * 5000 + b"}", 400),
    "deep": (b'{"deck": ' + b"[" * 5000 + b"]" * 5000 + b"}", 400),
    "just too deep": (b'{"deck": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", 400),
    "a NUL": (b'{"deck": "a\0b"}', 400),
    "not UTF-8": (b'{"deck": "\xff\xfe"}', 400),
    "UTF-16": ('{"deck": "starter"}'.encode("utf-16"), 400),
    "a byte order mark": (b'\xef\xbb\xbf{"deck": "starter"}', 400),
    "a NUL in an escape": (b'{"deck": "a\\u0000b"}', 422),
    "an escape for terminals": (b'{"deck": "\\u001b[2J"}', 422),
    "half a character": (b'{"deck": "\\ud800"}', 422),
    "half a character as a key": (b'{"deck": "starter", "\\udc00": 1}', 422),
    "a list": (b"[]", 422),
    "a text": (b'"starter"', 422),
    "null": (b"null", 422),
    "another type": (b'{"deck": 5}', 422),
    "another field": (b'{"deck": "starter", "more": 1}', 422),
    "its proto": (b'{"deck": "starter", "__proto__": {}}', 422),
    "nothing in it": (b"{}", 422),
    "an empty text": (b'{"deck": ""}', 422),
    "a long text": (json.dumps({"deck": "x" * (LONGEST_TEXT + 1)}).encode(), 422),
    "a text past its bound": (json.dumps({"deck": "x" * 601}).encode(), 422),
    "a long list": (json.dumps({"deck": [0] * (MOST_ITEMS + 1)}).encode(), 422),
    "many keys": (json.dumps({f"key{number}": 0 for number in range(MOST_ITEMS + 1)}).encode(), 422),
    "a long key": (json.dumps({"k" * 61: 0}).encode(), 422),
    "no deck": (b'{"deck": "nonesuch"}', 422),
    "a false code": (b'{"deck": "0000000000000000"}', 422),
    "too large": (b'{"deck": "' + b"x" * LARGEST_BODY + b'"}', 413),
}


@pytest.mark.parametrize("name", [name for name, (_raw, status) in BODIES.items() if status != 413])
def test_a_body_is_refused_with_a_reason_in_both_languages(name):
    taken = next(one.takes for one in OPERATIONS if one.path == "/decks/read")
    raw, status = BODIES[name]
    if name in ("no deck", "a false code"):
        fields_in(raw, taken, LARGEST_BODY)
        return
    begun = time.process_time()
    with pytest.raises((UnreadBodyError, UnfitError)) as caught:
        fields_in(raw, taken, LARGEST_BODY)
    assert time.process_time() - begun < 0.1
    assert status_of(caught.value) == status
    for language in LANGUAGES:
        document = error_document(caught.value, language)
        assert not document.ok
        assert all([document.code, document.message.endswith("."), document.remedy.endswith(".")])
        assert document.message.isprintable()


@pytest.mark.parametrize(
    "query", [[("a", "1")], [("a", "1"), ("a", "2")], [("a" * 61, "1")], [("a", "x" * (LONGEST_TEXT + 1))], [("", "")]]
)
def test_a_query_that_nobody_knows_is_refused(query):
    with pytest.raises(UnfitError):
        fields_of(query, Nothing)


def integers(value):
    """Every integer that a description bounds."""
    if isinstance(value, dict):
        yield from (value[bound] for bound in ("minimum", "maximum") if isinstance(value.get(bound), int))
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from integers(one)


def test_no_number_is_described_that_a_body_could_not_hold():
    assert max(integers(openapi(OPERATIONS))) < 10**MAX_DIGITS


@pytest.fixture(scope="module")
def program(server):
    return Program(server.port)


@pytest.mark.slow
def test_every_hostile_body_gets_its_4xx_at_every_address(program):
    for name, (raw, status) in BODIES.items():
        answer = program.post("/decks/read", raw)
        assert (answer.status, answer.document["ok"]) == (status, False), name
    for one in OPERATIONS:
        if one.changes:
            place = one.path.format(number=1, game="0" * 32)
            for name in ("no JSON", "deep", "a list", "another field", "half a character"):
                assert program.post(place, BODIES[name][0]).status == BODIES[name][1], (one.path, name)
            large = LARGEST_RECORD if one.largest == LARGEST_RECORD else LARGEST_BODY
            assert program.post(place, b" " * (large + 1)).status == 413
            assert program.post(place, b" " * large).status == 400
    assert program.get("/cards?rank=9").status == 422
    assert program.get("/cards?rank=1&rank=2").status == 422
    assert program.get("/cards?kind=%00").status == 422


@pytest.mark.slow
def test_a_body_without_a_stated_length_is_read_only_to_its_bound(program):
    import http.client

    connection = http.client.HTTPConnection("localhost", program.port, timeout=30)
    pieces = (b"x" * 8192 for _piece in range(32))
    connection.request("POST", "/api/v1/decks/read", pieces, {"Content-Type": "application/json"}, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()
