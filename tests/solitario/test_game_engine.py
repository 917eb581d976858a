"""The engine: score, clock and journal of one game, and the same game again from its journal."""

import pytest

from kernelkit.journal import MemoryEntry, MemoryJournal
from solitario.application.engine import GameEngine
from solitario.domain.moves import DRAW, Move
from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import GameSettings
from solitario.errors import GameOverError, IllegalMoveError, InvalidJournalError, NothingToDoError
from support.solitario_table import HandClock, Table


def engine(level=3, deal=1, config=None, journal=None, clock=None, **changes):
    settings = GameSettings.for_level(level, **changes)
    return GameEngine.started(
        config or ScoringConfig(), settings, deal, clock or HandClock(), journal or MemoryJournal()
    )


def facts(game):
    counted = game.scorer.log, game.move_count, game.clock.elapsed_ms
    return game.table, tuple(game.game.future), counted, game.final_score


def test_a_move_scores_its_events_and_counts_once():
    game = engine()
    played = game.play(Move.parse("2>F2"))
    assert [(event.event_type.value, event.points) for event in played.events] == [
        ("tableau_to_foundation", 10),
        ("card_revealed", 5),
    ]
    assert (game.move_count, game.scorer.get_base_score()) == (1, 15)


def test_draws_are_no_moves_but_count_for_ever():
    game = engine()
    for _ in range(3):
        game.play(DRAW)
        game.undo()
    assert (game.move_count, game.scorer.stock_draw_count) == (0, 3)
    game.redo()
    assert game.scorer.stock_draw_count == 3


def test_undo_takes_the_points_back_but_not_the_move_and_redo_restores_them_without_a_new_one():
    game = engine()
    game.play(Move.parse("2>F2"))
    assert game.undo().points == -15
    assert (game.scorer.get_base_score(), game.move_count) == (0, 1)
    assert game.redo().points == 15
    assert (game.scorer.get_base_score(), game.move_count) == (15, 1)
    assert game.scorer.event_counts[ScoreEventType.UNDO_MOVE] == 1


def test_a_refused_move_and_a_hint_are_counted_and_cost_nothing():
    game = engine()
    with pytest.raises(IllegalMoveError):
        game.play(Move.parse("1>2"))
    game.hint()
    assert game.scorer.event_counts == {ScoreEventType.INVALID_MOVE: 1, ScoreEventType.HINT_USED: 1}
    assert game.scorer.get_base_score() == 0


def test_automatic_moves_record_their_base_events_and_themselves_and_are_undone_together():
    game = engine()
    played = game.finish()
    assert [event.event_type.value for event in played.events] == [
        "tableau_to_foundation",
        "card_revealed",
        "auto_move",
    ]
    assert game.move_count == 1
    assert game.undo().points == -15
    assert ScoreEventType.AUTO_MOVE not in game.scorer.event_counts


def test_a_draw_counted_by_cards_records_each_card():
    game = engine(config=ScoringConfig(draw_unit="card"))
    game.play(DRAW)
    assert game.scorer.stock_draw_count == 3


def test_another_configuration_changes_the_score_of_the_same_game():
    dearer = engine(config=ScoringConfig(event_points={"tableau_to_foundation": 100}))
    dearer.play(Move.parse("2>F2"))
    assert dearer.scorer.get_base_score() == 105


def test_what_the_journal_refuses_has_not_happened():
    class FullJournal(MemoryJournal):
        def append(self, kind, data):
            if self.entries():
                raise OSError("no space left")
            return super().append(kind, data)

    game = engine(journal=FullJournal())
    before = facts(game)
    ended = lambda: game.end(EndReason.ABANDON_EXIT)  # noqa: E731
    for action in (lambda: game.play(DRAW), game.hint, game.finish, lambda: game.play(Move.parse("1>2")), ended):
        with pytest.raises(OSError, match="no space"):
            action()
    assert facts(game) == before


def test_a_game_resumes_after_any_of_its_entries_with_table_score_and_clock():
    clock, journal = HandClock(), MemoryJournal()
    game = engine(clock=clock, journal=journal)
    snapshots = {1: facts(game)}
    actions = [
        lambda: game.play(DRAW),
        lambda: game.play(Move.parse("2>F2")),
        game.hint,
        game.undo,
        game.redo,
        game.undo,
        game.finish,
        game.save_clock,
        lambda: game.end(EndReason.ABANDON_EXIT),
    ]
    for action in actions:
        clock.wait(7.25)
        action()
        snapshots[len(journal.entries())] = facts(game)
    for length, expected in snapshots.items():
        part = MemoryJournal(journal.entries()[:length])
        assert facts(GameEngine.resumed(part, HandClock())) == expected


def test_a_resumed_game_keeps_the_figures_it_started_with():
    journal = MemoryJournal()
    engine(config=ScoringConfig(victory_base=999), journal=journal)
    assert GameEngine.resumed(journal, HandClock()).config.victory_base == 999


def test_a_resumed_game_writes_on_in_its_journal():
    journal = MemoryJournal()
    engine(journal=journal)
    GameEngine.resumed(journal, HandClock()).play(DRAW)
    assert [entry.kind for entry in journal.entries()] == ["start", "move"]


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([], "empty"),
        ([("move", {"at": 0, "move": "S>W"})], "start of a game"),
        ([("start", {"schema": 9})], "start of a game"),
        ([("start", {"schema": 1, "settings": {"level": 9}, "config": {}, "deal": 1})], "settings cannot be used"),
        ([("start", {"schema": 1})], "settings cannot be used"),
        ([None, ("move", {"at": 0, "move": "1>2"})], "entry 2: move does not fit"),
        ([None, ("undo", {"at": 0})], "nothing to undo"),
        ([None, ("move", {"move": "S>W"})], "does not fit"),
        ([None, ("dance", {"at": 0})], "dance does not fit"),
        ([None, ("end", {"at": 0, "reason": "boredom"})], "does not fit"),
    ],
)
def test_a_journal_that_is_no_game_is_refused_with_its_entry(entries, words):
    settings, config = GameSettings().as_dict(), ScoringConfig().as_dict()
    good = ("start", {"schema": 1, "deal": 1, "settings": settings, "config": config})
    rows = [MemoryEntry(number, *(entry or good)) for number, entry in enumerate(entries, start=1)]
    with pytest.raises(InvalidJournalError, match=words):
        GameEngine.resumed(MemoryJournal(rows), HandClock())


# The clock


def test_the_clock_stands_still_while_anything_stops_it():
    clock = HandClock()
    game = engine(clock=clock)
    clock.wait(1)
    game.clock.stop("help")
    game.clock.stop("pause")
    clock.wait(5)
    game.clock.go("help")
    clock.wait(5)
    assert game.clock.is_stopped
    game.clock.go("pause")
    clock.wait(1.5)
    assert game.clock.elapsed_ms == 2500


def test_a_clock_that_jumps_back_takes_no_time_away():
    clock = HandClock()
    game = engine(clock=clock)
    clock.wait(3)
    game.clock.stop("pause")
    game.clock.go("pause")
    clock.wait(-100)
    assert game.clock.elapsed_ms == 3000


def test_a_strict_game_ends_at_its_limit_however_late_somebody_looks():
    clock = HandClock()
    game = engine(level=5, clock=clock)
    clock.wait(899.999)
    assert [notice.minutes_left for notice in game.tick()] == [1]
    assert not game.is_over
    clock.wait(500)
    game.tick()
    assert (game.final_score.end_reason, game.final_score.elapsed_seconds) == ("timeout_strict", 900.0)
    with pytest.raises(GameOverError):
        game.play(DRAW)
    with pytest.raises(GameOverError):
        game.end(EndReason.ABANDON_EXIT)


def test_a_permissive_game_says_once_that_the_limit_is_reached_and_goes_on():
    clock = HandClock()
    game = engine(level=4, clock=clock)
    said = []
    for _ in range(40):
        clock.wait(60)
        said += [notice.minutes_left for notice in game.tick()]
    assert said == [5, 2, 1, None]
    assert not game.is_over


def test_warned_minutes_are_not_said_again_after_resuming():
    clock, journal = HandClock(), MemoryJournal()
    game = engine(level=4, clock=clock, journal=journal)
    clock.wait(26 * 60)
    game.save_clock()
    again = GameEngine.resumed(journal, clock)
    assert again.tick() == []
    clock.wait(2 * 60)
    assert [notice.minutes_left for notice in again.tick()] == [2]


def won_game(level, wait_seconds, **changes):
    """A game that is one move from its end, and is won after ``wait_seconds``."""
    from solitario.domain.game import Game
    from solitario.domain.guidance import advice

    clock = HandClock()
    game = engine(level=level, deal=2, deck_type="neapolitan", clock=clock, **changes)
    while not game.table.is_won:
        move = advice(game.table, game.game.rules).move
        last = Game.turn(game.game, move).after.is_won
        if last:
            clock.wait(wait_seconds)
        game.play(move)
    return game.final_score


@pytest.mark.parametrize(
    ("level", "seconds", "reason", "bonus"),
    [(3, 600, "victory", 800), (4, 1800, "victory", 0), (4, 1830, "victory_overtime", -50), (5, 450, "victory", 500)],
)
def test_the_last_card_ends_the_game_with_the_reason_the_clock_gives(level, seconds, reason, bonus):
    final = won_game(level, seconds, draw_count=1)
    assert (final.is_victory, final.end_reason, final.time_bonus) == (True, reason, bonus)


def test_a_game_cut_off_between_its_last_move_and_its_end_ends_when_resumed():
    table = Table(deal=2, deck="neapolitan", draw_count=1)
    from solitario.domain.guidance import advice

    while not table.engine.is_over:
        table.engine.play(advice(table.engine.table, table.engine.game.rules).move)
    entries = table.journals[0].entries()
    assert entries[-1].kind == "end"
    again = GameEngine.resumed(MemoryJournal(entries[:-1]), HandClock())
    assert again.final_score == table.engine.final_score


def test_there_is_nothing_to_finish_on_a_fresh_table_without_aces():
    game = engine(deal=2)
    with pytest.raises(NothingToDoError):
        game.finish()


def test_a_priced_undo_is_part_of_what_the_undo_says_it_cost():
    table = Table(config=ScoringConfig(event_points={**ScoringConfig().event_points, "undo_move": -3}))
    table.keys("verbosity full", "move 2 f")
    assert table.text("undo")[0].endswith("Minus 18 points.")
