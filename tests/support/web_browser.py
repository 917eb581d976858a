"""A real browser for the tests of pages, and what every page of them must hold."""

from __future__ import annotations

from contextlib import contextmanager

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}


@contextmanager
def chromium():
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield started
        started.close()


@contextmanager
def browsed(browser, address, **how):
    """A page that reports its faults when the test is over."""
    context = browser.new_context(base_url=address, **how)
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda line: page.faults.append(line.text) if line.type == "error" else None)
    yield page
    assert not page.faults, page.faults
    context.close()
