"""Every combination of qualities, levels, draws, decks and timers against plain fractions; not one may differ."""

import math
from fractions import Fraction
from itertools import product

import pytest

from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import ScoringService

pytestmark = pytest.mark.slow

MOVES = {50: "1.3", 120: "1.1", 121: "1", 250: "0.85", 251: "0.7"}
RECYCLES = {0: "1.2", 2: "1.1", 3: "1", 7: "0.8", 8: "0.5"}
RECYCLE_COSTS = (0, 0, 10, 20, 35, 55, 80, 80)
OFF_SECONDS = {"600": "1.5", "600.001": "1.2", "1799.9": "1", "2700": "0.8", "2700.5": "0.7"}
ON_SECONDS = {"180": "1.5", "180.25": "1.2", "675": "1", "899.999": "0.8", "900": "0.7"}
LATE_SECONDS = {"900.01": "0.7", "959.4": "0.7", "990": "0.7"}
MULTIPLIERS = {1: "1", 2: "1.2", 3: "1.4", 4: "1.8", 5: "2.2"}
DECKS = {"french": 50, "neapolitan": 100}
LIMIT = 900
WEIGHTS = (Fraction(35, 100), Fraction(35, 100), Fraction(30, 100))
CONFIG = ScoringConfig()
TIMERS = {
    "OFF": (0, OFF_SECONDS),
    "PERMISSIVE": (LIMIT, ON_SECONDS | LATE_SECONDS),
    "STRICT": (LIMIT, ON_SECONDS | LATE_SECONDS),
}
EVENTS = {"tableau_to_foundation": 31, "card_revealed": 20, "foundation_to_tableau": 1, "stock_draw": 47}


def expected_time(mode: str, seconds: str) -> int:
    elapsed = Fraction(seconds)
    if mode == "OFF":
        return math.floor(max(Fraction(0), 1200 - 40 * elapsed / 60))
    if elapsed <= LIMIT:
        return math.floor(Fraction(1000) * (LIMIT - elapsed) / LIMIT)
    return -500 if mode == "STRICT" else -math.ceil(100 * (elapsed - LIMIT) / 60)


def draw_bonus(level: int, draw: int) -> int:
    return {1: 0, 2: 100, 3: 200}[draw] // (1 if level <= 3 else 2)


@pytest.mark.parametrize("mode", TIMERS)
@pytest.mark.parametrize("level", MULTIPLIERS)
def test_a_score_equals_the_same_score_in_exact_fractions(level, mode):
    limit, times = TIMERS[mode]
    compared = 0
    for deck, draw, recycles in product(DECKS, (1, 2, 3), RECYCLES):
        service = ScoringService(CONFIG, level, deck, draw, mode, limit)
        for name, count in EVENTS.items():
            service.record_event(ScoreEventType(name), count)
        service.record_event(ScoreEventType.RECYCLE_WASTE, recycles)
        base = 310 + 100 - 15 - 20 - 14 - sum(RECYCLE_COSTS[:recycles])
        plain = base + DECKS[deck] + draw_bonus(level, draw)
        provisional = math.floor(max(Fraction(0), plain * Fraction(MULTIPLIERS[level])))
        for seconds, moves in product(times, MOVES):
            qualities = Fraction(times[seconds]), Fraction(MOVES[moves]), Fraction(RECYCLES[recycles])
            quality = sum(part * weight for part, weight in zip(qualities, WEIGHTS, strict=True))
            bonus, exact = service._calculate_victory_bonus_with_quality(seconds, moves)
            time = service._calculate_time_bonus(seconds)
            assert (bonus, Fraction(exact), time) == (math.floor(400 * quality), quality, expected_time(mode, seconds))
            assert service.provisional_score() == provisional
            final = service.calculate_final_score(seconds, moves, is_victory=True)
            assert final.total_score == max(0, provisional + time + bonus)
            assert Fraction(repr(final.victory_quality_multiplier)) == quality
            compared += 1
    assert compared == 30 * len(times) * 5


def test_exact_decimals_differ_from_binary_floats_where_it_was_found_out():
    lost = 0
    for time, moves, recycles in product(OFF_SECONDS.values(), MOVES.values(), RECYCLES.values()):
        exact = Fraction(time) * 35 / 100 + Fraction(moves) * 35 / 100 + Fraction(recycles) * 3 / 10
        lost += int(400 * (float(time) * 0.35 + float(moves) * 0.35 + float(recycles) * 0.30)) != math.floor(
            400 * exact
        )
    assert lost == 44
