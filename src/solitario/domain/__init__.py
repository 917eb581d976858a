"""The game and its score: pure values and rules. No file, no clock, no chance that is not handed in."""

from solitario.domain.final_score import FinalScore
from solitario.domain.score_events import ScoreEvent, ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason, ScoringService, TimerMode

__all__ = ["EndReason", "FinalScore", "ScoreEvent", "ScoreEventType", "ScoringConfig", "ScoringService", "TimerMode"]
