"""The score in words: it follows the specification's sentences, adds up, and can be heard."""

import re
from dataclasses import replace
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitario.application.warnings import ThresholdWarning
from solitario.domain.final_score import LEGACY_QUALITY, FinalScore
from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import ScoringService
from solitario.presentation.score_formatter import ScoreFormatter

ITALIAN, ENGLISH = ScoreFormatter("it"), ScoreFormatter("en")
CONFIG = ScoringConfig()


def final(seconds=1099, moves=142, *, won=True, events=(), **changes) -> FinalScore:
    service = ScoringService(CONFIG, **changes)
    for name, count in dict(events).items():
        service.record_event(ScoreEventType(name), count)
    return service.calculate_final_score(seconds, moves, is_victory=won)


def test_the_summary_is_the_specification_s_sentence_without_a_thousands_separator():
    score = replace(final(), total_score=1523)
    assert ITALIAN.format_summary(score) == "Vittoria in 18 minuti con 142 mosse. Punteggio totale: 1523 punti."
    assert ENGLISH.format_summary(score) == "Victory in 18 minutes with 142 moves. Total score: 1523 points."


@pytest.mark.parametrize(
    ("changes", "italian"),
    [
        ({"seconds": 60, "moves": 1}, "Vittoria in 1 minuto con 1 mossa."),
        ({"seconds": 59.9}, "Vittoria in meno di un minuto con 142 mosse."),
        ({"won": False}, "Partita abbandonata dopo 18 minuti e 142 mosse."),
        (
            {"timer_mode": "PERMISSIVE", "timer_limit_seconds": 900},
            "Vittoria oltre il tempo limite, in 18 minuti con 142 mosse.",
        ),
    ],
)
def test_a_summary_says_how_the_game_ended(changes, italian):
    assert ITALIAN.format_summary(final(**changes)).startswith(italian)


def test_a_strict_timeout_is_no_abandonment():
    service = ScoringService(CONFIG, 5, timer_mode="STRICT", timer_limit_seconds=900)
    score = service.calculate_final_score(900, 7, is_victory=False, end_reason="timeout_strict")
    assert ITALIAN.format_summary(score).startswith("Tempo scaduto dopo 15 minuti e 7 mosse.")


def test_the_detail_says_every_part():
    events = {"tableau_to_foundation": 10, "card_revealed": 1, "stock_draw": 30}
    score = final(600, 100, events=events, deck_type="neapolitan", difficulty_level=2, draw_count=2)
    assert ITALIAN.format_detailed(score) == (
        "Dettaglio punteggio: Punteggio base dalle mosse: 95 punti. Bonus mazzo napoletano: 100 punti. "
        "Bonus pescata 2 carte: 100 punti. Moltiplicatore difficoltà livello 2: 1,2. "
        "Punteggio provvisorio: 354 punti. Bonus tempo: 800 punti. "
        "Bonus vittoria: 508 punti, qualità 127 per cento. Punteggio finale: 1662 punti."
    )


def test_zero_parts_are_left_out_and_an_abandoned_game_has_no_bonuses():
    assert ENGLISH.format_detailed(final(won=False)) == (
        "Score in detail: Base score from moves: 0 points. French deck bonus: 50 points. "
        "Difficulty multiplier of level 1: 1. Provisional score: 50 points. Final score: 50 points."
    )


def test_a_negative_time_bonus_is_called_a_penalty():
    score = final(1890, timer_mode="PERMISSIVE", timer_limit_seconds=1800)
    assert "Penalità tempo: 150 punti." in ITALIAN.format_detailed(score)
    assert "Time penalty: 150 points." in ENGLISH.format_detailed(score)


def test_rounding_and_lifting_are_said():
    rounded = final(won=False, events={"tableau_to_foundation": 4, "stock_draw": 29}, difficulty_level=2, draw_count=2)
    assert "217 punti, arrotondato per difetto da 217,2." in ITALIAN.format_detailed(rounded)
    negative = final(won=False, events={"stock_draw": 60})
    assert "Punteggio base dalle mosse: meno 60 punti." in ITALIAN.format_detailed(negative)
    assert "0 punti, portato a zero da meno 10." in ITALIAN.format_detailed(negative)
    late = final(4000, timer_mode="PERMISSIVE", timer_limit_seconds=900)
    below = late.provisional_score + late.time_bonus + late.victory_bonus
    assert f"Final score: 0 points, raised from minus {-below}." in ENGLISH.format_detailed(late)


def test_a_legacy_score_says_so_and_shows_no_quality():
    legacy = replace(final(), victory_quality_multiplier=LEGACY_QUALITY, victory_bonus=300, total_score=2900)
    assert ITALIAN.format_detailed(legacy) == (
        "Dettaglio punteggio: Nota: Punteggio calcolato con sistema legacy v1.0 (non comparabile con v2.0). "
        "Bonus vittoria: 300 punti (legacy). Punteggio finale: 2900 punti."
    )
    assert ITALIAN.format_summary(legacy).endswith(
        "Punteggio calcolato con sistema legacy v1.0 (non comparabile con v2.0)."
    )


def spoken_number(text: str) -> Decimal:
    sign = -1 if text.startswith("minus ") else 1
    return sign * Decimal(re.search(r"[0-9]+(\.[0-9]+)?", text)[0])


def parts(text: str) -> dict[str, str]:
    """The parts of a spoken detail by their label; a sentence ends in a full stop and a space."""
    spoken = text.removeprefix("Score in detail: ").removesuffix(".")
    return dict(part.split(": ", 1) for part in spoken.split(". "))


@settings(max_examples=150, deadline=None)
@given(
    level=st.integers(1, 5),
    deck=st.sampled_from(["french", "neapolitan"]),
    draw=st.integers(1, 3),
    timer=st.sampled_from([("OFF", 0), ("PERMISSIVE", 900), ("STRICT", 900)]),
    homes=st.integers(0, 52),
    back=st.integers(0, 40),
    drawn=st.integers(0, 200),
    recycles=st.integers(0, 15),
    seconds=st.decimals(0, 4000, places=2),
    moves=st.integers(0, 300),
    won=st.booleans(),
)
def test_the_parts_that_are_spoken_add_up_to_the_total_that_is_spoken(
    level, deck, draw, timer, homes, back, drawn, recycles, seconds, moves, won
):
    events = {"tableau_to_foundation": homes, "foundation_to_tableau": back}
    events |= {"stock_draw": drawn, "recycle_waste": recycles}
    mode, limit = timer
    score = final(
        seconds, moves, won=won, events=events, difficulty_level=level, deck_type=deck, draw_count=draw,
        timer_mode=mode, timer_limit_seconds=limit,
    )  # fmt: skip
    told = parts(ENGLISH.format_detailed(score))
    provisional, total = told["Provisional score"], told["Final score"]
    factors = [spoken_number(text) for label, text in told.items() if label.endswith(("moves", "deck bonus", "cards"))]
    exact = sum(factors) * spoken_number(told[f"Difficulty multiplier of level {level}"])
    if "rounded down from" in provisional:
        assert spoken_number(provisional.split("from ")[1]) == exact
    elif "raised from" in provisional:
        assert spoken_number(provisional.split("from ")[1]) == exact < 0
    else:
        assert spoken_number(provisional) == exact
    bonuses = [spoken_number(told[label]) for label in ("Time bonus", "Victory bonus") if label in told]
    penalty = spoken_number(told["Time penalty"]) if "Time penalty" in told else 0
    added = spoken_number(provisional) + sum(bonuses) - penalty
    assert added == spoken_number(total.split("raised from ")[1] if "raised" in total else total)
    assert spoken_number(total) == score.total_score
    if "Victory bonus" in told:
        percent = spoken_number(told["Victory bonus"].split("quality ")[1])
        assert int(CONFIG.victory_base * percent / 100) == score.victory_bonus
        assert percent / 100 == Decimal(repr(score.victory_quality_multiplier))


def test_the_table_lines_the_same_parts_up_in_two_columns():
    lines = ENGLISH.format_table(final()).splitlines()
    assert lines[0] == "Base score from moves             0 points"
    assert lines[-1].startswith("Final score  ")
    assert len({line.rindex("  ") for line in lines}) == 1


@pytest.mark.parametrize(
    ("warning", "italian"),
    [
        (
            ThresholdWarning(ScoreEventType.STOCK_DRAW, 20, 21, -1, -1),
            "Attenzione: superata la soglia delle 20 pescate. Da ora ogni pescata costa 1 punto.",
        ),
        (
            ThresholdWarning(ScoreEventType.STOCK_DRAW, 40, 40, -1, -2, is_ahead=True),
            "Attenzione: fatte 40 pescate. La prossima costa 2 punti.",
        ),
        (
            ThresholdWarning(ScoreEventType.RECYCLE_WASTE, 2, 3, -10, -20),
            "Attenzione: il riciclo numero 3 è costato 10 punti, il prossimo costa 20 punti.",
        ),
        (
            ThresholdWarning(ScoreEventType.RECYCLE_WASTE, 2, 2, 0, -10, is_ahead=True),
            "Attenzione: fatto il riciclo numero 2. Il prossimo costa 10 punti.",
        ),
    ],
)
def test_a_warning_is_one_or_two_short_sentences(warning, italian):
    assert ITALIAN.format_threshold_warning(warning) == italian


def test_no_score_is_spoken_with_signs_a_voice_would_skip():
    for formatter, won, level in product((ITALIAN, ENGLISH), (True, False), (1, 5)):
        score = final(4000, won=won, difficulty_level=level, timer_mode="PERMISSIVE", timer_limit_seconds=900)
        text = formatter.format_detailed(score) + formatter.format_summary(score)
        assert not re.search(r"[-−+⚠%*#|]|[0-9][.,' ][0-9]{3}", text)


def test_a_language_nobody_speaks_is_refused():
    with pytest.raises(ValueError, match="not spoken here"):
        ScoreFormatter("de")
