"""``mazzo qb card`` says one card: words first, then the grid; an unknown card is answered with the nearest."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mazzo.cli.qb.cards import card_command

pytestmark = pytest.mark.slow


def run(*arguments):
    return CliRunner().invoke(card_command, arguments)


@pytest.mark.parametrize("asked", [["086"], ["Cloud"], ["cloud"]])
def test_a_card_is_said_by_its_id_or_its_name(asked):
    answer = run(*asked)
    assert answer.exit_code == 0
    assert answer.stdout.startswith("Cloud, card 086, legendary: rank 2, power 3. Pawn ahead; affects all around. ")
    assert "\n.....\n.EEE.\n.EWX.\n.EEE.\n.....\n" in answer.stdout
    assert answer.stderr == ""


def test_a_name_of_two_words_needs_no_quotes():
    assert run("security", "officer").stdout == run("001").stdout


def test_a_card_is_said_in_italian():
    answer = run("001", "--lang", "it")
    assert answer.stdout.startswith("Security Officer, carta 001, standard: grado 1, potenza 1.")
    assert "P pedina" in answer.stdout


def test_a_card_as_data_holds_the_file_and_the_words():
    card = json.loads(run("t01", "--json").stdout)
    assert (card["ok"], card["id"], card["name"], card["cost"]) == (True, "T01", "Mandragora Minion", 1)
    assert card["pattern"] == [[0, 1, "P"], [1, 0, "P"]]
    assert card["pattern_words"] == "pawns ahead and above"
    assert card["ability_words"] == []


@pytest.mark.parametrize(("language", "words"), [("en", "no card is called"), ("it", "nessuna carta si chiama")])
def test_an_unknown_card_is_a_no_with_the_nearest_names(language, words):
    answer = run("clod", "--lang", language)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    assert words in answer.stderr
    assert "Cloud (086)" in answer.stderr


def test_an_unknown_card_as_data_is_still_data():
    answer = run("clod", "--json")
    assert answer.exit_code == 1
    data = json.loads(answer.stdout)
    assert data["ok"] is False
    assert "Cloud (086)" in data["error"]


@pytest.mark.parametrize("arguments", [[], ["cloud", "--lang", "xx"], ["cloud", "--colour"]])
def test_a_wrong_call_is_a_usage_error(arguments):
    assert run(*arguments).exit_code == 2
