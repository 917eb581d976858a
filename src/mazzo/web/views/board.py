"""The board as it is drawn and said: three lanes of five tiles, each with what it shows and the name that is heard."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from mazzo.web.views.cards import CardView, card_view
from mazzo.words.pages import tile_label
from mazzo.words.table import Words
from qb_engine.board_state import BoardState, Tile
from qb_engine.card_hydrator import shipped
from qb_engine.effect_engine import LaneScore
from qb_engine.moves import COLUMNS, LANE_NAMES
from qb_engine.scoring import compute_match_score
from qb_engine.words.scores import lane_sentence

OWNERS = {"Y": "yours", "E": "enemys", "N": "nobody"}
REACH_SHOWN = 0.05
"""A tile that the enemy reaches with a smaller chance has no number."""


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile: ``flags`` are the numbers of advised moves, ``reach`` the chance in percent that the enemy changes it.

    ``sum`` says what the power of its card is made of, where it is another than printed; ``notes`` are words on it,
    each with its kind.
    """

    name: str
    owner: str
    rank: int
    card: CardView | None
    power: int
    change: int
    label: str
    flags: tuple[int, ...]
    reach: int | None
    is_target: bool
    sum: str
    notes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class LaneView:
    """A lane with the score at both ends, its tiles from left to right; ``is_turned`` when you sit on the right."""

    name: str
    label: str
    you: int
    enemy: int
    winner: str | None
    tiles: tuple[TileView, ...]
    is_turned: bool


def board_view(
    board: BoardState,
    words: Words,
    *,
    flags: Mapping[str, tuple[int, ...]] | None = None,
    reach: Mapping[str, float] | None = None,
    targets: Collection[str] = (),
    sums: Mapping[str, str] | None = None,
    notes: Mapping[str, tuple[tuple[str, str, str], ...]] | None = None,
) -> tuple[LaneView, ...]:
    """The three lanes as the player sees them; ``targets`` are the tiles that would take the chosen card.

    ``notes`` are words that are written on a tile: their kind, the word, and the card that it is about.
    """
    score = compute_match_score(board)
    marks = _Marks(flags or {}, reach or {}, targets, sums or {}, notes or {})
    return tuple(_lane(board, score.lanes[lane], lane, words, marks) for lane in range(len(LANE_NAMES)))


@dataclass(frozen=True, slots=True)
class _Marks:
    flags: Mapping[str, tuple[int, ...]]
    reach: Mapping[str, float]
    targets: Collection[str]
    sums: Mapping[str, str]
    notes: Mapping[str, tuple[tuple[str, str, str], ...]]


def _lane(board: BoardState, score: LaneScore, lane: int, words: Words, marks: _Marks) -> LaneView:
    return LaneView(
        name=LANE_NAMES[lane],
        label=lane_sentence(score, words.voice),
        you=score.power_you,
        enemy=score.power_enemy,
        winner=score.winner,
        tiles=tuple(_tile(board.tile(lane, words.voice.column(column)), words, marks) for column in range(COLUMNS)),
        is_turned=words.voice.seat == "right",
    )


def _tile(tile: Tile, words: Words, marks: _Marks) -> TileView:
    laid = None if tile.card_id is None else shipped().get_card(tile.card_id)
    card = None if laid is None else card_view(laid.id, words.voice.language)
    power = tile.power if card is not None else 0
    flags, reach = marks.flags.get(tile.name, ()), marks.reach.get(tile.name, 0.0)
    percent = round(100 * reach) if reach >= REACH_SHOWN else None
    notes = marks.notes.get(tile.name, ())
    return TileView(
        name=tile.name,
        owner=OWNERS[tile.owner if card is None else tile.card_owner or tile.owner],
        rank=tile.rank,
        card=card,
        power=power,
        change=power - card.power if card is not None else 0,
        label=tile_label(
            tile, laid, words, flags=flags, reach=percent, is_target=tile.name in marks.targets, notes=notes
        ),
        flags=flags,
        reach=percent,
        is_target=tile.name in marks.targets,
        sum=marks.sums.get(tile.name, ""),
        notes=notes,
    )
