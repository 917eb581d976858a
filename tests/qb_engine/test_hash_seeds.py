"""The same games whatever order Python's sets and dictionaries of names have in a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .random_games import digest_of_games

pytestmark = pytest.mark.slow

HASH_SEEDS = ("0", "1", "42", "1234", "4294967295")


def test_five_hash_seeds_give_the_same_games() -> None:
    here = digest_of_games(15)
    program = Path(__file__).with_name("random_games.py")
    for hash_seed in HASH_SEEDS:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "MAZZO_PLAIN": "1"}
        done = subprocess.run(
            [sys.executable, str(program), "15"], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == here, f"PYTHONHASHSEED={hash_seed}"
