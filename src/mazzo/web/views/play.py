"""A game against the computer as one page: only what you may see."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.play.table_game import TableGame
from mazzo.web.views.board import LaneView, board_view
from mazzo.web.views.coach import just_now, step_words
from mazzo.web.views.hand import HandCard, hand_view
from mazzo.words.levels import enemy_words
from mazzo.words.pages import HEADINGS
from mazzo.words.play import end_lines, pass_lines
from mazzo.words.table import Words
from qb_engine.match.phases import Phase
from qb_engine.words.scores import score_sentence

LAST = 4
"""So many steps are listed."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """Everything that the page shows."""

    number: int
    phase: Phase
    turn: int
    enemy: str
    heading: str
    score: str
    lanes: tuple[LaneView, ...]
    hand: tuple[HandCard, ...]
    chosen: int | None
    enemy_holds: int
    left: int
    notes: tuple[str, ...]
    round: tuple[str, ...]
    steps: int
    last: tuple[tuple[int, str], ...]
    result: tuple[str, ...]
    is_turned: bool
    is_given_up: bool


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
        enemy=enemy_words(game.terms.player, words),
        heading=result[-2] if result else words.say(HEADINGS[phase]),
        score=score_sentence(state.game.score(), words.voice),
        lanes=board_view(state.game.board, words, targets=() if chosen is None else cards[chosen - 1].tiles),
        hand=cards,
        chosen=chosen,
        enemy_holds=state.enemy_hand_count,
        left=state.your_deck_count,
        notes=tuple(pass_lines(game, words)) if phase == "your_play" else (),
        round=just_now(game.match.steps, words),
        steps=len(game.match.steps),
        last=tuple((step.number, step_words(step, words)) for step in reversed(game.match.steps[-LAST:])),
        result=result,
        is_turned=words.voice.seat == "right",
        is_given_up=game.is_resigned,
    )


def words_of_steps(game: TableGame, from_step: int, words: Words) -> list[str]:
    """What happened since a step, briefly."""
    return [step_words(step, words) for step in game.match.steps[max(1, from_step) :]]


def told_line(game: TableGame, from_step: int, words: Words) -> str:
    """One sentence for what was just done: the steps since, and the result where it is the last."""
    said = words_of_steps(game, from_step, words)
    if game.phase == "over":
        said.append(end_lines(game, words)[-2])
    return " ".join(said)
