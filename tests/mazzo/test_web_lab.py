"""The lab at the web table: a heat map in numbers and words; a run is stopped, resumed, and outlives its server."""

from __future__ import annotations

import re
import time

import pytest

from mazzo.lab.deck_file import read_meetings
from mazzo.web.views.lab import heat
from support.web_browser import DESK, browsed
from support.web_server import web_server

pytestmark = pytest.mark.slow
DECKS = ["Vanguard", "Bulwark", "Heirs"]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def server(home):
    with web_server(home) as started:
        yield started


def begin(server, player, games, decks=DECKS, **more):
    begun = server.post("/lab", {"deck": decks, "player": player, "games": games, **more})
    assert begun.status == 303
    return begun.place


def over(server, place, until="Another run", seconds=60):
    end = time.monotonic() + seconds
    while until not in (page := server.get(place).text):
        assert time.monotonic() < end
        time.sleep(0.1)
    return page


def played(page):
    return int(re.search(r"(\d+) of \d+ games played", page)[1])


@pytest.mark.parametrize(
    ("rate", "kind"),
    [(1.0, "win3"), (0.7, "win3"), (0.699, "win2"), (0.6, "win2"), (0.5, "win1"), (0.499, "lose1"), (0.4, "lose1"),
     (0.399, "lose2"), (0.3, "lose2"), (0.299, "lose3"), (0.0, "lose3")],
)  # fmt: skip
def test_a_rate_belongs_to_one_of_six_classes(rate, kind):
    assert heat(rate) == kind


def test_an_empty_lab_says_what_to_do_first_and_a_whole_run_is_shown_in_numbers_and_words(server):
    assert "Nothing measured yet." in server.get("/lab").text
    page = over(server, begin(server, "greedy", 100))
    assert played(page) == 300
    percents = [float(each) for each in re.findall(r'<b aria-hidden="true">([\d.]+)%</b>', page)]
    assert len(percents) == 6
    for one, other in ((0, 2), (1, 4), (3, 5)):  # row against column, and the same the other way round
        assert percents[one] + percents[other] == pytest.approx(100)
    words = re.findall(r'class="heard-inline">([\d.]+) percent, between ([\d.]+) and ([\d.]+)<', page)
    assert [float(rate) for rate, _low, _high in words] == percents
    assert all(float(low) < float(rate) < float(high) for rate, low, high in words)
    assert re.search(r"Vanguard against Bulwark: [\d.]+%, 95% interval", page)
    assert "The run is complete: 300 games are played." in page
    italian = server.get("/lab", Cookie="mazzo=language.it").text
    assert "Quale mazzo batte quale" in italian
    assert "per cento, tra" in italian


def test_a_longer_run_plays_only_what_is_new(server, home):
    place = begin(server, "greedy", 200)
    over(server, place)
    longer = begin(server, "greedy", 400)
    assert longer == place
    assert played(over(server, place, "of 1200 games")) <= 1200
    page = over(server, place)
    assert played(page) == 1200
    file = next(home.rglob(f"{place.partition('=')[2]}.jsonl"))
    lines = file.read_text().splitlines()[1:]
    assert len(lines) == len(set(lines)) == len(read_meetings(file)[1])


def test_stop_keeps_what_is_done_another_run_waits_and_a_killed_server_is_gone_on_with(home, server, tmp_path):
    place = begin(server, "quick", 1000)
    over(server, place, "About")
    busy = server.post("/lab", {"deck": DECKS, "player": "greedy", "seed": 2})
    assert busy.status == 422
    assert "stop it first, what it has played is kept" in busy.text
    assert server.post("/lab/stop").status == 303
    page = over(server, place)
    kept = played(page)
    assert 0 < kept < 3000
    assert "Go on with this run" in page
    with web_server(tmp_path) as first:
        begun = begin(first, "quick", 1000)
        over(first, begun, "About")
        first.process.kill()
        first.process.wait()
    with web_server(tmp_path) as second:
        page = second.get("/lab").text
        assert played(page) > 0
        before = played(page)
        begin(second, "quick", 1000)
        assert played(over(second, begun, "About")) >= before
        second.post("/lab/stop")


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"deck": ["Vanguard"]}, "Decks chosen: 1. From 2 to 12"),
        ({"deck": ["Vanguard", "nonesuch"]}, "nonesuch"),
        ({"deck": DECKS, "player": "wizard"}, "wizard"),
        ({"deck": DECKS, "games": "7"}, "games"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_reason(server, form, reason):
    page = server.post("/lab", form)
    assert page.status == 422
    assert reason in page.text


def test_the_page_fills_by_itself_says_one_sentence_at_the_end_and_the_focus_stays(browser, server):
    with browsed(browser, server.address, **DESK) as page:
        place = begin(server, "quick", 100, DECKS[:2], seed=3)
        page.goto(place)
        before = page.locator("#lab-progress").inner_text()
        page.wait_for_function("before => document.getElementById('lab-progress').innerText !== before", arg=before)
        assert page.locator("#status").inner_text() == ""
        page.get_by_role("button", name="Stop").press("Enter")
        page.get_by_role("button", name="Go on with this run").wait_for()
        page.wait_for_function("document.getElementById('status').textContent.startsWith('The run has stopped')")
        assert page.locator("#alert").inner_text() == ""
