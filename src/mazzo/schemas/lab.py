"""What a lab run found, as data; the same for any number of workers, so no time is in it."""

from __future__ import annotations

from msgspec import field

from mazzo.lab.calibration import interval_together, together
from mazzo.lab.matches import MatchRecord
from mazzo.lab.runs import How
from mazzo.lab.self_play import CalibrationRecord
from mazzo.lab.sprt import Verdict
from mazzo.lab.statistics import Interval as Ends
from mazzo.lab.verify import Verification
from mazzo.schemas.document import NUMBERS, Document, Interval, Part, rounded
from qb_engine.cards.deck_code import deck_code


class Run(Document):
    """What both kinds of run have: how it ended, and what broke it if something did. The seed is a text."""

    error: str | None
    ending: How
    rules: str
    seed: str
    is_hidden: bool
    games: int


class TestPart(Part):
    """The sequential test: its two rates, how often it may err, where it stands, and what it says."""

    p0: float
    p1: float
    alpha: float
    beta: float
    ratio: float
    bounds: Interval
    verdict: Verdict | None


class LabMatchDocument(Run, tag=NUMBERS["lab-match"]):
    """A against B. ``pair_scores`` counts the pairs in which A took 0, a half, 1, one and a half and 2."""

    a: str
    b: str
    deck_a: str | None
    deck_b: str | None
    games_asked: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    win_rate_interval: Interval | None
    pair_scores: list[int]
    mean_margin: float
    mean_margin_interval: Interval | None
    mean_plies: float
    sprt: TestPart | None


class BinPart(Part):
    """The positions whose stated chance is within two bounds: what was said and what came, on average."""

    low: float = field(name="from")
    high: float = field(name="to")
    count: int
    said: float
    came: float
    came_interval: Interval | None


class EqualMovesPart(Part):
    """Pairs of equal moves, and how many of them were told apart."""

    told_apart: int
    count: int


class CoveragePart(Part):
    """Intervals, and how many of them hold what a longer search finds."""

    covered: int
    count: int
    share: float | None
    interval: Interval | None


class CalibrationDocument(Run, tag=NUMBERS["calibration"]):
    """What the search stated against what came."""

    players: str
    iterations: int
    positions: int
    calibration_error: float
    calibration_error_interval: Interval | None
    brier: float
    bins: list[BinPart]
    equal_moves: EqualMovesPart
    coverage: CoveragePart


class LabVerifyDocument(Document, tag=NUMBERS["lab-verify"]):
    """A file of results whose lines were played again; ``differing`` are numbers of lines in the file, from 1."""

    error: str | None
    ending: How
    run: str
    rules: str
    seed: str
    version: str
    data: str
    engine: str
    is_of_this_engine: bool
    lines: int
    played: int
    differing: list[int]


def verify_document(found: Verification, language: str) -> LabVerifyDocument:
    """The document of a verification."""
    there, trouble = found.heading, found.ending.trouble
    return LabVerifyDocument(
        ok=found.is_true,
        error=None if trouble is None else trouble.message(language),
        ending=found.ending.how,
        run=there.kind,
        rules=there.rules,
        seed=str(there.seed),
        version=there.played_by.version,
        data=there.played_by.data,
        engine=there.played_by.engine,
        is_of_this_engine=found.is_of_this_engine,
        lines=found.lines,
        played=found.played,
        differing=[number + 2 for number in found.differing],
    )


def match_document(record: MatchRecord, language: str) -> LabMatchDocument:
    """The document of a match; what broke it is said in ``language``."""
    plan = record.plan
    wins, draws, losses = record.wins_draws_losses
    return LabMatchDocument(
        ok=record.ending.how in ("complete", "decided"),
        error=None if record.ending.trouble is None else record.ending.trouble.message(language),
        ending=record.ending.how,
        rules=plan.ruleset.name,
        seed=str(plan.seed),
        is_hidden=plan.hidden,
        games=record.games,
        a=str(plan.a),
        b=str(plan.b),
        deck_a=deck_code(plan.deck_a) if plan.deck_a else None,
        deck_b=deck_code(plan.deck_b) if plan.deck_b else None,
        games_asked=2 * plan.pairs,
        wins=wins,
        draws=draws,
        losses=losses,
        win_rate=rounded(record.win_rate),
        win_rate_interval=_ends(record.win_rate_interval),
        pair_scores=list(record.tally.counts),
        mean_margin=rounded(record.mean_margin),
        mean_margin_interval=_ends(record.mean_margin_interval),
        mean_plies=rounded(record.mean_plies),
        sprt=_test(record),
    )


def _test(record: MatchRecord) -> TestPart | None:
    sprt = record.sprt
    if sprt is None:
        return None
    lower, upper = sprt.bounds
    return TestPart(
        p0=sprt.p0,
        p1=sprt.p1,
        alpha=sprt.alpha,
        beta=sprt.beta,
        ratio=rounded(sprt.log_likelihood_ratio(record.tally)),
        bounds=(rounded(lower), rounded(upper)),
        verdict=record.verdict,
    )


def calibration_document(record: CalibrationRecord, language: str) -> CalibrationDocument:
    """The document of a calibration; what broke it is said in ``language``."""
    plan, coverage, equal = record.plan, together(record.covered), record.equal_moves
    return CalibrationDocument(
        ok=record.ending.how == "complete",
        error=None if record.ending.trouble is None else record.ending.trouble.message(language),
        ending=record.ending.how,
        rules=plan.ruleset.name,
        seed=str(plan.seed),
        is_hidden=plan.hidden,
        games=record.games,
        players=str(plan.players),
        iterations=plan.iterations,
        positions=len(record.statements),
        calibration_error=rounded(record.calibration_error),
        calibration_error_interval=_ends(record.calibration_error_interval),
        brier=rounded(record.brier),
        bins=[
            BinPart(
                low=part.low,
                high=part.high,
                count=part.count,
                said=rounded(part.stated),
                came=rounded(part.came),
                came_interval=_ends(part.interval),
            )
            for part in record.bins
        ],
        equal_moves=EqualMovesPart(told_apart=equal.count, count=equal.of),
        coverage=CoveragePart(
            covered=coverage.count,
            count=coverage.of,
            share=rounded(coverage.rate) if coverage.of else None,
            interval=_ends(interval_together(record.covered)) if coverage.of else None,
        ),
    )


def _ends(interval: Ends | None) -> Interval | None:
    return None if interval is None else (rounded(interval.low), rounded(interval.high))
