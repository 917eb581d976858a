"""Pairs of games in one call of the kernel: the games that the arena plays from Python, and what is noted of them."""

from __future__ import annotations

import pytest

from kernelkit.chance import Chance
from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.pairs import PairRun, play_pairs, plays_itself
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.kernel import program
from qb_engine.kernel.layout import Notes
from qb_engine.kernel.pairs import PLAYER_STREAMS, deal_seed, turn_of_b
from qb_engine.moves import SIDES, other
from qb_engine.ruleset import PRESETS, REBIRTH

pytestmark = pytest.mark.rules

DECKS = tuple(starter.deck.card_ids for starter in starter_decks())
RANDOM, GREEDY = PlayerSpec.parse("random"), PlayerSpec.parse("greedy")
FIELDS = tuple(Notes.layout)
pytestmark = pytest.mark.rules
BOTH = pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)


def run(a, b, ruleset=REBIRTH, *, own=False, seed=7):
    return PairRun(ruleset, a, b, DECKS[1:2] if own else DECKS, DECKS, own, seed)


def followed(run, number):
    """The pair as the arena plays it move by move: its numbers, and the notes of either seat of both games."""
    seed = deal_seed(Chance(), run.seed, number)
    decks = run.decks_a[number % len(run.decks_a)], run.decks_b[turn_of_b(number, len(run.decks_a), len(run.decks_b))]
    numbers, notes = [], []
    for place in range(2):
        seat_of_a = SIDES[place] if not run.own else "Y"
        first = SIDES[place] if run.own else "Y"
        stream = PLAYER_STREAMS + 2 * place
        players = {seat_of_a: run.a.seated(seed, stream), other(seat_of_a): run.b.seated(seed, stream + 1)}
        game = ArenaGame(Deal(run.ruleset, *decks, seed, first), noted=True)
        while (side := game.side_to_act) is not None:
            game.make(players[side].choose(*game.seen_by(side)))
        numbers += [game.result.margin if seat_of_a == "Y" else -game.result.margin, game.plies]
        notes += [noted(record) for record in game.notes()]
    return numbers, notes


def noted(record):
    return tuple(int(getattr(record, name)) for name in FIELDS)


@BOTH
@pytest.mark.parametrize(("a", "b", "own"), [(RANDOM, RANDOM, False), (GREEDY, RANDOM, True), (RANDOM, GREEDY, False)])
def test_a_pair_of_the_kernel_is_the_pair_of_the_arena_to_the_last_move_and_note(ruleset, a, b, own):
    asked = run(a, b, ruleset, own=own)
    played = play_pairs(asked, 5, 2, noted=True)
    one_by_one = [followed(asked, number) for number in (5, 6)]
    assert list(played.numbers) == [number for numbers, _notes in one_by_one for number in numbers]
    assert [noted(record) for record in played.notes] == [note for _numbers, notes in one_by_one for note in notes]
    assert played.plies == sum(played.numbers[1::2])


def test_pairs_depend_on_their_number_alone():
    asked = run(RANDOM, RANDOM)
    whole = play_pairs(asked, 0, 6).numbers
    assert [*play_pairs(asked, 0, 2).numbers, *play_pairs(asked, 2, 4).numbers] == whole


def test_notes_are_taken_only_where_they_are_asked_for_and_change_nothing():
    asked = run(RANDOM, RANDOM)
    assert len(play_pairs(asked, 0, 2).notes) == 0
    assert play_pairs(asked, 0, 2).numbers == play_pairs(asked, 0, 2, noted=True).numbers


def test_what_was_played_or_is_stuck_was_drawn():
    for record in play_pairs(run(GREEDY, RANDOM, own=True), 0, 4, noted=True).notes:
        assert record.played & ~record.drawn == 0
        assert record.stuck & ~record.drawn == 0
        assert 5 <= record.drawn.bit_count() <= 15
        assert record.rank_three_turn == 0 or record.rank_two_turn <= record.rank_three_turn


def test_a_move_that_never_comes_to_rest_is_struck_and_another_one_chosen(monkeypatch):
    """As in the arena: the rules refuse it, so nobody can have chosen it."""
    from qb_engine.kernel import pairs

    real, refused = pairs.resolve_into, []

    def resolve_into(s, t, r, w, side, card, tile):
        real(s, t, r, w, side, card, tile)
        if len(refused) < 30:
            refused.append(tile)
            w.error = 1

    monkeypatch.setattr(pairs, "resolve_into", resolve_into)
    for player in (RANDOM, GREEDY):
        refused.clear()
        _margin, plies, *_second = play_pairs(run(player, player), 0, 1).numbers
        assert len(refused) == 30
        assert 2 <= plies <= 200


def test_only_players_without_thoughts_are_played_by_the_kernel():
    assert plays_itself(RANDOM, GREEDY)
    assert not plays_itself(RANDOM, PlayerSpec.parse("quick"))


def test_the_kernels_pairs_are_among_its_doors():
    assert program.plain_entries().play_pairs.__module__ == "qb_engine.kernel.pairs"


@pytest.mark.parametrize("decks", [1, 4, 16, 17, 40])
def test_each_deck_meets_each_and_of_many_decks_neighbouring_pairs_have_others(decks):
    met = [(number % decks, turn_of_b(number, decks, decks)) for number in range(decks * decks)]
    assert len(set(met)) == decks * decks
    if decks > 16:
        assert len({b for _a, b in met[:decks]}) > decks // 2
