"""A scenario's report for people: the board in lines, the lanes and the score in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from qb_engine.effect_engine import LaneScore
from qb_engine.moves import COLUMNS, LANE_LETTERS, LANE_NAMES
from qb_engine.scoring import MatchScore
from qb_engine.words.scores import lane_sentence, score_sentence
from qb_engine.words.voice import Voice, card_name


def report_lines(report: Mapping[str, Any], voice: Voice) -> Iterator[str]:
    """The report of ``qb_engine.records.scenario.run``, line by line."""
    if not report["ok"]:
        yield f"{report['move_index'] + 1}. {report['error']}"
        return
    for letter, name in zip(LANE_LETTERS, LANE_NAMES, strict=True):
        row = (_tile(report["tiles"][f"{letter}{column}"]) for column in range(1, COLUMNS + 1))
        yield f"{name}  {' | '.join(row)}"
    lanes = tuple(LaneScore(index, **lane) for index, lane in enumerate(report["lanes"]))
    for lane in lanes:
        yield lane_sentence(lane, voice)
    totals = report["total_you"], report["total_enemy"]
    top, middle, bottom = lanes
    yield score_sentence(MatchScore([top, middle, bottom], *totals, report["winner"], totals[0] - totals[1]), voice)


def _tile(tile: Mapping[str, Any]) -> str:
    ground = f"{tile['owner']}{tile['rank']}"
    return f"{ground} {card_name(tile['card'])} {tile['power']}" if tile["card"] else ground
