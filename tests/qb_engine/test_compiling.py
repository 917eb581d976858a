"""A library call that has to compile says so on stderr, before it begins."""

from __future__ import annotations

from qb_engine.kernel import program


def test_the_rules_announce_that_they_are_compiled(capsys):
    program._announce()
    assert capsys.readouterr() == (
        "",
        "qb_engine: compiling the rules, once for this version; this takes some seconds.\n",
    )
    assert program.program()._announce is program._announce
