"""Solitario in a real browser: whole games by keys and by touch, and one game on two tables."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from mazzo.errors import StreamMovedError
from mazzo.storage.store import EventStore
from mazzo.web.seats import Seats
from solitario.application.advice import winning_line
from solitario.domain.cards import deck_named
from solitario.domain.game import Game
from solitario.domain.moves import DRAW, RECYCLE, PlaceKind
from solitario.domain.rules import after
from solitario.domain.settings import GameSettings
from support.web_browser import DESK, PHONE, browsed
from support.web_server import own_folders, web_server

pytestmark = pytest.mark.slow
UNHEARD = "() => { for (const id of ['status', 'alert']) document.getElementById(id).textContent = ''; }"
HEARD = "() => document.getElementById('status').textContent + document.getElementById('alert').textContent !== ''"


def line_of(deck, deal, draw=1):
    """A game that is won, move by move, with the table before each."""
    settings = GameSettings.for_level(3, deck, draw_count=draw)
    game = Game(deck_named(deck), settings.rules(deal))
    _verdict, line = winning_line(game.table, game.rules, 30)
    table, steps = game.table, []
    for move in line:
        steps.append((table, move))
        table = after(table, move, game.rules)
    assert table.is_won
    return steps


def dealt(page, deck, deal, **options):
    page.goto("/solitario/new")
    page.check(f"input[name=deck][value={deck}]")
    page.check("input[name=kind][value=number]")
    page.fill("input[name=deal]", str(deal))
    page.select_option("#draw_count", "1")
    for name, value in options.items():
        page.select_option(f"#{name}", value)
    page.locator("form.stack button.primary").click()
    page.wait_for_selector("[data-piles]")


def settled(page, action):
    """Do something that asks the server once, and wait until the page has its answer."""
    page.evaluate(UNHEARD)
    with page.expect_response(lambda answer: re.search(r"/solitario/[0-9a-f]{32}$", answer.url)):
        action()
    page.wait_for_function(HEARD)


def one_sentence(page):
    """What was heard after the last action: one sentence, in one of the two regions."""
    heard = [page.locator(f"#{region}").inner_text() for region in ("status", "alert")]
    assert len([text for text in heard if text]) == 1
    return "".join(heard)


def go_by_key(page, place):
    if place.kind is PlaceKind.PILE:
        page.keyboard.press(str(place.index + 1))
    elif place.kind is PlaceKind.FOUNDATION:
        page.keyboard.press(f"Shift+Digit{place.index + 1}")
    else:
        page.keyboard.press("0")


def play_by_keys(page, move):
    if move in (DRAW, RECYCLE):
        page.keyboard.press("d")
        return
    go_by_key(page, move.source)
    if move.target.kind is PlaceKind.FOUNDATION:
        page.keyboard.press("g")
        return
    for _card in range(move.count - 1):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    go_by_key(page, move.target)
    page.keyboard.press("Enter")


def test_a_whole_game_is_won_by_keys_alone_in_italian_typed_faster_than_they_are_answered(browser, server):
    with browsed(browser, server.address, locale="it", **DESK) as page:
        dealt(page, "neapolitan", 5)
        page.keyboard.press("Tab")
        page.locator("#at-1-0").focus()
        for table, move in line_of("neapolitan", 5):
            if not table.stock and not table.waste and not any(pile.face_down for pile in table.tableau):
                break
            play_by_keys(page, move)
        page.keyboard.press("j")
        page.wait_for_selector("#over")
        page.wait_for_function("() => document.activeElement.id === 'ended'")
        assert "Vittoria" in page.locator("#ended").inner_text()
        assert "Vittoria" in one_sentence(page)


def tap_cell(page, cell):
    settled(page, lambda: page.locator(cell).tap(position={"x": 8, "y": 8}))


def cell_of(table, place, count):
    if place.kind is not PlaceKind.PILE:
        return f"#at-{place}"
    pile = table.tableau[place.index]
    stop = max(0, len(pile.face_up) - count) + bool(pile.face_down)
    return f"#at-{place}-{stop}"


def test_a_whole_game_is_won_by_touch_alone_on_a_phone_and_its_score_adds_up(browser, server):
    with browsed(browser, server.address, **PHONE) as page:
        dealt(page, "neapolitan", 102)
        for table, move in line_of("neapolitan", 102):
            if move in (DRAW, RECYCLE):
                tap_cell(page, "#at-S")
                continue
            tap_cell(page, cell_of(table, move.source, move.count))
            tap_cell(page, cell_of(table, move.target, 1))
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.wait_for_selector("#over")
        rows = [
            row.locator("th, td").all_inner_texts()
            for row in page.locator(".sum tr.part, .sum tr.sum, .sum tr.total").all()
        ]
        points = [(row[0], int(row[2].replace("\N{MINUS SIGN}", "-"))) for row in rows]
        labels = [label for label, _points in points]
        base, provisional, total = (
            labels.index("Base"),
            labels.index("Provisional, level 3 Normal"),
            labels.index("Total"),
        )
        values = [value for _label, value in points]
        assert sum(values[:base]) == values[base]
        assert int(sum(values[base:provisional]) * 14 // 10) == values[provisional]
        assert sum(values[provisional:total]) == values[total]
        page.get_by_role("link", name="Scores", exact=True).first.tap()
        assert str(values[total]) in page.locator("main").inner_text()


def test_what_is_refused_is_said_and_the_focus_stays(browser, server):
    with browsed(browser, server.address, **DESK) as page:
        dealt(page, "french", 13)
        page.locator("#at-7-1").focus()
        settled(page, lambda: page.keyboard.press("Enter"))
        assert page.locator("#at-7-1").get_attribute("aria-selected") == "true"
        page.keyboard.press("Shift+Digit1")
        settled(page, lambda: page.keyboard.press("Enter"))
        assert "a foundation takes only its own suit" in one_sentence(page)
        assert page.evaluate("document.activeElement.id") == "at-F1"
        settled(page, lambda: page.keyboard.press("Escape"))
        assert page.locator("[aria-selected=true]").count() == 0


def test_arrows_walk_the_table_edges_are_said_and_tab_leaves_it(browser, server):
    with browsed(browser, server.address, **DESK) as page:
        dealt(page, "french", 13)
        page.locator("#at-1-0").focus()
        steps = [("ArrowRight", "at-2-1"), ("ArrowUp", "at-2-0"), ("ArrowUp", "at-W"), ("End", "at-F4")]
        steps += [("ArrowDown", "at-7-1"), ("Home", "at-7-0"), ("End", "at-7-1"), ("7", "at-7-1"), ("9", "at-S")]
        for key, cell in steps:
            page.keyboard.press(key)
            assert page.evaluate("document.activeElement.id") == cell
            assert page.locator("#status").inner_text() == ""
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("() => document.getElementById('status').textContent.includes('Edge')")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('role')") != "gridcell"
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.id") == "at-S"


def test_letters_rest_when_they_are_switched_off_and_buttons_do_the_same(browser, server):
    with browsed(browser, server.address, **DESK) as page:
        page.goto("/settings")
        page.check("input[name=keys][value=off]")
        page.get_by_role("button", name="Keep these").click()
        dealt(page, "french", 13)
        page.locator("#at-1-0").focus()
        page.keyboard.press("d")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == "at-2-1"
        settled(page, lambda: page.get_by_role("button", name="Draw", exact=True).click())
        assert "Drawn" in one_sentence(page)
        assert page.evaluate("document.activeElement.id") == "do-draw"


def test_a_pause_covers_the_cards_and_a_question_is_answered_by_buttons(browser, server):
    with browsed(browser, server.address, **PHONE) as page:
        dealt(page, "french", 13)
        tap_cell(page, "#at-S")
        page.locator("#more summary").tap()
        settled(page, lambda: page.locator("#do-pause").tap())
        assert page.locator("[data-piles], .pcard").count() == 0
        settled(page, lambda: page.locator("#do-pause").tap())
        page.locator("#more").evaluate("each => { each.open = true; }")
        settled(page, lambda: page.locator("#do-abandon").tap())
        assert "Give up this game?" in one_sentence(page)
        settled(page, lambda: page.locator("#answer-no").tap())
        assert page.locator("[data-piles]").count() == 1


def test_a_game_goes_on_after_the_server_was_killed(browser, tmp_path):
    with web_server(tmp_path) as first:
        place = first.post("/solitario/new", {"kind": "number", "deal": "13", "draw_count": "1"}).place
        for _draw in range(3):
            first.post(place, {"do": "draw"})
        before = re.findall(r'class="pcard [^"]+ of-(.)', first.get(place).text)
        first.process.kill()
        first.process.wait()
    with web_server(tmp_path) as second:
        assert second.get("/solitario").place == place
        assert re.findall(r'class="pcard [^"]+ of-(.)', second.get(place).text) == before
        assert "Solitario, deal 13" in second.get("/").text


def test_terminal_and_browser_go_on_with_each_others_game(browser, server, web_home):
    with browsed(browser, server.address, **DESK) as page:
        dealt(page, "french", 13)
        page.locator("#at-S").focus()
        settled(page, lambda: page.keyboard.press("Enter"))
        shown = page.locator("#at-W").get_attribute("aria-label")
        told = subprocess.run(
            [sys.executable, "-m", "mazzo", "solitario", "--lang", "en"],
            input="waste\ndraw\nquit\n",
            env={**own_folders(web_home), "MAZZO_PLAIN": ""},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        assert "Deal 13 goes on" in told
        assert shown.split(",")[0].lower() in told
        page.wait_for_function(
            "before => document.getElementById('at-W').ariaLabel !== before", arg=shown, timeout=15_000
        )


def test_without_scripts_the_same_buttons_play(browser, server):
    with browsed(browser, server.address, java_script_enabled=False, **DESK) as page:
        dealt(page, "french", 13)
        page.locator("#at-S").click()
        assert "Drawn" in page.locator("#caption").inner_text()
        page.locator("#at-7-1").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("[aria-selected=true]")
        page.locator("#do-cancel").click()
        assert page.locator("[aria-selected=true]").count() == 0


def test_a_seat_whose_game_was_written_elsewhere_meanwhile_is_read_anew(tmp_path):
    with EventStore.open(tmp_path / "journal.sqlite3") as store:
        here, elsewhere = Seats(store), Seats(store)
        game = here.deal(GameSettings(), 13, gives_up=False)
        with here.at(game), elsewhere.at(game) as other:
            other.beat(is_away=True)
        with pytest.raises(StreamMovedError), here.at(game) as stale:
            stale.beat(is_away=True)
        with here.at(game) as fresh:
            fresh.beat(is_away=True)


def test_a_locked_option_or_a_deal_that_nobody_knows_is_asked_again(server):
    locked = server.post("/solitario/new", {"level": "1", "timer_minutes": "15"})
    assert locked.status == 422
    assert "level 1" in locked.text
    assert server.post("/solitario/new", {"kind": "number", "deal": "none"}).status == 422
    unknown = server.post("/solitario/new", {"level": "2", "kind": "easy"})
    assert unknown.status == 422
    assert "No deal of this kind is known" in unknown.text


@pytest.mark.parametrize("kind", ["random", "winnable", "easy", "medium", "hard", "daily"])
def test_every_kind_of_deal_can_be_dealt(server, kind):
    place = server.post("/solitario/new", {"kind": kind, "deck": "neapolitan"}).place
    assert "Neapolitan deck" in server.get(place).text


def test_the_clock_speaks_and_a_strict_game_ends_at_its_limit(server):
    place = server.post(
        "/solitario/new", {"kind": "number", "deal": "5", "timer_minutes": "5", "timer_mode": "STRICT"}
    ).place
    assert "5 minutes" in server.get(place).text
    assert server.post(f"{place}/beat", {}, HX_Request="true").status == 204
    assert server.post(f"{place}/beat", {"away": "yes"}).status == 204


def test_players_are_added_named_and_deleted_and_games_belong_to_them(tmp_path):
    with web_server(tmp_path) as server:
        server.post("/solitario/players", {"name": "Ada"})
        page = server.get("/solitario/players").text
        assert "Ada" in page
        place = server.post("/solitario/new", {}).place
        assert "Ada plays." in server.get(place).text
        server.post("/solitario/players/default", {"name": "Guest"})
        assert server.get("/solitario").place == "/solitario/new"
        server.post("/solitario/players/rename", {"name": "Ada", "new_name": "Bea"})
        assert server.post("/solitario/players", {"name": "Bea"}).status == 422
        server.post("/solitario/players/delete", {"name": "Bea"})
        assert "Bea" in server.get("/solitario/players").text
        server.post("/solitario/players/delete", {"name": "Bea", "sure": "yes"})
        assert "Bea" not in server.get("/solitario/players").text
