"""The batches of a match in a file, and the plan of a match as its heading says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mazzo.lab.errors import OtherRunError
from mazzo.lab.matches import MatchPlan, play_batch
from mazzo.lab.pair_batches import PairBatch
from mazzo.lab.run_file import Heading, Line, RunFile
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import Ruleset

KIND = "match"
KINDS = {"first": int, "outcomes": str, "margin": int, "squares": int, "plies": int, "seal": str}


def heading(plan: MatchPlan) -> Heading:
    """The heading of a match. Cards are written in their order, which the shuffle begins from."""
    decks = {name: None if deck is None else " ".join(deck) for name, deck in _own(plan).items()}
    rotation = [" ".join(deck) for deck in plan.rotation]
    said = {"a": str(plan.a), "b": str(plan.b), **decks, "rotation": rotation, "hidden": plan.hidden}
    return Heading.of(KIND, plan.seed, plan.ruleset, said)


def _own(plan: MatchPlan) -> dict[str, tuple[str, ...] | None]:
    return {"deck_a": plan.deck_a, "deck_b": plan.deck_b}


def plan_of(there: Heading) -> MatchPlan:
    """The plan that a heading says, for no pairs."""
    said: Mapping[str, Any] = there.plan
    deck_a, deck_b = (tuple(said[name].split()) if said[name] else None for name in ("deck_a", "deck_b"))
    rotation = tuple(tuple(deck.split()) for deck in said["rotation"])
    a, b = (PlayerSpec.parse(said[name]) for name in ("a", "b"))
    return MatchPlan(a, b, 0, there.seed, Ruleset.parse(there.rules), rotation, deck_a, deck_b, bool(said["hidden"]))


def player_of(there: Heading) -> Callable[[Line], Line]:
    """What plays a line of the file again."""
    plan = plan_of(there)

    def again(line: Line) -> Line:
        first = line["first"]
        return asdict(play_batch(plan, (first, first + len(line["outcomes"]))))

    return again


class MatchFile(RunFile):
    """The batches of one match as they are played."""

    def __init__(self, path: Path, plan: MatchPlan) -> None:
        super().__init__(path, heading(plan))
        self.batches: list[PairBatch] = []

    def take(self, line: Line) -> None:
        """The next batch, which begins where the last one ended."""
        has_kinds = {name: type(value) for name, value in line.items()} == KINDS
        if not has_kinds or line["first"] != self.pairs or not set(line["outcomes"]) <= set("012345678"):
            raise OtherRunError(file=self.name)
        self.batches.append(PairBatch(**line))

    @property
    def pairs(self) -> int:
        """How many were kept before."""
        return self.batches[-1].last if self.batches else 0

    def add(self, batch: PairBatch) -> None:
        """Keep the next batch."""
        self.write(asdict(batch))
