"""The pages about environments and tools: every example runs as it is written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from mazzo.mcp.tools import tools
from qb_engine.envs.kernel.layout import COUNTS_AT, DECK_AT, FACTS, HAND_AT, KNOWN_AT, LANES_AT
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader

ROOT = Path(__file__).parent.parent.parent
PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("environments.md", "mcp.md")}
EXAMPLES = [example for page in PAGES.values() for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]


def run(*arguments):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "MAZZO_PLAIN": "1"}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_pages_run_as_written(example):
    assert run("-c", example).stdout


@pytest.mark.slow
def test_the_example_trains_and_says_how_often_it_wins():
    said = run(str(ROOT / "examples" / "train_policy.py"), "--games", "12", "--record", "4").stdout
    assert re.search(r"^trained: +won \d+ of \d+ games, [\d.]+ % \([\d.]+ to [\d.]+\)$", said, re.MULTILINE)


def test_the_page_counts_the_numbers_of_an_observation_as_they_are():
    rows = [int(number) for number in re.findall(r"^\| (\d+) \| ", PAGES["environments.md"], re.MULTILINE)]
    places = [0, LANES_AT, COUNTS_AT, HAND_AT, DECK_AT, KNOWN_AT, FACTS]
    assert rows == [end - begin for begin, end in pairwise(places)]


def test_the_page_names_every_tool():
    from mazzo.decks.reading import DeckReader

    listed = "".join(line for line in PAGES["mcp.md"].splitlines() if line.startswith("| `"))
    known = tools("en", ScoringConfigLoader().load(), DeckReader(lambda: ()))
    assert re.findall(r"`((?:qb|solitaire)_\w+)`", listed) == list(known)
