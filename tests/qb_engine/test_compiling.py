"""A library call that has to compile says so on stderr, before it begins."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kernelkit.forms import PLAIN
from qb_engine.kernel import program

FIRST_CALLS = {
    "rules": "from qb_engine.kernel.program import compiled_entries; compiled_entries()",
    "environments": "from qb_engine.envs.program import compiled_doors; compiled_doors()",
}


def announced(what):
    return f"qb_engine: compiling the {what}, once for this version; this takes some seconds.\n"


def test_the_rules_announce_that_they_are_compiled(capsys):
    program._announce()
    assert capsys.readouterr() == ("", announced("rules"))
    assert program.program()._announce is program._announce


@pytest.mark.parametrize("what", FIRST_CALLS)
def test_a_process_that_finds_nothing_compiled_says_what_it_waits_for(what, tmp_path):
    surroundings = {name: value for name, value in os.environ.items() if name != PLAIN}
    surroundings["MAZZO_HOME"] = str(tmp_path)
    command = (sys.executable, "-c", FIRST_CALLS[what])
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=surroundings) as process:
        assert process.stderr.readline() == announced(what)
        process.kill()
