"""``mazzo mcp`` as an assistant uses it: a process of its own, driven by the SDK's client through whole games."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters

from mazzo.cli.exits import INTERRUPTED
from mazzo.mcp.server import MOST_BYTES, size

pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).parent.parent / "solitario" / "scripts" / "won_french_en.txt"


def driven(play, tmp_path):
    """Run ``play`` with a function that calls a tool of the server and gives its answer."""

    async def session():
        parameters = StdioServerParameters(
            command=sys.executable,
            args=["-m", "mazzo", "mcp", "--lang", "en"],
            env={"MAZZO_HOME": str(tmp_path), "MAZZO_PLAIN": "1"},
        )
        async with Client(parameters) as client:

            async def call(name, **arguments):
                result = await client.call_tool(name, arguments)
                assert size(result) <= MOST_BYTES
                assert not result.is_error, result.content[0].text
                return result.structured_content

            await play(call)

    anyio.run(session)


def test_a_whole_match_against_the_computer(tmp_path):
    async def match(call):
        answer = await call("qb_new_match", seed=2, level=2, first="you")
        answer = await call("qb_report", event="mulligan", returned=[2])
        while answer["phase"] != "over":
            best = (await call("qb_recommend", top=1))["moves"][0]["move"]
            card, _, tile = best.partition("@")
            report = {"event": "pass"} if best == "pass" else {"event": "play", "card": card, "tile": tile}
            answer = await call("qb_report", **report)
        assert answer["scores"].keys() == {"Y", "E"}
        review = await call("qb_review", iterations=24)
        assert review["judged_moves"] > 3
        assert {mistake["flag"] for mistake in review["mistakes"]} <= {"inaccuracy", "mistake", "blunder"}

    driven(match, tmp_path)


def test_a_whole_game_of_solitario_to_its_victory(tmp_path):
    async def game(call):
        answer = await call("solitaire_new_game", deal=18)
        for line in SCRIPT.read_text(encoding="utf-8").splitlines():
            action, *places = line.partition("#")[0].split() or [""]
            if action == "move":
                count = {"count": int(places[2])} if len(places) > 2 else {}
                answer = await call("solitaire_play", action="move", source=places[0], target=places[1], **count)
            elif action == "draw":
                answer = await call("solitaire_play", action="draw")
        assert answer["is_won"]
        assert answer["is_over"]

    driven(game, tmp_path)


def test_ctrl_c_ends_the_server_at_once(tmp_path):
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "MAZZO_PLAIN": "1"}
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting})
    command = [sys.executable, "-m", "mazzo", "mcp"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        server.stdin.write(request + "\n")
        server.stdin.flush()
        assert "Queen's Blood" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == INTERRUPTED
