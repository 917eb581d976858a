"""What the solver tells a player: only when asked, and only what it may know."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from solitario.application.advice import (
    chance_to_win,
    dealt_anew,
    last_winnable,
    outlook,
    unseen_cards,
    winning_move,
)
from solitario.application.deal_choice import GRADES, KINDS, picked_deal
from solitario.domain.cards import DECKS, FRENCH
from solitario.domain.game import Game
from solitario.domain.moves import DRAW, RECYCLE, PlaceKind
from solitario.domain.rules import DealRules, after, legal_moves, refusal
from solitario.domain.score_events import ScoreEventType
from solitario.domain.settings import GameSettings
from solitario.infrastructure.winnable_deals_file import known_winnable
from solitario.solver.program import engine
from solitario.solver.shortening import length, shortened
from solitario.solver.solving import Verdict, solve, solve_deal
from support.solitario_table import Table

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The solver as players have it: other tests run plain kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MAZZO_PLAIN", raising=False)
        yield engine(compiled=True)


def winnable_deals(draw_count, count):
    found = (n for n in range(1, 999) if solve_deal(DealRules(n, draw_count), FRENCH).verdict is Verdict.WINNABLE)
    return [next(found) for _ in range(count)]


def lost_deal(draw_count):
    return next(n for n in range(1, 999) if solve_deal(DealRules(n, draw_count), FRENCH).verdict is Verdict.LOST)


def game_lost_by_a_move(draw_count=3):
    """A game that could be won until one move of its player lost it, and how many turns that is ago."""
    for number in winnable_deals(draw_count, 60):
        game = Game(FRENCH, DealRules(number, draw_count))
        for _turn in range(30):
            for move in legal_moves(game.table):
                if outlook(after(game.table, move, game.rules), game.rules).verdict is Verdict.LOST:
                    game.play(game.turn(move))
                    return game
            line = solve(game.table, game.rules).line
            if not line:
                break
            game.play(game.turn(line[0]))
    raise AssertionError("no move ever lost a game")


def test_the_last_winnable_position_is_the_one_before_the_losing_move():
    game = game_lost_by_a_move()
    for later in range(3):
        found = last_winnable(game)
        assert (found.turns_back, found.is_exact) == (1 + later, True)
        game.play(game.turn(legal_moves(game.table)[0]))


def test_undoing_a_losing_move_restores_the_verdict():
    game = game_lost_by_a_move()
    assert outlook(game.table, game.rules).verdict is Verdict.LOST
    game.undo()
    assert outlook(game.table, game.rules).verdict is Verdict.WINNABLE


def test_a_deal_that_was_lost_from_the_start_was_never_winnable():
    found = last_winnable(Game(FRENCH, DealRules(lost_deal(3), 3)))
    assert (found.turns_back, found.is_exact) == (None, True)


def test_the_move_with_hidden_cards_keeps_the_game_winnable():
    (number,) = winnable_deals(3, 1)
    game = Game(FRENCH, DealRules(number, 3))
    for _turn in range(12):
        found = winning_move(game.table, game.rules)
        game.play(game.turn(found.move))
        assert outlook(game.table, game.rules).verdict is Verdict.WINNABLE


def test_a_cancelled_question_is_not_proven_and_leaves_the_game_alone():
    game = game_lost_by_a_move()
    before = game.table, list(game.past)
    assert outlook(game.table, game.rules, is_cancelled=lambda: True).verdict is Verdict.UNPROVEN
    assert winning_move(game.table, game.rules, is_cancelled=lambda: True).move is None
    assert chance_to_win(game.table, game.rules, is_cancelled=lambda: True).count == 0
    assert last_winnable(game, is_cancelled=lambda: True).turns_back is None
    assert (game.table, game.past) == before


def test_a_shuffled_recycle_is_named_as_the_reason():
    (number,) = winnable_deals(1, 1)
    game = Game(FRENCH, DealRules(number, 3, shuffles=True))
    found = outlook(game.table, game.rules)
    assert (found.verdict, found.is_shuffled) == (Verdict.UNPROVEN, True)


def test_the_chance_knows_only_what_the_player_sees():
    game = Game(FRENCH, DealRules(1, 1))
    # Another deal that looks the same: whatever is hidden lies elsewhere.
    other = dealt_anew(game.table, 77)
    assert other != game.table
    assert chance_to_win(game.table, game.rules, worlds=20) == chance_to_win(other, game.rules, worlds=20)


def test_worlds_leave_everything_alone_that_was_seen():
    game = Game(FRENCH, DealRules(1, 3))
    for _draw in range(3):
        game.play(game.turn(DRAW))
    world = dealt_anew(game.table, 5)
    assert [pile.face_up for pile in world.tableau] == [pile.face_up for pile in game.table.tableau]
    assert world.waste == game.table.waste
    assert set(world.cards) == set(game.table.cards)
    while game.table.stock:
        game.play(game.turn(DRAW))
    game.play(game.turn(RECYCLE))
    assert dealt_anew(game.table, 5).stock == game.table.stock
    assert not set(unseen_cards(game.table)) & set(game.table.stock)


def test_with_every_card_seen_the_chance_is_the_verdict():
    game = Game(FRENCH, DealRules(1, 1))
    table = game.table
    for move in solve(table, game.rules).line:
        if not table.face_down_count and not unseen_cards(table):
            break
        table = after(table, move, game.rules)
    worlds = chance_to_win(table, game.rules)
    assert (worlds.count, worlds.winnable, worlds.unseen) == (1, 1, 0)


@pytest.mark.parametrize("draw_count", [1, 3])
def test_a_shortened_line_still_wins_and_is_never_longer(draw_count):
    for number in winnable_deals(draw_count, 2):
        rules = DealRules(number, draw_count)
        table = start = Game(FRENCH, rules).table
        line = solve(table, rules).line
        short = shortened(start, rules, line, tries=60)
        assert length(short) < length(line)
        for move in short:
            assert refusal(table, move) is None
            table = after(table, move, rules)
        assert table.is_won
        assert shortened(start, rules, line, tries=60) == short


def test_a_card_that_came_back_from_home_for_nothing_stays_there():
    rules = DealRules(12, 3)
    start = Game(FRENCH, rules).table
    line = solve(start, rules).line
    came_back = [
        sum(move.source.kind is PlaceKind.FOUNDATION for move in each) for each in (line, shortened(start, rules, line))
    ]
    assert came_back == [14, 0]


def test_a_line_of_a_shuffled_game_is_left_as_it_is():
    rules = DealRules(1, 1, shuffles=True)
    table = Game(FRENCH, rules).table
    line = solve(table, replace(rules)).line
    assert shortened(table, rules, line) == line


# At the table


def seated(deal, level=3, **changes):
    table = Table(deal=deal, level=level, **changes)
    table.seat.look_seconds = 2.0
    return table


def hints(table):
    return table.engine.scorer.event_counts[ScoreEventType.HINT_USED]


def test_every_question_to_the_solver_counts_as_a_hint_and_moves_nothing():
    (number,) = winnable_deals(3, 1)
    table = seated(number)
    before = table.engine.table
    for count, command in enumerate(("winnable", "chance", "oracle", "rewind"), start=1):
        table.controller.handle(command)
        assert (hints(table), table.engine.table) == (count, before)


def test_a_lost_game_says_since_when_and_rewinds_there():
    lost = game_lost_by_a_move()
    table = seated(lost.rules.deal_number, draw_count=3)
    for turn in lost.past:
        table.engine.play(turn.moves[0])
    (message,) = table.controller.handle("winnable?")
    assert (message.data["verdict"], message.data["turns_back"]) == ("lost", 1)
    (message,) = table.controller.handle("riavvolgi")
    assert (message.key, table.engine.table) == ("rewound", lost.past[-1].before)
    (message,) = table.controller.handle("winnable")
    assert message.data["verdict"] == "winnable"


def test_who_practises_hears_once_that_a_turn_lost_the_game():
    lost = game_lost_by_a_move()
    table = seated(lost.rules.deal_number, draw_count=3)
    assert table.keys("practice") == ["practice_on", "winnable"]
    *before, losing = (turn.moves[0] for turn in lost.past)
    assert not any("practice_lost" in table.keys(_typed(move)) for move in before)
    counted = hints(table)
    (message,) = [message for message in table.messages(_typed(losing)) if message.key == "practice_lost"]
    assert (message.data["turns_back"], hints(table)) == (1, counted + 1)
    assert "takes 1 turn back" in table.words(message, "en")
    assert "annulla un'azione" in table.words(message, "it")
    assert "practice_lost" not in table.keys("undo")
    assert "practice_lost" in table.keys("redo")
    assert "practice_lost" not in table.keys("draw")
    assert hints(table) == counted + 2


def test_who_does_not_practise_hears_nothing_of_a_losing_turn():
    lost = game_lost_by_a_move()
    table = seated(lost.rules.deal_number, draw_count=3)
    assert table.keys("practice", "allenamento")[-1] == "practice_off"
    assert "practice_lost" not in table.keys(*(_typed(turn.moves[0]) for turn in lost.past))


def _typed(move):
    """A move as a player types it."""
    if move in (DRAW, RECYCLE):
        return "draw"
    count = f" {move.count}" if move.count > 1 else ""
    return f"move {move.source} {move.target}{count}".lower()


def test_a_deal_that_cannot_be_won_offers_no_way_back():
    table = seated(lost_deal(3))
    assert [message.key for message in table.controller.handle("rewind")] == ["nothing_to_rewind"]
    (message,) = table.controller.handle("vincibile")
    assert (message.data["verdict"], message.data["turns_back"], message.data["is_exact"]) == ("lost", None, True)
    assert [message.key for message in table.controller.handle("oracolo")] == ["no_oracle"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "random"])
@pytest.mark.parametrize(("deck", "draw_count"), [("french", 1), ("french", 3), ("neapolitan", 2)])
def test_a_deal_that_was_picked_can_be_won(kind, deck, draw_count):
    settings = GameSettings.for_level(3, deck, draw_count=draw_count)
    for place in (0, 1, -1):
        number = picked_deal(kind, settings, known_winnable, lambda count, at=place: at % count, date(2026, 7, 28))
        assert solve_deal(DealRules(number, draw_count), DECKS[deck]).verdict is Verdict.WINNABLE


def test_the_deal_of_the_day_changes_with_the_day_and_with_nothing_else():
    settings = GameSettings.for_level(3)

    def daily(day, at):
        return picked_deal("daily", settings, known_winnable, lambda _count: at, date(2026, 7, day))

    assert daily(1, 0) == daily(1, 5)
    assert len({daily(day, 0) for day in range(1, 29)}) > 20


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("draw_count", [1, 2, 3])
def test_at_least_twenty_thousand_winnable_deals_are_listed_and_grades_are_thirds(deck, draw_count):
    known = known_winnable(deck, draw_count)
    counts = [len(known.numbers(grade)) for grade in GRADES]
    assert len(known.numbers("winnable")) == sum(counts) >= 20_000
    assert max(counts) - min(counts) <= 1


def test_new_takes_a_kind_and_a_shuffled_draw_of_two_is_refused_with_the_reason():
    table = Table(deal=1, level=3)
    table.controller.handle("deals")
    table.controller.handle("3")
    assert table.engine.deal_number in known_winnable("french", 3).numbers("easy")
    table.controller.handle("new difficile")
    assert table.engine.deal_number in known_winnable("french", 3).numbers("hard")
    shuffled = Table(deal=1, level=2)
    assert [message.key for message in shuffled.controller.handle("nuova vincibile")] == ["none_known"]
