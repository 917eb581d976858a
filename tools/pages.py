"""What every page of the web table costs, as one JSON document: ``python tools/pages.py [--cold]``.

Bytes over the wire on the first visit and later; milliseconds that the server works on a page, warm, in processor time,
so that other work on the machine does not count; seconds from a tap to the first deep answer in a browser; and seconds
until a table is open. ``--cold`` measures that from nothing too: it installs a copy of the source and compiles the
rules, which takes two minutes and asks the package index.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Page

from support.web_browser import PHONE, browsed, chromium
from support.web_pages import PAGES, states, weight
from support.web_server import WebServer, free_port, web_server

ROOT = Path(__file__).parent.parent
LOOKS = 20
"""So often each page is asked for, after once to warm it."""
SEARCHES = frozenset({"{playing}?ask=why+1", "{playing}?ask=threats", "{game}?ask=threats"})
"""Pages that answer a question by trying moves out."""
TAPPED = """() => {
  globalThis.tapped = [];
  document.addEventListener("pointerdown", () => globalThis.tapped.push([performance.now(), null]), true);
  const note = () => {
    const last = globalThis.tapped.at(-1);
    const told = document.querySelector("#answer .spread .note");
    if (last && last[1] === null && told && /games|looked/.test(told.textContent)) last[1] = performance.now();
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
PATIENCE = 60.0


def processor_seconds(pid: int) -> float:
    """What a process has worked so far; its workers are not counted."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured_page(server: WebServer, place: str, looks: int) -> dict[str, float]:
    """One page: its bytes, and the server's milliseconds by the processor and by the clock."""
    first, later = weight(server.address, place)
    seconds = []
    before = processor_seconds(server.process.pid)
    for _look in range(looks):
        begun = time.perf_counter()
        server.get(place)
        seconds.append(time.perf_counter() - begun)
    worked = processor_seconds(server.process.pid) - before
    return {
        "first_bytes": first,
        "later_bytes": later,
        "cpu_ms": round(1000 * worked / looks, 1),
        "clock_ms": round(1000 * statistics.median(seconds), 1),
    }


def measured_pages(server: WebServer, shared: WebServer, looks: int) -> dict[str, dict[str, float]]:
    """Every page and state of the table that the tests look at."""
    made = states(server)
    found = {}
    for places in PAGES.values():
        for place in places:
            host = shared if place.startswith("{accounts}") else server
            found[place] = measured_page(host, place.format(**made, accounts=""), looks)
    return found


def deep_answers(server: WebServer, moves: int) -> list[float]:
    """Seconds from the tap on a move to the first deep answer on the page, for so many moves of sample matches."""
    found: list[float] = []
    with chromium() as browser, browsed(browser, server.address, **PHONE) as page:
        while len(found) < moves:
            place = server.post("/coach/new", {"kind": "sample"}).place
            server.post(f"{place}/mulligan", {})
            page.goto(str(place))
            page.evaluate(TAPPED)
            _play_on(page)
            found += [(told - tap) / 1000 for tap, told in page.evaluate("globalThis.tapped") if told is not None]
    return found[:moves]


def _play_on(page: Page) -> None:
    """Play the first move of the list to the end, each after its deep answer."""
    while (best := page.get_by_role("button", name="Play 1:")).count():
        before = page.locator("#turn").text_content()
        best.first.tap()
        page.wait_for_function("before => document.querySelector('#turn').textContent !== before", arg=before)
        if page.locator("#answer").count():
            page.wait_for_function("() => globalThis.tapped.at(-1)[1] !== null")


def opened(cache: str) -> float:
    """Seconds from the command to the first page, with what is compiled in this cache folder."""
    port, begun = free_port(), time.perf_counter()
    with tempfile.TemporaryDirectory() as home, web_server(Path(home), port, XDG_CACHE_HOME=cache) as server:
        assert server.get("/").status == 200
        return time.perf_counter() - begun


def opened_from_nothing() -> float:
    """Seconds of `make run` in a fresh copy, until the table is open: installed, compiled, first page."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(copy)], check=True)
        own = {**os.environ, "MAZZO_HOME": f"{folder}/home", "XDG_CACHE_HOME": f"{folder}/cache"}
        begun = time.perf_counter()
        subprocess.run(["make", "run"], cwd=copy, env=own, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return time.perf_counter() - begun + opened(f"{folder}/cache")


def measure(asked: argparse.Namespace) -> dict[str, object]:
    """Everything, one after the other."""
    with (
        tempfile.TemporaryDirectory() as home,
        tempfile.TemporaryDirectory() as other,
        web_server(Path(home)) as server,
        web_server(Path(other), options=("--accounts",)) as shared,
    ):
        while server.get("/readyz").status != 200:
            time.sleep(0.2)
        pages = measured_pages(server, shared, asked.looks)
        deep = deep_answers(server, asked.moves)
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    rendered = [page["cpu_ms"] for place, page in pages.items() if place not in SEARCHES]
    return {
        "pages": pages,
        "worst": {
            "cpu_ms_without_search": max(rendered),
            "first_kb": round(max(page["first_bytes"] for page in pages.values()) / 1000, 1),
            "later_kb": round(max(page["later_bytes"] for page in pages.values()) / 1000, 1),
        },
        "first_deep_answer": {
            "moves": len(deep),
            "p50_s": round(statistics.median(deep), 2),
            "worst_s": round(max(deep), 2),
        },
        "open_warm_s": round(statistics.median(opened(cache) for _start in range(5)), 2),
        "open_cold_s": round(opened_from_nothing(), 1) if asked.cold else None,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="What every page of the web table costs.")
    parser.add_argument("--looks", type=int, default=LOOKS, help="how often each page is asked for")
    parser.add_argument("--moves", type=int, default=20, help="moves whose first deep answer is awaited")
    parser.add_argument("--cold", action="store_true", help="install and compile from nothing too")
    parser.add_argument("--out", type=Path, help="keep the document in this file too")
    asked = parser.parse_args()
    loads = [round(os.getloadavg()[0], 2)]
    found = measure(asked)
    loads.append(round(os.getloadavg()[0], 2))
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    machine = {"cores": os.cpu_count(), "load_before": loads[0], "load_after": loads[1]}
    text = json.dumps({"id": "pages", "commit": commit.stdout.strip(), "machine": machine, **found}, indent=1)
    print(text)
    if asked.out is not None:
        asked.out.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
