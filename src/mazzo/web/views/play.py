"""A game against the computer as one page: only what you may see."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.play.levels import level_of
from mazzo.play.table_game import TableGame
from mazzo.web.views.board import LaneView, board_view
from mazzo.web.views.hand import HandCard, hand_view
from mazzo.words.coach import step_line
from mazzo.words.pages import HEADINGS
from mazzo.words.play import end_lines, hand_count_line, pass_lines
from mazzo.words.table import Words
from qb_engine.match.phases import Phase
from qb_engine.words.scores import score_sentence


@dataclass(frozen=True, slots=True)
class PlayView:
    """Everything that the page shows."""

    number: int
    phase: Phase
    turn: int
    level: int | None
    heading: str
    score: str
    lanes: tuple[LaneView, ...]
    hand: tuple[HandCard, ...]
    chosen: int | None
    holds: str
    left: int
    notes: tuple[str, ...]
    last: tuple[str, ...]
    result: tuple[str, ...]


def play_view(game: TableGame, words: Words, hand: int | None = None) -> PlayView:
    """The page of a game as it is now; ``hand`` is the place of the card that was chosen."""
    state, phase = game.match.state, game.phase
    held = list(state.hand)
    chosen = hand if hand is not None and phase == "your_play" and 1 <= hand <= len(held) else None
    cards = hand_view(held, state.game.board, words, chosen=chosen)
    result = tuple(line for line in end_lines(game, words) if line) if phase == "over" else ()
    return PlayView(
        number=game.number,
        phase=phase,
        turn=state.game.turn,
        level=level_of(game.terms.player),
        heading=result[-2] if result else words.say(HEADINGS[phase]),
        score=score_sentence(state.game.score(), words.voice),
        lanes=board_view(state.game.board, words, targets=() if chosen is None else cards[chosen - 1].tiles),
        hand=cards,
        chosen=chosen,
        holds=hand_count_line(game, words),
        left=state.your_deck_count,
        notes=tuple(pass_lines(game, words)) if phase == "your_play" else (),
        last=_last(game, words),
        result=result,
    )


def _last(game: TableGame, words: Words) -> tuple[str, ...]:
    """The last steps of the enemy's and your draw, each in a sentence."""
    return tuple(words_of_steps(game, max(0, len(game.match.steps) - 3), words))


def words_of_steps(game: TableGame, from_step: int, words: Words) -> list[str]:
    """What happened since a step, briefly."""
    return [step_line(step, words).partition(". ")[2] for step in game.match.steps[max(1, from_step) :]]


def told_line(game: TableGame, from_step: int, words: Words) -> str:
    """One sentence for what was just done: the steps since, and the result where it is the last."""
    said = words_of_steps(game, from_step, words)
    if game.phase == "over":
        said.append(end_lines(game, words)[-2])
    return " ".join(said)
