"""The tools for assistants, called as the server calls them: bounded, typed, short, and blind to hidden cards."""

from __future__ import annotations

import json
import re
from random import Random

import anyio
import msgspec
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from mcp import Client

from mazzo.cli import main
from mazzo.mcp import server as serving
from mazzo.mcp.match_desk import MatchDesk
from mazzo.mcp.server import MOST_BYTES, called, fitted, size
from mazzo.mcp.tools import tools
from mazzo.schemas.assistant import SaidAnswer
from mazzo.words.coach import step_line
from qb_engine.cards.starter_decks import starter_decks
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader
from support.hidden_cards import exchange_hidden

DECK = starter_decks()[0].deck.card_ids
LOOKS = [
    ("qb_show", {}),
    ("qb_recommend", {"top": 5}),
    ("qb_explain", {"tile": "M1"}),
    ("qb_what_if", {"card": "001", "tile": "M1"}),
    ("qb_what_if", {"side": "enemy", "card": "001", "tile": "M5"}),
]


class Assistant:
    """Calls tools in one process, and holds every answer to its schema and its length."""

    def __init__(self, language="en"):
        from mazzo.cli.opened import reader_of_decks

        self.language = language
        self.tools = tools(language, ScoringConfigLoader().load(), reader_of_decks(language))

    def call(self, name, **arguments):
        result = called(self.tools, name, arguments, self.language)
        assert not result.is_error, result.content[0].text
        assert size(result) <= MOST_BYTES
        assert json.loads(result.content[0].text) == result.structured_content
        Draft202012Validator(self.tools[name].output_schema).validate(result.structured_content)
        return result.structured_content

    def refused(self, name, **arguments):
        result = called(self.tools, name, arguments, self.language)
        assert result.is_error
        assert result.structured_content is None
        assert size(result) <= MOST_BYTES
        return result.content[0].text

    @property
    def desk(self) -> MatchDesk:
        return self.tools["qb_show"].does.__self__

    @property
    def solitaire(self):
        return self.tools["solitaire_show"].does.__self__


def play_on(assistant, answer):
    """One more turn of yours: the first move that the coach names."""
    best = assistant.call("qb_recommend", top=1)["moves"][0]
    if best["move"] == "pass":
        return assistant.call("qb_report", event="pass")
    card, tile = best["move"].split("@")
    assert best["card"] in answer["hand"]
    return assistant.call("qb_report", event="play", card=card, tile=tile)


@pytest.mark.slow
def test_a_match_against_the_computer_is_played_to_its_end_in_italian_too():
    assistant = Assistant("it")
    answer = assistant.call("qb_new_match", seed=11, level=2, first="enemy")
    answer = assistant.call("qb_report", event="mulligan", returned=[1, 3])
    while answer["phase"] != "over":
        answer = play_on(assistant, answer)
    assert answer["winner"] in ("Y", "E", None)
    assert answer["next_step"].startswith("La partita è finita")


def test_a_match_from_a_console_is_reported_step_by_step():
    assistant = Assistant()
    hand = [*DECK[:5]]
    answer = assistant.call("qb_new_match", mode="console", deck=",".join(DECK), hand=hand, first="you")
    assert answer["phase"] == "mulligan"
    assert "mulligan" in answer["next_step"]
    answer = assistant.call("qb_report", event="mulligan")
    card, places = answer["legal"][0].split(": ")
    tile = places.split()[0]
    answer = assistant.call("qb_report", event="play", card=re.search(r"\((\w+)\)", card)[1], tile=tile)
    assert answer["news"] == [f"3. You: {card} on {tile}."]
    assert answer["phase"] == "enemy_play"
    assert "the enemy's move" not in assistant.refused("qb_recommend")
    answer = assistant.call("qb_report", event="enemy_pass")
    assert answer["phase"] == "your_draw"
    answer = assistant.call("qb_report", event="draw", card=DECK[5])
    assert answer["phase"] == "your_play"
    answer = assistant.call("qb_report", event="undo")
    assert answer["phase"] == "your_draw"


def test_what_was_seen_once_is_not_news_again():
    assistant = Assistant()
    assistant.call("qb_new_match", seed=3, level=1, first="you")
    assert assistant.call("qb_report", event="mulligan")["news"]
    assert assistant.call("qb_show")["news"] == []


@pytest.mark.slow
def test_no_answer_depends_on_hidden_cards():
    assistant = Assistant()
    answer = assistant.call("qb_new_match", seed=4, level=1, first="you")
    answer = assistant.call("qb_report", event="mulligan")
    chance = Random(1)
    for _turn in range(3):
        assistant.call("qb_recommend", iterations=40)  # what a deep look finds is kept for this move
        seen = [called(assistant.tools, *look, "en") for look in LOOKS]
        state = assistant.desk._table.game._console._game._state
        before = state.hand("E")
        exchange_hidden(state, 0, chance)
        assert state.hand("E") != before
        assert [called(assistant.tools, *look, "en") for look in LOOKS] == seen
        answer = play_on(assistant, answer)


def test_the_table_of_a_solitaire_never_names_a_card_that_lies_face_down():
    assistant = Assistant()
    assistant.call("solitaire_new_game", deal=18)
    for _step in range(12):
        for name in ("solitaire_show", "solitaire_hint"):
            answer = json.dumps(assistant.call(name))
            table = assistant.solitaire._controller.engine.table
            hidden = [card for pile in table.tableau for card in pile.face_down] + list(table.stock)
            named = set(re.findall(r"\((\w+)\)", answer))
            assert named
            assert not named & {str(card) for card in hidden}
        moves = assistant.call("solitaire_show")["moves"]
        source, target = next((move.split()[:2] for move in moves if " " in move), (None, None))
        if source is None:
            assistant.call("solitaire_play", action="draw")
        else:
            assistant.call("solitaire_play", action="move", source=source, target=target)


def test_a_solitaire_that_is_given_up_is_over():
    assistant = Assistant()
    assistant.call("solitaire_new_game", deal=2, deck_type="neapolitan", draw_count=1)
    assistant.call("solitaire_play", action="draw")
    answer = assistant.call("solitaire_play", action="abandon")
    assert (answer["is_over"], answer["is_won"], answer["moves"]) == (True, False, [])
    assert "solitaire_new_game" in answer["next_step"]


def test_cards_are_found_by_a_part_of_their_name_and_named_with_their_ids():
    cards = Assistant().call("qb_find_card", text="chocobo")["cards"]
    assert len(cards) > 1
    assert all(re.search(r"Chocobo.* \(\w{3}\)$", card["card"]) for card in cards)


REFUSALS = [
    ("qb_show", {}, "Call qb_new_match."),
    ("qb_recommend", {}, "Call qb_new_match."),
    ("qb_new_match", {"deck": ",".join(DECK[:14])}, "it has 14 cards and a deck has 15. Name a deck"),
    ("qb_new_match", {"deck": "nobody"}, "no deck is called 'nobody'"),
    ("qb_new_match", {"level": 99}, "at `$.level`. Call qb_new_match again"),
    ("qb_new_match", {"mode": "console", "hand": ["001"]}, "opening hand of 5 cards, and 1 were named"),
    ("qb_new_match", {"seed": -1}, "at `$.seed`"),
    ("qb_new_match", {"deck": "x" * 601}, "at `$.deck`"),
    ("qb_new_match", {"colour": "red"}, "unknown field `colour`"),
    ("qb_find_card", {"text": "qqqqqq"}, "Call qb_find_card"),
    ("qb_find_card", {}, "missing required field `text`"),
    ("solitaire_show", {}, "Call solitaire_new_game."),
    ("solitaire_new_game", {"deal": 0}, "at `$.deal`"),
    ("solitaire_play", {"action": "cheat"}, "at `$.action`"),
    ("nonsense", {}, "there is no tool 'nonsense'. Call one of these: qb_new_match"),
]


@pytest.mark.parametrize(("name", "arguments", "words"), REFUSALS)
def test_a_refusal_names_the_next_step(name, arguments, words):
    assert words in Assistant().refused(name, **arguments)


def test_refusals_within_a_match_name_the_next_step():
    assistant = Assistant()
    assistant.call("qb_new_match", seed=5, level=1, first="you")
    assert "event mulligan" in assistant.refused("qb_recommend")
    assert "Report only mulligan, play, pass and undo." in assistant.refused("qb_report", event="draw")
    hand = assistant.call("qb_report", event="mulligan")["hand"]
    held = hand[0].split("(")[1][:3]
    assert "play needs tile. Call qb_report again with it." in assistant.refused("qb_report", event="play", card=held)
    assert "Name one from T1 to B5" in assistant.refused("qb_report", event="play", card=held, tile="Q7")
    refused = assistant.refused("qb_report", event="play", card=held, tile="M5")
    assert refused.startswith(f"{hand[0]}@M5 refused: ")
    assert "Call qb_show: it lists where" in refused
    assert "Play it to its end" in assistant.refused("qb_review")
    assistant.call("solitaire_new_game", deal=18)
    assert "source and a target" in assistant.refused("solitaire_play", action="move")
    refused = assistant.refused("solitaire_play", action="move", source="1", target="2")
    assert re.fullmatch(r"Not possible: .*[a-z]\. Call solitaire_show: it lists every legal move\.", refused)
    assert "lists every legal move" in assistant.refused("solitaire_play", action="undo")


def test_an_answer_that_is_too_long_leaves_out_the_ends_of_its_lists():
    answer = SaidAnswer(said=[f"line {number} " + "x" * 90 for number in range(60)], next_step="go on")
    result = fitted(answer)
    assert size(result) <= MOST_BYTES
    assert result.structured_content["is_shortened"]
    assert result.structured_content["said"][0] == answer.said[0]
    assert 5 < len(result.structured_content["said"]) < 60
    assert msgspec.convert(result.structured_content, SaidAnswer)


def test_every_tool_says_what_it_takes_and_answers_as_an_object_at_the_root():
    listed = {}

    async def list_them():
        async with Client(serving.server(Assistant().tools, "en")) as client:
            listed.update({tool.name: tool for tool in (await client.list_tools()).tools})

    anyio.run(list_them)
    assert set(listed) == set(Assistant().tools)
    for tool in listed.values():
        assert tool.description
        for schema in (tool.input_schema, tool.output_schema):
            assert schema["type"] == "object"
            Draft202012Validator.check_schema(schema)
        assert tool.input_schema["additionalProperties"] is False


def test_the_words_of_a_step_are_those_of_the_coach():
    assistant = Assistant("it")
    assistant.call("qb_new_match", seed=3, level=1, first="you")
    answer = assistant.call("qb_report", event="mulligan")
    step = assistant.desk._table.match.steps[-1]
    assert answer["news"] == [step_line(step, assistant.desk._words)]


def test_help_says_that_nothing_is_kept():
    answer = CliRunner().invoke(main, ["mcp", "--help"])
    assert answer.exit_code == 0
    assert "Nothing is kept" in " ".join(answer.output.split())


def test_without_its_package_the_command_says_what_to_install(monkeypatch):
    monkeypatch.setattr("mazzo.cli.mcp.find_spec", lambda _name: None)
    answer = CliRunner().invoke(main, ["mcp", "--lang", "en"])
    assert answer.exit_code != 0
    assert answer.stderr == "the package mcp is not installed. Type: pip install 'mazzo[mcp]'\n"
