from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import suppress

import pytest

from kernelkit import durable
from kernelkit.durable import FileBusyError, copy_durably, exclusive, free_name, write_durably


def test_the_whole_content_is_there_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "new folder" / "scores.json"
    write_durably(path, b"first")
    write_durably(path, b"second")
    assert path.read_bytes() == b"second"
    assert [file.name for file in path.parent.iterdir()] == ["scores.json"]


def test_a_link_stays_and_the_file_it_names_is_replaced(tmp_path):
    (tmp_path / "real").mkdir()
    write_durably(tmp_path / "real" / "scores.json", b"old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real" / "scores.json")
    write_durably(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real" / "scores.json").read_bytes() == b"new"


class FaultyDisk:
    """The calls a write makes, of which number ``fails_at`` is refused; short writes otherwise."""

    def __init__(self, fails_at):
        self.calls, self.fails_at = 0, fails_at

    def __getattr__(self, name):
        return getattr(os, name)

    def _count(self):
        self.calls += 1
        if self.calls - 1 == self.fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def open(self, *arguments):
        self._count()
        return os.open(*arguments)

    def write(self, descriptor, content):
        self._count()
        return os.write(descriptor, content[:7])

    def fsync(self, descriptor):
        self._count()
        os.fsync(descriptor)

    def fstat(self, descriptor):
        self._count()
        return os.fstat(descriptor)


def test_a_fault_at_any_call_leaves_the_old_content_or_the_whole_new_one(tmp_path, monkeypatch):
    path, new = tmp_path / "scores.json", b"a new content of more than one write"
    calls, fails_at = 10, 0  # open, six writes of seven bytes, fsync, count; then the folder is opened and synced
    while fails_at <= calls:
        path.write_bytes(b"old")
        disk = FaultyDisk(fails_at)
        with monkeypatch.context() as patch, suppress(OSError):
            patch.setattr(durable, "os", disk)
            write_durably(path, new)
        renamed = disk.calls >= calls
        assert path.read_bytes() == (new if renamed else b"old"), f"call {fails_at}"
        assert [file.name for file in tmp_path.iterdir()] == ["scores.json"]
        fails_at += 1
    assert path.read_bytes() == new
    assert disk.calls == calls + 1


def test_bytes_that_did_not_arrive_are_noticed(tmp_path, monkeypatch):
    class LyingDisk(FaultyDisk):
        def write(self, descriptor, content):
            os.write(descriptor, content[:-1])
            return len(content)

    (tmp_path / "scores.json").write_bytes(b"old")
    monkeypatch.setattr(durable, "os", LyingDisk(-1))
    with pytest.raises(OSError, match="2 of 3 bytes arrived"):
        write_durably(tmp_path / "scores.json", b"new")
    assert (tmp_path / "scores.json").read_bytes() == b"old"


def test_a_copy_is_equal(tmp_path):
    (tmp_path / "a").write_bytes(b"content")
    copy_durably(tmp_path / "a", tmp_path / "b", 100)
    assert (tmp_path / "b").read_bytes() == b"content"


def test_a_free_name_counts_up(tmp_path):
    path = tmp_path / "scores.json"
    assert free_name(path, "copy").name == "scores.copy-1.json"
    (tmp_path / "scores.copy-1.json").touch()
    assert free_name(path, "copy").name == "scores.copy-2.json"


def test_a_lock_is_held_by_one_and_let_go_when_its_holder_dies(tmp_path):
    path = tmp_path / "scores.json"
    code = (
        "import sys; from pathlib import Path; from kernelkit.durable import exclusive\n"
        f"with exclusive(Path({str(path)!r})): print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(FileBusyError, match="in use by another program"), exclusive(path, 0.05):
            pass
        holder.kill()
    with exclusive(path, 0.05):
        assert not path.exists()
