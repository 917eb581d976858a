"""Ways through the web table by thumbs or keys alone, and what is heard on them: one sentence for every action."""

from __future__ import annotations

import pytest

from support.web_browser import DESK, PHONE, browsed

pytestmark = pytest.mark.slow
HEARD = """() => {
  globalThis.heard = [];
  for (const id of ["status", "alert"]) new MutationObserver(() => {
    const text = document.getElementById(id).textContent;
    if (text) globalThis.heard.push(text);
  }).observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
}"""
HAND = "security officer, j-unit sweeper, queen bee, levrikon, crystalline crab"
ASKS_ENEMY = "What did the enemy lay?"


def sample(server):
    place = server.post("/coach/new", {"kind": "sample", "side": "left"}).place
    server.post(f"{place}/mulligan", {})
    return place


def matched(server, **given):
    form = {"kind": "match", "deck": "Vanguard", "hand": HAND, "enemy": "Bulwark", "side": "left", **given}
    place = server.post("/coach/new", form).place
    server.post(f"{place}/mulligan", {})
    return place


def changed(page, act, what="#turn"):
    """Act, and wait until that part of the page is another."""
    before = page.locator(what).text_content()
    act()
    page.wait_for_function(
        "([what, before]) => document.querySelector(what).textContent !== before", arg=[what, before]
    )


def test_a_whole_match_from_the_console_takes_at_most_four_taps_a_round(browser, server):
    place = matched(server, first="E")
    with browsed(browser, server.address, **PHONE) as page:
        page.goto(place)
        rounds = []
        while page.get_by_role("link", name="Another match").count() == 0:
            taps = 0
            page.get_by_role("heading", name=ASKS_ENEMY).wait_for()
            options = page.locator(".options button").count()
            for option in range(options if len(rounds) < 5 else 0):
                page.locator(".options button").nth(option).tap()
                page.get_by_role("heading", name="Where does").wait_for()
                if page.locator("[name=tile].target").count():
                    taps = 2
                    changed(page, lambda: page.locator("[name=tile].target").first.tap())
                    break
                page.get_by_role("link", name="Another card").tap()
                page.get_by_role("heading", name=ASKS_ENEMY).wait_for()
            if not taps:
                taps = 1
                changed(page, lambda: page.get_by_role("button", name="The enemy passed").tap())
            if page.get_by_role("heading", name="What did you draw?").count():
                taps += 1
                changed(page, lambda: page.locator("[name=card]").first.tap())
            if page.get_by_role("link", name="Another match").count() == 0:
                taps += 1
                changed(page, lambda: page.get_by_role("button", name="Play 1:").first.tap())
            rounds.append(taps)
            assert page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert max(rounds) == 4
        assert len(rounds) >= 6


def test_a_whole_match_is_played_by_keys_alone_in_italian(browser, server):
    with browsed(browser, server.address, locale="it", **DESK) as page:
        page.goto("/")

        def tab_to(what):
            for _stop in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("what => document.activeElement.matches(what)", what):
                    return
            raise AssertionError(what)

        tab_to("[value=sample]")
        page.keyboard.press("Enter")
        page.wait_for_url("**/coach/*")
        tab_to(".panel .primary")
        changed(page, lambda: page.keyboard.press("Enter"))
        page.locator("#tile-T1").focus()  # the skip link and Shift+Tab lead there too
        moves = 0
        while page.locator("a.primary[href^='/review']").count() == 0:
            changed(page, lambda: page.keyboard.press("p"))
            assert page.evaluate("document.activeElement.id") == "tile-T1"
            moves += 1
        assert moves >= 3
        tab_to("a.primary[href^='/review']")
        assert page.locator("#turn").inner_text().startswith(("Vinci", "Perdi", "Vince"))


ACTIONS = {
    "coach": ["#hand-1", "#put-back", "[data-key=w]", "[data-key=t]", "[data-key=p]", "[data-key=u]"],
    "play": ["#hand-1", "#put-back", "[data-key=h]", "[data-key=t]", ".undoes button"],
    "/puzzles/2": ["#hand-1", ".tile.target", "[data-key=u]"],
    "/decks/build": ["#add-001", "#less-001", "#add-002"],
    "/table": ["#tile-M3", "main button.primary", "main [name=side]"],
}


@pytest.mark.parametrize("room", ACTIONS)
def test_every_action_is_followed_by_exactly_one_sentence_and_the_focus_stays_with_the_player(browser, server, room):
    place = room
    if room == "coach":
        place = sample(server)
        server.get(f"{place}/deep")  # what it finds would be heard too, if it changed the advice meanwhile
    elif room == "play":
        place = server.post("/play/new", {"level": "1", "first": "you", "seed": "1"}).place
        server.post(f"{place}/mulligan", {})
    with browsed(browser, server.address, **DESK) as page:
        page.goto(place)
        page.evaluate(HEARD)
        for number, action in enumerate(ACTIONS[room], start=1):
            page.locator(action).first.click()
            page.wait_for_function("number => globalThis.heard.length >= number", arg=number)
            page.wait_for_timeout(60)
            heard = page.evaluate("globalThis.heard")
            assert len(heard) == number, (action, heard)
            assert any(letter.isalpha() for letter in heard[-1]), action
            assert page.evaluate("document.activeElement !== document.body"), action


def test_a_deck_is_built_card_by_card_and_another_browser_opens_it_by_its_code(browser, server):
    with browsed(browser, server.address, **PHONE) as page:
        page.goto("/decks/build?rank=1")
        for number in range(1, 16):
            changed(page, lambda: page.locator("[id^=add-]").nth(number % 5).tap(), "#deck-title")  # noqa: B023
        code = page.locator("#code").inner_text()
        cards = page.locator(".deck-list li").all_inner_texts()
        link = page.locator("[data-shares]").get_attribute("href")
    with browsed(browser, server.address, **DESK) as page:
        page.goto("/decks")
        page.locator("#deck").fill(code)
        page.keyboard.press("Enter")
        page.wait_for_url("**/decks/build?deck=*")
        assert page.locator(".deck-list li").all_inner_texts() == cards
        page.goto(link)
        assert page.locator("#code").inner_text() == code


def test_who_sits_on_the_right_sees_and_types_the_columns_of_the_console(browser, server):
    with browsed(browser, server.address, **DESK) as page:
        page.goto(matched(server, first="Y"))
        assert page.locator(".tile").first.get_attribute("value") == "T1"
        changed(page, lambda: page.get_by_role("button", name="Sit on the right").click(), ".board-head")
        assert page.locator(".tile").first.get_attribute("value") == "T5"
        assert page.locator("#tile-T1").get_attribute("aria-label").startswith("Top 5: yours")
        assert page.locator(".board-head").inner_text().split()[0] == "enemy"
        page.locator("#line").fill("levrikon m5")
        changed(page, lambda: page.keyboard.press("Enter"))
        page.wait_for_selector("#tile-M1.held")
        assert "Levrikon on M5" in page.locator(".round").inner_text()


def test_a_card_of_the_enemy_is_found_by_a_few_letters(browser, server):
    with browsed(browser, server.address, **DESK) as page:
        page.goto(matched(server, first="E"))
        page.locator("#line").press_sequentially("so")
        assert page.get_by_role("option").first.is_visible()
        assert page.locator("#line").get_attribute("aria-expanded") == "true"
        page.keyboard.press("ArrowDown")
        assert page.locator("#line").get_attribute("aria-activedescendant") == "found-0"
        assert page.get_by_role("option", selected=True).inner_text().startswith("Security Officer")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Where does Security Officer lie?").wait_for()


def test_without_a_server_the_table_stays_readable_says_what_is_kept_and_wakes_again(browser, server):
    with browsed(browser, server.address, service_workers="block", **DESK) as page:
        page.goto(sample(server))
        page.context.set_offline(True)
        page.locator("#hand-1").click()
        page.locator("#gone").wait_for(state="visible")
        assert "Your match is safe: 2 steps are kept." in page.locator("#gone").inner_text()
        assert page.locator("#tile-T1").get_attribute("aria-disabled") == "true"
        page.context.set_offline(False)
        page.get_by_role("button", name="Try now").click()
        page.locator("#gone").wait_for(state="hidden")
        assert page.locator("#tile-T1").get_attribute("aria-disabled") is None
        page.faults.clear()
