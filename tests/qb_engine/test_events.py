"""Events, ledgers and words over random games: everything adds up and everything can be said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.chronicle.chronicle import Chronicle, trace
from qb_engine.chronicle.events import AuraChanged, Destroyed, Event, Placed, PowerChanged
from qb_engine.chronicle.ledger import explain_power
from qb_engine.errors import IllegalActionError
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE
from qb_engine.moves import COLUMNS, Move, Side, tile_place
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.words.events import event_sentence, trace_lines
from qb_engine.words.scores import ledger_line
from qb_engine.words.voice import Voice

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=lambda rules: rules.name)


def told_game(ruleset: Ruleset, seed: int) -> Iterator[tuple[Chronicle, tuple[Event, ...]]]:
    """A random game, listened to, after every ply."""
    chance = Random(seed)
    ids = [card.id for card in engine_for(ruleset).cards if card.category == "Standard"]
    decks = [chance.sample(ids, DECK_SIZE) for _ in range(2)]
    chronicle = Chronicle(GameState(*decks, seed=seed, ruleset=ruleset))
    state = chronicle.state
    while (side := state.side_to_act) is not None:
        moves = state.legal_moves(side)
        if moves:
            yield chronicle, chronicle.play(side, chance.choice(moves))
            state.end_turn()
        else:
            yield chronicle, chronicle.pass_turn(side)


def stage(ruleset: Ruleset, *moves: tuple[Side, str]) -> Chronicle:
    """A chronicle of moves from the opening board, cards from nowhere."""
    engine = RulesEngine(ruleset)
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    chronicle = Chronicle(state)
    for side, text in moves:
        chronicle.play_free(side, Move.parse(text))
    return chronicle


@pytest.mark.slow
@BOTH
def test_every_ledger_adds_up_to_the_effective_power(ruleset: Ruleset) -> None:
    looked_at = 0
    for seed in range(40):
        for chronicle, _events in told_game(ruleset, seed):
            for tile in chronicle.state.board.tiles:
                ledger = explain_power(chronicle.state.board, *divmod(tile.index, COLUMNS), chronicle.power_sources)
                assert (ledger is None) == (tile.card_id is None)
                if ledger is not None:
                    assert ledger.total == tile.power
                    assert all(entry.kind != "earlier" for entry in ledger.entries), "every change has a known source"
                    looked_at += 1
    assert looked_at > 2000


@BOTH
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_random_games_is_a_sentence(ruleset: Ruleset, language: str) -> None:
    for seed in range(15):
        for _chronicle, events in told_game(ruleset, seed):
            for aloud in (False, True):
                for event in events:
                    text = event_sentence(event, Voice(language, aloud))
                    assert text[0].isupper() or text[0].isdigit()
                    assert text.endswith(".")
                    assert "{" not in text


@BOTH
def test_listening_changes_nothing(ruleset: Ruleset) -> None:
    for seed in range(20):
        silent = None
        for told, events in told_game(ruleset, seed):
            placed = next((event for event in events if isinstance(event, Placed)), None)
            if silent is not None and placed is not None:
                assert silent.side_to_act == placed.card.side
                index = silent.hand(placed.card.side).index_of(placed.card.card_id)
                assert index is not None
                silent.play_card_from_hand(placed.card.side, index, *tile_place(placed.card.tile))
                assert silent.state_hash == told.state.state_hash
            silent = told.state.clone()
            if placed is not None:
                silent.end_turn()


@BOTH
def test_a_trace_leaves_the_game_as_it_is(ruleset: Ruleset) -> None:
    deck = [f"{number:03}" for number in range(1, DECK_SIZE + 1)]
    state = GameState(deck, deck, seed=1, ruleset=ruleset)
    before = state.state_hash
    for move in state.legal_moves("Y"):
        assert isinstance(trace(state, "Y", move)[0], Placed)
    assert state.state_hash == before


def test_a_play_is_told_in_the_order_in_which_it_happens() -> None:
    told = stage(REBIRTH, ("Y", "013@M1"), ("Y", "001@T1"), ("Y", "026@B1"))
    kinds = [type(event) for event in told.events[-1]]
    assert kinds.index(Placed) < kinds.index(PowerChanged) < kinds.index(Destroyed) < kinds.index(AuraChanged)
    assert trace_lines(told.events[-1], Voice("en"))[:4] == [
        "1. You lay Capparwire on B1, power 3.",
        "2. Capparwire on B1 lowers Crystalline Crab on M1 by 1.",
        "3. Crystalline Crab on M1 is destroyed at power 0.",
        "4. The aura of Crystalline Crab on M1 ends: no more +2 for Security Officer on T1.",
    ]


def test_a_trigger_is_told_before_what_it_does() -> None:
    told = stage(REBIRTH, ("Y", "130@M1"))
    told.state.board.put_card("E", "011", *tile_place("M2"))
    lines = trace_lines(told.play_free("Y", Move.parse("013@B1")), Voice("en"))
    assert lines[1:5] == [
        "2. The aura of Crystalline Crab on B1 gives +2 to Elena on M1.",
        "3. Elena on M1, power 4, answers being enhanced for the first time.",
        "4. Elena on M1 lowers the enemy's Elphadunk on M2 by 99.",
        "5. The enemy's Elphadunk on M2 is destroyed at power -95.",
    ]


def test_a_ledger_names_base_auras_and_effects() -> None:
    told = stage(REBIRTH, ("Y", "007@M1"), ("Y", "013@B1"), ("Y", "026@T1"))
    ledger = explain_power(told.state.board, *tile_place("M1"), told.power_sources)
    assert ledger is not None
    assert ledger_line(ledger, Voice("en")) == "Levrikon on M1: 2 base, -1 Capparwire, +2 Crystalline Crab aura = 3"
    assert ledger_line(ledger, Voice("it", aloud=True)) == (
        "Levrikon in centro 1: 2 base, meno 1 Capparwire, più 2 aura di Crystalline Crab, in tutto 3."
    )


def test_what_a_position_does_not_remember_is_called_earlier() -> None:
    told = stage(REBIRTH, ("Y", "007@M1"), ("Y", "026@T1"))
    ledger = explain_power(told.state.board, *tile_place("M1"))
    assert ledger is not None
    assert "-1 from earlier effects" in ledger_line(ledger, Voice("en"))


def test_a_card_that_a_known_hand_does_not_hold_is_neither_played_nor_traced() -> None:
    deck = [f"{number:03}" for number in range(1, DECK_SIZE + 1)]
    state = GameState(deck, deck, seed=1)
    before = state.state_hash
    with pytest.raises(IllegalActionError):
        trace(state, "Y", Move.parse("145@M1"))
    with pytest.raises(IllegalActionError):
        Chronicle(state).play("Y", Move.parse("145@M1"))
    assert state.state_hash == before
