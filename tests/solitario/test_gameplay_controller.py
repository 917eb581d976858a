"""The controller: keys and words, cursor and selection, questions, warnings that wait, messages that can be walked."""

import pytest

from solitario.application.commands import COMMANDS, PLACE_WORDS, Command, understood, understood_key
from solitario.application.controller import HANDLERS
from solitario.application.messages import Message, Priority
from solitario.application.preferences import Preferences
from support.solitario_table import Table


def draws(table, count):
    return [message for _ in range(count) for message in table.messages("draw")]


# Words and keys


def test_every_command_has_a_handler_and_words_in_both_languages():
    assert set(HANDLERS) == {spec.name for spec in COMMANDS}
    assert all(spec.words and spec.parole for spec in COMMANDS)


def test_no_word_and_no_key_means_two_things():
    words = [word for spec in COMMANDS for word in dict.fromkeys((*spec.words, *spec.parole))]
    keys = [spec.key for spec in COMMANDS if spec.key]
    assert len(words) == len(set(words))
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("spec", COMMANDS, ids=[spec.name for spec in COMMANDS])
def test_a_command_is_understood_by_its_words_and_its_key(spec):
    for word in (*spec.words, *spec.parole):
        assert understood(word).name == spec.name
        assert understood(f"  {word.upper()} ").name in (spec.name, "detail")
    if spec.key:
        assert understood(spec.key).name == spec.name
        assert understood_key(spec.key).name == spec.name


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Command("select")),
        ("3", Command("go", ("3",))),
        ("f2", Command("go", ("f2",))),
        ("0", Command("go", ("0",))),
        ("3 5", Command("move", ("3", "5"))),
        ("3 5 2", Command("move", ("3", "5", "2"))),
        ("giù", Command("down")),
        ("VERBOSITÀ breve", Command("verbosity", ("breve",))),
        ("D", Command("detail")),
        ("d", Command("draw")),
        ("U", Command("undo")),
        ("space", Command("select")),
    ],
)
def test_a_line_is_understood(line, command):
    assert understood(line) == command


@pytest.mark.parametrize("line", ["xyzzy", "8", "3 9x", "move3 5", "\x1b[A", "f5", "1 2 3 4"])
def test_anything_else_is_not(line):
    assert understood(line) is None


def test_shifted_numbers_go_to_the_foundations():
    assert [understood_key(key).arguments for key in "!@#$"] == [("f1",), ("f2",), ("f3",), ("f4",)]
    assert understood_key("é") is None


# Cursor


def test_arrows_stop_at_the_edges_and_say_so():
    table = Table()
    assert table.keys("left") == ["edge"]
    assert table.keys(*["right"] * 12)[-1] == "here"
    assert table.keys("right") == ["edge"]
    assert table.text("where") == ["Stock: 24 face-down cards."]


def test_up_and_down_walk_a_pile_whose_hidden_cards_count_once():
    table = Table()
    assert table.text("7", "up", "up", "down", "down", "home", "end") == [
        "5 of clubs, pile 7, 7 of 7.",
        "6 face-down cards, pile 7, 1 to 6 of 7.",
        "Edge: first card.",
        "5 of clubs, pile 7, 7 of 7.",
        "Edge: last card.",
        "6 face-down cards, pile 7, 1 to 6 of 7.",
        "5 of clubs, pile 7, 7 of 7.",
    ]


def test_questions_leave_the_cursor_and_the_game_alone():
    table = Table()
    table.messages("5", "5")
    before = table.seat.cursor, table.seat.selection, len(table.journals[0].entries())
    for spec in COMMANDS:
        if spec.topic == "asking":
            assert table.keys(spec.words[0])
    assert (table.seat.cursor, table.seat.selection, len(table.journals[0].entries())) == before


def test_the_same_pile_key_twice_picks_up_and_on_another_pile_lays_down():
    table = Table()
    assert table.keys("2", "2", "f2", "f2") == ["here", "picked_up", "here", "moved"]
    assert str(table.seat.cursor.place) == "F2"
    assert table.seat.selection is None


def test_after_a_move_the_cursor_is_on_the_moved_card():
    table = Table(deal=18)
    table.messages("move 7 3")
    assert table.text("card") == ["Jack of diamonds, pile 3, 4 of 4."]


def test_enter_on_the_stock_draws_and_keeps_the_cursor():
    table = Table()
    assert table.keys("9", "") == ["here", "drawn"]
    assert str(table.seat.cursor.place) == "S"


def test_a_run_is_picked_up_from_the_card_under_the_cursor():
    table = Table(deal=18)
    table.messages("move 7 3")
    assert table.text("3", "k", "up", "")[-1] == "Picked up: 2 cards, queen of clubs to jack of diamonds, from pile 3."
    assert table.text("1", "") == [
        "King of diamonds, pile 1.",
        "2 cards, queen of clubs to jack of diamonds, to pile 1, on king of diamonds. Uncovered: ace of clubs.",
    ]


def test_select_with_a_place_and_a_number_picks_up_in_one_line():
    table = Table(deal=18)
    table.messages("move 7 3")
    assert table.keys("select 3 2", "select 1") == ["picked_up", "moved"]
    assert table.keys("select f", "select") == ["no_such_place", "picked_up"]


def test_a_refused_card_stays_in_the_hand():
    table = Table()
    assert table.keys("", "") == ["picked_up", "put_back"]
    table.messages("")
    assert table.keys("2", "") == ["here", "refused"]
    assert table.text("selection") == ["You hold the 8 of spades, from pile 1."]
    assert table.keys("cancel", "cancel") == ["put_back", "nothing_held"]


def test_nothing_is_picked_up_where_nothing_lies_open():
    table = Table()
    assert table.text("7", "up", "", "f1", "") == [
        "5 of clubs, pile 7, 7 of 7.",
        "6 face-down cards, pile 7, 1 to 6 of 7.",
        "Not possible: face-down cards cannot be moved.",
        "Foundation of hearts, empty.",
        "Not possible: there is no card to take.",
    ]


def test_a_move_without_a_number_takes_as_many_as_fit():
    table = Table(deal=18)
    table.messages("move 7 3")
    assert table.keys("move 3 1") == ["moved"]
    assert len(table.engine.table.tableau[0].face_up) == 3


@pytest.mark.parametrize("line", ["move", "move 3", "move 3 x", "move f 3", "go", "go nowhere", "send x"])
def test_a_move_between_unknown_places_says_how_they_are_named(line):
    assert Table().keys(line) == ["no_such_place"]


def test_moves_between_stock_and_waste_draw_and_recycle():
    table = Table()
    assert table.keys("move s w", "s w") == ["drawn", "drawn"]
    assert table.keys("move w s") == ["refused"]


def test_every_place_word_can_be_gone_to():
    for word in PLACE_WORDS:
        expected = ["no_such_place"] if PLACE_WORDS[word] == "F" else ["here"]
        assert Table(deal=2).keys("7" if word != "7" else "6", f"go {word}")[1:] == expected


# Warnings


def test_draw_warnings_come_after_the_draw_on_crossing_only():
    table = Table(level=3, draw_count=1)
    keys = [message.key for message in draws(table, 50)]
    assert keys.count("threshold") == 2
    first = keys.index("threshold")
    assert keys[first - 1] == "drawn"
    assert keys[:first].count("drawn") == 21


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("off", []),
        ("minimal", [(False, 20), (False, 2)]),
        ("balanced", [(False, 20), (False, 40), (False, 2), (False, 3), (False, 4)]),
        (
            "complete",
            [(True, 20), (False, 20), (True, 40), (False, 40), (True, 2), (False, 2), (False, 3), (False, 4)],
        ),
    ],
)
def test_warning_levels(level, expected):
    table = Table(level=3, draw_count=3, preferences=Preferences(score_warnings=level))
    told = [message.data for message in draws(table, 48) if message.key == "threshold"]
    by_kind = sorted(told, key=lambda data: data["event"], reverse=True)
    assert [(data["is_ahead"], data["threshold"]) for data in by_kind] == expected


def test_a_warning_says_what_was_charged_and_what_the_next_costs():
    table = Table(level=3, draw_count=1)
    told = [message for message in draws(table, 80) if message.key == "threshold"]
    assert [table.words(message) for message in told] == [
        "Attention: past the threshold of 20 draws. From now on each draw costs 1 point.",
        "Attention: past the threshold of 40 draws. From now on each draw costs 2 points.",
        "Attention: recycle number 3 cost 10 points, the next costs 20 points.",
    ]
    assert all(message.priority is Priority.ALERT for message in told)


def test_no_warning_falls_into_the_middle_of_a_move():
    table = Table(level=3, timer_mode="PERMISSIVE", timer_minutes=10)
    table.messages("2", "2")
    assert table.wait(8 * 60 + 30) == []
    assert table.keys("f2", "where", "time") == ["here", "where", "time"]
    assert table.keys("") == ["moved", "minutes_left"]


def test_a_warning_that_waited_comes_when_the_card_is_put_back():
    table = Table(level=3, timer_mode="PERMISSIVE", timer_minutes=10)
    table.messages("2", "2")
    table.wait(9 * 60 + 30)
    assert table.keys("cancel") == ["put_back", "minutes_left"]


def test_idle_time_speaks_by_itself():
    table = Table(level=4)
    assert table.wait(25 * 60) == ["minutes_left"]
    assert table.wait(5 * 60) == ["limit_passed"]
    assert table.wait(5 * 60) == []


def test_the_end_of_a_strict_game_does_not_wait_for_a_selection():
    table = Table(level=5)
    table.messages("2", "2")
    assert table.wait(900) == ["game_over"]
    assert table.seat.selection is None
    assert table.keys("f2", "") == ["is_over", "is_over"]
    assert [score.end_reason for score in table.ended_games] == ["timeout_strict"]


def test_a_command_after_the_limit_is_not_played():
    table = Table(level=5)
    table.clock.wait(901)
    assert table.keys("draw") == ["game_over"]
    assert table.engine.scorer.stock_draw_count == 0
    assert table.keys("draw") == ["detail"]


def test_the_cost_of_the_next_actions_can_be_asked():
    table = Table(level=3, draw_count=1)
    draws(table, 21 + 24 + 7)
    (text,) = table.text("cost")
    assert text.startswith("Draw number 51 costs 2 points. Recycle number 3 costs 10 points.")
    assert text.endswith("A card back from a foundation costs 15 points.")


def test_what_costs_nothing_is_said_to_be_free():
    (text,) = Table(level=3, draw_count=1).text("cost")
    assert text.startswith("Draw number 1 is free. Recycle number 1 is free.")


# Questions, pause, help


def test_only_what_destroys_asks_and_the_empty_answer_is_the_safe_one():
    for line in ("new", "restart", "abandon"):
        table = Table()
        table.messages("draw")
        assert table.keys(line)[0].startswith("ask_")
        assert table.keys("") == ["kept_playing"]
        assert not table.engine.is_over


def test_an_answer_that_is_none_repeats_the_question_and_the_clock_stands():
    table = Table()
    table.messages("draw", "abandon")
    table.clock.wait(50)
    assert table.keys("perhaps", "draw") == ["answer_yes_or_no", "ask_abandon"] * 2
    assert table.engine.clock.elapsed_ms == 0
    assert table.keys("sì") == ["game_over"]
    assert table.ended_games[0].end_reason == "abandon_exit"


@pytest.mark.parametrize("line", ["quit", "esci", "q"])
def test_who_leaves_at_a_question_gives_nothing_up(line):
    table = Table()
    table.messages("draw", "abandon")
    assert table.keys(line) == ["goodbye"]
    assert not table.engine.is_over
    assert table.ended_games == []


def test_a_key_that_means_leave_me_alone_answers_no():
    table = Table()
    table.controller.press("d")
    table.controller.press("x")
    assert [message.key for message in table.controller.press("escape")] == ["kept_playing"]


def test_a_new_game_gives_the_old_one_up_and_says_its_score():
    table = Table()
    table.messages("draw", "set draw 1", "new 42")
    assert table.keys("yes") == ["game_over", "started"]
    assert (table.engine.deal_number, table.engine.settings.draw_count) == (42, 1)
    assert [score.end_reason for score in table.ended_games] == ["abandon_new_game"]


def test_an_untouched_deal_is_left_without_a_question():
    table = Table()
    assert table.keys("new") == ["started"]
    assert table.ended_games == []


def test_restart_deals_the_same_cards_by_the_same_settings():
    table = Table(deal=5)
    first = table.engine.table
    table.messages("draw", "set draw 1", "restart", "yes")
    assert table.engine.table == first
    assert table.engine.settings.draw_count == 3


@pytest.mark.parametrize("words", ["new 0", "new abc", "new 1000000000", "new -4", "new ²"])
def test_a_deal_that_does_not_exist_is_refused(words):
    assert Table().keys(words) == ["no_such_deal"]


def test_what_is_half_said_is_answered_with_what_there_is_to_choose():
    table = Table()
    assert table.text("imposta mazzo", language="it") == ["Mazzo: scegli tra francese, napoletano."]
    assert table.text("imposta consigli", language="it") == ["Consigli sui comandi: scegli tra attivi, spenti."]
    assert table.text("new 0") == ["Deals are numbered from 1 to 999999999."]
    (kinds,) = table.text("nuova comoda", language="it")
    assert all(word in kinds for word in ("casuale", "vincibile", "facile", "media", "difficile", "giornaliera"))


def test_help_and_pause_stop_the_clock():
    table = Table()
    table.messages("help")
    table.clock.wait(100)
    table.messages("where")
    table.clock.wait(5)
    table.messages("pause")
    table.clock.wait(100)
    assert table.keys("table", "draw", "undo") == ["is_paused"] * 3
    table.messages("pause")
    table.clock.wait(1)
    assert table.text("time") == ["Time played: 6 seconds. No time limit."]


def test_leaving_keeps_the_game_and_asks_nothing():
    table = Table()
    assert table.text("draw", "quit")[-1] == "Goodbye. The game is kept and goes on next time."
    assert table.controller.wants_to_leave
    assert table.journals[0].entries()[-1].kind == "clock"


# Options and messages


def test_a_locked_option_says_which_level_fixes_it():
    table = Table(level=5)
    assert table.text("set timer 20") == ["Timer minutes: locked, level 5 Master sets them to 15."]
    assert table.keys("set draw 1", "set level 1") == ["option_set", "option_set"]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("set", "no_such_option"),
        ("set luck 3", "no_such_option"),
        ("set draw", "no_such_value"),
        ("set draw 7", "no_such_value"),
        ("set level", "no_such_value"),
        ("set timer 3", "no_such_value"),
        ("set timer mode strict", "option_set"),
        ("imposta modalità del timer rigida", "option_set"),
        ("imposta riciclo scarti mescolati", "option_set"),
        ("imposta mazzo napoletano", "option_set"),
        ("set tips off", "option_set"),
        ("verbosity", "verbosity_set"),
        ("verbosità completa", "verbosity_set"),
        ("verbosity loud", "no_such_value"),
        ("warnings", "warnings_set"),
        ("avvisi spenti", "warnings_set"),
        ("warnings many", "no_such_value"),
    ],
)
def test_options_are_set_in_both_languages(line, key):
    assert Table().keys(line) == [key]


def test_choices_are_handed_to_the_host_and_count_from_the_next_game():
    table = Table()
    table.messages("set draw 1", "verbosity full", "warnings off")
    assert [changes for changes, _preferences in table.choices] == [{"draw_count": 1}, {}, {}]
    assert table.choices[-1][1] == Preferences("full", "off")
    assert table.seat.next_settings.draw_count == 1
    assert table.engine.settings.draw_count == 3


def test_repeat_and_the_last_messages():
    table = Table()
    assert table.keys("repeat", "messages") == ["nothing_said", "nothing_said"]
    table.messages("where", "time", "draw")
    assert table.keys("repeat", "repeat") == ["drawn", "drawn"]
    assert table.keys("messages") == ["where", "time", "drawn"]


def test_messages_can_be_walked_without_adding_any():
    table = Table()
    table.messages("where", "time", "draw")
    walked = table.messages("older", "older", "older", "older", "newer", "newer", "newer")
    assert [message.key for message in walked] == [
        *["history"] * 3, "history_end", "history", "history", "history_end",
    ]  # fmt: skip
    assert [message.data["message"].key for message in walked[:3]] == ["drawn", "time", "where"]
    assert table.text("older")[0].startswith("Message 2 of 3: Time played")


def test_tips_are_given_once_a_game_and_not_at_the_upper_levels():
    for level, expected in ((3, 1), (4, 0)):
        table = Table(level=level)
        said = [message.key for line in ("1", "k", "1", "k") for message in table.controller.handle(line)]
        assert said.count("tip_place") == expected


def test_being_stuck_is_said_once_and_again_after_it_was_undone():
    table = Table(deal=34, deck="neapolitan")
    assert table.keys(*["draw"] * 4)[-2:] == ["drawn", "stuck"]
    assert table.keys("draw") == ["recycled"]
    assert table.keys("undo", "undo", "redo") == ["undone", "undone", "redone", "stuck"]


def test_controller_messages_are_plain_data():
    import json

    table = Table()
    for line in ("table", "moves", "options", "help", "detail", "draw", "older"):
        for message in table.controller.handle(line):
            assert isinstance(message, Message)
            assert json.loads(json.dumps(message.as_dict()))["key"] == message.key


# What was typed and makes no sense


@pytest.mark.parametrize(
    "line", ["move 3 5 " + "9" * 5000, "select 3 " + "9" * 5000, "select 3 0", "move 3 5 two", "move 3 5 ٣"]
)
def test_a_number_of_cards_that_is_none_is_asked_for_again(line):
    table = Table()
    assert table.text(line) == ["How many cards? For example: move 3 5 2."]
    assert table.text("where") == ["Pile 1: 8 of spades."]


def test_a_key_without_a_letter_is_not_spelled_out():
    assert [message.key for message in Table().controller.press("unknown")] == ["unknown_key"]


# What is held when something else happens


@pytest.mark.parametrize("line", ["draw", "move 6 2", "auto", "undo"])
def test_what_is_held_is_said_to_be_put_back_by_an_action_that_drops_it(line):
    table = Table()
    table.keys("move 2 f", "3", "3")
    keys = [message.key for message in table.messages(line)]
    if line == "auto":
        assert keys == ["nothing_safe"]
        assert table.seat.selection is not None
    else:
        assert keys[1] == "put_back"
        assert table.seat.selection is None


def test_laying_down_says_nothing_of_putting_back():
    table = Table()
    table.keys("2", "2", "f2")
    assert [message.key for message in table.messages("enter")] == ["moved"]


def test_help_of_one_kind_is_found_in_both_languages():
    for line in ("help playing", "aiuto giocare"):
        assert [message.data["topic"] for message in Table().messages(line)] == ["playing"]


def test_a_place_that_was_not_named_before_is_only_told():
    table = Table()
    assert table.keys("1", "1", "cancel") == ["here", "picked_up", "put_back"]
    assert table.keys("right", "2", "2", "cancel") == ["here", "here", "picked_up", "put_back"]
    assert table.keys("move 2 f", "f2", "f2") == ["moved", "here", "picked_up"]
