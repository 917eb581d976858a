"""Whether a file of results is true: a sample of its lines is played again and compared, to the last point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kernelkit.chance import below, seeded
from mazzo.lab import calibration_file, deck_file, match_file
from mazzo.lab.crews import ALONE, Crew
from mazzo.lab.errors import OtherRunError
from mazzo.lab.identity import identity
from mazzo.lab.run_file import Heading, Line, read_run
from mazzo.lab.runs import COMPLETE, Ending, gather
from qb_engine.errors import QueensBloodError

KINDS: dict[str, Callable[[Heading], Callable[[Line], Line]]] = {
    match_file.KIND: match_file.player_of,
    calibration_file.KIND: calibration_file.player_of,
    deck_file.DECKS: deck_file.player_of,
    deck_file.EVOLVE: deck_file.player_of,
}
"""For each kind of run, what plays a line of it again."""


@dataclass(slots=True)
class Verification:
    """What came of it: how many lines there are, which were played again, and which of these came out differently."""

    heading: Heading
    lines: int
    sample: tuple[int, ...]
    played: int = 0
    differing: tuple[int, ...] = ()
    ending: Ending = COMPLETE
    is_cut: bool = False
    """Whether a crash cut the last line off; it counts for nothing, and a run goes on before it."""

    @property
    def is_true(self) -> bool:
        """Whether everything that was played again is the same."""
        return not self.differing and self.ending == COMPLETE

    @property
    def is_of_this_engine(self) -> bool:
        """Whether the same version, data and engine played it."""
        return self.heading.played_by == identity()


def verify(
    path: Path,
    size: int,
    *,
    crew: Crew = ALONE,
    seed: int = 1,
    told: Callable[[Verification], None] | None = None,
) -> Verification:
    """Play ``size`` lines of the file again, chosen by ``seed``, all when there are no more."""
    heading, lines, end = read_run(path)
    if heading.kind not in KINDS:
        raise OtherRunError(file=path.name)
    is_cut = path.stat().st_size > end
    found = Verification(heading, len(lines), _chosen(len(lines), size, seed), is_cut=is_cut)

    def take(is_same: bool) -> bool:
        if not is_same:
            found.differing = (*found.differing, found.sample[found.played])
        found.played += 1
        if told:
            told(found)
        return False

    chosen = [lines[number] for number in found.sample]
    try:
        found.ending = gather(partial(_is_same, heading), chosen, crew, take)
    except (KeyError, TypeError, ValueError, QueensBloodError) as error:
        raise OtherRunError(file=path.name) from error
    return found


def _is_same(heading: Heading, line: Line) -> bool:
    return KINDS[heading.kind](heading)(line) == line


def _chosen(count: int, size: int, seed: int) -> tuple[int, ...]:
    """So many numbers below ``count``, each as likely as the other, in their order."""
    chance, left = seeded(seed), list(range(count))
    chosen: Sequence[int] = [left.pop(below(chance, len(left))) for _number in range(min(size, count))]
    return tuple(sorted(chosen))
