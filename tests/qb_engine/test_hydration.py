"""Cards come out of the file frozen, cached and findable, and quickly (spec 002, 2.1)."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from qb_engine.card_hydrator import CardHydrator, grid_of, shipped
from qb_engine.data.checks import DATA
from qb_engine.effect_registry_utils import CARD_FILE, EFFECT_FILE, load_effects, parse_effects
from qb_engine.errors import InvalidDataError, UnknownCardError
from qb_engine.models import PatternCell

pytestmark = pytest.mark.rules

ROOT = Path(__file__).parents[2]


def test_there_are_145_deck_cards_and_21_tokens_with_running_ids():
    deck = [card.id for card in shipped().cards if not card.is_token]
    tokens = [card.id for card in shipped().cards if card.is_token]
    assert deck == [f"{number:03}" for number in range(1, 146)]
    assert tokens == [f"T{number:02}" for number in range(1, 22)]


def test_a_card_is_hydrated_with_every_field():
    card = shipped().get_card("086")
    assert (card.id, card.name, card.category, card.cost, card.power) == ("086", "Cloud", "Legendary", 2, 3)
    assert card.grid == (".....", ".EEE.", ".EWX.", ".EEE.", ".....")
    assert PatternCell(1, 0, "X") in card.pattern
    assert len(card.pattern) == 8
    assert card.effect_ids == ("threshold_7_allies_+2",)
    assert card.effect_id == "threshold_7_allies_+2"
    assert not card.is_replace
    assert not card.is_token


def test_a_card_without_ability_has_no_effect():
    card = shipped().get_card("001")
    assert (card.effect_ids, card.effect_id) == ((), None)


def test_exactly_the_cards_that_replace_an_ally_cost_nothing():
    assert [card.name for card in shipped().cards if card.cost == 0] == [
        card.name for card in shipped().cards if card.is_replace
    ]


def test_hydration_is_cached_and_what_it_gives_is_frozen():
    assert shipped() is shipped()
    card = shipped().get_card("033")
    assert shipped().get_card("033") is card
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.power = 99
    with pytest.raises(TypeError):
        shipped().effects["aura_allies_+2"] = None


def test_two_face_has_two_effects():
    assert shipped().find("Two Face").effect_ids == ("first_enhanced_all_+4", "first_enfeebled_all_-4")


@pytest.mark.parametrize("asked", ["145", "Shadowblood Queen", "shadowblood queen", " SHADOWBLOOD QUEEN "])
def test_a_card_is_found_by_id_or_by_name_in_any_case(asked):
    assert shipped().find(asked).id == "145"


def test_a_token_is_found_by_its_id_in_any_case():
    assert shipped().find("t03").name == "Moogle Mage"


def test_get_card_takes_ids_only():
    with pytest.raises(UnknownCardError):
        shipped().get_card("Cloud")


def test_membership_asks_for_an_id():
    assert "086" in shipped()
    assert "T21" in shipped()
    assert "146" not in shipped()
    assert 86 not in shipped()


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [("Clod", "Cloud (086)"), ("securty oficer", "Security Officer (001)"), ("T22", "T02"), ("146", "014")],
)
def test_an_unknown_card_is_answered_with_the_nearest(asked, nearest):
    with pytest.raises(UnknownCardError) as refused:
        shipped().find(asked)
    assert asked in refused.value.message("en")
    assert nearest in refused.value.message("en")
    assert nearest in refused.value.message("it")
    assert "nessuna carta" in refused.value.message("it")


@pytest.mark.parametrize("asked", ["", "   ", "\0", "\x1b[2J", "x" * 10_000, "🂡", "-1"])
def test_a_senseless_name_is_refused_in_few_words(asked):
    with pytest.raises(UnknownCardError) as refused:
        shipped().find(asked)
    message = refused.value.message()
    assert len(message) < 250
    assert message.isprintable()


def test_the_grid_is_the_pattern_drawn():
    assert grid_of((PatternCell(2, 1, "E"), PatternCell(-1, -2, "P"), PatternCell(0, 2, "X"))) == (
        "..X..",
        "....E",
        "..W..",
        ".....",
        ".P...",
    )


def test_the_tool_writes_the_shipped_files_byte_for_byte():
    spec = importlib.util.spec_from_file_location("build_cards", ROOT / "tools" / "build_cards.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    built = tool.built(json.loads(tool.FACTS.read_text(encoding="utf-8")))
    assert set(built) == {tool.CARD_FILE, tool.EFFECT_FILE}
    for path, text in built.items():
        assert path.read_bytes() == text.encode()
        assert (DATA / path.name).read_bytes() == text.encode()


def test_the_shipped_files_carry_facts_only():
    for name in (CARD_FILE, EFFECT_FILE):
        text = (DATA / name).read_text(encoding="utf-8")
        for word in ("source", "disputed", "note", "http"):
            assert word not in text


def test_a_small_file_with_its_own_effects_is_read(tmp_path):
    raw = {
        "id": "001",
        "name": "Imp",
        "category": "Standard",
        "cost": 1,
        "power": -3,
        "pattern": [[1, 0, "P"]],
        "grid": [".....", ".....", "..WP.", ".....", "....."],
        "effect_ids": ["grow"],
        "effect_id": "grow",
        "is_replace": False,
    }
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([raw]), encoding="utf-8")
    effects = parse_effects(
        {"grow": {"trigger": "on_play", "scope": "self", "operations": [{"type": "expand_positions"}]}}, "effects.json"
    )
    hydrator = CardHydrator(path, effects)
    assert hydrator.find("imp").power == -3
    assert set(hydrator.effects) == {"grow"}
    with pytest.raises(InvalidDataError, match=r"cards.json: 001: effect_ids\[0\]"):
        CardHydrator(path, load_effects())


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        CardHydrator(tmp_path / "none.json")


def test_loading_both_files_is_light():
    program = (
        "import time, sys; from qb_engine.card_hydrator import shipped; started = time.process_time(); shipped();"
        "print(time.process_time() - started, *({'numpy', 'numba', 'rapidfuzz'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert float(answer[0]) < 0.1
    assert answer[1:] == []
