"""The solver: its lines win, its losses are real, and what it leaves out changes no verdict (docs/solver.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solitario.domain.cards import DECKS, FRENCH, NEAPOLITAN, Card
from solitario.domain.deals import dealt
from solitario.domain.guidance import advice
from solitario.domain.rules import DealRules, after, legal_moves
from solitario.domain.table import Pile
from solitario.errors import InvalidDealError
from solitario.solver.program import engine
from solitario.solver.solving import Budget, Verdict, solve, solve_deal
from support.exhaustive_klondike import is_winnable
from support.solver_campaigns import as_table, played, small_game, small_position

pytestmark = pytest.mark.slow

DEALS = 60
HARD_DEAL = 5
"""A French deal of which tables grow, drawing three."""
SMALL = ((3, 3, 1), (3, 4, 1), (4, 3, 1), (4, 5, 5))
"""Ranks and piles of the small games that are decided by trying everything, and of how many deals one is tried."""


@pytest.fixture(scope="module")
def compiled():
    return engine(compiled=True)


@pytest.mark.parametrize("draw_count", [1, 2, 3])
@pytest.mark.parametrize(("ranks", "piles", "every"), SMALL)
def test_small_games_are_decided_as_by_trying_everything(compiled, ranks, piles, every, draw_count):
    verdicts = set()
    for seed in range(0, DEALS, every):
        tableau, stock = small_game(ranks, piles, seed)
        truth = is_winnable(tableau, stock, ranks, draw_count, most=60_000)
        if truth is None:
            continue
        found = solve(as_table(tableau, stock, ranks), DealRules(1, draw_count), form=compiled).verdict
        assert (found is Verdict.WINNABLE) == truth, f"{ranks} ranks, {piles} piles, seed {seed}"
        verdicts.add(found)
    assert Verdict.WINNABLE in verdicts


@pytest.mark.parametrize("draw_count", [1, 2, 3])
def test_tables_of_any_shape_are_decided_as_by_trying_everything(compiled, draw_count):
    verdicts = []
    for seed in range(DEALS):
        ranks, tableau, stock, waste, heights = small_position(seed)
        truth = is_winnable(tableau, stock, ranks, draw_count, 1_000, waste, heights)
        if truth is None:
            continue
        table, rules = as_table(tableau, stock, ranks, waste, heights), DealRules(1, draw_count)
        solution = solve(table, rules, form=compiled)
        assert (solution.verdict is Verdict.WINNABLE) == truth, f"seed {seed}\n{table}"
        assert played(table, rules, solution.line).is_won == truth
        verdicts.append(truth)
    assert len(verdicts) > DEALS / 2


def test_a_king_may_come_back_from_his_foundation(compiled):
    """One game in fifty thousand needs it: an empty pile, and nothing else carries what lies on hidden cards."""
    tableau = [((), ((2, 4),)), (((0, 1),), ((1, 2),)), (((3, 4), (0, 2)), ((0, 3),))]
    stock = ((1, 3), (2, 2), (3, 1), (2, 1), (2, 3), (0, 4), (3, 2), (1, 4), (3, 3), (1, 1))
    assert is_winnable(tableau, stock, 4, 3, most=60_000)
    table, rules = as_table(tableau, stock, 4), DealRules(1, 3)
    assert played(table, rules, solve(table, rules, form=compiled).line).is_won


@pytest.mark.parametrize("draw_count", [1, 2, 3])
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_every_line_wins_the_real_game(compiled, deck, draw_count):
    won = 0
    for number in range(1, DEALS + 1):
        rules = DealRules(number, draw_count)
        solution = solve(dealt(number, deck), rules, form=compiled)
        assert solution.verdict is not Verdict.UNPROVEN
        if solution.verdict is Verdict.WINNABLE:
            won += 1
            assert played(dealt(number, deck), rules, solution.line).is_won
    assert won > DEALS / 2


@pytest.mark.parametrize("draw_count", [1, 3])
def test_both_forms_try_the_same_moves(compiled, draw_count):
    plain = engine(compiled=False)
    for number in (2, 3, 4, 7):
        table, rules = dealt(number, NEAPOLITAN), DealRules(number, draw_count)
        one, other = (solve(table, rules, Budget(nodes=3_000), form=form) for form in (compiled, plain))
        assert (one.verdict, one.nodes, one.line) == (other.verdict, other.nodes, other.line)


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_the_kernel_deals_the_same_cards_as_the_game(compiled, deck):
    for form in (compiled, engine(compiled=False)):
        for number in (1, 2, 999_999_999):
            rules, budget = DealRules(number, 2), Budget(nodes=200)
            one, other = (
                solve(dealt(number, deck), rules, budget, form=form),
                solve_deal(rules, deck, budget, form=form),
            )
            assert (one.verdict, one.nodes, one.line) == (other.verdict, other.nodes, other.line)


def test_a_deal_that_does_not_exist_is_refused():
    for number in (0, 1_000_000_000):
        with pytest.raises(InvalidDealError, match="numbered from 1"):
            solve_deal(DealRules(number, 1), FRENCH)


@pytest.mark.parametrize("draw_count", [1, 3])
def test_no_position_on_a_winning_line_is_called_lost(compiled, draw_count):
    number = next(n for n in range(1, 99) if is_won_by_line(n, draw_count, compiled))
    table, rules = dealt(number, FRENCH), DealRules(number, draw_count)
    for move in solve(table, rules, form=compiled).line:
        table = after(table, move, rules)
        assert solve(table, rules, form=compiled).verdict is Verdict.WINNABLE


def is_won_by_line(number, draw_count, form):
    return solve(dealt(number, FRENCH), DealRules(number, draw_count), form=form).verdict is Verdict.WINNABLE


def test_a_lost_position_stays_lost_whatever_is_played(compiled):
    number = next(n for n in range(1, 99) if not is_won_by_line(n, 3, compiled))
    table, rules = dealt(number, FRENCH), DealRules(number, 3)
    for move in legal_moves(table):
        assert solve(after(table, move, rules), rules, form=compiled).verdict is Verdict.LOST


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_exchanged_suits_of_one_colour_change_no_verdict(compiled, deck):
    def exchanged(card):
        twin = next(suit for suit in deck.suits if suit.is_red == card.suit.is_red and suit is not card.suit)
        return Card(twin, card.value)

    for number in range(1, 21):
        table, rules = dealt(number, deck), DealRules(number, 2)
        piles = tuple(
            Pile(tuple(map(exchanged, pile.face_down)), tuple(map(exchanged, pile.face_up))) for pile in table.tableau
        )
        other = replace(table, tableau=piles, stock=tuple(map(exchanged, table.stock)))
        assert solve(table, rules, form=compiled).verdict is solve(other, rules, form=compiled).verdict


@pytest.mark.parametrize("draw_count", [1, 3])
@pytest.mark.parametrize("king", [2, 13])
def test_a_table_that_only_has_to_be_cleared_is_won_by_clearing_it(compiled, king, draw_count):
    piles = [(), ((0, king), (2, king - 1)), ((2, king),), ((1, king),), ((3, king),)]
    stock, heights = [(0, king - 1)], (king - 2, king - 1, king - 2, king - 1)
    table = as_table([((), pile) for pile in piles], stock, king, heights=heights)
    line = solve(table, DealRules(1, draw_count), form=compiled).line
    assert played(table, DealRules(1, draw_count), line).is_won
    assert len(line) == len(table.cards) - sum(heights) + len(stock), "each card goes home once, one is drawn"


def test_a_position_in_the_middle_of_a_game_is_decided(compiled):
    for number in (5, 11, 23):
        table, rules = dealt(number, FRENCH), DealRules(number, 3)
        for _step in range(40):
            hint = advice(table, rules)
            if hint is None:
                break
            table = after(table, hint.move, rules)
        solution = solve(table, rules, form=compiled)
        assert solution.verdict is not Verdict.UNPROVEN
        if solution.line:
            assert played(table, rules, solution.line).is_won


def test_a_shuffled_recycle_is_decided_for_one_card_and_otherwise_only_if_it_is_lost(compiled):
    for number in range(1, 21):
        table = dealt(number, FRENCH)
        easy = solve(table, DealRules(number, 1), form=compiled).verdict
        assert solve(table, DealRules(number, 1, shuffles=True), form=compiled).verdict is easy
        expected = Verdict.UNPROVEN if easy is Verdict.WINNABLE else Verdict.LOST
        assert solve(table, DealRules(number, 3, shuffles=True), form=compiled).verdict is expected


def test_without_nodes_or_time_nothing_is_proven(compiled):
    table, rules = dealt(9, FRENCH), DealRules(9, 3)
    for budget in (Budget(nodes=0), Budget(seconds=0.0)):
        solution = solve(table, rules, budget, form=compiled)
        assert (solution.verdict, solution.line) == (Verdict.UNPROVEN, ())
    cancelled = solve(table, rules, is_cancelled=lambda: True, form=compiled)
    assert cancelled.verdict is Verdict.UNPROVEN


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda table: replace(table, stock=table.stock[1:]), "missing"),
        (lambda table: replace(table, tableau=table.tableau[::-1]), "pile 1 can hide at most 0 cards and hides 6"),
        (lambda table: table.with_pile(0, table.tableau[0].with_cards(table.stock[:1])), "missing or lies there twice"),
        (
            lambda table: replace(
                table.with_pile(0, table.tableau[0].with_cards(table.stock[:1])), stock=table.stock[1:]
            ),
            "cannot lie on",
        ),
    ],
)
def test_a_table_that_no_game_leads_to_is_refused(change, reason):
    with pytest.raises(InvalidDealError, match=reason):
        solve(change(dealt(1, FRENCH)), DealRules(1, 1))


def test_tables_that_do_not_fit_prove_nothing(compiled):
    table, rules = dealt(HARD_DEAL, FRENCH), DealRules(HARD_DEAL, 3)
    whole = solve(table, rules, form=compiled)
    assert whole.verdict is not Verdict.UNPROVEN
    bounded = solve(table, rules, Budget(numbers=whole.numbers // 2), form=compiled)
    assert (bounded.verdict, bounded.numbers <= whole.numbers // 2) == (Verdict.UNPROVEN, True)
