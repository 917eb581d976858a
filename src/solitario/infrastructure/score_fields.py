"""One record of ``scores.json``: between the fields of a file and a GameRecord, checked field by field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from kernelkit.spoken import sentence
from solitario.application.score_records import GUEST, GameRecord
from solitario.domain.final_score import LEGACY_QUALITY, USUAL_PILES, FinalScore

LEGACY_VERSION = "1.0"
QUALITY = "victory_quality_multiplier"
VERSION = "scoring_system_version"

SCORE_KINDS = {field.name: str(field.type) for field in fields(FinalScore) if field.name != "unrecorded"}
RECORD_KINDS = {"profile_id": "str", "finished_at": "str", "deal_number": "int", "game_id": "str"}
NEUTRAL: dict[str, Any] = {"int": 0, "float": 0.0, "str": "", "bool": False}
NEEDED = ("total_score", "is_victory")
"""What even an old record must say; the rest of an old record may be missing."""
SILENT = frozenset({VERSION, "config_hash", "end_reason", "empty_piles"})
"""Fields whose empty value already says that nothing is known."""
LONGEST_TEXT = 200
AT_LEAST_ZERO = ("elapsed_seconds", "move_count", "recycle_count", "stock_draw_count", "timer_limit_seconds")

Refuse = Callable[..., Exception]
"""Makes the error for a key and a reason."""


def with_legacy_marks(raw: dict[str, Any]) -> dict[str, Any]:
    """``raw``, and when it comes from before v2.0 with the quality -1.0 and the version "1.0" that say so."""
    if QUALITY in raw:
        return raw
    return {**raw, QUALITY: LEGACY_QUALITY, VERSION: LEGACY_VERSION}


def record_from(raw: Any, place: str, refuse: Refuse) -> GameRecord:
    """The record in ``raw``; what ``refuse`` makes is raised with the key below ``place`` that cannot be used."""
    if not isinstance(raw, dict):
        raise refuse(place, sentence("it is not a table of names and values"))
    marked = with_legacy_marks(raw)
    legacy = marked[QUALITY] == LEGACY_QUALITY
    known: dict[str, Any] = {}
    for name, kind in (SCORE_KINDS | RECORD_KINDS).items():
        if marked.get(name) is not None:
            known[name] = _checked(marked[name], name, kind, place, refuse)
        elif name in NEEDED:
            raise refuse(f"{place}.{name}", sentence("it is missing"))
    return _record(known, marked, legacy)


def _record(known: dict[str, Any], marked: dict[str, Any], legacy: bool) -> GameRecord:
    neutral = {name: NEUTRAL[kind] for name, kind in SCORE_KINDS.items() if legacy or name in _required()}
    neutral["empty_piles"] = USUAL_PILES
    told = {name: value for name, value in known.items() if name in SCORE_KINDS}
    unrecorded = () if legacy else tuple(name for name in SCORE_KINDS if name not in told and name not in SILENT)
    score = FinalScore(**(neutral | told), unrecorded=unrecorded)
    extra = {name: value for name, value in marked.items() if name not in known}
    return GameRecord(
        score,
        profile_id=known.get("profile_id", GUEST),
        finished_at=known.get("finished_at", ""),
        deal_number=known.get("deal_number"),
        game_id=known.get("game_id", ""),
        extra=extra,
    )


def record_fields(record: GameRecord) -> dict[str, Any]:
    """``record`` as the file writes it; what other versions wrote beside it comes last."""
    own = {name: getattr(record, name) for name in RECORD_KINDS}
    known = {name: value for name, value in own.items() if value is not None}
    score = record.score.as_dict()
    unrecorded = {*score.pop("unrecorded", ())}
    told = {name: value for name, value in score.items() if name not in unrecorded}
    return {**known, **told, **record.extra}


def _required() -> set[str]:
    """The fields of the specification's own FinalScore, which every record since v2.0 has."""
    names = list(SCORE_KINDS)
    return set(names[: names.index(QUALITY) + 1])


def _checked(value: Any, name: str, kind: str, place: str, refuse: Refuse) -> Any:
    if not _is(value, kind):
        raise refuse(f"{place}.{name}", sentence("it is not of the kind {kind}"), kind=kind)
    if kind == "str" and not (value.isprintable() and len(value) <= LONGEST_TEXT):
        raise refuse(f"{place}.{name}", sentence("it holds what no text of a game holds"))
    if name in AT_LEAST_ZERO and value < 0:
        raise refuse(f"{place}.{name}", sentence("it is below 0"))
    return float(value) if kind == "float" else value


def _is(value: Any, kind: str) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "float":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)
