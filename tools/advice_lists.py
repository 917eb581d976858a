"""Count what is wrong with the coach's lists: ``python tools/advice_lists.py [--games N] [POSITIONS]``.

The lists of real matches (tests/qb_engine/facts/real_matches.json) and of random games, quick and deep, are read as a
person reads them: is each sorted by the number it prints, is a reason given to every move of it, how many risks are
shown. It reads the lists of older versions too, for a count before and after.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random

from qb_engine.card_hydrator import shipped
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.race import Budget, DeepLook
from qb_engine.words import advice as words
from qb_engine.words.voice import Voice

REAL = Path(__file__).parent.parent / "tests" / "qb_engine" / "facts" / "real_matches.json"
ROW = re.compile(r" +(\d+)  (.+?)(?:  +((?:TOP|MID|BOT) \d))?  +(\S.*)")
FIGURE = re.compile(r"(over |under )?([+-]?\d+(?:\.\d+)?)")
FINAL_WORDS = ("wins", "final +", "final -", "accepts")
"""What stands where a number would, in the order in which it may: a match that is decided, and what is passed for."""


def real_positions() -> Iterator[tuple[PlayerView, EnemyObservation]]:
    """Your turns in the real matches, with the hand that the player had."""
    for match in json.loads(REAL.read_text(encoding="utf-8"))["matches"]:
        state = GameState.on(engine_for(REBIRTH))
        state.engine.kernel.opening_board(state.cells)
        hand, turn = list(match.get("hand") or ()), 1
        for step in match.get("steps", ()):
            side, _, what = step.partition(" ")
            if side == "draw":
                hand += what.split(",")
                continue
            if side not in ("Y", "E"):
                continue
            state.write_hand("Y", hand)
            state.write_hand("E", [])
            state.write_deck("E", [])
            state.record.turn = turn
            if side == "Y":
                yield _seen(state)
            if what == "pass":
                continue
            move = Move.parse(what)
            state.play_free("Y" if side == "Y" else "E", move)
            turn += 1
            if side == "Y" and move.card_id in hand:
                hand.remove(move.card_id)


def _seen(state: GameState) -> tuple[PlayerView, EnemyObservation]:
    obs = EnemyObservation()
    obs.update_from_game_state(state)
    counted = Counted(None, 5, DECK_SIZE - 5, ())
    return PlayerView.of(state, counted=counted), obs


def random_positions() -> Iterator[tuple[PlayerView, EnemyObservation]]:
    """A turn of yours in random games of both rulesets, the enemy's deck known in every other one."""
    cards = [card.id for card in shipped().cards if not card.is_token]
    for seed in count():
        chance = Random(seed)
        decks = [chance.sample(cards, DECK_SIZE) for _ in range(2)]
        state = GameState(*decks, seed=seed, ruleset=SPEC if seed % 2 else REBIRTH)
        game, rounds = AnnotatedState(state, EnemyObservation(decks[1] if seed % 4 < 2 else None)), chance.randrange(9)
        while (side := game.state.side_to_act) is not None and (side == "E" or game.state.turn <= 2 * rounds):
            moves = game.state.legal_moves(side)
            if moves and chance.random() > 0.05:
                game.play(side, chance.choice(moves))
                game.end_turn()
            else:
                game.pass_turn(side)
        if not game.state.is_over:
            yield PlayerView.of(game.state), game.enemy_observation


def printed(advice: CoachingRecommendation) -> list[str]:
    """The list as it is printed by this version, or by one before it."""
    lines = getattr(words, "list_lines", None) or words.advice_lines
    return list(lines(advice, Voice("en")))[1:]


def read(lines: list[str]) -> tuple[list[float], list[set[str]], int]:
    """The numbers of a list from the top, the reasons of each move, and how many risks stand there."""
    figures, reasons = [], []
    for line in lines:
        row = ROW.fullmatch(line)
        if row is None:
            continue
        figure, _, said = row[4].partition("  ")
        figures.append(_number(figure))
        said = said.strip().partition("risk:")[0]
        said = re.sub(r"^(as good as|too close to call with) 1[:;]? ?", "", said)
        reasons.append({re.sub(r"[-+]?\d+(\.\d+)?", "#", part).strip() for part in said.split(";") if part.strip()})
    return figures, reasons, sum("risk:" in line for line in lines)


def _number(figure: str) -> float:
    """The number that is printed; a decided match counts above or below all others, as its word says."""
    found = FIGURE.search(figure)
    value = float(found[2]) if found else 0.0
    value += {"over ": 0.5, "under ": -0.5}.get(found[1] or "", 0.0) if found else 0.0
    for word, beyond in zip(FINAL_WORDS, (3000, 1000, -1000, -2000), strict=True):
        if figure.startswith(word):
            return beyond + (0.0 if word == "wins" else value)
    return value


def counted(found: Iterator[tuple[PlayerView, EnemyObservation]], wanted: int, games: int) -> dict[str, Counter[str]]:
    """The faults of quick and deep lists over so many positions."""
    faults: dict[str, Counter[str]] = {"quick": Counter(), "deep": Counter()}
    for view, obs in islice(found, wanted):
        for level, counts in faults.items():
            deep = DeepLook(Budget(iterations=games)) if level == "deep" else None
            advice = CoachingEngine().advise(view, obs, explain_all=True, deep=deep)
            figures, reasons, risks = read(printed(advice))
            counts["lists"] += 1
            counts["out of order"] += figures != sorted(figures, reverse=True)
            counts["a reason shared by all"] += len(reasons) > 1 and bool(set.intersection(*reasons))
            counts["moves"] += len(figures)
            counts["risks"] += risks
            counts["reasons"] += sum(map(len, reasons))
    return faults


def main() -> int:
    """Both kinds of positions, both kinds of lists."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", nargs="?", type=int, default=300)
    parser.add_argument("--games", type=int, default=3000, help="games of a deep look")
    asked = parser.parse_args()
    real = sum(1 for _ in real_positions())
    kinds = {"real": (real_positions(), real), "random": (random_positions(), max(0, asked.positions - real))}
    total = 0
    for kind, (found, wanted) in kinds.items():
        for level, counts in counted(found, wanted, asked.games).items():
            print(f"{kind} {level}: " + ", ".join(f"{name} {number}" for name, number in counts.items()))
            total += counts["out of order"] + counts["a reason shared by all"]
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
