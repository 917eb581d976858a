"""A table that is open to the network: a device is let in by a code, once, and nobody else sees a room."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

from mazzo.storage.store import EventStore
from mazzo.web.app import ROOMS
from mazzo.web.door import Door, Keeper
from mazzo.web.figures import Figures
from mazzo.web.network import machine_names, network_address, square_lines
from mazzo.web.pairing import TRIES_EACH, TRIES_OF_A_CODE, Pairing, TooManyTriesError
from mazzo.web.sessions import DEVICE_DAYS, Sessions, browser_name
from mazzo.web.tries import Allowance
from support.web_server import web_server

PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Mobile Safari/537.36"


class Clock:
    def __init__(self):
        self.seconds = 1_000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def store(tmp_path):
    with EventStore.open(tmp_path / "journal.sqlite3") as opened:
        yield opened


def test_a_session_is_found_by_its_number_until_it_runs_out_or_is_ended_and_only_its_hash_is_kept(store):
    clock = Clock()
    sessions, elsewhere = Sessions(store, clock), Sessions(store, clock)
    token, other = sessions.begin("a phone", 2), sessions.begin("a tablet", 1)
    assert elsewhere.found(token).called == "a phone"
    assert [one.called for one in sessions.of("")] == ["a phone", "a tablet"]
    kept = "".join(event.text for event in store.read("web/sessions"))
    assert token not in kept
    clock.seconds += 24 * 3600
    assert elsewhere.found(other) is None
    sessions.end(elsewhere.found(token).mark)
    assert elsewhere.found(token) is None
    assert sessions.found("") is None


def test_a_code_counts_once_and_guessing_ends_it(store):
    told = []
    pairing = Pairing(Sessions(store), lambda code, device: told.append((code, device)))
    first = pairing.code
    assert re.fullmatch("[0-9]{8}", first)
    assert pairing.pair(f" {first[:4]}-{first[4:]} ", "phone", "Chrome, Android") is not None
    assert told == [(pairing.code, "Chrome, Android")]
    assert pairing.pair(first, "tablet", "") is None
    second = pairing.code
    for number in range(TRIES_OF_A_CODE - 1):
        assert pairing.pair("x", f"guesser {number}", "") is None
    assert pairing.code != second
    assert told[1:] == [(pairing.code, None)]


def test_a_device_that_guesses_must_wait(store):
    pairing = Pairing(Sessions(store), lambda _code, _device: None)
    for _number in range(TRIES_EACH):
        pairing.pair("00000000", "guesser", "")
    with pytest.raises(TooManyTriesError):
        pairing.pair(pairing.code, "guesser", "")
    assert pairing.pair(pairing.code, "phone", "") is not None


def test_an_allowance_comes_back_with_time_and_each_visitor_has_one():
    clock = Clock()
    allowance = Allowance(2, 10.0, clock)
    assert [allowance.take("a") for _number in range(3)] == [True, True, False]
    assert allowance.take("b")
    clock.seconds += 10
    assert [allowance.take("a"), allowance.take("a")] == [True, False]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18 Safari/604", "Safari, iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("<script>", ""),
    ],
)
def test_a_device_is_called_by_what_its_browser_says_in_words_that_we_know(agent, name):
    assert browser_name(agent) == name


def test_the_square_is_drawn_in_blocks_and_has_room_around_it():
    lines = square_lines("http://192.0.2.7:8765/pair?code=12345678")
    assert {len(line) for line in lines} == {len(lines[0])}
    assert set("".join(lines)) <= set(" █▀▄")


# A server on the network


@pytest.fixture(scope="module")
def lan(tmp_path_factory):
    with web_server(tmp_path_factory.mktemp("home"), options=("--lan",)) as started:
        yield started


def on_the_network(lan, method, path, form=None, cookie=None):
    """Asked as a device of the network asks: by the address of the machine there."""
    host = f"{network_address()}:{lan.port}"
    return lan.ask(method, path, form, Host=host, Origin=f"http://{host}", Cookie=cookie, User_Agent=PHONE)


def code_of(lan):
    """The code that the terminal says last."""
    while not (found := re.findall(r"code (?:for the next device is )?(\d{4} \d{4})", "".join(lan.said))):
        time.sleep(0.02)
    return found[-1]


def paired(lan):
    answer = on_the_network(lan, "POST", "/pair", {"code": code_of(lan)})
    assert (answer.status, answer.place) == (303, "/")
    given = answer.headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    return given.partition(";")[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "path"), sorted({(m, r.path) for room in ROOMS for r in room.router.routes for m in r.methods})
)
def test_a_device_that_was_not_let_in_sees_the_page_where_it_is_and_nothing_else(lan, method, path):
    place = re.sub(r"\{\w+\}", "1", path)
    answer = on_the_network(lan, method, place, {} if method == "POST" else None)
    shown = {"/pair": 422 if method == "POST" else 200, "/healthz": 200, "/static/1/1": 404}
    assert answer.status == shown.get(place, 401 if method == "POST" else 303)
    if answer.status == 303:
        assert answer.place == "/pair"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.slow
def test_a_device_is_let_in_by_the_code_and_sent_away_again(lan):
    refused = on_the_network(lan, "POST", "/pair", {"code": "1"})
    assert refused.status == 422
    assert "That is not the code" in refused.text
    first = code_of(lan)
    cookie = paired(lan)
    assert on_the_network(lan, "GET", "/coach/new", cookie=cookie).status == 200
    assert on_the_network(lan, "GET", "/metrics", cookie=cookie).status == 404
    while code_of(lan) == first:
        time.sleep(0.02)
    assert "A device was let in: Chrome, Android." in "".join(lan.said)
    listed = on_the_network(lan, "GET", "/devices", cookie=cookie).text
    assert "Chrome, Android (this one)" in listed
    assert code_of(lan) in listed
    mark = re.search(r'name="device" value="([0-9a-f]+)"', listed)[1]
    sent = on_the_network(lan, "POST", "/devices/end", {"device": mark}, cookie)
    assert sent.status == 303
    assert on_the_network(lan, "GET", "/coach/new", cookie=cookie).place == "/pair"


@pytest.mark.slow
def test_this_machine_needs_no_code_and_a_restarted_server_knows_its_devices(tmp_path):
    with web_server(tmp_path, options=("--lan",)) as server:
        assert server.get("/coach/new").status == 200
        cookie = paired(server)
    with web_server(tmp_path, options=("--lan",)) as server:
        assert on_the_network(server, "GET", "/", cookie=cookie).status == 200
        assert on_the_network(server, "GET", "/", cookie=f"{cookie[:-1]}_").place == "/pair"


def test_whoever_asks_too_often_is_told_to_wait_and_others_are_not(store):
    clock, figures = Clock(), Figures()
    keeper = Keeper("paired", Sessions(store), requests=Allowance(2, 10.0, clock))

    async def room(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def asked(peer, host=b"192.0.2.7:8765"):
        told = []

        async def send(message):
            told.append(message)

        scope = {"type": "http", "method": "GET", "path": "/healthz", "client": (peer, 1), "headers": [(b"host", host)]}
        asyncio.run(Door(room, keeper, figures)(scope, None, send))
        return told[0]["status"], dict(told[0]["headers"]).get(b"retry-after")

    assert [asked("192.0.2.9") for _number in range(3)] == [(200, None), (200, None), (429, b"3")]
    assert asked("192.0.2.10") == (200, None)
    assert [asked("127.0.0.1", b"localhost:8765") for _number in range(4)] == [(200, None)] * 4
    clock.seconds += 10
    assert asked("192.0.2.9") == (200, None)
    assert figures.refused["too often"] == 1


def test_the_names_of_the_machine_are_answered_to():
    assert all(name == name.lower() for name in machine_names())
    assert DEVICE_DAYS == 365
