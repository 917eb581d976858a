"""The web table in a real browser, as large as a phone: a coached match by taps and by keys, a sentence for each."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

import pytest

from support.web_browser import PHONE, browsed

pytestmark = pytest.mark.slow

NAME = """
e => e.getAttribute("aria-label") || e.innerText || (e.labels && [...e.labels].map(l => l.innerText).join()) || ""
"""
HTMX_4_0_1 = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"


@pytest.fixture
def phone(browser, server):
    with browsed(browser, server.address, **PHONE) as page:
        yield page


def test_the_script_of_others_is_the_one_that_was_published():
    script = files("mazzo.web").joinpath("static", "htmx.min.js").read_bytes()
    assert sha256(script).hexdigest() == HTMX_4_0_1


def test_a_sample_match_is_played_by_taps_alone_on_a_phone(phone):
    phone.goto("/")
    phone.get_by_role("button", name="Try a sample match").tap()
    phone.get_by_role("button", name="Go on", exact=True).tap()
    taps = 0
    while phone.get_by_role("link", name="Another match").count() == 0:
        best = phone.get_by_role("button", name="Play 1:").first
        before = phone.locator("#turn").text_content()
        best.tap()
        taps += 1
        phone.wait_for_function("before => document.getElementById('turn').textContent !== before", arg=before)
    assert 3 <= taps <= 20
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_card_and_a_tile_are_a_move_and_one_sentence_is_heard(phone):
    phone.goto("/coach/new")
    phone.get_by_role("button", name="Try a sample match").tap()
    phone.get_by_role("button", name="Go on", exact=True).tap()
    phone.locator("#hand-1").tap()
    phone.wait_for_selector("#hand-1[aria-pressed=true]")
    target = phone.locator(".tile.target").first
    name = target.get_attribute("value")
    target.tap()
    phone.wait_for_selector(f"#tile-{name}.held")
    phone.wait_for_function("document.getElementById('status').textContent !== ''")
    assert phone.locator("#alert").inner_text() == ""


def test_arrows_walk_the_board_and_tab_leaves_it(phone):
    phone.goto("/coach/new")
    phone.get_by_role("button", name="Try a sample match").tap()
    phone.locator("#tile-T1").focus()
    for key, tile in (("ArrowRight", "T2"), ("ArrowDown", "M2"), ("End", "M5"), ("ArrowRight", "M5"), ("Home", "M1")):
        phone.keyboard.press(key)
        assert phone.evaluate("document.activeElement.value") == tile
    phone.keyboard.press("Tab")
    assert "tile" not in (phone.evaluate("document.activeElement.className") or "")


def test_the_deeper_answer_takes_the_place_of_the_first_look_and_the_focus_stays(phone):
    phone.goto("/coach/new")
    phone.get_by_role("button", name="Try a sample match").tap()
    phone.get_by_role("button", name="Go on", exact=True).tap()
    phone.locator("#tile-M1").focus()
    phone.get_by_text("games, 2.0 s").wait_for(timeout=30_000, state="attached")
    assert phone.get_by_text("Looking deeper").count() == 0
    assert phone.evaluate("document.activeElement.id") == "tile-M1"
    assert "%" in phone.locator("#answer .answer").inner_text()


@pytest.mark.parametrize("path", ["/", "/cards?name=crab", "/settings", "/coach/new"])
def test_every_control_has_a_name_and_nothing_is_wider_than_the_smallest_phone(phone, path):
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(path)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    for control in phone.locator("button, a, input:not([type=hidden]), select, textarea").all():
        named = control.evaluate(NAME)
        assert any(letter.isalnum() for letter in named), control.evaluate("e => e.outerHTML")


def test_a_round_of_a_match_from_the_console_takes_at_most_four_taps(phone):
    phone.goto("/coach/new?deck=Vanguard")
    for box in phone.locator("[name=held]").all()[:5]:
        box.check()
    phone.locator("#enemy").select_option("Bulwark")
    phone.get_by_label("the enemy", exact=True).check()
    phone.get_by_role("button", name="Begin", exact=True).tap()
    phone.get_by_role("button", name="Go on", exact=True).tap()
    for _round in range(3):
        taps, before = 0, phone.locator("#turn").text_content()
        phone.get_by_role("heading", name="What did the enemy lay?").wait_for()
        for option in range(6):
            phone.locator(".options button").nth(option).tap()
            phone.get_by_role("heading", name="Where does").wait_for()
            if phone.locator("[name=tile].target").count():
                taps += 1
                break
            phone.get_by_role("link", name="Another card").tap()
            phone.get_by_role("heading", name="What did the enemy lay?").wait_for()
        phone.locator("[name=tile].target").first.tap()
        taps += 1
        phone.get_by_role("heading", name="What did the enemy lay?").wait_for(state="detached")
        phone.locator("#turn:not(:text('enemy'))").wait_for()
        if phone.get_by_role("heading", name="What did you draw?").count():
            phone.locator(".options button").first.tap()
            taps += 1
        phone.get_by_role("button", name="Play 1:").first.tap()
        taps += 1
        assert taps <= 4
        phone.wait_for_function("before => document.getElementById('turn').textContent !== before", arg=before)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
