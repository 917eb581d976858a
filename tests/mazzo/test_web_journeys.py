"""Whole ways through the web table in a real browser: review, puzzle, deck, tabs, a killed server, a terminal."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from qb_engine.notation.game_position import read_position
from qb_engine.puzzles.collection import shipped_puzzles
from qb_engine.puzzles.solver import puzzle_start, solve
from support.web_browser import DESK, PHONE, browsed
from support.web_server import own_folders, web_server

pytestmark = pytest.mark.slow
SPOKEN = """() => {
  globalThis.heard = [];
  for (const id of ["status", "alert"]) new MutationObserver(() => {
    const text = document.getElementById(id).textContent;
    if (text) globalThis.heard.push(text);
  }).observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
}"""


def played(server, moves):
    """A sample match after so many moves of yours; its address."""
    match = server.post("/coach/new", {"kind": "sample"}).place
    page = server.post(f"{match}/mulligan", {}, HX_Request="true").text
    for _move in range(moves):
        first = re.search(r'name="move" value="([^"]+)"', page)
        if first is None:
            break
        page = server.post(f"{match}/play", {"move": first[1]}, HX_Request="true").text
    return match


@pytest.fixture(scope="module")
def reviewed(server):
    """The review of a match that is over; its address."""
    place = f"/review/match/{played(server, 40).rpartition('/')[2]}"
    server.get(f"{place}/progress")
    return place


def test_a_review_is_walked_by_slider_buttons_keys_and_rows_and_each_step_says_one_sentence(browser, server, reviewed):
    with browsed(browser, server.address, **DESK) as page:
        page.goto(f"{reviewed}?at=0")
        page.evaluate(SPOKEN)
        headings = [page.locator("#turn").inner_text()]

        def step(doing):
            doing()
            page.wait_for_function("before => document.getElementById('turn').innerText !== before", arg=headings[-1])
            headings.append(page.locator("#turn").inner_text())
            page.wait_for_function("count => globalThis.heard.length === count", arg=len(headings) - 1)

        page.locator("#scrub").focus()
        step(lambda: page.keyboard.press("ArrowRight"))
        assert page.evaluate("document.activeElement.id") == "scrub"
        step(lambda: page.get_by_role("link", name="On", exact=True).click())
        assert page.locator("#scrub").input_value() == "2"
        page.locator("#tile-M1").focus()
        step(lambda: page.keyboard.press("b"))
        assert headings[3] == headings[1]
        step(lambda: page.keyboard.press("n"))
        step(lambda: page.locator(".moves-table a").last.click())
        assert page.evaluate("globalThis.heard") == headings[1:]


def test_a_review_is_printed_with_board_graph_and_table_and_without_controls(browser, server, reviewed):
    with browsed(browser, server.address, **DESK) as page:
        page.goto(reviewed)
        assert page.locator("#print").is_visible()
        page.emulate_media(media="print")
        for part in (".tile >> nth=0", ".graph svg", ".moves-table", ".lane >> nth=0"):
            assert page.locator(part).is_visible(), part
        for part in (".bar", "#scrub", "#print", "nav >> nth=0"):
            assert not page.locator(part).is_visible(), part


def test_the_sheet_of_a_phone_has_three_tabs_that_stay_until_something_is_done(browser, server):
    match = played(server, 1)
    with browsed(browser, server.address, **PHONE) as page:
        page.goto(match)
        assert page.get_by_role("tab").all_inner_texts() == ["Now", "Enemy", "Steps"]
        assert page.locator("#panel-steps").is_hidden()
        page.get_by_role("tab", name="Steps").tap()
        assert page.locator("#panel-steps .steps").first.is_visible()
        assert page.locator("#panel-now").is_hidden()
        page.keyboard.press("ArrowLeft")
        assert page.get_by_role("tab", name="Enemy").get_attribute("aria-selected") == "true"
        assert page.evaluate("document.activeElement.id") == "tab-enemy"
        page.locator("#hand-1").tap()
        page.wait_for_selector("#hand-1[aria-pressed=true]")
        assert page.locator("#panel-now").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.set_viewport_size({"width": 1280, "height": 800})
        assert page.get_by_role("tab").count() == 0
        for name in ("now", "enemy", "steps"):
            assert page.locator(f"#panel-{name}").is_visible()


def test_without_scripts_everything_of_the_sheet_and_the_review_can_be_read(browser, server, reviewed):
    match = played(server, 1)
    with browsed(browser, server.address, java_script_enabled=False, **PHONE) as page:
        page.goto(match)
        for name in ("now", "enemy", "steps"):
            assert page.locator(f"#panel-{name}").is_visible()
        page.goto(f"{reviewed}?at=1")
        assert page.locator(".moves-table").is_visible()
        assert page.get_by_role("button", name="Show").is_visible()


def test_a_match_goes_on_after_the_server_was_killed_and_a_terminal_beside_it_is_seen(browser, tmp_path):
    with web_server(tmp_path) as first:
        match = played(first, 1)
        with browsed(browser, first.address, service_workers="block", **DESK) as page:
            page.goto(match)
            before = page.locator("#turn").inner_text()
            first.process.kill()
            first.process.wait()
            with web_server(tmp_path, first.port) as second:
                page.get_by_role("button", name="Play 1:").first.click()
                page.wait_for_function("before => document.getElementById('turn').innerText !== before", arg=before)
                other = page.locator("#turn").inner_text()
                command = [sys.executable, "-m", "mazzo", "coach", "--quick", "--lang", "en"]
                said = subprocess.run(
                    command, input="1\nquit\n", env=own_folders(tmp_path), capture_output=True, text=True, check=True
                )
                assert "turn" in said.stdout.lower()
                page.reload()
                turn = page.locator("#turn").inner_text()
                assert turn != other
                page.get_by_role("button", name="Play 1:").first.click()
                page.wait_for_function("before => document.getElementById('turn').innerText !== before", arg=turn)
                assert second.process.poll() is None
            page.faults.clear()


def test_a_puzzle_is_solved_by_taps(browser, server):
    line = next(iter(solve(puzzle_start(read_position(shipped_puzzles()[1].text))).lines()))
    held = list(read_position(shipped_puzzles()[1].text).hand("Y").card_ids)
    with browsed(browser, server.address, **PHONE) as page:
        page.goto("/puzzles/2")
        for move in line:
            page.locator(f"#hand-{held.index(move.card_id) + 1}").tap()
            held.remove(move.card_id)
            name = str(move).partition("@")[2]
            page.locator(f"#tile-{name}.target").tap()
            page.wait_for_selector(f"#tile-{name}.held")
        page.get_by_text("Solved at the first try").first.wait_for()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_deck_is_opened_by_its_code_in_both_languages(browser, server, language):
    shared = re.search(r'class="code">([^<]+)<', server.get("/decks").text)
    assert shared is not None
    with browsed(browser, server.address, locale=language, **DESK) as page:
        page.goto(f"/decks/build?deck={shared[1]}")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.locator(".deck-list li").count() > 0
        assert page.locator(".code").first.inner_text() == shared[1]


UTTERED = """() => {
  globalThis.uttered = [];
  speechSynthesis.speak = said => globalThis.uttered.push([said.text, said.rate, said.lang]);
}"""


@pytest.mark.parametrize(("language", "rate", "pace"), [("en", "faster", 2), ("it", "slow", 0.75)])
def test_a_move_is_announced_by_one_sentence_and_the_voice_says_it_at_the_chosen_pace(
    browser, server, language, rate, pace
):
    match = played(server, 1)
    with browsed(browser, server.address, **DESK) as page:
        value = f"language.{language}~voice.on~rate.{rate}"
        page.context.add_cookies([{"name": "mazzo", "value": value, "url": server.address}])
        page.goto(match)
        page.evaluate(SPOKEN)
        page.evaluate(UTTERED)
        for number in (1, 2):
            before = page.locator("#turn").inner_text()
            page.locator("[data-key=p]").first.click()
            page.wait_for_function("before => document.getElementById('turn').innerText !== before", arg=before)
            page.wait_for_function("number => globalThis.heard.length >= number", arg=number)
        heard = page.evaluate("globalThis.heard")
        assert len(heard) == 2
        assert page.evaluate("globalThis.uttered") == [[text, pace, language] for text in heard]
