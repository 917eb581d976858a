"""After a coached match: the move that cost most, a review at the same table, and how often an opponent was met."""

from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from mazzo.coach.afterwards import costliest, reviewed
from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.matches import History, Matches
from mazzo.decks.shelf import DeckShelf
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from mazzo.words.opponent import history_lines
from mazzo.words.table import Words
from qb_engine.match.board_sync import all_tiles
from qb_engine.match.files import game_of
from qb_engine.notation.game_position import read_position
from qb_engine.review.judge import review_game
from qb_engine.words.review import review_lines
from qb_engine.words.voice import Voice
from support.reviewed_games import ENDING

pytestmark = pytest.mark.slow

HAND = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"
START = ("", HAND, "", "you", "mull")
THROWN_AWAY = ("pass", "levrikon m5", "queen bee", "pass", "pass")
"""You pass from the first turn on, and the enemy's only card wins."""
FEW = 300


def session(store=None, deep=None, language="en", shelf=None):
    matches = Matches(store or MemoryStore())
    made = CoachSession(matches, Voice(language), shelf=shelf, deep=deep, files=TypedFiles())
    made.open(new=True)
    return made


def says(talk, *lines):
    for line in lines:
        reply = talk.handle(line)
    return reply


def thrown_away(language="en"):
    """The table, which looks deeper, and the reply to the last line of a match that a pass threw away."""
    talk = session(deep=DeepCoach(Look(iterations=FEW)), language=language)
    says(talk, *START)
    ending = read_position(ENDING)
    talk.table.match.sync_hand(ending.hand("Y").card_ids)
    talk.table.match.sync_board(all_tiles(ending), explain=False)
    talk.table.match.sync_turn("Y")
    return talk, says(talk, "pass", "e pass")


@pytest.fixture(scope="module")
def over():
    return thrown_away()


def test_after_the_end_the_one_move_that_cost_most_follows_by_itself_and_once(over):
    talk, last = over
    assert "The match is over. The enemy wins 1 to 0." in last.lines
    assert last.more
    reply = talk.go_on()
    review = reviewed(talk.table, FEW)
    worst = costliest(review)
    assert worst is not None
    assert worst.points_lost == max(move.points_lost for move in review.moves)
    (said,) = reply.lines
    assert said.startswith(f"What cost you most: pass in turn {worst.moment.turn}, {worst.points_lost} points")
    assert "Better: Archdragon on TOP 1, " in said
    assert not reply.more
    assert not talk.has_more


def test_a_review_at_the_table_is_that_of_the_saved_match(over):
    talk, _last = over
    saved = review_game(game_of(talk.table.match.steps), iterations=FEW)
    assert says(talk, "review").lines == review_lines(saved, Voice())
    assert talk.table.match.phase == "over"


def test_after_a_review_another_match_begins_at_the_same_table(over):
    talk, _last = over
    assert "review" in talk.prompt
    assert says(talk, "new").lines == ["A new match by the rules rebirth."]
    assert says(talk, *START).ok


def test_a_review_before_the_end_is_refused_and_the_match_goes_on():
    talk = session()
    says(talk, *START)
    reply = says(talk, "review")
    assert not reply.ok
    assert reply.lines[0].startswith("The match goes on: ")
    assert talk.table.match.phase == "your_play"


def test_without_compiled_rules_a_review_says_what_to_type_instead():
    talk = session()
    says(talk, *START, *THROWN_AWAY)
    reply = says(talk, "review")
    assert not reply.ok
    assert "Type save FILE, then mazzo review FILE" in reply.lines[0]


def test_a_match_without_a_move_of_yours_has_none_that_cost_most():
    talk = session(deep=DeepCoach(Look(iterations=FEW)))
    says(talk, *START[:3], "enemy", "mull", "pass")
    says(talk, "sync turn over", "yes")
    assert talk.table.match.phase == "over"
    assert not talk.has_more
    assert not says(talk, "review").ok


def test_how_often_an_opponent_was_met_is_said_with_the_name_and_on_asking():
    store, shelf = MemoryStore(), DeckShelf()
    first = session(store, shelf=shelf)
    says(first, *START)
    assert "Against" not in "\n".join(says(first, "opponent Bruno").lines)
    says(first, *THROWN_AWAY)
    second = session(store, shelf=shelf)
    said = says(second, *START[:2], "bruno", "you")
    assert second.matches.history("bruno", second.stream) == History(1, 0, 1, 0)
    met = "Against Bruno: 1 match before this one, 1 lost."
    assert met in said.lines
    assert says(second, "opponent").lines[-1] == met
    assert says(second, "opponent BRUNO").lines[-1] == met


def test_ends_of_matches_are_told_only_where_there_were_any():
    words = Words(Voice("it"))
    assert history_lines("Bruno", History(4, 1, 1, 1), words) == [
        "Contro Bruno: 4 partite prima di questa, 1 vinta, 1 persa, 1 pari."
    ]
    assert history_lines("Bruno", History(1, 0, 0, 0), words) == ["Contro Bruno: 1 partita prima di questa."]


def test_the_same_in_italian():
    talk, _last = thrown_away("it")
    assert talk.go_on().lines[0].startswith("Quello che ti è costato di più: passo al turno ")
    assert "rivedi" in talk.prompt
