"""Queen's Blood as a library: cards, rules, scoring and play, under the names of its specification.

``import qb_engine as qb``, then ``qb.GameState``, ``qb.advise(game)``, ``qb.CARDS``: each is loaded when it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qb_engine.advice.evaluation import CoachingRecommendation as CoachingRecommendation
    from qb_engine.advice.evaluation import MoveCandidate as MoveCandidate
    from qb_engine.advice.evaluation import MoveEvaluation as MoveEvaluation
    from qb_engine.advice.evaluation import PositionEvaluation as PositionEvaluation
    from qb_engine.board_state import BoardState as BoardState
    from qb_engine.board_state import CardTriggerState as CardTriggerState
    from qb_engine.board_state import SpawnContext as SpawnContext
    from qb_engine.board_state import Tile as Tile
    from qb_engine.card_hydrator import CardHydrator as CardHydrator
    from qb_engine.cards.starter_decks import starter_decks as starter_decks
    from qb_engine.chronicle.chronicle import Chronicle as Chronicle
    from qb_engine.chronicle.chronicle import trace as trace
    from qb_engine.coaching import CoachingEngine as CoachingEngine
    from qb_engine.coaching import advise as advise
    from qb_engine.deck import Deck as Deck
    from qb_engine.effect_engine import EffectEngine as EffectEngine
    from qb_engine.effect_engine import LaneScore as LaneScore
    from qb_engine.effect_registry_utils import load_effects as load_effects
    from qb_engine.enemy_observation import AnnotatedState as AnnotatedState
    from qb_engine.enemy_observation import EnemyDeckKnowledge as EnemyDeckKnowledge
    from qb_engine.enemy_observation import EnemyObservation as EnemyObservation
    from qb_engine.enemy_observation import EnemyObservationState as EnemyObservationState
    from qb_engine.enemy_observation import ObservedCard as ObservedCard
    from qb_engine.errors import IllegalActionError as IllegalActionError
    from qb_engine.errors import IllegalMoveError as IllegalMoveError
    from qb_engine.errors import InvalidDeckError as InvalidDeckError
    from qb_engine.errors import QueensBloodError as QueensBloodError
    from qb_engine.errors import Refusal as Refusal
    from qb_engine.errors import UnknownCardError as UnknownCardError
    from qb_engine.game_state import GameState as GameState
    from qb_engine.game_state import Outcome as Outcome
    from qb_engine.hand import Hand as Hand
    from qb_engine.knowledge.player_view import PlayerView as PlayerView
    from qb_engine.legality import LegalityChecker as LegalityChecker
    from qb_engine.live_match import LiveMatch as LiveMatch
    from qb_engine.models import Card as Card
    from qb_engine.models import Effect as Effect
    from qb_engine.models import Operation as Operation
    from qb_engine.models import PatternCell as PatternCell
    from qb_engine.moves import Move as Move
    from qb_engine.moves import Side as Side
    from qb_engine.notation.game_position import parse_position as parse_position
    from qb_engine.notation.game_position import position_text as position_text
    from qb_engine.prediction import PredictionEngine as PredictionEngine
    from qb_engine.prediction import ThreatMap as ThreatMap
    from qb_engine.projection import apply_projection as apply_projection
    from qb_engine.projection import overlay as overlay
    from qb_engine.projection import project as project
    from qb_engine.rules_engine import RulesEngine as RulesEngine
    from qb_engine.ruleset import REBIRTH as REBIRTH
    from qb_engine.ruleset import SPEC as SPEC
    from qb_engine.ruleset import Ruleset as Ruleset
    from qb_engine.scoring import MatchScore as MatchScore
    from qb_engine.scoring import compute_lane_power as compute_lane_power
    from qb_engine.scoring import compute_match_score as compute_match_score
    from qb_engine.search.race import Budget as Budget
    from qb_engine.search.race import DeepLook as DeepLook
    from qb_engine.simulation import Simulation as Simulation

    CARDS: Mapping[str, Card]

_HOMES = {
    "advice.evaluation": "CoachingRecommendation MoveCandidate MoveEvaluation PositionEvaluation",
    "board_state": "BoardState CardTriggerState SpawnContext Tile",
    "card_hydrator": "CardHydrator",
    "cards.starter_decks": "starter_decks",
    "chronicle.chronicle": "Chronicle trace",
    "coaching": "CoachingEngine advise",
    "deck": "Deck",
    "effect_engine": "EffectEngine LaneScore",
    "effect_registry_utils": "load_effects",
    "enemy_observation": "AnnotatedState EnemyDeckKnowledge EnemyObservation EnemyObservationState ObservedCard",
    "errors": "IllegalActionError IllegalMoveError InvalidDeckError QueensBloodError Refusal UnknownCardError",
    "game_state": "GameState Outcome",
    "hand": "Hand",
    "knowledge.player_view": "PlayerView",
    "legality": "LegalityChecker",
    "live_match": "LiveMatch",
    "models": "Card Effect Operation PatternCell",
    "moves": "Move Side",
    "notation.game_position": "parse_position position_text",
    "prediction": "PredictionEngine ThreatMap",
    "projection": "apply_projection overlay project",
    "rules_engine": "RulesEngine",
    "ruleset": "REBIRTH SPEC Ruleset",
    "scoring": "MatchScore compute_lane_power compute_match_score",
    "search.race": "Budget DeepLook",
    "simulation": "Simulation",
}
"""The public names by the module that each lives in; a type checker reads them above."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "CARDS",
    "REBIRTH",
    "SPEC",
    "AnnotatedState",
    "BoardState",
    "Budget",
    "Card",
    "CardHydrator",
    "CardTriggerState",
    "Chronicle",
    "CoachingEngine",
    "CoachingRecommendation",
    "Deck",
    "DeepLook",
    "Effect",
    "EffectEngine",
    "EnemyDeckKnowledge",
    "EnemyObservation",
    "EnemyObservationState",
    "GameState",
    "Hand",
    "IllegalActionError",
    "IllegalMoveError",
    "InvalidDeckError",
    "LaneScore",
    "LegalityChecker",
    "LiveMatch",
    "MatchScore",
    "Move",
    "MoveCandidate",
    "MoveEvaluation",
    "ObservedCard",
    "Operation",
    "Outcome",
    "PatternCell",
    "PlayerView",
    "PositionEvaluation",
    "PredictionEngine",
    "QueensBloodError",
    "Refusal",
    "RulesEngine",
    "Ruleset",
    "Side",
    "Simulation",
    "SpawnContext",
    "ThreatMap",
    "Tile",
    "UnknownCardError",
    "advise",
    "apply_projection",
    "compute_lane_power",
    "compute_match_score",
    "load_effects",
    "overlay",
    "parse_position",
    "position_text",
    "project",
    "starter_decks",
    "trace",
]


def __getattr__(name: str) -> Any:
    """A public name, fetched when it is first asked for (PEP 562)."""
    if name == "CARDS":
        from qb_engine.card_hydrator import cards_by_id

        return globals().setdefault(name, cards_by_id())
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
