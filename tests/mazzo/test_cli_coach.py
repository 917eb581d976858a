"""The live coach as a conversation: entry, order, choices, repairs, and what every refusal says."""

from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from mazzo.coach.matches import Matches
from mazzo.dialogue.clauses import read_tile, split_move
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.conversation import Reply
from mazzo.dialogue.typed_steps import ChoiceNeededError
from mazzo.dialogue.verbs import COACH, PLAY, command_in, unknown_command
from mazzo.storage.typed_files import TypedFiles
from mazzo.words.remedies import told
from mazzo.words.table import Words
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice
from qb_engine.words.voice import Voice

HAND = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"


class Seat:
    """A person at the coach: types lines, keeps what was said."""

    def __init__(self, store=None, voice=None, **options):
        self.store = store or MemoryStore()
        self.session = CoachSession(Matches(self.store), voice or Voice(), files=TypedFiles())
        self.opening = self.session.open(**options)

    def type(self, *lines: str) -> Reply:
        for line in lines:
            reply = self.session.handle(line)
        return reply

    def says(self, *lines: str) -> str:
        return "\n".join(self.type(*lines).lines)

    @property
    def match(self):
        return self.session.table.match

    @property
    def fingerprint(self):
        return self.match.steps, self.match.state.game.state_hash, self.match.phase


@pytest.fixture
def seat() -> Seat:
    """Your deck known, the enemy's not, you begin, all cards kept."""
    person = Seat(new=True)
    assert person.type("vanguard", HAND, "", "you", "mull").ok
    return person


# Words.


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ("why not 2", "why not", "2"),
        ("why 2", "why", "2"),
        ("perché no 2", "why not", "2"),
        ("cosa se zu m3", "what if", "zu m3"),
        ("di più", "more", ""),
        ("  sync   board m3 e1", "sync board", "m3 e1"),
    ],
)
def test_a_line_is_a_command_in_either_language(line, name, rest):
    typed = command_in(COACH, line)
    assert (typed.verb.name, typed.rest) == (name, rest)


def test_no_word_stands_for_two_commands():
    words = [word for verb in COACH.all for word in verb.words]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("asked", "english", "italian"),
    [
        ("threts", "Perhaps: threats.", "Forse: minacce."),
        ("minace", "Perhaps: threats.", "Forse: minacce."),
        ("dipiù", "Perhaps: say more, more.", "Forse: di più, altre."),
        ("maybe", "'maybe' is no command. Type help", "'maybe' non è un comando. Scrivi aiuto"),
        ("resgin", "'resgin' is no command. Type help", "'resgin' non è un comando. Scrivi aiuto"),
    ],
)
def test_an_unknown_word_names_the_nearest_commands_once_and_in_the_language_spoken(asked, english, italian):
    refused = unknown_command(COACH, asked)
    assert english in told(refused, "en")
    assert italian in told(refused, "it")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_word_for_a_command_is_read_as_that_command(language):
    assert all(COACH.read(verb.word_in(language)).verb == verb for verb in COACH.all)


@pytest.mark.parametrize(("language", "taught"), [("en", "first letters (cap)"), ("it", "prime lettere (cap)")])
@pytest.mark.parametrize("verbs", [COACH, PLAY])
def test_help_ends_with_how_short_a_name_may_be(verbs, language, taught):
    last = verbs.help(Words(Voice(language)))[-1]
    assert all(form in last for form in (taught, "(gw)", "(wolf)"))


@pytest.mark.parametrize(
    ("text", "tile"), [("m3", "M3"), ("MID 3", "M3"), ("alto 1", "T1"), ("c5", "M5"), ("basso2", "B2"), ("m6", None)]
)
def test_a_tile_has_many_names(text, tile):
    assert read_tile(text) == tile


def test_a_move_is_a_name_and_a_tile_at_the_end():
    assert split_move("chocobo & moogle mid 5") == ("chocobo & moogle", (1, 4))
    assert split_move("020@M2") == ("020", (1, 1))
    assert split_move("zu") is None
    assert split_move("m3") is None


# The round.


def test_a_round_is_three_short_lines_with_advice_by_itself(seat):
    seat.type("p 1")
    lines = ["e levr m5", "d crys"]
    assert len("".join(lines)) + len(lines) <= 25
    assert "Enemy: Levrikon (007) on M5" in seat.says(lines[0])
    advice = seat.says(lines[1])
    assert "Turn 3, your move. You drew Crystalline Crab (013)." in advice
    assert "\nLay " in advice
    assert advice.endswith("more | why | all | threats | undo")
    assert seat.match.phase == "your_play"


def test_the_prompt_always_says_what_is_expected(seat):
    assert "your move" in seat.session.prompt.casefold()
    seat.type("p 1")
    assert "zu m3 crab" in seat.session.prompt
    seat.type("e pass")
    assert "the card you drew" in seat.session.prompt.casefold()


def test_a_move_can_be_entered_that_was_not_recommended(seat):
    last = seat.session.table.advice().moves[-1]
    assert seat.type(f"play {last.move}".replace("@", " ")).ok
    assert seat.match.steps[-1].data["move"] == str(last.move)


def test_a_slip_of_the_finger_still_means_the_card(seat):
    assert "Grasslands Wolf (008)" in seat.says("p graslands wolf m1")


def test_a_doubtful_name_becomes_a_numbered_question_that_resumes_the_command(seat):
    seat.type("p 1")
    asked = seat.type("e chocobo m5")
    assert asked.ok
    assert "'chocobo' may be:" in asked.lines[0]
    before = seat.fingerprint
    for number in ("99", "9" * 5000):
        assert "The list goes from 1 to" in seat.says(number)
    assert seat.fingerprint == before
    number = next(line.split()[0] for line in asked.lines if "Chocobo & Moogle" in line)
    assert seat.says(number).startswith("4. Enemy: Chocobo & Moogle (107) on M5.")


def test_a_question_can_be_left_with_nothing_or_with_another_command(seat):
    seat.type("p 1", "e chocobo m5")
    assert "Nothing was entered" in seat.says("0")
    seat.type("e chocobo m5")
    assert "Enemy: Levrikon" in seat.says("e levrikon m5")


def test_a_card_that_the_list_does_not_have_is_answered_by_its_name(seat):
    seat.type("p 1", "e chocobo m5")
    assert seat.says("levrikon").startswith("4. Enemy: Levrikon (007) on M5.")


@pytest.fixture
def new_hand() -> Seat:
    """Two cards are returned, and what came for them is asked."""
    person = Seat(new=True)
    person.type("vanguard", HAND, "", "you", "2 5")
    assert person.session.prompt == "What came for Elphadunk, Queen Bee? With commas between, or 0"
    return person


def test_what_came_for_cards_may_be_said_with_their_numbers_again(new_hand):
    assert new_hand.type("2 5 crab, officer").ok
    assert new_hand.match.phase == "your_play"


def test_what_cannot_have_come_leaves_the_question_open(new_hand):
    prompt = new_hand.session.prompt
    for line in ("zu, zu, zu", "wolf t1", "crab"):
        assert not new_hand.type(line).ok
        assert new_hand.session.prompt == prompt
    assert new_hand.type("crab, officer").ok
    assert new_hand.match.phase == "your_play"


def test_a_drawn_card_that_the_deck_does_not_have_is_put_right_as_the_hint_says(seat):
    seat.type("p 1")
    refused = seat.type("levr m5 zu")
    assert not refused.ok
    assert refused.lines[-1].startswith("If you did draw it, type the enemy's move alone, then sync hand")
    held = ", ".join([*seat.match.state.hand, "015"])
    seat.type("levr m5", f"sync hand {held}", "yes", "sync turn you", "yes")
    assert seat.match.phase == "your_play"
    assert "015" in seat.match.state.hand


# Refusals.


@pytest.fixture(scope="module")
def unmoved() -> Seat:
    """One seat for all that is refused: nothing of it may change the match."""
    person = Seat(new=True)
    assert person.type("vanguard", HAND, "", "you", "mull").ok
    return person


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("e levrikon m5", "'e' cannot be entered now. Expected: your move"),
        ("d crys", "'d' cannot be entered now"),
        ("mull", "'mull' cannot be entered now"),
        ("p 99", "the list goes from 1 to"),
        ("p 0", "the list goes from 1 to"),
        ("p levrikon m3", "Levrikon (007) can go on: T1, M1, B1."),
        ("p levrikon", "Levrikon (007) needs a tile. Type, for example: levrikon t1"),
        ("levrikon", "Type, for example: levrikon t1"),
        ("m1", "'m1' names no card"),
        ("p", "'p' names no card"),
        ("1; levrikon m2; crab", "Levrikon on MID 2 refused"),
        ("1; levrikon m5; zu", "which cannot be meant here"),
        ("p zu m1", "which cannot be meant here"),
        ("why 77", "Type all to see it"),
        ("why not", "Type: why not 2"),
        ("row 9", "Type: row mid"),
        ("col 9", "Type: col 3"),
        ("tile", "Type: tile M3"),
        ("explain q7", "Type: explain TILE"),
        ("redo", "nothing was taken back"),
        ("fix 77 zu m3", "Type log to see the numbers"),
        ("fix 1", "Type log to see the numbers"),
        ("fix 2 1 2 zu", "Type: fix 7 NAME TILE"),
        ("sync hand", "Type: sync hand NAME, NAME"),
        ("sync board", "Type: sync board"),
        ("sync board m3 q9 zu", "is no tile"),
        ("sync board m3 n2", "is no tile"),
        ("adopt", "no rule explains a board yet"),
        ("copy that", "Type: copy pos"),
        ("load", "Type: load FILE"),
        ("load no/such/file.qbn", "There is no file file.qbn"),
        ("save", "Type: save FILE"),
        ("frobnicate", "Type help"),
        ("p " + "x" * 5000, ""),
        ("p \x00 m1", ""),
    ],
)
def test_what_is_refused_says_what_to_type_and_changes_nothing(unmoved, line, says):
    before = unmoved.fingerprint
    reply = unmoved.type(line)
    assert not reply.ok
    assert says.casefold() in "\n".join(reply.lines).casefold()
    assert unmoved.fingerprint == before


def test_an_impossible_play_of_the_enemy_offers_a_sync(seat):
    seat.type("p 1")
    said = seat.says("e levrikon m2")
    assert "Levrikon (007) can go on: T5, M5, B5." in said
    assert "sync board" in said


@pytest.mark.parametrize("line", ["1", "d 2", "33"])
def test_a_number_at_the_draw_is_no_card_and_asks_nothing(seat, line):
    seat.type("p 1", "e pass")
    before = seat.fingerprint
    assert "names no card. Type, for example: crab" in seat.says(line)
    assert not seat.session.is_asking
    assert seat.fingerprint == before


def test_a_card_that_your_deck_cannot_give_is_no_draw(seat):
    seat.type("p 1", "e pass")
    before = seat.fingerprint
    assert not seat.type("d zu").ok
    assert seat.fingerprint == before


# Questions change nothing.


QUESTIONS = (
    "rec", "all", "why", "why 2", "why not 2", "what if zu m1", "what if enemy levrikon t5", "threats", "explain m1",
    "trace", "legal", "board", "row top", "col 1", "tile m1", "hand", "again", "log", "help", "copy pos", "copy game",
    "copy deck", "say less", "say more", "",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("voice", [Voice(), Voice("it", aloud=True)])
def test_a_question_leaves_the_match_alone(voice):
    person = Seat(voice=voice, new=True)
    person.type("vanguard", HAND, "", "you", "mull", "p 1", "e levrikon m5", "d crys")
    before = person.fingerprint
    for line in QUESTIONS:
        reply = person.type(line)
        assert reply.ok or reply.lines[0].startswith("Zu "), (line, reply.lines)
        assert person.fingerprint == before


def test_say_less_and_say_more_set_how_much_is_told(seat):
    usual = seat.type("undo").lines, seat.type("redo").lines
    assert any(line.startswith("TOP") for line in usual[1])
    seat.type("say less")
    seat.type("undo")
    assert not any(line.startswith("TOP") for line in seat.type("redo").lines)
    assert len([line for line in seat.type("more").lines if "risk: " not in line]) == 4
    seat.type("say more")
    assert len([line for line in seat.type("more").lines if "risk: " not in line]) == 6
    assert "1. You lay " in seat.says("p 1")


def test_again_repeats_the_last_answer(seat):
    said = seat.says("why 1")
    assert seat.says("again") == said


# Repairs.


def test_undo_and_redo_are_single_words(seat):
    before = seat.fingerprint
    seat.type("p 1")
    after = seat.match.state.game.state_hash
    assert "Taken back: 3. You:" in seat.says("undo")
    assert seat.match.state.game.state_hash == before[1]
    seat.type("redo")
    assert seat.match.state.game.state_hash == after


@pytest.mark.slow
def test_a_fix_shows_the_difference_and_plays_the_rest_again(seat):
    seat.type("p levrikon m1", "e levrikon m5", "d crys")
    said = seat.says("fix 4 levrikon t5")
    assert "T5: was E1, now E1 Levrikon 2." in said
    assert "M5: was E1 Levrikon 2, now E" in said
    assert seat.match.state.game.board.tile(0, 4).card_id == "007"
    assert "Turn 3" in said


def test_a_sync_of_the_hand_asks_first(seat):
    before = seat.fingerprint
    said = seat.says("sync hand levrikon, crys")
    assert "In: Crystalline Crab (013)." in said
    assert "Nothing was changed" in seat.says("no")
    assert seat.fingerprint == before
    assert "Type yes or no" in seat.says("sync hand levrikon, crys", "perhaps")
    seat.type("yes")
    assert seat.match.state.hand == ("007", "013")
    assert "(override)" in seat.says("log")


def test_a_board_that_is_already_so_is_kept_as_seen_and_overrides_nothing(seat):
    board, phase = seat.match.state.game.state_hash, seat.match.phase
    assert "The board is already so." in seat.says("sync board m1 y1, m2 n0")
    assert (seat.match.state.game.state_hash, seat.match.phase) == (board, phase)
    assert seat.match.steps[-1].kind == "sync_board"
    assert "(override)" not in seat.says("log")


def test_a_synced_board_that_a_rule_explains_offers_the_rule_and_remembers_it(seat):
    seat.type("p levrikon m1", "e crys m5", "d crys", "p grasslands m2", "e security officer m4")
    assert "M3: was E1, now E2." in seat.says("sync board m3 e2")
    said = seat.says("yes")
    line = next(line for line in said.splitlines() if "capture = keep_plus" in line)
    seat.type(f"adopt {line.split('.')[0]}")
    assert seat.match.state.game.ruleset.name == "rebirth+capture=keep_plus"
    assert Matches(seat.store).rules() == "rebirth+capture=keep_plus"
    assert "rebirth+capture=keep_plus" in seat.says("new")


# Beginnings.


def test_every_question_of_the_start_has_a_default_or_says_what_it_needs():
    person = Seat(new=True)
    assert "15 cards" in person.session.prompt
    assert not person.type("no such deck").ok
    person.type("")
    assert "5 cards and 0 were named" in person.says("")
    assert "So far: Zu (015), Levrikon (007)." in person.says("zu, levrikon")
    assert "5 cards and 2 were named" in person.says("")
    assert "2 of 5 cards so far" in person.session.prompt
    person.type("001, 020, elphadunk", "")
    assert not person.type("somebody").ok
    person.type("")
    assert person.match.phase == "mulligan"
    assert person.match.steps[0].data["first"] == "Y"


@pytest.mark.parametrize(
    ("language", "yours", "enemys"),
    [("en", "Your deck: ", "The enemy's deck: "), ("it", "Il tuo mazzo: ", "Il mazzo del nemico: ")],
)
def test_the_two_decks_are_told_apart(language, yours, enemys):
    person = Seat(voice=Voice(language), new=True)
    assert person.says("vanguard").startswith(f"{yours}Security Officer (001), ")
    assert person.says(HAND, "heirs").startswith(enemys)


def test_a_deck_is_a_name_a_code_or_fifteen_cards(seat):
    code = seat.says("copy deck")
    listed = ", ".join(seat.match.steps[0].data["deck"])
    for text in ("vanguard", "starter", code, code.lower(), listed):
        person = Seat(new=True)
        person.type(text, HAND, "", "")
        assert sorted(person.match.steps[0].data["deck"]) == sorted(seat.match.steps[0].data["deck"])


def test_a_hand_that_the_deck_cannot_give_is_asked_again():
    person = Seat(new=True)
    person.type("vanguard")
    assert not person.type("archdragon, archdragon, levrikon, levrikon, titan").ok or not person.type("", "").ok
    assert person.match.phase == "start"


def test_a_mulligan_names_the_places_and_the_new_cards():
    person = Seat(new=True)
    person.type("vanguard", HAND, "", "")
    assert not person.type("mull 1 2 crab").ok
    person.type("mull 1 2 crystalline crab, security officer")
    assert person.match.state.hand == ("020", "008", "005", "013", "001")


def test_a_sample_needs_nothing_but_moves():
    person = Seat(sample_seed=3)
    person.type("mull 2 5")
    for _turn in range(20):
        if person.match.phase == "over":
            break
        assert person.match.phase == "your_play"
        assert person.type("p 1").ok
    assert person.match.phase == "over"
    assert "The match is over" in person.session._last[-1]


def test_undo_in_a_sample_goes_back_to_your_last_decision():
    person = Seat(sample_seed=3)
    person.type("mull")
    before = person.match.state.game.state_hash
    person.type("p 1", "undo")
    assert person.match.state.game.state_hash == before
    assert not person.type("sync hand zu").ok


# On the journal.


@pytest.mark.parametrize(
    ("line", "verb"), [("keep", "mull"), ("hint", "rec"), ("try zu m3", "what if"), ("back", "undo"), ("why?", "why")]
)
def test_what_a_command_is_called_in_a_game_it_is_called_at_the_coach(line, verb):
    assert command_in(COACH, line).verb.name == command_in(PLAY, line).verb.name == verb


def test_a_sample_deals_the_cards_that_come_for_returned_ones():
    person = Seat(sample_seed=3)
    assert "which cannot be meant here" in person.says("mull 2 zu")
    assert person.match.phase == "mulligan"
    person.type("mull 2 5")
    assert (person.match.phase, len(person.match.state.hand)) == ("your_play", 5)


@pytest.mark.slow
def test_a_match_is_resumed_after_a_crash_to_the_last_entry():
    store = MemoryStore()
    person = Seat(store, new=True)
    lines = ["vanguard", HAND, "", "you", "mull", "p 1", "e levrikon m5", "d crys", "undo", "d crys", "p 1"]
    for number, line in enumerate(lines):
        person.type(line)
        if number > 3:
            again = Seat(store)
            assert "Going on with match 1" in again.opening.lines[0]
            assert again.fingerprint == person.fingerprint
            assert again.session.prompt == person.session.prompt


def test_a_match_that_went_on_in_another_window_says_how_to_go_on(kept_store):
    store = kept_store
    here = Seat(store, new=True)
    here.type("vanguard", HAND, "", "you")
    Seat(store).type("mull")
    assert here.says("mull") == (
        "Match 1 went on elsewhere, perhaps in another window, and nothing was entered here. "
        "Type quit, then mazzo coach."
    )
    assert here.match.phase == "mulligan"


def test_a_sample_is_resumed_too():
    store = MemoryStore()
    person = Seat(store, sample_seed=3)
    person.type("mull", "p 1")
    again = Seat(store)
    assert again.session.table.game.terms.deal.seed == 3
    assert again.fingerprint == person.fingerprint
    again.type("p 1")
    assert again.match.phase == "your_play"


def test_a_finished_match_is_not_gone_on_with(seat):
    seat.type("pass", "e pass")
    assert seat.match.phase == "over"
    assert Matches(seat.store).unfinished() is None


@pytest.mark.slow
def test_save_and_load_take_a_match_to_another_table(seat, tmp_path):
    seat.type("p 1", "e levrikon m5", "d crys")
    path = tmp_path / "match.qbn"
    assert "Saved as match.qbn" in seat.says(f"save {path}")
    assert not seat.type(f"save {path}").ok
    other = Seat(new=True)
    assert "Turn 3" in other.says(f"load {path}")
    assert other.fingerprint[1:] == seat.fingerprint[1:]


def test_a_truncated_file_is_refused_and_the_match_stays(seat, tmp_path):
    path = tmp_path / "match.qbn"
    seat.type("p 1", f"save {path}")
    whole = path.read_bytes()
    before, streams = seat.fingerprint, seat.store.streams()
    for length in range(0, len(whole) - 1, 17):
        path.write_bytes(whole[:length])
        reply = seat.type(f"load {path}")
        assert not reply.ok
        assert reply.lines[0]
        assert seat.fingerprint == before
    assert seat.store.streams() == streams


@pytest.mark.parametrize(
    ("voice", "prompt", "again"),
    [
        (Voice(), "1 for this card, the name of another, or 0 for none", "There is only card 1."),
        (Voice("it"), "1 per questa carta, il nome di un'altra, o 0 per nessuna", "C'è solo la carta 1."),
    ],
)
def test_one_card_in_doubt_is_no_list_from_one_to_one(voice, prompt, again):
    person = Seat(voice=voice, new=True)
    work, choice = person.session, CardChoice("levr", (shipped().get_card("007"),))

    def doubtful(_line: str) -> list[str]:
        if "levr" not in work.table.chosen:
            raise ChoiceNeededError(choice)
        return ["taken"]

    work.do = doubtful
    person.type("p levr m1")
    assert work.prompt == prompt
    assert person.says("2") == again
    assert person.says("1") == "taken"
