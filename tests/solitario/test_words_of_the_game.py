"""Every message has words in both languages, short enough to be heard, with nothing left in the other language."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from kernelkit.spoken import LANGUAGES
from solitario.application import controller as application
from solitario.application.answers import useful_first
from solitario.application.messages import Message
from solitario.domain.cards import DECKS, Card
from solitario.domain.rules import legal_moves
from solitario.domain.settings import LEVELS, GameSettings
from solitario.domain.table import Pile
from solitario.errors import LockedSettingError
from solitario.presentation.tongue import Tongue
from solitario.presentation.voice import Voice
from solitario.presentation.words import SAYINGS, said
from solitario.presentation.words_managing import FIXED
from support.solitario_table import Table

SOURCES = Path(application.__file__).parent.rglob("*.py")
KEYS = {key for path in SOURCES for key in re.findall(r'\b(?:status|alert|tip|ask)\(\s*"([a-z_]+)"', path.read_text())}
LONG_ANSWERS = {"table", "moves", "help", "detail"}
MOST_LETTERS = 160
TOUR = [
    "help", "1", "help playing",
    "where", "table", "2", "2", "3", "", "k", "move 2 f", "move 1 1", "7", "up", "", "draw", "undo", "redo",
    "undo", "undo", "redo", "redo", "hint", "auto", "moves", "waste", "stock", "foundations", "time", "score", "detail",
    "cost", "options", "set draw 2", "set level 5", "set timer 5", "set timer 3", "set x y", "verbosity brief", "draw",
    "where", "score", "verbosity full", "draw", "move 1 2", "warnings complete", "repeat", "messages", "older", "newer",
    "newer", "pause", "draw", "pause", "new 0", "what", "go nowhere", "left", "right", "selection", "recycle", "cancel",
    "restart", "no", "abandon", "maybe", "yes", "score", "D", "draw", "undo", "new", "quit",
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_a_tour_of_all_commands_has_words_for_everything(language, deck):
    table = Table(deck=deck)
    told = [message for line in TOUR for message in table.controller.handle(line)]
    texts = [(message.key, table.words(message, language)) for message in told]
    assert all(text.strip() and "{" not in text for _key, text in texts)
    assert all(len(text) <= MOST_LETTERS for key, text in texts if key not in LONG_ANSWERS), [
        text for key, text in texts if len(text) > MOST_LETTERS and key not in LONG_ANSWERS
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("level", LEVELS)
def test_the_longest_greeting_and_the_longest_options_can_be_heard(language, deck, level):
    settings = GameSettings.for_level(level, deck)
    for option, value in {"timer_mode": "PERMISSIVE", "timer_minutes": 55, "empty_piles": "any"}.items():
        with suppress(LockedSettingError):
            settings = settings.with_option(option, value)
    facts = {"deal": 999_999, "settings": settings.as_dict(), "player": {"it": "Margherita", "en": "Margherita"}}
    facts |= {"keeps": True, "seconds": 1439, "moves": 123, "is_for_next_game": True}
    for key in ("started", "resumed", "options"):
        assert len(said(Message(key, facts), Voice(language, deck))) <= MOST_LETTERS


def test_help_says_how_a_word_without_a_key_is_typed_where_keys_are_pressed():
    facts = {"topic": "playing", "commands": ["draw", "oracle"], "typing": "keys"}
    assert said(Message("help", facts), Voice("it")).endswith("Le parole senza tasto si scrivono dopo i due punti.")
    for other in (facts | {"typing": "lines"}, facts | {"commands": ["draw"]}):
        assert "due punti" not in said(Message("help", other), Voice("it"))


def test_a_deal_that_was_always_lost_is_not_said_to_be_lost_by_now():
    facts = {"verdict": "lost", "is_shuffled": False, "turns_back": None, "is_exact": True}
    assert said(Message("winnable", facts), Voice("en")) == "No: this deal could never be won."
    assert "any more" in said(Message("winnable", facts | {"is_exact": False}), Voice("en"))


def test_every_key_the_game_can_send_has_words():
    assert {*SAYINGS, *FIXED, "history", "resumed", "started"} >= KEYS


def test_every_saying_is_sent_by_somebody():
    sent = KEYS | {
        "history",
        "started",
        "resumed",
        "undone",
        "redone",
        "notice",
        "tip_keys",
        "told",
        "nothing_kept",
        "score_waits",
        "recovered",
        "tip_help",
        "trouble",
        "config_refused",
    }
    assert {*SAYINGS, *FIXED} - sent - {"ask_new", "ask_restart"} == set()


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_cards_are_words_never_signs(deck):
    for card in deck.cards:
        assert re.fullmatch(r"[a-z0-9]+ of [a-z]+", Tongue("en").card(str(card)))
        assert re.fullmatch(r"[a-z0-9]+ di [a-z]+", Tongue("it").card(str(card)))


@pytest.mark.parametrize(
    ("card", "italian"),
    [("AH", "asso di cuori"), ("JD", "fante di quadri"), ("QC", "donna di fiori"), ("KS", "re di picche"),
     ("8c", "fante di coppe"), ("9d", "cavallo di denari"), ("10b", "re di bastoni"), ("7s", "7 di spade")],
)  # fmt: skip
def test_italian_cards(card, italian):
    assert Tongue("it").card(card) == italian


def test_durations_leave_out_what_is_none():
    tongue = Tongue("it")
    assert [tongue.duration(seconds) for seconds in (0, 1, 60, 61, 3725)] == [
        "0 secondi", "1 secondo", "1 minuto", "1 minuto e 1 secondo", "62 minuti e 5 secondi",
    ]  # fmt: skip


def test_a_message_of_the_history_keeps_its_own_words():
    inner = Message("stuck")
    voice = Voice("it")
    assert said(Message("history", {"message": inner, "number": 2, "total": 9}), voice) == (
        "Messaggio 2 di 9: Non resta nessuna mossa utile."
    )


def test_verbosity_adds_detail_behind_the_same_result():
    texts = []
    for level in ("brief", "normal", "full"):
        table = Table()
        table.messages(f"verbosity {level}")
        texts.append(table.text("move 2 f")[0])
    assert texts[0] == texts[1] == "Ace of diamonds to the foundation of diamonds. Uncovered: king of diamonds."
    assert texts[2] == f"{texts[0]} Plus 15 points."


def test_refusals_are_rules_in_words():
    table = Table()
    assert table.text("move 1 2", language="it") == [
        "Non si può: sull'asso non va nessuna carta. Mossa non fatta: 8 di picche alla pila 2, sull'asso di quadri."
    ]
    assert table.text("move 5 5", language="it") == ["Non si può: la carta è già lì."]
    table.messages("verbosity brief")
    assert table.text("move 1 6", language="it") == ["Non si può: sulla donna va un fante."]


@pytest.mark.parametrize(
    ("card", "words"),
    [("AH", "sull'asso di cuori"), ("8S", "sull'8 di picche"), ("8s", "sul fante di spade"),
     ("QC", "sulla donna di fiori"), ("KS", "sul re di picche"), ("10D", "sul 10 di quadri")],
)  # fmt: skip
def test_an_italian_preposition_takes_the_article_of_its_card(card, words):
    assert f"{Tongue('it').card(card):su}" == words


def test_a_run_is_said_with_its_articles():
    assert Tongue("it").run(["9S", "8H"]) == "2 carte, dal 9 di picche all'8 di cuori"


def test_the_time_past_the_limit_cannot_be_heard_as_the_limit():
    table = Table(level=4)
    table.clock.wait(30 * 60 + 5 * 60)
    table.messages("cancel")
    assert table.text("time", language="it") == ["Tempo giocato: 35 minuti. Limite superato di 5 minuti."]


def test_the_name_of_a_file_keeps_its_letters_at_the_beginning_of_a_sentence():
    facts = {"it": "settings.json, verbosity: manca", "en": "there is no profile called Ada"}
    assert said(Message("trouble", facts), Voice("it")) == "settings.json, verbosity: manca."
    assert said(Message("trouble", facts), Voice("en")) == "There is no profile called Ada."


def test_help_shows_italian_words_as_they_are_written():
    (text,) = Table().text("aiuto spostarsi", language="it")
    assert text.startswith("Spostarsi:")
    assert "giù, freccia giù" in text


def test_points_that_came_several_times_in_a_row_are_said_once():
    events = [{"event": "tableau_to_foundation", "points": 10}] * 3 + [{"event": "stock_draw", "points": -1}]
    message = Message("events", {"events": [*events, events[0]]})
    assert said(message, Voice("it")) == (
        "Ultimi punti: 3 volte da una pila alla fondazione più 10, pescata meno 1, da una pila alla fondazione più 10."
    )


def test_one_card_that_was_not_seen_is_known():
    facts = {"winnable": 1, "lost": 0, "unproven": 0, "unseen": 1, "is_shuffled": False}
    assert said(Message("chance", facts), Voice("it")) == (
        "C'è una sola carta che non hai visto, quindi si sa qual è. Sì, si può ancora vincere."
    )


def test_a_king_that_goes_from_one_pile_alone_to_another_is_named_last():
    table = Table()
    lonely = table.engine.table.with_pile(0, Pile((), (Card.parse("KS"),))).with_pile(1, Pile())
    named = [move for move in useful_first(lonely, legal_moves(lonely)) if move.count == 1]
    assert [str(move) for move in named][-1] == "1>2"


def test_few_cards_that_went_home_together_are_named_and_many_are_counted():
    def finished(*cards):
        return Message("finished", {"cards": cards, "count": len(cards), "uncovered": [], "points": 0})

    assert said(finished("AD"), Voice("it")) == "1 carta mandata alle fondazioni: asso di quadri."
    assert said(finished("AD"), Voice("it", verbosity="brief")) == "1 carta mandata alle fondazioni."
    assert said(finished("AD", "2D", "AS", "2S", "3S"), Voice("it")) == "5 carte mandate alle fondazioni."
