"""Campaigns of the solver: ``python solver_campaigns.py ID SIZE [SEED]`` does one and prints one JSON line.

small-decks      verdicts beside a search that tries everything, SIZE games over ten sizes and three draws
small-positions  the same for SIZE tables of any shape: cards at home, whole suits too, empty piles, runs, a waste
winning-lines    every line of SIZE deals, over both decks and three draws, played in the public game to its win

What differs stands on the error output.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mazzo.lab.campaigns import commit
from solitario.domain.cards import DECKS, FRENCH, Card, Deck
from solitario.domain.deals import dealt
from solitario.domain.rules import DealRules, after, refusal
from solitario.domain.table import Pile, Table
from solitario.solver.program import engine
from solitario.solver.solving import Budget, Verdict, solve

DRAWS = (1, 2, 3)
SIZES = (
    (3, 3, 14), (3, 4, 14), (4, 3, 15), (4, 4, 15), (4, 5, 14),
    (5, 4, 8), (5, 5, 8), (5, 6, 8), (6, 5, 2), (6, 6, 2),
)  # fmt: skip
"""Ranks and piles of the small games, and how many of a hundred have them."""
MOST = 1_500_000
"""Positions of a game; one that has more is not compared, and another deal takes its place."""
PLAIN_RANKS, PLAIN_GAMES = 4, 20
"""So many games of each kind with few ranks are tried twice, by the plain search and by the compiled one."""
LINE_NODES = 100_000_000
MOST_RANKS, MOST_CARDS, MOST_OF_A_POSITION = 6, 16, 200_000
"""Ranks of a table; how many of its cards are not at home; one that has more positions is not compared."""
EMPTY, LONGER = 0.4, 0.6
"""How often a pile that hides nothing is empty, and a run has one card more."""


def small_game(ranks, piles, seed):
    """The piles and the stock of a small game, as ``exhaustive_klondike`` writes them."""
    cards = [(suit, value) for suit in range(4) for value in range(1, ranks + 1)]
    random.Random(seed).shuffle(cards)
    tableau = []
    for size in range(1, piles + 1):
        taken, cards = tuple(cards[:size]), cards[size:]
        tableau.append((taken[:-1], taken[-1:]))
    return tableau, tuple(cards)


def small_position(seed):
    """A table of no deal: its ranks, piles, stock, waste and heights."""
    chance = random.Random(f"position {seed}")
    ranks, piles = chance.randint(2, MOST_RANKS), chance.randint(1, 7)
    heights = [chance.choice((0, 0, ranks, chance.randint(0, ranks))) for _suit in range(4)]
    while 4 * ranks - sum(heights) > MOST_CARDS:
        heights[heights.index(min(heights))] += 1
    cards = [(suit, value) for suit in range(4) for value in range(heights[suit] + 1, ranks + 1)]
    chance.shuffle(cards)
    tableau = []
    for number in range(piles):
        hidden = tuple(cards.pop() for _ in range(chance.randint(0, number)) if len(cards) > 1)
        tableau.append((hidden, _run(cards, chance, ranks, may_be_empty=not hidden)))
    waste = tuple(cards.pop() for _ in range(chance.randint(0, len(cards))))
    return ranks, tableau, tuple(cards), waste, tuple(heights)


def _run(cards, chance, ranks, *, may_be_empty):
    """Open cards of a pile, taken out of ``cards``: a run as long as it pleases."""
    run = [cards.pop()] if cards and not (may_be_empty and chance.random() < EMPTY) else []
    while run and chance.random() < LONGER:
        fitting = [card for card in cards if card[1] == run[-1][1] - 1 and (card[0] < 2) != (run[-1][0] < 2)]
        if not fitting:
            break
        run.append(chance.choice(fitting))
        cards.remove(run[-1])
    return tuple(run)


def as_table(tableau, stock, ranks, waste=(), heights=(0, 0, 0, 0)):
    """The same game for the solver."""

    def named(cards):
        return tuple(Card(FRENCH.suits[suit], value) for suit, value in cards)

    piles = tuple(Pile(named(hidden), named(shown)) for hidden, shown in tableau)
    return Table(Deck("small", FRENCH.suits, ranks), piles, named(stock), named(waste), heights)


def played(table, rules, line):
    """The table after ``line``, every move of which the game accepts."""
    for move in line:
        assert refusal(table, move) is None, f"{move} on\n{table}"
        table = after(table, move, rules)
    return table


def small_decks(size, first):
    """How many verdicts differ, and what was compared of each size and draw."""
    from support.exhaustive_compiled import Exhaustive
    from support.exhaustive_klondike import is_winnable

    exhaustive, failures, groups = Exhaustive(MOST), 0, []
    kinds = [(ranks, piles, share, draw) for ranks, piles, share in SIZES for draw in DRAWS]
    for ranks, piles, share, draw in kinds:
        wanted, won, lost, beyond = -(-size * share // (100 * len(DRAWS))), 0, 0, 0
        while won + lost < wanted:
            tableau, stock = small_game(ranks, piles, seed=first + won + lost + beyond)
            truth = exhaustive.is_winnable(tableau, stock, ranks, draw)
            if truth is None:
                beyond += 1
                continue
            if ranks <= PLAIN_RANKS and won + lost < PLAIN_GAMES:
                assert truth == is_winnable(tableau, stock, ranks, draw, MOST), "two ways of trying everything differ"
            found = solve(as_table(tableau, stock, ranks), DealRules(1, draw)).verdict
            won, lost = won + truth, lost + (not truth)
            if found is not (Verdict.WINNABLE if truth else Verdict.LOST):
                failures += 1
                sys.stderr.write(f"{ranks} ranks, {piles} piles, draw {draw}: {tableau} {stock} is {found.value}\n")
        groups.append(
            {"ranks": ranks, "piles": piles, "draw": draw, "winnable": won, "not_winnable": lost, "beyond": beyond}
        )
        sys.stderr.write(f"{json.dumps(groups[-1])}\n")
    return failures, {"compared": groups}


def small_positions(size, first):
    """How many verdicts differ, and what was compared of each draw."""
    from support.exhaustive_compiled import Exhaustive

    exhaustive, failures, groups = Exhaustive(MOST_OF_A_POSITION), 0, []
    for draw in DRAWS:
        counts = {True: 0, False: 0, None: 0}
        for seed in range(first, first + -(-size // len(DRAWS))):
            ranks, tableau, stock, waste, heights = small_position(seed)
            truth = exhaustive.is_winnable(tableau, stock, ranks, draw, waste, heights)
            counts[truth] += 1
            if truth is None:
                continue
            table, rules = as_table(tableau, stock, ranks, waste, heights), DealRules(1, draw)
            solution = solve(table, rules)
            is_right = solution.verdict is (Verdict.WINNABLE if truth else Verdict.LOST)
            if not is_right or (truth and not played(table, rules, solution.line).is_won):
                failures += 1
                sys.stderr.write(f"draw {draw}, position {seed} is {solution.verdict.value}:\n{table}\n")
        groups.append({"draw": draw, "winnable": counts[True], "not_winnable": counts[False], "beyond": counts[None]})
        sys.stderr.write(f"{json.dumps(groups[-1])}\n")
    return failures, {"compared": groups}


def winning_lines(size, first):
    """How many deals have a line that does not win, and how many lines were played."""
    failures, lines = 0, 0
    for at, (name, draw) in enumerate((name, draw) for name in DECKS for draw in DRAWS):
        for number in range(first + 1, first + -(-(size - at) // (len(DECKS) * len(DRAWS))) + 1):
            rules, table = DealRules(number, draw), dealt(number, DECKS[name])
            solution = solve(table, rules, Budget(LINE_NODES))
            if solution.verdict is Verdict.WINNABLE:
                lines += 1
                if not played(table, rules, solution.line).is_won:
                    failures += 1
                    sys.stderr.write(f"{name}, draw {draw}, deal {number}: the line does not win\n")
    return failures, {"lines": lines}


CAMPAIGNS = {"small-decks": small_decks, "small-positions": small_positions, "winning-lines": winning_lines}


def main(name, size, seed="0"):
    """Run one and print its line."""
    engine()
    begun = time.monotonic()
    failures, facts = CAMPAIGNS[name](int(size), int(seed))
    line = {"id": name.replace("-", " "), "size": int(size), "failures": failures}
    seconds = round(time.monotonic() - begun, 1)
    line |= {"seconds": seconds, "commit": commit(Path.cwd()), "seed": int(seed), **facts}
    sys.stdout.write(json.dumps(line) + "\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
