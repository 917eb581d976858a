"""How the web table is served: workers that fall, queues with an end, pages that listen, figures and logs."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.engines import CompiledRules
from mazzo.web.crowd import MOST_AT_ONCE, Crowd
from mazzo.web.figures import Figures
from mazzo.web.jobs import when_compiled
from mazzo.web.looking import WAITING_EACH, BusyError, Lookers, UnwantedError
from support.web_jobs import Falls, Obeys, Waits
from support.web_server import web_server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with web_server(tmp_path_factory.mktemp("home"), options=("--log-json",)) as started:
        yield started


@pytest.fixture(scope="module")
def lookers():
    made = Lookers(1)
    yield made
    made.close()


def sample(server):
    begun = server.post("/coach/new", {"kind": "sample"})
    server.post(f"{begun.place}/mulligan", {})
    return begun.place


# Workers


def test_a_worker_that_is_killed_is_replaced_and_its_job_done_once_more(lookers, tmp_path):
    first = lookers.do(Falls(tmp_path / "note", 0))
    again = lookers.do(Falls(tmp_path / "note", 1))
    assert again != first
    assert lookers.replaced == 1


def test_a_job_that_kills_every_worker_is_given_up_and_the_next_one_is_served(lookers, tmp_path):
    with pytest.raises(EOFError):
        lookers.do(Falls(tmp_path / "note", 2))
    assert lookers.do(Falls(tmp_path / "other", 0)) > 0


def test_past_the_queue_a_job_is_sent_away_at_once_and_the_queue_empties(lookers, tmp_path):
    places = 1 + WAITING_EACH
    with ThreadPoolExecutor(places) as pool:
        under_way = [pool.submit(lookers.do, Waits(tmp_path / "go")) for _place in range(places)]
        while lookers.waiting < places:
            time.sleep(0.01)
        begun = time.monotonic()
        with pytest.raises(BusyError):
            lookers.do(Waits(tmp_path / "go"))
        assert time.monotonic() - begun < 0.5
        (tmp_path / "go").touch()
        assert {each.result() for each in under_way} == {"done"}
    assert lookers.do(Waits(tmp_path / "go")) == "done"


def test_what_nobody_waits_for_any_more_leaves_the_queue_and_the_others_keep_their_turn(lookers, tmp_path):
    is_left = threading.Event()
    with ThreadPoolExecutor(2 + WAITING_EACH) as pool:
        under_way = pool.submit(lookers.do, Waits(tmp_path / "go"))
        stays = [pool.submit(lookers.do, Waits(tmp_path / "go")) for _place in range(WAITING_EACH - 1)]
        leaves = pool.submit(lookers.do, Waits(tmp_path / "go"), is_wanted=lambda: not is_left.is_set())
        while not lookers.is_full:
            time.sleep(0.01)
        is_left.set()
        with pytest.raises(UnwantedError):
            leaves.result(timeout=5)
        assert not lookers.is_full
        (tmp_path / "go").touch()
        assert {each.result() for each in [under_way, *stays]} == {"done"}


def test_a_job_under_way_is_told_when_nobody_waits_and_the_next_one_is_not(lookers):
    begun = time.monotonic()
    assert lookers.do(Obeys(), is_wanted=lambda: time.monotonic() < begun + 0.3) == "stopped"
    assert time.monotonic() - begun < Obeys.seconds
    assert lookers.do(Obeys(0.2)) == "done"


class SlowRules(CompiledRules):
    """Rules whose compiler takes so many looks at it."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def fetch(self):
        return

    def is_decided(self, seconds):
        self.looks -= 1
        return self.looks <= 0


def test_a_worker_that_waits_for_the_compiler_says_so_each_time_and_does_not_count_as_lost():
    told = []
    when_compiled(DeepCoach(Look(), rules=SlowRules(5)), lambda done, of: told.append((done, of)))
    assert told == [(0, 1)] * 4


# The crowd


def asked(app, *headers):
    """The answer of an ASGI application: its status and its headers."""
    told = []

    async def send(message):
        told.append(message)

    async def receive():
        return {"type": "http.request"}

    async def ask():
        await app({"type": "http", "method": "GET", "path": "/", "headers": list(headers)}, receive, send)
        return told[0]["status"], dict(told[0]["headers"])

    return ask()


def test_past_so_many_at_once_a_request_is_told_when_to_come_again():
    figures, go = Figures(), asyncio.Event()

    async def slow(_scope, _receive, send):
        await go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def crowded():
        crowd = Crowd(slow, figures)
        inside = [asyncio.create_task(asked(crowd)) for _place in range(MOST_AT_ONCE)]
        await asyncio.sleep(0)
        status, headers = await asked(crowd, (b"accept-language", b"it"))
        assert (status, headers[b"retry-after"]) == (503, b"3")
        listening = asyncio.create_task(asked(crowd, (b"accept", b"text/event-stream")))
        await asyncio.sleep(0)
        assert (figures.in_flight, figures.streams) == (MOST_AT_ONCE, 1)
        go.set()
        assert {(await each)[0] for each in [*inside, listening]} == {200}
        assert (await asked(crowd))[0] == 200

    asyncio.run(crowded())
    assert (figures.in_flight, figures.streams, figures.refused["busy"]) == (0, 0, 1)


# Pages that listen


def events(server, place):
    """An open stream, and its lines as they come."""
    connection = http.client.HTTPConnection("localhost", server.port, timeout=20)
    connection.request("GET", place, headers={"Accept": "text/event-stream"})
    answer = connection.getresponse()
    assert answer.status == 200
    return connection, iter(answer.readline, b"")


def test_a_page_hears_that_its_match_went_on_elsewhere(server):
    match = sample(server)
    known = int(re.search(r'data-known="(\d+)"', server.get(match).text)[1])
    connection, lines = events(server, f"{match}/live?known={known}")
    assert next(lines) == b": nothing new\n"
    server.post(f"{match}/undo", {})
    grown = next(line for line in lines if line.startswith(b"data"))
    assert int(grown.split()[1]) > known
    assert f'data-known="{int(grown.split()[1])}"' in server.get(match).text
    connection.close()


def test_a_quick_player_who_leaves_every_look_behind_is_never_sent_away(server):
    match, statuses = sample(server), set()
    for _look in range(3 * (1 + WAITING_EACH)):
        connection = http.client.HTTPConnection("localhost", server.port, timeout=20)
        connection.request("GET", f"{match}/deep", headers={"Accept": "text/event-stream"})
        statuses.add(connection.getresponse().status)
        connection.sock.shutdown(socket.SHUT_RDWR)
        connection.close()
        time.sleep(0.02)  # as quick as a key is repeated
    assert statuses == {200}
    until = time.monotonic() + 5
    while "mazzo_jobs_waiting 0" not in server.get("/metrics").text:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_server_that_is_told_to_end_lets_its_listeners_go_and_leaves_nobody_behind(tmp_path):
    with web_server(tmp_path) as server:
        match = sample(server)
        connection, lines = events(server, f"{match}/live?known=99")
        next(lines)
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == 128 + signal.SIGTERM
        assert time.monotonic() - begun < 15
        assert not any("timeout graceful shutdown" in line for line in server.said)
        assert list(lines)[-1:] in ([], [b"\n"])
        connection.close()
    with web_server(tmp_path) as server:
        assert server.get("/coach").place == match


def test_matches_that_are_begun_at_once_are_matches_of_their_own(server):
    with ThreadPoolExecutor(6) as pool:
        begun = list(pool.map(lambda _number: server.post("/coach/new", {"kind": "sample"}), range(12)))
        dealt = list(pool.map(lambda _number: server.post("/play/new", {}), range(6)))
    assert {each.status for each in [*begun, *dealt]} == {303}
    assert len({each.place for each in [*begun, *dealt]}) == 18


# What a server tells about itself


def test_health_readiness_and_figures(server):
    match = sample(server)
    assert (server.get("/healthz").text, server.get("/readyz").text) == ("ok", "ready")
    server.get(f"{match}?ask=why")
    figures = server.get("/metrics")
    assert figures.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert re.search(r'mazzo_requests_total\{method="GET",route="/coach/\{number\}",status="200"\} \d+', figures.text)
    assert "mazzo_jobs_waiting 0" in figures.text
    lines = [line for line in figures.text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"mazzo_\w+(\{[^}]+(\}[^}]*)*\})? [0-9.e+]+", line) for line in lines)
    assert match not in figures.text


def test_logs_are_lines_of_json_without_hands_addresses_or_cookies(server):
    secret = "0123456789abcdef" * 2
    hand = "001, 004, 005, 007, 007"
    server.post("/coach/new", {"deck": "Vanguard", "hand": hand, "first": "E"}, Cookie=f"mazzo_session={secret}")
    server.get("/coach/4711?ask=why+007", Cookie=f"mazzo_session={secret}")
    server.get("/nowhere/4712")
    server.get("/healthz")
    while '"/healthz"' not in server.said[-1]:
        time.sleep(0.02)
    told = [json.loads(line) for line in server.said]
    assert {"method": "GET", "route": "/coach/{number}", "status": 404} in [
        {name: line.get(name) for name in ("method", "route", "status")} for line in told
    ]
    assert all(line["ms"] >= 0 and line["at"].endswith("+00:00") for line in told if line["says"] == "request")
    for word in (secret, "4711", "4712", "Vanguard", hand, "007"):
        assert word not in "".join(server.said)
