"""A game of Solitario as data: its score, and a whole game from a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from mazzo.schemas.document import NUMBERS, Document, Part
from solitario.application.engine import GameEngine
from solitario.application.messages import Message
from solitario.domain.final_score import FinalScore


class ScoreFields(Part):
    """Every field of a final score, as docs/scoring.md explains them."""

    base_score: int
    deck_bonus: int
    draw_bonus: int
    difficulty_multiplier: float
    time_bonus: int
    victory_bonus: int
    total_score: int
    is_victory: bool
    elapsed_seconds: float
    difficulty_level: int
    deck_type: str
    draw_count: int
    recycle_count: int
    move_count: int
    victory_quality_multiplier: float
    provisional_score: int
    time_quality: float
    move_quality: float
    recycle_quality: float
    stock_draw_count: int
    timer_mode: str
    timer_limit_seconds: int
    end_reason: str
    scoring_system_version: str
    config_hash: str
    empty_piles: str | UnsetType = UNSET
    """Only where it was not a king alone that an empty pile took."""
    unrecorded: tuple[str, ...] | UnsetType = UNSET
    """The fields that a record of another program does not say: they hold nothing, not 0."""


class ScoreDocument(ScoreFields, tag_field="schema", tag=NUMBERS["solitario-score"]):
    """The score of a game, every field of it."""

    ok: bool = True


class SettingsPart(Part):
    """The options that a game was played by."""

    deck_type: str
    level: int
    draw_count: int
    timer_mode: str
    timer_minutes: int
    recycle_mode: str
    command_tips: bool
    empty_piles: str


class MessagePart(Part):
    """Something that was said: its key and facts for programs, its text for people."""

    key: str
    data: dict[str, Any]
    priority: str
    text: str


class StepPart(Part):
    """A command and what was said to it; the first, without a command, is the greeting."""

    command: str
    messages: list[MessagePart]


class SolitarioGame(Document, tag=NUMBERS["solitario-game"]):
    """A whole game, and how it stands in the end."""

    deal: int
    settings: SettingsPart
    steps: list[StepPart]
    is_over: bool
    final_score: ScoreFields | None


def score_document(score: FinalScore) -> ScoreDocument:
    """The document of a score."""
    return ScoreDocument(**score.as_dict())


def step_part(command: str, messages: Iterable[tuple[Message, str]]) -> StepPart:
    """A command with the messages to it, each with its text."""
    return StepPart(
        command=command, messages=[MessagePart(**message.as_dict(), text=text) for message, text in messages]
    )


def game_document(engine: GameEngine, steps: Iterable[StepPart]) -> SolitarioGame:
    """The document of a game; its steps are taken first, the end is read then."""
    told, final = list(steps), engine.final_score
    return SolitarioGame(
        deal=engine.deal_number,
        settings=SettingsPart(**engine.settings.as_dict()),
        steps=told,
        is_over=engine.is_over,
        final_score=None if final is None else ScoreFields(**final.as_dict()),
    )
