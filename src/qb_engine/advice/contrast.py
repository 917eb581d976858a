"""What tells one move from another: the reasons of the one that the other has not, and what only a look at both shows.

A reason that both share says nothing. The first move is told from the second and every other from the first, so no
reason is left that all moves of a list share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import ceil

from qb_engine.advice.evaluation import MoveEvaluation
from qb_engine.advice.reasons import EPSILON, Reason, Risk
from qb_engine.advice.standing import grounds
from qb_engine.legality import LegalityChecker
from qb_engine.moves import LANES

MOST_REASONS = 2
GROUND_POINTS = 2.5
"""What a tile held more weighs among reasons."""
LANE_POWER_POINTS = 0.5
HELD_LANE_SHARE = 0.8
"""A lane that only the worst answer would take weighs a little less than one that changes hands."""
RISK_POINTS = 1.0
"""A risk matters when its chance times the points that it costs is this much."""
KIND_SHARE = 2 / 3
"""Cards that cost this part of the worst answer, or more, are of the kind that hurts."""
DECIDED = 0.05
"""A match that is won or lost but for this chance has no risks worth a word."""
NEVER_TOLD = ("improves_margin", "worsens_margin", "gains_ground", "loses_ground")
"""Reasons that nearly every move has, and that figures say already."""
SAID_BETTER = {"opens_rank_": "builds_rank_", "denies_tiles": "blocks_rank_"}
"""Reasons that are left out where the other one says the same more plainly."""


def told_apart(move: MoveEvaluation, rival: MoveEvaluation) -> tuple[Reason, ...]:
    """At most two reasons that are true of ``move`` and not of ``rival``, the weightiest first.

    A move that is ahead is told by what speaks for it; any other also by what speaks against it.
    """
    shared = {reason.tag for reason in rival.reasons}
    own = [reason for reason in move.reasons if reason.tag not in shared and reason.tag not in NEVER_TOLD]
    found = [*own, *_both(move, rival)]
    kinds = {_kind(reason) for reason in found}
    built = {reason.facts["card_id"] for reason in found if _kind(reason) == "builds_rank_"}
    found = [
        reason
        for reason in found
        if SAID_BETTER.get(_kind(reason)) not in kinds
        and not (reason.tag == "keeps_playable" and reason.facts["card_id"] in built)
    ]
    if move.quality_rank < rival.quality_rank:
        found = [reason for reason in found if reason.weight >= 0]
    return tuple(sorted(found, key=lambda reason: (-abs(reason.weight), reason.tag)))[:MOST_REASONS]


def _kind(reason: Reason) -> str:
    return reason.tag.rstrip("0123456789")


def _both(move: MoveEvaluation, rival: MoveEvaluation) -> Iterator[Reason]:
    """What shows only when both are compared."""
    if move.move is None or rival.move is None:
        return
    yield from _playable(move, rival)
    yield from _held_lanes(move, rival)
    if not move.is_settled:
        yield from _ground(move, rival)
    yield from _lane_powers(move, rival)


def _playable(move: MoveEvaluation, rival: MoveEvaluation) -> Iterator[Reason]:
    """The strongest card of your hand that can still be laid after one move and after the other not."""
    ours, theirs = _laid_next(move), _laid_next(rival)
    both = set(move.view_after.hand) & set(rival.view_after.hand)
    card = move.view_after.engine.card
    for tag, cards, sign in (("keeps_playable", ours - theirs, 1), ("strands", theirs - ours, -1)):
        if cards & both:
            card_id = min(cards & both, key=lambda found: (-card(found).power, found))
            yield Reason(tag, {"card_id": card_id}, float(sign * max(1, card(card_id).power)))


def _laid_next(move: MoveEvaluation) -> set[str]:
    """The cards of your hand that can be laid on the board as the move leaves it."""
    legal = LegalityChecker(move.view_after.board)
    return {card_id for card_id in set(move.view_after.hand) if legal.legal_tiles("Y", card_id)}


def _held_lanes(move: MoveEvaluation, rival: MoveEvaluation) -> Iterator[Reason]:
    """Lanes that are yours after the answer that hurts most to one move, and after that to the other not."""
    if move.reply_score is None or rival.reply_score is None:
        return
    for lane in range(LANES):
        ours, theirs = move.reply_score.lanes[lane], rival.reply_score.lanes[lane]
        if _changes(move, lane) or _changes(rival, lane):
            continue  # who takes or gives up a lane says so
        if ours.winner == "Y" != theirs.winner:
            yield Reason(f"holds_lane_{lane}", {"lane": lane}, HELD_LANE_SHARE * ours.lane_points)
        if theirs.winner == "Y" != ours.winner:
            yield Reason(f"yields_lane_{lane}", {"lane": lane}, -HELD_LANE_SHARE * theirs.lane_points)


def _changes(move: MoveEvaluation, lane: int) -> list[str]:
    """Whether the lane changes hands by the move, and which way."""
    tags = f"wins_lane_{lane}", f"loses_lane_{lane}"
    return [reason.tag for reason in move.reasons if reason.tag in tags]


def _ground(move: MoveEvaluation, rival: MoveEvaluation) -> Iterator[Reason]:
    """Tiles that you hold more against the enemy than after the other move, or fewer."""
    (yours, enemys), (others, enemys_then) = grounds(move.view_after), grounds(rival.view_after)
    more = yours.held - enemys.held - others.held + enemys_then.held
    if more:
        yield Reason("more_ground" if more > 0 else "less_ground", {"count": abs(more)}, GROUND_POINTS * more)


def _lane_powers(move: MoveEvaluation, rival: MoveEvaluation) -> Iterator[Reason]:
    """Lanes in which you are farther ahead, or less behind, than after the other move."""
    for lane in range(LANES):
        ours, theirs = move.position_after_move.lanes[lane], rival.position_after_move.lanes[lane]
        more = (ours.power_you - ours.power_enemy) - (theirs.power_you - theirs.power_enemy)
        if more > 0 and _changes(move, lane) == _changes(rival, lane):
            yield Reason(f"more_power_{lane}", {"lane": lane, "by": more}, LANE_POWER_POINTS * more)


def risk_that_matters(move: MoveEvaluation, rival: MoveEvaluation | None) -> Risk | None:
    """The risk of a move where it is real: likely and harmful enough, worse than expected, and not the rival's too.

    Where the enemy's deck is guessed it is a kind of card that hurts, not the one card that hurts most.
    """
    found, chance = _risk(move), move.win_chance
    if found is None or (chance is not None and min(chance, 1 - chance) < DECIDED):
        return None
    is_expected = move.you_margin_after_enemy_expected <= move.you_margin_after_move - found.harm + EPSILON
    if is_expected or found.chance * found.harm < RISK_POINTS:
        return None
    other = None if rival is None else _risk(rival)
    return None if other is not None and _effect(other) == _effect(found) else found


def _effect(risk: Risk) -> tuple[object, ...]:
    return risk.move, risk.lanes_lost, risk.lanes_tied, risk.rank


def _risk(move: MoveEvaluation) -> Risk | None:
    """The risk of the one card, or of a kind of card where the deck is guessed."""
    risk = move.risk
    if risk is None or not move.forecast.is_guess:
        return risk
    now, card = move.you_margin_after_move, move.view_after.engine.card
    least = now - ceil(risk.harm * KIND_SHARE)
    hurting = [(reply.move, reply) for reply in move.forecast.replies if reply.move and reply.margin <= least]
    weights: defaultdict[int, float] = defaultdict(float)
    for laid, reply in hurting:
        weights[card(laid.card_id).cost] += reply.weight
    rank = max(weights, key=lambda rank: (weights[rank], -rank))
    alike = [(reply.weight, laid) for laid, reply in hurting if card(laid.card_id).cost == rank]
    mildest = max(reply.margin for _laid, reply in hurting)
    return Risk(
        move=max(alike, key=lambda found: found[0])[1],
        margin=mildest,
        chance=sum(reply.weight for _laid, reply in hurting),
        lanes_lost=(),
        lanes_tied=(),
        harm=now - mildest,
        rank=rank,
    )
