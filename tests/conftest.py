"""Every test plays the kernel in its plain form, unless it asks for the compiled one by name."""

from __future__ import annotations

import os
import signal


def pytest_configure() -> None:
    """Runs before any test module is imported, so that no engine is made before the choice."""
    os.environ.setdefault("MAZZO_PLAIN", "1")
    # What runs in the background ignores Ctrl-C, and so does what it starts: tests that press it need it heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)
