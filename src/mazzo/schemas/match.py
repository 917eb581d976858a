"""A coached match as data: one JSON object for each line that was entered."""

from __future__ import annotations

from typing import Any

from mazzo.cli.coach_advise import advice_data
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.conversation import Reply
from qb_engine.live_match import LiveMatch
from qb_engine.match.board_sync import all_tiles
from qb_engine.projection import effect_tiles

SCHEMA = 1


def step_data(session: CoachSession, number: int, line: str | None, reply: Reply) -> dict[str, Any]:
    """What was entered, what was said, what is expected, and the match after it."""
    match = session.table.match
    return {
        "schema": SCHEMA,
        "line": number,
        "entered": line,
        "ok": reply.ok,
        "said": reply.lines,
        "expected": session.prompt,
        "snapshot": None if match.phase == "start" else snapshot(session),
    }


def snapshot(session: CoachSession) -> dict[str, Any]:
    """The match as it stands."""
    match = session.table.match
    game, score = match.state.game, match.state.game.score()
    advice = _advice(session)
    last = match.steps[-1]
    return {
        "session": {"phase": match.phase, "rules": game.ruleset.name, "turn": game.turn, "steps": len(match.steps)},
        "board": all_tiles(game),
        "hand": list(match.state.hand),
        "enemy_hand_count": match.state.enemy_hand_count,
        "lanes": [
            {"you": lane.power_you, "enemy": lane.power_enemy, "winner": lane.winner, "points": lane.lane_points}
            for lane in score.lanes
        ],
        "scores": {"you": score.total_you, "enemy": score.total_enemy},
        "win_chance": advice["win_chance"] if advice else None,
        "recommendations": advice["moves"] if advice else [],
        "legal_moves": [str(move) for move in game.legal_moves("Y")] if match.phase == "your_play" else [],
        "chosen_move": session.table.decision,
        "effect_tiles": effect_tiles(game.board),
        "last_event": {"number": last.number, "kind": last.kind, "data": dict(last.data)},
        "overrides": list(match.state.overrides),
    }


def _advice(session: CoachSession) -> dict[str, Any] | None:
    match: LiveMatch = session.table.match
    if match.phase != "your_play":
        return None
    return advice_data(match.state.game, session.table.advice(), session.words.voice.language)
