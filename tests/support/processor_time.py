"""How much processor time tests take, which a busy machine hardly changes, and what is too much for the quick part.

Seconds are those of the process that ran a test and of the processes it started and waited for. They travel with the
report of a test, so that whoever shares tests out among several processes can add them up.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator

import pytest

NAMED = 10
"""So many modules are named at the end, the dearest first."""
QUICK_SECONDS = 5.0
"""No test of the quick part may take more. The first one of a process also loads what all of them use, and the last one
of a module is charged for the server that all of it shared. What all modules of a process shared ends with its last
test, which has no part in it."""
SECONDS, OF_ITS_OWN = "processor seconds", "processor seconds without the end of the process"


def processor_seconds() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class ProcessorTime:
    """A plugin that notes seconds where tests run, and adds them up where reports arrive."""

    def __init__(self, *, is_quick: bool) -> None:
        self.is_quick = is_quick
        self.begun = 0.0
        self.ended: float | None = None
        self.modules = Counter[str]()
        self.too_long: list[str] = []

    def pytest_runtest_logstart(self) -> None:
        self.begun = processor_seconds()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        self.ended = processor_seconds() if nextitem is None else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            now = processor_seconds()
            report.user_properties.append((SECONDS, now - self.begun))
            report.user_properties.append((OF_ITS_OWN, (self.ended or now) - self.begun))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "teardown":
            return
        noted = dict(report.user_properties)
        self.modules[report.nodeid.split("::")[0]] += float(noted[SECONDS])
        seconds = float(noted[OF_ITS_OWN])
        if self.is_quick and seconds > QUICK_SECONDS:
            self.too_long.append(f"{report.nodeid} took {seconds:.1f} s of processor time: mark it as slow")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.too_long and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"{self.modules.total():.0f} s of processor time")
        for name, seconds in self.modules.most_common(NAMED):
            terminalreporter.line(f"{seconds:.1f} s {name}")
        for line in self.too_long:
            terminalreporter.line(line, red=True)
