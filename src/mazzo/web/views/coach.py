"""A coached match as one page: the board, the hand, what is asked next, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from urllib.parse import urlencode

from mazzo.coach.opponent import Opponent, opponent
from mazzo.coach.questions import ledger, own_deck, threats
from mazzo.coach.table import CoachTable, deckable
from mazzo.web.views.board import REACH_SHOWN, LaneView, board_view
from mazzo.web.views.cards import CardView, card_view
from mazzo.web.views.hand import HandCard, hand_view
from mazzo.web.views.moves import AnswerView, answer_view
from mazzo.words.coach import expected, result_sentence, step_line, turn_words
from mazzo.words.opponent import opponent_lines
from mazzo.words.pages import HEADINGS
from mazzo.words.table import Words
from qb_engine.card_hydrator import shipped
from qb_engine.game_state import placements
from qb_engine.match.board_sync import tile_data
from qb_engine.match.log import Step
from qb_engine.match.phases import Phase
from qb_engine.moves import Side, tile_name, tile_place
from qb_engine.notation.game_position import position_text
from qb_engine.words.mulligan import mulligan_lines
from qb_engine.words.scores import ledger_line, score_sentence
from qb_engine.words.voice import capitalised, card_name

TRAIL = ("play", "pass", "enemy_play", "enemy_pass", "draw")
LIKELIEST = 6
"""So many cards of the enemy are offered as buttons; any other is one of all, or typed."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What a visitor is looking at.

    ``card`` is a card of the enemy's that was chosen, ``hand`` a place of the hand, ``ask`` a question, ``mend`` what
    is to be put right (tiles, hand or turn), ``tile`` the tile of it, ``fix`` the number of a step.
    """

    card: str | None = None
    hand: int | None = None
    ask: str | None = None
    mend: str | None = None
    tile: str | None = None
    fix: int | None = None

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        given = {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) is not None}
        return f"?{urlencode(given)}" if given else ""


@dataclass(frozen=True, slots=True)
class OptionView:
    """A card that can be chosen, with how likely it is in percent or how many are left."""

    card: CardView
    percent: int | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class LeftCard:
    """A card that is left in your deck, how often, and the chance in percent that it is the next."""

    name: str
    copies: int
    percent: int


@dataclass(frozen=True, slots=True)
class CoachView:
    """Everything that the page shows."""

    number: int
    entries: int
    phase: Phase
    turn: int
    heading: str
    score: str
    expected: str
    round: tuple[str, ...]
    lanes: tuple[LaneView, ...]
    hand: tuple[HandCard, ...]
    asking: Asking
    chosen: CardView | None
    chosen_tiles: tuple[tuple[str, str], ...]
    options: tuple[OptionView, ...]
    others: tuple[OptionView, ...]
    answer: AnswerView | None
    mulligan: tuple[str, ...]
    returned: tuple[int, ...]
    enemy: tuple[str, ...]
    likely: tuple[OptionView, ...]
    enemy_holds: int
    left: int
    deck: tuple[LeftCard, ...]
    steps: tuple[tuple[int, str], ...]
    mended: dict[str, object] | None
    mended_name: str
    is_turned: bool
    has_reach: bool
    can_undo: bool
    can_redo: bool
    gives_cards: bool
    position: str


def coach_view(table: CoachTable, number: int, words: Words, asking: Asking) -> CoachView:
    """The page of a match as it is now."""
    match, language, read = table.match, words.voice.language, replace(words.voice, aloud=False)
    game, phase = match.state.game, match.phase
    advice = table.advice() if phase == "your_play" else None
    answer = None if advice is None else answer_view(advice, words)
    moves = () if answer is None else answer.moves
    chosen = asking.card if phase == "enemy_play" else _held(table, asking.hand)
    tiles = () if chosen is None else _tiles(table, chosen)
    enemy = None if phase in ("start", "over") else opponent(table)
    reach = {one.tile: one.chance for one in threats(table).tiles} if phase == "your_play" else {}
    mulligan = table.mulligan_advice() if phase == "mulligan" else None
    return CoachView(
        number=number,
        entries=match.entry_count,
        phase=phase,
        turn=game.turn,
        heading=_heading(table, words),
        score=score_sentence(game.score(), words.voice),
        expected=capitalised(words.typed(expected(phase, words))),
        round=just_now(match.steps, words),
        lanes=board_view(
            game.board,
            words,
            flags=None if answer is None else answer.flags,
            reach=reach,
            targets=tiles,
            sums=_sums(table, words),
        ),
        hand=hand_view(
            match.state.hand,
            game.board,
            words,
            chosen=asking.hand if phase == "your_play" else None,
            advised=moves[0].move.partition("@")[0] if moves else None,
        ),
        asking=asking,
        chosen=None if chosen is None else card_view(chosen, language),
        chosen_tiles=tuple((tile, read.tile(tile)) for tile in tiles),
        options=_options(table, enemy, language),
        others=_others(table, enemy, language),
        answer=answer,
        mulligan=() if mulligan is None else tuple(mulligan_lines(mulligan, read)),
        returned=() if mulligan is None else tuple(place + 1 for place in mulligan.advised.places),
        enemy=() if enemy is None else tuple(opponent_lines(enemy, words)),
        likely=() if enemy is None else _likely(enemy, language),
        enemy_holds=0 if enemy is None else enemy.hand.count,
        left=match.state.your_deck_count,
        deck=_deck(table),
        steps=tuple((step.number, step_words(step, words)) for step in reversed(match.steps)),
        mended=None if asking.tile is None else tile_data(game, asking.tile),
        mended_name="" if asking.tile is None else read.tile(asking.tile),
        is_turned=read.seat == "right",
        has_reach=any(chance >= REACH_SHOWN for chance in reach.values()),
        can_undo=len(match.steps) > 1,
        can_redo=match.can_redo,
        gives_cards=table.gives_cards,
        position=position_text(game),
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


def _likely(enemy: Opponent, language: str) -> tuple[OptionView, ...]:
    return tuple(
        OptionView(card_view(card_id, language), percent=round(100 * chance)) for card_id, chance in enemy.hand.cards
    )


def _options(table: CoachTable, enemy: Opponent | None, language: str) -> tuple[OptionView, ...]:
    """The cards to choose from: the enemy's likeliest, or those that you may draw."""
    if table.match.phase == "enemy_play" and enemy is not None:
        likely = _likely(enemy, language)
        guessed = [*(enemy.named.left if enemy.named else ()), *(enemy.decks[0].left if enemy.decks else ())]
        known = {one.card.id for one in likely}
        more = [OptionView(card_view(one, language)) for one in dict.fromkeys(guessed) if one not in known]
        return (*likely, *more)[:LIKELIEST]
    left = table.match.state.your_deck
    if table.match.phase != "your_draw" or left is None:
        return ()
    return tuple(
        OptionView(card_view(card_id, language), left=copies) for card_id, copies in sorted(left.items()) if copies
    )


def _others(table: CoachTable, enemy: Opponent | None, language: str) -> tuple[OptionView, ...]:
    """Every card that may be meant, to be found by typing or in a list: the likeliest first, the others by name."""
    if table.match.phase == "your_draw" and table.match.state.your_deck is not None:
        return _options(table, enemy, language)
    if table.match.phase not in ("enemy_play", "your_draw"):
        return ()
    likely = _likely(enemy, language) if enemy is not None and table.match.phase == "enemy_play" else ()
    known = {one.card.id for one in likely}
    rest = sorted((card_name(card_id), card_id) for card_id in deckable() if card_id not in known)
    return (*likely, *(OptionView(card_view(card_id, language)) for _name, card_id in rest))


def _sums(table: CoachTable, words: Words) -> dict[str, str]:
    """What the power of each card is made of that has another than printed."""
    found, read = {}, replace(words.voice, aloud=False)
    for tile in table.match.state.game.board.tiles:
        if tile.card_id is None or tile.power == shipped().get_card(tile.card_id).power:
            continue
        parts = ledger(table, tile_place(tile.name))
        if parts is not None:
            found[tile.name] = ledger_line(parts, read)
    return found


def _deck(table: CoachTable) -> tuple[LeftCard, ...]:
    """What is left in your deck, where it is known."""
    if table.match.phase in ("start", "over") or table.match.state.view().deck_ids is None:
        return ()
    return tuple(
        LeftCard(card_name(card_id), copies, round(100 * chance)) for card_id, copies, chance in own_deck(table).cards
    )


class _Named(Words):
    """Words in which a card goes by its name alone."""

    def card(self, card_id: str) -> str:
        return card_name(card_id)


def step_words(step: Step, words: Words) -> str:
    """A step as a sentence, without its number."""
    return step_line(step, words).partition(". ")[2]


def just_now(steps: Sequence[Step], words: Words) -> tuple[str, ...]:
    """What happened since your last decision, yours if nothing did: the trail above the board."""
    read, shown = _Named(replace(words.voice, aloud=False)), [step for step in steps if step.kind in TRAIL]
    mine = max((place for place, step in enumerate(shown) if step.kind in ("play", "pass")), default=-1)
    last = shown[mine + 1 :] or shown[mine:][:1]
    return tuple(step_words(step, read).removesuffix(".") for step in last[-2:])


def done_line(table: CoachTable, from_step: int, words: Words) -> str:
    """One sentence for what was just entered, or where the match stands."""
    new = [step for step in table.match.steps[from_step:] if step.kind != "start"]
    game = table.match.state.game
    said = " ".join(step_words(step, words) for step in new)
    turn = capitalised(turn_words(game.side_to_act, min(1, int(game.record.passes)), words))
    return f"{said} {turn}." if said else f"{turn}."
