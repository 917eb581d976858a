"""Whole games as text a person can read, played by commands only; ``tools/solitario_transcripts.py`` writes them."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernelkit.spoken import catalogue
from mazzo.cli.solitario import solitario_group

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE / "scripts").glob("*.txt"))
COMMAND = "# mazzo solitario play "


LAID_DOWN = re.compile(
    r" to (the foundation|pile)| all[ae] (fondazione|pila)"
    r"|^(Put back|Hai rimesso|Move undone|Mossa annullata|Time is up|Tempo scaduto)"
)


def played(script: Path) -> str:
    options = shlex.split(script.read_text(encoding="utf-8").splitlines()[0].removeprefix(COMMAND))
    result = CliRunner().invoke(solitario_group, ["play", *options, "--echo", "--script", str(script)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_a_golden_game_says_what_it_always_said(script):
    assert played(script) == (HERE / "transcripts" / script.name).read_text(encoding="utf-8")


def test_golden_games_are_won_abandoned_timed_out_and_late_with_both_decks_in_both_languages():
    assert {path.stem for path in SCRIPTS} >= {
        "won_french_en", "won_neapolitan_it", "abandoned_french_it", "timed_out_neapolitan_en", "overtime_french_it",
        "stuck_neapolitan_en",
    }  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_no_warning_stands_between_picking_up_and_laying_down(script):
    """Held from "Picked up" until something moved, was put back or undone: no attention in between."""
    held = False
    for line in (HERE / "transcripts" / script.name).read_text(encoding="utf-8").splitlines():
        if line.startswith(("Picked up", "Hai in mano")):
            held = True
        elif LAID_DOWN.search(line):
            held = False
        assert not (held and line.startswith(("Attention", "Attenzione")))


ENGLISH = re.compile(
    r"\b(the|and|of|to|from|card|cards|deal|draw|waste|stock|move|moves|you|with|not|is|are|or|for|any|king|ace|game)\b",
    re.IGNORECASE,
)
LONGEST = 160
LONG_ANSWERS = ("Dettaglio punteggio", "Score in detail")
"""How the answers begin that may be longer in one line: the table, the moves and help have a line for each part."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda one: one.stem)
def test_a_game_holds_no_identifier_and_no_endless_line_and_an_italian_one_no_english_word(script):
    lines = (HERE / "transcripts" / script.name).read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if not line.startswith(">")):
        assert not (script.stem.endswith("_it") and ENGLISH.search(line)), line
        assert not re.search(r"[_/{}]", line), line
        assert len(line) <= LONGEST or line.startswith(LONG_ANSWERS), line


def test_the_italian_catalogue_holds_no_english_word_no_identifier_and_no_endless_sentence():
    words = catalogue("solitario", "it")
    said = [text for text in words._catalog.values() if text and "Content-Type" not in text]
    assert len(said) > 300
    for text in said:
        plain = re.sub(r"\{[^}]*\}", "", text)
        assert not ENGLISH.search(plain), text
        assert "_" not in plain.replace("scoring_config", ""), text
        assert len(plain) <= LONGEST or plain.startswith(LONG_ANSWERS), text


@pytest.mark.parametrize("language", ["en", "it"])
def test_golden_games_are_played_by_lines_and_by_single_keys(language):
    modes = {
        "--keys" in script.read_text(encoding="utf-8").splitlines()[0]
        for script in SCRIPTS
        if script.stem.endswith(language)
    }
    assert modes == {True, False}
