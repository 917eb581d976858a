"""Hints and verdicts: safe moves never hurt, a hint knows only what was seen, and stuck means stuck."""

from dataclasses import replace

import pytest

from solitario.domain.cards import FRENCH, NEAPOLITAN
from solitario.domain.game import Game
from solitario.domain.guidance import advice, is_stuck, safe_moves
from solitario.domain.moves import DRAW, RECYCLE, WASTE, Move
from solitario.domain.rearrangement import Search, packed_position, steps
from solitario.domain.rules import DealRules, after, legal_moves, refusal, uncovered
from solitario.domain.table import Table

TURNED = DealRules(1, 3)
OPEN = Table.parse(
    """
    deck neapolitan
    stock
    waste
    foundations 3 2 2 3
    recycles 4
    1 10b 9c 8b 7c 6b 5c
    2 10s 9d 8s 7d 6s 5d 4b
    3 10c 9b 8c 7b 6c 5b 4c
    4 10d 9s 8d 7s 6d 5s 4d
    5 3c
    6 3d
    7 4s
    """
)


def followed(deck, deal, draw_count, actions=400):
    """A game that follows every hint, table by table."""
    game = Game(deck, DealRules(deal, draw_count))
    yield game
    for _ in range(actions):
        suggested = advice(game.table, game.rules)
        if suggested is None or game.table.is_won:
            return
        game.play(game.turn(suggested.move))
        yield game


def test_a_card_is_safe_when_nothing_could_be_laid_on_it_any_more():
    """The 4 of swords must wait: a red 3 could still be laid on it."""
    assert refusal(OPEN, Move.parse("7>F4")) is None
    assert [str(move) for move in safe_moves(OPEN)] == ["5>F2", "6>F3"]


def test_an_open_table_finishes_by_safe_moves_alone():
    table = OPEN
    while moves := safe_moves(table):
        table = after(table, moves[0], TURNED)
    assert table.is_won


@pytest.mark.parametrize(("deck", "deal"), [(FRENCH, 13), (FRENCH, 18), (NEAPOLITAN, 2), (NEAPOLITAN, 8)])
def test_following_every_hint_wins_these_deals(deck, deal):
    *_, last = followed(deck, deal, 3)
    assert last.table.is_won


@pytest.mark.slow
@pytest.mark.parametrize("deal", range(1, 9))
def test_a_hint_is_always_legal_and_the_same_whatever_is_hidden(deal):
    for game in followed(NEAPOLITAN, deal, 3):
        table = game.table
        suggested = advice(table, game.rules)
        if suggested is None:
            continue
        assert refusal(table, suggested.move) is None
        # The same table with the face-down cards in another order looks the same, so the hint is the same.
        hidden = [card for pile in table.tableau for card in pile.face_down][::-1]
        piles = []
        for pile in table.tableau:
            taken, hidden = tuple(hidden[: len(pile.face_down)]), hidden[len(pile.face_down) :]
            piles.append(replace(pile, face_down=taken))
        unseen = table.stock[::-1] if table.recycles == 0 else table.stock
        other = replace(table, tableau=tuple(piles), stock=unseen)
        assert advice(other, game.rules) == suggested
        assert is_stuck(other, game.rules) == is_stuck(table, game.rules)


def test_a_table_with_unseen_stock_is_never_called_stuck():
    table = Game(NEAPOLITAN, DealRules(34, 3)).table
    assert not is_stuck(table, DealRules(34, 3))
    assert advice(table, DealRules(34, 3)).move == DRAW


def test_stuck_means_that_no_play_at_all_makes_progress():
    """Every line of play from a stuck table, to the end: no card is uncovered and none leaves the waste."""
    game = Game(NEAPOLITAN, DealRules(34, 3))
    for _ in range(4):
        game.play(game.turn(DRAW))
    assert is_stuck(game.table, game.rules)
    assert advice(game.table, game.rules) is None
    seen, waiting = {game.table}, [game.table]
    while waiting:
        here = waiting.pop()
        for move in legal_moves(here):
            assert uncovered(here, move) is None
            assert move == RECYCLE or move.source != WASTE
            there = replace(after(here, move, game.rules), recycles=1)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert len(seen) > 1


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("deal", [3, 4, 5])
def test_the_packed_search_moves_exactly_as_the_rules_do(deal, is_open):
    for game in followed(FRENCH, deal, 3, actions=80):
        table = replace(game.table, is_open=is_open)
        taken = dict(steps(Search.of(table, ()), packed_position(table)))
        plain = [
            move
            for move in legal_moves(table)
            if move not in (DRAW, RECYCLE) and move.source != WASTE and uncovered(table, move) is None
        ]
        assert set(taken) <= set(plain)
        # What the search leaves out: a king from one empty place to another, and the second of two empty piles.
        for move in set(plain) - set(taken):
            assert table.tableau[move.target.index].is_empty
        for move, there in taken.items():
            assert there == packed_position(after(table, move, game.rules))


def test_a_hint_may_prepare_a_move_when_nothing_helps_at_once():
    table = Table.parse(
        """
        deck french
        stock
        waste
        foundations 0 0 0 0
        recycles 1
        1 8C 7H
        2 (AS) 7C
        3 8D 6D
        4 (KC) 6S
        5 KH
        6 KD
        7 KS
        """
    )
    suggested = advice(table, TURNED)
    assert suggested is not None
    assert refusal(table, suggested.move) is None
    assert suggested.move == Move.parse("4>1")
