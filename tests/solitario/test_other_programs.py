"""Files and calls of other programs that follow the specification: taken as they are, with nothing made up."""

import json

from solitario import FinalScore, GameEngine, ScoreFormatter, ScoringConfig, ScoringConfigLoader
from solitario.application.score_records import of_profile
from solitario.application.statistics import statistics_of
from solitario.infrastructure.scores_file import JsonScoreStorage
from support.solitario_table import Table

SPECIFIED = {
    "scoring_system_version": "2.0.0", "base_score": 95, "deck_bonus": 100, "draw_bonus": 0,
    "difficulty_multiplier": 1.0, "time_bonus": 10, "victory_bonus": 400, "total_score": 605, "is_victory": True,
    "elapsed_seconds": 100.0, "difficulty_level": 1, "deck_type": "neapolitan", "draw_count": 1, "recycle_count": 0,
    "move_count": 100, "victory_quality_multiplier": 1.0,
}  # fmt: skip


def imported(tmp_path, *rows):
    source = tmp_path / "other.json"
    source.write_text(json.dumps({"version": "2.0.0", "scores": rows}))
    storage = JsonScoreStorage(tmp_path / "scores.json")
    storage.import_from(source, "guest")
    return storage.records()


def test_a_record_with_the_fields_of_the_specification_says_what_it_does_not_record(tmp_path):
    (record,) = imported(tmp_path, SPECIFIED)
    assert "provisional_score" in record.score.unrecorded
    told = ScoreFormatter("it").format_detailed(record.score)
    assert "Punteggio provvisorio: non registrato." in told
    assert "Punteggio base dalle mosse: 95 punti." in told
    written = json.loads((tmp_path / "scores.json").read_text())["scores"][0]
    assert "provisional_score" not in written


def test_what_was_not_recorded_is_never_a_zero(tmp_path):
    bare = {name: SPECIFIED[name] for name in ("total_score", "is_victory", "victory_quality_multiplier")}
    (record,) = imported(tmp_path, bare)
    assert ScoreFormatter.format_summary(record.score).startswith(
        "Vittoria in un tempo non registrato con mosse non registrate."
    )
    overall = statistics_of(of_profile([record], "guest")).overall
    assert (overall.wins, overall.fastest_win_seconds, overall.fewest_moves_in_a_win) == (1, None, None)


def test_the_calls_of_the_specification_work():
    assert ScoringConfig().difficulty_multipliers[2] == 1.2
    assert ScoringConfigLoader.load(str(ScoringConfigLoader.DEFAULT_PATH)) == ScoringConfig()
    assert GameEngine().config == ScoringConfigLoader.load()
    score = GameEngine().provisional_score()
    assert isinstance(score, FinalScore)
    assert ScoreFormatter.format_summary(score) == ScoreFormatter("it").format_summary(score)
    assert ScoreFormatter.format_detailed(score).startswith("Dettaglio punteggio:")


def test_where_a_draw_is_counted_by_the_card_the_warning_says_what_a_draw_costs():
    table = Table(draw_count=3, config=ScoringConfig(draw_unit="card"))
    told = [message for _ in range(8) for message in table.messages("draw") if message.key == "threshold"]
    assert [table.words(message, "it") for message in told] == [
        "Attenzione: superata la soglia delle 20 pescate. Questa pescata è costata 1 punto, la prossima costa 3 punti."
    ]
