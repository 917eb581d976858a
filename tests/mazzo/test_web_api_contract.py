"""What the web table answers to programs against what its OpenAPI document says: schemathesis asks, thousands of ways.

``MAZZO_API_CASES`` is how many requests at least; from a thousand on every bound of every field is tried as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from mazzo.web.api.operations import OPERATIONS
from support.api_client import Program
from support.web_server import web_server

CASES = int(os.environ.get("MAZZO_API_CASES", "90"))
THOROUGH = 1_000
SETTINGS = """
[checks]
positive_data_acceptance.enabled = false  # the rules refuse moves and decks that a schema cannot tell from others
unsupported_method.enabled = false  # the guard refuses what is not JSON before anybody looks for the method
negative_data_rejection.expected-statuses = [400, 403, 404, 405, 413, 415, 422]
"""
pytestmark = pytest.mark.slow


def loosened(value):
    """A description whose tuples only say what may be in them: schemathesis stumbles over tuples in a key "pattern"."""
    if isinstance(value, list):
        return [loosened(one) for one in value]
    if not isinstance(value, dict):
        return value
    known = {key: loosened(one) for key, one in value.items()}
    if isinstance(known.get("prefixItems"), list):
        known["items"] = {"anyOf": known.pop("prefixItems")}
    return known


def test_every_answer_is_one_that_is_described(tmp_path):
    with web_server(tmp_path / "home") as server:
        document = Program(server.port).get("/openapi.json").document
        (tmp_path / "openapi.json").write_text(json.dumps(loosened(document)), encoding="utf-8")
        (tmp_path / "schemathesis.toml").write_text(SETTINGS, encoding="utf-8")
        is_thorough = CASES >= THOROUGH
        options = {
            "--url": f"http://localhost:{server.port}/api/v1",
            "--max-examples": str(-(-CASES // (len(OPERATIONS) * (2 if is_thorough else 1)))),
            "--phases": "coverage,fuzzing" if is_thorough else "fuzzing",
            "--request-timeout": "90",  # as long as a job may take on a busy machine
            "--seed": "1",
            "--report-json-path": "report.json",
        }
        command = [sys.executable, "-m", "schemathesis.cli", "run", "openapi.json", "--no-color", "--warnings", "off"]
        done = subprocess.run(
            [*command, *(part for option in options.items() for part in option)],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["operations"]["tested"] == len(OPERATIONS)
    assert report["test_cases"]["with_failures"] == report["test_cases"]["errored"] == 0
    assert report["test_cases"]["generated"] >= (CASES if is_thorough else len(OPERATIONS))
