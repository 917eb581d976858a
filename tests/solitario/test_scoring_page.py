"""docs/scoring.md says what is in force: its examples are computed, its figures are those of the configuration."""

import subprocess
import sys
from pathlib import Path

import pytest

from solitario.domain.scoring_config import ScoringConfig

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")


def test_the_worked_examples_are_computed():
    command = [sys.executable, str(ROOT / "tools" / "scoring_examples.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "scoring examples: nothing new")


@pytest.mark.parametrize(
    "figure",
    [
        ", ".join(str(points) for points in ScoringConfig().recycle_penalties),
        f"{ScoringConfig().timer_off_max} - {ScoringConfig().timer_off_decay_per_minute} x minutes",
        f"floor({ScoringConfig().timer_on_max} x time left / limit)",
        f"-ceil({-ScoringConfig().overtime_penalty_per_minute} x minutes past it)",
        f"{ScoringConfig().strict_late_penalty}; only",
        f"floor({ScoringConfig().victory_base} x (0.35 x time + 0.35 x moves + 0.30 x recycles))",
        "up to 80: 1.3 | up to 120: 1.1 | up to 180: 1.0 | up to 250: 0.85 | 0.7",
    ],
)
def test_the_page_names_the_figures_in_force(figure):
    assert figure in PAGE
