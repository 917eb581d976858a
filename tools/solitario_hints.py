"""Games of Solitario played by hints alone: ``python tools/solitario_hints.py [--deals 500] [--seconds 0.1]``.

One JSON line for each deck and draw count: how the games ended, and how many positions came twice (none may).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter

from kernelkit.journal import MemoryJournal
from solitario.application.actions import hint_message
from solitario.application.engine import GameEngine
from solitario.application.hints import Adviser, Blocked, position_of
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import GameSettings
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

MOST_HINTS = 1000


def played(deck: str, draw: int, deal: int, seconds: float) -> tuple[str, int]:
    """How the game ended, and how many of its positions came twice or of its hints hid what they cost."""
    settings = GameSettings.for_level(3, deck, draw_count=draw)
    engine = GameEngine.started(ScoringConfig(), settings, deal, lambda: 0, MemoryJournal())
    engine.adviser = Adviser(seconds)
    been, faults = {position_of(engine.table)}, 0
    for _ in range(MOST_HINTS):
        advice = engine.hint()
        if isinstance(advice, Blocked):
            return "blocked for sure" if advice.is_proved else "blocked", faults
        points = engine.points_of(advice.move)
        if points < 0 and str(-points) not in said(hint_message(engine, advice), Voice("it", deck)):
            faults += 1
        engine.play(advice.move)
        position = position_of(engine.table)
        faults += position in been
        been.add(position)
        if engine.is_over:
            return "won", faults
    return "budget", faults


def main() -> int:
    parser = argparse.ArgumentParser(description="Play by hints alone.")
    parser.add_argument("--deals", type=int, default=500, help="of each deck and draw count")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each look of the solver")
    parser.add_argument("--deck", choices=["french", "neapolitan"], default=None)
    asked = parser.parse_args()
    failures = 0
    for deck in [asked.deck] if asked.deck else ["french", "neapolitan"]:
        for draw in (1, 2, 3):
            begun, ends, faults = time.monotonic(), Counter[str](), 0
            for deal in range(1, asked.deals + 1):
                end, wrong = played(deck, draw, deal, asked.seconds)
                ends[end] += 1
                faults += wrong
            failures += faults
            spent = round(time.monotonic() - begun, 1)
            line = {"deck": deck, "draw": draw, "deals": asked.deals, **ends, "failures": faults, "seconds": spent}
            print(json.dumps(line), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
