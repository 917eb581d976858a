"""How fast the kernel is, from one interleaved run: ``python tools/bench.py``. One JSON object per line.

The machines are noisy, so speeds that are compared are measured in turns, slice by slice, and each figure is the
median of its slices. ``targets`` in docs/performance.md say what is asked of each.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from kernelkit.chance import Chance
from qb_engine.game_state import GameState
from qb_engine.kernel import playout
from qb_engine.kernel.layout import State, Work
from qb_engine.kernel.program import compiled_entries
from qb_engine.models import DECK_SIZE
from qb_engine.moves import Move
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, Ruleset

DECKS = 24
GAMES = 400
PLAIN_GAMES = 2
FACE_GAMES = 20
START = "from qb_engine.kernel.program import compiled_entries; compiled_entries()"


class Table:
    """An engine in one form with games dealt from random decks, ready for playouts."""

    def __init__(self, ruleset: Ruleset, *, compiled: bool) -> None:
        self.engine = RulesEngine(ruleset, compiled=compiled)
        self.playouts = compiled_entries().playouts if compiled else playout.playouts
        self.games = [_dealt(self.engine, number) for number in range(DECKS)]
        self.chance = self.engine.row(Chance())
        self.work = self.engine.row(Work())
        self.compiled = compiled

    def run(self, number: int, games: int) -> int:
        """Random playouts of one dealt game; the plies."""
        cells = self.games[number % DECKS]
        margins: Any = np.zeros(games, np.int64) if self.compiled else [0] * games
        engine = self.engine
        plies: int = self.playouts(cells, engine.tables, engine.rules, self.work, self.chance, number, 0, 0, margins)
        return plies


def _dealt(engine: RulesEngine, number: int) -> Any:
    """Three cells, the first with a game just dealt."""
    chance = Random(number)
    cells = np.zeros(3, State.dtype) if engine.compiled else [State(), State(), State()]  # type: ignore[attr-defined]
    state = GameState.on(engine, cells)
    engine.kernel.empty_state(cells)
    engine.kernel.opening_board(cells)
    ids = [card.id for card in engine.cards if not card.is_token]
    for side in ("Y", "E"):
        deck = chance.sample(ids, DECK_SIZE)
        state.write_hand(side, deck[:5])
        state.write_deck(side, deck[5:])
    engine.kernel.begin_turn(cells, 0)
    return cells


def rate(work: Callable[[], int]) -> float:
    """Units per CPU second of one call."""
    begun = time.process_time()
    units = work()
    return units / (time.process_time() - begun)


def cpu_seconds(home: str) -> float:
    """CPU seconds of a new process that loads the compiled kernel with its cache below ``home``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", START], check=True, env={**os.environ, "MAZZO_HOME": home})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def all_games(table: Table) -> None:
    """Random playouts of every dealt game."""
    for number in range(DECKS):
        table.run(number, GAMES)


def two_threads(tables: list[Table]) -> float:
    """Throughput of two threads over that of one, each with its own cells, by the wall clock."""

    def seconds(run: list[Table]) -> float:
        threads = [threading.Thread(target=all_games, args=(table,)) for table in run]
        begun = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - begun

    return statistics.median(2 * seconds(tables[:1]) / seconds(tables) for _ in range(5))


def by_turns(state: GameState, move: Move | None) -> None:
    """A turn by ``GameState.play``."""
    state.play(move)


def by_steps(state: GameState, move: Move | None) -> None:
    """A turn by the specification's names: find the card, lay it, end the turn."""
    side = state.side_to_act
    assert side is not None
    if move is None:
        state.pass_turn(side)
        return
    index = state.hand(side).index_of(move.card_id)
    assert index is not None
    state.play_card_from_hand(side, index, move.lane_index, move.col_index)
    state.end_turn()


def face_rate(ruleset: Ruleset, turn: Callable[[GameState, Move | None], None]) -> float:
    """Random moves a second through ``GameState``: dealing, listing the legal moves, the turn."""
    ids = [card.id for card in RulesEngine(ruleset).cards if card.category == "Standard"]
    decks = [[Random(2 * number + seat).sample(ids, DECK_SIZE) for seat in range(2)] for number in range(FACE_GAMES)]

    def games() -> int:
        plies = 0
        for number, (yours, enemys) in enumerate(decks):
            chance = Random(number)
            state = GameState(yours, enemys, seed=number, ruleset=ruleset)
            while (side := state.side_to_act) is not None:
                moves = state.legal_moves(side)
                turn(state, chance.choice(moves) if moves else None)
                plies += 1
        return plies

    return statistics.median(rate(games) for _ in range(15))


def first_move_seconds() -> float:
    """CPU seconds from ``import qb_engine`` to the first list of legal moves, plain, of a new process."""
    code = (
        "import time; begun = time.process_time()\n"
        "import qb_engine as qb\n"
        "deck = [card_id for card_id in qb.CARDS if card_id[0] != 'T'][:15]\n"
        "assert qb.GameState(deck, deck).legal_moves('Y')\n"
        "print(time.process_time() - begun)"
    )
    environment = {**os.environ, "MAZZO_PLAIN": "1"}

    def seconds() -> float:
        done = subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True, text=True)
        return float(done.stdout)

    return statistics.median(seconds() for _ in range(5))


def log_cost(table: Table) -> float:
    """How much slower playouts are with the event log on, in percent, slices on and off in turns."""
    ratios = []
    for number in range(DECKS):
        speeds: dict[int, list[float]] = {0: [], 1: []}
        for on in (0, 1, 1, 0):
            table.engine.seen(table.work).log_on = on
            speeds[on].append(rate(partial(table.run, number, GAMES)))
        ratios.append(statistics.mean(speeds[0]) / statistics.mean(speeds[1]))
    table.engine.seen(table.work).log_on = 0
    return 100 * (statistics.median(ratios) - 1)


def calls(entry: Callable[..., int], cells: Any, engine: RulesEngine) -> int:
    """Many calls of one entry from Python; how many."""
    count = 100_000
    for _ in range(count):
        entry(cells, engine.tables, engine.rules, 0, 1, 5)
    return count


def kernel_bench(name: str, ruleset: Ruleset, cold: float, warm: float) -> dict[str, Any]:
    """Every figure of the kernel under one ruleset."""
    fast, plain = Table(ruleset, compiled=True), Table(ruleset, compiled=False)
    fast.run(0, 10)
    slices = [
        (rate(partial(fast.run, number, GAMES)), rate(partial(plain.run, number, PLAIN_GAMES)))
        for number in range(DECKS)
    ]
    entries, cells, engine = compiled_entries(), fast.games[0], fast.engine
    clone = statistics.median(1e9 / rate(lambda: entries.clones(cells, 1_000_000) or 1_000_000) for _ in range(5))
    call = statistics.median(1e6 / rate(partial(calls, entries.refusal_of, cells, engine)) for _ in range(3))
    return {
        "bench": "kernel",
        "ruleset": name,
        "plies_per_second": round(statistics.median(quick for quick, _slow in slices)),
        "plain_plies_per_second": round(statistics.median(slow for _quick, slow in slices)),
        "ratio": round(statistics.median(quick / slow for quick, slow in slices), 1),
        "clone_ns": round(clone, 1),
        "call_us": round(call, 2),
        "face_plies_per_second": round(face_rate(ruleset, by_turns)),
        "face_steps_plies_per_second": round(face_rate(ruleset, by_steps)),
        "cold_cpu_s": round(cold, 1),
        "warm_cpu_s": round(warm, 2),
        "state_bytes": State.dtype.itemsize,  # type: ignore[attr-defined]
        "threads2_speedup": round(two_threads([fast, Table(ruleset, compiled=True)]), 2),
        "event_log_cost_pct": round(log_cost(fast), 1),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        cold = cpu_seconds(home)
        warm = statistics.median(cpu_seconds(home) for _ in range(3))
    print(json.dumps({"bench": "first_move", "plain_cpu_s": round(first_move_seconds(), 3)}), flush=True)
    for name, ruleset in PRESETS.items():
        print(json.dumps(kernel_bench(name, ruleset, cold, warm)), flush=True)


if __name__ == "__main__":
    main()
