"""The report of a scenario as data, with the keys that docs/formats.md describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType, convert

from mazzo.schemas.board import Lane, Tile
from mazzo.schemas.document import NUMBERS, Document
from qb_engine.moves import Side


class ScenarioReport(Document, tag=NUMBERS["scenario"]):
    """The position after the moves; hands and legal moves of the sides whose hands were given."""

    tiles: dict[str, Tile]
    added: dict[Side, list[str]]
    lanes: list[Lane]
    total_you: int
    total_enemy: int
    winner: Side | None
    game_over: bool
    side_to_act: Side | None
    hands: dict[Side, list[str]] | UnsetType = UNSET
    legal_moves: dict[Side, list[str]] | UnsetType = UNSET


class RefusedScenario(Document, tag=NUMBERS["scenario"]):
    """The first move that the rules refuse, counted from 0, and why."""

    ok: bool = False
    move_index: int
    error: str


def scenario_document(report: Mapping[str, Any]) -> ScenarioReport | RefusedScenario:
    """The report of ``qb_engine.records.scenario.run`` as a document."""
    return convert(report, ScenarioReport) if report["ok"] else convert(report, RefusedScenario)
