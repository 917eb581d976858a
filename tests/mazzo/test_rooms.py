"""The rooms of mazzo: what each may import and say. ``lint-imports`` checks which room may import which."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mazzo

ROOT = Path(mazzo.__file__).parent
FILES = sorted(file for file in ROOT.rglob("*.py") if "migrations" not in file.parts)
TERMINAL = {"click", "prompt_toolkit", "select", "signal", "termios", "tty"}
"""What a person sits at. Standard streams are ``sys.stdin`` and its kin."""
CODES = "cli/exits.py"
"""What a process ends with: an edge as well, though nothing is read or shown by it."""
MARKS = {"sentence", "gettext", "ngettext", "pgettext"}
VERBS = ("dialogue/verbs.py", "dialogue/puzzle_verbs.py")


def name(file):
    return file.relative_to(ROOT).as_posix()


def imported(tree):
    """The first names of everything that is imported anywhere in the module, and the modules of mazzo's own in full."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def packages(tree):
    return {module.split(".")[0] for module in imported(tree)}


def touches_a_stream(tree):
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("stdin", "stdout", "stderr")
        and ast.unparse(node.value) == "sys"
        for node in ast.walk(tree)
    )


def is_empty(tree):
    """A package that only says what it is."""
    return all(isinstance(node, ast.Expr) for node in tree.body)


def parsed(file):
    return ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", [file for file in FILES if "cli" not in file.parts], ids=name)
def test_only_the_command_line_imports_click_or_a_terminal(file):
    assert packages(parsed(file)) & {"click", "prompt_toolkit", "termios", "tty"} == set()


@pytest.mark.parametrize(
    "room", ["coach", "play", "puzzles", "review", "decks", "hosts", "lab", "dialogue", "words", "schemas"]
)
def test_neither_use_cases_nor_language_touch_a_stream_or_know_an_exit_code(room):
    for file in (ROOT / room).rglob("*.py"):
        assert not touches_a_stream(parsed(file)), name(file)
        assert "exit_code" not in file.read_text(encoding="utf-8"), name(file)


def is_an_edge(tree):
    """Whether the module asks or shows something itself, or reads what was typed for those that do."""
    modules = set(imported(tree))
    if packages(tree) & (TERMINAL | {"webbrowser"}) or touches_a_stream(tree):
        return True
    return any(module.startswith("mazzo.storage.files_") for module in modules)


@pytest.mark.parametrize("file", [file for file in FILES if "cli" in file.parts], ids=name)
def test_a_module_of_the_command_line_has_a_person_at_its_other_end(file):
    tree = parsed(file)
    assert name(file) == CODES or is_empty(tree) or is_an_edge(tree)


def marked(tree):
    """Every sentence that is written in the module, each with the class that it stands in."""
    todo = [(tree, None)]
    while todo:
        node, inside = todo.pop()
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in MARKS:
                yield node.args[0].value, inside
        here = node.name if isinstance(node, ast.ClassDef) else inside
        todo += [(child, here) for child in ast.iter_child_nodes(node)]


def may_say(file, inside):
    """Whether a sentence may be written there: docs/decisions/0901-rooms-of-mazzo.md has the rule."""
    room = name(file).split("/")[0]
    return room in ("words", "storage") or name(file) in VERBS or (inside or "").endswith("Error")


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_sentence_is_written_in_words_or_as_an_error_or_as_the_help_of_a_command(file):
    assert [said for said, inside in marked(parsed(file)) if not may_say(file, inside)] == []
