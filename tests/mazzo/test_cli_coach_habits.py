"""How an opponent usually plays: counted from kept matches, said in words, used by the advice, off by a switch."""

from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from mazzo.coach.matches import Matches, NamedEnemy
from mazzo.decks.shelf import DeckShelf, PassingDecks
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from mazzo.words.opponent import habit_lines
from mazzo.words.table import Words
from qb_engine.knowledge.habits import NO_HABITS
from qb_engine.match.habits import PRIOR_MOVES, HabitCounts, counted
from qb_engine.match.log import Step
from qb_engine.words.voice import Voice

HAND = ("007", "011", "020", "008", "005")
START = Step(1, "start", {"hand": HAND, "first": "E", "rules": "rebirth", "deck": None, "enemy_deck": None})
KEPT = Step(2, "mulligan", {"returned": [], "drawn": []})


def steps(*made: tuple[str, dict]) -> list[Step]:
    return [START, KEPT, *(Step(3 + at, kind, data) for at, (kind, data) in enumerate(made))]


def enemy(move: str) -> tuple[str, dict]:
    return "enemy_play", {"move": move}


PASSES = "enemy_pass", {}


def test_a_card_that_gives_the_same_everywhere_is_no_choice_and_a_pass_with_cards_is_early():
    assert counted(steps(enemy("007@M5"))) == HabitCounts(turns=1)
    assert counted(steps(PASSES)) == HabitCounts(passed=1, turns=1)


def test_a_card_laid_where_it_gives_most_points_took_them():
    # Archdragon lies on M1 with power 3: Grasslands Wolf wins an empty lane with 2, and nothing in the middle.
    begun = enemy("008@T5"), ("play", {"move": "020@M1"})
    assert counted(steps(*begun, enemy("008@B5"))) == HabitCounts(taken=1, choices=1, turns=2)
    assert counted(steps(*begun, enemy("008@M5"))) == HabitCounts(taken=0, choices=1, turns=2)


def test_three_moves_are_no_habit_and_more_evidence_weighs_more():
    assert HabitCounts(taken=3, choices=3).habits == NO_HABITS
    some, many = HabitCounts(taken=11, choices=11).habits, HabitCounts(taken=110, choices=110).habits
    assert 0 < some.takes_points < many.takes_points < 1
    assert some.takes_points == pytest.approx(11 / (11 + PRIOR_MOVES), abs=0.001)
    assert HabitCounts(taken=6, choices=12, passed=1, turns=12).habits == NO_HABITS
    assert HabitCounts(passed=12, turns=24).habits.passes > 0


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_words_are_those_of_the_counts_and_of_what_is_used(language):
    words = Words(Voice(language))
    assert habit_lines("Regina", HabitCounts(taken=3, choices=3, turns=9), words) == []
    (said,) = habit_lines("Regina", HabitCounts(taken=18, choices=20, turns=30), words)
    assert (
        said
        == {
            "en": "Regina usually takes points at once: 18 of 20 moves.",
            "it": "Regina di solito prende subito i punti: 18 mosse su 20.",
        }[language]
    )
    assert len(habit_lines("Regina", HabitCounts(18, 20, 15, 30), words)) == 2


class Evening:
    """A player who keeps matches against one opponent, who passes again and again."""

    def __init__(self, matches_kept: int) -> None:
        self.matches = Matches(MemoryStore())
        for _match in range(matches_kept):
            stream = self.matches.fresh()
            self.matches.match(stream).enter(_passing_match())
            self.matches.name_enemy(stream, NamedEnemy("Ned"))
        shelf = DeckShelf((), PassingDecks())
        self.session = CoachSession(self.matches, Voice(), shelf=shelf, files=TypedFiles())
        self.session.open(new=True)

    def says(self, *lines: str) -> str:
        for line in lines:
            reply = self.session.handle(line)
        return "\n".join(reply.lines)


def _passing_match() -> list[Step]:
    made: list[tuple[str, dict]] = []
    for move in ("007@M1", "008@B1", "020@T1"):
        made += [PASSES, ("draw", {"card": "001"}), ("play", {"move": move})]
    return steps(*made[:1], *made[2:4], *made[4:])


BEGIN = ("", "levrikon, elphadunk, archdragon, grasslands wolf, queen bee", "", "you", "keep")


def test_habits_are_said_and_used_when_the_opponent_is_named_and_switched_off_for_good():
    evening = Evening(4)
    evening.says(*BEGIN)
    before = evening.session.table.advice().moves
    said = evening.says("opponent Ned")
    assert "Ned passes early: 12 of 12 turns." in said
    habits = evening.session.table.habits
    assert habits.passes > 0
    assert evening.session.table.prediction.habits == habits
    assert evening.session.table.advice().moves[0].you_margin_after_enemy_expected > -100
    assert "does not count" in evening.says("habits off")
    assert evening.session.table.habits == NO_HABITS
    assert [move.forecast for move in evening.session.table.advice().moves] == [move.forecast for move in before]
    assert "passes early" not in evening.says("opponent")
    assert not evening.matches.uses_habits()
    assert "Ned passes early: 12 of 12 turns." in evening.says("habits on")


def test_without_kept_matches_the_answers_are_those_without_habits():
    evening = Evening(0)
    evening.says(*BEGIN)
    before = evening.session.table.advice().moves
    assert "usually" not in evening.says("opponent ned")
    assert evening.session.table.habits == NO_HABITS
    assert [move.forecast for move in evening.session.table.advice().moves] == [move.forecast for move in before]
