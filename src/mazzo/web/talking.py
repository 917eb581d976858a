"""A typed or dictated line at the web table: the same grammar as in the terminal, and what it asks back as buttons.

A page keeps no conversation: what was said since a question was opened comes with its answer, and is said again. None
of those lines has changed anything, or the question would be closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernelkit.spoken import sentence
from mazzo.coach.errors import CoachError
from mazzo.dialogue.coach import CoachSession
from mazzo.dialogue.coach_questions import QUESTIONS
from mazzo.dialogue.coach_steps import STEPS
from mazzo.dialogue.conversation import Question, refusal
from mazzo.dialogue.verbs import COACH, command_in
from qb_engine.words.voice import card_name

HERE = frozenset({*QUESTIONS, *STEPS, "fix", "sync hand", "sync board", "sync turn", "adopt", "name", "forget", "help"})
"""Commands that a page answers: none of them reads or writes a file, and none takes long."""
KEPT_HERE = HERE | {"save enemy"}
YES, NO = "yes", "no"


class TerminalOnlyError(CoachError):
    """A command that a page has other means for."""

    template = sentence("{asked!r} is a command of the terminal: here it is a link or a button")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that waits: what it says, the lines that led to it, and its answers as buttons, typed and shown."""

    prompt: str
    said: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    is_yes_or_no: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said to a line. ``failed`` is why nothing was done, ``asked`` what is asked back."""

    lines: tuple[str, ...] = ()
    failed: str = ""
    asked: Asked | None = None


def talk(session: CoachSession, line: str, said: Sequence[str] = ()) -> Talk:
    """Say ``line`` after what was ``said``; what is answered."""
    for each in (*said, line):
        typed = command_in(COACH, each)
        if typed is not None and typed.verb.name not in KEPT_HERE:
            error = TerminalOnlyError(asked=typed.word)
            return Talk(failed=refusal(error, session.words.voice))
    for each in said:
        session.handle(each)
    steps = session.table.match.steps
    reply = session.handle(line)
    question = session.table.question if session.table.match.steps == steps else None
    asked = None if question is None else _asked(question, (*said, line))
    if not reply.ok:
        return Talk(failed=" ".join(reply.lines), asked=asked)
    lines = reply.lines[:1] if question is not None and question.cards else reply.lines
    return Talk(tuple(one for one in lines if one), asked=asked)


def _asked(question: Question, said: tuple[str, ...]) -> Asked:
    cards = tuple((str(number), card_name(card_id)) for number, card_id in enumerate(question.cards, start=1))
    return Asked(question.prompt, said, cards, question.is_yes_or_no)


def is_question(line: str) -> bool:
    """Whether the line asks something and changes nothing, whatever the match is."""
    typed = command_in(COACH, line)
    return typed is not None and typed.verb.name in QUESTIONS and not (typed.verb.name == "opponent" and typed.rest)
