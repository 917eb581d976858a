"""What a lab run found, in sentences; the same for any number of workers, so no time is in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelkit.spoken import catalogue, sentence
from mazzo.lab.calibration import Share, interval_together, together
from mazzo.lab.identity import identity
from mazzo.lab.matches import MatchRecord
from mazzo.lab.self_play import REFERENCE_FACTOR, CalibrationRecord
from mazzo.lab.statistics import Interval
from mazzo.lab.verify import Verification

VERDICTS = {
    "H1": sentence("{a} wins {p1} or more rather than {p0}."),
    "H0": sentence("{a} wins {p0} or less rather than {p1}."),
    None: sentence("{p0} or {p1} is still open."),
}


class LabWords:
    """Sentences and numbers in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def say(self, key: str, **facts: object) -> str:
        """The sentence with its facts."""
        return catalogue("mazzo", self._language).gettext(key).format(**facts)

    def number(self, value: float, places: int = 1, *, signed: bool = False) -> str:
        """A number with the language's decimal sign; what rounds to nothing has no minus."""
        text = f"{value:+z.{places}f}" if signed else f"{value:z.{places}f}"
        return text.replace(".", ",") if self._language == "it" else text

    def percent(self, rate: float, places: int = 1) -> str:
        """A rate in percent."""
        return f"{self.number(100 * rate, places)}%"

    def ends(self, interval: Interval) -> dict[str, str]:
        """The ends of a rate's interval as facts."""
        return {"low": self.percent(interval.low), "high": self.percent(interval.high)}


def match_lines(record: MatchRecord, language: str) -> Iterator[str]:
    """The result of a match, a sentence a line."""
    words, plan = LabWords(language), record.plan
    opening = sentence("{a} against {b}. Rules {rules}, seed {seed}, {decks}. Games {games}, pairs {pairs}.")
    decks = words.say(sentence("decks hidden") if plan.hidden else sentence("decks known to both"))
    facts = {"rules": plan.ruleset.name, "seed": plan.seed, "decks": decks}
    counts = {"games": record.games, "pairs": record.pairs}
    yield words.say(opening, a=plan.a, b=plan.b, **facts, **counts)
    if not record.pairs:
        return
    wins, draws, losses = record.wins_draws_losses
    result = sentence("{a} wins {rate}, 95% interval {low} to {high}: won {wins}, drawn {draws}, lost {losses}.")
    rate = {"rate": words.percent(record.win_rate), **words.ends(record.win_rate_interval)}
    yield words.say(result, a=plan.a, wins=wins, draws=draws, losses=losses, **rate)
    yield _margin_line(record, words)
    if record.sprt:
        yield _test_line(record, words)
    if record.ending.how == "decided":
        yield words.say(sentence("It stopped where it was clear, so the rate above leans to that side."))


def _margin_line(record: MatchRecord, words: LabWords) -> str:
    facts = {"margin": words.number(record.mean_margin, signed=True), "plies": words.number(record.mean_plies)}
    interval = record.mean_margin_interval
    if interval is None:
        return words.say(sentence("Margin {margin} points a game; turns a game {plies}."), **facts)
    low, high = (words.number(end, signed=True) for end in (interval.low, interval.high))
    key = sentence("Margin {margin} points a game, 95% interval {low} to {high}; turns a game {plies}.")
    return words.say(key, low=low, high=high, **facts)


def _test_line(record: MatchRecord, words: LabWords) -> str:
    sprt = record.sprt
    assert sprt is not None
    chances = {"p0": words.percent(sprt.p0), "p1": words.percent(sprt.p1)}
    verdict = words.say(VERDICTS[record.verdict], a=record.plan.a, **chances)
    ratio, lower, upper = (words.number(x, 2) for x in (sprt.log_likelihood_ratio(record.tally), *sprt.bounds))
    key = sentence("Test: {verdict} Log-likelihood ratio {ratio}, bounds {lower} and {upper}.")
    return words.say(key, verdict=verdict, ratio=ratio, lower=lower, upper=upper)


def calibration_lines(record: CalibrationRecord, language: str) -> Iterator[str]:
    """The result of a calibration, sentences and then a row for each tenth."""
    words, plan = LabWords(language), record.plan
    key = sentence(
        "{player} plays itself, {iterations} iterations state the chance. Rules {rules}, seed {seed}. "
        "Games {games}, positions {positions}."
    )
    counts = {"games": record.games, "positions": len(record.statements)}
    facts = {"player": plan.players, "iterations": plan.iterations, "rules": plan.ruleset.name, "seed": plan.seed}
    yield words.say(key, **facts, **counts)
    if not record.statements:
        return
    key = sentence(
        "Expected calibration error {error} points of percent, 95% interval {low} to {high}; Brier score {brier}."
    )
    around = record.calibration_error_interval
    error, low, high = (words.number(100 * value) for value in (record.calibration_error, around.low, around.high))
    yield words.say(key, error=error, low=low, high=high, brier=words.number(record.brier, 4))
    for part in record.bins:
        key = sentence(
            "Stated {from_} to {to}: positions {count}, said {said}, came {came}, 95% interval {low} to {high}."
        )
        ends = {"from_": words.percent(part.low, 0), "to": words.percent(part.high, 0)}
        means = {"said": words.percent(part.stated), "came": words.percent(part.came)}
        yield words.say(key, count=part.count, **ends, **means, **words.ends(part.interval))
    yield from _coverage_lines(record, words)


def coverage_line(covered: Sequence[Share], words: LabWords) -> str:
    """How many intervals hold what a longer search finds, from the share of each game."""
    coverage = together(covered)
    key = sentence(
        "Intervals that hold the chance after {factor} times the iterations: {covered} of {count}, {share}, "
        "95% interval {low} to {high}."
    )
    share = {"share": words.percent(coverage.rate), **words.ends(interval_together(covered))}
    return words.say(key, count=coverage.of, covered=coverage.count, factor=REFERENCE_FACTOR, **share)


def _coverage_lines(record: CalibrationRecord, words: LabWords) -> Iterator[str]:
    if record.covered:
        yield coverage_line(record.covered, words)
    equal = record.equal_moves
    if equal.of:
        key = sentence(
            "Pairs of equal moves that were told apart: {told} of {count}, {share}, 95% interval {low} to {high}."
        )
        share = {"share": words.percent(equal.rate), **words.ends(equal.interval)}
        yield words.say(key, count=equal.of, told=equal.count, **share)


def verify_lines(found: Verification, language: str) -> Iterator[str]:
    """Whether a file of results is true."""
    words, there = LabWords(language), found.heading
    key = sentence(
        "{kind}, rules {rules}, seed {seed}, played by version {version}. Lines {lines}, played again {played}."
    )
    yield words.say(
        key, kind=there.kind, rules=there.rules, seed=there.seed, version=there.played_by, lines=found.lines,
        played=found.played,
    )  # fmt: skip
    if found.is_cut:
        yield words.say(sentence("The last line was cut off and is left out; the same run goes on before it."))
    if not found.is_of_this_engine:
        yield words.say(sentence("Here is version {version}, so they may differ by right."), version=identity())
    if found.differing:
        # The heading is line 1 of the file.
        numbers = ", ".join(str(number + 2) for number in found.differing)
        yield words.say(
            sentence("Played again these lines of the file came out differently: {numbers}."), numbers=numbers
        )
    elif found.played:
        yield words.say(sentence("All of them came out the same, to the last point."))
