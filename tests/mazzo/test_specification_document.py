"""docs/specification.md is true: every module it names exists, and so does every test, where pytest collects it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
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
