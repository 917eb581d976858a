"""Games of the arena: seats, pairs, what a player can see, and the players themselves."""

from __future__ import annotations

import sys

import pytest

from mazzo.lab.crews import Here
from mazzo.lab.matches import MatchPlan, deal_seed, run_match, seatings
from mazzo.lab.sprt import Sprt
from qb_engine.arena.arena import MAX_PLIES, ArenaGame, Deal, play
from qb_engine.arena.players import PlayerSpec, greedy_move, margin_after
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.errors import UnknownPlayerError
from qb_engine.game_state import GameState, placements
from qb_engine.moves import SIDES, Move, mirrored, other
from qb_engine.ruleset import PRESETS, REBIRTH
from qb_engine.simulation import Simulation

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]

DECKS = tuple(starter.deck.card_ids for starter in starter_decks())
SIMPLE = ("random", "greedy", "merit", "quick", "console", "person", "net", "casual:0.1")


def deal(seed=1, first="Y", ruleset=REBIRTH, decks=(2, 3)):
    return Deal(ruleset, DECKS[decks[0]], DECKS[decks[1]], seed, first)


def seated(name, seed=5, stream=16):
    return PlayerSpec.parse(name).seated(seed, stream)


def plan(a="greedy", b="random", pairs=3, **changes):
    return MatchPlan(PlayerSpec.parse(a), PlayerSpec.parse(b), pairs, 7, REBIRTH, DECKS, **changes)


def moves_of(game, names):
    """The game's moves with their side, as the mirror of each seat gives them, and the result."""
    players = {side: seated(name, stream=16) for side, name in zip(SIDES, names, strict=True)}
    moves = []
    while (side := game.side_to_act) is not None:
        move = players[side].choose(*game.seen_by(side))
        game.make(move)
        moves.append((side, move))
    return moves, game.result


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "greedy",
        "console",
        "person",
        "merit",
        "quick",
        "net",
        "casual:0.2",
        "deep:1",
        "deep:4000",
        "deep:1s",
        "deep:0.25s",
    ],
)
def test_a_player_is_written_as_it_is_read(text):
    assert str(PlayerSpec.parse(text)) == text
    assert PlayerSpec.parse(text).is_timed == text.endswith("s")


@pytest.mark.parametrize(
    "text",
    ["", "Quick", "deep", "deep:", "deep:0", "deep:0s", "deep:-1", "deep:1e3", "deep:1 s", "casual", "casual:0.0"],
)
def test_nobody_else_plays(text):
    with pytest.raises(UnknownPlayerError) as caught:
        PlayerSpec.parse(text)
    assert repr(text) in str(caught.value)
    assert "deep:1000" in caught.value.message("it")


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("name", SIMPLE)
def test_both_seats_are_the_same_seat(name, ruleset):
    """The same cards in the other seat make the same moves and the opposite margin."""
    ahead = ArenaGame(deal(ruleset=ruleset))
    back = ArenaGame(deal(ruleset=ruleset, first="E"))
    changed_over(back, ahead)
    moves, result = moves_of(ahead, (name, name))
    other_moves, other_result = moves_of(back, (name, name))
    assert [(other(side), move) for side, move in other_moves] == moves
    assert (-other_result.margin, other_result.plies) == (result.margin, result.plies)


def changed_over(game, original):
    """Make ``game`` the game of ``original`` with the seats changed."""
    game._state.engine.kernel.mirror_state(game._state.cells, original._state.cells)
    game._observations = {"Y": EnemyObservation(DECKS[2]), "E": EnemyObservation(DECKS[3])}


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", [*SIMPLE, "deep:40"])
def test_games_that_differ_only_in_what_is_hidden_get_the_same_choice(name, side, hidden):
    compared = 0
    for seed in range(2):
        game, twin = (stopped(seed, side, hidden=hidden) for _ in range(2))
        hand, deck = list(twin._state.hand(other(side)).card_ids), list(twin._state.deck(other(side)))
        if game.side_to_act is None or not deck or not hand or hand[0].startswith("T"):
            continue
        hand[0], deck[-1] = deck[-1], hand[0]
        twin._state.write_hand(other(side), hand)
        twin._state.write_deck(other(side), deck[::-1])
        twin._state.write_deck(side, twin._state.deck(side)[::-1])
        assert seated(name).choose(*game.seen_by(side)) == seated(name).choose(*twin.seen_by(side))
        compared += 1
    assert compared >= 2


def stopped(seed, side, *, hidden):
    """A game some turns in, where ``side`` is to act."""
    game = ArenaGame(deal(seed), hidden=hidden)
    players = {seat: seated("random", seed, place) for place, seat in enumerate(SIDES)}
    while game.side_to_act is not None and (game.plies < 7 or game.side_to_act != side):
        acting = game.side_to_act
        game.make(players[acting].choose(*game.seen_by(acting)))
    return game


def test_each_seat_knows_what_the_other_has_played():
    """As an AnnotatedState of the same game knows it, from either side."""
    arena = ArenaGame(deal(3))
    state = GameState(DECKS[2], DECKS[3], seed=3, ruleset=REBIRTH, first_player="Y")
    game = AnnotatedState(state, EnemyObservation(DECKS[3]))
    player = seated("greedy")
    while (side := arena.side_to_act) is not None:
        view, seen = arena.seen_by(side)
        if side == "Y":
            ours, theirs = seen.state.enemy_deck_knowledge, game.enemy_observation.state.enemy_deck_knowledge
            assert (ours.played_ids, ours.remaining_ids) == (theirs.played_ids, theirs.remaining_ids)
        else:
            assert sorted(view.hand) == sorted(state.hand("E").card_ids)
            cards = [(card.card_id, card.lane_index, card.col_index) for card in seen.get_enemy_board_cards()]
            tiles = [
                (tile.card_id, tile.index // 5, 4 - tile.index % 5)
                for tile in state.board.tiles
                if tile.card_owner == "Y"
            ]
            assert sorted(cards) == sorted(tiles)
        move = player.choose(view, seen)
        arena.make(move)
        if move is None:
            game.pass_turn(side)
        else:
            game.play(side, move if side == "Y" else mirrored(move))
            game.end_turn()
    assert state.is_over


def test_open_lists_are_known_from_the_start_and_hidden_ones_are_not():
    assert ArenaGame(deal()).seen_by("E")[1].known_enemy_deck_ids == DECKS[2]
    assert ArenaGame(deal(), hidden=True).seen_by("E")[1].known_enemy_deck_ids == ()


def test_greedy_takes_the_first_of_the_best_margins():
    view, seen = ArenaGame(deal(4)).seen_by("Y")
    best = seated("greedy").choose(view, seen)
    moves = placements(view.board, "Y", view.hand)
    margins = [margin_after(view.game, "Y", move) for move in moves]
    assert best == moves[margins.index(max(margins))]


def test_the_enemys_greedy_move_costs_you_most():
    state = GameState(DECKS[0], DECKS[2], seed=4, ruleset=REBIRTH, first_player="E")
    margins = {move: after.score().margin for move, after in Simulation(state).all_after("E")}
    chosen = greedy_move(state, "E")
    assert margins[chosen] == min(margins.values())
    assert chosen == next(move for move in margins if margins[move] == margins[chosen])


def test_a_chosen_card_must_be_in_the_hand():
    game = ArenaGame(deal())
    with pytest.raises(ValueError, match="was chosen and the hand holds"):
        game.make(Move("T01", 0, 0))


class Passer:
    """Passes."""

    def choose(self, view, obs):
        return None


def test_two_passes_end_a_game_at_nothing():
    result = play(deal(), {"Y": Passer(), "E": Passer()})
    assert (result.margin, result.plies) == (0, 2)


def test_a_game_that_would_not_end_counts_as_it_lies():
    game = ArenaGame(deal())
    game.plies = MAX_PLIES
    assert game.side_to_act is None


def test_the_players_change_seats_and_everything_else_stays():
    """The same player on both sides plays the same game twice, so each pair cancels out."""
    record = run_match(plan("greedy", "greedy", pairs=4))
    assert record.tally.counts == (0, 0, 4, 0, 0)
    assert record.mean_margin == 0.0


def test_own_decks_stay_with_their_player_and_the_other_begins():
    (first, seat), (second, second_seat) = seatings(plan(deck_a=DECKS[2]), 5)
    assert (first.deck_you, first.deck_enemy, first.first, seat) == (DECKS[2], DECKS[1], "Y", "Y")
    assert (second.deck_you, second.deck_enemy, second.first, second_seat) == (DECKS[2], DECKS[1], "E", "Y")
    assert first.seed == second.seed == deal_seed(7, 5)


def test_each_deck_meets_each_deck():
    meetings = {plan().decks(number) for number in range(len(DECKS) ** 2)}
    assert len(meetings) == len(DECKS) ** 2
    assert [plan(deck_b=DECKS[0]).decks(number) for number in range(2)] == [(DECKS[0], DECKS[0]), (DECKS[1], DECKS[0])]


def test_deals_differ_from_pair_to_pair_and_from_seed_to_seed():
    seeds = {deal_seed(seed, number) for seed in range(10) for number in range(100)}
    assert len(seeds) == 1_000
    assert all(0 <= seed < 2**62 for seed in seeds)


def test_the_record_is_the_same_for_any_number_of_workers_and_stops_at_the_same_pair():
    test = Sprt(0.3, 0.7)
    alone = run_match(plan(pairs=40), sprt=test)
    crew = run_match(plan(pairs=40), sprt=test, crew=Here(2))
    assert (alone.sums, alone.ending, alone.verdict) == (crew.sums, crew.ending, crew.verdict)
    assert (alone.ending.how, alone.verdict) == ("decided", "H1")
    assert alone.pairs < 40


def test_the_search_plays_and_the_same_seed_chooses_the_same():
    view, seen = stopped(2, "E", hidden=False).seen_by("E")
    chosen = {seated("deep:60").choose(view, seen) for _look in range(2)}
    assert len(chosen) == 1
    assert chosen < {*placements(view.board, "Y", view.hand), None}


def test_a_search_by_the_clock_ends():
    view, seen = stopped(2, "Y", hidden=True).seen_by("Y")
    found = seated("deep:0.05s").search(view, seen)
    assert found.best in {*placements(view.board, "Y", view.hand), None}


def test_an_interrupt_leaves_no_batch_half_counted():
    def interrupt(_record):
        raise KeyboardInterrupt

    record = run_match(plan("quick", "random"), told=interrupt)
    assert (record.ending.how, record.games, record.tally.pairs) == ("interrupted", 2, 1)


def test_a_better_player_wins_more():
    record = run_match(plan("quick", "random", pairs=4))
    wins, draws, losses = record.wins_draws_losses
    assert wins + draws + losses == 8
    assert record.win_rate == (wins + draws / 2) / 8 > 0.6
    assert record.win_rate in record.win_rate_interval
    assert record.mean_margin > 0
    assert record.mean_margin_interval is not None
    assert record.mean_margin in record.mean_margin_interval
    assert 8 < record.mean_plies < 40


def test_the_console_takes_points_and_passes_when_there_are_none():
    passed = 0
    for seed in range(12):
        game = ArenaGame(deal(seed))
        players = {"Y": seated("console"), "E": seated("random", seed)}
        while (side := game.side_to_act) is not None:
            view, observation = game.seen_by(side)
            move = players[side].choose(view, observation)
            if side == "Y":
                gains = [
                    margin_after(view.game, "Y", legal) - view.score.margin for legal in view.game.legal_moves("Y")
                ]
                assert (move is None) == (not gains or max(gains) <= 0)
                passed += move is None and bool(gains)
            game.make(move)
    assert passed


def test_a_casual_player_minds_less_how_good_a_move_is_the_warmer_it_is():
    view, observation = stopped(1, "Y", hidden=False).seen_by("Y")
    best = seated("net").choose(view, observation)
    often = [
        sum(seated(f"casual:{warmth}", seed).choose(view, observation) == best for seed in range(60))
        for warmth in ("0.001", "0.05", "0.999")
    ]
    assert often[0] > often[1] > often[2] > 0


def test_a_person_takes_points_often_and_passes_early():
    passed = 0
    taken = {"person": 0, "casual:0.1": 0}
    for seed in range(12):
        game, players = ArenaGame(deal(seed)), {name: seated(name, seed) for name in taken}
        while (side := game.side_to_act) is not None:
            seen = game.seen_by(side)
            moves = {name: player.choose(*seen) for name, player in players.items()}
            gains = seated("console").choose(*seen)
            for name, move in moves.items():
                taken[name] += gains is not None and move == gains
            if gains is None and seen[0].score.margin > 0:
                assert moves["person"] is None
                passed += bool(placements(seen[0].board, "Y", seen[0].hand))
            game.make(moves["person"])
    assert passed
    assert taken["person"] > 1.3 * taken["casual:0.1"] > 0


@pytest.mark.parametrize("name", ["net", "casual:0.001"])
def test_without_arrays_whoever_looks_with_the_net_goes_by_merit(name, monkeypatch):
    seen = stopped(1, "Y", hidden=False).seen_by("Y")
    monkeypatch.setitem(sys.modules, "qb_engine.mind.net", None)
    assert seated(name).choose(*seen) == seated("merit").choose(*seen)


def test_without_arrays_a_casual_player_is_casual_still(monkeypatch):
    seen = stopped(1, "Y", hidden=False).seen_by("Y")
    monkeypatch.setitem(sys.modules, "qb_engine.mind.net", None)
    assert len({seated("casual:0.4", seed).choose(*seen) for seed in range(20)}) > 3
