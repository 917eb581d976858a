"""Each line at a table as one JSON text, for whoever reads standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazzo.dialogue.conversation import Reply
from mazzo.schemas.document import json_text

if TYPE_CHECKING:
    from mazzo.dialogue.coach import CoachSession
    from mazzo.dialogue.play import PlaySession


def coach_document(session: CoachSession, number: int, line: str | None, reply: Reply) -> str:
    """What was entered, what was said, what is expected, and the match after it."""
    from mazzo.schemas.match import CoachLine, snapshot

    table, match = session.table, session.table.match
    shown = None
    if match.phase != "start":
        advice = table.advice() if match.phase == "your_play" else None
        shown = snapshot(match, advice, table.decision, session.words.voice.language)
    return json_text(
        CoachLine(ok=reply.ok, line=number, entered=line, said=reply.lines, expected=session.prompt, snapshot=shown)
    )


def play_document(session: PlaySession, number: int, line: str | None, reply: Reply) -> str:
    """What was entered, what was said, what is expected, and the game after it."""
    from mazzo.schemas.game import GameLine, game_part

    expected = None if reply.more or reply.done else session.prompt
    return json_text(
        GameLine(
            ok=reply.ok, line=number, entered=line, said=reply.lines, expected=expected, game=game_part(session.game)
        )
    )
