"""Every card can be heard in both languages: complete, with all its numbers, and never like another ability."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelkit.spoken import LANGUAGES, catalogue
from qb_engine.card_hydrator import grid_of, shipped
from qb_engine.effect_registry_utils import PER_OF_TRIGGER, SUPPORTED_TRIPLES, parse_effects
from qb_engine.models import Card, PatternCell
from qb_engine.words import abilities, patterns
from qb_engine.words.abilities import card_sentence, describe, describe_pattern
from support.effect_samples import entry

CARDS = shipped().cards
NAMES = {card.id: card.name for card in CARDS}
TWO_TILES = (PatternCell(1, 0, "E"), PatternCell(1, 1, "E"))
SAME_IN_ITALIAN = {"standard", "token"}


def named(card):
    return card.name


def card_with(*effect_ids, pattern=TWO_TILES):
    return Card("001", "Imp", "Standard", 1, 1, pattern, grid_of(pattern), effect_ids)


def said(raw, language, **card_fields):
    effects = parse_effects({"sample": raw}, "sample.json")
    (sentence,) = describe(card_with("sample", **card_fields), effects, language)
    return sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS, ids=named)
def test_a_card_is_said_with_everything_it_is(card, language):
    text = card_sentence(card, shipped().effects, language)
    assert text.startswith(f"{card.name}, ")
    assert card.id in text
    assert re.search(rf"\b{card.power}\.", text)
    assert card.is_replace or re.search(rf"(rank|grado) {card.cost}\b", text)
    pattern = describe_pattern(card, language)
    assert f"{pattern[0].upper()}{pattern[1:]}." in text
    assert text.endswith(".")
    assert not re.search(r"[{}]|\s\s|\.\.|,\.|None", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", [card for card in CARDS if card.effect_ids], ids=named)
def test_every_number_and_name_of_an_ability_is_said(card, language):
    text = " ".join(describe(card, shipped().effects, language))
    for effect_id in card.effect_ids:
        effect = shipped().effects[effect_id]
        numbers = {effect.threshold.value} if effect.threshold else set()
        for operation in effect.operations:
            numbers |= {abs(operation.amount), abs(operation.amount_per)} - {0}
            for card_id in (*operation.card_ids, *operation.token_ids):
                assert NAMES[card_id] in text
        for number in numbers:
            assert re.search(rf"\b{number}\b", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_abilities_sound_alike_exactly_when_they_are_alike(language):
    meanings, texts = defaultdict(set), defaultdict(set)
    for card in CARDS:
        on_one_tile = sum(cell.kind in "EX" for cell in card.pattern) == 1
        text = " ".join(describe(card, shipped().effects, language))
        meanings[text].add(card.effect_ids)
        texts[card.effect_ids, on_one_tile].add(text)
    assert all(len(same) == 1 for same in meanings.values())
    assert all(len(same) == 1 for same in texts.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_supported_triple_can_be_said_and_none_sounds_like_another(language):
    sentences = {triple: said(entry(*triple), language) for triple in SUPPORTED_TRIPLES}
    assert len(set(sentences.values())) == len(SUPPORTED_TRIPLES)
    for sentence in sentences.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trigger", PER_OF_TRIGGER)
def test_every_scaling_can_be_said_up_and_down(trigger, language):
    sentences = set()
    for per in PER_OF_TRIGGER[trigger]:
        for amount in (1, -1, 2):
            raw = entry(trigger, "self", "modify_power_scale")
            raw["operations"][0] |= {"per": per, "amount_per": amount}
            sentences.add(said(raw, language))
    assert len(sentences) == 3 * len(PER_OF_TRIGGER[trigger])


def test_a_scaling_that_counts_its_own_card_does_not_say_other():
    raw = entry("while_in_play", "self", "modify_power_scale")
    assert said(raw, "en") == "It has 1 more power for each other enhanced allied card."
    raw["operations"][0]["exclude_self"] = False
    assert said(raw, "en") == "It has 1 more power for each enhanced allied card."


def test_a_rise_and_a_fall_and_one_tile_and_many_are_told_apart():
    raw = entry("on_play", "enemies_on_affected_tiles", "modify_power")
    raw["operations"][0]["amount"] = -1
    one_tile = (PatternCell(1, 0, "E"),)
    assert said(raw, "en") == "When it is played, enemy cards on the tiles it affects lose 1 power."
    assert said(raw, "en", pattern=one_tile) == "When it is played, an enemy card on the tile it affects loses 1 power."
    assert said(raw, "it", pattern=one_tile).endswith("perde 1 punto di potenza.")
    raw["operations"][0]["amount"] = 3
    assert said(raw, "en").endswith("gain 3 power.")
    assert said(raw, "it").endswith("guadagnano 3 punti di potenza.")


def test_one_token_for_every_rank_is_named_once():
    raw = entry("on_play", "owner_empty_tiles", "spawn_token")
    raw["operations"][0]["tokens"] = {"1": "T19", "2": "T19", "3": "T19"}
    assert said(raw, "en") == "When it is played, Diamond Dust I appears on every empty tile of its side."


def test_other_cards_are_called_by_the_names_they_are_given():
    raw = entry("on_play", "self", "add_to_hand")
    effects = parse_effects({"sample": raw}, "sample.json", names={"T01": "Imp"})
    (sentence,) = describe(card_with("sample"), effects, "en", names={"T01": "Imp"})
    assert sentence == "When it is played, Imp goes to its owner's hand."


@pytest.mark.parametrize(
    ("card_id", "english", "italian"),
    [
        ("001", "pawns ahead, behind, above and below", "pedine davanti, dietro, sopra e sotto"),
        ("003", "affects two ahead", "agisce due avanti"),
        ("039", "pawn ahead; affects the same tile", "pedina davanti; agisce sulla stessa casella"),
        ("041", "pawns ahead, behind, above and below; affects all around", None),
        ("096", "reaches no other tile", "non raggiunge altre caselle"),
        ("138", "pawns a knight's move away in all eight directions", None),
    ],
)
def test_a_pattern_is_said_from_the_card(card_id, english, italian):
    card = shipped().get_card(card_id)
    assert describe_pattern(card, "en") == english
    assert italian is None or describe_pattern(card, "it") == italian


@given(cells=st.sets(st.sampled_from(list(patterns.CELLS)), min_size=1))
def test_the_tiles_can_be_told_from_the_words(cells):
    pattern = tuple(PatternCell(dx, dy, "P") for dx, dy in sorted(cells))
    spoken = describe_pattern(card_with(pattern=pattern), "en")
    phrases = re.split(", | and ", re.sub("^pawns? ", "", spoken))
    meaning = {name: set(shape) for shape, name in patterns.SHAPES}
    meaning |= {name: {cell} for cell, name in patterns.CELLS.items()}
    assert set().union(*(meaning[phrase] for phrase in phrases)) == cells


def test_every_phrase_has_an_italian_of_its_own():
    tables = (
        abilities.MOMENTS,
        abilities.WHO,
        abilities.WHO_ALONE,
        abilities.COUNTED,
        abilities.OTHERS_COUNTED,
        abilities.WATCHED,
        abilities.CATEGORIES,
        patterns.CELLS,
        dict(patterns.SHAPES),
    )
    english = {text for table in tables for text in table.values()}
    english |= {text for pair in abilities.CHANGES.values() for text in pair}
    italian = {text: catalogue("qb_engine", "it").gettext(text) for text in english}
    assert {text for text in english if italian[text] == text} == SAME_IN_ITALIAN
    assert len(set(italian.values())) == len(english)
