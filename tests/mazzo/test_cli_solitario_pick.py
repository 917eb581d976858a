"""The kind of the deal on the command line."""

import json

import pytest
from click.testing import CliRunner

from mazzo.cli.exits import BAD_DATA, USAGE
from mazzo.cli.solitario import solitario_group
from solitario.infrastructure.winnable_deals_file import known_winnable


@pytest.mark.parametrize("kind", ["winnable", "easy", "medium", "hard", "daily"])
def test_the_kind_of_the_deal_is_chosen_on_the_command_line(kind, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("quit\n", encoding="utf-8")
    asked = ["play", "--pick", kind, "--draw", "3", "--script", str(script), "--json"]
    answer = CliRunner().invoke(solitario_group, asked)
    assert answer.exit_code == 0
    number = json.loads(answer.stdout)["deal"]
    assert number in known_winnable("french", 3).numbers("winnable" if kind == "daily" else kind)


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--pick", "easy", "--level", "2"], BAD_DATA, "no deal is known to be winnable"),
        (["--pick", "daily", "--deal", "3"], USAGE, "--deal, --pick exclude each other"),
    ],
)
def test_a_kind_that_cannot_be_picked_ends_in_a_sentence(options, code, words, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("quit\n", encoding="utf-8")
    answer = CliRunner().invoke(solitario_group, ["play", *options, "--script", str(script), "--lang", "en"])
    assert (answer.exit_code, words in answer.stderr) == (code, True)
