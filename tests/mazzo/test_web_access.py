"""Every page and state for everybody: axe-core finds nothing, controls have names, small screens lose nothing."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from mazzo.web.app import ROOMS
from support.web_browser import DESK, browsed
from support.web_pages import PAGES, deal, places, weight
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
NO_PAGES = {"/coach", "/play", "/solitario", "/puzzles/daily"}  # they lead to another page
NO_PAGES |= {"/static/{mark}/{name}", "/manifest.webmanifest", "/worker.js", "/healthz", "/readyz", "/metrics"}
NO_PAGES |= {"/coach/{number}/deep", "/coach/{number}/live", "/play/{number}/thinking", "/lab/progress"}
NO_PAGES |= {"/review/shared/progress", "/review/{kind}/{number}/progress"}
DRESSED = "([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast })"
THEMES = [("dark", "usual"), ("light", "more"), ("dark", "more")]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with web_server(tmp_path_factory.mktemp("home")) as started:
        started.post("/solitario/players", {"name": "Ada"})
        yield started


@pytest.fixture(scope="module")
def with_accounts(tmp_path_factory):
    """A shared table, where somebody who is not signed in sees its front only."""
    with web_server(tmp_path_factory.mktemp("shared"), options=("--accounts",)) as started:
        yield started


@pytest.fixture(scope="module")
def shown(server, with_accounts):
    """Every address of the table above."""
    return places(server, with_accounts.address)


def test_the_checker_of_others_is_the_one_that_was_published():
    assert sha256(AXE.read_bytes()).hexdigest() == AXE_4_14_0


def test_every_page_is_in_the_table():
    """A page that nobody listed here would not be looked at."""
    routes = {route.path for room in ROOMS for route in room.router.routes if "GET" in route.methods}
    pages = {path for path in routes if not path.startswith("/api/")}  # behind it is no page but JSON
    assert pages == (set(PAGES) - {"*"}) | NO_PAGES


def test_axe_finds_nothing_on_any_page_state_or_theme_and_nothing_is_lost(browser, server, shown):
    """320 pixels are also a window of 1280 at 400 percent, which is 200 high then."""
    found = []
    with browsed(browser, server.address, **DESK) as page:
        page.add_init_script(path=str(AXE))
        for place in shown:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(place)
            page.faults.clear()  # an address that leads nowhere is a fault to the browser
            assert page.evaluate("document.activeElement === document.body"), place
            for region in ("status", "alert"):
                assert page.locator(f"#{region}[role={region}]").inner_text() == "", place
            found += [(place, each) for each in page.evaluate(FOUND, None)]
            found += [
                (place, html) for html, name in page.evaluate(NAMES) if not any(letter.isalnum() for letter in name)
            ]
            found += [(place, html) for html in page.evaluate(UNREACHED)]
            for theme in THEMES:
                page.evaluate(DRESSED, theme)
                found += [(place, theme, each) for each in page.evaluate(FOUND, ["color-contrast"])]
            page.set_viewport_size({"width": 320, "height": 200})
            found += [(place, "wide")] if page.evaluate("document.documentElement.scrollWidth") > 320 else []
    assert found == []


def test_italian_large_letters_and_a_small_phone_lose_nothing_either(browser, server, shown):
    with browsed(browser, server.address, viewport={"width": 360, "height": 740}, has_touch=True) as page:
        cookie = {"name": "mazzo", "url": server.address, "value": "theme.dark~suits.four~language.it~size.large"}
        page.context.add_cookies([cookie])
        for place in shown:
            page.goto(place)
            page.faults.clear()
            assert page.evaluate("document.documentElement.lang") == "it"
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, place


def test_forced_colours_reduced_motion_and_print_leave_every_page_whole(browser, server, shown):
    with browsed(browser, server.address, forced_colors="active", reduced_motion="reduce", **DESK) as page:
        for place in shown:
            page.goto(place)
            page.faults.clear()
            assert page.evaluate("document.getAnimations().length") == 0, place
        page.emulate_media(media="print", forced_colors="none")
        for place in shown[::4]:
            page.goto(place)
            page.faults.clear()
            assert not page.locator(".bar").is_visible()
            assert page.locator("main").is_visible()


def test_every_page_is_small_over_the_wire_on_the_first_visit_and_later(server, with_accounts, shown):
    found = {}
    for place in shown:
        home = with_accounts.address if place.startswith(with_accounts.address) else server.address
        found[place] = weight(home, place.removeprefix(home))
    assert {place: size for place, size in found.items() if size[0] > 150_000 or size[1] > 30_000} == {}


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
