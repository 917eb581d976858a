"""A coached match as one page: the board, the hand, what is asked next, and the answer."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.coach.opponent import Opponent, opponent
from mazzo.coach.questions import threats
from mazzo.coach.table import CoachTable
from mazzo.web.views.board import LaneView, board_view
from mazzo.web.views.cards import CardView, card_view
from mazzo.web.views.hand import HandCard, hand_view
from mazzo.web.views.moves import AnswerView, answer_view
from mazzo.words.coach import result_sentence, step_line, turn_words
from mazzo.words.pages import HEADINGS
from mazzo.words.table import Words
from qb_engine.game_state import placements
from qb_engine.match.phases import Phase
from qb_engine.moves import Side, tile_name
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import capitalised

LIKELIEST = 6
"""So many cards of the enemy are offered as buttons; any other is typed."""
SHOWN_MOVES = 5


@dataclass(frozen=True, slots=True)
class Asking:
    """What a visitor is looking at: a card of the enemy that was chosen, or a place of the hand."""

    card: str | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class OptionView:
    """A card that can be chosen, with how likely it is in percent or how many are left."""

    card: CardView
    percent: int | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class CoachView:
    """Everything that the page shows."""

    number: int
    phase: Phase
    turn: int
    heading: str
    score: str
    lanes: tuple[LaneView, ...]
    hand: tuple[HandCard, ...]
    asking: Asking
    chosen: CardView | None
    chosen_tiles: tuple[str, ...]
    options: tuple[OptionView, ...]
    answer: AnswerView | None
    opponent: Opponent | None
    enemy_holds: int
    left: int
    steps: tuple[tuple[int, str], ...]
    can_undo: bool
    gives_cards: bool


def coach_view(
    table: CoachTable, number: int, words: Words, asking: Asking, deep: AnswerView | None = None
) -> CoachView:
    """The page of a match as it is now; ``deep`` is the answer of a deeper look, where there is one."""
    match, language = table.match, words.voice.language
    game, phase = match.state.game, match.phase
    advice = table.advice() if phase == "your_play" else None
    answer = None if advice is None else deep or answer_view(advice, words)
    moves = () if answer is None else answer.moves
    chosen = asking.card if phase == "enemy_play" else _held(table, asking.hand)
    tiles = () if chosen is None else _tiles(table, chosen)
    enemy = None if phase in ("start", "over") else opponent(table)
    flags: dict[str, tuple[int, ...]] = {}
    for each in moves[:SHOWN_MOVES]:
        if each.tile:
            flags[each.tile] = (*flags.get(each.tile, ()), each.number)
    reach = {one.tile: one.chance for one in threats(table).tiles} if phase == "your_play" else {}
    return CoachView(
        number=number,
        phase=phase,
        turn=game.turn,
        heading=_heading(table, words),
        score=score_sentence(game.score(), words.voice),
        lanes=board_view(game.board, words, flags=flags, reach=reach, targets=tiles),
        hand=hand_view(
            match.state.hand,
            game.board,
            words,
            chosen=asking.hand if phase == "your_play" else None,
            advised=moves[0].move.partition("@")[0] if moves else None,
        ),
        asking=asking,
        chosen=None if chosen is None else card_view(chosen, language),
        chosen_tiles=tiles,
        options=_options(table, enemy, language),
        answer=answer,
        opponent=enemy,
        enemy_holds=0 if enemy is None else enemy.hand.count,
        left=match.state.your_deck_count,
        steps=tuple((step.number, step_line(step, words)) for step in reversed(match.steps)),
        can_undo=len(match.steps) > 1,
        gives_cards=table.gives_cards,
    )


def _heading(table: CoachTable, words: Words) -> str:
    match = table.match
    if match.phase == "over":
        return result_sentence(match.state.game.score(), words)
    return words.say(HEADINGS[match.phase])


def _held(table: CoachTable, place: int | None) -> str | None:
    """The card at a place of the hand, from 1."""
    hand = table.match.state.hand
    is_there = place is not None and 1 <= place <= len(hand) and table.match.phase == "your_play"
    return hand[place - 1] if place is not None and is_there else None


def _tiles(table: CoachTable, card_id: str) -> tuple[str, ...]:
    """The tiles that take the chosen card of whoever is to move."""
    side: Side = "E" if table.match.phase == "enemy_play" else "Y"
    found = placements(table.match.state.game.board, side, [card_id])
    return tuple(tile_name(move.lane_index, move.col_index) for move in found)


def _options(table: CoachTable, enemy: Opponent | None, language: str) -> tuple[OptionView, ...]:
    """The cards to choose from: the enemy's likeliest, or those that you may draw."""
    if table.match.phase == "enemy_play" and enemy is not None:
        likely = [
            OptionView(card_view(card_id, language), percent=round(100 * chance))
            for card_id, chance in enemy.hand.cards
        ]
        return tuple(likely[:LIKELIEST])
    if table.match.phase == "your_draw":
        left = table.match.state.your_deck
        if left is None:
            return ()
        return tuple(
            OptionView(card_view(card_id, language), left=copies) for card_id, copies in sorted(left.items()) if copies
        )
    return ()


def done_line(table: CoachTable, from_step: int, words: Words) -> str:
    """One sentence for what was just entered, or where the match stands."""
    new = [step for step in table.match.steps[from_step:] if step.kind != "start"]
    game = table.match.state.game
    said = " ".join(step_line(step, words).split(". ", 1)[-1] for step in new)
    turn = capitalised(turn_words(game.side_to_act, min(1, int(game.record.passes)), words))
    return f"{said} {turn}." if said else f"{turn}."
