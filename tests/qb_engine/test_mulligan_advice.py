"""Mulligan advice: dead cards go, equal ones stay, hidden cards change nothing, and the words say the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from qb_engine.advice.mulligan import Exchange, MulliganAdvice, advise_mulligan
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import IllegalActionError
from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.moves import Side
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.search.chances import Lead
from qb_engine.words.mulligan import mulligan_lines
from qb_engine.words.voice import Voice

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
OFFICER, WOLF, RUDE, CRAB = "001", "008", "129", "013"
WORLDS = 12_000
"""Enough for what is obvious."""
CHEAP = (OFFICER, OFFICER, WOLF, WOLF, CRAB, CRAB, RUDE, "007", "005", "020")


@cache
def engine_of(ruleset: Ruleset, compiled: bool = True) -> RulesEngine:
    return RulesEngine(ruleset, compiled=compiled)


def rank_three(engine: RulesEngine) -> list[str]:
    """Cards that no tile takes at the beginning."""
    return [card.id for card in engine.cards if card.cost == 3 and not card.is_token and not card.is_replace]


def before_the_mulligan(
    engine: RulesEngine,
    hand: Sequence[str],
    deck: Sequence[str],
    *,
    enemy: Sequence[str] = tuple(starter_decks()[0].deck),
    first: Side = "Y",
) -> GameState:
    """A game whose hands are dealt and whose first turn has begun; the enemy holds the first five of its deck."""
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    for side, held, rest in (("Y", hand, deck), ("E", enemy[:5], enemy[5:])):
        state.write_hand(side, held)
        state.write_deck(side, rest)
    engine.kernel.begin_turn(state.cells, "YE".index(first))
    return state


def seen(state: GameState, enemy: Sequence[str] | None = starter_decks()[0].deck) -> tuple[PlayerView, EnemyBelief]:
    view = PlayerView.of(state)
    return view, PredictionEngine().belief(view, EnemyObservation(enemy))


def advice_on(state: GameState, worlds: int = WORLDS, **options: int) -> MulliganAdvice:
    advice = advise_mulligan(*seen(state), worlds, **options)
    assert advice is not None
    return advice


@pytest.mark.slow
@BOTH
def test_cards_that_cannot_be_laid_are_returned(ruleset):
    engine = engine_of(ruleset)
    dead = rank_three(engine)[:5]
    advice = advice_on(before_the_mulligan(engine, dead, CHEAP))
    assert all(exchange.helps for exchange in advice.alone)
    assert advice.advised.helps
    assert advice.advised.gain.mean >= max(exchange.gain.mean for exchange in advice.alone)
    assert advice.advised.win_chance > advice.keep_chance


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("first", ["Y", "E"])
def test_equal_cards_are_all_kept(ruleset, first):
    advice = advice_on(before_the_mulligan(engine_of(ruleset), [WOLF] * 5, [WOLF] * 10, first=first))
    assert advice.advised.places == ()
    assert [exchange.gain.mean for exchange in advice.alone] == [0.0] * 5
    assert advice.advised.gain.mean == 0.0


@BOTH
def test_the_same_hand_gets_the_same_advice_and_another_seed_other_worlds(ruleset):
    yours, enemys = (tuple(deck.deck) for deck in starter_decks()[:2])
    state = before_the_mulligan(engine_of(ruleset), yours[:5], yours[5:], enemy=enemys)
    assert advice_on(state, 400) == advice_on(state, 400)
    assert advice_on(state, 400) != advice_on(state, 400, seed=1)


@BOTH
@pytest.mark.parametrize("first", ["Y", "E"])
def test_plain_and_compiled_give_the_same_advice(ruleset, first):
    deck = tuple(starter_decks()[2].deck)
    plain, compiled = (
        advice_on(before_the_mulligan(engine_of(ruleset, form), deck[:5], deck[5:], first=first), worlds=12)
        for form in (False, True)
    )
    assert plain == compiled


@pytest.mark.parametrize("known", [True, False])
def test_what_you_cannot_see_changes_nothing(known):
    yours, enemys = (tuple(deck.deck) for deck in starter_decks()[:2])
    engine, told = engine_of(REBIRTH), enemys if known else None
    one = before_the_mulligan(engine, yours[:5], yours[5:], enemy=enemys)
    other = before_the_mulligan(engine, yours[:5], yours[:4:-1], enemy=enemys[::-1])
    assert one.hand("E") != other.hand("E")
    assert one.deck("Y") != other.deck("Y")
    assert advise_mulligan(*seen(one, told), 400) == advise_mulligan(*seen(other, told), 400)


def test_an_unknown_deck_of_yours_or_the_enemys_is_guessed():
    engine = engine_of(REBIRTH)
    view, belief = seen(before_the_mulligan(engine, [OFFICER, WOLF, CRAB, RUDE, "005"], [WOLF] * 10), None)
    unknown = replace(view, counted=Counted(None, 5, 10, ()))
    advice = advise_mulligan(unknown, belief, 400)
    assert advice is not None
    assert advice.is_guess
    assert 0.0 < advice.keep_chance < 1.0


def test_few_worlds_tell_nothing_apart():
    engine = engine_of(REBIRTH)
    advice = advice_on(before_the_mulligan(engine, rank_three(engine)[:5], [OFFICER, WOLF] * 5), worlds=64)
    assert advice.advised.places == ()


def test_after_the_mulligan_there_is_none_to_advise():
    state = before_the_mulligan(engine_of(REBIRTH), [OFFICER, WOLF, CRAB, RUDE, "005"], [WOLF] * 10)
    state.mulligan("Y", [])
    with pytest.raises(IllegalActionError, match="mulligan refused: this side has had its mulligan"):
        advice_on(state, 64)


def test_whoever_does_not_wait_gets_no_advice():
    state = before_the_mulligan(engine_of(REBIRTH), [OFFICER, WOLF, CRAB, RUDE, "005"], [WOLF] * 10)
    asked = []
    assert advise_mulligan(*seen(state), 10_000, is_cancelled=lambda: asked.append(1) or len(asked) > 3) is None
    assert len(asked) == 4


# Words.


def lead_of(percent: float, error: float = 1.0) -> Lead:
    return Lead(percent / 100, percent / error, 2000, error / 100)


def advice_with(gains: Sequence[float], advised: tuple[int, ...] = (), together: float = 0.0) -> MulliganAdvice:
    alone = tuple(Exchange((place,), 0.5 + gain / 100, lead_of(gain)) for place, gain in enumerate(gains))
    total = Exchange(advised, 0.5 + together / 100, lead_of(together))
    return MulliganAdvice((OFFICER, WOLF, CRAB, WOLF, RUDE), alone, total, 0.5, 4000, is_guess=False)


SEVERAL = advice_with([-4.2, 6.1, 0.4, 5.0, 2.0], (1, 4), 9.3)


def test_each_card_has_its_line_to_read():
    assert mulligan_lines(SEVERAL, Voice("en")) == [
        "Mulligan: your chance to win is 50% if you keep all.",
        " 1  keep    Security Officer  return would cost 4% (2-6)",
        " 2  return  Grasslands Wolf   +6% (4-8)",
        " 3  keep    Crystalline Crab  no clear difference",
        " 4  keep    Grasslands Wolf   +5% (3-7) alone, nothing more with the others",
        " 5  return  Rude              helps with the others",
        "Returned together: +9% (7-11).",
    ]


def test_each_card_has_its_sentence_to_hear():
    (said,) = mulligan_lines(SEVERAL, Voice("en", aloud=True))
    assert said == (
        "Mulligan: your chance to win is 50 percent if you keep all. "
        "Keep 1, Security Officer: return would cost 4 percent, plus or minus 2. "
        "Return 2, Grasslands Wolf: gains 6 percent, plus or minus 2. "
        "Keep 3, Crystalline Crab: no clear difference. "
        "Keep 4, Grasslands Wolf: gains 5 percent, plus or minus 2 alone, nothing more with the others. "
        "Return 5, Rude: helps with the others. "
        "Returned together: gains 9 percent, plus or minus 2."
    )


def test_where_nothing_is_clear_all_are_kept_in_one_sentence():
    assert mulligan_lines(advice_with([1.0, -2.0, 0.0, 0.5, 2.9]), Voice("en"))[1:] == [
        "Keep all: no exchange makes a clear difference."
    ]


def test_where_returns_only_cost_all_are_kept_and_the_cost_is_said():
    lines = mulligan_lines(advice_with([-5.0, 0.0, 0.0, 0.0, 0.0]), Voice("en"))
    assert lines[1] == " 1  keep  Security Officer  return would cost 5% (3-7)"
    assert lines[-1] == "Keep all: no exchange clearly wins more."


def test_the_advice_is_said_in_italian():
    assert mulligan_lines(SEVERAL, Voice("it"))[:3] == [
        "Mulligan: probabilità di vincere, se tieni tutto: 50%.",
        " 1  tieni        Security Officer  se la restituisci, perdita 4% (2-6)",
        " 2  restituisci  Grasslands Wolf   +6% (4-8)",
    ]
    (said,) = mulligan_lines(SEVERAL, Voice("it", aloud=True))
    assert "Restituisci 2, Grasslands Wolf: guadagno 6 per cento, più o meno 2." in said
