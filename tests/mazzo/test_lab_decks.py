"""``mazzo lab decks`` and ``mazzo lab evolve``: figures that add up, swaps that are tested, decks that grow."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from kernelkit.chance import seeded
from mazzo.cli import main
from mazzo.cli.lab.round_robin import collection_of
from mazzo.lab import evolution, round_robin
from mazzo.lab.crews import Here
from mazzo.lab.deck_figures import EVENTS
from mazzo.lab.deck_games import Setting, play_meeting
from mazzo.lab.evolution import drawn_deck, evolve
from mazzo.lab.round_robin import DecksPlan, run_decks
from mazzo.lab.swaps import Difference, Swap, Trials, possible_swaps, whole_pool
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.ruleset import PRESETS, REBIRTH

DECKS = tuple(starter.deck.card_ids for starter in starter_decks())
NAMES = tuple(starter.name for starter in starter_decks())
RANDOM = PlayerSpec.parse("random")
SETTING = Setting(REBIRTH, RANDOM, 3)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))


@pytest.fixture
def small(monkeypatch):
    """Screens and tests of a size that the plain form can play."""
    monkeypatch.setattr(round_robin, "SCREENS", ((1, 2), (1, None)))
    monkeypatch.setattr(evolution, "SCREENS", ((1, 2), (1, None)))
    monkeypatch.setattr(round_robin, "MOST_TESTED", 4)
    for name, size in {"CANDIDATES": 3, "FIRST_DECKS": 3, "FINALISTS": 1, "MOST_TESTED": 5}.items():
        monkeypatch.setattr(evolution, name, size)


def lab(*arguments, language="en"):
    return CliRunner().invoke(main, ["lab", *map(str, arguments), "--lang", language])


def test_each_card_is_counted_in_the_games_in_which_it_was_drawn_played_or_left():
    batch = play_meeting(SETTING, DECKS[0], DECKS[1], (0, 4))
    for cards, figures in ((DECKS[0], batch.a), (DECKS[1], batch.b)):
        assert figures.games == 8
        for place, card_id in enumerate(cards):
            drawn, played, stuck = (figures.when(place, event) for event in EVENTS)
            assert drawn.trials <= 8
            assert played.trials <= drawn.trials
            assert stuck.trials <= drawn.trials
            assert drawn.trials == 0 if card_id in cards[:place] else drawn.trials > 0
            assert drawn.rate in drawn.interval


def test_players_who_think_leave_the_same_figures_behind(monkeypatch):
    """The arena move by move against the kernel's batch."""
    fast = play_meeting(SETTING, DECKS[0], DECKS[1], (2, 4))
    monkeypatch.setattr(Setting, "is_played_by_the_kernel", False)
    assert play_meeting(SETTING, DECKS[0], DECKS[1], (2, 4)) == fast


def test_batches_come_together_to_the_same_figures():
    whole = run_decks(DecksPlan(SETTING, NAMES[:2], DECKS[:2], 6))
    parts = [play_meeting(SETTING, *DECKS[:2], span) for span in ((0, 2), (2, 6))]
    assert parts[0].a.plus(parts[1].a) == whole.figures[0]
    assert whole.tally(0, 1).counts == whole.tally(1, 0).counts[::-1]


def test_the_record_is_the_same_for_any_number_of_workers():
    plan = DecksPlan(SETTING, NAMES[:3], DECKS[:3], 6)
    alone, crew = run_decks(plan), run_decks(plan, crew=Here(2))
    assert (alone.pairs, alone.figures) == (crew.pairs, crew.figures)


def test_a_swap_keeps_its_place_and_only_legal_ones_are_possible():
    swaps = possible_swaps(DECKS[0], range(15), whole_pool(), REBIRTH)
    assert all(Deck(swap.made(DECKS[0]), REBIRTH) for swap in swaps)
    swap = swaps[0]
    assert [i for i in range(15) if swap.made(DECKS[0])[i] != DECKS[0][i]] == [swap.place]
    assert {swap.card_in for swap in possible_swaps(DECKS[0], [0], {"031": 1, "T01": 1}, REBIRTH)} <= {"031"}
    assert possible_swaps(DECKS[0], [0], {DECKS[0][1]: DECKS[0].count(DECKS[0][1])}, REBIRTH) == []


def test_a_deck_against_itself_differs_by_nothing():
    outcomes = Trials(SETTING, DECKS[:1]).outcomes([DECKS[1]], (0, 4))[0]
    same = Difference().plus(outcomes, outcomes)
    assert (same.gain, same.tally.pairs) == (0.0, 4)
    assert Difference().plus("8", "0").gain == 1.0


def test_a_trial_is_played_once():
    trials = Trials(SETTING, DECKS[:2])
    first = trials.outcomes([DECKS[2], DECKS[3], DECKS[2]], (0, 2))
    games = trials.games
    assert first[0] == first[2]
    assert games == 2 * 2 * 2 * 2
    assert trials.outcomes([DECKS[3]], (0, 2)) == [first[1]]
    assert trials.games == games


@pytest.mark.slow
def test_decks_are_said_drawn_kept_resumed_and_verified(tmp_path, small):
    file, picture = tmp_path / "decks", tmp_path / "decks.svg"
    command = ["decks", *NAMES[:3], "--player", "random", "--games", "4", "--workers", "1", "--out", file]
    swapped = [*command, "--collection", "all", "--swaps", "2"]
    first = lab(*command)
    assert first.exit_code == 0
    assert all(len(line) <= 80 for line in first.stdout.splitlines() if ":" not in line)
    again = lab(*swapped, "--svg", picture)
    assert again.exit_code == 0
    assert again.stderr.startswith("12 games were kept in")
    assert len([line for line in again.stdout.splitlines() if " out, " in line]) == 2
    assert ET.fromstring(picture.read_text()).find("{*}title").text
    report = json.loads(lab(*swapped, "--json").stdout)
    assert [part["name"] for part in report["decks"]] == list(NAMES[:3])
    assert len(report["meetings"]) == 3
    assert lab("verify", file, "--workers", "1", "--sample", "6").exit_code == 0
    assert lab(*command, "--seed", "2").exit_code == 65


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_deck_evolves_and_a_second_run_takes_everything_from_the_file(tmp_path, small, language):
    file = tmp_path / "evolve"
    command = [
        "evolve",
        NAMES[0],
        "--player",
        "random",
        "--rounds",
        "2",
        "--games",
        "4",
        "--workers",
        "1",
        "--out",
        file,
    ]
    first = lab(*command, language=language)
    assert first.exit_code == 0
    before = file.read_bytes()
    again = lab(*command, language=language)
    assert file.read_bytes() == before
    assert again.stdout.splitlines()[1:] == first.stdout.splitlines()[1:]
    assert lab("verify", file, "--workers", "1", "--sample", "3").exit_code == 0


def test_an_evolution_takes_only_what_its_test_calls_a_gain(monkeypatch, small):
    monkeypatch.setattr(Trials, "tested", lambda _trials, _old, _new, _most, _size: (Difference(), "H0"))
    found = evolve(Trials(SETTING, DECKS[:1]), whole_pool(), start=DECKS[1], rounds=9, final_pairs=1)
    assert (found.deck, found.steps, found.rounds) == (DECKS[1], [], evolution.PATIENCE)
    monkeypatch.setattr(Trials, "tested", lambda _trials, _old, _new, _most, _size: (Difference(), "H1"))
    found = evolve(Trials(SETTING, DECKS[:1]), whole_pool(), start=DECKS[1], rounds=2, final_pairs=1)
    assert len(found.steps) == 2
    assert Deck(found.deck, REBIRTH)


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_a_drawn_deck_is_one_that_the_rules_take(ruleset):
    chance = seeded(1)
    assert all(Deck(drawn_deck(whole_pool(), ruleset, chance), ruleset) for _deck in range(20))


def test_a_collection_counts_its_copies(tmp_path):
    file = tmp_path / "cards.txt"
    file.write_text("\n".join([*(f"{number:03d} x2" for number in range(1, 9)), "009, Archdragon"]))
    owned = collection_of(str(file), REBIRTH)
    assert (owned["001"], owned["009"], owned["020"]) == (2, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["decks", "Vanguard"], 2, "1 deck is given and 2 are needed"),
        (["decks", "Vanguard", "Heirs", "--improve", "3"], 2, "--improve 3: decks are numbered from 1 to 2"),
        (["decks", "Vanguard", "nobody"], 65, "is no deck"),
        (
            ["decks", "Vanguard", "./FEW"],
            65,
            "FEW: the deck is refused: it has 14 cards and a deck has 15. Nothing was",
        ),
        (["decks", "Vanguard", "Heirs", "--player", "nobody"], 2, "'nobody'"),
        (["decks", "Vanguard", "Heirs", "--collection", "nowhere.txt"], 66, "there is no file nowhere.txt"),
        (["evolve", "--collection", "FEW"], 65, "has 14 cards that a deck may hold, and 15 are needed"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_game_is_played(tmp_path, monkeypatch, arguments, code, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FEW").write_text("\n".join(DECKS[0][:14]))
    answer = lab(*arguments)
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert words in answer.stderr


def test_swaps_are_ordered_by_place_and_card():
    assert Swap(0, "001", "002").made(("001", "003")) == ("002", "003")
