"""A shared table: people are invited, sign in, and reach what is theirs and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from mazzo.storage.owned import OwnedStore
from mazzo.storage.store import EventStore
from mazzo.web.accounts import INVITED_DAYS, AccountNameError, Accounts, NoAccountError
from mazzo.web.app import ROOMS
from mazzo.web.sessions import DAY
from support.web_server import own_folders, web_server

WORDS = "correct horse battery"


class Clock:
    def __init__(self):
        self.seconds = 1_000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def store(tmp_path):
    with EventStore.open(tmp_path / "journal.sqlite3") as opened:
        yield opened


# What is kept


@pytest.mark.slow
def test_an_invitation_counts_once_and_for_a_week_and_no_password_is_kept(store):
    clock = Clock()
    accounts = Accounts(store, clock)
    code = accounts.invite("Anna")
    assert accounts.join("Anna", "0" * 12, WORDS) is None
    assert accounts.join("Bea", code, WORDS) is None
    joined = accounts.join(" anna ", f"{code[:4]} {code[4:]}", WORDS)
    assert joined.name == "Anna"
    assert accounts.join("Anna", code, WORDS) is None
    assert accounts.signed_in("ANNA", WORDS).id == joined.id
    assert accounts.signed_in("Anna", WORDS + "s") is None
    assert accounts.signed_in("nobody", WORDS) is None
    again = accounts.invite("anna")
    clock.seconds += INVITED_DAYS * DAY + 1
    assert accounts.join("Anna", again, "another " + WORDS) is None
    assert [one.id for one in accounts.every()] == [joined.id]
    kept = "".join(event.text for event in store.read("web/accounts"))
    assert "$argon2id$" in kept
    assert WORDS not in kept
    assert code not in kept
    accounts.close("Anna")
    assert accounts.signed_in("Anna", WORDS) is None
    assert not accounts.is_open(joined.id)


def test_a_name_is_a_short_plain_one_and_must_be_there_to_be_closed(store):
    accounts = Accounts(store)
    for name in ("", "  ", "x" * 41, "a/b", "\x1b[2J"):
        with pytest.raises(AccountNameError):
            accounts.invite(name)
    with pytest.raises(NoAccountError):
        accounts.close("Anna")


def test_a_part_of_a_store_finds_its_own_streams_and_no_others(store):
    mine, others = OwnedStore(store, "aa"), OwnedStore(store, "aab")
    mine.journal("qb/match/0001").append("start", {"n": 1})
    others.journal("qb/match/0002").append("start", {"n": 2})
    store.journal("qb/match/0003").append("start", {"n": 3})
    assert mine.streams("qb/match/") == ["qb/match/0001"]
    assert [entry.data for entry in mine.journal("qb/match/0001").entries()] == [{"n": 1}]
    assert mine.read("qb/match/0002") == mine.read("qb/match/0003") == []
    assert (mine.length("qb/match/0001"), mine.length("qb/match/0002")) == (1, 0)
    assert mine.lengths(["qb/match/0001", "qb/match/0002"]) == {"qb/match/0001": 1}
    assert store.streams() == ["u/aa/qb/match/0001", "u/aab/qb/match/0002", "qb/match/0003"]
    with pytest.raises(PermissionError):
        mine.one_moment()
    with pytest.raises(PermissionError), mine.alone():
        pass


# A server


class Person:
    """Somebody with a browser."""

    def __init__(self, server, home, name):
        self.server, self.cookie = server, None
        said = command(home, "invite", name)
        code = re.search(r"\d{4} \d{4} \d{4}", said)[0]
        joined = self.ask("POST", "/join", {"name": name, "code": code, "password": WORDS})
        assert (joined.status, joined.place) == (303, "/")
        self.cookie = joined.headers["set-cookie"].partition(";")[0]

    def ask(self, method, path, form=None):
        return self.server.ask(method, path, form, Cookie=self.cookie)


def command(home, *words):
    typed = [sys.executable, "-m", "mazzo", "accounts", *words, "--lang", "en"]
    return subprocess.run(typed, env=own_folders(home), capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def shared(home):
    with web_server(home, options=("--accounts",)) as started:
        yield started


@pytest.fixture(scope="module")
def anna(shared, home):
    return Person(shared, home, "Anna")


@pytest.fixture(scope="module")
def bea(shared, home):
    return Person(shared, home, "Bea")


@pytest.fixture(scope="module")
def annas(anna):
    """One of everything that Anna has, by the parts of addresses."""
    match = anna.ask("POST", "/coach/new", {"kind": "sample"}).place.rpartition("/")[2]
    game = anna.ask("POST", "/play/new", {}).place.rpartition("/")[2]
    solitaire = anna.ask("POST", "/solitario/new", {}).place.rpartition("/")[2]
    return {"/coach": match, "/play": game, "/review": match, "/solitario": solitaire}


ROUTES = sorted({(method, r.path) for room in ROOMS for r in room.router.routes for method in r.methods})
OWNED = [row for row in ROUTES if "{number}" in row[1] or "{game}" in row[1]]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_whoever_is_not_signed_in_sees_the_page_where_one_is_and_nothing_else(shared, method, path):
    place = re.sub(r"\{\w+\}", "1", path)
    answer = shared.ask(method, place, {} if method == "POST" else None)
    while place == "/readyz" and answer.text == "the rules are being compiled":
        time.sleep(0.2)
        answer = shared.get(place)
    shown = {"/healthz": 200, "/readyz": 200, "/metrics": 200, "/static/1/1": 404}
    entry = {"GET": 200, "POST": 422} if place in ("/login", "/join") else {"GET": 303, "POST": 401}
    assert answer.status == shown.get(place, entry[method])
    assert answer.place in (None, "/login")


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), [row for row in OWNED if not row[1].startswith("/puzzles")])
def test_what_belongs_to_one_is_not_there_for_another(bea, annas, method, path):
    part = next(found for start, found in annas.items() if path.startswith(start))
    place = path.format(number=part, game=part, kind="match")
    form = {
        "card": "001",
        "tile": "M5",
        "owner": "Y",
        "cards": "1",
        "turn": "you",
        "fix": "1",
        "line": "undo",
        "seat": "left",
    }
    assert bea.ask(method, place, form if method == "POST" else None).status == 404


@pytest.mark.slow
def test_what_belongs_to_one_is_there_for_its_owner(anna, bea, annas):
    for start in ("/coach", "/play", "/solitario"):
        assert anna.ask("GET", f"{start}/{annas[start]}").status == 200
    assert "Resume" not in bea.ask("GET", "/").text
    assert annas["/solitario"] in anna.ask("GET", "/").text


@pytest.mark.slow
def test_decks_and_players_are_everybodys_own(anna, bea):
    assert anna.ask("POST", "/decks", {"name": "mine", "cards": ",".join(CARDS)}).status == 303
    assert "mine" in anna.ask("GET", "/decks").text
    assert "mine" not in bea.ask("GET", "/decks").text
    anna.ask("POST", "/solitario/players", {"name": "Zoe"})
    assert "Zoe" in anna.ask("GET", "/solitario/players").text
    assert "Zoe" not in bea.ask("GET", "/solitario/players").text


CARDS = [f"{number:03}" for number in (1, 1, 2, 2, 4, 4, 5, 5, 7, 7, 8, 8, 9, 9, 10)]


@pytest.mark.slow
def test_signing_in_and_out_and_being_let_in_no_longer(shared, home):
    carla = Person(shared, home, "Carla")
    assert carla.ask("GET", "/coach/new").status == 200
    wrong = shared.post("/login", {"name": "Carla", "password": "wrong" * 3})
    assert wrong.status == 422
    assert "Name and password do not belong together." in wrong.text
    other = shared.post("/login", {"name": "carla", "password": WORDS})
    assert "HttpOnly" in other.headers["set-cookie"]
    assert carla.ask("POST", "/logout", {}).place == "/login"
    assert carla.ask("GET", "/coach/new").place == "/login"
    second = other.headers["set-cookie"].partition(";")[0]
    assert shared.get("/coach/new", Cookie=second).status == 200
    assert "Carla" in command(home, "list")
    command(home, "close", "carla")
    assert shared.get("/coach/new", Cookie=second).place == "/login"
    assert shared.post("/login", {"name": "Carla", "password": WORDS}).status == 422


@pytest.mark.slow
def test_guessing_a_password_is_stopped(shared):
    answers = [shared.post("/login", {"name": "Dora", "password": f"guess {number:010}"}) for number in range(11)]
    assert answers[-1].status == 429


@pytest.mark.slow
def test_programs_too_reach_only_what_is_theirs_who_asks(shared, anna, bea, annas):
    place = f"/api/v1/matches/{annas['/coach']}"
    assert anna.ask("GET", place).status == 200
    assert bea.ask("GET", place).status == 404
    assert shared.get(place).status == 401
