"""Solitaire as a library, built for the ear first: the game, its scoring system v2.0, its words and its memory.

``import solitario``, then ``solitario.GameSettings``, ``solitario.ScoringConfig``: each is loaded when it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solitario.application.engine import GameEngine as GameEngine
    from solitario.domain.cards import Card as Card
    from solitario.domain.cards import Deck as Deck
    from solitario.domain.final_score import FinalScore as FinalScore
    from solitario.domain.game import Game as Game
    from solitario.domain.moves import Move as Move
    from solitario.domain.score_events import ScoreEvent as ScoreEvent
    from solitario.domain.score_events import ScoreEventType as ScoreEventType
    from solitario.domain.scoring_config import ScoringConfig as ScoringConfig
    from solitario.domain.scoring_service import EndReason as EndReason
    from solitario.domain.scoring_service import ScoringService as ScoringService
    from solitario.domain.scoring_service import TimerMode as TimerMode
    from solitario.domain.settings import GameSettings as GameSettings
    from solitario.errors import SolitarioError as SolitarioError
    from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader as ScoringConfigLoader
    from solitario.presentation.score_formatter import ScoreFormatter as ScoreFormatter

_HOMES = {
    "application.engine": "GameEngine",
    "domain.cards": "Card Deck",
    "domain.final_score": "FinalScore",
    "domain.game": "Game",
    "domain.moves": "Move",
    "domain.score_events": "ScoreEvent ScoreEventType",
    "domain.scoring_config": "ScoringConfig",
    "domain.scoring_service": "EndReason ScoringService TimerMode",
    "domain.settings": "GameSettings",
    "errors": "SolitarioError",
    "infrastructure.scoring_config_loader": "ScoringConfigLoader",
    "presentation.score_formatter": "ScoreFormatter",
}
"""The public names by the module that each lives in; a type checker reads them above."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Card",
    "Deck",
    "EndReason",
    "FinalScore",
    "Game",
    "GameEngine",
    "GameSettings",
    "Move",
    "ScoreEvent",
    "ScoreEventType",
    "ScoreFormatter",
    "ScoringConfig",
    "ScoringConfigLoader",
    "ScoringService",
    "SolitarioError",
    "TimerMode",
]


def __getattr__(name: str) -> Any:
    """A public name, fetched when it is first asked for (PEP 562)."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
