"""``import qb_engine`` and ``import solitario``: every public name, loaded when it is used."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

import qb_engine as qb
import solitario
from kernelkit.forms import plain_rules
from qb_engine.errors import IllegalActionError, Refusal

from .naive_table import change, small_card, small_effect

BOTH = pytest.mark.parametrize("ruleset", [qb.SPEC, qb.REBIRTH], ids=["spec", "rebirth"])
FORMS = pytest.mark.parametrize("is_plain", [False, True], ids=["compiled", "plain"])
PACKAGES = pytest.mark.parametrize("package", [qb, solitario], ids=lambda package: package.__name__)


def game_of(ruleset: qb.Ruleset, plies: int = 0) -> qb.GameState:
    yours, enemys, *_ = (starter.deck for starter in qb.starter_decks())
    game = qb.GameState(yours, enemys, seed=11, ruleset=ruleset, first_player="Y")
    for ply in range(plies):
        moves = game.legal_moves(game.side_to_act)
        game.play(moves[ply % len(moves)] if moves else None)
    return game


@PACKAGES
def test_every_public_name_resolves_and_is_listed(package) -> None:
    assert {name: getattr(package, name) for name in package.__all__}.keys() <= set(dir(package))
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = package.Nonsense


@PACKAGES
def test_a_type_checker_reads_the_same_names_from_the_same_modules(package) -> None:
    tree = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
    told = {
        (node.module.removeprefix(f"{package.__name__}."), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module.startswith(package.__name__) and node.names[0].asname
        for alias in node.names
    }
    assert told == {(home, name) for name, home in package._HOME_OF.items()}
    assert set(package._HOME_OF) | {"CARDS"} >= set(package.__all__) >= set(package._HOME_OF)


@PACKAGES
def test_the_import_alone_loads_nothing_heavy(package) -> None:
    code = (
        f"import sys, {package.__name__}\n"
        "heavy = {'numpy', 'numba', 'kernelkit', 'dataclasses', 'msgspec', 'click'}\n"
        "print(sorted(heavy & {name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_cards_are_found_by_their_ids() -> None:
    assert qb.CARDS["001"].name == "Security Officer"
    assert list(qb.CARDS) == [card.id for card in qb.CardHydrator().cards]


@BOTH
def test_a_play_is_the_card_and_the_end_of_the_turn(ruleset: qb.Ruleset) -> None:
    for ply in range(12):
        game = game_of(ruleset, ply)
        side = game.side_to_act
        if side is None:
            return
        step = game.clone()
        moves = game.legal_moves(side)
        if moves:
            index = step.hand(side).index_of(moves[0].card_id)
            step.play_card_from_hand(side, index, moves[0].lane_index, moves[0].col_index)
            step.end_turn()
        else:
            step.pass_turn(side)
        game.play(moves[0] if moves else None)
        assert game == step
        assert game.added == step.added


def test_a_refused_play_names_the_rule_and_changes_nothing() -> None:
    game = game_of(qb.SPEC)
    before = game.clone()
    held = game.hand("Y")[0]
    other = next(card_id for card_id in qb.CARDS if card_id not in game.hand("Y").card_ids)
    for move, refusal in [
        (qb.Move(other, 0, 0), Refusal.CARD_NOT_HELD),
        (qb.Move(held, 0, 4), Refusal.TILE_NOT_OWNED),
    ]:
        with pytest.raises((IllegalActionError, qb.IllegalMoveError)) as caught:
            game.play(move)
        assert caught.value.refusal is refusal
    game.play(None)
    game.play(None)
    for move in (None, qb.Move(held, 0, 0)):
        with pytest.raises(IllegalActionError) as caught:
            game.play(move)
        assert caught.value.refusal is Refusal.GAME_OVER
    assert game.board == before.board


@BOTH
def test_advice_is_for_the_side_to_act_and_can_be_played_as_it_is(ruleset: qb.Ruleset) -> None:
    game = game_of(ruleset)
    decks = {"Y": qb.starter_decks()[1].deck, "E": qb.starter_decks()[0].deck}
    for side in ("Y", "E", "Y", "E"):
        assert game.side_to_act == side
        advice = qb.advise(game, tuple(decks[side]))
        assert {move.move for move in advice.moves} == set(game.legal_moves(side))
        game.play(advice.moves[0].move)


def test_advice_from_the_enemys_seat_is_that_of_the_mirrored_game() -> None:
    game = game_of(qb.REBIRTH, 3)
    view = qb.PlayerView.of(game, "E")
    seen = qb.EnemyObservation()
    seen.update_from_game_state(view.game)
    from_its_seat = qb.CoachingEngine().advise(view, seen)
    assert [move.merit for move in qb.advise(game).moves] == [move.merit for move in from_its_seat.moves]


# Own cards.


def own_engine(ruleset: qb.Ruleset) -> qb.EffectEngine:
    """Three cards that nobody ships: one with an aura, one that only makes pawns, one that rises when it is laid."""
    table = {
        **small_card("903", 1, "X+1+0 P+0+1", small_effect("while_in_play", "allies_on_affected_tiles", change(2))),
        **small_card("901", 2, "P+1+0 P+0+1 P+0-1"),
        **small_card("902", 1, "P+1+0 P+0-1", small_effect("on_play", "self", change(1))),
    }
    effects = {effect.id: effect for given in table.values() for effect in given}
    return qb.EffectEngine(effects, list(table), replace(ruleset, max_copies=(15, 15)))


@pytest.mark.slow
@FORMS
@BOTH
def test_own_cards_are_played_predicted_and_advised_through_a_whole_game(ruleset: qb.Ruleset, is_plain: bool) -> None:
    with nullcontext() if not is_plain else plain_rules():
        engine = own_engine(ruleset)
        assert qb.BoardState(engine).engine is engine.rules_engine
        deck = ["901", "902", "903"] * 5
        game = qb.GameState(deck, deck, seed=3, engine=engine, first_player="Y")
        plies = 0
        while (side := game.side_to_act) is not None:
            known = deck if plies % 2 else None
            advice = qb.advise(game, known)
            moves = game.legal_moves(side)
            assert moves == sorted(moves)
            assert set(moves) <= {move.move for move in advice.moves}
            if side == "Y":
                seen = qb.EnemyObservation(known, allow_unknown=True)
                seen.update_from_game_state(game)
                threats = qb.PredictionEngine().full_enemy_prediction(game, seen)
                assert sum(outcome.weight for outcome in threats.outcomes) == pytest.approx(1)
            game.play(advice.moves[0].move)
            plies += 1
        assert plies > 10
        assert qb.compute_match_score(game.board, engine) == game.score()
        again = pickle.loads(pickle.dumps(game))
        assert again == game
        assert again.engine is engine.rules_engine


def test_a_card_of_another_table_is_unknown() -> None:
    with pytest.raises(qb.UnknownCardError):
        qb.GameState(["001"] * 15, ["901"] * 15, engine=own_engine(qb.SPEC))
    with pytest.raises(ValueError, match="plays by"):
        qb.GameState(["901"] * 15, ["901"] * 15, ruleset=qb.REBIRTH, engine=own_engine(qb.SPEC))


# Copies.


def copies_of(thing):
    return [copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))]


def test_copies_of_the_card_file_hold_the_same_cards_and_effects() -> None:
    cards = qb.CardHydrator()
    for other in copies_of(cards):
        assert (other.cards, other.effects) == (cards.cards, cards.effects)
        assert other.find("ogre") == cards.find("ogre")


@FORMS
@BOTH
def test_copies_of_boards_and_games_are_equal_and_share_nothing(ruleset: qb.Ruleset, is_plain: bool) -> None:
    with nullcontext() if not is_plain else plain_rules():
        game = game_of(ruleset, 7)
        for other in copies_of(game):
            assert other == game
            assert other.board == game.board
            assert other.engine is game.engine
            assert (other.state_hash, other.seed, other.added) == (game.state_hash, game.seed, game.added)
            other.play(None)
            assert other != game
        for board in copies_of(game.board):
            assert board == game.board
            board.tile(0, 0).set_pawns("Y", 3)
            board.tile(1, 1).set_pawns("E", 2)
            assert board != game.board
        assert game != game.board
        assert game.board != game


@BOTH
def test_games_that_were_played_alike_are_equal_in_either_form(ruleset: qb.Ruleset) -> None:
    game = game_of(ruleset, 9)
    with plain_rules():
        plain = game_of(ruleset, 9)
        assert plain == game
        assert pickle.loads(pickle.dumps(game)).engine is plain.engine
        assert pickle.loads(pickle.dumps(game)) == game


@BOTH
def test_copies_of_an_annotated_game_see_what_it_saw(ruleset: qb.Ruleset) -> None:
    seen = qb.AnnotatedState(game_of(ruleset), qb.EnemyObservation())
    for _ply in range(6):
        side = seen.state.side_to_act
        moves = seen.state.legal_moves(side)
        seen.play(side, moves[0])
        seen.end_turn()
    for other in copies_of(seen):
        assert other == seen
        assert other.chronicle.state is other.state
        assert other.chronicle.events == seen.chronicle.events
        assert other.enemy_observation == seen.enemy_observation
        other.pass_turn(other.state.side_to_act)
        assert other != seen
