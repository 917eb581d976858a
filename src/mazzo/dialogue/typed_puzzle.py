"""A puzzle as people type it: its line, or tiles and hand, ``t1 y1, t5 e1 zu, m5 e2 crab 3 | fleetwing, titan``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kernelkit.spoken import sentence
from mazzo.decks.card_list import split_list
from mazzo.dialogue.clauses import read_tile
from mazzo.errors import MazzoError
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.game_state import GameState
from qb_engine.moves import tile_place
from qb_engine.notation.game_position import read_position
from qb_engine.notation.position import VERSION
from qb_engine.ruleset import REBIRTH

_CLAUSE = re.compile(r"([a-z]+[ -]?[1-5]) ([yen])([0-3])(?: (.+?))??(?: (-?[0-9]{1,2}))?", re.ASCII)
HAND_MARK = "|"
HAND = re.compile(r"(?:^|[\s,;])(?:hand|mano)\b:?", re.IGNORECASE)
"""What stands before the cards of the hand: a bar, or the word."""


class UnreadPuzzleError(MazzoError):
    """The text is no puzzle."""

    template = sentence("{text!r} is no tile of a puzzle")
    remedy = sentence("Type a puzzle's line, or tiles and hand such as t1 y1, m5 e2 zu | crab, titan")


class DoubtfulCardError(MazzoError):
    """A word may mean several cards."""

    template = sentence("{asked!r} may be {cards}")
    remedy = sentence("Type one of them")


def typed_puzzle(text: str) -> GameState:
    """The position that ``text`` describes; an error of ours with its reason when it describes none."""
    if text.split()[:1] == [VERSION] or text[:2].casefold() == VERSION[:2]:
        return read_position(" ".join(text.split()))
    board, mark, hand = text.partition(HAND_MARK)
    if not mark:
        board, hand = [*HAND.split(text, maxsplit=1), ""][:2]
    powers: dict[str, int] = {}
    words = [_tile(clause.strip(), powers) for clause in re.split("[,;]", board) if clause.strip()]
    held = ",".join(meant_card(name) for name in split_list(hand))
    state = read_position(" ".join([VERSION, REBIRTH.name, *words, *([f"Y={held}"] if held else [])]))
    for name, power in powers.items():
        tile = state.board.tile(*tile_place(name))
        tile.power_delta += power - tile.power
    return state


def _tile(clause: str, powers: dict[str, int]) -> str:
    """``T5=e1:015`` for ``t5 e1 zu``; a power that was typed is noted."""
    match = _CLAUSE.fullmatch(clause.casefold())
    name = read_tile(match[1].replace("-", " ")) if match else None
    if match is None or name is None or (match[2] == "n" and match[4]) or (match[5] and not match[4]):
        raise UnreadPuzzleError(text=clause[:40])
    card = f":{meant_card(match[4])}" if match[4] else ""
    if card and match[5]:
        powers[name] = int(match[5])
    return f"{name}={match[2]}{match[3]}{card}"


def meant_card(text: str, pool: Iterable[str] | None = None) -> str:
    """The id of the one card that ``text`` may mean; DoubtfulCardError names them when there are several."""
    found = read_card(text, pool)
    if not isinstance(found, CardChoice):
        return found.id
    if len(found.cards) > 1:
        raise DoubtfulCardError(asked=text, cards=", ".join(card.name for card in found.cards))
    return found.cards[0].id
