"""Play at the edges of every record, plain with exact bounds against compiled: ``python tools/extremes.py``.

Each case is a position at, just below or just above what a record holds: full hands and piles, extreme powers, last
turns and last instance numbers, cards that add, spawn, double and answer as much as the tables let them. Both forms
must refuse it with the same words, or play it alike: every byte of the state and the error are compared after each ply,
and then the ends of some playouts. Plain records raise where compiled code would write past a list or cut a number, and
in a short campaign also where a place would be counted from the end. With ``--bounds`` the compiled form checks its
bounds too. One JSON line; exit code 1 when anything differed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

os.environ["MAZZO_PLAIN"] = "exact"

from kernelkit.chance import Chance
from kernelkit.records import keep_exactly, packed
from qb_engine.card_hydrator import MAX_POWER, grid_of
from qb_engine.effect_registry_utils import MAX_AMOUNT, PER_OF_TRIGGER, SUPPORTED_TRIPLES
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import (
    ABILITIES_PER_CARD,
    CARDS_ADDED,
    HAND_CAPACITY,
    MAX_CHANGE,
    MAX_TURNS,
    MAX_UID,
    State,
    Work,
)
from qb_engine.kernel.playout import GREEDY, RANDOM
from qb_engine.kernel.program import checked_entries
from qb_engine.models import DECK_SIZE, MAX_RANK, Card, CellKind, Effect, Operation, PatternCell, Threshold
from qb_engine.moves import SIDES
from qb_engine.notation.game_position import read_position
from qb_engine.notation.position import TILE_NAMES
from qb_engine.notation.position_reader import MAX_TURN
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, VALUES, Ruleset

REGISTRIES = 12
"""Sets of invented cards; one more is that of the shipped cards."""
PLIES = 12
SHORT = 10_000
"""So many plies can be made where every place is looked at."""
CHUNK = 10
"""Cases that share an engine."""
KINDS: tuple[CellKind, ...] = ("P", "E", "X")
SWITCHES = [name for name in VALUES if name not in ("first_player", "max_copies", "aura_can_destroy")]


# Cards as wild as the tables let them be.


def extreme_registry(seed: int) -> tuple[list[Card], dict[str, Effect]]:
    """Invented cards with extreme powers and amounts and as many abilities as fit."""
    chance = Random(seed)
    tokens = [f"T{number:02}" for number in range(1, 4)]
    names = [*tokens, *(f"{number:03}" for number in range(1, 22))]
    effects: dict[str, Effect] = {}
    return [_card(name, chance, effects, tokens) for name in names], effects


def _card(name: str, chance: Random, effects: dict[str, Effect], tokens: list[str]) -> Card:
    count = chance.choice((0, 1, 2, ABILITIES_PER_CARD))
    own = [_effect(f"{name}_{number}", chance, tokens) for number in range(count)]
    effects |= {effect.id: effect for effect in own}
    is_replace = any(operation.type == "replace_ally" for effect in own for operation in effect.operations)
    places = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if dx or dy]
    near = [place for place in places if max(map(abs, place)) == 1]
    cells = {*chance.sample(places, chance.choice((2, len(places)))), *near[:3], (1, 0)}
    pattern = tuple(PatternCell(dx, dy, chance.choice(KINDS)) for dx, dy in sorted(cells))
    power = chance.choice((1, 2, 5, MAX_POWER, -MAX_POWER, 0))
    category, cost = ("Token" if name in tokens else "Standard"), 0 if is_replace else chance.choice((1, 1, MAX_RANK))
    ids = tuple(effect.id for effect in own)
    return Card(name, f"Card {name}", category, cost, power, pattern, grid_of(pattern), ids, is_replace)  # type: ignore[arg-type]


def _effect(name: str, chance: Random, tokens: list[str]) -> Effect:
    trigger, scope, kind = chance.choice(sorted(SUPPORTED_TRIPLES))
    threshold = Threshold("power", chance.choice((1, 7, MAX_AMOUNT))) if trigger == "on_power_threshold" else None
    operation = _operation(kind, trigger, scope, chance, tokens)
    return Effect(name, trigger, scope, (operation,), threshold, threshold is not None)


def _operation(kind: str, trigger: str, scope: str, chance: Random, tokens: list[str]) -> Operation:
    amount = chance.choice((-1, 1, -3, 2, MAX_AMOUNT, -MAX_AMOUNT))
    match kind:
        case "modify_power" if trigger == "on_spawned":
            return Operation(kind, adjustment="replaced_pawns")
        case "modify_power_scale":
            return Operation(kind, amount_per=amount, per=chance.choice(PER_OF_TRIGGER[trigger]))
        case "replace_ally" if scope == "self":
            return Operation(kind, mode="neutral")
        case "replace_ally":
            return Operation(kind, mode=chance.choice(("raise", "raise", "lower")), adjustment="replaced_ally_power")
        case "add_to_hand":
            return Operation(kind, card_ids=tuple(chance.choice(tokens) for _ in range(CARDS_ADDED)))
        case "spawn_token":
            return Operation(kind, apply_to="empty_positions", token_ids=tuple(tokens[:MAX_RANK]))
        case "modify_tile_ranks":
            return Operation(kind, amount=chance.randint(1, MAX_RANK))
        case "score_bonus" if trigger == "on_round_end":
            return Operation(kind, mode="lane_min_transfer")
        case "destroy_cards" | "expand_positions":
            return Operation(kind)
    return Operation(kind, amount=amount)


# One case in both forms.


@dataclass
class Form:
    """One form of an engine with the game of the present case."""

    engine: RulesEngine
    state: GameState
    chance: Any

    @classmethod
    def of(cls, ruleset: Ruleset, registry: int, *, compiled: bool, bounds: bool) -> Form:
        """An engine of the shipped cards, or of an invented registry from 1."""
        cards, effects = extreme_registry(registry) if registry else (None, None)
        engine = RulesEngine(ruleset, cards, effects, compiled=compiled)
        if compiled and bounds:
            engine.kernel = checked_entries()
        return cls(engine, GameState.on(engine), engine.row(Chance()))

    def content(self, cells: Any = None) -> bytes:
        """Every byte of the state."""
        cells = self.state.cells if cells is None else cells
        return bytes(cells[:1].tobytes() if self.engine.compiled else packed(cells[0]).tobytes())

    def read(self, text: str) -> str:
        """Take the position, or say why not."""
        try:
            self.state = read_position(text, self.engine)
        except QueensBloodError as error:
            return str(error)
        return ""

    def mulligan(self, side: int, places: list[int]) -> str:
        """Have a mulligan, or say why not."""
        self.engine.kernel.seed_chance(self.state.chance, 7, 0)
        try:
            self.state.mulligan(SIDES[side], places)
        except QueensBloodError as error:
            return str(error)
        return ""

    def step(self, seed: int) -> tuple[Any, ...]:
        """One random ply: the error and the state."""
        engine = self.engine
        engine.kernel.seed_chance(self.chance, seed, 0)
        engine.kernel.random_ply(self.state.cells, engine.tables, engine.rules, engine.work, self.chance)
        return int(engine.seen(engine.work).error), self.content()

    def score(self) -> tuple[int, ...]:
        """Both totals and the hash."""
        engine = self.engine
        engine.kernel.score(self.state.cells, engine.tables, engine.rules, engine.work)
        work = engine.seen(engine.work)
        return int(work.total[0]), int(work.total[1]), self.state.state_hash

    def long_runs(self, seed: int, games: int) -> tuple[Any, ...]:
        """Playouts, now and then by the greedy player, perft, and the mirrored state."""
        engine = self.engine
        policy = GREEDY if seed % 16 == 0 else RANDOM
        margins = engine.numbers_row([0] * (games if policy == RANDOM else 1))
        cells, works = engine.rows(State, 3), engine.rows(Work, 3)
        engine.kernel.copy_state(cells, self.state.cells)
        plies = engine.kernel.playouts(
            cells, engine.tables, engine.rules, works, self.chance, seed, policy, RANDOM, margins
        )
        lines = engine.kernel.perft(cells, engine.tables, engine.rules, works, 1)
        mirrored = engine.rows(State, 1)
        engine.kernel.mirror_state(mirrored, self.state.cells)
        return int(plies), int(lines), [int(margin) for margin in margins], self.content(mirrored)


@lru_cache(maxsize=32)
def forms(ruleset: Ruleset, registry: int, bounds: bool) -> tuple[Form, Form]:
    """The same engine compiled and plain."""
    compiled = Form.of(ruleset, registry, compiled=True, bounds=bounds)
    return compiled, Form.of(ruleset, registry, compiled=False, bounds=bounds)


def near(chance: Random, limit: int) -> int:
    """A number at an edge: nothing, one, or around ``limit``."""
    return chance.choice((0, 1, limit - 1, limit, limit, limit + 1))


def holding(chance: Random, engine: RulesEngine) -> str:
    """A hand and a pile of extreme sizes."""
    ids = [card.id for card in engine.cards]
    deck = [card.id for card in engine.cards if not card.is_token]
    hand_size, pile_size = near(chance, chance.choice((5, DECK_SIZE, HAND_CAPACITY))), near(chance, DECK_SIZE)
    if chance.random() < 0.7:
        pile_size = max(0, min(pile_size, chance.choice((DECK_SIZE, HAND_CAPACITY)) - hand_size))
    hand = ",".join(chance.choice(ids) for _ in range(hand_size)) or "-"
    pile = ",".join(chance.choice(deck) for _ in range(pile_size))
    return f"{hand}|{pile}" if pile else hand


def tile_text(chance: Random, engine: RulesEngine, name: str) -> str:
    """A tile, mostly with a card that remembers extremes."""
    owner, rank = chance.choice("ye"), chance.randint(0, MAX_RANK)
    if chance.random() < 0.4:
        return f"{name}={owner}{max(1, rank)}"
    delta, scale = (chance.choice((0, 0, 1, MAX_CHANGE - 1, MAX_CHANGE)) * chance.choice((1, -1)) for _ in range(2))
    return f"{name}={owner}{rank}:{chance.choice(engine.cards).id}{delta:+d}.s{scale:+d}"


def position(chance: Random, engine: RulesEngine) -> str:
    """A position at the edges of what can be read."""
    turn = chance.choice((1, 1, 2, 3, MAX_TURN - 1, MAX_TURN, MAX_TURN + 1))
    tiles = [tile_text(chance, engine, name) for name in TILE_NAMES if chance.random() < chance.choice((0.3, 0.9))]
    status = chance.choice(([], [], ["mull=YE"], ["played"], ["passes=1"], ["begun=0,0"], ["undrawn"]))
    hands = [f"{side}={holding(chance, engine)}" for side in SIDES]
    words = [f"{chance.choice(SIDES)}{turn}", *status, *(tiles or ["opening"]), *hands]
    return " ".join(["qb1", engine.ruleset.name, *words])


def rules(chance: Random) -> Ruleset:
    """A preset, now and then with one switch changed."""
    preset = chance.choice(list(PRESETS.values()))
    name = chance.choice(SWITCHES)
    value = str(chance.choice(VALUES[name])).lower()
    try:
        return Ruleset.parse(f"{preset.name}+{name}={value}") if chance.random() < 0.5 else preset
    except QueensBloodError:
        return preset


def compare(seed: int, *, bounds: bool = False, games: int = 2) -> tuple[int, str]:
    """Play the case of ``seed`` in both forms: the plies, and what differed."""
    chance = Random(seed)
    both = forms(rules(Random(seed // CHUNK)), Random(seed // CHUNK).randint(0, REGISTRIES), bounds)
    text = position(chance, both[1].engine)
    try:
        return _played(chance, both, text, games)
    except (IndexError, OverflowError, ValueError, AssertionError) as error:
        return 1, f"{type(error).__name__}: {error}: {text}"


def _agree(found: tuple[Any, Any], text: str) -> Any:
    if found[0] != found[1]:
        raise AssertionError(f"compiled {str(found[0])[:80]}, plain {str(found[1])[:80]}: {text}")
    return found[0]


def _played(chance: Random, both: tuple[Form, Form], text: str, games: int) -> tuple[int, str]:
    if _agree((both[0].read(text), both[1].read(text)), "read"):
        return 1, ""
    for counter, limit in (("turn", MAX_TURNS), ("next_uid", MAX_UID)):
        if chance.random() < 0.1:
            for form in both:
                setattr(form.state.record, counter, limit - 1)
    for side in range(2):
        size = len(both[1].state.hand(SIDES[side]))
        places = sorted(chance.sample(range(size), chance.choice((0, min(1, size), size))))
        _agree((both[0].mulligan(side, places), both[1].mulligan(side, places)), "mulligan")
    plies = 0
    for _ply in range(PLIES):
        if both[0].state.is_over:
            break
        plies += 1
        seed = chance.getrandbits(32)
        error, _content = _agree((both[0].step(seed), both[1].step(seed)), f"ply {plies}")
        _agree((both[0].score(), both[1].score()), "score")
        if error:
            return plies, ""
    seed = chance.getrandbits(30)
    ends = _agree((both[0].long_runs(seed, games), both[1].long_runs(seed, games)), "long runs")
    return plies + int(ends[0]), ""


def campaign(first: int, wanted: int, bounds: bool, games: int) -> tuple[int, int, list[tuple[int, str]]]:
    """Cases from ``first`` until there are so many plies: the plies, the cases, the seeds that differed with why."""
    keep_exactly(from_zero=wanted <= SHORT)
    plies, cases, differing = 0, 0, []
    while plies < wanted:
        made, why = compare(first + cases, bounds=bounds, games=games)
        plies, cases = plies + made, cases + 1
        if why:
            differing.append((first + cases - 1, why))
    return plies, cases, differing


def main() -> int:
    parser = argparse.ArgumentParser(description="Play at the edges of every record, plain against compiled.")
    parser.add_argument("--plies", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first case")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", type=int, default=2, help="playouts of each case")
    parser.add_argument("--bounds", action="store_true", help="the compiled form checks its bounds")
    asked = parser.parse_args()
    if asked.bounds:
        checked_entries()
    begun = time.monotonic()
    share = -(-asked.plies // asked.workers)
    starts = [asked.first + worker * 10_000_000 for worker in range(asked.workers)]
    with ProcessPoolExecutor(asked.workers) as pool:
        tasks = [pool.submit(campaign, start, share, asked.bounds, asked.games) for start in starts]
        done = [task.result() for task in tasks]
    differing = [found for _plies, _cases, found_here in done for found in found_here]
    root = Path(__file__).parent
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=root, capture_output=True, text=True, check=False
    )
    line = {
        "id": "extremes, bounds checked" if asked.bounds else "extremes",
        "size": sum(plies for plies, _cases, _differing in done),
        "cases": sum(cases for _plies, cases, _differing in done),
        "failures": len(differing),
        "seconds": round(time.monotonic() - begun, 1),
        "commit": commit.stdout.strip(),
        "seed": [seed for seed, _why in differing[:5]] or asked.first,
    }
    for seed, why in differing[:5]:
        print(f"seed {seed}: {why}", file=sys.stderr)
    print(json.dumps(line), flush=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
