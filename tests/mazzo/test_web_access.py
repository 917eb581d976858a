"""Every page and state for everybody: axe-core finds nothing, controls have names, small screens lose nothing."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from support.web_browser import DESK, browsed, chromium
from support.web_server import web_server

pytestmark = pytest.mark.slow

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"
AXE_4_14_0 = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878"
"""The file of the published package axe-core 4.14.0, Mozilla Public License 2.0, as it is."""
FOUND = """async rules => {
  const found = await axe.run(document, rules ? { runOnly: { type: "rule", values: rules } } : {});
  return found.violations.map(each => each.id + ": " + each.nodes.map(node => node.html).slice(0, 3).join(" | "));
}"""
NAMES = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter(each => each.checkVisibility() && each.type !== "hidden")
  .map(each => [each.outerHTML, each.getAttribute("aria-label") || each.innerText ||
    (each.labels && [...each.labels].map(label => label.innerText).join()) || ""])"""
UNREACHED = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter(each => each.checkVisibility() && !each.disabled && each.tabIndex < 0)
  .filter(each => !each.closest("[role=grid]")).map(each => each.outerHTML)"""
PLACES = ["/", "/coach/new", "/cards?name=crab", "/settings", "/help", "/unreachable", "/nowhere"]
PLACES += ["/solitario/new", "/solitario/scores", "/solitario/players"]
PLACES += ["/play/new", "/puzzles", "/puzzles/daily", "/review", "/decks", "/decks/build", "/table", "/table?tile=M3"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with web_server(tmp_path_factory.mktemp("home")) as started:
        started.post("/solitario/players", {"name": "Ada"})
        yield started


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


def deal(server, deck="french"):
    return server.post("/solitario/new", {"kind": "number", "deal": "13", "deck": deck}).place


def begun(server):
    """A game with a move: one without is given up when another is dealt."""
    place = deal(server)
    server.post(place, {"do": "draw"})
    return place


def states(server):
    """Addresses that show every state of a page, made by what the pages offer."""
    match = server.post("/coach/new", {"kind": "sample"}).place
    playing = server.post("/coach/new", {"kind": "sample"}).place
    server.post(f"{playing}/mulligan", {})
    game = server.post("/play/new", {"level": "1", "first": "you", "seed": "1"}).place
    held, asked, paused, over = (begun(server) for _game in range(4))
    server.post(held, {"at": "3:1"})
    server.post(asked, {"do": "restart"})
    server.post(paused, {"do": "pause"})
    server.post(over, {"do": "abandon"})
    server.post(over, {"answer": "yes"})
    return [match, playing, f"{playing}?hand=1", game, deal(server, "neapolitan"), held, asked, paused, over]


@pytest.fixture(scope="module")
def shown(server):
    return states(server)


def violations(page, rules=None):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(FOUND, rules)


def test_the_checker_of_others_is_the_one_that_was_published():
    assert sha256(AXE.read_bytes()).hexdigest() == AXE_4_14_0


def test_axe_finds_nothing_on_any_page_or_state_and_nothing_is_lost(browser, server, shown):
    """320 pixels are also a window of 1280 at 400 percent, which is 200 high then."""
    with browsed(browser, server.address, **DESK) as page:
        for place in [*PLACES, *shown]:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(place)
            page.faults.clear()  # an address that leads nowhere is a fault to the browser
            assert page.evaluate("document.activeElement === document.body")
            for region in ("status", "alert"):
                assert page.locator(f"#{region}[role={region}]").inner_text() == ""
            assert violations(page) == [], place
            for control, name in page.evaluate(NAMES):
                assert any(letter.isalnum() for letter in name), control
            assert page.evaluate(UNREACHED) == [], place
            page.set_viewport_size({"width": 320, "height": 200})
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, place


@pytest.mark.parametrize(("theme", "contrast"), [("dark", "usual"), ("light", "more"), ("dark", "more")])
def test_text_has_contrast_in_every_theme_and_italian_fits_too(browser, server, shown, theme, contrast):
    with browsed(browser, server.address, viewport={"width": 320, "height": 640}) as page:
        value = f"theme.{theme}~contrast.{contrast}~suits.four~language.it"
        page.context.add_cookies([{"name": "mazzo", "value": value, "url": server.address}])
        for place in ["/", *shown[1:6:2]]:
            page.goto(place)
            assert violations(page, ["color-contrast"]) == [], place
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, place


def test_forced_colours_and_reduced_motion_leave_every_page_whole(browser, server, shown):
    with browsed(browser, server.address, forced_colors="active", reduced_motion="reduce", **DESK) as page:
        for place in shown[-4:]:
            page.goto(place)
            assert violations(page) == [], place
            assert page.evaluate("document.getAnimations().length") == 0


def test_a_page_says_that_the_server_does_not_answer_and_goes_on_when_it_does(browser, tmp_path):
    with web_server(tmp_path) as first:
        port = first.port
        with browsed(browser, first.address, service_workers="allow", **DESK) as page:
            page.goto(deal(first))
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            first.process.kill()
            first.process.wait()
            page.locator("#at-S").click()
            page.locator("#gone").wait_for(state="visible")
            assert "The server does not answer." in page.locator("#gone").inner_text()
            place = page.url
            page.goto("/settings")
            assert "The table is not reachable" in page.locator("h1").inner_text()
            with web_server(tmp_path, port):
                page.goto(place)
                page.locator("#at-S").click()
                page.wait_for_selector("#at-W .red, #at-W .black")
            page.faults.clear()
