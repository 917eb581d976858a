"""What once annoyed at the table: hints that loop, a clock that goes back, somebody else's games, lost scores."""

from __future__ import annotations

import os
import random
import re
from datetime import UTC, datetime, timedelta

import click
import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryJournal, MemoryStore
from kernelkit.spoken import catalogue
from mazzo.bootstrap import solitario_choices, solitario_players, solitario_scores
from mazzo.cli import main
from mazzo.cli.click_words import help_in, spoken_click
from mazzo.cli.solitario import solitario_group
from mazzo.cli.spoken_choice import (
    DECK_CHOICE,
    EMPTY_CHOICE,
    KIND_CHOICE,
    RECYCLE_CHOICE,
    TIMER_MODE_CHOICE,
    VERBOSITY_CHOICE,
    WARNING_CHOICE,
)
from mazzo.errors import StoreWriteError, StreamMovedError
from mazzo.folders import folders
from mazzo.hosts import solitario as host
from mazzo.hosts.solitario import KeptGames, WantedGame, seated
from mazzo.storage.store import EventStore
from mazzo.streams import SCORES
from mazzo.words.solitario import not_written
from solitario.application.deal_choice import KIND_WORDS
from solitario.application.engine import GameEngine
from solitario.application.hints import Blocked, position_of
from solitario.application.option_words import LEVEL_WORDS, VALUE_WORDS
from solitario.application.preferences import VERBOSITIES, Preferences
from solitario.application.warnings import WARNING_LEVELS
from solitario.domain.cards import FRENCH, Card
from solitario.domain.moves import DRAW
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import GameSettings
from solitario.domain.table import Pile
from solitario.domain.table import Table as CardTable
from support.solitario_table import HandClock, Table

pytestmark = pytest.mark.slow
HINTED = int(os.environ.get("SOLITARIO_HINTED", "3"))
KILLS = int(os.environ.get("SOLITARIO_CLOCK_KILLS", "20"))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


class KeptMemory(MemoryStore):
    """A store of this test alone."""

    salvaged = None
    taken_over = ()

    def forget(self, stream):
        """As if it had never been written."""
        self._journals.pop(stream)


def run(*arguments, typed=None):
    return CliRunner().invoke(solitario_group, [str(argument) for argument in arguments], input=typed)


# Hints


def hinted(engine, most=600):
    been, spoken = {position_of(engine.table)}, []
    for _ in range(most):
        advice = engine.hint()
        if isinstance(advice, Blocked):
            return "blocked", spoken
        engine.play(advice.move)
        assert position_of(engine.table) not in been
        been.add(position_of(engine.table))
        if engine.is_over:
            return "won", spoken
    return "budget", spoken


@pytest.mark.parametrize("deal", [9, *range(100, 100 + HINTED)])
@pytest.mark.parametrize("deck", ["french", "neapolitan"])
def test_hints_never_lead_back_and_end_in_a_win_or_blocked(deck, deal):
    settings = GameSettings.for_level(3, deck, draw_count=3)
    engine = GameEngine.started(ScoringConfig(), settings, deal, lambda: 0, MemoryJournal())
    assert hinted(engine)[0] in ("won", "blocked")


def test_a_hint_says_what_the_next_pass_costs():
    table = Table(deal=9, draw_count=3)
    told = [""]
    costly = re.compile(r"ricicla gli scarti\. Costa \d+ punti\. Ripassare tutto il mazzo costa altri \d+ punt[oi]\.")
    while not costly.search(told[-1]):
        told += table.text("hint", language="it")
        table.engine.play(table.engine.adviser.advised(table.engine.game).move)
    assert all("gratis" in text or "Costa" in text for text in told if "pesca dal mazzo" in text)


# The clock


@pytest.mark.parametrize("closing", [False, True], ids=["killed", "closed"])
def test_at_most_ten_seconds_are_lost(closing):
    chance, clock, journal = random.Random(KILLS), HandClock(), MemoryJournal()
    engine = GameEngine.started(ScoringConfig(), GameSettings(), 1, clock, journal)
    played_ms = 0
    for _ in range(KILLS):
        for _second in range(chance.randrange(40)):
            clock.wait(1)
            played_ms += 1000
            engine.keep_time()
        clock.wait(rest := chance.random())
        played_ms += round(rest * 1000)
        if closing:
            engine.save_clock()
        engine = GameEngine.resumed(journal, clock)
        lost = played_ms - engine.clock.elapsed_ms
        assert 0 <= lost <= (0 if closing else 10_000)
        played_ms = engine.clock.elapsed_ms


# Players


def games_of(store, player=None):
    games = KeptGames(folders(), store, ScoringConfig(), HandClock())
    games.profile_id = None if player is None else games.profile_called(player)
    return games


def test_a_saved_game_belongs_to_whoever_began_it():
    store = KeptMemory()
    solitario_players(store).change(lambda profiles: profiles.created("Anna").created("Bruno"))
    anna, _told = seated(games_of(store, "Anna"), WantedGame(GameSettings(), 5), Preferences())
    anna.handle("draw")
    bruno, told = seated(games_of(store, "Bruno"), WantedGame(GameSettings(), 6), Preferences())
    assert told[0].key == "started"
    assert told[0].data["player"]["it"] == "Bruno"
    bruno.handle("draw")
    again, told = seated(games_of(store, "Anna"), WantedGame(GameSettings()), Preferences())
    assert (told[0].key, told[0].data["deal"], told[0].data["player"]["it"]) == ("resumed", 5, "Anna")
    again.handle("abandon")
    again.handle("yes")
    (record,) = solitario_scores(store).records()
    assert record.profile_id == games_of(store).profile_called("Anna")
    store.forget(SCORES)
    games_of(store, "Bruno").unfinished()
    assert solitario_scores(store).records() == [record], "what Bruno's start recovers stays Anna's"


def test_a_game_can_wait_while_another_is_played():
    store = KeptMemory()
    controller, _told = seated(games_of(store), WantedGame(GameSettings(), 5), Preferences())
    for line in ("draw", "new 6", "later", "draw", "new 7", "l"):
        controller.handle(line)
    assert controller.engine.deal_number == 7
    (listed,) = controller.handle("games")
    assert [game["deal"] for game in listed.data["games"]] == [6, 5]
    controller.handle("2")
    assert (controller.engine.deal_number, controller.engine.scorer.stock_draw_count) == (5, 1)
    assert solitario_scores(store).records() == []


# Scores


def test_every_score_comes_back_from_the_journal_with_its_date_and_in_order(monkeypatch):
    store, day = KeptMemory(), datetime(2026, 11, 1, tzinfo=UTC)
    games = games_of(store)
    for number in range(25):
        monkeypatch.setattr(host, "_now", lambda number=number: (day + timedelta(days=number)).isoformat())
        engine = games.start(GameSettings(), number + 1)
        engine.today = host._now
        engine.play(DRAW)
        engine.end(EndReason.ABANDON_EXIT)
        games.ended(engine)
    before = solitario_scores(store).records()
    store.forget(SCORES)
    folders().scores.parent.mkdir(parents=True)
    folders().scores.write_text("{", encoding="utf-8")
    _engine, told = games_of(store).unfinished()
    assert [message.key for message in told] == ["trouble"]
    folders().scores.unlink()
    _engine, told = games_of(store).unfinished()
    assert [(message.key, message.data["count"]) for message in told] == [("recovered", 25)]
    after = solitario_scores(store).records()
    assert after == before
    assert [record.finished_at[:10] for record in after] == sorted(record.finished_at[:10] for record in after)


def test_a_broken_file_of_scores_is_told_at_the_start_and_not_again_at_the_end():
    folders().scores.parent.mkdir(parents=True)
    folders().scores.write_text("{", encoding="utf-8")
    said = run("--deal", 1, "--lang", "it", typed="pesca\nabbandona\nsì\n").stdout
    assert said.index("scores.json") < said.index("Smazzata 1")
    assert said.count("scores.json") == 1
    assert "Il punteggio è al sicuro" in said


# Words


def test_undo_and_redo_say_what_moved_and_what_it_covered():
    table = Table(deal=1)
    table.messages("move 2 f")
    assert table.text("undo", language="it") == [
        "Mossa annullata: l'asso di quadri torna alla pila 2. Di nuovo coperto il re di quadri."
    ]
    assert table.text("redo", language="it") == [
        "Mossa ripetuta: l'asso di quadri va alla fondazione di quadri. Scoperto il re di quadri."
    ]


def test_moves_are_grouped_and_few_at_a_time():
    for deal in range(1, 5):
        table = Table(deal=deal)
        for _ in range(60):
            advice = table.engine.hint()
            if isinstance(advice, Blocked) or table.engine.is_over:
                break
            table.engine.play(advice.move)
            if table.engine.is_over:
                break
            assert all(len(table.text("moves", language=language)[0]) <= 400 for language in ("en", "it"))


@pytest.mark.parametrize(
    ("error", "italian"),
    [
        (
            StreamMovedError(stream="solitario/12", known=1, found=2),
            "Questa partita è andata avanti in un'altra finestra. Premi Q e riaprila",
        ),
        (
            StoreWriteError(file="journal.sqlite3", reason="the disk is full"),
            "Mossa non eseguita: il disco è pieno. La partita è salva fino alla mossa precedente",
        ),
    ],
)
def test_a_move_that_was_not_made_says_so_and_no_name_of_the_store(error, italian):
    assert not_written(error, "it") == italian


@pytest.mark.parametrize(
    ("line", "italian"),
    [
        ("manda f1", "Niente da mandare: qui non c'è nessuna carta. Vai prima su una carta."),
        ("ricicla", "Non riciclato: nel mazzo ci sono ancora 24 carte. Pesca con D."),
    ],
)
def test_what_cannot_be_done_says_what_to_do(line, italian):
    assert Table().text(line, language="it") == [italian]


def test_options_of_the_command_line_hold_once():
    run("--level", 5, "--deal", 1, "--lang", "en", typed="set draw 1\n")
    with EventStore.open(folders().journal) as store:
        stored = solitario_choices(store).load().game
    assert (stored.level, stored.draw_count) == (3, 1)


def test_a_game_is_told_that_auto_can_finish_it():
    table = Table(deal=1)
    piles = (Pile((), (Card.parse("KS"),)), *[Pile()] * 6)
    table.engine.game.table = CardTable(FRENCH, piles, foundations=(13, 13, 13, 12))
    assert "can_finish" in table.keys("where")
    assert "can_finish" not in table.keys("where")


def test_who_names_the_player_that_plays_goes_on_with_the_same_game():
    run("profile", "create", "Anna", "--default")
    said = run("--deal", 1, "--lang", "en", typed="draw\nprofile anna\ndraw\nscore\nquit\n").stdout
    assert "Deal 1 goes on" in said
    assert "2 draws" in said, said


def test_statistics_records_points_players_and_language_are_told_inside_the_game():
    run("profile", "create", "Anna", "--default")
    typed = "pesca\neventi\nstatistiche\nrecord\nprofilo\nprofilo nuovo Bruno\nprofilo\nlanguage\nwhere\nesci\n"
    said = run("--deal", 1, "--lang", "it", typed=typed).stdout
    for words in (
        "Gioca Anna.",
        "Ancora nessun punto.",
        "Anna: ancora nessuna partita finita.",
        "Gioca Bruno. Giocatori: Anna, Bruno, Ospite.",
        "English from now on.",
        "Pile 1:",
    ):
        assert words in said, said
    with EventStore.open(folders().journal) as store:
        assert solitario_choices(store).load().language == "en"


# Click


def helps(command):
    """Everything that the help of ``command`` says."""
    yield command.help
    yield from (option.help for option in command.params if getattr(option, "help", None))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from helps(command.get_command(context, name))


def test_every_help_of_solitario_has_italian():
    words = catalogue("mazzo", "it")
    said = {" ".join(text.split()) for text in helps(solitario_group) if text}
    assert {text for text in said if words.gettext(text) == text} == set()


def test_what_was_typed_wrong_is_told_in_italian(capsys):
    with pytest.raises(SystemExit):
        main(["solitario", "--lang", "it", "--deck", "spagnolo"])
    told = capsys.readouterr().err
    assert "Uso: " in told
    assert "non è tra 'francese'" in told
    with pytest.raises(SystemExit):
        main(["solitario", "--recycle", "girata", "--lang", "it"])
    assert "'girata' non è tra 'girati', 'mescolati'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["solitario", "--help", "--lang", "en"])
    assert "Play Klondike solitaire" in capsys.readouterr().out


def pages(command, context):
    """The help of ``command`` and of every command below it."""
    yield command.get_help(context)
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        yield from pages(below, click.Context(below, info_name=name, parent=context))


def test_no_page_of_help_holds_an_english_word_in_italian():
    command = help_in("it", solitario_group)
    with spoken_click("it"):
        said = " ".join(pages(command, click.Context(command, info_name="mazzo solitario")))
    without_names = re.sub(r"--[a-z-]+|^  [a-z]+  +|Uso: .*?\[OPZIONI\]", " ", said, flags=re.MULTILINE)
    english = r"OPTIONS|COMMAND|ARGS|TEXT|INTEGER|RANGE|FLOAT|PATH|NAME|turned|king|any|strict|easy|french|off"
    assert re.findall(rf"\b(?:{english})\b", without_names) == []


@pytest.mark.parametrize("typed", [("--recycle", "mescolati", "--empty", "qualsiasi"), ("--timer-mode", "rigida")])
def test_values_of_the_command_line_may_be_typed_in_italian_whatever_is_spoken(typed):
    assert run("--deal", 1, "--timer", 20, *typed, "--lang", "en", typed="options\n").exit_code == 0


def test_a_language_asked_for_above_a_command_holds_for_it():
    assert run("profile", "--lang", "it", "list").stdout == "Ospite, predefinito\n"


@pytest.mark.parametrize(
    ("choice", "known"),
    [
        (KIND_CHOICE, KIND_WORDS),
        (DECK_CHOICE, VALUE_WORDS["deck_type"]),
        (RECYCLE_CHOICE, VALUE_WORDS["recycle_mode"]),
        (EMPTY_CHOICE, VALUE_WORDS["empty_piles"]),
        (TIMER_MODE_CHOICE, VALUE_WORDS["timer_mode"]),
        (VERBOSITY_CHOICE, {**LEVEL_WORDS, **{each: each for each in VERBOSITIES}}),
        (WARNING_CHOICE, {**LEVEL_WORDS, **{each: each for each in WARNING_LEVELS}}),
    ],
)
def test_the_command_line_and_the_table_take_the_same_words(choice, known):
    assert {known[choice.word_in("it", value)] for value in choice.choices} == set(known.values()) & {
        known[value] for value in choice.choices
    }
