"""Put real output into the documents: ``python tools/readme.py [--check]``.

Between ``<!-- output: NAME -->`` and ``<!-- end -->`` stands what the code prints today; the picture of the README is
drawn from the same lines.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from generated import settled

os.environ.setdefault("MAZZO_PLAIN", "1")

from click.testing import CliRunner

from advice_golden import scene, told
from mazzo.cli import main as mazzo
from qb_engine.advice.answer import answer_of
from qb_engine.chronicle.chronicle import Chronicle
from qb_engine.chronicle.ledger import explain_power
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move, Side, tile_place
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH
from qb_engine.search.race import Budget, DeepLook
from qb_engine.words.advice import list_lines
from qb_engine.words.answer import answer_words
from qb_engine.words.events import trace_lines
from qb_engine.words.moves import move_words, percent_words
from qb_engine.words.scores import ledger_line
from qb_engine.words.voice import Voice

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "docs/events.md", "docs/prediction.md", "docs/coaching.md", "docs/lab.md")
PICTURE = ROOT / "docs" / "images" / "demo.svg"
BLOCK = re.compile(r"(<!-- output: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
DEEP = DeepLook(Budget(iterations=2_000))
"""Few games: the documents are filled in plain form too, and come out the same."""
SCENE: tuple[tuple[Side, str], ...] = (("Y", "007@M1"), ("Y", "013@B1"), ("Y", "026@T1"))


def chronicle() -> Chronicle:
    """A small scene: a card, an aura under it, and a card that lowers it."""
    state = GameState.on(engine_for(REBIRTH))
    state.engine.kernel.opening_board(state.cells)
    told = Chronicle(state)
    for side, text in SCENE:
        told.play_free(side, Move.parse(text))
    return told


def trace_block(voice: Voice) -> Iterator[str]:
    """The steps of the scene's last move."""
    yield from trace_lines(chronicle().events[-1], voice)


def explain_block(voice: Voice) -> Iterator[str]:
    """The ledger of the scene's first card."""
    told = chronicle()
    ledger = explain_power(told.state.board, *tile_place("M1"), told.power_sources)
    assert ledger is not None
    yield ledger_line(ledger, voice)


def command_block(*arguments: str, typed: str = "") -> list[str]:
    """What a ``mazzo`` command prints."""
    return CliRunner().invoke(mazzo, list(arguments), typed, catch_exceptions=False).output.rstrip().split("\n")


def play_block() -> list[str]:
    """One round of a game against the computer."""
    options = ("--seed", "11", "--level", "2", "--first", "you", "--script", "-", "--lang", "en")
    lines = command_block("play", *options, typed="3\nlevrikon t1\n")
    return lines[next(at for at, line in enumerate(lines) if line.endswith("levrikon t1")) :]


def match_block(*options: str) -> list[str]:
    """A small match in the lab, with its command."""
    arguments = ("lab", "match", "greedy", "random", *options)
    return [f"$ mazzo {' '.join(arguments)}", *command_block(*arguments, "--workers", "1", "--quiet", "--lang", "en")]


def demo_block() -> list[str]:
    """The first moves of the demo."""
    lines = command_block("demo", "--lang", "en")
    ends = [number for number, line in enumerate(lines) if not line]
    return lines[: ends[4]]


def advised_parts(voice: Voice) -> dict[str, list[str]]:
    """What the coach says of the golden scene, part by part."""
    parts: dict[str, list[str]] = {}
    for line in told(scene(known=True), voice):
        if line.startswith("# "):
            parts[line[2:]] = []
        elif line:
            parts[list(parts)[-1]].append(line)
    return parts


def forecast_block() -> list[str]:
    """The enemy's answers to the golden scene, with chance and margin."""
    game, voice, engine = scene(known=True), Voice("en"), PredictionEngine()
    view = PlayerView.of(game.state)
    forecast = engine.forecast(view, engine.belief(view, game.enemy_observation))
    replies = [
        f"{move_words(reply.move, voice)}: {percent_words(reply.weight, voice)}, margin {reply.margin:+d}"
        for reply in forecast.replies
    ]
    return [*replies, f"worst {forecast.worst_margin:+d}, expected {forecast.expected_margin:+.2f}"]


@cache
def advised(deep: DeepLook | None) -> CoachingRecommendation:
    """Advice on the golden scene, quick without a deep look."""
    game = scene(known=True)
    return CoachingEngine().advise(PlayerView.of(game.state), game.enemy_observation, explain_all=True, deep=deep)


def deep_block(voice: Voice) -> list[str]:
    """What a deep look makes of the first one, of the golden scene, and its list."""
    answer = answer_of(advised(DEEP), advised(None))
    assert answer is not None
    return [answer_words(answer, voice), *list_lines(advised(DEEP), voice)]


BLOCKS: dict[str, Callable[[], list[str]]] = {
    "trace": lambda: list(trace_block(Voice("en"))),
    "trace aloud": lambda: list(trace_block(Voice("it", aloud=True))),
    "explain": lambda: list(explain_block(Voice("en"))),
    "explain aloud": lambda: list(explain_block(Voice("it", aloud=True))),
    "forecast": forecast_block,
    "threats": lambda: advised_parts(Voice("en"))["threats"],
    "answer": lambda: advised_parts(Voice("en"))["answer"],
    "answer aloud": lambda: advised_parts(Voice("en", aloud=True))["answer"],
    "more": lambda: advised_parts(Voice("en"))["more"],
    "deep": lambda: deep_block(Voice("en")),
    "deep aloud": lambda: deep_block(Voice("en", aloud=True)),
    "why": lambda: advised_parts(Voice("en"))["why"],
    "why not": lambda: advised_parts(Voice("en"))["why not"],
    "demo": demo_block,
    "play": play_block,
    "match": lambda: match_block("--games", "40"),
    "sequential match": lambda: match_block("--games", "400", "--sprt", "0.5", "0.6"),
    "card": lambda: command_block("qb", "card", "cloud", "--lang", "en"),
}


def filled(text: str) -> str:
    """``text`` with every block as the code prints it today."""
    return BLOCK.sub(lambda m: m[1] + "```\n" + "\n".join(BLOCKS[m[2]]()) + "\n```\n" + m[3], text)


def picture(lines: list[str]) -> str:
    """The lines as an SVG of a terminal, with the same words as its description."""
    width, height = 12 + 8 * max(map(len, lines)), 20 + 17 * len(lines)
    rows = "".join(
        f'<text x="12" y="{26 + 17 * number}">{escape(line)}</text>' for number, line in enumerate(lines) if line
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">'
        f'<title id="t">The first moves of mazzo demo</title><desc id="d">{escape(" ".join(lines))}</desc>'
        '<rect width="100%" height="100%" rx="8" fill="#14241c"/>'
        '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e9e4d4" xml:space="preserve">'
        f"{rows}</g></svg>\n"
    )


def main() -> int:
    wanted = {ROOT / name: filled((ROOT / name).read_text(encoding="utf-8")) for name in DOCUMENTS}
    wanted[PICTURE] = picture(["$ make demo", "", *demo_block()])
    return settled("documents", wanted)


if __name__ == "__main__":
    sys.exit(main())
