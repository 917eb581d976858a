"""Contents no program of ours writes, for every reader of JSON files."""

from __future__ import annotations

HOSTILE = {
    "nothing": b"",
    "a space": b" ",
    "NUL bytes": bytes(64),
    "NUL in a text": b'{"version": "2\x000"}',
    "not UTF-8": b'{"version": "\xff\xfe"}',
    "UTF-16": '{"version": 1}'.encode("utf-16"),
    "NaN": b'{"version": NaN}',
    "infinity": b'{"version": Infinity}',
    "a float beyond floats": b'{"version": 1e999}',
    "a huge whole number": b'{"version": ' + b"9" * 5000 + b"}",
    "a key twice": b'{"version": 1, "version": 1}',
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 50_000,
    "cut off": b'{"version": "2.0.0", "scores": [{"total_sc',
    "a comment": b'{"version": 1} // mine',
    "single quotes": b"{'version': 1}",
    "a trailing comma": b'{"version": 1,}',
    "two values": b"{}{}",
    "an executable": b"\x7fELF" + bytes(range(256)),
    "a web page": b"<!doctype html><html></html>",
    "a text": b'"version 1"',
    "a number": b"12",
    "null": b"null",
    "true": b"true",
    "a version of lists": b'{"version": [[]]}',
    "a version that is true": b'{"version": true}',
    "a negative version": b'{"version": -3}',
    "a version of tricks": b'{"version": "\\u202e0.0.2\\n\\u001b[2J"}',
}
"""Bytes by what they are; each must be refused with a reason, quickly, and left as it is."""
