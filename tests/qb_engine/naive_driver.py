"""Random matches on the naive oracle, ply by ply, and the words for where an engine differs from it.

for ply in random_match(REBIRTH, effects, cards, seed=7):
    lay(engine, ply)
    assert not compare(tiles_of(engine), ply.match), ply.story
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from qb_engine.models import DECK_SIZE, OPENING_HAND, Card, Effect
from qb_engine.moves import SIDES, Move, Side, tile_place
from qb_engine.ruleset import Ruleset

from .naive import EndlessError, Match
from .naive_looks import ahead

IDLE_PASS_CHANCE = 0.03
MOST_PLIES = 120
"""A replace card can go on for long where a full board does not end the match; the driver stops here."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a random match and the match after it; ``move`` is None for a pass.

    ``is_endless`` marks a play that was refused as a whole: an engine must refuse it too and change nothing.
    ``hands`` are as they are now, the draw of the coming turn not yet made; ``story`` is every move so far.
    """

    side: Side
    move: Move | None
    is_endless: bool
    match: Match
    hands: Mapping[Side, tuple[str, ...]]
    story: tuple[str, ...]


def random_match(
    ruleset: Ruleset, effects: Mapping[str, Effect], cards: Mapping[str, Card], seed: int
) -> Iterator[Ply]:
    """Every ply of a match between two random decks; the same seed gives the same match for ever."""
    chance = Random(seed)
    decks = {side: random_deck(cards, chance) for side in SIDES}
    first: Side = chance.choice(SIDES)
    match = Match(ruleset, effects, cards, first_player=first)
    yield from _plies(match, {side: decks[side] for side in SIDES}, chance)


def random_deck(cards: Mapping[str, Card], chance: Random) -> list[str]:
    """Any deck cards in any number: the rules of play do not depend on how many copies a deck may hold."""
    playable = sorted(card_id for card_id, card in cards.items() if not card.is_token)
    return [chance.choice(playable) for _ in range(DECK_SIZE)]


def random_match_lines(
    ruleset: Ruleset, effects: Mapping[str, Effect], cards: Mapping[str, Card], seed: int
) -> list[str]:
    """The moves of the same match as a scenario writes them, ``Y 020@M2`` or ``E pass``; refused plays left out."""
    return [_line(ply.side, ply.move) for ply in random_match(ruleset, effects, cards, seed) if not ply.is_endless]


def _plies(match: Match, decks: Mapping[Side, list[str]], chance: Random) -> Iterator[Ply]:
    hands = {side: [decks[side].pop(0) for _ in range(OPENING_HAND)] for side in SIDES}
    turns = dict.fromkeys(SIDES, 0)
    story: list[str] = []
    while not match.over and len(story) < MOST_PLIES:
        side = match.side_to_act
        if turns[side] and decks[side]:
            hands[side].append(decks[side].pop(0))
        turns[side] += 1
        move = _choice(match, side, hands[side], chance)
        is_endless = not _done(match, side, move, hands)
        story.append(_line(side, move))
        yield Ply(side, move, is_endless, match, {one: tuple(hands[one]) for one in SIDES}, tuple(story))
        if is_endless:
            match.pass_(side)
            story.append(_line(side, None))
            yield Ply(side, None, False, match, {one: tuple(hands[one]) for one in SIDES}, tuple(story))


def _choice(match: Match, side: Side, hand: Sequence[str], chance: Random) -> Move | None:
    """A random legal move, now and then a pass all the same."""
    ground = match.all_shown()
    tiles = {card_id: match.legal(side, card_id, ground) for card_id in sorted(set(hand))}
    moves = [Move(card_id, *tile_place(tile)) for card_id, legal in tiles.items() for tile in legal]
    return chance.choice(moves) if moves and chance.random() >= IDLE_PASS_CHANCE else None


def _done(match: Match, side: Side, move: Move | None, hands: Mapping[Side, list[str]]) -> bool:
    """Make the move and deal what it adds to hands; False when it would never come to rest."""
    if move is None:
        match.pass_(side)
        return True
    before = {one: len(match.added[one]) for one in SIDES}
    try:
        match.play(side, move.card_id, move.lane_index, move.col_index)
    except EndlessError:
        return False
    hands[side].remove(move.card_id)
    for one in SIDES:
        hands[one] += match.added[one][before[one] :]
    return True


def _line(side: Side, move: Move | None) -> str:
    return f"{side} {move or 'pass'}"


def compare(engine_tiles: Mapping[str, Mapping[str, Any]], oracle: Match) -> str:
    """Where the engine's tiles differ from the oracle's, a line each; empty when they agree."""
    return "\n".join(_tile_differences(engine_tiles, oracle))


def compare_all(report: Mapping[str, Any], oracle: Match) -> str:
    """Where a scenario runner's report differs from the oracle in tiles, lanes, totals, added cards or end."""
    lanes = oracle.lanes()
    yours, enemys = oracle.totals(lanes)
    expected: dict[str, Any] = {
        "lanes": lanes,
        "total_you": yours,
        "total_enemy": enemys,
        "winner": ahead(yours, enemys),
        "added": {side: list(ids) for side, ids in oracle.added.items()},
        "game_over": oracle.over,
    }
    lines = _tile_differences(report["tiles"], oracle)
    for key, value in expected.items():
        if report[key] != value:
            lines.append(f"{key}: engine {report[key]!r}, oracle {value!r}")
    return "\n".join(lines)


def _tile_differences(engine_tiles: Mapping[str, Mapping[str, Any]], oracle: Match) -> list[str]:
    expected = oracle.tiles()
    lines = [f"tiles: engine names {sorted(engine_tiles)}"] if set(engine_tiles) != set(expected) else []
    for name, tile in expected.items():
        found = engine_tiles.get(name, {})
        if found != tile:
            for key, value in tile.items():
                there = found.get(key, "nothing")
                if there != value:
                    lines.append(f"{name} {key}: engine {there!r}, oracle {value!r}")
    return lines
