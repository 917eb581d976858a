"""Compiled programs and their cache: made once, loaded afterwards, never trusted when damaged."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import numpy as np
import pytest

from kernelkit.chance import Chance
from kernelkit.kernel import KEPT_FILES
from support.small_disk import in_own_namespace
from support.special_files import another_user, planted
from support.tiny_kernel import Pair, members, quadrupled, size, swap, tiny_program

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]


@pytest.fixture
def compiled(tmp_path):
    """A cache with the finished program, and how many functions were compiled for it."""
    steps = []
    program = tiny_program(tmp_path)
    assert not program.is_compiled
    assert program.entry(quadrupled, lambda done, of: steps.append((done, of)))(3) == 12
    assert steps == [(done, 5) for done in range(1, 6)]
    return tmp_path


def files_of(cache_root):
    return sorted(cache_root.glob("*.o"))


def test_a_finished_compilation_is_loaded_and_nothing_is_compiled(compiled):
    steps = []
    program = tiny_program(compiled)
    assert program.is_compiled
    assert program.entry(quadrupled, lambda done, of: steps.append((done, of)))(5) == 20
    assert steps == []


def test_another_process_loads_what_this_one_compiled(compiled):
    code = (
        "import sys; from pathlib import Path; from support.tiny_kernel import *\n"
        "program = tiny_program(Path(sys.argv[1])); assert program.is_compiled; print(program.entry(quadrupled)(7))"
    )
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    answer = subprocess.run(
        [sys.executable, "-c", code, compiled], capture_output=True, text=True, env=environment, check=True
    )
    assert answer.stdout == "28\n"


def test_an_entry_has_the_name_and_the_words_of_its_plain_form(compiled):
    entry = tiny_program(compiled).entry(quadrupled)
    assert (entry.__name__, entry.__module__, entry.__doc__) == (
        "quadrupled",
        "support.tiny_kernel",
        quadrupled.__doc__,
    )


def test_the_members_of_a_set_come_in_order(compiled):
    entry = tiny_program(compiled).entry(members)
    for low in range(63):
        assert entry(1 << low) == members(1 << low) == low
        assert entry(1 << low | 1 << 62) == members(1 << low | 1 << 62)
    assert entry(0b10110) == members(0b10110) == (1 * 64 + 2) * 64 + 4


def test_the_members_of_a_set_are_counted(compiled):
    entry = tiny_program(compiled).entry(size)
    for bits, count in ((0, 0), (1, 1), (0b10110, 3), ((1 << 62) - 1, 62)):
        assert entry(bits) == size(bits) == count


def test_records_are_written_in_place(compiled):
    row = np.zeros(1, Pair.dtype)
    row["left"] = 3
    tiny_program(compiled).entry(swap)(row)
    assert (row["left"][0], row["right"][0]) == (0, 3)


@pytest.mark.parametrize("row", [[Pair()], np.zeros(1, Chance.dtype), None])
def test_an_entry_refuses_what_is_no_row_of_its_records(compiled, row):
    with pytest.raises(TypeError):
        tiny_program(compiled).entry(swap)(row)


@pytest.mark.parametrize("damage", [lambda _raw: b"garbage\n", lambda raw: raw[:100], lambda _raw: b""])
def test_a_damaged_compilation_is_made_again(compiled, damage):
    (file,) = files_of(compiled)
    file.write_bytes(damage(file.read_bytes()))
    program = tiny_program(compiled)
    assert not program.is_compiled
    assert program.entry(quadrupled)(5) == 20
    assert tiny_program(compiled).is_compiled


def test_a_lost_compilation_is_made_again(compiled):
    files_of(compiled)[0].unlink()
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
    (finished,) = files_of(compiled)
    finished.unlink()
    for number in range(KEPT_FILES + 2):
        (compiled / f"old{number}.o").write_bytes(b"")
        os.utime(compiled / f"old{number}.o", (number, number))
    tiny_program(compiled).entry(quadrupled)
    kept = {f"old{number}.o" for number in range(3, KEPT_FILES + 2)}
    assert {path.name for path in files_of(compiled)} == {finished.name, *kept}


# What is compiled is run as it lies there, so it is taken only from where nobody else can have put it.


def made_again(cache_root):
    """Play a program whose cache is not to be trusted: whether it was compiled anew and played right."""
    steps = []
    program = tiny_program(cache_root)
    assert not program.is_compiled
    assert program.entry(quadrupled, lambda done, _of: steps.append(done))(5) == 20
    return steps == [1, 2, 3, 4, 5]


def test_a_compilation_of_another_user_is_not_run(compiled, monkeypatch):
    another_user(files_of(compiled)[0], monkeypatch)
    assert "belongs to another user" in str(tiny_program(compiled).trouble)
    assert made_again(compiled)


def test_a_cache_folder_of_another_user_is_not_used_and_not_written(compiled, monkeypatch):
    (file,) = files_of(compiled)
    before = file.stat().st_mtime_ns
    another_user(compiled, monkeypatch)
    program = tiny_program(compiled)
    assert not program.has_place
    assert "belongs to another user" in str(program.trouble)
    assert made_again(compiled)
    assert file.stat().st_mtime_ns == before


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_cache_folder_that_others_may_write_is_not_used(compiled, mode):
    compiled.chmod(mode)
    program = tiny_program(compiled)
    assert not program.has_place
    assert "others may write it" in str(program.trouble)
    assert made_again(compiled)


def test_a_linked_compilation_is_not_run_and_what_it_links_to_is_left_alone(compiled, tmp_path):
    (file,) = files_of(compiled)
    elsewhere = tmp_path / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert "it is a link" in str(tiny_program(compiled).trouble)
    assert made_again(compiled)
    assert elsewhere.read_bytes() == before
    assert tiny_program(compiled).is_compiled


def test_a_linked_cache_folder_is_not_used(compiled, tmp_path):
    link = tmp_path.parent / f"{tmp_path.name}.link"
    link.symlink_to(compiled)
    assert not tiny_program(link).has_place
    assert made_again(link)


def test_what_is_kept_is_for_the_user_alone(tmp_path):
    program = tiny_program(tmp_path / "new" / "cache")
    program.entry(quadrupled)
    (file,) = files_of(tmp_path / "new" / "cache")
    assert [stat.S_IMODE(place.stat().st_mode) for place in (file, file.parent)] == [0o600, 0o700]
    assert program.trouble is None


@pytest.mark.parametrize("kind", ["a pipe", "a folder", "a link to an endless device"])
def test_a_special_file_in_place_of_the_compilation_is_replaced_or_left_alone(compiled, kind):
    (file,) = files_of(compiled)
    file.unlink()
    with planted(kind, file):
        assert made_again(compiled)


def test_a_compilation_that_cannot_be_kept_is_used_and_told(tmp_path, monkeypatch):
    def full(*_arguments):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    program = tiny_program(tmp_path / "cache")
    assert program.trouble is None
    assert program.entry(quadrupled)(5) == 20
    assert program.trouble.errno == 28
    assert files_of(tmp_path / "cache") == []


def test_a_compilation_on_a_disk_without_room_is_used_and_told(tmp_path):
    code = (
        f"import sys; from pathlib import Path; sys.path.insert(0, {str(TESTS)!r})\n"
        "from support.tiny_kernel import *; from support.small_disk import SmallDisk\n"
        f"disk = SmallDisk(Path({str(tmp_path)!r}) / 'disk', 64); disk.folder.chmod(0o700); disk.fill()\n"
        "program = tiny_program(disk.folder); print(program.entry(quadrupled)(7), program.trouble.errno)\n"
        "print(sorted(path.name for path in disk.folder.iterdir()))"
    )
    answer = in_own_namespace("-c", code)
    assert answer.stdout == "28 28\n['ballast']\n", answer.stderr


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can be two users; what is refused is tested above for everybody"
)
def test_what_a_second_user_planted_is_not_run(compiled):
    everybodys = Path(mkdtemp(dir="/tmp"))
    try:
        everybodys.chmod(0o1777)
        offered = everybodys / "offered.o"
        offered.write_bytes(files_of(compiled)[0].read_bytes())
        offered.chmod(0o644)
        target = everybodys / "cache" / files_of(compiled)[0].name
        plant = f"mkdir {target.parent} && cp {offered} {target}"
        subprocess.run(["runuser", "-u", "nobody", "--", "sh", "-c", plant], check=True)
        assert target.read_bytes() == offered.read_bytes()
        assert "belongs to another user" in str(tiny_program(target.parent).trouble)
        assert made_again(target.parent)
        # Also in a folder that is ours, and was open to others once.
        ours = everybodys / "ours"
        ours.mkdir()
        ours.chmod(0o777)
        subprocess.run(["runuser", "-u", "nobody", "--", "cp", str(offered), str(ours / target.name)], check=True)
        ours.chmod(0o700)
        assert "belongs to another user" in str(tiny_program(ours).trouble)
        assert made_again(ours)
    finally:
        rmtree(everybodys)


def test_a_compilation_that_nobody_watches_is_announced_once(tmp_path):
    said = []
    program = tiny_program(tmp_path, announce=lambda: said.append("compiling"))
    program.entry(quadrupled)
    program.entry(members)
    tiny_program(tmp_path, announce=lambda: said.append("compiling again")).entry(quadrupled)
    assert said == ["compiling"]


def test_a_compilation_with_a_progress_is_not_announced(tmp_path):
    said = []
    tiny_program(tmp_path, announce=lambda: said.append("compiling")).entry(quadrupled, lambda _done, _of: None)
    assert said == []
