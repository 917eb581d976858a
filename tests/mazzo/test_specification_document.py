"""docs/specification.md is true: every module it names exists, and so does every test, where pytest collects it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "docs" / "specification.md"
ROW = re.compile(r"\| (\d{3} [\d.]+) \| ([^|]+) \| `([\w/]+\.py)` \| `([\w/]+\.py)::(test_\w+)` \|")
DEVIATION = re.compile(r"\| (\d{3} [\d.]+) \| ([^|]+) \| ([^|]+) \| \[[^]]+\]\(([^)]+)\) \|")
TEXT = DOCUMENT.read_text(encoding="utf-8")
ROWS = ROW.findall(TEXT)
DEVIATIONS = DEVIATION.findall(TEXT)
PARTS = re.findall(r"^## (\d{3}) ", TEXT, re.MULTILINE)


TEST_FILES = [
    "board",
    "legality",
    "projection_apply",
    "projection_debug",
    "effect_engine",
    "effect_on_play",
    "effect_auras",
    "effect_scaling",
    "effect_triggers",
    "effect_spawn_and_replace",
    "effect_expand_positions",
    "effect_scopes",
    "effect_score_bonus",
    "effect_registry_coverage",
    "enemy_observation",
    "enemy_projection",
    "prediction",
    "coaching",
    "scoring",
    "simulation",
    "board_effective_power",
]
"""The test files that the documents name (000 part 6, 002 part 9, 003 part 8, 004 part 8)."""
MODULES = [
    "board_state",
    "card_hydrator",
    "coaching",
    "deck",
    "effect_engine",
    "effect_registry_utils",
    "enemy_observation",
    "game_state",
    "hand",
    "legality",
    "prediction",
    "projection",
    "scoring",
    "simulation",
]
"""The modules that they name (002 parts 2 to 7)."""


@cache
def functions_in(path: Path) -> frozenset[str]:
    """The test functions that pytest collects from a file: those at the top of it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_line_of_the_tables_is_read() -> None:
    lines = [line for line in TEXT.splitlines() if re.match(r"\| \d{3} ", line)]
    assert len(lines) == len(ROWS) + len(DEVIATIONS)


def test_all_five_documents_are_there_in_order_and_every_statement_has_a_number_of_its_own() -> None:
    assert PARTS == ["000", "001", "002", "003", "004"]
    assert [number[:3] for number, *_rest in ROWS] == sorted(number[:3] for number, *_rest in ROWS)
    assert [number for number, times in Counter(number for number, *_rest in ROWS).items() if times > 1] == []


def test_the_numbers_of_a_part_go_upward() -> None:
    for part in PARTS:
        numbers = [tuple(map(int, number[4:].split("."))) for number, *_rest in ROWS if number.startswith(part)]
        assert numbers == sorted(numbers)


@pytest.mark.parametrize("module", sorted({row[2] for row in ROWS}))
def test_a_named_module_exists(module: str) -> None:
    assert (ROOT / "src" / module).is_file()


@pytest.mark.parametrize("file", sorted({row[3] for row in ROWS}))
def test_the_named_tests_of_a_file_are_collected(file: str) -> None:
    path = ROOT / "tests" / file
    assert path.name.startswith("test_")
    assert {row[4] for row in ROWS if row[3] == file} <= functions_in(path)


def test_a_deviation_has_a_reason_and_a_page_that_decides_it() -> None:
    assert DEVIATIONS
    for _number, what, why, page in DEVIATIONS:
        assert what.strip()
        assert why.strip()
        assert (DOCUMENT.parent / page).is_file(), page


def test_the_test_files_that_the_documents_name_are_there() -> None:
    for name in TEST_FILES:
        assert any(test.startswith("test_") for test in functions_in(ROOT / "tests" / "qb_engine" / f"test_{name}.py"))


def test_the_modules_that_the_documents_name_are_there() -> None:
    for name in MODULES:
        assert import_module(f"qb_engine.{name}").__doc__
    data = import_module("qb_engine.data.checks").DATA
    assert {"qb_DB_Complete_v2.json", "qb_effects_v1.1.json"} <= {path.name for path in data.iterdir()}
