"""Every published vector, field by field, in any order of events and replayed from the log."""

import json
from pathlib import Path

import pytest

from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import ScoringService

VECTORS = json.loads((Path(__file__).parent / "data" / "scoring_vectors.json").read_text())["vectors"]


def scorer(given: dict) -> ScoringService:
    names = ("difficulty_level", "deck_type", "draw_count", "timer_mode", "timer_limit_seconds")
    return ScoringService(ScoringConfig(), **{name: given[name] for name in names})


def final(service: ScoringService, given: dict) -> dict:
    names = ("elapsed_seconds", "move_count", "is_victory", "end_reason")
    return service.calculate_final_score(**{name: given[name] for name in names}).as_dict()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_every_field_of_a_vector_is_exact(vector):
    service = scorer(vector["input"])
    for name, count in vector["input"]["event_counts"].items():
        for _ in range(count):
            service.record_event(ScoreEventType(name))
    result = final(service, vector["input"])
    assert {name: result[name] for name in vector["expected"]} == vector["expected"]
    assert set(result) - set(vector["expected"]) == {"config_hash"}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_a_vector_replayed_from_its_log_backwards_and_in_bulk_is_the_same(vector):
    service, backwards = scorer(vector["input"]), scorer(vector["input"])
    for name, count in vector["input"]["event_counts"].items():
        service.record_event(ScoreEventType(name), count)
    backwards.replay(reversed(service.log))
    assert final(backwards, vector["input"]) == final(service, vector["input"])
    assert sum(event.points for event in service.log) == vector["expected"]["base_score"]
