"""The web table as a browser asks it: pages, a whole match by forms, and what every route refuses."""

from __future__ import annotations

import http.client
import re
from contextlib import closing

import pytest

from mazzo.web.app import ROOMS
from mazzo.web.choices import VALUES, Choices

pytestmark = pytest.mark.slow


def sample(server):
    """A sample match; its address."""
    begun = server.post("/coach/new", {"kind": "sample"})
    assert begun.status == 303
    return begun.place


@pytest.mark.parametrize("path", ["/", "/coach/new", "/cards", "/settings"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_is_there_in_both_languages(server, path, language):
    page = server.get(path, Cookie=f"mazzo=language.{language}", Accept_Language="en")
    assert page.status == 200
    assert f'<html lang="{language}"' in page.text
    assert ("Carte" in page.text) == (language == "it")


def test_a_browsers_language_is_taken_until_one_is_chosen(server):
    assert '<html lang="it"' in server.get("/", Accept_Language="it-IT,it;q=0.9,en;q=0.5").text
    chosen = server.post("/settings", {"language": "en", "theme": "dark", "size": "enormous"})
    cookie = chosen.headers["set-cookie"].split(";")[0]
    page = server.get("/", Accept_Language="it", Cookie=cookie).text
    assert '<html lang="en" data-theme="dark"' in page
    assert 'data-size="usual"' in page


def test_a_sample_match_is_played_to_its_end_by_what_the_pages_offer(server):
    match = sample(server)
    page = server.post(f"{match}/mulligan", {}, HX_Request="true").text
    for _turn in range(40):
        first = re.search(r'name="move" value="([^"]+)"', page)
        if first is None:
            break
        page = server.post(f"{match}/play", {"move": first[1]}, HX_Request="true").text
    assert "Another match" in page
    assert match.rpartition("/")[2] not in server.get("/coach").place


def test_a_round_of_a_match_from_the_console_takes_four_answers(server):
    began = server.post("/coach/new", {"deck": "Vanguard", "hand": "001, 004, 005, 007, 007", "first": "E"})
    match = began.place
    assert "Which cards do you return?" in server.get(match).text
    asked = server.post(f"{match}/mulligan", {}, HX_Request="true").text
    assert "What did the enemy lay?" in asked
    where = server.get(f"{match}?card=001").text
    assert "Lay it on M5" in where
    drawn = server.post(f"{match}/enemy", {"card": "001", "tile": "M5"}, HX_Request="true").text
    if "What did you draw?" in drawn:
        drawn = server.post(f"{match}/draw", {"card": re.search(r'name="card" value="(\d+)"', drawn)[1]}).text
    assert "What to play" in server.get(match).text


def test_what_the_rules_refuse_is_said_and_changes_nothing(server):
    match = sample(server)
    server.post(f"{match}/mulligan", {})
    before = server.get(match).text
    refused = server.post(f"{match}/play", {"hand": "1", "tile": "M5"}, HX_Request="true").text
    assert "Nothing was changed." in refused
    assert "refused: the tile must belong to" in refused
    assert server.get(match).text == before


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"hand": "crab"}, "5"),
        ({"hand": "1,2,3,4,nonesuch"}, "nonesuch"),
        ({"deck": "no such deck", "hand": "1,2,3,4,5"}, "no such deck"),
    ],
)
def test_what_was_not_understood_is_asked_again_with_what_was_given(server, form, reason):
    page = server.post("/coach/new", form)
    assert page.status == 422
    assert reason in page.text
    assert f'value="{form["hand"]}"' in page.text


def test_a_deeper_look_comes_as_an_event_with_the_list(server):
    match = sample(server)
    server.post(f"{match}/mulligan", {})
    assert "first look" in server.get(match).text
    stream = server.get(f"{match}/deep")
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert stream.text.endswith("event: answer\ndata: \n\n")
    page = server.get(match).text
    assert "data-deep" not in page
    assert re.search("[0-9,]+ games, 2.0 s", page)
    assert re.search(r"Win \d+%|wins now", page)
    first = re.search(r'name="move" value="\d+@(..)"', page)
    assert re.search(rf'id="tile-{first[1]}" class="[^"]* advised"', page)


def looked_at(server, match):
    """Whether a short look came first, and the page that was shown then waited for the long one; the rest is read."""
    connection = http.client.HTTPConnection("localhost", server.port, timeout=60)
    connection.request("GET", f"{match}/deep", headers={"Accept": "text/event-stream"})
    with closing(connection), connection.getresponse() as stream:
        is_early = stream.readline() == b"event: early\n"
        page = server.get(match).text
        assert b"answer\n" in stream.read()
    is_shown = re.search(r"games, 0\.[12] s", page) is not None
    return is_early and is_shown and re.search(r"data-deep=.*Looking deeper", page, re.DOTALL) is not None


def test_a_short_look_comes_first_and_the_page_goes_on_waiting_for_the_long_one(server):
    """On a machine that has much else to do a short look may find nothing, so it is tried at a few moves."""
    match, is_seen = sample(server), False
    page = server.post(f"{match}/mulligan", {}, HX_Request="true").text
    while not is_seen:
        move = re.search(r'name="move" value="([^"]+)"', page)
        assert move is not None
        page = server.post(f"{match}/play", {"move": move[1]}, HX_Request="true").text
        is_seen = looked_at(server, match)
    assert "data-deep" not in server.get(match).text


# What every route refuses.

NUMBER = "99999"
STATUSES = {
    ("GET", "/"): 200,
    ("GET", "/static/{mark}/{name}"): 404,
    ("GET", "/manifest.webmanifest"): 200,
    ("GET", "/worker.js"): 200,
    ("GET", "/unreachable"): 200,
    ("GET", "/help"): 200,
    ("GET", "/api"): 200,
    ("GET", "/healthz"): 200,
    ("GET", "/readyz"): 200,
    ("GET", "/metrics"): 200,
    ("GET", "/coach"): 303,
    ("GET", "/coach/new"): 200,
    ("POST", "/coach/new"): 422,
    ("GET", "/coach/{number}"): 404,
    ("GET", "/coach/{number}/deep"): 404,
    ("GET", "/coach/{number}/live"): 404,
    ("POST", "/coach/{number}/enemy"): 422,
    ("POST", "/coach/{number}/enemy-pass"): 404,
    ("POST", "/coach/{number}/draw"): 404,
    ("POST", "/coach/{number}/play"): 404,
    ("POST", "/coach/{number}/mulligan"): 404,
    ("POST", "/coach/{number}/undo"): 404,
    ("POST", "/coach/{number}/redo"): 404,
    ("POST", "/coach/{number}/side"): 422,
    ("POST", "/coach/{number}/say"): 404,
    ("POST", "/coach/{number}/tile"): 422,
    ("POST", "/coach/{number}/hand"): 422,
    ("POST", "/coach/{number}/turn"): 422,
    ("POST", "/coach/{number}/step"): 422,
    ("GET", "/play"): 303,
    ("GET", "/play/new"): 200,
    ("POST", "/play/new"): 303,
    ("GET", "/play/{number}"): 404,
    ("GET", "/play/{number}/thinking"): 404,
    ("POST", "/play/{number}/mulligan"): 404,
    ("POST", "/play/{number}/play"): 404,
    ("POST", "/play/{number}/undo"): 404,
    ("POST", "/play/{number}/resign"): 404,
    ("POST", "/play/{number}/enemy"): 404,
    ("GET", "/puzzles"): 200,
    ("GET", "/puzzles/daily"): 303,
    ("GET", "/puzzles/shared"): 303,
    ("GET", "/puzzles/{number}"): 404,
    ("POST", "/puzzles/lay"): 422,
    ("GET", "/review"): 200,
    ("POST", "/review"): 422,
    ("POST", "/review/attempt"): 422,
    ("GET", "/review/shared"): 303,
    ("GET", "/review/shared/learn"): 422,
    ("GET", "/review/shared/progress"): 422,
    ("GET", "/review/{kind}/{number}"): 404,
    ("GET", "/review/{kind}/{number}/learn"): 404,
    ("GET", "/review/{kind}/{number}/progress"): 404,
    ("GET", "/cards"): 200,
    ("GET", "/decks"): 200,
    ("POST", "/decks"): 422,
    ("GET", "/decks/build"): 200,
    ("GET", "/lab"): 200,
    ("GET", "/lab/new"): 200,
    ("GET", "/lab/run"): 422,
    ("POST", "/lab"): 422,
    ("POST", "/lab/stop"): 303,
    ("GET", "/lab/progress"): 200,
    ("GET", "/table"): 200,
    ("POST", "/table"): 422,
    ("GET", "/solitario"): 303,
    ("GET", "/solitario/new"): 200,
    ("POST", "/solitario/new"): 303,
    ("GET", "/solitario/scores"): 200,
    ("GET", "/solitario/players"): 200,
    ("POST", "/solitario/players"): 422,
    ("POST", "/solitario/players/default"): 422,
    ("POST", "/solitario/players/rename"): 422,
    ("POST", "/solitario/players/delete"): 422,
    ("GET", "/solitario/{game}"): 404,
    ("POST", "/solitario/{game}"): 404,
    ("POST", "/solitario/{game}/beat"): 404,
    ("GET", "/pair"): 404,
    ("POST", "/pair"): 404,
    ("GET", "/login"): 404,
    ("POST", "/login"): 404,
    ("GET", "/join"): 404,
    ("POST", "/join"): 404,
    ("POST", "/logout"): 404,
    ("GET", "/devices"): 200,
    ("POST", "/devices/end"): 422,
    ("GET", "/settings"): 200,
    ("POST", "/settings"): 303,
}
"""Every route, and how it answers to an empty request for something that is not there."""


def routes():
    return {(method, route.path) for room in ROOMS for route in room.router.routes for method in route.methods}


def test_every_route_has_its_row():
    assert routes() == set(STATUSES)


@pytest.mark.parametrize(("method", "path"), sorted(STATUSES), ids=lambda part: part)
def test_a_route_keeps_its_page_to_itself_and_foreigners_out(server, method, path):
    place = path.format(number=NUMBER, kind="match", mark="0" * 12, name="style.css", game="0" * 32)
    answer = server.ask(method, place, {} if method == "POST" else None)
    assert answer.status == STATUSES[method, path]
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "cache-control" in answer.headers
    assert "set-cookie" not in answer.headers or "HttpOnly" in answer.headers["set-cookie"]
    assert server.ask(method, place, {} if method == "POST" else None, Host="evil.example").status == 421
    if method == "POST":
        for foreign in ({"Origin": "http://evil.example"}, {"Origin": None}, {"Origin": "null"}):
            assert server.ask(method, place, {}, **foreign).status == 403
        assert server.ask(method, place, {}, Origin=None, Sec_Fetch_Site="cross-site").status == 403
        assert server.ask(method, place, {}, Origin=None, Sec_Fetch_Site="same-origin").status == answer.status


def test_a_body_without_end_is_refused(server):
    assert server.post("/coach/new", {"hand": "x" * 100_000}).status == 413


def test_pages_load_nothing_from_elsewhere_and_carry_no_script_or_style_of_their_own(server):
    match = sample(server)
    for path in ("/", "/cards", "/settings", "/coach/new", match):
        page = server.get(path).text
        assert re.findall(r'(?:src|href|action)="(?!/|#)[^"]*"', page) == []
        assert re.findall(r"<script(?! src=)|<style|\son[a-z]+=|\sstyle=", page) == []


def test_files_are_kept_by_browsers_for_ever_under_the_hash_of_their_content(server):
    place = re.search(r'href="(/static/[^"]+\.css)"', server.get("/").text)[1]
    style = server.get(place, Accept_Encoding="gzip, br")
    assert "immutable" in style.headers["cache-control"]
    assert style.headers["content-encoding"] == "gzip"


def test_choices_that_are_not_known_are_the_usual_ones():
    assert Choices.read("theme.purple~language.xx~size.large~nonsense.1~~.") == Choices(size="large")
    for name, values in VALUES.items():
        assert getattr(Choices(), name) == values[0]
        for value in values:
            assert Choices.read(Choices(**{name: value}).cookie()) == Choices(**{name: value})
