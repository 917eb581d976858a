"""Some games of a learner against a fixed net, in either form."""

from __future__ import annotations

import numpy as np

from kernelkit.chance import Chance
from kernelkit.records import unpacked
from qb_engine.kernel.layout import State, Work
from qb_engine.kernel.net import Choice, Look, Net, Sample
from qb_engine.kernel.playout import MAX_PLIES
from qb_engine.kernel.tree import CHILD_CAPACITY, Node, Walk
from qb_engine.mind.decks import random_decks
from qb_engine.rules_engine import RulesEngine

GAMES = 4


def played_against(ruleset, compiled, nets, thought):
    """What the learner saw, is to learn and came to of each of its moves, and its points in each game."""
    engine = RulesEngine(ruleset, compiled=compiled)
    states = engine.rows(State, 4)
    engine.kernel.empty_state(states)
    engine.kernel.opening_board(states)
    decks = engine.numbers_row([n for deck in random_decks(ruleset, 6, 2) for n in engine.numbers_of(deck)])
    rows = nets if compiled else [unpacked(Net, nets[place : place + 1]) for place in range(len(nets))]
    work, chance, look, choice, walk = (engine.rows(kind, 1) for kind in (Work, Chance, Look, Choice, Walk))
    nodes = engine.rows(Node, 2 * CHILD_CAPACITY + 24 * thought)
    samples, results = engine.rows(Sample, 300), engine.numbers_row([0] * GAMES)
    said = np.zeros(MAX_PLIES) if compiled else [0.0] * MAX_PLIES
    used = engine.kernel.play_against(
        states, engine.tables, engine.rules, work, chance, rows, look, choice, nodes, walk, samples, said, 11, 3, GAMES,
        decks, 2, 0.05, 5, thought, 0.7, results,
    )  # fmt: skip
    kept = [samples[place] if not compiled else unpacked(Sample, samples[place : place + 1]) for place in range(used)]
    return [(list(s.lit)[: s.count], s.aim, s.points) for s in kept], [int(result) for result in results]
