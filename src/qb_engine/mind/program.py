"""The kernels of the net as a program of their own: the rules' library keeps its name when these change."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelkit.forms import kernels_folder
from kernelkit.kernel import Program
from kernelkit.once import once
from qb_engine.kernel import program as rules
from qb_engine.mind.kernel import asking, growing, learning, playing

MODULES = (
    *rules.MODULES[: rules.MODULES.index("qb_engine.kernel.turns") + 1],
    *(f"qb_engine.kernel.{name}" for name in ("playout", "mirror", "ground", "worlds", "blind", "tree")),
    *(f"qb_engine.mind.kernel.{name}" for name in ("seeing", "judging", "asking", "playing", "growing", "learning")),
)

DOORS: tuple[Callable[..., Any], ...] = (
    asking.judge_world,
    asking.judge_view,
    asking.judge_samples,
    playing.weigh_moves,
    playing.play_samples,
    playing.play_duels,
    growing.grow_judged,
    learning.shuffle,
    learning.learn,
    learning.write_net,
)
"""What Python calls."""


@once
def program() -> Program:
    """The one program of this process."""
    below = Path(rules.__file__).parent
    constants = [below.parent / f"{name}.py" for name in rules.CONSTANTS]
    sources = [*below.glob("*.py"), *constants, *(Path(__file__).parent / "kernel").glob("*.py")]
    return Program(MODULES, DOORS, sources, kernels_folder() / "mind", announce=_announce)


def _announce() -> None:
    """Say why the first call takes so long."""
    sys.stderr.write("qb_engine: compiling the net, once for this version; this takes some seconds.\n")
    sys.stderr.flush()


@once
def compiled_doors() -> Any:
    """The doors in compiled form, by name."""
    return SimpleNamespace(**{door.__name__: program().entry(door) for door in DOORS})


@once
def plain_doors() -> Any:
    """The same doors in plain form, by name."""
    return SimpleNamespace(**{door.__name__: door for door in DOORS})
