"""An error of Mazzo says what is so; what to type is said apart from it, by the edge."""

from __future__ import annotations

import re

import pytest

from kernelkit.spoken import LANGUAGES
from mazzo.coach.errors import NoHandError
from mazzo.errors import FolderError, MazzoError, StandardOutputError
from mazzo.play.errors import GameOverError, UnknownGameError, UnknownLevelError
from mazzo.words.remedies import told
from support.error_kinds import kinds

TYPED = re.compile(r"\b[Tt]ype\b|\bPress\b|mazzo [a-z]+ --| --[a-z]+ ")
IN_A_SENTENCE = {"NoTileError"}
"""It names tiles before it says what to type."""
OF_OPTIONS = {
    "HypothesesError",
    "ErrorRateError",
    "LabDeckError",
    "NoLabDeckError",
    "SettledGameError",
    "LostWorkerError",
}
"""Raised at the command line itself, about options that were typed there."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_remedy_is_said_after_the_facts_and_not_within_them(language):
    error = UnknownGameError(number=7)
    assert "mazzo play --new" not in error.message(language)
    assert told(error, language).startswith(f"{error.message(language)}. ")
    assert "mazzo play --new" in told(error, language)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (GameOverError(), "the game is over. Type new for another one, or quit"),
        (NoHandError(), "your hand is not known: add --hand with its cards, such as --hand 001,007,013"),
        (
            UnknownLevelError(asked="9", count=6),
            (
                "there is no level '9': choose 1 to 6, weakest to strongest, console or person, or a player "
                "such as deep:1000"
            ),
        ),
        (
            FolderError(folder="/x", detail="no"),
            "the folder /x cannot be made: no. Type mazzo doctor to see what is in the way",
        ),
        (StandardOutputError(detail="full"), "the output could not be written to its end: full"),
    ],
)
def test_facts_and_remedy_read_as_one(error, says):
    assert told(error, "en") == says


def test_no_error_of_mazzo_says_within_its_facts_what_to_type():
    of_mazzo = [kind for kind in kinds() if issubclass(kind, MazzoError) and "template" in vars(kind)]
    typed = {kind.__name__ for kind in of_mazzo if TYPED.search(kind.template)}
    assert typed <= IN_A_SENTENCE | OF_OPTIONS


def test_an_error_with_a_sentence_of_its_own_has_a_remedy_of_its_own():
    for kind in kinds():
        if issubclass(kind, MazzoError) and "template" in vars(kind) and "remedy" not in vars(kind):
            assert not kind.remedy, kind.__name__
