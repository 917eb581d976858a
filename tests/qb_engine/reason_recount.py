"""Reasons worked out a second time, on the naive oracle and from the rule book: no code of the coach is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from qb_engine.card_hydrator import shipped
from qb_engine.moves import Move, Side, tile_place
from qb_engine.ruleset import Ruleset

from .naive import EndlessError, Match

Facts = dict[str, Any]


def replayed(ruleset: Ruleset, story: Sequence[str]) -> Match:
    """The match after moves such as ``Y 020@M2`` and ``E pass``."""
    match = Match(ruleset, shipped().effects, {card.id: card for card in shipped().cards})
    for line in story:
        side: Side = "Y" if line[0] == "Y" else "E"
        if line.endswith("pass"):
            match.pass_(side)
        else:
            match.play(side, line[2:5], *tile_place(line[6:]))
    return match


def played(match: Match, side: Side, move: Move | None) -> Match | None:
    """A copy after the move; None for a play that never comes to rest."""
    after = copy(match)
    after._take_back(match._facts())
    try:
        if move is None:
            after.pass_(side)
        else:
            after.play(side, move.card_id, move.lane_index, move.col_index)
    except EndlessError:
        return None
    return after


def margin(match: Match) -> int:
    """Your points minus the enemy's."""
    yours, theirs = match.totals()
    return yours - theirs


@dataclass(frozen=True, slots=True)
class Answers:
    """Every reply with its chance, over every hand of ``held`` cards out of ``unseen``, with your margin after it."""

    expected: float
    worst: int
    chances: dict[str, float]
    after: dict[str, Match]


def answers(match: Match, unseen: Sequence[str], held: int, certain: Sequence[str]) -> Answers:
    """The enemy plays what is worst for you, by card, lane and column among equals, or passes."""
    staying = margin(match)
    results: dict[str, list[tuple[int, Move, Match]]] = {card_id: [] for card_id in (*unseen, *certain)}
    for card_id, found in results.items():
        for tile in match.legal("E", card_id):
            move = Move(card_id, *tile_place(tile))
            after = played(match, "E", move)
            if after is not None:
                found.append((margin(after), move, after))
    hands = list(combinations(unseen, min(held, len(unseen))))
    chances: dict[str, float] = {}
    total, worst, boards = 0.0, staying, {"pass": match}
    for hand in hands:
        options = [one for card_id in {*hand, *certain} for one in results[card_id] if one[0] < staying]
        best = min(options, key=lambda one: one[:2], default=None)
        name, value = ("pass", staying) if best is None else (str(best[1]), best[0])
        if best is not None:
            boards[name] = best[2]
        chances[name] = chances.get(name, 0.0) + 1 / len(hands)
        total, worst = total + value / len(hands), min(worst, value)
    return Answers(total, worst, chances, boards)


def recounted(before: Match, after: Match, without: float, expected: float) -> Iterator[tuple[str, Facts]]:
    """Every reason for a card of yours that led from one match to the other."""
    yield from _lanes(before, after)
    if abs(expected - without) > 0.5:
        tag = "improves_margin" if expected > without else "worsens_margin"
        yield tag, {"from": without, "to": expected}
    old, new = before.tiles(), after.tiles()
    yield from _ground(old, new)
    taken = [name for name in old if (old[name]["owner"], new[name]["owner"]) == ("E", "Y")]
    if taken:
        yield "captures_tiles", {"count": len(taken)}
    fewer = len(_free(old, "E")) - len(_free(new, "E"))
    if fewer > 0:
        yield "denies_tiles", {"count": fewer}
    for rank in (2, 3):
        had, has = ([r for r in _free(tiles, "Y") if r >= rank] for tiles in (old, new))
        if has and not had:
            yield f"opens_rank_{rank}", {"rank": rank, "count": len(has)}
    yield from _triggers(before, after)


def _ground(old: dict[str, Facts], new: dict[str, Facts]) -> Iterator[tuple[str, Facts]]:
    """Who holds how many tiles, when one side gets ahead in it."""
    had, has = ({side: [tile["owner"] for tile in tiles.values()].count(side) for side in "YE"} for tiles in (old, new))
    facts = {"yours": has["Y"], "theirs": has["E"], "yours_before": had["Y"], "theirs_before": had["E"]}
    lead, lead_before = has["Y"] - has["E"], had["Y"] - had["E"]
    if lead > lead_before:
        yield "gains_ground", facts
    if lead < lead_before:
        yield "loses_ground", facts


def standing(match: Match, your_cards: Sequence[str], enemy_cards: Sequence[str]) -> int:
    """What the board promises: 10 a tile, 2 a pawn on free tiles, 2 a point of power; 0 once no tile can be used."""
    laid_on_tiles = {card_id for card_id, card in match.cards.items() if not card.is_replace}
    yours = [card_id for card_id in laid_on_tiles.intersection(your_cards) if match.legal("Y", card_id)]
    theirs = [card_id for card_id in laid_on_tiles.intersection(enemy_cards) if match.legal("E", card_id)]
    if not yours and not theirs:
        return 0
    worth = {"Y": 0, "E": 0, "N": 0}
    for tile in match.tiles().values():
        worth[tile["owner"]] += 10 + 2 * (tile["rank"] if tile["card"] is None else tile["power"])
    return worth["Y"] - worth["E"]


def _free(tiles: dict[str, Facts], side: str) -> list[int]:
    return [tile["rank"] for tile in tiles.values() if tile["owner"] == side and tile["card"] is None]


def _lanes(before: Match, after: Match) -> Iterator[tuple[str, Facts]]:
    for lane, (old, new) in enumerate(zip(before.lanes(), after.lanes(), strict=True)):
        facts = {"lane": lane, "by": abs(new["power_you"] - new["power_enemy"]), "points": new["lane_points"]}
        if old["winner"] != "Y" and new["winner"] == "Y":
            yield f"wins_lane_{lane}", facts
        if old["winner"] == "Y" and new["winner"] != "Y":
            yield f"loses_lane_{lane}", facts


def _triggers(before: Match, after: Match) -> Iterator[tuple[str, Facts]]:
    earlier = {card.uid: _fired(card) for card in before.in_row_major_order()}
    for card in after.in_row_major_order():
        if card.owner == "Y" and _fired(card) != earlier.get(card.uid, set()):
            lane, column = card.place
            yield "sets_up_trigger", {"card_id": card.card.id, "tile": f"{'TMB'[lane]}{column + 1}"}


def _fired(card: Any) -> set[str]:
    """The first-time abilities of a card that have been set off."""
    flags = {
        "on_first_enhanced": card.enhanced_fired,
        "on_first_enfeebled": card.enfeebled_fired,
        "on_power_threshold": bool(card.thresholds_fired),
    }
    own = {shipped().effects[effect_id].trigger for effect_id in card.card.effect_ids}
    return {trigger for trigger, has_fired in flags.items() if has_fired and trigger in own}
