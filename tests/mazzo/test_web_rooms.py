"""The rooms of Queen's Blood behind the web table, by what their pages offer: coach, play, puzzles."""

from __future__ import annotations

import re
from html import unescape

import pytest

from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.notation.game_position import read_position
from qb_engine.puzzles.collection import shipped_puzzles
from qb_engine.puzzles.solver import puzzle_start, solve


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
    assert "What if" in server.get(begun).text
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


@pytest.mark.parametrize("level", [2, "person"])
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
    assert "First look" not in page
    assert "First look" in said(server.get(f"{place}?ask=hint").text)
    back = server.post(f"{place}/undo", {}, HX_Request="true").text
    assert "you have made no move" in said(back).casefold()


def test_an_enemy_is_chosen_by_what_it_does_and_met_by_the_same_words(server):
    page = said(server.get("/play/new").text)
    assert "1: lays its cards nearly at random" in page
    assert "console: takes the most points there are and passes when there are none" in page
    place = server.post("/play/new", {"level": "console", "first": "you", "seed": 5}).place
    server.post(f"{place}/mulligan", {})
    assert "The enemy takes the most points there are and passes when there are none" in said(server.get(place).text)
    assert server.post("/play/new", {"level": "deep:900000", "first": "you"}).status == 422


def test_a_deep_enemy_thinks_in_a_worker_and_the_page_says_so(server):
    place = server.post("/play/new", {"level": 5, "first": "enemy", "seed": 5}).place
    page = server.post(f"{place}/mulligan", {}, HX_Request="true").text
    assert "The enemy is thinking" in page
    assert server.get(f"{place}/thinking").text == "event: answer\ndata: \n\n"
    assert "Your move" in server.get(place).text
    then = server.get(re.search(r'data-here="([^"]+)"', page)[1]).text
    assert re.search(r'data-says="Enemy: [^"]+"', then), re.search('data-says="[^"]*"', then)


# Puzzles.


def solved(number):
    return next(iter(solve(puzzle_start(read_position(shipped_puzzles()[number - 1].text))).lines()))


def solved_so_far(server):
    """How many puzzles the list says are solved; it says nothing of none."""
    said = re.search(r"Solved so far: (\d+) of", server.get("/puzzles").text)
    return int(said[1]) if said else 0


def test_a_puzzle_is_solved_by_laying_its_line_and_is_counted(server):
    """Nobody else who shares the server solves the fifth."""
    before = solved_so_far(server)
    page, tried = "", ""
    for move in solved(5):
        held = list(read_position(shipped_puzzles()[4].text).hand("Y").card_ids)
        for gone in filter(None, tried.split(",")):
            held.remove(gone.partition("@")[0])
        number = held.index(move.card_id) + 1
        form = {"puzzle": "x", "number": 5, "tried": tried, "hand": number, "tile": str(move).partition("@")[2]}
        laid = server.post("/puzzles/lay", form)
        assert laid.status == 303, laid.text
        page = server.get(laid.place).text
        tried = unescape(re.search('name="tried" value="([^"]*)"', page)[1])
    assert "Solved at the first try" in page
    assert solved_so_far(server) == before + 1


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


# Reviews.


def sample_played(server, place=0):
    """Play a sample match to its end, each time the move at ``place`` in the list; its number."""
    match = server.post("/coach/new", {"kind": "sample"}).place
    page = server.post(f"{match}/mulligan", {}, HX_Request="true").text
    while moves := re.findall(r'name="move" value="([^"]+)"', page):
        page = server.post(f"{match}/play", {"move": moves[place]}, HX_Request="true").text
    assert "Review this match" in page
    return match.rpartition("/")[2]


@pytest.fixture(scope="module")
def over(server):
    """A sample match that is over; some tests look at its review."""
    return sample_played(server)


def test_a_review_says_how_far_it_is_then_shows_graph_table_and_the_board_at_every_move(server):
    over = sample_played(server, place=-1)  # a game that is known already is not judged once more
    assert "data-deep" in server.get(f"/review/match/{over}").text
    told = server.get(f"/review/match/{over}/progress").text
    assert told.endswith("event: answer\ndata: \n\n")
    page = server.get(f"/review/match/{over}").text
    assert '<title id="review-title">' in page
    assert '<desc id="review-desc">' in page
    assert "<style" not in page
    rows = page.count("at=") - page.count('class="btn')
    assert rows > 5
    assert said(server.get(f"/review/match/{over}?at=0").text) != said(server.get(f"/review/match/{over}?at=3").text)


def test_a_game_travels_in_a_link_and_a_pasted_record_is_reviewed(server, over):
    server.get(f"/review/match/{over}/progress")
    link = unescape(re.search('href="(/review/shared[^"]+)"', server.get(f"/review/match/{over}").text)[1])
    assert "review-title" in server.get(link).text
    refused = server.post("/review", {"record": "no record"})
    assert refused.status == 422
    assert "no record" in refused.text


def test_learning_hides_the_answer_until_it_is_asked_for(server, over):
    server.get(f"/review/match/{over}/progress")
    page = server.get(f"/review/match/{over}/learn").text
    if "That was the last one" in page:
        pytest.fail("the sample has no flagged move: take another")
    assert "Better:" not in page
    assert "Better:" in server.get(f"/review/match/{over}/learn?show=true").text
    tried = server.post("/review/attempt", {"kind": "match", "number": over, "at": 1, "move": "pass"})
    assert "Better:" not in tried.text
    assert tried.status == 200


# Decks and the what-if board.


def test_a_deck_is_built_card_by_card_checked_shared_by_its_code_and_kept(server):
    cards = sorted(starter_decks()[1].deck.card_ids)
    page = server.get("/decks/build").text
    for card in cards[:2]:
        page = server.get(unescape(re.search(rf'id="add-{card}" href="([^"]+)"', page)[1])).text
    assert "2 of 15 cards" in page
    whole = server.get(f"/decks/build?cards={','.join(cards)}").text
    code = deck_code(cards)
    assert code in whole
    assert "an opening hand has no card to lay" in said(whole)
    assert code in server.get(f"/decks/build?deck={code}").text
    assert server.post("/decks", {"cards": ",".join(cards), "name": "My own"}).status == 303
    assert "My own" in server.get("/coach/new").text
    again = server.post("/decks", {"cards": ",".join(cards), "name": "My own"})
    assert again.status == 422


def test_what_the_rules_do_not_take_in_a_deck_is_said(server):
    page = server.get(f"/decks/build?cards={','.join(['001'] * 15)}").text
    assert 'class="failed"' in page
    assert 'id="code"' not in page


def test_the_what_if_board_is_edited_by_tapping_and_its_address_holds_it(server):
    page = server.get("/table").text
    assert "What to play" in page
    position = unescape(re.search('name="position" value="([^"]+)"', page)[1])
    form = {"position": position, "tile": "M3", "owner": "E", "rank": 2, "card": "crab"}
    changed = server.post("/table", form)
    assert changed.status == 303
    assert 'id="tile-M3" class="tile enemys held' in server.get(changed.place).text
    hand = server.post("/table", {"position": position, "hand": "001, 013"})
    assert server.get(hand.place).text.count('class="card"') == 2
    turned = server.get(server.post("/table", {"position": position, "side": "E"}).place).text
    assert "It is my move" in turned
    refused = server.get("/table?position=nonsense")
    assert refused.status == 422
    assert "nonsense" in refused.text
