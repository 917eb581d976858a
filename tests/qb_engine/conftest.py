"""Which modules test the rules of the kernel: their tests run under coverage."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULES = (
    "test_actions", "test_attended_cards", "test_blind_play", "test_board*", "test_capacities",
    "test_card_facts_sweep", "test_edges", "test_effect_*", "test_enemy_projection", "test_events",
    "test_every_card", "test_hydration", "test_invariants", "test_kernel*", "test_legality", "test_perft",
    "test_player_view", "test_playouts", "test_prediction", "test_projection*", "test_rebirth*", "test_refusals",
    "test_rules_*", "test_ruleset", "test_scoring", "test_search", "test_simulation", "test_standing",
    "test_supported_triples", "test_win_chances",
)  # fmt: skip


LONG_GAMES = ("minimax", "proves", "cancelled", "brute_force", "hash_seeds")
"""What is in the names of tests there that play long and reach nothing new: they run among the others."""


def asks_for_rules(path: Path) -> bool:
    return any(fnmatch(path.stem, pattern) for pattern in RULES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what a run of the rules would leave out."""
    is_module = config.option.markexpr == "rules" and collection_path.suffix == ".py"
    return True if is_module and not asks_for_rules(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_long = any(word in item.name for word in LONG_GAMES)
        if item.path.is_relative_to(HERE) and asks_for_rules(item.path) and not is_long:
            item.add_marker(pytest.mark.rules)
