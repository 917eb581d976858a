"""A puzzle and the try that is being made, as one page."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from mazzo.puzzles.desk import PuzzleDesk
from mazzo.web.views.board import LaneView, board_view
from mazzo.web.views.hand import HandCard, hand_view
from mazzo.words.puzzle import STOPPED_SHORT, dead_lines, move_words, opening_lines, won_line
from mazzo.words.table import Words
from qb_engine.moves import tile_place
from qb_engine.puzzles.collection import shipped_puzzles
from qb_engine.words.scores import score_sentence


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """Everything that the page shows; ``fields`` are what every step of the try takes along."""

    number: int
    title: str
    task: str
    score: str
    lanes: tuple[LaneView, ...]
    hand: tuple[HandCard, ...]
    chosen: int | None
    moves: tuple[str, ...]
    tried: str
    is_won: bool
    is_over: bool
    ends: tuple[str, ...]
    is_solved: bool
    text: str
    here: str
    fields: dict[str, str]
    back: str
    next: int | None

    @property
    def chosen_id(self) -> str:
        """The card that was chosen."""
        return self.hand[self.chosen - 1].card.id if self.chosen else ""

    @property
    def chosen_places(self) -> list[tuple[int, int]]:
        """The tiles that take it."""
        return [tile_place(tile) for tile in self.hand[self.chosen - 1].tiles] if self.chosen else []

    def at(self, **given: object) -> str:
        """The address of this try with something more asked."""
        return f"{self.here}?{urlencode({**self.fields, **given})}"


def puzzle_view(desk: PuzzleDesk, words: Words, hand: int | None, *, is_solved: bool) -> PuzzleView:
    """The page of a try as it is now; ``hand`` is the place of the card that was chosen."""
    held = desk.state.hand("Y").card_ids
    chosen = hand if hand is not None and 1 <= hand <= len(held) and not desk.is_over else None
    cards = hand_view(held, desk.state.board, words, chosen=chosen)
    title, task, *_rest = opening_lines(desk, words)
    number = desk.shipped.number if desk.shipped else 0
    moves = [str(move) for move in desk.moves]
    fields = {"tried": ",".join(moves), "tries": str(desk.tries)} | ({} if number else {"puzzle": desk.text})
    tries = desk.tries + (desk.is_over and not desk.is_won)
    return PuzzleView(
        number=number,
        title=title,
        task=task,
        score=score_sentence(desk.state.score(), words.voice),
        lanes=board_view(desk.state.board, words, targets=() if chosen is None else cards[chosen - 1].tiles),
        hand=cards,
        chosen=chosen,
        moves=tuple(move_words(move, words) for move in desk.moves),
        tried=",".join(moves),
        is_won=desk.is_won,
        is_over=desk.is_over,
        ends=_ends(desk, words),
        is_solved=is_solved,
        text=desk.text,
        here=f"/puzzles/{number}" if number else "/puzzles/shared",
        fields=fields,
        back=f"?{urlencode({**fields, 'tried': ','.join(moves[:-1]), 'tries': tries})}",
        next=number + 1 if number and number < len(shipped_puzzles()) else None,
    )


def _ends(desk: PuzzleDesk, words: Words) -> tuple[str, ...]:
    """How the try ends: solved, or where it went wrong."""
    if not desk.is_over:
        return ()
    if desk.is_won:
        return (won_line(desk, words),)
    dead = desk.dead_end()
    return (words.say(STOPPED_SHORT),) if dead is None else tuple(dead_lines(dead, words, is_over=True))
