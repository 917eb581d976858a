"""What to type after a refusal: the rules name an action, and every action has words in every language."""

from __future__ import annotations

import pytest

from kernelkit.spoken import LANGUAGES, Said
from mazzo.words.remedies import EXPECTED_WORDS, REMEDY_WORDS, told
from qb_engine.errors import BrokenCompilerError, LaterStepError, MatchStepError, Remedy, UnknownCardError
from qb_engine.match.phases import EXPECTED


def test_every_remedy_has_words_in_one_table():
    assert sorted([*EXPECTED_WORDS, *REMEDY_WORDS], key=str) == sorted(Remedy, key=str)
    assert set(EXPECTED.values()) == set(EXPECTED_WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_step_is_told_with_what_to_type(language):
    for remedy in EXPECTED_WORDS:
        error = MatchStepError(asked="draw", reason=Said("something else comes first"), expected=remedy)
        assert told(error, language).startswith(error.message(language) + ". ")
        assert "NAME" not in error.message(language)


def test_the_rules_say_what_is_wrong_and_the_terminal_what_to_type():
    broken = BrokenCompilerError(trouble="no LLVM")
    assert broken.message() == "the engine cannot be compiled: no LLVM"
    assert told(broken, "en").startswith("the engine cannot be compiled: no LLVM. For the remedy type mazzo doctor; ")
    later = LaterStepError(number=6, cause=broken)
    assert told(later, "en").endswith(
        "any more: the engine cannot be compiled: no LLVM. Fix that one first, or undo back to it"
    )
    nobody = UnknownCardError(asked="zug", nearest="Zu")
    assert told(nobody, "en") == nobody.message()
