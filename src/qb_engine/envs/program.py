"""The kernels of the environments as a program of their own: the rules' library keeps its name when these change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelkit.forms import kernels_folder
from kernelkit.kernel import Program
from kernelkit.once import once
from kernelkit.spoken import announcements, sentence
from qb_engine.envs.kernel import stepping
from qb_engine.kernel import program as rules

MODULES = (
    *rules.MODULES[: rules.MODULES.index("qb_engine.kernel.turns") + 1],
    "qb_engine.kernel.mirror",
    *(f"qb_engine.envs.kernel.{name}" for name in ("seeing", "playing", "stepping")),
)

DOORS: tuple[Callable[..., Any], ...] = (
    stepping.seed_games,
    stepping.deal_games,
    stepping.look,
    stepping.step_games,
    stepping.random_actions,
)
"""What Python calls."""


@once
def program() -> Program:
    """The one program of this process."""
    below = Path(rules.__file__).parent
    constants = [below.parent / f"{name}.py" for name in rules.CONSTANTS]
    sources = [*below.glob("*.py"), *constants, *(Path(__file__).parent / "kernel").glob("*.py")]
    return Program(MODULES, DOORS, sources, kernels_folder() / "envs", announce=_announce)


def _announce() -> None:
    """Say why the first call takes so long."""
    announcements.say(
        "qb_engine", sentence("compiling the environments, once for this version; this takes some seconds.")
    )


@once
def compiled_doors() -> Any:
    """The doors in compiled form, by name."""
    return SimpleNamespace(**{door.__name__: program().entry(door) for door in DOORS})


@once
def plain_doors() -> Any:
    """The same doors in plain form, by name."""
    return SimpleNamespace(**{door.__name__: door for door in DOORS})
