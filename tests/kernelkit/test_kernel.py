"""Compiled programs and their cache: made once, loaded afterwards, never trusted when damaged."""

from __future__ import annotations

import os

import pytest

from tiny_kernel import quadrupled, tiny_program


@pytest.fixture
def compiled(tmp_path):
    """A cache with the finished program, and how many functions were compiled for it."""
    steps = []
    program = tiny_program(tmp_path)
    assert not program.is_compiled
    assert program.entry(quadrupled, lambda done, of: steps.append((done, of)))(3) == 12
    assert steps == [(1, 2), (2, 2)]
    return tmp_path


def files_of(cache_root, ending):
    return sorted(cache_root.rglob(f"*.{ending}"))


def test_a_finished_compilation_is_loaded_entries_only(compiled):
    steps = []
    program = tiny_program(compiled)
    assert program.is_compiled
    assert program.entry(quadrupled, lambda done, of: steps.append((done, of)))(5) == 20
    assert steps == [(1, 1)]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [lambda _raw: b"garbage\n", lambda raw: raw[:100], lambda _raw: b""])
def test_a_damaged_compilation_is_made_again(compiled, ending, damage):
    for path in files_of(compiled, ending):
        path.write_bytes(damage(path.read_bytes()))
    program = tiny_program(compiled)
    assert not program.is_compiled
    assert program.entry(quadrupled)(5) == 20
    assert tiny_program(compiled).is_compiled


def test_a_compilation_that_lost_a_file_is_made_again(compiled):
    files_of(compiled, "nbc")[0].unlink()
    program = tiny_program(compiled)
    assert not program.is_compiled
    assert program.entry(quadrupled)(5) == 20
    assert program.is_compiled


def test_a_cache_below_a_file_has_no_place(tmp_path):
    (tmp_path / "taken").write_text("")
    assert not tiny_program(tmp_path / "taken" / "cache").has_place
    assert tiny_program(tmp_path / "free" / "cache").has_place


def test_a_cache_that_cannot_be_written_has_no_place(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert not tiny_program(tmp_path).has_place


def test_a_few_old_compilations_are_kept_and_the_rest_go(compiled):
    finished = next(compiled.iterdir())
    for number in range(5):
        (compiled / f"old{number}").mkdir()
        os.utime(compiled / f"old{number}", (number, number))
    for path in files_of(compiled, "nbc"):
        path.unlink()
    tiny_program(compiled).entry(quadrupled)
    assert {path.name for path in compiled.iterdir()} == {finished.name, "old3", "old4"}
