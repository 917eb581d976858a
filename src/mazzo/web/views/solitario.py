"""A table of Solitario as a page shows it: every cell with the name it is heard by."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.web.seats import WebSeat
from mazzo.words.solitario_pages import card_letter, court_name, heading, moves_counted, settings_line
from solitario.application import answers
from solitario.application.cursor import Cursor, stop_count
from solitario.application.messages import Message, Priority, status
from solitario.domain.cards import FRENCH_RANKS, Card
from solitario.domain.moves import FOUNDATIONS, PILES, STOCK, WASTE, Place, PlaceKind
from solitario.domain.table import Table
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

SOUNDS = {
    "moved": "laid",
    "finished": "laid",
    "drawn": "turned",
    "recycled": "turned",
    "picked_up": "lifted",
    "put_back": "lifted",
    "undone": "back",
    "redone": "laid",
    "refused": "refused",
    "cannot_pick_up": "refused",
    "edge": "refused",
    "minutes_left": "bell",
    "limit_passed": "bell",
    "threshold": "bell",
    "game_over": "end",
}
"""What is heard beside a sentence, by what happened."""
UNSAID = frozenset({"tip_keys", "tip_help", "tip_over"})
"""Tips about keys that act here only on the table, or lead elsewhere: links and buttons say the same."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its rank, suit and the letter and word that go with them."""

    rank: str
    suit: str
    letter: str
    colour: str
    court: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One stop of the cursor: where it is, how it is named, and what lies there. ``backs`` are face-down cards."""

    at: str
    label: str
    face: Face | None = None
    backs: int = 0
    under: tuple[Face, ...] = ()
    suit: str = ""
    letter: str = ""
    is_held: bool = False
    is_target: bool = False

    @property
    def id(self) -> str:
        """The id of the cell in the page."""
        return f"at-{self.at.replace(':', '-')}"


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile from the bottom up; ``takes`` says that what is held can go here."""

    number: int
    cells: tuple[Cell, ...]
    takes: bool


@dataclass(frozen=True, slots=True)
class SolitarioView:
    """Everything a page of one game shows."""

    game_id: str
    heading: str
    terms: str
    points: str
    moves: str
    seconds: int
    is_running: bool
    top: tuple[Cell, ...]
    piles: tuple[PileView, ...]
    focus: str
    held: bool
    lines: tuple[str, ...]
    says: str
    is_alert: bool
    sound: str
    question: str
    can_wait: bool
    is_paused: bool
    is_over: bool
    home: int
    cards: int
    stock: int
    waste: int
    edges: dict[str, str]
    has_tips: bool


def solitario_view(seat: WebSeat, voice: Voice) -> SolitarioView:
    """The table of ``seat`` in the words of ``voice``."""
    player, engine, table = seat.controller.seat, seat.engine, seat.engine.table
    score = engine.final_score or engine.provisional_score()
    draw = _Drawing(table, voice, seat)
    told = [message for message in seat.told if message.key not in UNSAID]
    lines = tuple(line for message in told for line in said(message, voice).splitlines())
    question = player.question
    return SolitarioView(
        game_id=seat.game_id,
        heading=heading(engine.deal_number, engine.settings.deck_type, voice.language),
        terms=settings_line(engine.settings, voice.language),
        points=voice.tongue.points(score.total_score if engine.is_over else score.provisional_score),
        moves=moves_counted(engine.move_count, voice.language),
        seconds=engine.clock.elapsed_ms // 1000,
        is_running=not (engine.is_over or player.is_paused or question is not None),
        top=tuple(draw.cell(Cursor(place)) for place in (STOCK, WASTE, *FOUNDATIONS)),
        piles=tuple(draw.pile(place) for place in PILES),
        focus=draw.id_of(player.cursor),
        held=player.selection is not None,
        lines=lines,
        says=" ".join(lines),
        is_alert=any(message.priority is Priority.ALERT for message in seat.told),
        sound=next((SOUNDS[message.key] for message in reversed(seat.told) if message.key in SOUNDS), ""),
        question="" if question is None else said(question.message, voice),
        can_wait=question is not None and question.on_later is not None,
        is_paused=player.is_paused,
        is_over=engine.is_over,
        home=sum(table.foundations),
        cards=len(table.deck.cards),
        stock=len(table.stock),
        waste=len(table.waste),
        edges={side: said(_edge(side), voice) for side in ("left", "right", "up", "down")},
        has_tips=engine.settings.command_tips,
    )


def _edge(direction: str) -> Message:
    return status("edge", direction=direction, place="1")


class _Drawing:
    """The cells of one table at one moment."""

    def __init__(self, table: Table, voice: Voice, seat: WebSeat) -> None:
        self.table, self.voice = table, voice
        self.selection = seat.controller.seat.selection
        self.draw_count = seat.engine.settings.draw_count
        self.takers = frozenset(answers.takers(table, self.selection))

    def pile(self, place: Place) -> PileView:
        stops = max(1, stop_count(self.table, place))
        cells = tuple(self.cell(Cursor(place, stop)) for stop in range(stops))
        return PileView(place.index + 1, cells, place in self.takers)

    def id_of(self, cursor: Cursor) -> str:
        return f"at-{self._at(cursor).replace(':', '-')}"

    @staticmethod
    def _at(cursor: Cursor) -> str:
        is_pile = cursor.place.kind is PlaceKind.PILE
        return f"{cursor.place}:{cursor.stop}" if is_pile else str(cursor.place)

    def cell(self, cursor: Cursor) -> Cell:
        table, place, card = self.table, cursor.place, cursor.card(self.table)
        label = said(answers.here(table, cursor), self.voice).removesuffix(".")
        under: tuple[Face, ...] = ()
        backs, suit = 0, ""
        if place == STOCK:
            backs = min(1, len(table.stock))
        elif place == WASTE:
            under = tuple(map(self.face, table.waste[-self.draw_count : -1]))
        elif place.kind is PlaceKind.FOUNDATION:
            suit = table.deck.suits[place.index].value
        elif card is None:
            backs = len(table.tableau[place.index].face_down)
        is_top = place.kind is not PlaceKind.PILE or cursor.stop >= stop_count(table, place) - 1
        return Cell(
            at=self._at(cursor),
            label=label,
            face=None if card is None else self.face(card),
            backs=backs,
            under=under,
            suit=suit,
            letter=card_letter(suit, self.voice.language) if suit else "",
            is_held=self._is_held(cursor),
            is_target=place in self.takers and is_top,
        )

    def _is_held(self, cursor: Cursor) -> bool:
        held = self.selection
        if held is None or held.source != cursor.place:
            return False
        return (
            cursor.place.kind is not PlaceKind.PILE or cursor.stop >= stop_count(self.table, cursor.place) - held.count
        )

    def face(self, card: Card) -> Face:
        french = card.suit.is_french
        rank = FRENCH_RANKS[card.value - 1] if french else "A" if card.value == 1 else str(card.value)
        letter = card_letter(card.suit.value, self.voice.language)
        colour = "red" if card.suit.is_red else "black"
        return Face(rank, card.suit.value, letter, colour, court_name(card, self.voice.language))
