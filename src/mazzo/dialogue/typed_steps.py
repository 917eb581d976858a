"""A typed line and a match become steps, or a question: the one reading of lines for every table, terminal or page.

Nothing is entered here. Each clause is tried on a copy of the match, so that the next one is read where it will stand;
if one of them cannot be meant, none is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kernelkit.spoken import sentence
from mazzo.coach.errors import CoachError
from mazzo.dialogue.clauses import Clause, read_clauses
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice, Taught, read_card
from qb_engine.errors import Remedy, UnknownCardError
from qb_engine.knowledge.belief import pool_copies
from qb_engine.legality import LegalityChecker
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED, Phase
from qb_engine.match.state import MatchState
from qb_engine.moves import COLUMNS, Move, Seat, Side, tile_name, tile_turned

NOTHING_WORDS = frozenset({"nothing", "none", "niente", "nulla", "-"})
WHO_MOVES: Mapping[Phase, str] = {"your_draw": "draw", "your_play": "you", "enemy_play": "enemy"}
"""Whoever is meant when nobody is named."""
ID_LENGTH = len("001")
_LIKE_A_TILE = re.compile(r" [a-z]{1,6}[ -]?[0-9]{1,2}$")
PHASES: Mapping[str, Phase] = {who: phase for phase, who in WHO_MOVES.items()}


class NotNowError(CoachError):
    """Another step comes first."""

    template = sentence("{asked!r} cannot be entered now")

    def __init__(self, expected: Remedy, **facts: Any) -> None:
        super().__init__(**facts)
        self.remedy = expected  # type: ignore[assignment,misc]


class NoDrawNowError(CoachError):
    """A card after the enemy's move, on a turn that begins without a draw."""

    template = sentence("you draw no card this turn, and {asked!r} would be one")
    remedy = sentence("Type the enemy's move alone")


class NoTileError(CoachError):
    """A card without a place."""

    template = sentence("{card} needs a tile")
    remedy = sentence("Type, for example: {example}")


class NoSuchTileError(CoachError):
    """A tile is a lane and a column."""

    template = sentence(
        "there is no tile {asked!r}: a tile is top, mid or bottom, or T, M or B, with a column from 1 to {count}"
    )
    remedy = sentence("Type, for example: {example}")


class NoPlaceError(CoachError):
    """A card that no tile takes."""

    template = sentence("no tile takes {card} now")
    remedy = sentence("Type another card, or pass")


class NoCardError(CoachError):
    """A tile without a card, or a word that needs one."""

    template = sentence("{asked!r} names no card")
    remedy = sentence("Type, for example: {example}")


class NoSuchMoveError(CoachError):
    """The list is shorter than the number."""

    template = sentence("there is no move {number}: the list goes from 1 to {count}")
    remedy = sentence("Type all to see it")


class OnlyMoveError(NoSuchMoveError):
    """There is one move."""

    template = sentence("there is no move {number}: there is only move 1")
    remedy = sentence("Type all to see it")


class NoSuchCardError(CoachError):
    """The hand is smaller than the number."""

    template = sentence("there is no card {number} in your hand: it has {count}")
    remedy = sentence("Type hand to see them")


class ChoiceNeededError(Exception):
    """A word may mean several cards, or none that is known: the line waits for an answer and then goes on."""

    def __init__(self, choice: CardChoice, unknown: UnknownCardError | None = None) -> None:
        self.choice = choice
        self.unknown = unknown
        super().__init__(choice.asked)


@dataclass(frozen=True, slots=True)
class Expecting:
    """What a line can mean now: the match, the moves of the list that was shown, and what cards may be called.

    ``enemy_list`` are cards that the enemy is known or said to have; ``chosen`` is which card a word was said to mean
    when it was asked about. Tiles are typed as the ``seat`` sees them, and are those of the board in the steps.
    """

    state: MatchState
    listed: Sequence[Move | None] | None = None
    enemy_list: Collection[str] = ()
    taught: Taught = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    seat: Seat = "left"


def read_steps(line: str, expecting: Expecting) -> tuple[Step, ...]:
    """The steps that ``line`` tells of, in the order of the match; each fits after those before it.

    ChoiceNeededError when a card is in doubt, otherwise the error that says what cannot be.
    """
    steps: list[Step] = []
    read = read_clauses(line)
    if not read:
        raise NoCardError(asked=line.strip()[:40], example="crab b1")
    clauses = _in_order(read if expecting.seat == "left" else [one.turned for one in read], expecting.state.phase)
    for clause in clauses:
        if steps and steps[-1].kind.startswith("enemy") and _is_draw(clause) and expecting.state.phase == "your_play":
            raise NoDrawNowError(asked=clause.word)
        step = _Reading(expecting).step(clause)
        if len(clauses) > 1:
            state = expecting.state.clone()
            state.apply(step)
            expecting = replace(expecting, state=state, listed=None)
        steps.append(step)
    return tuple(steps)


def _is_draw(clause: Clause) -> bool:
    """Whether a clause after the enemy's move can only be your draw."""
    return clause.who in (None, "draw") and clause.place is None and clause.number is None and not clause.is_pass


def meant_card(
    text: str,
    pool: Iterable[str] | None,
    expecting: Expecting | None = None,
    *,
    likely: Collection[str] = (),
    fitting: Collection[str] | None = None,
    taught: Taught = (),
    chosen: Mapping[str, str] | None = None,
) -> str:
    """The id of the card that ``text`` means; ChoiceNeededError when there are several, or none is called so."""
    chosen = (expecting.chosen if expecting else chosen) or {}
    taught = expecting.taught if expecting else taught
    if text in chosen:
        likely, fitting = (), None  # the answer is a card's id
    try:
        found = read_card(chosen.get(text, text), pool, likely=likely, fitting=fitting, taught=taught)
    except UnknownCardError as error:
        raise ChoiceNeededError(CardChoice(text, ()), error) from error
    if isinstance(found, CardChoice):
        raise ChoiceNeededError(CardChoice(text, found.cards))
    return found.id


def numbered_card(hand: Sequence[str], name: str) -> str | None:
    """The card of ``hand`` that a number from 1 means, NoSuchCardError beyond the last; None for what is no number."""
    if not (name.isdecimal() and name.isascii() and len(name) <= len("99")):
        return None
    if not 1 <= int(name) <= len(hand):
        raise NoSuchCardError(number=int(name), count=len(hand))
    return hand[int(name) - 1]


def likely_of_enemy(state: MatchState, enemy_list: Collection[str]) -> set[str]:
    """The cards that come first when the enemy's are named: its list and what it has played, while a copy may be left.

    A card that it was given in the open is one of them too.
    """
    observation = state.observation
    played = Counter(observation.state.enemy_deck_knowledge.played_ids)
    listed = Counter(observation.known_enemy_deck_ids or enemy_list)
    copies = pool_copies(state.game.ruleset)
    left = {card_id for card_id in {*played, *listed} if played[card_id] < max(copies.get(card_id, 0), listed[card_id])}
    return left | {card.card_id for card in observation.get_enemy_hand_cards()}


def may_be_laid_by_enemy(state: MatchState, card_ids: Iterable[str]) -> set[str]:
    """Of these cards those that the enemy may hold: a token only if it was given to it; after an override any."""
    given = {card.card_id for card in state.observation.get_enemy_hand_cards()}
    cards = map(shipped().get_card, card_ids)
    return {card.id for card in cards if not card.is_token or card.id in given or state.overrides}


def enemy_pool(state: MatchState) -> list[str] | None:
    """The cards that the enemy may lay: what is left of its deck and what it was given; any when unknown.

    After an override what is left is a guess, and a true move is never refused for it.
    """
    observation = state.observation
    if not observation.known_enemy_deck_ids or state.overrides:
        return None
    left = observation.state.enemy_deck_knowledge.remaining_ids
    return sorted({*left, *(card.card_id for card in observation.get_enemy_hand_cards())})


def draw_pool(state: MatchState) -> list[str]:
    """The cards that you may draw: what is left of your deck, or any when it is not known."""
    cards = state.drawable
    return [card.id for card in shipped().cards if not card.is_token] if cards is None else list(cards)


def _in_order(clauses: list[Clause], phase: Phase) -> list[Clause]:
    """The clauses as they happened: who tells the draw first and then the enemy's move is understood."""
    if phase == "enemy_play" and [clause.who for clause in clauses] == ["draw", "enemy"]:
        return clauses[::-1]
    return clauses


@dataclass(frozen=True, slots=True)
class _Reading:
    """One clause at one moment."""

    now: Expecting

    @property
    def state(self) -> MatchState:
        return self.now.state

    def step(self, clause: Clause) -> Step:
        """The step that the clause tells of; NotNowError when another one is expected."""
        who = clause.who or WHO_MOVES.get(self.state.phase)
        is_drawn = who == "draw" and clause.place is None and not clause.is_pass
        if who is None or self.state.phase != PHASES[who] or (who == "draw" and not is_drawn):
            raise NotNowError(EXPECTED[self.state.phase], asked=clause.word)
        if who == "draw":
            return self._drawn(clause)
        side: Side = "Y" if who == "you" else "E"
        kind = "" if side == "Y" else "enemy_"
        if clause.is_pass:
            return Step(0, f"{kind}pass", {})
        move = self._numbered(clause) if clause.number is not None and side == "Y" else self._laid(clause, side)
        return Step(0, f"{kind}play", {"move": str(move)}) if move else Step(0, "pass", {})

    def _drawn(self, clause: Clause) -> Step:
        """The card you drew; the cards that you have had come first while your deck is not known."""
        if clause.name in NOTHING_WORDS:
            return Step(0, "draw", {"card": None})
        if not clause.name or (clause.number is not None and len(clause.name) < ID_LENGTH):
            # A short number is a place in a list, and no list is shown at a draw.
            raise NoCardError(asked=clause.name or clause.word, example="crab")
        likely = () if self.state.drawable is not None else {*self.state.hand, *self.state.laid}
        return Step(0, "draw", {"card": meant_card(clause.name, draw_pool(self.state), self.now, likely=likely)})

    def _numbered(self, clause: Clause) -> Move | None:
        """The move with this number in the list; without a list, a card of the hand that still needs a tile."""
        number, listed = clause.number, self.now.listed
        assert number is not None
        if listed is None:
            card_id = numbered_card(self.state.hand, str(number))
            if card_id is None:
                raise NoSuchCardError(number=str(number)[:9], count=len(self.state.hand))
            raise self._no_tile(card_id, str(number), "Y")
        if not 1 <= number <= len(listed):
            kind = OnlyMoveError if len(listed) == 1 else NoSuchMoveError
            raise kind(number=str(number)[:9], count=len(listed))
        return listed[number - 1]

    def _laid(self, clause: Clause, side: Side) -> Move:
        """Card and tile; the cards that the tile takes come first."""
        if not clause.name:
            raise NoCardError(asked=clause.word, example="zu m3")
        if clause.place is None and (match := _LIKE_A_TILE.search(clause.name)):
            example = f"{clause.name[: match.start()]} m1"
            raise NoSuchTileError(asked=match[0].strip(), count=COLUMNS, example=example)
        if clause.place is None:
            raise self._no_tile(self._card(clause, side, None), clause.name, side)
        legal = LegalityChecker(self.state.game.board)
        fitting = {card.id for card in shipped().cards if legal.is_legal(side, card.id, *clause.place)}
        return Move(self._card(clause, side, fitting), *clause.place)

    def _card(self, clause: Clause, side: Side, fitting: Collection[str] | None) -> str:
        hand = self.state.hand
        if side == "Y":
            return numbered_card(hand, clause.name) or meant_card(clause.name, hand, self.now, fitting=fitting)
        likely = likely_of_enemy(self.state, self.now.enemy_list)
        fitting = None if fitting is None else may_be_laid_by_enemy(self.state, fitting)
        return meant_card(clause.name, enemy_pool(self.state), self.now, likely=likely, fitting=fitting)

    def _no_tile(self, card_id: str, typed: str, side: Side) -> CoachError:
        places = LegalityChecker(self.state.game.board).legal_tiles(side, card_id)
        card = f"{shipped().get_card(card_id).name} ({card_id})"
        if not places:
            return NoPlaceError(card=card)
        tile = tile_name(*places[0]) if self.now.seat == "left" else tile_turned(tile_name(*places[0]))
        return NoTileError(card=card, example=f"{typed} {tile.lower()}")
