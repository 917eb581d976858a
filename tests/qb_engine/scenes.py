"""Short ways to run a scenario in a test: JSON in, JSON out, one fact at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kernelkit.strict_json import loads
from qb_engine.records.scenario import run


class Scene(dict[str, Any]):
    """The report of a scenario whose moves were all accepted."""

    def power(self, tile: str) -> int:
        """Effective power of the card there."""
        assert self["tiles"][tile]["card"] is not None, f"{tile} is empty"
        power: int = self["tiles"][tile]["power"]
        return power

    def powers(self, *tiles: str) -> list[int]:
        """Effective powers of several cards."""
        return [self.power(tile) for tile in tiles]

    def grounds(self, *tiles: str) -> str:
        """Owner and rank of some tiles in one line."""
        return " ".join(f"{self['tiles'][tile]['owner']}{self['tiles'][tile]['rank']}" for tile in tiles)

    def card(self, tile: str) -> str | None:
        """Id of the card there."""
        card: str | None = self["tiles"][tile]["card"]
        return card

    def lane(self, lane_index: int) -> tuple[int, int, str | None, int]:
        """Your power, the enemy's, the winner and the points of a lane."""
        lane = self["lanes"][lane_index]
        return lane["power_you"], lane["power_enemy"], lane["winner"], lane["lane_points"]


def reported(raw: dict[str, Any]) -> dict[str, Any]:
    """What the runner answers, after both ways through JSON text."""
    report: dict[str, Any] = loads(json.dumps(run(loads(json.dumps(raw)))))
    return report


def scene(ruleset: object, moves: Sequence[str] = (), **fields: Any) -> Scene:
    """The report of a scenario with free turns, unless ``fields`` say otherwise."""
    raw = {"schema": 1, "ruleset": ruleset, "free_turns": True, "moves": list(moves)} | fields
    report = reported(raw)
    assert report["ok"], report
    return Scene(report)


def refusal(ruleset: object, moves: Sequence[str], **fields: Any) -> tuple[int, str]:
    """Which move of the scenario is refused, and the sentence."""
    report = reported({"schema": 1, "ruleset": ruleset, "moves": list(moves)} | fields)
    assert not report["ok"], report
    assert set(report) == {"schema", "ok", "move_index", "error"}
    return report["move_index"], report["error"]
