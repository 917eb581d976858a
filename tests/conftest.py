"""Every test plays the kernel in its plain form, unless it asks for the compiled one by name.

The records of that form are exact: where compiled code would write past a list or cut a number, they raise.
"""

from __future__ import annotations

import os
import signal

from kernelkit.records import keep_exactly


def pytest_configure() -> None:
    """Runs before any test module is imported, so that no engine is made before the choice."""
    os.environ.setdefault("MAZZO_PLAIN", "exact")
    keep_exactly()
    # What runs in the background ignores Ctrl-C, and so does what it starts: tests that press it need it heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)
