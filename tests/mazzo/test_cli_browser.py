"""``mazzo`` alone: the web table where somebody can see a browser, the menu of the terminal for everybody else."""

from __future__ import annotations

import time

import pytest

from mazzo.cli import browser, open_table
from support.pseudo_terminal import PATIENCE, Terminal

SCREEN = {"DISPLAY": ":7", "SSH_CONNECTION": "", "SSH_TTY": ""}


@pytest.fixture
def opened(tmp_path):
    """A browser that only notes which address it was given, and the settings that name it."""
    notes, program = tmp_path / "addresses", tmp_path / "firefox"
    program.write_text(f'#!/bin/sh\nfor each in "$@"; do echo "$each" >> {notes}; done\n')
    program.chmod(0o755)

    def addresses():
        until = time.monotonic() + PATIENCE
        while not notes.exists() and time.monotonic() < until:
            time.sleep(0.05)
        return [line for line in notes.read_text().split() if line.startswith("http")]

    return addresses, {**SCREEN, "BROWSER": str(program)}


@pytest.mark.parametrize(
    ("settings", "platform", "is_there"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "a b c d"}, "linux", False),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_only_where_whoever_types_can_see_it(monkeypatch, settings, platform, is_there):
    monkeypatch.setattr(browser.webbrowser, "get", lambda: browser.webbrowser.GenericBrowser("firefox"))
    assert browser.has_browser(settings, platform) is is_there


def test_a_browser_that_would_take_the_terminal_is_none(monkeypatch):
    monkeypatch.setattr(browser.webbrowser, "get", lambda: browser.webbrowser.GenericBrowser("/usr/bin/w3m"))
    assert not browser.has_browser(SCREEN, "linux")


@pytest.mark.slow
def test_mazzo_alone_opens_the_table_and_says_where_and_a_second_one_opens_the_same(tmp_path, opened):
    addresses, settings = opened
    terminal = Terminal(tmp_path, **settings)
    terminal.wait_for("The web table is open at http://localhost:")
    assert "mazzo --plain" in terminal.said
    (address,) = addresses()
    assert address in terminal.said
    port = int(address.rstrip("/").rpartition(":")[2])
    assert open_table.is_ours(port)
    assert open_table.free_port() != port
    if port == open_table.PORT:
        second = Terminal(tmp_path, **settings)
        second.wait_for(f"The web table is open already at {address}")
        assert second.exit_code() == 0
    terminal.process.terminate()
    terminal.process.wait(PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "changed"), [((), {"MAZZO_SCREEN_READER": "1"}), (("--plain",), {}), ((), {"DISPLAY": ""})]
)
def test_whoever_listens_wants_plain_lines_or_has_no_screen_is_asked_in_the_terminal(
    tmp_path, opened, arguments, changed
):
    _addresses, settings = opened
    terminal = Terminal(tmp_path, *arguments, **{**settings, **changed})
    terminal.wait_for("q to leave")
    assert "(mazzo serve --open)" in terminal.said
    terminal.type("q\n")
    assert terminal.exit_code() == 0
    assert not (tmp_path / "addresses").exists()
