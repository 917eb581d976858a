"""Every page and state for everybody: axe-core finds nothing, controls have names, small screens lose nothing."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from mazzo.web.app import ROOMS
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
PAGES = {
    "/": ["/"],
    "/coach/new": ["/coach/new", "/coach/new?deck=Vanguard"],
    "/coach/{number}": [
        "{mulligan}",
        "{playing}",
        "{playing}?hand=1",
        "{playing}?ask=why+1",
        "{playing}?ask=threats",
        "{right}",
        "{enemy}",
        "{enemy}?card=015",
        "{enemy}?mend=tiles",
        "{enemy}?mend=tiles&tile=M3",
        "{enemy}?mend=hand",
        "{enemy}?mend=turn",
        "{enemy}?fix=1",
        "{drawing}",
        "{over}",
    ],
    "/play/new": ["/play/new"],
    "/play/{number}": ["{game}", "{game}?hand=1", "{game}?ask=threats", "{ended}"],
    "/puzzles": ["/puzzles"],
    "/puzzles/{number}": ["/puzzles/1", "/puzzles/1?hand=1", "/puzzles/1?show=solution"],
    "/puzzles/shared": ["/puzzles/shared?puzzle=t1+y1+%7C+crab"],
    "/review": ["/review"],
    "/review/{kind}/{number}": ["{review}", "{review}?at=0"],
    "/review/{kind}/{number}/learn": ["{review}/learn", "{review}/learn?show=true", "{review}/learn?number=99"],
    "/review/shared": ["{shared}"],
    "/review/shared/learn": ["{shared_learn}"],
    "/cards": ["/cards?name=crab", "/cards?name=nothing"],
    "/decks": ["/decks"],
    "/decks/build": ["/decks/build?rank=3", "/decks/build?deck=Vanguard&name=crab"],
    "/table": ["/table", "/table?tile=M3", "/table?position=none"],
    "/lab": ["/lab"],
    "/lab/new": ["/lab/new"],
    "/lab/run": ["{measured}"],
    "/solitario/new": ["/solitario/new"],
    "/solitario/{game}": ["{neapolitan}", "{held}", "{asked}", "{paused}", "{lost}"],
    "/solitario/scores": ["/solitario/scores"],
    "/solitario/players": ["/solitario/players"],
    "/settings": ["/settings"],
    "/help": ["/help"],
    "/api": ["/api"],
    "/unreachable": ["/unreachable"],
    "/devices": ["/devices"],
    "/pair": ["/pair"],
    "/login": ["{accounts}/login"],
    "/join": ["{accounts}/join"],
    "*": ["/nowhere"],
}
"""Every page with the states it is looked at in; what is in braces is made by what the pages offer."""
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


def matched(server, **given):
    """A match from the console after its mulligan."""
    hand = "security officer, j-unit sweeper, queen bee, levrikon, crystalline crab"
    form = {"kind": "match", "deck": "Vanguard", "hand": hand, "enemy": "Bulwark", **given}
    place = server.post("/coach/new", form).place
    server.post(f"{place}/mulligan", {})
    return place


def played_out(server, place, page):
    """Play the first move of the list, or pass, until the end."""
    for _move in range(60):
        first = re.search(r'name="move" value="([^"]+)"', page)
        if first is None:
            return
        page = server.post(f"{place}/play", {"move": first[1]}, HX_Request="true").text


def states(server):
    """Addresses that show every state of a page."""
    found = {"mulligan": server.post("/coach/new", {"kind": "sample"}).place}
    over = found["over"] = server.post("/coach/new", {"kind": "sample"}).place
    played_out(server, over, server.post(f"{over}/mulligan", {}, HX_Request="true").text)
    found["review"] = f"/review/match/{over.rpartition('/')[2]}"
    server.get(f"{found['review']}/progress")
    link = re.search(r'"(/review/shared\?game=[^"]+)"', server.get(found["review"]).text)[1]
    found |= {"shared": link, "shared_learn": link.replace("shared?", "shared/learn?")}
    found["playing"] = server.post("/coach/new", {"kind": "sample"}).place
    server.post(f"{found['playing']}/mulligan", {})
    found["right"] = matched(server, side="right")
    found["enemy"] = matched(server, side="left", first="E")
    found["drawing"] = matched(server, first="E")
    server.post(f"{found['drawing']}/enemy-pass")
    found["measured"] = server.post("/lab", {"deck": ["Vanguard", "Bulwark", "Heirs"], "games": "100"}).place
    for name in ("game", "ended"):
        found[name] = server.post("/play/new", {"level": "1", "first": "you", "seed": "1"}).place
        server.post(f"{found[name]}/mulligan", {})
    server.post(f"{found['ended']}/resign")
    found["neapolitan"] = deal(server, "neapolitan")
    for name in ("held", "asked", "paused", "lost"):
        found[name] = begun(server)
    server.post(found["held"], {"at": "3:1"})
    server.post(found["asked"], {"do": "restart"})
    server.post(found["paused"], {"do": "pause"})
    server.post(found["lost"], {"do": "abandon"})
    server.post(found["lost"], {"answer": "yes"})
    return found


@pytest.fixture(scope="module")
def shown(server, with_accounts):
    """Every address of the table above."""
    made = {**states(server), "accounts": with_accounts.address}
    return [place.format(**made) for places in PAGES.values() for place in places]


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
