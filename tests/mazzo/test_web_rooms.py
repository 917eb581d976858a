"""The rooms of Queen's Blood behind the web table, by what their pages offer: coach, play, puzzles."""

from __future__ import annotations

import re
from html import unescape

import pytest

from qb_engine.notation.game_position import read_position
from qb_engine.puzzles.collection import shipped_puzzles
from qb_engine.puzzles.solver import puzzle_start, solve
from support.web_server import web_server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with web_server(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def match(server):
    """A match from the console at the enemy's first move; its address."""
    form = {"deck": "Vanguard", "hand": "001, 004, 005, 007, 007", "first": "E", "enemy": "Bulwark"}
    began = server.post("/coach/new", form)
    server.post(f"{began.place}/mulligan", {})
    return began.place


def said(page):
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


# The coach.


def test_a_typed_line_is_the_enemys_move_and_your_draw_as_in_the_terminal(server, match):
    page = server.post(f"{match}/say", {"line": "crab m5"}, HX_Request="true").text
    assert "Nothing was changed" not in page
    assert 'id="tile-M5" class="tile enemys held' in page


def test_a_card_in_doubt_becomes_buttons_and_the_answer_resumes_the_line(server, match):
    doubtful = "c m5"
    page = server.post(f"{match}/say", {"line": doubtful}, HX_Request="true").text
    assert f'name="said" value="{doubtful}"' in page
    assert 'name="line" value="1"' in page
    then = server.post(f"{match}/say", {"line": "1", "said": [doubtful]}, HX_Request="true").text
    assert 'id="tile-M5" class="tile enemys held' in then


def test_a_card_without_a_tile_shows_the_tiles_that_take_it(server, match):
    page = server.post(f"{match}/say", {"line": "crab"}, HX_Request="true").text
    assert "Where does Crystalline Crab lie?" in page
    assert "Lay it on M5" in page


@pytest.mark.parametrize("line", ["save /tmp/x", "load x", "new", "quit", "names x.json", "review"])
def test_no_line_reaches_files_or_leaves_the_match(server, match, line):
    page = server.post(f"{match}/say", {"line": line}, HX_Request="true").text
    assert "is a command of the terminal" in said(page)
    after = server.post(f"{match}/say", {"line": line, "said": ["c m5"]}, HX_Request="true").text
    assert "is a command of the terminal" in said(after)


def test_a_tile_that_differs_is_mended_after_the_difference_was_shown(server, match):
    tapped = server.get(f"{match}?mend=tiles&tile=M3").text
    assert "M3 as the console shows it" in tapped
    form = {"tile": "M3", "owner": "E", "rank": "2", "card": "crab", "power": "4"}
    asked = server.post(f"{match}/tile", form, HX_Request="true").text
    assert "Yes, the console shows this" in asked
    assert 'id="tile-M3" class="tile nobody free' in asked
    lines = [unescape(one) for one in re.findall('name="said" value="([^"]+)"', asked)]
    done = server.post(f"{match}/say", {"line": "yes", "said": lines}, HX_Request="true").text
    assert 'id="tile-M3" class="tile enemys held' in done
    assert "power 4" in done


def test_the_hand_the_turn_and_a_step_are_mended_from_the_page(server, match):
    hand = server.post(f"{match}/hand", {"cards": "001, 004"}, HX_Request="true").text
    assert "Yes, the console shows this" in hand
    turn = server.post(f"{match}/turn", {"turn": "you"}, HX_Request="true").text
    assert "Yes, the console shows this" in turn
    server.post(f"{match}/enemy", {"card": "013", "tile": "M5"})
    assert "What was step 3?" in server.get(f"{match}?fix=3").text
    fixed = server.post(f"{match}/step", {"fix": "3", "line": "crab t5"}, HX_Request="true").text
    assert 'id="tile-T5" class="tile enemys held' in fixed


def test_what_is_refused_is_said_with_what_mends_it_also_without_scripts(server, match):
    page = server.post(f"{match}/enemy", {"card": "013", "tile": "M1"}).text
    assert "Nothing was changed." in page
    assert "Fix a tile" in page


def test_questions_are_links_and_change_nothing(server):
    begun = server.post("/coach/new", {"kind": "sample"}).place
    server.post(f"{begun}/mulligan", {})
    before = server.get(begun).text
    for ask, answer in (("why 1", "number 1 of"), ("why not 2", "with the best move"), ("threats", "Cheapest flip")):
        assert answer in said(server.get(f"{begun}?ask={ask.replace(' ', '+')}").text)
    assert "what if" in server.get(begun).text
    assert "the score is then" in said(server.post(f"{begun}/say", {"what": "crab m1"}, HX_Request="true").text)
    assert server.get(f"{begun}?ask=undo").text.count("said") == before.count("said")
    assert server.get(begun).text == before


def test_a_deck_shows_its_cards_to_tap_the_hand(server):
    page = server.get("/coach/new?deck=Vanguard").text
    cards = re.findall('name="held" value="([0-9]+)"', page)
    assert len(cards) == 15
    began = server.post("/coach/new", {"deck": "Vanguard", "held": cards[:5]})
    assert began.status == 303
    assert "Your deck: 10 cards left" in said(server.get(began.place).text)


# Games against the computer.


@pytest.mark.parametrize("level", [2, 3])
def test_a_game_against_the_computer_is_played_to_its_end(server, level):
    place = server.post("/play/new", {"level": level, "first": "you", "seed": 5}).place
    page = server.post(f"{place}/mulligan", {"returned": ["1"]}, HX_Request="true").text
    for _turn in range(40):
        if "Play again" in page:
            break
        free = [
            card for card in re.findall(r'id="hand-(\d)"[^>]*aria-label="([^"]*)"', page) if "No tile" not in card[1]
        ]
        if not free:
            page = server.post(f"{place}/play", {"move": "pass"}, HX_Request="true").text
            continue
        chosen = server.get(f"{place}?hand={free[0][0]}").text
        tile = re.search(r'id="tile-(..)" class="[^"]* target"', chosen)[1]
        page = server.post(f"{place}/play", {"hand": free[0][0], "tile": tile}, HX_Request="true").text
    assert "Review this game" in page
    assert "The enemy still held" in said(page)


def test_a_game_shows_nothing_of_the_enemys_hand_before_its_end_and_gives_hints_when_asked(server):
    place = server.post("/play/new", {"level": 2, "first": "you", "seed": 5}).place
    server.post(f"{place}/mulligan", {})
    page = server.get(place).text
    assert "still held" not in page
    assert "merit" not in page
    assert "First look" in said(server.get(f"{place}?ask=hint").text)
    back = server.post(f"{place}/undo", {}, HX_Request="true").text
    assert "you have made no move" in said(back).casefold()


def test_a_deep_enemy_thinks_in_a_worker_and_the_page_says_so(server):
    place = server.post("/play/new", {"level": 4, "first": "enemy", "seed": 5}).place
    page = server.post(f"{place}/mulligan", {}, HX_Request="true").text
    assert "The enemy is thinking" in page
    assert server.get(f"{place}/thinking").text == "event: answer\ndata: \n\n"
    assert "Your move" in server.get(place).text


# Puzzles.


def solved(number):
    return next(iter(solve(puzzle_start(read_position(shipped_puzzles()[number - 1].text))).lines()))


def test_a_puzzle_is_solved_by_laying_its_line_and_is_counted(server):
    page, tried = "", ""
    for move in solved(1):
        held = list(read_position(shipped_puzzles()[0].text).hand("Y").card_ids)
        for gone in filter(None, tried.split(",")):
            held.remove(gone.partition("@")[0])
        number = held.index(move.card_id) + 1
        form = {"puzzle": "x", "number": 1, "tried": tried, "hand": number, "tile": str(move).partition("@")[2]}
        laid = server.post("/puzzles/lay", form)
        assert laid.status == 303, laid.text
        page = server.get(laid.place).text
        tried = unescape(re.search('name="tried" value="([^"]*)"', page)[1])
    assert "Solved at the first try" in page
    assert "Solved so far: 1 of" in server.get("/puzzles").text


def test_a_wrong_try_says_where_it_leads(server):
    root = solve(puzzle_start(read_position(shipped_puzzles()[0].text)))
    wrong = [move for move, after in root.moves.items() if after.is_dead]
    node, tried = root.moves[wrong[0]], [wrong[0]]
    while node.moves:
        move, node = next(iter(node.moves.items()))
        tried.append(move)
    page = said(server.get(f"/puzzles/1?tried={','.join(map(str, tried))}").text)
    assert "nothing wins: at best" in page


def test_a_puzzle_travels_in_a_link_and_nonsense_is_refused_with_its_reason(server):
    link = re.search('href="(/puzzles/shared[^"]+)"', server.get("/puzzles/5").text)[1]
    assert said(server.get(unescape(link)).text).count("A puzzle with") == 2
    assert server.get("/puzzles/shared?puzzle=nonsense").status == 422
