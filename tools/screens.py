"""Make pictures of the main pages for docs/images: ``python tools/screens.py [FOLDER [it]]``, with Debian's chromium.

Light and dark, 390 and 1280 wide, of a sample match that a server of its own plays; nothing of the user's is touched.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from support.web_server import WebServer, web_server

CHROMIUM = "/usr/bin/chromium"
FOLDER = Path(__file__).parent.parent / "docs" / "images"
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
QUALITY = 40
DECKS = ["Vanguard", "Bulwark", "Heirs", "Reapers"]


def main() -> None:
    """Write every picture."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    language = sys.argv[2] if len(sys.argv) > 2 else "en"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, web_server(Path(home)) as server, sync_playwright() as driver:
        pages = _pages(server)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for theme in ("light", "dark"):
            for size in SIZES:
                _shoot(browser, server, pages, folder, theme, size, language)
        browser.close()


def _pages(server: WebServer) -> dict[str, str]:
    """Every page with its address: a match in the middle, one at its end, a game, a puzzle."""
    over = _played(server, 40)
    server.get(f"/review/match/{over.rpartition('/')[2]}/progress")
    going = _played(server, 4)
    server.get(f"{going}/deep")
    game = server.post("/play/new", {"level": 3, "first": "you", "seed": 5}).place
    server.post(f"{game}/mulligan", {})
    solitaire = str(server.post("/solitario/new", {"kind": "number", "deal": "13", "deck": "french"}).place)
    for _card in range(3):
        server.post(solitaire, {"do": "draw"})
    measured = str(server.post("/lab", {"deck": DECKS, "player": "greedy", "games": "400"}).place)
    while "Another run" not in server.get(measured).text:
        time.sleep(0.5)
    return {
        "home": "/",
        "coach": going,
        "play": game,
        "puzzle": "/puzzles/5",
        "review": f"/review/match/{over.rpartition('/')[2]}",
        "learn": f"/review/match/{over.rpartition('/')[2]}/learn",
        "decks": "/decks/build?deck=Vanguard",
        "cards": "/cards?rank=2",
        "table": "/table",
        "solitario": solitaire,
        "lab": measured,
        "settings": "/settings",
    }


def _played(server: WebServer, moves: int) -> str:
    match = str(server.post("/coach/new", {"kind": "sample"}).place)
    page = server.post(f"{match}/mulligan", {}, HX_Request="true").text
    for _move in range(moves):
        first = re.search(r'name="move" value="([^"]+)"', page)
        if first is None:
            break
        page = server.post(f"{match}/play", {"move": first[1]}, HX_Request="true").text
    return match


def _shoot(
    browser: Browser, server: WebServer, pages: dict[str, str], folder: Path, theme: str, size: str, language: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=server.address,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale=language,
    )
    page = context.new_page()
    for name, place in pages.items():
        page.goto(place)
        page.screenshot(path=folder / f"web-{name}-{size}-{theme}.jpeg", type="jpeg", quality=QUALITY)
    context.close()


if __name__ == "__main__":
    main()
