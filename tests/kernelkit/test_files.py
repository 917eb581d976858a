"""Files that may lie: only plain files are read, only up to a limit, and only the user's own are run."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from kernelkit.files import (
    NoHomeError,
    NotPlainError,
    RefusedFileError,
    TooLargeError,
    UntrustedError,
    check_plain,
    home_folder,
    make_private,
    read_own,
    read_plain,
)
from support.special_files import SPECIAL, another_user, planted

LIMIT = 1000


@pytest.fixture
def own(tmp_path):
    """A file of ours in a folder of ours."""
    folder = tmp_path / "own"
    make_private(folder)
    file = folder / "file"
    file.write_bytes(b"mine")
    file.chmod(0o600)
    return file


@pytest.mark.parametrize("kind", SPECIAL)
def test_nothing_but_a_plain_file_is_read_and_that_is_known_at_once(tmp_path, kind):
    place = tmp_path / "place"
    with planted(kind, place):
        begun = time.monotonic()
        with pytest.raises(OSError, match=r".") as caught:
            read_plain(place, LIMIT)
        assert time.monotonic() - begun < 1
        if isinstance(caught.value, RefusedFileError):
            assert caught.value.message("it") != caught.value.message("en")
        with pytest.raises(OSError, match=r"."):
            read_own(place, LIMIT)


def test_a_file_is_read_up_to_its_limit_and_refused_beyond(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x" * LIMIT)
    assert read_plain(file, LIMIT) == b"x" * LIMIT
    with pytest.raises(TooLargeError, match="more than 999 bytes"):
        read_plain(file, LIMIT - 1)


def test_a_link_to_a_plain_file_is_read_but_never_run(tmp_path, own):
    link = tmp_path / "link"
    link.symlink_to(own)
    assert read_plain(link, LIMIT) == b"mine"
    with pytest.raises(RefusedFileError, match="it is a link"):
        check_plain(link)
    inside = own.with_name("link")
    inside.symlink_to(own)
    with pytest.raises(UntrustedError, match=r"link is not trusted: it is a link"):
        read_own(inside, LIMIT)


def test_a_name_that_nothing_bears_is_no_trouble_for_a_check(tmp_path, own):
    check_plain(tmp_path / "none")
    check_plain(own)
    with pytest.raises(FileNotFoundError):
        read_own(own.with_name("none"), LIMIT)


def test_a_file_of_ours_in_a_folder_of_ours_is_run(own):
    assert read_own(own, LIMIT) == b"mine"


@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize("mode", [0o020, 0o002, 0o022])
def test_what_others_may_write_is_not_run(own, what, mode):
    place = own if what == "file" else own.parent
    place.chmod(stat.S_IMODE(place.stat().st_mode) | mode)
    with pytest.raises(UntrustedError, match="others may write it"):
        read_own(own, LIMIT)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_belongs_to_another_user_is_not_run(own, what, monkeypatch):
    another_user(own if what == "file" else own.parent, monkeypatch)
    with pytest.raises(UntrustedError, match="belongs to another user") as caught:
        read_own(own, LIMIT)
    assert "appartiene a un altro utente" in caught.value.message("it")


def test_a_folder_that_is_a_link_is_not_run_from(tmp_path, own):
    (tmp_path / "elsewhere").symlink_to(own.parent)
    with pytest.raises(UntrustedError, match="it is a link"):
        read_own(tmp_path / "elsewhere" / "file", LIMIT)


def test_new_folders_are_for_the_user_alone_whatever_the_mask(tmp_path):
    before = os.umask(0)
    try:
        make_private(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b")] == [0o700, 0o700]


def test_the_home_is_whole_and_its_tilde_is_put_in():
    assert home_folder({}) is home_folder({"MAZZO_HOME": ""}) is None
    assert home_folder({"MAZZO_HOME": "~/x"}) == Path.home() / "x"
    assert home_folder({"MAZZO_HOME": "x"}) == Path.cwd() / "x"
    with pytest.raises(NoHomeError, match="MAZZO_HOME is ~nobodyhere/x, and nobody here has such a home"):
        home_folder({"MAZZO_HOME": "~nobodyhere/x"})


def test_a_pipe_is_not_a_plain_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotPlainError):
        check_plain(tmp_path / "pipe")
