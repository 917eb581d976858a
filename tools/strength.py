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
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kernelkit.chance import seeded
from mazzo.cli.lab.run import cores
from mazzo.cli.progress import Progress, warm_up
from mazzo.lab.crews import Here
from mazzo.lab.match_file import MatchFile
from mazzo.lab.matches import MatchPlan, MatchRecord, deal_seed, run_match
from mazzo.lab.statistics import Interval
from mazzo.play.levels import LEVELS
from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.players import DeepPlayer, PlayerSpec, QuickPlayer, RolloutPlayer
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.mind.decks import random_decks
from qb_engine.ruleset import PRESETS, Ruleset

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "strength.md"
QUICK_LEAST, DEEP_LEAST = 0.95, 0.65
"""What quick should win against random, and a second a move against quick."""
TIMED_GAMES = 4
TIMED_EVERY = 5
TIMED_ITERATIONS = 8_000
"""One position of every so many turns of so many games is searched for a while, to see what a second gives."""
SHORT_TIME, LONG_TIME = 0.02, 0.4
EQUAL_LEAST = 0.7
"""What judgement should win against blind play in as much time; in the short time it should stand up to the long."""
LADDER = (1_000, 4_000, 16_000, 64_000)
DECK_SEED = 200


@dataclass(frozen=True, slots=True)
class Claim:
    """A match and what it should show: that A wins so much of it, or without a number that A is not worse."""

    title: str
    a: str
    b: str
    pairs: int
    least: float | None = None
    random: bool = False
    """Whether random decks play, not the starters."""

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
            f"{record.plan.a} against {record.plan.b}{', random decks' * self.claim.random}",
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


def rate_of(searcher: type[DeepPlayer], ruleset: Ruleset, seed: int) -> int:
    """Its iterations in a second of processor time, on average over positions that it cannot play out exactly.

    A busy machine gives a search less of the clock, but no less of its processor's time.
    """
    iterations, seconds = 0, 0.0
    for number in range(TIMED_GAMES):
        decks = rotation()[number], rotation()[-1 - number]
        game = ArenaGame(Deal(ruleset, *decks, deal_seed(seed, number), "Y"))
        quick, deep = QuickPlayer(), searcher(seeded(seed, number), TIMED_ITERATIONS)
        while (side := game.side_to_act) is not None:
            view, observation = game.seen_by(side)
            if game.plies % TIMED_EVERY == TIMED_EVERY - 1:
                begun = time.process_time()
                found = deep.search(view, observation)
                if not found.is_exact:
                    iterations += found.iterations
                    seconds += time.process_time() - begun
            game.make(quick.choose(view, observation))
    return round(iterations / seconds)


@dataclass(frozen=True, slots=True)
class Rates:
    """Iterations a second, of the search by judgement and of the one by blind play."""

    judged: int
    blind: int

    def deep(self, seconds: float) -> str:
        """The search by judgement in so many seconds."""
        return f"deep:{max(1, round(self.judged * seconds))}"

    def rollout(self, seconds: float) -> str:
        """The search by blind play in so many seconds."""
        return f"rollout:{max(1, round(self.blind * seconds))}"


def claims(sizes: argparse.Namespace, rates: Rates) -> Iterator[Claim]:
    """What is asked under each ruleset: of quick, a second a move, the levels, judgement and more iterations."""
    yield Claim(f"{QUICK_LEAST:.0%} or more", "quick", "random", sizes.quick // 2, QUICK_LEAST)
    yield Claim(
        f"{sizes.second:g} s a move wins {DEEP_LEAST:.0%} or more",
        rates.deep(sizes.second),
        "quick",
        sizes.deep // 2,
        DEEP_LEAST,
    )
    for level, (lower, higher) in enumerate(pairwise(LEVELS), start=2):
        yield Claim(f"level {level} is not below level {level - 1}", higher, lower, sizes.levels // 2)
    judged, title = rates.deep(SHORT_TIME), f"{EQUAL_LEAST:.0%} or more in as much time"
    for random in (False, True):
        yield Claim(title, judged, rates.rollout(SHORT_TIME), sizes.equal // 2, EQUAL_LEAST, random)
    title = f"{SHORT_TIME:g} s of judgement are not below {LONG_TIME:g} s of blind play"
    yield Claim(title, judged, rates.rollout(LONG_TIME), sizes.long // 2)
    for step, (fewer, more) in enumerate(pairwise(LADDER)):
        # A game of the next step takes four times as long.
        yield Claim("more iterations are not below fewer", f"deep:{more}", f"deep:{fewer}", sizes.ladder // 2 >> step)


def answered(claim: Claim, ruleset: Ruleset, sizes: argparse.Namespace) -> Answer:
    """Play the match of a claim; an end before its last game ends everything, and nothing is written."""
    a, b = PlayerSpec.parse(claim.a), PlayerSpec.parse(claim.b)
    decks = tuple(random_decks(ruleset, sizes.random_decks, DECK_SEED)) if claim.random else rotation()
    plan = MatchPlan(a, b, max(1, claim.pairs), sizes.seed, ruleset, decks)
    print(f"{ruleset.name}: {a} against {b}, {2 * plan.pairs} games", file=sys.stderr, flush=True)
    progress = Progress("en", time.monotonic, lambda line: print(line, file=sys.stderr, flush=True))
    begun = time.monotonic()

    def told(record: MatchRecord) -> None:
        progress.tell(record.games, 2 * plan.pairs)

    name = f"{ruleset.name}-{a}-{b}{'-random' * claim.random}-{sizes.seed}.jsonl".replace(":", "_")
    with nullcontext() if sizes.kept is None else MatchFile(sizes.kept / name, plan) as kept:
        record = run_match(plan, crew=Here(sizes.workers), told=told, kept=kept)
    if record.ending.how != "complete":
        if record.ending.trouble:
            print(record.ending.trouble, file=sys.stderr)
        print(f"{record.ending.how} after {record.games} games; {DOCUMENT.name} is as it was", file=sys.stderr)
        sys.exit(130 if record.ending.how == "interrupted" else 1)
    return Answer(claim, record, time.monotonic() - begun)


def document(begun_at: str, parts: list[tuple[str, Rates, list[Answer]]], sizes: argparse.Namespace) -> str:
    """The whole document from what was measured, and at which commit."""
    measured = f"Commit {begun_at}, seed {sizes.seed}, {sizes.workers} workers."
    return "\n".join([INTRODUCTION, measured, *(_part(*part) for part in parts)]) + "\n"


INTRODUCTION = """\
# Strength
Written by `make strength` from the games it played; nothing here is typed by hand. Each deal is played twice with the
places changed, and the pair is the unit of the 95 % intervals in brackets (docs/decisions/0801-arena.md). Both sides
know the other's list. A draw counts half; margins are points a game. So much *or more* holds when the rate is that high
and the whole interval above half, *not below* when the interval does not lie below half. Levels are those of
`mazzo play`. Time is counted in iterations: those that a second of processor time gives.
"""
HEAD = """\
| match | games | won / drawn / lost | rate | margin | turns | does it hold? |
|---|---|---|---|---|---|---|"""


def _part(name: str, rates: Rates, answers: list[Answer]) -> str:
    took = sum(answer.seconds for answer in answers)
    pace = f"A second is taken for {rates.judged} iterations by judgement and {rates.blind} by blind play."
    pace = f"{pace} The matches took {took:.0f} s."
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
    parser.add_argument("--equal", type=int, default=200, help="games of judgement against blind play in as much time")
    parser.add_argument("--long", type=int, default=60, help="games against blind play in twenty times the time")
    parser.add_argument(
        "--ladder",
        type=int,
        default=60,
        help="games of 4,000 iterations against 1,000; each step higher has half as many",
    )
    parser.add_argument("--random-decks", type=int, default=200, help="how many there are where random decks play")
    parser.add_argument("--rates", type=int, nargs=2, help="iterations a second, by judgement and by blind play")
    parser.add_argument("--kept", type=Path, help="a folder where games are kept, so that a run can go on")
    parser.add_argument("--rules", choices=sorted(PRESETS), help="only these rules, to keep games; nothing is written")
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
        if sizes.rules not in (None, name):
            continue
        measured = sizes.rates or (rate_of(kind, ruleset, sizes.seed) for kind in (DeepPlayer, RolloutPlayer))
        rates = Rates(*measured)
        parts.append((name, rates, [answered(one, ruleset, sizes) for one in claims(sizes, rates)]))
    if sizes.rules:
        return 0
    sizes.out.write_text(document(begun_at, parts, sizes), encoding="utf-8")
    print(f"written: {sizes.out.name}")
    return 0 if all(one.claim.holds(one.record) for _name, _second, answers in parts for one in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
