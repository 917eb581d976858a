"""The rules on tables drawn by hand: what is allowed, what is refused and why, and what a move leaves behind."""

from dataclasses import replace

import pytest

from solitario.application.score_records import GameRecord, by_board
from solitario.domain.cards import FRENCH
from solitario.domain.game import Game
from solitario.domain.moves import DRAW, RECYCLE, Move
from solitario.domain.rules import DealRules, Refusal, after, events_of, legal_moves, refusal, uncovered
from solitario.domain.score_events import ScoreEventType
from solitario.domain.settings import GameSettings
from solitario.domain.table import Table
from solitario.errors import IllegalMoveError, LockedSettingError, NothingToDoError
from solitario.infrastructure.score_fields import record_fields, record_from

TABLE = Table.parse(
    """
    deck french
    stock 4C 9D
    waste 2H 7S
    foundations 1 0 3 0
    recycles 0
    1 KS QH JC
    2 (5D) 10H
    3
    4 6D
    5 (AD) 8D
    6 KD
    7 QD
    """
)
NEAPOLITAN = Table.parse(
    """
    deck neapolitan
    stock
    waste 10c
    foundations 0 0 0 0
    recycles 2
    1
    2 9b
    3 8d
    4 8s
    5 1c
    6 (2c) 10s
    7 9d
    """
)
RULES = DealRules(deal_number=7, draw_count=3)


def why(text, table=TABLE):
    return refusal(table, Move.parse(text))


@pytest.mark.parametrize("move", ["2>1", "1>7", "1>3:3", "W>5", "S>W"])
def test_moves_by_the_rules_are_legal(move):
    assert why(move) is None


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("3>1", Refusal.NOTHING_THERE),
        ("F2>1", Refusal.NOTHING_THERE),
        ("1>1", Refusal.SAME_PLACE),
        ("2>3:2", Refusal.FACE_DOWN),
        ("S>3", Refusal.FACE_DOWN),
        ("2>3:3", Refusal.NOTHING_THERE),
        ("W>3:2", Refusal.ONLY_THE_TOP_CARD),
        ("F1>3:2", Refusal.ONLY_THE_TOP_CARD),
        ("1>F1:2", Refusal.ONE_CARD_TO_A_FOUNDATION),
        ("4>F1", Refusal.OTHER_SUIT),
        ("F1>F2", Refusal.OTHER_SUIT),
        ("4>F2", Refusal.FOUNDATION_STARTS_WITH_ACE),
        ("2>F1", Refusal.FOUNDATION_BUILDS_UP),
        ("7>3", Refusal.EMPTY_PILE_TAKES_KING),
        ("W>1", Refusal.BUILDS_DOWN_BY_ONE),
        ("6>7", Refusal.BUILDS_DOWN_BY_ONE),
        ("7>6", Refusal.COLOURS_ALTERNATE),
        ("1>W", Refusal.TAKES_NO_CARDS),
        ("1>S", Refusal.TAKES_NO_CARDS),
        ("W>S", Refusal.STOCK_IS_NOT_EMPTY),
    ],
)
def test_a_refusal_names_the_rule(move, rule):
    assert why(move) is rule


def test_the_stock_says_when_it_is_empty_and_when_nothing_is_left():
    assert why("S>W", NEAPOLITAN) is Refusal.STOCK_IS_EMPTY
    assert why("W>S", NEAPOLITAN) is None
    bare = after(NEAPOLITAN, Move.parse("W>1"), RULES)
    assert why("W>S", bare) is Refusal.NOTHING_TO_RECYCLE


def test_the_neapolitan_king_is_ten_and_cups_and_coins_are_red():
    assert why("W>1", NEAPOLITAN) is None
    assert why("2>1", NEAPOLITAN) is Refusal.EMPTY_PILE_TAKES_KING
    assert why("3>2", NEAPOLITAN) is None
    assert why("4>2", NEAPOLITAN) is Refusal.COLOURS_ALTERNATE
    assert why("7>6", NEAPOLITAN) is None


def test_a_run_moves_together_and_uncovers_the_card_below():
    moved = after(TABLE, Move.parse("1>3:3"), RULES)
    assert (str(moved).splitlines()[5], str(moved).splitlines()[7]) == ("1", "3 KS QH JC")
    turned = Move.parse("2>1")
    assert str(uncovered(TABLE, turned)) == "5D"
    assert str(after(TABLE, turned, RULES)).splitlines()[6] == "2 5D"


def test_a_foundation_card_comes_back():
    table = after(TABLE, Move.parse("W>5"), RULES)
    assert str(table).splitlines()[9] == "5 (AD) 8D 7S"
    back = Table.parse(str(TABLE).replace("foundations 1 0 3 0", "foundations 1 0 5 0"))
    laid = after(back, Move.parse("F3>4"), RULES)
    assert laid.foundations == (1, 0, 4, 0)
    assert str(laid).splitlines()[8] == "4 6D 5C"


def test_a_draw_turns_one_card_after_the_other():
    drawn = after(TABLE, DRAW, RULES)
    assert (str(drawn).splitlines()[1], str(drawn).splitlines()[2]) == ("stock", "waste 2H 7S 9D 4C")
    one = after(TABLE, DRAW, DealRules(7, 1))
    assert str(one).splitlines()[1:3] == ["stock 4C", "waste 2H 7S 9D"]


def test_a_turned_recycle_brings_the_cards_in_the_same_order_again():
    drawn = after(TABLE, DRAW, RULES)
    again = after(drawn, RECYCLE, RULES)
    assert str(again).splitlines()[1:5] == ["stock 4C 9D 7S 2H", "waste", "foundations 1 0 3 0", "recycles 1"]


def test_a_shuffled_recycle_taken_back_and_made_again_gives_the_same_order():
    game = Game(FRENCH, DealRules(3, 3, shuffles=True))
    for _ in range(8):
        game.play(game.turn(DRAW))
    game.play(game.turn(RECYCLE))
    shuffled = game.table.stock
    game.undo()
    game.play(game.turn(RECYCLE))
    assert game.table.stock == shuffled


@pytest.mark.parametrize(
    ("move", "events"),
    [
        ("S>W", ["stock_draw"]),
        ("2>1", ["card_revealed"]),
        ("1>3:3", []),
        ("W>5", []),
    ],
)
def test_a_move_counts_as_its_events(move, events):
    assert [event.value for event in events_of(TABLE, Move.parse(move))] == events


def test_foundation_moves_count_by_where_they_come_from():
    assert events_of(NEAPOLITAN, Move.parse("5>F2")) == (ScoreEventType.TABLEAU_TO_FOUNDATION,)
    assert events_of(NEAPOLITAN, RECYCLE) == (ScoreEventType.RECYCLE_WASTE,)
    waste = Table.parse(str(NEAPOLITAN).replace("waste 10c", "waste 1s"))
    assert events_of(waste, Move.parse("W>F4")) == (ScoreEventType.WASTE_TO_FOUNDATION,)
    back = Table.parse(str(NEAPOLITAN).replace("foundations 0 0 0 0", "foundations 7 0 0 0"))
    assert events_of(back, Move.parse("F1>3")) == (ScoreEventType.FOUNDATION_TO_TABLEAU,)


def test_legal_moves_are_exactly_those_no_rule_refuses():
    assert [str(move) for move in legal_moves(TABLE)] == ["1>3:3", "1>7", "2>1", "6>3", "W>5", "S>W"]


def test_an_illegal_move_changes_nothing_and_can_be_read_aloud():
    game = Game(FRENCH, DealRules(1, 3))
    before = game.table
    with pytest.raises(IllegalMoveError) as caught:
        game.turn(Move.parse("1>2"))
    assert str(caught.value) == "1>2 refused: piles build down by one"
    assert caught.value.message("it") == "1>2 rifiutata: su una pila si scende di una carta alla volta"
    assert game.table is before


def test_there_is_nothing_to_take_back_at_the_start():
    game = Game(FRENCH, DealRules(1, 3))
    for action, words in ((game.undo, "undo"), (game.redo, "redo")):
        with pytest.raises(NothingToDoError, match=f"nothing to {words}"):
            action()


def test_a_new_turn_forgets_what_was_taken_back():
    game = Game(FRENCH, DealRules(1, 3))
    game.play(game.turn(Move.parse("2>F2")))
    game.undo()
    game.play(game.turn(DRAW))
    with pytest.raises(NothingToDoError):
        game.redo()


# The easier rule: any card on an empty pile


EMPTY_FIRST_PILE = """
deck french
stock
waste 7H
foundations 0 0 0 0
recycles 0
1
2 QC
3 9S
4 8C
5 2D
6 3D
7 4D
"""


def test_by_the_easier_rule_an_empty_pile_takes_any_card():
    usual = Table.parse(EMPTY_FIRST_PILE)
    easier = replace(usual, is_open=True)
    onto_empty = Move.parse("2>1")
    assert refusal(usual, onto_empty) is Refusal.EMPTY_PILE_TAKES_KING
    assert refusal(easier, onto_empty) is None
    assert set(legal_moves(usual)) < set(legal_moves(easier))
    assert Table.parse(str(easier)) == easier != usual


def test_the_easier_rule_has_its_own_board_and_no_verdict_of_the_solver():
    from solitario.application.advice import outlook
    from solitario.solver.solving import Verdict
    from support.solitario_table import Table as Seat

    seat = Seat(empty_piles="any")
    assert outlook(seat.engine.table, seat.engine.game.rules).verdict is Verdict.UNPROVEN
    assert (
        seat.text("winnable?", "oracle")
        == ["Not proven: the solver only knows the rule that an empty pile takes a king."] * 2
    )
    seat.keys("draw", "abandon", "yes")
    score = seat.ended_games[-1]
    easier, usual = GameRecord(score), GameRecord(replace(score, empty_piles="king"))
    assert (easier.board.empty_piles, usual.board.empty_piles) == ("any", "king")
    assert len(by_board([easier, usual])) == 2
    kept = record_fields(easier)
    assert record_from(kept, "scores[0]", ValueError).board == easier.board
    del kept["empty_piles"]
    assert record_from(kept, "scores[0]", ValueError).board == usual.board


@pytest.mark.parametrize("level", [4, 5])
def test_the_hard_levels_lock_the_easier_rule(level):
    with pytest.raises(LockedSettingError):
        GameSettings.for_level(level).with_option("empty_piles", "any")
