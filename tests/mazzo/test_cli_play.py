"""A game against the computer as a conversation: moves and commands, refusals, hints, and what is never said."""

from __future__ import annotations

import re
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.forms import plain_rules
from kernelkit.journal import MemoryJournal, MemoryStore
from mazzo.dialogue.conversation import refusal
from mazzo.dialogue.play import PlaySession
from mazzo.dialogue.play_errors import HINTS
from mazzo.dialogue.verbs import PLAY
from mazzo.errors import StoreWriteError
from mazzo.play.errors import GameOverError
from mazzo.play.games import Games
from mazzo.play.terms import Terms, dealt
from mazzo.storage.files_out import Target
from mazzo.storage.typed_files import TypedFiles
from qb_engine.arena.players import PlayerSpec
from qb_engine.card_hydrator import shipped
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.moves import tile_name
from qb_engine.records import read_game, verify_sealed
from qb_engine.ruleset import REBIRTH
from qb_engine.words.voice import Voice, card_name

DECKS = {starter.name: starter.deck for starter in starter_decks()}
VOICES = [Voice(), Voice("en", aloud=True), Voice("it"), Voice("it", aloud=True)]


@pytest.fixture(autouse=True)
def plain():
    """The rules in plain form: a few moves do not wait for compiled ones."""
    with plain_rules():
        yield


class Seat:
    """A person at the table: types lines, keeps what was said."""

    def __init__(
        self,
        voice=None,
        *,
        seed=11,
        first="you",
        level="greedy",
        place=lambda _number: None,
        enemy="Bulwark",
        store=None,
        hints=False,
    ):
        seeds = count(seed)

        def deal() -> Terms:
            settled = dealt(REBIRTH, DECKS["Vanguard"], DECKS[enemy], next(seeds), first)
            return Terms(settled, PlayerSpec.parse(level))

        self.session = PlaySession(
            Games(store or MemoryStore()), voice or Voice(), deal, place, files=TypedFiles(), hints=hints
        )
        self.said = list(self.session.begin().lines)

    def type(self, line: str):
        """What a line brings about, the enemy's answer and your draw included; whether it was taken."""
        reply = first = self.session.handle(line)
        lines = list(reply.lines)
        while reply.more:
            reply = self.session.go_on()
            lines += reply.lines
        self.said += lines
        return first.ok, "\n".join(lines)

    def says(self, *lines: str) -> str:
        for line in lines:
            _ok, said = self.type(line)
        return said

    @property
    def game(self):
        return self.session.game

    @property
    def fingerprint(self):
        return self.game.match.steps, self.game.match.state.game.state_hash, self.game.phase


@pytest.fixture
def seat() -> Seat:
    """Your turn, all cards kept: Levrikon, Elphadunk, Archdragon, Grasslands Wolf, Elphadunk."""
    person = Seat()
    person.type("keep")
    return person


# Words.


def test_no_word_stands_for_two_commands():
    words = [word for verb in PLAY.all for word in verb.words]
    assert len(words) == len(set(words))


def test_no_card_is_hidden_behind_a_command():
    for card in shipped().cards:
        assert PLAY.read(f"{card.name} m1") is None, card.name


# Moves.


@pytest.mark.parametrize(
    "line", ["levrikon m1", "1 m1", "007@M1", "p levrikon mid 1", "levrikn m1", "GIOCA Levrikon centro 1", " 1   m1 "]
)
def test_a_move_is_a_card_and_a_tile_however_they_are_called(seat, line):
    assert "1. You lay Levrikon on M1, power 2." in seat.says(line)


def test_the_enemys_answer_your_draw_and_the_score_follow_by_themselves(seat):
    said = seat.says("levrikon m1")
    order = ["You lay Levrikon", "The enemy lays", "You draw", "Turn 3.", "1. "]
    places = [said.index(part) for part in order[:-1]]
    assert places == sorted(places)
    assert seat.session.prompt.startswith("Your move")


def test_a_doubtful_name_becomes_a_question_that_resumes_the_move():
    person = Seat()
    person.says("3", "levrikon t1")
    before = person.fingerprint
    asked = person.says("c m1")
    assert asked.splitlines()[0] == "'c' may be:"
    assert "Which card?" in person.session.prompt
    assert person.fingerprint == before
    number = next(line.split()[0] for line in asked.splitlines() if "Crystalline Crab" in line)
    assert "1. You lay Crystalline Crab on M1" in person.says(number)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 m1", "type the numbers of the cards you return, or keep"),
        ("pass", "type the numbers of the cards you return, or keep"),
        ("try 1 m1", "type the numbers of the cards you return, or keep"),
        ("resign", "type the numbers of the cards you return, or keep"),
        ("6", "There is no card 6 in your hand: it has 5. Type hand"),
        ("0", "There is no card 0 in your hand"),
        ("zu", "cannot be meant here"),
        ("back", "no move that could be taken back"),
        ("1 1 1", "Levrikon (007) is named twice. Type each card that you return once, such as 2 5, or keep."),
        ("levrikon, levrikon", "Levrikon (007) is named twice"),
        ("2 5 elphadunk", "Elphadunk (011) is named twice"),
    ],
)
def test_before_the_first_turn_only_cards_are_returned(line, says):
    person = Seat()
    before = person.fingerprint
    ok, said = person.type(line)
    assert not ok
    assert says in said
    assert person.fingerprint == before


@pytest.mark.parametrize(
    ("line", "returned"),
    [
        ("2 5", [1, 4]),
        ("mull 5,2", [1, 4]),
        ("elphadunk, elphadunk", [1, 4]),
        ("", []),
        ("keep", []),
        ("tieni", []),
        ("levrikon", [0]),
        ("2 elphadunk", [1, 4]),
    ],
)
def test_cards_are_returned_by_number_or_name(line, returned):
    person = Seat()
    assert person.type(line)[0]
    assert person.game.match.steps[1].data["returned"] == returned


def test_the_cards_that_are_returned_and_those_that_come_are_named():
    person = Seat()
    said = person.says("1 5")
    drawn = ", ".join(person.session.words.card(card_id) for card_id in person.game.match.steps[1].data["drawn"])
    assert said.startswith(f"You return Levrikon (007), Elphadunk (011); you get {drawn}. The enemy keeps its cards.")


@pytest.mark.parametrize(("line", "is_said"), [("keep", False), ("1", True)])
def test_cards_stay_returned_only_if_some_were(line, is_said):
    person = Seat()
    person.type(line)
    said = person.says("back")
    assert said.startswith("You have made no move that could be taken back.")
    assert ("The cards you returned stay returned." in said) == is_said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("levrikon m3", "Levrikon (007) can go on: T1, M1, B1."),
        ("levrikon", "Type, for example: levrikon t1."),
        ("2", "No tile takes Elphadunk (011) now."),
        ("9 m1", "There is no card 9 in your hand: it has 5. Type hand"),
        ("zu m1", "which cannot be meant here"),
        ("qqqqqqq m1", "No card is called 'qqqqqqq'"),
        ("frobnicate", "is no command"),
        ("play", "names no card"),
        ("pass now", "Type only your own move"),
        ("mull 2", "before the first turn only"),
        ("try", "Type: try NAME TILE"),
        ("try levrikon m3", "the tile must belong to you"),
        ("hints", "Type hints on or hints off"),
        ("row 9", "There is no lane '9': the lanes are top, mid and bottom. Type: row mid."),
        ("row", "'row' is not enough or too much. Type: row mid."),
        ("col 0", "There is no column '0': the columns go from 1 to 5. Type: col 3."),
        ("col 99", "There is no column '99'"),
        ("tile Z9", "There is no tile 'Z9': a tile is top, mid or bottom, or T, M or B, with a column from 1 to 5."),
        ("explain m9", "There is no tile 'm9'"),
        ("explain", "Type: explain TILE"),
        ("save", "Type: save FILE"),
        ("save game", "The file would show the enemy's cards"),
        ("back", "no move that could be taken back"),
        ("x" * 5000 + " m1", ""),
        ("\x00 m1", ""),
        ("²  m1", ""),
    ],
)
def test_what_is_refused_says_what_to_type_and_changes_nothing(seat, line, says):
    before = seat.fingerprint
    ok, said = seat.type(line)
    assert not ok
    assert says in said
    assert seat.fingerprint == before


@pytest.mark.slow
@pytest.mark.parametrize("voice", VOICES)
def test_a_question_leaves_the_game_alone(voice):
    person = Seat(voice)
    person.type("keep")
    person.type("levrikon t1")
    before = person.fingerprint
    for line in ("help", "hand", "legal", "board", "lanes", "row top", "col 1", "tile t1", "explain t1", "trace",
                 "again", "try 1 m1", "hints on", "hint", "why", "why not 2", "all", "threats", "hints off", "say less",
                 "say more", "", "  "):  # fmt: skip
        ok, said = person.type(line)
        assert ok, (line, said)
        assert person.fingerprint == before


def test_a_pass_after_a_pass_ends_the_game_and_that_was_said():
    person = Seat(level="random", seed=3)
    person.type("keep")
    while person.game.phase != "over":
        said = person.says("pass")
        if person.game.phase != "over":
            assert ("if you pass too, the game ends" in said) == ("The enemy passes." in said)
    assert "The game is over, both have passed." in said
    assert "The enemy still held:" in said
    assert person.says("1 m1") == "The game is over. Type new for another one, or quit."


# Taking back, hints, detail.


def test_a_move_taken_back_is_named_and_counted(seat):
    seat.type("levrikon t1")
    said = seat.says("indietro")
    assert "Taken back: you: Levrikon (007) on T1; enemy:" in said
    assert "Moves taken back in this game: 1." in said
    assert "Turn 1." in said


@pytest.mark.parametrize("line", HINTS)
def test_hints_are_off_until_they_are_asked_for(seat, line):
    ok, said = seat.type(line)
    assert not ok
    assert f"Type hints on, then {line}." in said


def test_with_hints_the_coach_answers(seat):
    seat.type("hints on")
    assert "\nLay " in seat.says("hint")
    assert " 1  " in seat.says("more")
    assert seat.says("why not pass").startswith("A pass leaves it at ")
    assert "number 1 of" in seat.says("why?")


@pytest.fixture
def compiled(monkeypatch):
    """Compiled rules are there for what needs them."""
    monkeypatch.delenv("MAZZO_PLAIN")


@pytest.mark.slow
@pytest.mark.parametrize("voice", VOICES, ids=str)
def test_with_hints_the_coach_says_which_cards_to_return(compiled, voice):
    person = Seat(voice, hints=True)
    before = person.fingerprint
    ok, said = person.type("hint")
    assert ok
    assert said.startswith("Mulligan: ")
    assert person.fingerprint == before
    person.session.close()


@pytest.mark.slow
def test_the_advice_on_cards_to_return_can_be_typed_as_it_stands(compiled):
    for seed in range(9, 30):  # the hands before the ninth are worth keeping, and each look takes a second
        person = Seat(seed=seed, hints=True)
        typed = re.search(r"Type (mull [\d,]+)\.", person.says("hint"))
        if typed:
            assert person.type(typed[1])[0]
            person.session.close()
            return
        person.session.close()
    pytest.fail("no card was worth returning")


def test_without_compiled_rules_the_cards_to_return_stay_yours_to_choose():
    person = Seat(hints=True)
    ok, said = person.type("hint")
    assert not ok
    assert "mazzo doctor says why" in said
    assert person.game.phase == "mulligan"
    person.session.close()


def test_trying_a_move_tells_what_it_would_do(seat):
    tried = seat.says("try levrikon t1")
    assert "You lay Levrikon on T1" in tried
    assert tried.endswith("You lead 2 to 0.")


def test_less_tells_the_moves_and_the_score_and_more_tells_the_board_aloud():
    person = Seat(Voice("en", aloud=True))
    person.type("keep")
    usual = person.says("levrikon t1")
    person.type("back")
    person.type("say less")
    less = person.says("levrikon t1")
    person.type("back")
    person.type("say more")
    more = person.says("levrikon t1")
    assert len(less) < len(usual) < len(more)
    assert less.startswith("You lay Levrikon on top 1, power 2.\nThe enemy lays")
    assert "Top 1: yours, Levrikon, power 2, rank 1." in more


@pytest.mark.parametrize(
    ("voice", "says"),
    [(Voice(), "The enemy holds 5 cards."), (Voice("it", aloud=True), "Il nemico ha in mano 5 carte.")],
)
def test_the_size_of_the_enemys_hand_is_told_with_yours(voice, says):
    person = Seat(voice)
    assert person.says("keep").endswith(says)
    assert person.says("hand").endswith(says)
    person.type("say less")
    assert says not in person.says("1 m1")


def test_the_last_card_of_your_deck_is_said_to_be_the_last_once():
    person = Seat(level="random", seed=6)
    person.type("keep")
    while person.game.phase != "over":
        moves = person.game.match.state.game.legal_moves("Y")
        person.type(f"{moves[0].card_id} {tile_name(moves[0].lane_index, moves[0].col_index)}" if moves else "pass")
    assert person.game.match.state.your_deck_count == 0
    said = "\n".join(person.said)
    assert said.count("Your deck is empty now: there is nothing more to draw.") == 1


def test_again_repeats_the_move_with_its_answer(seat):
    said = seat.says("levrikon t1")
    assert seat.says("again") == said


# The end.


def test_resigning_asks_first(seat, tmp_path):
    assert seat.says("resign") == ""
    assert "yes or no" in seat.session.prompt
    assert seat.says("no") == "The game goes on."
    seat.type("resign")
    assert "You resign with 0 to 0. The enemy wins." in seat.says("y")


def test_a_finished_game_is_saved_and_can_be_saved_no_second_time(tmp_path):
    file = tmp_path / "game.qbn"
    person = Seat(place=lambda _number: Target.at(file))
    person.type("keep")
    person.type("resign")
    said = person.says("yes")
    assert f"Saved as {file}." in said
    assert f"mazzo review {file}" in said
    assert verify_sealed(read_game(file.read_bytes())).ok
    assert f"There is a file {file} already" in person.says(f"save {file}")
    assert "there is no folder no/such/folder" in person.says("save no/such/folder/game")


def test_a_game_that_cannot_be_saved_is_still_told_and_can_be_saved_elsewhere(tmp_path):
    person = Seat(place=lambda _number: Target.at(tmp_path))
    person.type("keep")
    person.type("resign")
    said = person.says("yes")
    assert "You resign" in said
    assert "already" in said
    assert not person.game.is_closed
    assert "Saved as" in person.says(f"save {tmp_path / 'other'}")


def test_after_the_end_no_hint_is_promised(seat):
    seat.type("resign")
    seat.type("yes")
    for line in ("hint", "why", "threats"):
        assert seat.says(line) == "The game is over. Type new for another one, or quit."


def test_a_finished_game_that_is_looked_at_again_is_said_to_be_over(seat):
    seat.type("resign")
    seat.type("yes")
    opening = seat.session.resume(1).lines
    assert opening[0] == "Game 1 is over. For another one: new"
    assert any("You resign" in line for line in opening)


def test_another_game_keeps_the_one_that_is_left(seat):
    said = seat.says("new")
    assert "Game 1 is kept. To go on with it: mazzo play --game 1" in said
    assert "Game 2 by the rules rebirth." in said


class FullStore(MemoryStore):
    """A store that does not take the enemy's moves while it is full."""

    is_full = False

    def journal(self, stream):
        return self._journals.setdefault(stream, FullJournal(self))


class FullJournal(MemoryJournal):
    def __init__(self, store):
        super().__init__()
        self._store = store

    def append(self, kind, data):
        if self._store.is_full and kind.startswith("enemy"):
            raise StoreWriteError(file="journal", reason="it is full")
        return super().append(kind, data)


def test_an_answer_that_cannot_be_written_is_asked_for_again():
    store = FullStore()
    person = Seat(store=store)
    person.type("keep")
    store.is_full = True
    assert "could not be written" in person.says("levrikon m1")
    assert person.session.prompt == "Enter to go on"
    assert person.says("pass") == "It is not your turn yet. Press Enter to go on."
    store.is_full = False
    said = person.says("")
    assert "The enemy lays" in said
    assert "Turn 3." in said


@pytest.mark.parametrize(
    ("voice", "says", "way_out"),
    [
        (Voice(), "Game 1 went on elsewhere, perhaps in", "Type quit, then mazzo play --game 1."),
        (Voice("it"), "La partita 1 è andata avanti altrove", "Scrivi esci, poi mazzo play --game 1."),
    ],
)
def test_a_game_that_went_on_in_another_window_says_how_to_go_on(kept_store, voice, says, way_out):
    store = kept_store
    here = Seat(voice, store=store)
    there = Seat(voice, store=store)
    there.session.resume(1)
    there.type("keep")
    said = here.says("keep")
    assert said.startswith(says)
    assert said.endswith(way_out)
    assert here.game.phase == "mulligan"


def test_a_file_is_called_by_its_name_at_the_beginning_of_a_sentence():
    assert refusal(StoreWriteError(file="journal.db", reason="full"), Voice("en")).startswith("journal.db could not")
    assert refusal(GameOverError(), Voice("en")).startswith("The game is over")


# What is never said.


def hidden_names(game) -> set[str]:
    """The cards of the enemy's deck that you do not have yourself and that were not played yet."""
    seen = {step.data["move"][:3] for step in game.match.steps if step.kind == "enemy_play"}
    deal = game.terms.deal
    return {card_name(card_id) for card_id in set(deal.deck_enemy) - set(deal.deck_you) - seen}


LINES = ("1 t1", "1 m1", "2 b1", "3 t2", "2 m2", "1 b2", "pass", "back", "board", "trace", "explain t5", "explain m5",
         "legal", "hand", "lanes", "row mid", "again", "help", "say more", "zu m1", "hints on", "1 t3")  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(
    lines=st.lists(st.sampled_from(LINES), max_size=25), seed=st.integers(0, 99), voice=st.sampled_from(VOICES),
    enemy=st.sampled_from(["Bulwark", "Reapers", "Heirs"]), first=st.sampled_from(["you", "enemy"]),
)  # fmt: skip
def test_no_card_of_the_enemy_is_named_before_it_is_played(lines, seed, voice, enemy, first):
    with plain_rules():
        person = Seat(voice, seed=seed, first=first, enemy=enemy, level="random")
        ever = set()
        for line in ["2", *lines]:
            hidden = hidden_names(person.game) - ever
            _ok, said = person.type(line)
            if person.game.phase == "over":
                return
            # A move that was taken back has been seen all the same, and what was typed may be named again.
            ever |= hidden - hidden_names(person.game) | ({"Zu"} if "zu" in line else set())
            for name in hidden_names(person.game) - ever:
                assert name not in said, (name, line, said)
