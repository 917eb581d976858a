"""How strong the players are, measured under both rulesets and written to docs/strength.md: ``make strength``.

Every match is played in pairs with the places changed, and every figure in the document comes from the run that wrote
it. The sizes below take some minutes on two cores; larger ones are options.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from kernelkit.chance import seeded
from mazzo.cli.lab.run import cores
from mazzo.cli.progress import Progress, warm_up
from mazzo.lab.crews import Here
from mazzo.lab.matches import MatchPlan, MatchRecord, deal_seed, run_match
from mazzo.lab.statistics import Interval
from mazzo.play.levels import LEVELS
from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.players import DeepPlayer, PlayerSpec, QuickPlayer
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.ruleset import PRESETS, Ruleset

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "strength.md"
QUICK_LEAST, DEEP_LEAST = 0.95, 0.65
"""What quick should win against random, and a second a move against quick."""
TIMED_GAMES = 4
TIMED_EVERY = 5
"""One position of every so many turns of so many games is searched for a while, to see what a second gives."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A match and what it should show: that A wins so much of it, or without a number that A is not worse."""

    title: str
    a: str
    b: str
    pairs: int
    least: float | None = None

    def holds(self, record: MatchRecord) -> bool:
        """Whether A won so much and is better for sure; not worse means that a loss is not significant."""
        interval = record.win_rate_interval
        if self.least is None:
            return interval.high >= 0.5
        return record.win_rate >= self.least and interval.low > 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """A claim that was played."""

    claim: Claim
    record: MatchRecord
    seconds: float

    @property
    def row(self) -> str:
        """A row of the table."""
        record = self.record
        margin = f"{record.mean_margin:+.1f} ({_ends(record.mean_margin_interval, 1, '+.1f')})"
        rate = f"{100 * record.win_rate:.1f}% ({_ends(record.win_rate_interval, 100, '.1f')})"
        wins, draws, losses = record.wins_draws_losses
        verdict = "yes" if self.claim.holds(record) else "**no**"
        cells = (
            f"{record.plan.a} against {record.plan.b}",
            record.games,
            f"{wins} / {draws} / {losses}",
            rate,
            margin,
            f"{record.mean_plies:.1f}",
            f"{self.claim.title}: {verdict}",
        )
        return f"| {' | '.join(map(str, cells))} |"


def _ends(interval: Interval | None, scale: float, form: str) -> str:
    if interval is None:
        return "-"
    return f"{scale * interval.low:{form}} to {scale * interval.high:{form}}"


def rotation() -> tuple[tuple[str, ...], ...]:
    return tuple(starter.deck.card_ids for starter in starter_decks())


def iterations_in(seconds: float, ruleset: Ruleset, seed: int) -> int:
    """What a search gets through in so many seconds, on average over positions that it cannot play out exactly."""
    counts = []
    for number in range(TIMED_GAMES):
        decks = rotation()[number], rotation()[-1 - number]
        game = ArenaGame(Deal(ruleset, *decks, deal_seed(seed, number), "Y"))
        quick, deep = QuickPlayer(), DeepPlayer(seeded(seed, number), 0, seconds)
        while (side := game.side_to_act) is not None:
            view, observation = game.seen_by(side)
            if game.plies % TIMED_EVERY == TIMED_EVERY - 1:
                found = deep.search(view, observation)
                counts += [] if found.is_exact else [found.iterations]
            game.make(quick.choose(view, observation))
    return max(1, round(fmean(counts)))


def claims(sizes: argparse.Namespace, second: int) -> Iterator[Claim]:
    """What is asked under each ruleset: how good quick and a second a move are, and each level above the one below."""
    yield Claim(f"{QUICK_LEAST:.0%} or more", "quick", "random", sizes.quick // 2, QUICK_LEAST)
    yield Claim(
        f"{sizes.second:g} s a move wins {DEEP_LEAST:.0%} or more",
        f"deep:{second}",
        "quick",
        sizes.deep // 2,
        DEEP_LEAST,
    )
    for level, (lower, higher) in enumerate(pairwise(LEVELS), start=2):
        yield Claim(f"level {level} is not below level {level - 1}", higher, lower, sizes.levels // 2)


def answered(claim: Claim, ruleset: Ruleset, sizes: argparse.Namespace) -> Answer:
    """Play the match of a claim; an end before its last game ends everything, and nothing is written."""
    a, b = PlayerSpec.parse(claim.a), PlayerSpec.parse(claim.b)
    plan = MatchPlan(a, b, max(1, claim.pairs), sizes.seed, ruleset, rotation())
    print(f"{ruleset.name}: {a} against {b}, {2 * plan.pairs} games", file=sys.stderr, flush=True)
    progress = Progress("en", time.monotonic, lambda line: print(line, file=sys.stderr, flush=True))
    begun = time.monotonic()

    def told(record: MatchRecord) -> None:
        progress.tell(record.games, 2 * plan.pairs)

    record = run_match(plan, crew=Here(sizes.workers), told=told)
    if record.ending.how != "complete":
        if record.ending.trouble:
            print(record.ending.trouble, file=sys.stderr)
        print(f"{record.ending.how} after {record.games} games; {DOCUMENT.name} is as it was", file=sys.stderr)
        sys.exit(130 if record.ending.how == "interrupted" else 1)
    return Answer(claim, record, time.monotonic() - begun)


def document(begun_at: str, parts: list[tuple[str, int, list[Answer]]], sizes: argparse.Namespace) -> str:
    """The whole document from what was measured, and at which commit."""
    measured = f"Commit {begun_at}, seed {sizes.seed}, {sizes.workers} workers."
    return "\n".join([INTRODUCTION, measured, *(_part(*part, sizes.second) for part in parts)]) + "\n"


INTRODUCTION = """\
# Strength
Written by `make strength` from the games it played; nothing here is typed by hand. Each deal is played twice with the
places changed, and the pair is the unit of the 95 % intervals in brackets (docs/decisions/0801-arena.md). Both sides
know the other's list. A draw counts half; margins are points a game. So much *or more* holds when the rate is that high
and the whole interval above half, *not below* when the interval does not lie below half. Levels are those of
`mazzo play`.
"""
HEAD = """\
| match | games | won / drawn / lost | rate | margin | turns | does it hold? |
|---|---|---|---|---|---|---|"""


def _part(name: str, iterations: int, answers: list[Answer], second: float) -> str:
    took = sum(answer.seconds for answer in answers)
    pace = f"{second:g} s give one search {iterations} iterations here. The matches took {took:.0f} s."
    return "\n".join(["", f"## Rules {name}", pace, "", HEAD, *(answer.row for answer in answers)])


def commit() -> str:
    """The commit that is measured, and whether something has changed since."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def read_sizes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the strength of the players.")
    parser.add_argument("--quick", type=int, default=1000, help="games of quick against random")
    parser.add_argument("--deep", type=int, default=32, help="games of a second a move against quick")
    parser.add_argument("--levels", type=int, default=64, help="games of each level against the one below")
    parser.add_argument("--second", type=float, default=1.0, help="seconds a move that are turned into iterations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, default=DOCUMENT)
    return parser.parse_args()


def main() -> int:
    sizes = read_sizes()
    begun_at = commit()
    warm_up("en")
    parts = []
    for name, ruleset in PRESETS.items():
        second = iterations_in(sizes.second, ruleset, sizes.seed)
        parts.append((name, second, [answered(one, ruleset, sizes) for one in claims(sizes, second)]))
    sizes.out.write_text(document(begun_at, parts, sizes), encoding="utf-8")
    print(f"written: {sizes.out.name}")
    return 0 if all(one.claim.holds(one.record) for _name, _second, answers in parts for one in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
