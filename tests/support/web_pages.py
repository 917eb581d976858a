"""Every page of the web table with the states it is looked at in, and a server brought into each of them."""

from __future__ import annotations

import gzip
import http.client
import re
from contextlib import closing
from urllib.parse import urlsplit

PAGES = {
    "/": ["/"],
    "/coach/new": ["/coach/new", "/coach/new?deck=Vanguard"],
    "/coach/{number}": [
        "{mulligan}",
        "{playing}",
        "{playing}?hand=1",
        "{playing}?ask=why+1",
        "{playing}?ask=threats",
        "{right}",
        "{enemy}",
        "{enemy}?card=015",
        "{enemy}?mend=tiles",
        "{enemy}?mend=tiles&tile=M3",
        "{enemy}?mend=hand",
        "{enemy}?mend=turn",
        "{enemy}?fix=1",
        "{drawing}",
        "{over}",
    ],
    "/play/new": ["/play/new"],
    "/play/{number}": ["{game}", "{game}?hand=1", "{game}?ask=threats", "{ended}"],
    "/puzzles": ["/puzzles"],
    "/puzzles/{number}": ["/puzzles/1", "/puzzles/1?hand=1", "/puzzles/1?show=solution"],
    "/puzzles/shared": ["/puzzles/shared?puzzle=t1+y1+%7C+crab"],
    "/review": ["/review"],
    "/review/{kind}/{number}": ["{review}", "{review}?at=0"],
    "/review/{kind}/{number}/learn": ["{review}/learn", "{review}/learn?show=true", "{review}/learn?number=99"],
    "/review/shared": ["{shared}"],
    "/review/shared/learn": ["{shared_learn}"],
    "/cards": ["/cards", "/cards?name=crab", "/cards?name=nothing"],
    "/decks": ["/decks"],
    "/decks/build": ["/decks/build?rank=3", "/decks/build?deck=Vanguard&name=crab"],
    "/table": ["/table", "/table?tile=M3", "/table?position=none"],
    "/lab": ["/lab"],
    "/lab/new": ["/lab/new"],
    "/lab/run": ["{measured}"],
    "/solitario/new": ["/solitario/new"],
    "/solitario/{game}": ["{neapolitan}", "{held}", "{asked}", "{paused}", "{lost}"],
    "/solitario/scores": ["/solitario/scores"],
    "/solitario/players": ["/solitario/players"],
    "/settings": ["/settings"],
    "/help": ["/help"],
    "/api": ["/api"],
    "/unreachable": ["/unreachable"],
    "/devices": ["/devices"],
    "/pair": ["/pair"],
    "/login": ["{accounts}/login"],
    "/join": ["{accounts}/join"],
    "*": ["/nowhere"],
}
"""Every page with the states it is looked at in; what is in braces is made by what the pages offer."""


def deal(server, deck="french"):
    return server.post("/solitario/new", {"kind": "number", "deal": "13", "deck": deck}).place


def begun(server):
    """A game with a move: one without is given up when another is dealt."""
    place = deal(server)
    server.post(place, {"do": "draw"})
    return place


def matched(server, **given):
    """A match from the console after its mulligan."""
    hand = "security officer, j-unit sweeper, queen bee, levrikon, crystalline crab"
    form = {"kind": "match", "deck": "Vanguard", "hand": hand, "enemy": "Bulwark", **given}
    place = server.post("/coach/new", form).place
    server.post(f"{place}/mulligan", {})
    return place


def played_out(server, place, page):
    """Play the first move of the list, or pass, until the end."""
    for _move in range(60):
        first = re.search(r'name="move" value="([^"]+)"', page)
        if first is None:
            return
        page = server.post(f"{place}/play", {"move": first[1]}, HX_Request="true").text


def states(server):
    """Addresses that show every state of a page."""
    found = {"mulligan": server.post("/coach/new", {"kind": "sample"}).place}
    over = found["over"] = server.post("/coach/new", {"kind": "sample"}).place
    played_out(server, over, server.post(f"{over}/mulligan", {}, HX_Request="true").text)
    found["review"] = f"/review/match/{over.rpartition('/')[2]}"
    server.get(f"{found['review']}/progress")
    link = re.search(r'"(/review/shared\?game=[^"]+)"', server.get(found["review"]).text)[1]
    found |= {"shared": link, "shared_learn": link.replace("shared?", "shared/learn?")}
    found["playing"] = server.post("/coach/new", {"kind": "sample"}).place
    server.post(f"{found['playing']}/mulligan", {})
    found["right"] = matched(server, side="right")
    found["enemy"] = matched(server, side="left", first="E")
    found["drawing"] = matched(server, first="E")
    server.post(f"{found['drawing']}/enemy-pass")
    found["measured"] = server.post("/lab", {"deck": ["Vanguard", "Bulwark", "Heirs"], "games": "100"}).place
    for name in ("game", "ended"):
        found[name] = server.post("/play/new", {"level": "1", "first": "you", "seed": "1"}).place
        server.post(f"{found[name]}/mulligan", {})
    server.post(f"{found['ended']}/resign")
    found["neapolitan"] = deal(server, "neapolitan")
    for name in ("held", "asked", "paused", "lost"):
        found[name] = begun(server)
    server.post(found["held"], {"at": "3:1"})
    server.post(found["asked"], {"do": "restart"})
    server.post(found["paused"], {"do": "pause"})
    server.post(found["lost"], {"do": "abandon"})
    server.post(found["lost"], {"answer": "yes"})
    return found


def places(server, accounts):
    """Every address of the table; ``accounts`` is that of a shared table."""
    made = {**states(server), "accounts": accounts}
    return [place.format(**made) for found in PAGES.values() for place in found]


# What a page weighs.

ASSET = re.compile(r'(?:href|src)="(/static/[^"]+|/manifest.webmanifest)"')
SHELL = ("/worker.js", "/unreachable")
"""What a browser keeps for the time when the table is not reachable, from its first visit on."""


def wire_bytes(address, place):
    """How many bytes of answer come over the wire for one address, packed as a browser asks for it; and its text."""
    host = urlsplit(address)
    connection = http.client.HTTPConnection(host.hostname, host.port, timeout=60)
    with closing(connection):
        connection.request("GET", place, headers={"Accept-Encoding": "gzip", "Accept-Language": "it"})
        with connection.getresponse() as answer:
            head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
            body = answer.read()
            text = gzip.decompress(body) if answer.getheader("content-encoding") == "gzip" else body
            return head + len(body), text.decode(errors="replace"), answer.getheader("cache-control") or ""


def weight(address, place):
    """Bytes of a page on the first visit, and later, when what never changes is kept by the browser."""
    later, text, _kept = wire_bytes(address, place)
    first = later
    for asset in sorted({*ASSET.findall(text), *SHELL}):
        size, _text, kept = wire_bytes(address, asset)
        first += size
        later += 0 if "immutable" in kept or asset in SHELL else size
    return first, later
