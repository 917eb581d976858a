"""A game described by its counts, checked field by field, and its score."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kernelkit.spoken import sentence
from solitario.domain.final_score import FinalScore
from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import ScoringService
from solitario.errors import InvalidScoreInputError

SCHEMA = 1
SCORER_FIELDS = ("difficulty_level", "deck_type", "draw_count", "timer_mode", "timer_limit_seconds")
GAME_FIELDS = ("elapsed_seconds", "move_count", "is_victory", "end_reason")
FIELDS = ("schema", *SCORER_FIELDS, "event_counts", *GAME_FIELDS)
PLAIN_DECIMAL = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", re.ASCII)


def final_score(given: Any, config: ScoringConfig) -> FinalScore:
    """The score of the game that ``given`` describes; InvalidScoreInputError names the field that is wrong."""
    _check_shape(given)
    service = ScoringService(config, **{name: given[name] for name in SCORER_FIELDS})
    for name, count in given["event_counts"].items():
        if name not in set(ScoreEventType):
            raise _invalid(f"event_counts.{name}", count, sentence("this name is unknown"))
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise _invalid(f"event_counts.{name}", count, sentence("this is not a whole number from 0 up"))
        service.record_event(ScoreEventType(name), count)
    return service.calculate_final_score(**{name: given[name] for name in GAME_FIELDS})


def _check_shape(given: Any) -> None:
    """Every field is there, none is unknown, and time is written plainly."""
    if not isinstance(given, Mapping):
        raise _invalid("schema", None, sentence("the file is not a JSON object"))
    schema = given.get("schema")
    if schema != SCHEMA or isinstance(schema, bool | float):
        raise _invalid("schema", schema, sentence("only schema 1 is known"))
    for name in given:
        if name not in FIELDS:
            raise _invalid(str(name), given[name], sentence("this name is unknown"))
    for name in FIELDS:
        if name not in given:
            raise _invalid(name, None, sentence("this field is missing"))
    if not isinstance(given["event_counts"], Mapping):
        raise _invalid("event_counts", given["event_counts"], sentence("this is not a table of names and counts"))
    time = given["elapsed_seconds"]
    if isinstance(time, str) and PLAIN_DECIMAL.fullmatch(time) is None:
        raise _invalid("elapsed_seconds", time[:40], sentence("this is not a finite number of seconds"))
    if given["end_reason"] is None:
        raise _invalid("end_reason", None, sentence("this field is missing"))


def _invalid(field: str, value: Any, reason: str) -> InvalidScoreInputError:
    return InvalidScoreInputError(field=field, value=value, reason=reason)
