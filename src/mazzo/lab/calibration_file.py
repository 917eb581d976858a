"""The answers of a calibration in a file, and its plan as the heading says it.

``covered`` is part of what a game's line depends on, so it is part of the heading; how many positions and pairs of
equal moves are asked for is not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mazzo.lab.errors import OtherRunError
from mazzo.lab.run_file import Heading, Line, RunFile
from mazzo.lab.self_play import CalibrationPlan, Statement, play_and_state, tell_apart
from mazzo.lab.statistics import Interval
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import Ruleset

KIND = "calibration"


def heading(plan: CalibrationPlan) -> Heading:
    """The heading of a calibration."""
    rotation = [" ".join(deck) for deck in plan.rotation]
    sizes = {"iterations": plan.iterations, "covered": plan.covered, "hidden": plan.hidden}
    if plan.compared:
        sizes["compared"] = plan.compared
    return Heading.of(KIND, plan.seed, plan.ruleset, {"players": str(plan.players), **sizes, "rotation": rotation})


def plan_of(there: Heading) -> CalibrationPlan:
    """The plan that a heading says, for no positions."""
    said = there.plan
    return CalibrationPlan(
        PlayerSpec.parse(said["players"]),
        int(said["iterations"]),
        0,
        there.seed,
        Ruleset.parse(there.rules),
        tuple(tuple(deck.split()) for deck in said["rotation"]),
        covered=int(said["covered"]),
        hidden=bool(said["hidden"]),
        compared=int(said.get("compared", 0)),
    )


def player_of(there: Heading) -> Callable[[Line], Line]:
    """What plays a line of the file again."""
    plan = plan_of(there)

    def again(line: Line) -> Line:
        if "game" in line:
            return game_line(line["game"], play_and_state(plan, line["game"]))
        return pair_line(line["pair"], tell_apart(plan, line["pair"]))

    return again


def game_line(number: int, statements: tuple[Statement, ...]) -> Line:
    """A game, and what was stated in it: chance, interval, outcome, the longer search's chance, and blind play's."""
    rows = [
        [one.chance, one.interval.low, one.interval.high, one.outcome, one.reference]
        + ([] if one.blind is None else [one.blind])
        for one in statements
    ]
    return {"game": number, "stated": rows}


def pair_line(number: int, told_apart: bool) -> Line:
    """A pair of equal moves."""
    return {"pair": number, "told_apart": told_apart}


class CalibrationFile(RunFile):
    """The answers of one calibration as they are given."""

    def __init__(self, path: Path, plan: CalibrationPlan) -> None:
        super().__init__(path, heading(plan))
        self.games: list[tuple[Statement, ...]] = []
        self.told_apart: list[bool] = []

    def add_game(self, number: int, statements: tuple[Statement, ...]) -> None:
        """Keep the next game."""
        self.write(game_line(number, statements))

    def add_pair(self, number: int, told_apart: bool) -> None:
        """Keep the next pair."""
        self.write(pair_line(number, told_apart))

    def take(self, line: Line) -> None:
        """The next game, or the next pair of equal moves."""
        try:
            if line.get("game") == len(self.games):
                self.games.append(tuple(_statement(*row) for row in line["stated"]))
            elif line.get("pair") == len(self.told_apart):
                self.told_apart.append(bool(line["told_apart"]))
            else:
                raise OtherRunError(file=self.name)
        except (KeyError, TypeError, ValueError) as error:
            raise OtherRunError(file=self.name) from error


def _statement(
    chance: float, low: float, high: float, outcome: float, reference: float | None, blind: float | None = None
) -> Statement:
    told, other = (None if one is None else float(one) for one in (reference, blind))
    return Statement(float(chance), Interval(float(low), float(high)), float(outcome), told, other)
