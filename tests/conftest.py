"""Every test plays the kernel in its plain form, unless it asks for the compiled one by name.

The records of that form are exact: where compiled code would write past a list or cut a number, they raise.
Here too is which tests are ``slow``: those whose module says so by its name or its ``pytestmark``.
"""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kernelkit.records import keep_exactly

SLOW_WORDS = (
    "arena", "calibration", "campaign", "clock", "cli_ends", "cli_qb", "doctor", "exhaustive", "fault", "indices",
    "kill", "lab_cli", "lockstep", "machine", "migration", "oracle", "signal", "table_picture", "terminal",
)  # fmt: skip
"""What is in the name of a module that plays many games or starts many processes."""


def pytest_configure() -> None:
    """Runs before any test module is imported, so that no engine is made before the choice."""
    os.environ.setdefault("MAZZO_PLAIN", "exact")
    keep_exactly()
    # What runs in the background ignores Ctrl-C, and so does what it starts: tests that press it need it heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# How long a value takes to make says how busy the machine is, and nothing about the rules.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def is_slow(path: Path) -> bool:
    return any(word in path.stem for word in SLOW_WORDS)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a module that a run without slow tests would leave out."""
    is_left_out = config.option.markexpr == "not slow" and collection_path.suffix == ".py" and is_slow(collection_path)
    return True if is_left_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Keep what was collected out of later garbage collections: one takes as long as refusing a hostile file may."""
    gc.collect()
    gc.freeze()
