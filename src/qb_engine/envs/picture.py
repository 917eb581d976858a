"""A game of two agents to look at: as lines of text, and as one SVG with its words.

Shown are the board, the score and the hand of whoever is to act: nothing that this player does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from qb_engine.game_state import GameState
from qb_engine.moves import COLUMNS, LANE_NAMES, LANES, SIDES
from qb_engine.scoring import MatchScore
from qb_engine.tile import Tile
from qb_engine.words.review_graph import DARK, LIGHT

CELL_WIDTH, CELL_HEIGHT, EDGE, HEAD, FOOT = 132, 84, 76, 60, 40
NAME_LETTERS = 18
"""Letters of a card's name on a drawn tile."""


def board_text(state: GameState, names: Sequence[str]) -> str:
    """Whose turn it is and the score, a line a lane, and the hand of whoever is to act."""
    score = state.score()
    rows = [["", *(str(column + 1) for column in range(COLUMNS)), ""]]
    for lane, lane_name in enumerate(LANE_NAMES):
        tiles = [_cell_text(state, state.board.tile(lane, column)) for column in range(COLUMNS)]
        rows.append([lane_name, *tiles, _lane_text(score, lane)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    drawn = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([_headline(state, score, names), *drawn, _hand_text(state, names)]) + "\n"


def _headline(state: GameState, score: MatchScore, names: Sequence[str]) -> str:
    """Who is to act, or that it is over, and both totals."""
    side = state.side_to_act
    turn = "The game is over" if side is None else f"Turn {state.turn}, {names[SIDES.index(side)]} to act"
    return f"{turn}. {names[0]} {score.total_you}, {names[1]} {score.total_enemy}."


def _hand_text(state: GameState, names: Sequence[str]) -> str:
    """The hand of whoever is to act, and how many cards the other holds."""
    side = state.side_to_act
    if side is None:
        return "Nobody is to act."
    number = SIDES.index(side)
    held = ", ".join(_card_name(state, card_id) for card_id in state.hand(side)) or "no card"
    others = len(state.hand(SIDES[1 - number]))
    return f"{names[number]} holds {held}; {names[1 - number]} holds {others}."


def _card_name(state: GameState, card_id: str) -> str:
    return f"{state.engine.card(card_id).name} ({card_id})"


def _cell_text(state: GameState, tile: Tile) -> str:
    """``0+2`` for two pawns of player 0, ``1:Zu 4`` for a card of player 1 with power 4, a dot for nobody's."""
    if tile.owner == "N":
        return "."
    owner = SIDES.index(tile.owner)
    if tile.card_id is None:
        return f"{owner}+{tile.rank}"
    return f"{owner}:{state.engine.card(tile.card_id).name[:NAME_LETTERS]} {tile.power}"


def _lane_text(score: MatchScore, lane: int) -> str:
    return f"{score.lanes[lane].power_you} to {score.lanes[lane].power_enemy}"


def board_svg(state: GameState, names: Sequence[str]) -> str:
    """The board as the text of an SVG file: player 0's tiles bordered solid, player 1's dashed; all of it in words."""
    score = state.score()
    width, height = 2 * EDGE + COLUMNS * CELL_WIDTH, HEAD + LANES * CELL_HEIGHT + FOOT
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title words">',
            f'<title id="title">{escape(_headline(state, score, names))}</title>',
            f'<desc id="words">{escape(board_text(state, names))}</desc>',
            *_style(),
            f'<rect class="paper" width="{width}" height="{height}"/>',
            f'<text class="head" x="{EDGE}" y="36">{escape(_headline(state, score, names))}</text>',
            *(line for lane in range(LANES) for line in _drawn_lane(state, score, lane)),
            f'<text class="small" x="{EDGE}" y="{height - 14}">{escape(_hand_text(state, names))}</text>',
            "</svg>",
        ]
    )


def _style() -> Iterator[str]:
    """Light or dark as the reader's screen is."""
    yield "<style>"
    yield "text { font-family: system-ui, sans-serif; text-anchor: middle; } .head { font-size: 18px; }"
    yield ".head, .small { text-anchor: start; } .small { font-size: 11px; } .name { font-size: 12px; }"
    yield ".power { font-size: 24px; font-weight: 600; } .player1 { stroke-dasharray: 6 4; } .player0, .player1 {"
    yield "stroke-width: 3px; } rect { fill: none; }"
    for colours, opening, closing in ((LIGHT, "", ""), (DARK, "@media (prefers-color-scheme: dark) { ", " }")):
        yield (
            f"{opening}.paper {{ fill: {colours['paper']}; }} text {{ fill: {colours['ink']}; }} "
            f".nobody {{ stroke: {colours['rule']}; }} .player0 {{ stroke: {colours['line']}; }} "
            f".player1 {{ stroke: {colours['loss']}; }}{closing}"
        )
    yield "</style>"


def _drawn_lane(state: GameState, score: MatchScore, lane: int) -> Iterator[str]:
    """Both sides' power at the ends of a lane, and its tiles between them."""
    top = HEAD + lane * CELL_HEIGHT
    middle = top + CELL_HEIGHT // 2 + 8
    powers = score.lanes[lane].power_you, score.lanes[lane].power_enemy
    for power, x in zip(powers, (EDGE // 2, EDGE + COLUMNS * CELL_WIDTH + EDGE // 2), strict=True):
        yield f'<text class="power" x="{x}" y="{middle}">{power}</text>'
    for column in range(COLUMNS):
        yield from _drawn_tile(state, state.board.tile(lane, column), EDGE + column * CELL_WIDTH, top)


def _drawn_tile(state: GameState, tile: Tile, left: int, top: int) -> Iterator[str]:
    """A border by owner; a card's name and power, or as many dots as there are pawns."""
    owner = "nobody" if tile.owner == "N" else f"player{SIDES.index(tile.owner)}"
    size = f'width="{CELL_WIDTH - 8}" height="{CELL_HEIGHT - 8}"'
    yield f'<rect class="{owner}" x="{left + 4}" y="{top + 4}" {size} rx="8"/>'
    middle = left + CELL_WIDTH // 2
    if tile.card_id is not None:
        name = escape(state.engine.card(tile.card_id).name[:NAME_LETTERS])
        yield f'<text class="name" x="{middle}" y="{top + 28}">{name}</text>'
        yield f'<text class="power" x="{middle}" y="{top + 62}">{tile.power}</text>'
    elif tile.owner != "N":
        yield f'<text class="power" x="{middle}" y="{top + 52}">{"●" * tile.rank}</text>'
