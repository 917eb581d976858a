"""The web table as a program asks it: every operation, what it refuses, and whole games in JSON."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from jsonschema import Draft202012Validator

from mazzo.schemas.export import DOCUMENTS, json_schema
from mazzo.web.api.openapi import openapi
from mazzo.web.api.operations import OPERATIONS
from mazzo.web.api.statuses import STATUSES as ERROR_STATUSES
from mazzo.web.app import ROOMS
from mazzo.web.network import network_address
from mazzo.words.api import OPERATION_WORDS, STATUS_HELPS, STATUS_WORDS
from qb_engine.records import qbn_text
from support.api_client import ROOT, Program
from support.error_kinds import kinds
from support.reviewed_games import ending
from support.web_server import web_server

pytestmark = pytest.mark.slow
OPENING = "qb1 rebirth Y1 opening Y=001,004,007"
SCORE = {
    "difficulty_level": 3,
    "deck_type": "french",
    "draw_count": 3,
    "timer_mode": "OFF",
    "timer_limit_seconds": 0,
    "event_counts": {"waste_to_foundation": 2},
    "elapsed_seconds": 60,
    "move_count": 1,
    "is_victory": False,
    "end_reason": "abandon_exit",
}


@pytest.fixture(scope="module")
def program(server):
    return Program(server.port)


# Every operation by a table that a new one without a row fails.

NOWHERE = {"number": "99999", "game": "0" * 32, "tile": "M3", "name": "nonesuch", "card": "nonesuch"}
STATUSES = {
    ("GET", "/cards"): 200,
    ("GET", "/cards/find"): 422,
    ("GET", "/cards/{card}"): 404,
    ("GET", "/decks"): 200,
    ("POST", "/decks"): 422,
    ("POST", "/decks/read"): 422,
    ("POST", "/decks/check"): 422,
    ("POST", "/positions"): 422,
    ("POST", "/advice"): 422,
    ("GET", "/matches"): 200,
    ("POST", "/matches"): 422,
    ("GET", "/matches/{number}"): 404,
    ("POST", "/matches/{number}/steps"): 422,
    ("POST", "/matches/{number}/lines"): 422,
    ("POST", "/matches/{number}/look"): 404,
    ("GET", "/matches/{number}/why"): 422,
    ("GET", "/matches/{number}/why-not"): 422,
    ("GET", "/matches/{number}/what-if"): 422,
    ("GET", "/matches/{number}/threats"): 404,
    ("GET", "/matches/{number}/tiles/{tile}"): 404,
    ("GET", "/games"): 200,
    ("POST", "/games"): 201,
    ("GET", "/games/{number}"): 404,
    ("POST", "/games/{number}/steps"): 422,
    ("GET", "/puzzles"): 200,
    ("GET", "/puzzles/daily"): 200,
    ("GET", "/puzzles/{number}"): 404,
    ("GET", "/puzzles/{number}/solution"): 404,
    ("POST", "/puzzles/{number}/try"): 422,
    ("POST", "/puzzles/try"): 422,
    ("POST", "/reviews"): 422,
    ("GET", "/reviews/{key}"): 404,
    ("GET", "/lab/runs"): 200,
    ("GET", "/lab/runs/{key}"): 404,
    ("GET", "/solitario/games"): 200,
    ("POST", "/solitario/games"): 201,
    ("GET", "/solitario/games/{game}"): 404,
    ("POST", "/solitario/games/{game}/commands"): 422,
    ("GET", "/solitario/scores"): 200,
    ("GET", "/solitario/statistics"): 200,
    ("POST", "/solitario/score"): 422,
    ("POST", "/solitario/solve"): 422,
    ("GET", "/schemas"): 200,
    ("GET", "/schemas/{name}"): 404,
    ("GET", "/openapi.json"): 200,
}
"""Every operation, and how it answers to an empty request for something that is not there."""
CHANGING = sorted(path for method, path in STATUSES if method == "POST")


def placed(path):
    key = "0" * (16 if path.startswith("/lab") else 64)
    return path.format(**NOWHERE, key=key)


def test_every_operation_has_its_row_and_its_words():
    assert {(one.method, one.path) for one in OPERATIONS} == set(STATUSES)
    assert {f"{one.method} {one.path}" for one in OPERATIONS} == set(OPERATION_WORDS)
    assert len({one.name for one in OPERATIONS}) == len(OPERATIONS)


def test_no_page_lies_at_an_address_for_programs():
    assert [route.path for room in ROOMS for route in room.router.routes if route.path.startswith(ROOT)] == []


@pytest.mark.parametrize(("method", "path"), sorted(STATUSES), ids=lambda part: part)
def test_an_operation_keeps_its_answer_to_itself_and_its_status_is_documented(program, method, path):
    answer = program.ask(method, placed(path), {} if method == "POST" else None)
    assert answer.status == STATUSES[method, path]
    assert str(answer.status) in openapi(OPERATIONS)["paths"][path][method.lower()]["responses"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert not any(name.startswith("access-control") for name in answer.headers)
    foreign = program.ask(method, placed(path), {} if method == "POST" else None, Host="evil.example")
    assert (foreign.status, foreign.document["code"]) == (421, "host")


@pytest.mark.parametrize("path", CHANGING)
def test_no_page_of_another_site_can_change_anything(program, path):
    """A browser says where a request comes from, or cannot send JSON without asking first."""
    place = placed(path)
    as_page = [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site", "Origin": "http://localhost:1"},
        {"Sec_Fetch_Site": "none"},
        {"Sec_Fetch_Mode": "no-cors"},
    ]
    as_form = [
        {"Content_Type": kind}
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None)
    ]
    for headers in (*as_page, *as_form):
        refused = program.post(place, {}, **headers)
        assert (refused.status, refused.document["code"]) == (403, "foreign"), headers
    asked_first = program.ask("OPTIONS", place, Origin="http://evil.example", Access_Control_Request_Method="POST")
    assert asked_first.status == 405
    assert not any(name.startswith("access-control") for name in asked_first.headers)


@pytest.mark.parametrize("path", CHANGING)
def test_a_program_and_a_page_of_ours_may_and_only_with_json(program, path):
    place, origin = placed(path), f"http://localhost:{program.port}"
    for headers in ({"Origin": origin}, {"Sec_Fetch_Site": "same-origin"}):
        assert program.post(place, {}, **headers).status == STATUSES["POST", path]
        assert program.post(place, {}, **headers, Content_Type="text/plain").status == 415


def test_every_error_has_a_status_with_words_and_every_name_in_the_table_is_an_error():
    assert set(ERROR_STATUSES.values()) <= set(STATUS_WORDS) == set(STATUS_HELPS)
    known = {kind.__name__ for kind in kinds()} | {"SpokenError", "BusyError"}
    assert set(ERROR_STATUSES) <= known


def test_what_lies_nowhere_or_takes_another_method_is_said_as_a_document(program):
    for path in ("/nothing", "/cards/031/more", "/lab/runs/%0A", "/matches/none"):
        assert (program.get(path).status, program.get(path).document["code"]) == (404, "not-there")
    wrong = program.ask("DELETE", "/decks", {})
    assert (wrong.status, wrong.document["code"]) == (405, "method")
    assert {name.strip() for name in wrong.headers["allow"].split(",")} == {"GET", "HEAD", "POST"}
    assert program.ask("GET", "/puzzles/try").status == 405


def test_the_openapi_document_describes_every_operation_and_every_type_in_it(program):
    document = program.get("/openapi.json").document
    assert document["openapi"].startswith("3.1")
    assert document == json.loads(json.dumps(openapi(OPERATIONS)))
    parts = document["components"]["schemas"]
    for schema in parts.values():
        Draft202012Validator.check_schema(schema)
    assert set(find_refs(document)) == {f"#/components/schemas/{name}" for name in parts}
    for one in OPERATIONS:
        assert {200, 201} & set(one.answers), one.path
        assert {401, 421, 422, 429, 500, 503} <= set(one.refuses), one.path


def find_refs(value):
    if isinstance(value, dict):
        yield from (ref for key, ref in value.items() if key == "$ref")
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inside:
        yield from find_refs(one)


def test_the_page_about_it_names_every_operation_in_both_languages(server):
    for language, title in (("en", "For programs"), ("it", "Per i programmi")):
        page = server.get("/api", Cookie=f"mazzo=language.{language}").text
        assert title in page
        for one in OPERATIONS:
            assert f"<code>{one.method} {ROOT}{one.path}</code>" in page


# What can be asked.


def fits(name, document):
    assert [error.message for error in Draft202012Validator(json_schema(name)).iter_errors(document)] == []
    return document


def test_every_answer_of_its_own_is_a_document_with_a_schema(program):
    listed = fits("schema-list", program.get("/schemas").document)
    assert [one["name"] for one in listed["schemas"]] == list(DOCUMENTS)
    assert program.get("/schemas/match").document == json_schema("match")


def test_cards_and_decks(program):
    every = fits("card-list", program.get("/cards").document)["cards"]
    rank = fits("card-list", program.get("/cards?rank=2&kind=standard").document)["cards"]
    assert 0 < len(rank) < len(every)
    assert {(card["cost"], card["category"]) for card in rank} == {(2, "Standard")}
    assert fits("card-list", program.get("/cards/find?text=zu").document)["cards"][0]["id"] == "015"
    card = program.get("/cards/015", Accept_Language="it").document
    assert (fits("card", card)["name"], card["language"]) == ("Zu", "it")
    vanguard = fits("deck", program.post("/decks/read", {"deck": "vanguard"}).document)
    again = program.post("/decks/read", {"deck": vanguard["code"]}).document
    assert again == vanguard
    checked = fits("deck-check", program.post("/decks/check", {"deck": vanguard["code"]}).document)
    assert checked["ok"]
    assert checked["no_first_turn_card"]["chance"] < 0.5
    kept = program.post("/decks", {"deck": vanguard["code"], "name": "mine"})
    assert (kept.status, kept.document["name"]) == (201, "mine")
    assert "mine" in [deck["name"] for deck in fits("deck-list", program.get("/decks").document)["decks"]]
    twice = program.post("/decks", {"deck": vanguard["code"], "name": "mine"})
    assert (twice.status, twice.document["code"]) == (409, "deck-name")


def test_a_position_is_advised_on_quickly_and_deeply(program):
    seen = fits("position", program.post("/positions", {"position": OPENING}).document)
    assert seen["hands"] == {"Y": ["001", "004", "007"]}
    quick = fits("position-advice", program.post("/advice", {"position": OPENING}).document)
    assert (quick["level"], quick["seconds"], quick["moves"][0]["interval"]) == ("quick", 0, None)
    asked = {"position": OPENING, "look": "deep", "iterations": 2000, "seed": 3}
    deep = fits("position-advice", program.post("/advice", asked).document)
    assert deep["level"] == "deep"
    assert 0 < deep["moves"][0]["win_chance"] < 1
    assert program.post("/advice", asked).document == deep
    handless = program.post("/advice", {"position": "qb1 rebirth Y1 opening"})
    assert (handless.status, handless.document["code"]) == (409, "no-hand")
    assert program.post("/advice", {"position": "qb1 rebirth Y1 opening", "hand": ["zu"]}).status == 200


def test_a_coached_match_goes_step_by_step_and_every_question_is_answered(program):
    begun = program.post("/matches", {"deck": "Vanguard", "hand": ["001", "004", "005", "007", "007"], "first": "E"})
    match = fits("match", begun.document)
    place = begun.headers["location"]
    assert (begun.status, match["snapshot"]["session"]["phase"]) == (201, "mulligan")
    early = program.post(f"{place}/steps", {"event": "play", "card": "001", "tile": "M1"})
    assert (early.status, early.document["code"]) == (409, "match-step")
    assert "mulligan" in early.document["remedy"]
    program.post(f"{place}/steps", {"event": "mulligan"})
    laid = program.post(f"{place}/steps", {"event": "enemy_play", "card": "security officer", "tile": "M5"}).document
    assert laid["snapshot"]["board"]["M5"]["card"] == "001"
    if laid["snapshot"]["session"]["phase"] == "your_draw":
        laid = program.post(f"{place}/steps", {"event": "draw", "card": "008"}).document
    best = fits("match", laid)["snapshot"]["answer"]["move"]
    for question in (f"why?move={best}", "why?move=pass", f"why-not?move={best}", f"what-if?move={best}"):
        told = fits("explained", program.get(f"{place}/{question}").document)
        assert told["said"]
        assert told["move"]["move"] in (best, "pass")
    assert fits("explained", program.get(f"{place}/what-if?move=001@M4&side=E").document)["move"] is None
    assert fits("threats", program.get(f"{place}/threats").document)["tiles"]
    assert "M5" in program.get(f"{place}/tiles/M5").document["said"][0]
    looked = fits("match", program.post(f"{place}/look", {"seconds": 0.5}).document)
    assert looked["looked_seconds"] == 0.5
    assert looked["snapshot"]["answer"]["look"] == "deep"
    card, tile = looked["snapshot"]["answer"]["move"].split("@")
    played = program.post(f"{place}/steps", {"event": "play", "card": card, "tile": tile}).document
    assert played["snapshot"]["session"]["phase"] == "enemy_play"
    assert program.get(place).document["snapshot"] == played["snapshot"]
    assert program.post(f"{place}/steps", {"event": "undo"}).document["snapshot"]["hand"] == laid["snapshot"]["hand"]
    assert program.post(f"{place}/steps", {"event": "redo"}).document["snapshot"] == played["snapshot"]
    listed = fits("match-list", program.get("/matches").document)["matches"][0]
    assert (listed["number"], listed["phase"]) == (match["number"], "enemy_play")


def test_a_typed_line_may_be_asked_back_and_the_answer_goes_on_from_there(program):
    place = program.post("/matches", {"kind": "sample"}).headers["location"]
    said = program.post(f"{place}/lines", {"line": "keep"}).document
    assert said["snapshot"]["session"]["phase"] == "your_play"
    refused = program.post(f"{place}/lines", {"line": "xyzzy"}, Accept_Language="it")
    assert (refused.status, refused.document["code"]) == (422, "not-taken")
    assert refused.document["remedy"].startswith("Invialo di nuovo")
    assert program.post(f"{place}/lines", {"line": "board"}).document["said"]
    assert program.post(f"{place}/lines", {"line": "save somewhere"}).status == 422
    hand = {"deck": "Vanguard", "hand": ["001", "004", "005", "007", "007"]}
    place = program.post("/matches", hand).headers["location"]
    asked = fits("match", program.post(f"{place}/lines", {"line": "mull 1"}).document)["asked"]
    assert asked["prompt"]
    answer = {"line": "grasslands wolf", "said": asked["said"]}
    got = program.post(f"{place}/lines", answer).document["snapshot"]
    assert (got["session"]["phase"], "008" in got["hand"]) == ("your_play", True)


def test_a_game_against_the_computer_to_its_end_without_a_hidden_card(program):
    begun = program.post("/games", {"level": 1, "first": "you", "seed": 5})
    place, game = begun.headers["location"], fits("game", begun.document)
    game = program.post(f"{place}/steps", {"event": "mulligan", "returned": [1]}).document
    while game["game"]["phase"] != "over":
        assert game["enemy_hand"] == []
        move = (game["game"]["legal_moves"] or ["pass"])[0]
        game = fits("game", program.post(f"{place}/steps", {"event": "play", "move": move}).document)
    assert game["said"]
    late = program.post(f"{place}/steps", {"event": "pass"})
    assert (late.status, late.document["code"]) == (409, "game-over")
    assert fits("game-list", program.get("/games").document)["games"][0]["phase"] == "over"


def test_a_deep_enemy_moves_when_it_is_asked_to_and_not_before(program):
    place = program.post("/games", {"level": 5, "first": "enemy", "seed": 5}).headers["location"]
    waits = program.post(f"{place}/steps", {"event": "mulligan"}).document
    assert waits["game"]["phase"] == "enemy_play"
    moved = program.post(f"{place}/steps", {"event": "enemy"}).document
    assert moved["game"]["phase"] == "your_play"
    assert program.post(f"{place}/steps", {"event": "resign"}).document["game"]["is_resigned"]


def test_a_puzzle_is_tried_and_a_won_one_is_noted(program):
    listed = fits("puzzle-list", program.get("/puzzles?grade=1&cards=2").document)["puzzles"]
    place = f"/puzzles/{listed[0]['number']}"
    puzzle = fits("puzzle", program.get(place).document)
    assert puzzle["solution"] is None
    lines = fits("puzzle", program.get(f"{place}/solution").document)["solution"]["lines"]
    wrong = next(move for move in puzzle["legal_moves"] if move not in [line[0] for line in lines])
    lost = fits("puzzle-try", program.post(f"{place}/try", {"moves": [wrong]}).document)
    assert (lost["ok"], lost["dead_end"]["wrong"]) == (False, wrong)
    own = program.post("/puzzles/try", {"position": puzzle["position"], "moves": lines[0]}).document
    assert own["ok"]
    won = fits("puzzle-try", program.post(f"{place}/try", {"moves": lines[0]}).document)
    assert (won["ok"], won["dead_end"]) == (True, None)
    assert program.get("/puzzles?grade=1&cards=2").document["puzzles"][0]["is_solved"]
    daily = fits("puzzle", program.get("/puzzles/daily").document)
    assert daily["number"] == program.get("/puzzles").document["daily"]
    illegal = program.post(f"{place}/try", {"moves": ["001@M3"]})
    assert (illegal.status, illegal.document["code"]) == (409, "illegal-action")


def test_a_record_is_reviewed_by_a_worker_and_asked_for_until_it_is_there(program):
    begun = program.post("/reviews", {"record": qbn_text(ending())})
    assert begun.status == 202
    key = fits("review-progress", begun.document)["key"]
    until = time.monotonic() + 60
    while (answer := program.get(f"/reviews/{key}")).status == 202 and time.monotonic() < until:
        time.sleep(0.2)
    assert answer.status == 200
    assert fits("review", answer.document)["moves"]
    assert begun.headers["location"] == f"{ROOT}/reviews/{key}"


def test_solitario_is_played_scored_and_solved(program):
    begun = program.post("/solitario/games", {"deal": 1, "level": 1, "draw_count": 1})
    place, table = begun.headers["location"], fits("solitario-table", begun.document)
    moved = fits("solitario-table", program.post(f"{place}/commands", {"line": table["commands"][0]}).document)
    assert moved["move_count"] == 1
    assert moved["messages"][0]["key"] == "moved"
    assert program.get(place).document["piles"] == moved["piles"]
    asked = program.post(f"{place}/commands", {"line": "abandon"}).document
    assert asked["question"]
    over = program.post(f"{place}/commands", {"line": "yes"}).document
    assert (over["is_over"], over["commands"]) == (True, [])
    assert table["game"] not in [
        one["game"] for one in fits("solitario-games", program.get("/solitario/games").document)["games"]
    ]
    assert fits("solitario-statistics", program.get("/solitario/statistics").document)["overall"]["games"] == 1
    fits("solitario-scores", program.get("/solitario/scores").document)
    fits("solitario-score", program.post("/solitario/score", SCORE).document)
    assert program.post("/solitario/score", {**SCORE, "event_counts": {"nonesuch": 1}}).status == 422
    solved = fits("solitario-solve", program.post("/solitario/solve", {"deal": 1}).document)
    assert (solved["verdict"], bool(solved["line"])) == ("winnable", True)


def test_past_its_queue_the_table_says_busy_and_when_to_come_again(program):
    """Ten looks fit: two are made and eight wait. The others are told at once."""
    asked = {"position": OPENING, "look": "deep", "seconds": 2.0}
    with ThreadPoolExecutor(16) as together:
        answers = list(together.map(lambda _number: program.post("/advice", asked), range(16)))
    busy = [answer for answer in answers if answer.status == 503]
    assert {answer.status for answer in answers} == {200, 503}
    assert {(answer.document["code"], int(answer.headers["retry-after"]) > 0) for answer in busy} == {("busy", True)}
    given = [answer.document["seconds"] for answer in answers if answer.status == 200]
    assert min(given) < 2.0
    assert program.post("/advice", {"position": OPENING}).status == 200


@pytest.fixture(scope="module")
def lan(tmp_path_factory):
    with web_server(tmp_path_factory.mktemp("lan"), options=("--lan",)) as started:
        yield started


@pytest.mark.parametrize(("method", "path"), sorted(STATUSES), ids=lambda part: part)
def test_on_a_network_a_program_is_let_in_like_any_device_and_told_so_as_a_document(lan, method, path):
    host = f"{network_address()}:{lan.port}"
    answer = Program(lan.port).ask(method, placed(path), {} if method == "POST" else None, Host=host)
    assert (answer.status, answer.document["code"]) == (401, "not-let-in")
