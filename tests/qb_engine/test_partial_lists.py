"""An opponent whose list is known in part: exact chances equal filling the deck in every way and dealing every hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from math import comb
from random import Random

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.game_state import GameState, placements
from qb_engine.knowledge.belief import EnemyBelief, Unseen, fits_list, infer_decks, pool_copies
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.knowledge.worlds import COMPLETIONS, completed
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import Move
from qb_engine.prediction import PredictionEngine, list_hands, score_after
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH

pytestmark = pytest.mark.slow

FEW = ("001", "007", "008", "011", "013", "015", "019", "020", "026")
"""So few cards that every deck of them can be gone through."""


@pytest.fixture(scope="module")
def engine() -> RulesEngine:
    cards = [shipped().get_card(card_id) for card_id in FEW]
    return RulesEngine(REBIRTH, cards, {name: shipped().effects[name] for card in cards for name in card.effect_ids})


def items(copies: dict[str, int]) -> list[str]:
    return [card_id for card_id, number in copies.items() for _ in range(number)]


def midgame(engine: RulesEngine, seed: int) -> tuple[AnnotatedState, tuple[str, ...]]:
    """A game stopped somewhere against a deck of these cards, and a list of some of its cards."""
    chance = Random(seed)
    pool = items(pool_copies(REBIRTH, engine.cards))
    decks = [chance.sample(pool, DECK_SIZE) for _side in range(2)]
    game = AnnotatedState(GameState(*decks, seed=seed, engine=engine), EnemyObservation())
    for _ply in range(chance.randrange(2, 11)):
        side = game.state.side_to_act
        if side is None:
            break
        moves = game.state.legal_moves(side)
        if moves:
            game.play(side, chance.choice(moves))
            game.end_turn()
        else:
            game.pass_turn(side)
    return game, tuple(sorted(chance.sample(decks[1], chance.randrange(9, 14))))


def every_deck(engine: RulesEngine, seen: Counter[str], listed: tuple[str, ...]) -> list[list[str]]:
    """What may be unseen: the listed cards that were not seen, and every choice of pool cards for the other places."""
    known = seen | Counter(listed)
    pool = items(dict(Counter(pool_copies(REBIRTH, engine.cards)) - known))
    rest = items(dict(known - seen))
    return [[*rest, *others] for others in combinations(pool, DECK_SIZE - known.total())]


def brute_force(
    view: PlayerView, decks: list[list[str]], belief: EnemyBelief
) -> tuple[dict[Move | None, float], dict[tuple[str, ...], float]]:
    """Every deck, every hand: the reply that is worst for you, how often it comes, and how likely each hand is."""
    margins = {move: score_after(view, move).margin for move in placements(view.board, "E", FEW)}
    staying, replies, hands = (
        view.score.margin,
        defaultdict[Move | None, float](float),
        defaultdict[tuple[str, ...], float](float),
    )
    for deck in decks:
        dealt = list(combinations(deck, min(belief.unknown, len(deck))))
        for hand in dealt:
            chance = 1 / len(decks) / len(dealt)
            held = {*hand, *belief.certain}
            options = [(margin, move) for move, margin in margins.items() if move.card_id in held and margin < staying]
            replies[min(options)[1] if options else None] += chance
            hands[tuple(sorted((*hand, *belief.certain)))] += chance
    return replies, hands


@pytest.mark.parametrize("seed", range(12))
def test_what_is_believed_equals_every_deck_and_every_hand(engine: RulesEngine, seed: int) -> None:
    game, listed = midgame(engine, seed)
    if game.state.is_over:
        pytest.fail("the game is over: another seed")
    view, seen = PlayerView.of(game.state), Counter(game.enemy_observation.state.enemy_deck_knowledge.played_ids)
    prediction = PredictionEngine(listed=listed)
    belief = prediction.belief(view, game.enemy_observation)
    replies, hands = brute_force(view, every_deck(engine, seen, listed), belief)
    found = {reply.move: reply.weight for reply in prediction.forecast(view, belief).replies}
    assert found == {move: pytest.approx(chance) for move, chance in replies.items()}
    for card_id in FEW:
        held = sum(chance for hand, chance in hands.items() if card_id in hand)
        assert belief.chance_to_hold(card_id) == pytest.approx(held)
    listing = list_hands(belief)
    if listing.is_complete:
        assert {one.cards: one.probability for one in listing.hypotheses} == {
            hand: pytest.approx(chance) for hand, chance in hands.items()
        }
    assert belief.is_guess


def test_a_listed_card_is_certain_to_be_among_the_unseen() -> None:
    listed = ("025", "025")
    assert infer_decks(EnemyObservation(), REBIRTH, listed=listed).listed == listed
    view = PlayerView.of(GameState(FEW + FEW[:6], FEW + FEW[:6], ruleset=REBIRTH))
    belief = PredictionEngine(listed=listed).belief(view, EnemyObservation())
    without = comb(DECK_SIZE - 2, OPENING_HAND) / comb(DECK_SIZE, OPENING_HAND)
    assert belief.chance_to_hold("025") == pytest.approx(1 - without)
    assert belief.chance_to_hold("015") < 0.05


def test_a_list_that_cannot_be_this_deck_counts_nothing() -> None:
    listed = [f"{number:03}" for number in range(1, 15)]
    obs = EnemyObservation()
    assert infer_decks(obs, REBIRTH, listed=listed).listed == tuple(listed)
    for turn, card_id in enumerate(("020", "025"), start=1):
        obs.register_enemy_play(card_id, 0, 4, turn)
    assert not fits_list(Counter(["020", "025"]), listed)
    assert infer_decks(obs, REBIRTH, listed=listed) == infer_decks(obs, REBIRTH)


def test_worlds_are_dealt_from_decks_that_hold_the_list() -> None:
    way = Unseen({"001": 2, "007": 2, "008": 1}, 1.0, {"025": 2, "031": 1}, 2)
    decks = completed(way)
    assert len(decks) == COMPLETIONS
    assert sum(deck.weight for deck in decks) == pytest.approx(1)
    assert all(deck.copies["025"] == 2 and deck.copies["031"] == 1 and deck.size == 5 for deck in decks)
    assert {card_id for deck in decks for card_id in deck.copies} == {"001", "007", "008", "025", "031"}
    assert completed(way) == decks
    assert completed(Unseen({"001": 2}, 0.5)) == [Unseen({"001": 2}, 0.5)]
