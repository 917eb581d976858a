"""Every test plays the kernel in its plain form, unless it asks for the compiled one by name.

The records of that form are exact: where compiled code would write past a list or cut a number, they raise.
Which part a test belongs to, ``slow`` or ``rules`` or neither, its own mark says or the ``pytestmark`` of its module.
"""

from __future__ import annotations

import gc
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kernelkit.records import keep_exactly
from support.processor_time import ProcessorTime

QUICK = "not slow"
"""How ``make quick`` asks for its tests."""
OF_THE_MODULE = re.compile(r"^pytestmark = (.*)$", re.MULTILINE)
LONGEST_NAME = 60


def pytest_configure(config: pytest.Config) -> None:
    """Runs before any test module is imported, so that no engine is made before the choice."""
    os.environ.setdefault("MAZZO_PLAIN", "exact")
    keep_exactly()
    # What runs in the background ignores Ctrl-C, and so does what it starts: tests that press it need it heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(ProcessorTime(is_quick=config.option.markexpr == QUICK))


# How long a value takes to make says how busy the machine is, and nothing about the rules.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a module that is left out as a whole."""
    asked = config.option.markexpr
    if asked not in (QUICK, "rules") or not collection_path.match("test_*.py"):
        return None
    said = OF_THE_MODULE.search(collection_path.read_text(encoding="utf-8"))
    marks = said[1] if said else ""
    is_left_out = "slow" in marks if asked == QUICK else "rules" not in marks
    return True if is_left_out else None


@pytest.fixture(scope="module")
def compiled() -> Iterator[None]:
    """The compiled form for a whole module: where many games are searched, and what is asked is no rule."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MAZZO_PLAIN", raising=False)
        yield


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A short name for a long text: names travel between processes, and some texts are megabytes."""
    return f"{argname} of {len(val)}" if isinstance(val, str | bytes) and len(val) > LONGEST_NAME else None


def pytest_collection_finish() -> None:
    """Keep what was collected out of later garbage collections: one takes as long as refusing a hostile file may."""
    gc.collect()
    gc.freeze()
