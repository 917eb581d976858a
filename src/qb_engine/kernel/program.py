"""The kernel as a program: its modules from bottom to top, compiled into one cache folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelkit.files import NoHomeError
from kernelkit.forms import is_switched_off, kernels_folder, numba_is_there
from kernelkit.kernel import KERNELS, Program, Progress
from kernelkit.once import once
from kernelkit.spoken import announcements, sentence
from qb_engine.kernel import (
    asking,
    endgame,
    entries,
    exploiting,
    growing,
    mirror,
    notes,
    pairs,
    playout,
    plays,
    replies,
    samples,
    tree,
    weighing,
    worlds,
)

MODULES = (
    "kernelkit.chance",
    *(
        f"qb_engine.kernel.{name}"
        for name in (
            "log",
            "board",
            "pawns",
            "powers",
            "effects",
            "arrivals",
            "destruction",
            "resolution",
            "scoring",
            "turns",
            "hashing",
            "entries",
            "plays",
            "playout",
            "replies",
            "mirror",
            "notes",
            "pairs",
            "ground",
            "worlds",
            "blind",
            "tree",
            "endgame",
            "looking",
            "judging",
            "asking",
            "weighing",
            "growing",
            "samples",
            "exploiting",
        )
    ),
)


CONSTANTS = ("errors", "models", "moves", "ruleset", "effect_registry_utils")
"""The modules whose numbers are frozen into compiled code, besides the kernel's own."""


@once
def program() -> Program:
    """The one program of this process; nothing is compiled until a twin is asked for."""
    return Program(MODULES, _doors(), _sources(), kernels_folder(), announce=_announce)


def _sources() -> list[Path]:
    kernel = Path(__file__).parent
    return [*kernel.glob("*.py"), *(kernel.parent / f"{name}.py" for name in CONSTANTS)]


def _announce() -> None:
    """Say why the first call takes so long; whoever hands in a progress of its own shows that instead."""
    announcements.say("qb_engine", sentence("compiling the rules, once for this version; this takes some seconds."))


@once
def compiled_entries(progress: Progress | None = None) -> Any:
    """The doors of the kernel in compiled form, by name."""
    return SimpleNamespace(**{door.__name__: program().entry(door, progress) for door in _doors()})


@once
def checked_entries() -> Any:
    """The same doors, compiled so that a place outside of its list is an IndexError: slower, for tests."""
    checked = Program(MODULES, _doors(), _sources(), kernels_folder(), checks_bounds=True)
    return SimpleNamespace(**{door.__name__: checked.entry(door) for door in _doors()})


@once
def plain_entries() -> Any:
    """The same doors in plain form, by name."""
    return SimpleNamespace(**{door.__name__: door for door in _doors()})


def _doors() -> list[Callable[..., Any]]:
    """What Python calls: every entry, what is asked at every ply, the long runs, and what the net judges."""
    per_ply: list[Callable[..., Any]] = [
        plays.list_placements,
        plays.play_from_hand,
        plays.make_move,
        plays.score_afresh,
        plays.act_on,
    ]
    long_runs: list[Callable[..., Any]] = [
        playout.playouts,
        playout.random_ply,
        playout.clones,
        playout.perft,
        replies.best_placements,
        mirror.mirror_state,
        notes.note_choice,
        notes.note_ending,
        pairs.play_pairs,
        worlds.deal_worlds,
        tree.grow,
        tree.most_tried,
        endgame.solve,
    ]
    by_the_net: list[Callable[..., Any]] = [
        asking.judge_world,
        asking.judge_view,
        asking.judge_samples,
        weighing.weigh_moves,
        growing.grow_judged,
        samples.play_samples,
        samples.play_duels,
        exploiting.play_against,
    ]
    named = [function for function, module in KERNELS.items() if module == entries.__name__]
    return [*named, *per_ply, *long_runs, *by_the_net]


def compiles() -> bool:
    """Whether kernels run compiled here: nobody asked for plain ones, Numba is there, and its cache has a place."""
    return not is_switched_off() and _can_compile()


@once
def _can_compile() -> bool:
    try:
        return numba_is_there() and program().has_place
    except NoHomeError:
        return False


def trouble() -> OSError | None:
    """Why compiled kernels are not loaded from their cache or not kept in it; None when all is well."""
    try:
        return program().trouble
    except NoHomeError as error:
        return error
