"""Queen's Blood for OpenSpiel: importing this registers the game ``python_queens_blood``.

    import pyspiel, qb_engine.envs.open_spiel_v0
    game = pyspiel.load_game("python_queens_blood", {"ruleset": "spec"})

Chance is explicit: every card that is drawn is a chance node over what is left of that deck. Parameters are the
ruleset and the two decks as deck codes; player 0 begins.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pyspiel

from qb_engine.arena.arena import MAX_PLIES
from qb_engine.cards.deck_code import deck_code, parse_deck_code
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.envs.batch import Viewer, move_of
from qb_engine.envs.kernel.layout import ACTIONS, FACTS, PASS_ACTION
from qb_engine.envs.picture import board_text
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import MAX_CARDS
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, TILES, mirrored
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import Ruleset

NAME = "python_queens_blood"
PLAYERS = ("player_0", "player_1")
DEFAULTS = {
    "ruleset": "rebirth",
    "deck_0": deck_code(starter_decks()[0].deck),
    "deck_1": deck_code(starter_decks()[1].deck),
}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Queen's Blood",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(PLAYERS),
    min_num_players=len(PLAYERS),
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=ACTIONS,
    max_chance_outcomes=MAX_CARDS,
    num_players=len(PLAYERS),
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MAX_PLIES,
)


class Setting:
    """Engine, view and decks of a game: nothing in it changes, so that copies of a state share it."""

    def __init__(self, ruleset: Ruleset, decks: tuple[tuple[str, ...], ...]) -> None:
        self.engine, self.decks = engine_for(ruleset), decks
        self.viewer = Viewer(self.engine)

    def __deepcopy__(self, _memo: object) -> Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.engine.ruleset, self.decks)


class QueensBloodGame(pyspiel.Game):  # type: ignore[misc]
    """The rules and the decks of a game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        super().__init__(GAME_TYPE, GAME_INFO, chosen)
        ruleset = Ruleset.parse(chosen["ruleset"])
        decks = tuple(Deck(parse_deck_code(chosen[name]), ruleset).card_ids for name in ("deck_0", "deck_1"))
        self.setting = Setting(ruleset, decks)

    def new_initial_state(self) -> QueensBloodState:
        """A game before the first card is drawn."""
        return QueensBloodState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every card of both decks may be drawn."""
        return len(PLAYERS) * DECK_SIZE

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What tells a player's view of a state."""
        if params:
            raise ValueError(f"there are no parameters of observation, and these were given: {params}")
        del iig_obs_type
        return Observer(self.setting)


class QueensBloodState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. The decks lie in no order: a draw is a choice of chance among all that is left."""

    def __init__(self, game: QueensBloodGame) -> None:
        super().__init__(game)
        self.setting = setting = game.setting
        self.table = GameState.on(setting.engine)
        setting.engine.kernel.opening_board(self.table.cells)
        for side, deck in zip(SIDES, setting.decks, strict=True):
            self.table.write_deck(side, deck)
            self.table.record.hand_tracked[SIDES.index(side)] = 1
        self._opening = [side for side in (0, 1) for _card in range(OPENING_HAND)]
        self._is_drawing = False
        self._plies = 0

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._drawing_side() is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.table.record.side_to_act)

    def _drawing_side(self) -> int | None:
        """Whose card is to be drawn now."""
        if self._opening:
            return self._opening[0]
        return 1 - int(self.table.record.side_to_act) if self._is_drawing else None

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self.table.is_over or self._plies >= MAX_PLIES

    def returns(self) -> list[float]:
        """1 for who won, -1 for who lost; nothing before the end and in a tie."""
        value = float(np.sign(self.table.score().margin)) if self.is_terminal() else 0.0
        return [value, -value]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that may be drawn, by its number, with its probability."""
        side = self._drawing_side()
        assert side is not None
        left = self.table.deck(SIDES[side])
        counts = Counter(self.setting.engine.numbers_of(left))
        return [(number, counts[number] / len(left)) for number in sorted(counts)]

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.setting.viewer.seen(self.table.cells, player)[1]
        return [int(action) for action in np.flatnonzero(mask)]

    def _apply_action(self, action: int) -> None:
        side = self._drawing_side()
        if side is not None:
            self._draw(side, action)
            return
        self._plies += 1
        player = int(self.table.record.side_to_act)
        self._play(player, action)
        if self.table.is_over:
            return
        following = SIDES[1 - player]
        # The next turn's draw is chance's, and the turn begins with it; a first turn has none.
        if self.table.record.turns_begun[1 - player] > 0 and self.table.deck(following):
            self._is_drawing = True
        else:
            self.table.end_turn()

    def _play(self, player: int, action: int) -> None:
        """Lay a card, or pass; the turn does not end."""
        hand = self.table.hand(SIDES[player]).card_ids
        move = move_of(action, hand)
        if move is None:
            self.table.pass_free()
            return
        there = move if player == 0 else mirrored(move)
        self.table.play_card_from_hand(SIDES[player], hand.index(move.card_id), there.lane_index, there.col_index)

    def _draw(self, side: int, number: int) -> None:
        """The card that chance chose is the next one of the deck, and is drawn."""
        card_id = self.setting.engine.ids[number]
        rest = list(self.table.deck(SIDES[side]))
        rest.remove(card_id)
        if not self._opening:
            self.table.write_deck(SIDES[side], [card_id, *rest])
            self._is_drawing = False
            self.table.end_turn()
            return
        self._opening.pop(0)
        self.table.write_deck(SIDES[side], rest)
        self.table.write_hand(SIDES[side], (*self.table.hand(SIDES[side]), card_id))
        if not self._opening:
            self.setting.engine.kernel.begin_turn(self.table.cells, 0)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {self.setting.engine.ids[action]}"
        if action == PASS_ACTION:
            return "pass"
        hand, place = self.table.hand(SIDES[player]).card_ids, action // TILES
        return str(move_of(action, hand)) if place < len(hand) else f"place {place} tile {action % TILES}"

    def __str__(self) -> str:
        return board_text(self.table, PLAYERS)


class Observer:
    """A player's view of a state as numbers, and as text."""

    def __init__(self, setting: Setting) -> None:
        self._viewer = setting.viewer
        self.tensor = np.zeros(FACTS, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: QueensBloodState, player: int) -> None:
        """Write what ``player`` sees of ``state``."""
        self.tensor[:] = self._viewer.seen(state.table.cells, player)[0]

    def string_from(self, state: QueensBloodState, player: int) -> str:
        """What ``player`` sees of ``state``, as text."""
        return " ".join(map(str, self._viewer.seen(state.table.cells, player)[0].tolist()))


pyspiel.register_game(GAME_TYPE, QueensBloodGame)
