"""Names that a player teaches: kept, given away, never another card's, and files that lie are refused."""

from __future__ import annotations

import json

import pytest

from kernelkit.journal import MemoryStore
from kernelkit.spoken import SpokenError
from mazzo.decks.names import KeptNames, NameTakenError, UntaughtNameError, UnusableNameError, names_in, names_text


def kept(tmp_path, store=None) -> KeptNames:
    return KeptNames(store or MemoryStore(), tmp_path / "qb" / "names.json", tmp_path / "qb" / "names")


def test_a_catalogue_of_a_language_can_be_put_beside_them(tmp_path):
    folder = tmp_path / "qb" / "names"
    folder.mkdir(parents=True)
    entries = [{"name": "Granchio", "card": "013"}]
    (folder / "it.json").write_text(json.dumps({"schema": 1, "language": "it", "names": entries}))
    assert kept(tmp_path).taught == (("granchio", "013"),)


@pytest.mark.parametrize(
    ("name", "error"),
    [("Zu", NameTakenError), ("020", UnusableNameError), ("m5", UnusableNameError), ("\x1b[2Jab", UnusableNameError)],
)
def test_what_cannot_be_a_name_is_refused_in_words(tmp_path, name, error):
    with pytest.raises(error) as refused:
        kept(tmp_path).teach(name, "008")
    assert refused.value.message("it") != refused.value.message("en")


def test_what_was_not_taught_cannot_be_forgotten(tmp_path):
    with pytest.raises(UntaughtNameError):
        kept(tmp_path).forget("lupo")


def test_what_is_given_away_is_read_back():
    names = {"lupo": "008", "granchio": "013"}
    assert names_in(names_text(names).encode(), "names.json") == names


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"\xff\xfe", b'{"schema": 2, "names": []}', b'{"schema": 1, "names": [{"name": "lupo"}]}',
     b'{"schema": 1, "names": [{"name": "lupo", "card": "999"}]}',
     b'{"schema": 1, "names": [{"name": "1", "card": "008"}]}',
     b'{"schema": 1, "names": [{"name": "a\\u001b[2Jb", "card": "008"}]}', b"[" * 5000, b" " * 200_000],
)  # fmt: skip
def test_a_file_that_lies_is_refused_left_as_it_is_and_the_others_count(tmp_path, content):
    with pytest.raises(SpokenError):
        names_in(content, "names.json")
    folder = tmp_path / "qb" / "names"
    folder.mkdir(parents=True)
    (folder / "bad.json").write_bytes(content)
    (folder / "good.json").write_text(names_text({"granchio": "013"}))
    names = kept(tmp_path)
    assert names.taught == (("granchio", "013"),)
    assert len(names.troubles) == 1
    assert (folder / "bad.json").read_bytes() == content


def test_a_broken_file_of_the_player_is_not_passed_over(tmp_path):
    path, store = tmp_path / "qb" / "names.json", MemoryStore()
    path.parent.mkdir(parents=True)
    path.write_text("not ours")
    with pytest.raises(SpokenError):
        kept(tmp_path, store).teach("lupo", "008")
    assert (path.read_text(), store.streams()) == ("not ours", [])
