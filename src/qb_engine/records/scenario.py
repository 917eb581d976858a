"""Scenarios: a position and some moves as JSON, played and reported tile by tile. For tests and bug reports.

docs/formats.md describes both objects. Data that cannot be read raises; a move that the rules refuse is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import LANGUAGES, sentence
from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import WHOLE, Place, shown
from qb_engine.errors import IllegalActionError, QueensBloodError, Refusal, UnknownCardError
from qb_engine.game_state import GameState, default_first_player
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.legality import SIDE_WORDS
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import COLUMNS, SIDES, TILES, Move, Owner, Side, tile_name, tile_place
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import MatchScore

SCHEMA = 1
FILE = "scenario"
DRAW_PILE = DECK_SIZE - OPENING_HAND
"""A deck gives its opening hand before anything else, so no draw pile is longer."""
MAX_MOVES = 500

_TILE = re.compile(r"([yen])([0-3])(?::(.+))?", re.ASCII | re.IGNORECASE)
_MOVE = re.compile(r"([YE]) (?:pass|(.+)@([TMB][1-5]))", re.ASCII)


@dataclass(frozen=True, slots=True)
class TileSetup:
    """Pawns on a tile and the card that lies there, if any."""

    owner: Owner
    rank: int
    card_id: str | None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position and the moves to make from it; ``None`` where the text leaves something to the rules."""

    ruleset: Ruleset
    first_player: Side
    decks: Mapping[Side, tuple[str, ...]]
    hands: Mapping[Side, tuple[str, ...]]
    tiles: Mapping[tuple[int, int], TileSetup] | None
    free_turns: bool
    moves: tuple[tuple[Side, Move | None], ...]


def run(raw: object, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """The report of the position after the moves, or of the first move that the rules refuse, in ``language``."""
    return play(parse(raw), language)


def play(scenario: Scenario, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """The same for a scenario that is already read."""
    state = _set_up(scenario, engine_for(scenario.ruleset))
    added: dict[Side, list[str]] = {"Y": [], "E": []}
    for index, (side, move) in enumerate(scenario.moves):
        try:
            make_move(state, scenario, side, move)
        except QueensBloodError as error:
            return {"schema": SCHEMA, "ok": False, "move_index": index, "error": error.message(language)}
        for owner, card_id in state.added:
            added[owner].append(card_id)
    return report(state, scenario, added)


def _set_up(scenario: Scenario, engine: RulesEngine) -> GameState:
    state = GameState.on(engine)
    if scenario.tiles is None:
        engine.kernel.opening_board(state.cells)
    else:
        for place, setup in scenario.tiles.items():
            state.board.tile(*place).set_pawns(setup.owner, setup.rank)
            if setup.card_id is not None and setup.owner != "N":
                state.board.put_card(setup.owner, setup.card_id, *place)
        engine.kernel.mark_fired(state.cells, engine.tables, engine.rules, engine.work)
    for side, cards in scenario.hands.items():
        state.write_hand(side, cards)
    if not scenario.free_turns:
        for side, cards in scenario.decks.items():
            state.write_deck(side, cards)
        engine.kernel.begin_turn(state.cells, SIDES.index(scenario.first_player))
    return state


def make_move(state: GameState, scenario: Scenario, side: Side, move: Move | None) -> None:
    """One move with the end of its turn; with free turns whoever moves is to act."""
    if scenario.free_turns and not state.is_over:
        state.record.side_to_act = SIDES.index(side)
        state.record.played = 0
    if move is None:
        state.pass_turn(side)
        return
    if side in scenario.hands:
        hand_index = state.hand(side).index_of(move.card_id)
        if hand_index is None:
            size = len(state.hand(side))
            raise IllegalActionError(Refusal.CARD_NOT_HELD, str(move), needed=move.card_id, there=size)
        state.play_card_from_hand(side, hand_index, move.lane_index, move.col_index)
    else:
        if not state.is_over and state.side_to_act != side:
            raise IllegalActionError(Refusal.NOT_YOUR_TURN, str(move), there=SIDE_WORDS[state.side_to_act or "N"])
        state.play_free(side, move)
    if not scenario.free_turns:
        state.end_turn()


def report(state: GameState, scenario: Scenario, added: Mapping[Side, Sequence[str]]) -> dict[str, Any]:
    """Everything that can be seen of the position, as plain JSON values."""
    score = state.score()
    result: dict[str, Any] = {
        "schema": SCHEMA,
        "ok": True,
        "tiles": {tile.name: _tile_report(tile) for tile in state.board.tiles},
        "added": {side: list(cards) for side, cards in added.items()},
        "lanes": _lane_reports(score),
        "total_you": score.total_you,
        "total_enemy": score.total_enemy,
        "winner": score.winner,
        "game_over": state.is_over,
        "side_to_act": None if scenario.free_turns else state.side_to_act,
    }
    if scenario.hands:
        result["hands"] = {side: list(state.hand(side)) for side in scenario.hands}
        result["legal_moves"] = {side: sorted(map(str, state.legal_moves(side))) for side in scenario.hands}
    return result


def _tile_report(tile: Any) -> dict[str, Any]:
    return {
        "owner": tile.owner,
        "rank": tile.rank,
        "card": tile.card_id,
        "card_owner": tile.card_owner,
        "power": tile.power,
        "power_delta": tile.power_delta,
        "scale_delta": tile.scale_delta,
    }


def _lane_reports(score: MatchScore) -> list[dict[str, Any]]:
    return [
        {
            "power_you": lane.power_you,
            "power_enemy": lane.power_enemy,
            "winner": lane.winner,
            "lane_points": lane.lane_points,
        }
        for lane in score.lanes
    ]


def parse(raw: object) -> Scenario:
    """The scenario in ``raw``; BrokenFileError with place and reason for anything else."""
    place = Place(FILE, WHOLE)
    optional = ("ruleset", "first_player", "decks", "hands", "tiles", "free_turns", "moves")
    entry = place.record(raw, WHOLE, ("schema",), optional)
    if type(entry["schema"]) is not int or entry["schema"] != SCHEMA:
        place.refuse(
            "schema",
            sentence("schema {there} is not known; this is schema {known}"),
            there=shown(entry["schema"]),
            known=SCHEMA,
        )
    ruleset = Ruleset.parse(entry.get("ruleset", "spec"))
    first = entry.get("first_player", default_first_player(ruleset, 0))
    return Scenario(
        ruleset=ruleset,
        first_player=_side(place.word(first, "first_player", SIDES)),
        decks=_card_lists(entry.get("decks"), "decks", DRAW_PILE),
        hands=_card_lists(entry.get("hands"), "hands", HAND_CAPACITY),
        tiles=None if entry.get("tiles") is None else _tiles(entry["tiles"]),
        free_turns=place.truth(entry.get("free_turns", False), "free_turns"),
        moves=tuple(_moves(entry.get("moves", []))),
    )


def _side(word: str) -> Side:
    return "Y" if word == "Y" else "E"


def _card_lists(raw: object, field: str, at_most: int) -> dict[Side, tuple[str, ...]]:
    """The cards of each side that is named; a draw pile holds no tokens."""
    if raw is None:
        return {}
    place = Place(FILE, field)
    lists: dict[Side, tuple[str, ...]] = {}
    for side, cards in place.record(raw, WHOLE, (), SIDES).items():
        ids = [_card_id(place, side, card) for card in place.items(cards, side, 0, at_most)]
        tokens = [card_id for card_id in ids if shipped().get_card(card_id).is_token]
        if field == "decks" and tokens:
            place.refuse(side, sentence("{there} is a token, and tokens are never part of a deck"), there=tokens[0])
        lists[_side(side)] = tuple(ids)
    return lists


def _card_id(place: Place, field: str, word: object) -> str:
    """The id of a card given by id or exact name."""
    if not isinstance(word, str):
        place.refuse(field, sentence("a text is needed and {there} is there"), there=shown(word))
    try:
        return shipped().find(word).id
    except UnknownCardError as error:
        facts = {"asked": shown(word), "nearest": error.facts["nearest"]}
        place.refuse(field, sentence("no card is called {asked}; the nearest are {nearest}"), **facts)


def _tiles(raw: object) -> dict[tuple[int, int], TileSetup]:
    place = Place(FILE, "tiles")
    names = {tile_name(*divmod(index, COLUMNS)) for index in range(TILES)}
    return {tile_place(name): _tile(place, name, text) for name, text in place.record(raw, WHOLE, (), names).items()}


def _tile(place: Place, name: str, text: object) -> TileSetup:
    match = _TILE.fullmatch(text) if isinstance(text, str) else None
    if not match or (match[1].upper() == "N" and (match[2] != "0" or match[3])):
        reason = sentence("a tile such as n0, y2 or e1:031 is needed and {there} is there")
        place.refuse(name, reason, there=shown(text))
    owner: Owner = "Y" if match[1].upper() == "Y" else "E" if match[1].upper() == "E" else "N"
    return TileSetup(owner, int(match[2]), _card_id(place, name, match[3]) if match[3] else None)


def _moves(raw: object) -> list[tuple[Side, Move | None]]:
    place = Place(FILE, "moves")
    moves: list[tuple[Side, Move | None]] = []
    for index, text in enumerate(place.items(raw, WHOLE, 0, MAX_MOVES)):
        field = f"[{index}]"
        match = _MOVE.fullmatch(text) if isinstance(text, str) else None
        if not match:
            reason = sentence("a move such as Y 020@M2 or E pass is needed and {there} is there")
            place.refuse(field, reason, there=shown(text))
        move = Move(_card_id(place, field, match[2]), *tile_place(match[3])) if match[2] else None
        moves.append((_side(match[1]), move))
    return moves
