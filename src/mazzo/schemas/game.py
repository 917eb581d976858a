"""A game against the computer as data: one JSON object for each line, with what you see and nothing more."""

from __future__ import annotations

from typing import Any

from mazzo.dialogue.conversation import Reply
from mazzo.dialogue.play import PlaySession
from qb_engine.match.board_sync import all_tiles

SCHEMA = 1


def line_data(session: PlaySession, number: int, line: str | None, reply: Reply) -> dict[str, Any]:
    """What was entered, what was said, what is expected, and the game after it; no line for what came by itself."""
    return {
        "schema": SCHEMA,
        "line": number,
        "entered": line,
        "ok": reply.ok,
        "said": reply.lines,
        "expected": None if reply.more or reply.done else session.prompt,
        "game": game_data(session),
    }


def game_data(session: PlaySession) -> dict[str, Any]:
    """The game from your seat."""
    game, state = session.game, session.game.match.state
    score, last = state.game.score(), game.match.steps[-1]
    return {
        "number": game.number,
        "rules": state.game.ruleset.name,
        "enemy": str(game.terms.player),
        "phase": game.phase,
        "turn": state.game.turn,
        "board": all_tiles(state.game),
        "hand": list(state.hand),
        "enemy_hand_count": state.enemy_hand_count,
        "lanes": [
            {"you": lane.power_you, "enemy": lane.power_enemy, "winner": lane.winner, "points": lane.lane_points}
            for lane in score.lanes
        ],
        "scores": {"you": score.total_you, "enemy": score.total_enemy},
        "legal_moves": [str(move) for move in state.game.legal_moves("Y")] if game.phase == "your_play" else [],
        "last_event": {"number": last.number, "kind": last.kind, "data": dict(last.data)},
        "take_backs": game.take_backs,
        "is_resigned": game.is_resigned,
    }
