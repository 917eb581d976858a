"""Write the golden reviews that tests compare with, and the graph of one: ``python tools/review_golden.py [--check]``.

Two saved games lie beside them: ``greedy.qbn``, two known decks and a player who only counts points, and
``careful.qbn``, mirrored against an unknown deck by a player who searches. Searching them takes the compiled rules a
second and the plain ones many minutes, so this runs compiled.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from generated import settled
from kernelkit.spoken import LANGUAGES
from qb_engine.records import parse_qbn
from qb_engine.review.judge import review_game
from qb_engine.review.report import Review
from qb_engine.words.review import review_lines
from qb_engine.words.review_graph import review_svg
from qb_engine.words.voice import Voice

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "qb_engine" / "reviews"
PICTURE = ROOT / "docs" / "images" / "review.svg"
GAMES = ("greedy", "careful")


def review_of(name: str) -> Review:
    """The review of your moves in a game of the folder."""
    return review_game(parse_qbn((FOLDER / f"{name}.qbn").read_text(encoding="utf-8")))


def files() -> dict[Path, str]:
    """Every golden file with its text."""
    reviews = {name: review_of(name) for name in GAMES}
    found = {PICTURE: review_svg(reviews["greedy"], Voice())}
    for name, review in reviews.items():
        for language in LANGUAGES:
            for aloud in (False, True):
                path = FOLDER / f"{name}_{language}_{'heard' if aloud else 'read'}.txt"
                found[path] = "\n".join(review_lines(review, Voice(language, aloud))) + "\n"
    return found


def main() -> int:
    os.environ.pop("MAZZO_PLAIN", None)
    return settled("reviews", files())


if __name__ == "__main__":
    sys.exit(main())
