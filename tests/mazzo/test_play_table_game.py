"""A game against the computer without a screen: what is hidden stays hidden, what is taken back comes again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.forms import plain_rules
from kernelkit.journal import MemoryStore
from mazzo.errors import StreamMovedError
from mazzo.play.errors import (
    GameOverError,
    NothingToTakeBackError,
    TimedLevelError,
    UnknownGameError,
    UnknownLevelError,
)
from mazzo.play.games import Games
from mazzo.play.levels import IMITATORS, LEVELS, level_of, needs_compiled_rules, read_level
from mazzo.play.terms import Terms, dealt
from mazzo.words.levels import enemy_words, level_choices
from mazzo.words.remedies import told
from mazzo.words.table import Words
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.records import Comment, parse_qbn, qbn_text, verify
from qb_engine.ruleset import REBIRTH
from qb_engine.words.voice import Voice

VANGUARD, BULWARK, REAPERS, HEIRS = (starter.deck for starter in starter_decks())


@pytest.fixture(autouse=True)
def plain():
    """The rules in plain form: a few moves do not wait for compiled ones."""
    with plain_rules():
        yield


def terms(player="greedy", seed=7, first="you", deck=VANGUARD, enemy=None, is_open=False) -> Terms:
    return Terms(dealt(REBIRTH, deck, enemy, seed, first), PlayerSpec.parse(player), is_open)


def on_table(store=None, **given):
    game = Games(store or MemoryStore()).begin(terms(**given))
    game.mulligan(())
    return waited(game)


def waited(game):
    """The game when the next step is yours to decide."""
    while game.is_waiting:
        game.go_on()
    return game


def moved(game, choice=0):
    """Your move, the first legal one or another, and the answer."""
    legal = game.match.state.game.legal_moves("Y")
    if legal:
        game.play(legal[choice % len(legal)])
    else:
        game.pass_turn()
    return waited(game)


def played_out(game, choice=0):
    while game.phase != "over":
        moved(game, choice)
    return game


def what_happened(game):
    return [(step.kind, step.data) for step in game.match.steps]


# Levels and terms.


def test_each_level_is_a_player_and_knows_its_number():
    assert [level_of(read_level(str(number + 1))) for number in range(len(LEVELS))] == [1, 2, 3, 4, 5, 6]
    assert level_of(read_level("deep:64")) is None


def test_who_imitates_is_chosen_by_name_and_plays_whole_games():
    assert [str(read_level(name)) for name in IMITATORS] == list(IMITATORS)
    assert {level_of(read_level(name)) for name in IMITATORS} == {None}
    for name in IMITATORS:
        assert verify(played_out(on_table(player=name)).record()).ok


def test_only_who_searches_needs_the_compiled_rules():
    names = (*LEVELS, *IMITATORS, "rollout:9", "quick")
    assert [name for name in names if needs_compiled_rules(read_level(name))] == [*LEVELS[4:], "rollout:9"]


def test_whoever_can_be_chosen_is_told_in_words_of_both_languages():
    for language in ("en", "it"):
        words = Words(Voice(language))
        choices = level_choices(words)
        assert [typed for typed, _does in choices] == [*map(str, range(1, len(LEVELS) + 1)), *IMITATORS]
        assert len({does for _typed, does in choices}) == len(choices) == len(LEVELS) + len(IMITATORS)
        for typed, does in choices:
            assert does in enemy_words(read_level(typed), words)


@pytest.mark.parametrize("text", ["0", "7", "", "²", "hard", "deep:0"])
def test_nobody_plays_at_another_level(text):
    with pytest.raises(UnknownLevelError) as refused:
        read_level(text)
    assert "choose 1 to 6" in told(refused.value, "en")


@pytest.mark.parametrize("text", ["deep:1s", "deep:0.25s"])
def test_nobody_who_thinks_by_the_clock_is_a_level(text):
    with pytest.raises(TimedLevelError, match=f"{text} thinks by the clock") as refused:
        read_level(text)
    assert "deep:ITERATIONS" in told(refused.value, "en")


def test_terms_are_the_same_after_they_were_written_down():
    settled = terms("deep:400", first="random", is_open=True)
    assert Terms.of_data(settled.as_data()) == settled


@pytest.mark.parametrize("seed", range(8))
def test_the_enemy_plays_another_starter_deck_than_yours(seed):
    for deck in (VANGUARD, BULWARK, REAPERS, HEIRS):
        assert sorted(dealt(REBIRTH, deck, None, seed, "random").deck_enemy) != sorted(deck)


def test_the_seed_decides_who_begins_unless_somebody_says():
    firsts = {dealt(REBIRTH, VANGUARD, None, seed, "random").first for seed in range(8)}
    assert firsts == {"Y", "E"}
    assert dealt(REBIRTH, VANGUARD, None, 1, "enemy").first == "E"


# The course of a game.


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**31), level=st.sampled_from(["random", "greedy"]), first=st.sampled_from(["you", "enemy"]),
    returned=st.sets(st.integers(0, 4)), choice=st.integers(0, 9), backs=st.sets(st.integers(1, 6), max_size=3),
)  # fmt: skip
def test_every_game_is_a_file_that_verifies(seed, level, first, returned, choice, backs):
    with plain_rules():
        game = Games(MemoryStore()).begin(terms(level, seed, first))
        game.mulligan(sorted(returned))
        waited(game)
        moves = 0
        while game.phase != "over":
            moves += 1
            moved(game, choice)
            if moves in backs and game.phase != "over":
                game.take_back()
        record = parse_qbn(qbn_text(game.record()))
        assert verify(record).ok
        assert record.result is not None
        taken_back = [entry for entry in record.entries if isinstance(entry, Comment) and "taken back" in entry.text]
        assert len(taken_back) == game.take_backs <= len(backs)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["quick", "deep:64"])
def test_the_stronger_players_play_whole_games_too(level):
    assert verify(played_out(on_table(player=level)).record()).ok


def test_cards_that_are_returned_come_again_only_by_luck():
    game = Games(MemoryStore()).begin(terms())
    before = game.match.state.hand
    game.mulligan((0, 2))
    assert len(game.match.state.hand) == 5
    assert game.match.state.hand[:3] == (before[1], before[3], before[4])


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "greedy", "quick", "deep:64"])
def test_the_enemy_moves_the_same_whatever_you_hold(level):
    first_moves = {
        on_table(player=level, first="enemy", deck=deck, enemy=HEIRS).match.steps[2].data["move"]
        for deck in (VANGUARD, BULWARK, REAPERS)
    }
    assert len(first_moves) == 1


def test_what_the_enemy_holds_is_told_only_at_the_end():
    game = on_table()
    assert game.enemy_hand == ()
    assert played_out(game).enemy_hand
    assert "enemy_deck" in game.match.steps[0].data
    assert game.match.steps[0].data["enemy_deck"] is None


def test_open_decks_are_known_to_both():
    assert on_table(is_open=True, enemy=HEIRS).match.steps[0].data["enemy_deck"] == list(HEIRS)


# Taking back.


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "quick", "deep:64"])
def test_a_move_made_again_gets_the_same_answer_and_the_same_draw(level):
    game = on_table(player=level)
    moved(game)
    once, hand = what_happened(game), game.match.state.hand
    game.take_back()
    assert game.phase == "your_play"
    moved(game)
    assert (what_happened(game), game.match.state.hand) == (once, hand)
    assert game.take_backs == 1


def test_every_move_can_be_taken_back_to_the_first_and_no_further():
    game = on_table(first="enemy")
    start = what_happened(game)
    moved(moved(moved(game)))
    for _move in range(3):
        game.take_back()
    assert what_happened(game) == start
    with pytest.raises(NothingToTakeBackError):
        game.take_back()
    assert what_happened(game) == start


def test_what_was_taken_back_is_a_remark_where_it_happened():
    game = on_table()
    moved(game)
    mine, enemys = game.match.steps[-3].data["move"], game.match.steps[-2].data["move"]
    game.take_back()
    assert game.record().entries[-1] == Comment(f"taken back: Y {mine}, E {enemys}")


# The end.


def test_a_game_that_was_given_up_is_over_and_still_a_true_record():
    game = moved(on_table())
    game.resign()
    assert game.phase == "over"
    for forbidden in (game.pass_turn, game.take_back, game.resign):
        with pytest.raises(GameOverError):
            forbidden()
    record = game.record()
    assert record.result is None
    assert record.entries[-1] == Comment("Y resigns")
    assert verify(record).ok


# Going on.


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "greedy", "quick", "deep:16"])
def test_a_game_that_is_gone_on_with_after_every_step_is_the_same_game(level):
    whole = played_out(on_table(player=level, seed=3))
    store = MemoryStore()
    on_table(store, player=level, seed=3)
    while True:
        game = Games(store).numbered(1)
        if game.phase == "over":
            break
        if game.is_waiting:
            game.go_on()
        else:
            legal = game.match.state.game.legal_moves("Y")
            _ = game.play(legal[0]) if legal else game.pass_turn()
    assert what_happened(game) == what_happened(whole)


def test_the_last_game_is_gone_on_with_until_it_is_closed():
    games = Games(MemoryStore())
    assert games.unfinished() is None
    games.begin(terms())
    game = games.begin(terms(seed=8))
    assert (game.number, games.unfinished()) == (2, 2)
    game.close()
    game.close()
    assert games.unfinished() is None
    assert games.numbered(1).terms == terms()
    with pytest.raises(UnknownGameError):
        games.numbered(3)


def test_a_take_back_that_was_cut_short_has_not_happened():
    store = MemoryStore()
    game = moved(on_table(store, player="random"))
    whole = what_happened(game)
    game.match.undo()
    game.match.undo()
    torn = waited(Games(store).numbered(1))
    assert what_happened(torn) == whole
    assert torn.take_backs == 0
    torn.take_back()
    assert torn.take_backs == 1
    assert torn.record().entries[-1].text.count(",") == 1


def test_a_game_that_was_continued_elsewhere_is_not_spoiled(kept_store):
    store = kept_store
    here, there = on_table(store), Games(store).numbered(1)
    moved(there)
    before = what_happened(there)
    assert here.take_backs == 0
    assert verify(here.record()).ok
    for spoiling in (lambda: moved(here), here.pass_turn):
        with pytest.raises(StreamMovedError):
            spoiling()
    assert what_happened(Games(store).numbered(1)) == before


def test_a_game_whose_first_card_was_not_written_begins_all_the_same():
    store = MemoryStore()
    whole = Games(store).begin(terms())
    torn = MemoryStore()
    (noted,) = store.journal("qb/play/0001/terms").entries()
    torn.journal("qb/play/0001/terms").append(noted.kind, noted.data)
    assert what_happened(Games(torn).numbered(1)) == what_happened(whole)
