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


def recounted(
    before: Match, after: Match, without: float, expected: float, held: Sequence[str], holding: Sequence[str]
) -> Iterator[tuple[str, Facts]]:
    """Every reason for a card of yours that led from one match to the other, and from one hand to the other."""
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
    yield from _built_and_blocked(before, after, holding)
    yield from _cards(before, after)
    new_cards = [card_id for card_id in {*holding} if holding.count(card_id) > held.count(card_id)]
    if new_cards:
        more = sum(holding.count(card_id) - held.count(card_id) for card_id in new_cards)
        yield "gains_card", {"card_id": min(new_cards), "count": more}


def contrasted(
    ours: tuple[Match, Match], others: tuple[Match, Match], hand: Sequence[str], other_hand: Sequence[str]
) -> Iterator[tuple[str, Facts]]:
    """What tells a move from another: each is given as the match after it, and after the worst answer to it."""
    (match, replied), (rival, rival_replied) = ours, others
    cards = sorted(set(hand) & set(other_hand), key=lambda card_id: (-match.cards[card_id].power, card_id))
    fits, fits_there = ({card_id: bool(one.legal("Y", card_id)) for card_id in cards} for one in (match, rival))
    for tag, card_ids in (
        ("keeps_playable", [card_id for card_id in cards if fits[card_id] and not fits_there[card_id]]),
        ("strands", [card_id for card_id in cards if fits_there[card_id] and not fits[card_id]]),
    ):
        if card_ids:
            yield tag, {"card_id": card_ids[0]}
    for lane in range(3):
        here, there = replied.lanes()[lane]["winner"], rival_replied.lanes()[lane]["winner"]
        if (here == "Y") != (there == "Y"):
            yield ("holds_lane_" if here == "Y" else "yields_lane_") + str(lane), {"lane": lane}
        powers = [one.lanes()[lane]["power_you"] - one.lanes()[lane]["power_enemy"] for one in (match, rival)]
        if powers[0] > powers[1]:
            yield f"more_power_{lane}", {"lane": lane, "by": powers[0] - powers[1]}
    leads = []
    for one in (match, rival):
        owners = [tile["owner"] for tile in one.tiles().values()]
        leads.append(owners.count("Y") - owners.count("E"))
    if leads[0] != leads[1]:
        yield "more_ground" if leads[0] > leads[1] else "less_ground", {"count": abs(leads[0] - leads[1])}


def _built_and_blocked(before: Match, after: Match, holding: Sequence[str]) -> Iterator[tuple[str, Facts]]:
    old, new = before.tiles(), after.tiles()

    def carrying(tiles: dict[str, Facts], side: str, rank: int) -> list[str]:
        return [n for n, t in tiles.items() if t["owner"] == side and t["card"] is None and t["rank"] >= rank]

    for rank in (2, 3):
        waiting = [after.cards[c] for c in holding if after.cards[c].cost == rank and not after.cards[c].is_replace]
        if waiting and not carrying(old, "Y", rank) and carrying(new, "Y", rank):
            card = min(waiting, key=lambda card: (-card.power, card.id))
            tile = min(carrying(new, "Y", rank), key=tile_place)
            yield f"builds_rank_{rank}", {"rank": rank, "tile": tile, "card_id": card.id}
        only = carrying(old, "E", rank)
        if len(only) == 1 and not carrying(new, "E", rank):
            yield f"blocks_rank_{rank}", {"rank": rank, "tile": only[0]}


def _cards(before: Match, after: Match) -> Iterator[tuple[str, Facts]]:
    left = {card.uid: card for card in after.in_row_major_order()}
    weaker = stronger = 0
    for card in before.in_row_major_order():
        if card.uid not in left:
            if card.owner == "E":
                yield "destroys", {"card_id": card.card.id, "tile": f"{'TMB'[card.place[0]]}{card.place[1] + 1}"}
            continue
        change = after.power(left[card.uid]) - before.power(card)
        weaker += max(0, -change) if card.owner == "E" else 0
        stronger += max(0, change) if card.owner == "Y" else 0
    if weaker:
        yield "weakens", {"by": weaker}
    if stronger:
        yield "strengthens", {"by": stronger}


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
