"""The search tree below one root move: what was tried, how often, and what came of it.

A node is a line of public moves. The same line is walked in many worlds, and in each only the children whose card is in
the hand there can be chosen; the board is the same in all of them.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated

from kernelkit.bits import lowest
from kernelkit.chance import Chance, below, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell, record
from qb_engine.kernel.blind import Options, finish_into
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.ground import prospect
from qb_engine.kernel.layout import (
    ENEMY,
    MAX_CARDS,
    MOVE_CAPACITY,
    NO_CARD,
    YOU,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.playout import PASS, make_move_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.worlds import PLAY_STREAM, STREAMS

NO_NODE = 0
"""The root is nobody's child."""
NO_MOVE = PASS - 1
"""In the place of a root move: nobody has moved when the tree begins."""
CHILD_CAPACITY = MOVE_CAPACITY + 1
MAX_DEPTH = 64
NOT_A_MOVE = 0.0
"""The weight of a play that never comes to rest: it is refused as a whole, so nobody can choose it."""

VISITS_TO_BRANCH = 2
"""A leaf is only played out from until it was visited so often; then its moves are told apart."""
HOPE = 1.0
"""How far a promising move that was tried little stands above its value, where leaves are played out blindly."""
DOUBT = 0.1
"""How far a move that was never tried stands below the value of its place."""
GAIN_SCALE = 20.0
"""A move whose prospect is better by so much is tried almost three times as often."""
HABIT_SCALE = 1_000
"""The shares of habits are counted in thousandths."""
THINKS, PASSES, TAKES_POINTS = 0, 1, 2
"""What a side may do by habit in a turn; one that thinks has none."""
MAX_GAIN = 300
MAX_MARGIN = 50
MARGIN_SHARE = 0.1
"""How much of an end's worth is its margin: enough to prefer the clearer win, too little to risk one."""


@record
class Node:
    """A move that leads here, its brothers and children, and what came of it, counted from your side."""

    card: Annotated[int, "i2"]
    tile: Annotated[int, "i2"]
    first_child: Annotated[int, "i4"]
    next_sibling: Annotated[int, "i4"]
    visits: Annotated[int, "i4"]
    value: Annotated[float, "f8"]
    weight: Annotated[float, "f8"]
    # Your margin right after the move; counted only where somebody has habits.
    points: Annotated[int, "i4"]


@record
class Walk:
    """Scratch space of one walk down the tree."""

    path: Annotated[list[int], "i4", MAX_DEPTH]
    depth: Annotated[int, "i4"]
    # Of each card in the hand: where it may be laid, and its place.
    mask: Annotated[list[int], "i2", MAX_CARDS]
    place: Annotated[list[int], "i1", MAX_CARDS]
    option: Annotated[list[int], "i4", CHILD_CAPACITY]
    option_count: Annotated[int, "i4"]
    # In so many of a thousand turns the enemy follows a habit: it passes, or it takes points.
    passes: Annotated[int, "i4"]
    takes_points: Annotated[int, "i4"]
    # Where leaves are judged: your chance and your margin where the walk ended.
    chance: Annotated[float, "f8"]
    margin: Annotated[int, "i4"]


@kernel
def habit_of(v: Walk, c: Chance, side: Int) -> Int:
    """The habit that ``side`` follows this turn, by chance; nothing is drawn for one that has none."""
    if side != ENEMY or v.passes + v.takes_points == 0:
        return THINKS
    drawn = below(c, HABIT_SCALE)
    if drawn < v.passes:
        return PASSES
    return TAKES_POINTS if drawn < v.passes + v.takes_points else THINKS


@kernel
def add_child_into(
    nodes: Cells[Node], v: Walk, used: Int, at: Int, card: Int, tile: Int, weight: float, points: Int
) -> Int:
    """A new node below ``at``, among the options of this walk; the number of nodes."""
    node = nodes[used]
    node.card = card
    node.tile = tile
    node.first_child = NO_NODE
    node.next_sibling = nodes[at].first_child
    node.visits = 0
    node.value = 0.0
    node.weight = weight
    node.points = points
    nodes[at].first_child = used
    v.option[v.option_count] = used
    v.option_count += 1
    return used + 1


@kernel
def list_hand_into(s: State, t: Tables, r: Rules, w: Work, v: Walk) -> None:
    """Where each card of the hand may be laid."""
    side = s.side_to_act
    ground_into(s, w, side)
    for i in range(s.hand_count[side] - 1, -1, -1):
        card = s.hand[side][i]
        v.place[card] = i
        v.mask[card] = legal_mask(s, t, r, w, side, card)


@kernel
def list_children_into(nodes: Cells[Node], v: Walk, at: Int) -> None:
    """The children that can be chosen in this world; what stays in the masks has no child yet."""
    v.option_count = 0
    child = nodes[at].first_child
    while child != NO_NODE:
        card = nodes[child].card
        if card == NO_CARD:
            v.option[v.option_count] = child
            v.option_count += 1
        elif v.mask[card] >> nodes[child].tile & 1:
            v.mask[card] &= ~(1 << nodes[child].tile)
            v.option[v.option_count] = child
            v.option_count += 1
        child = nodes[child].next_sibling


@kernel
def promise(s: State, side: Int) -> float:
    """How much ``side`` hopes for from a move that leads to this board."""
    gain = prospect(s)
    if side != YOU:
        gain = -gain
    return exp(min(MAX_GAIN, max(-MAX_GAIN, gain)) / GAIN_SCALE)


@kernel
def widen_into(
    nodes: Cells[Node],
    v: Walk,
    used: Int,
    at: Int,
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    counts_points: Int,
) -> Int:
    """A child for every move in the masks, tried at cell 2 for what it promises; the number of nodes."""
    side = ss[1].side_to_act
    points = 0
    if nodes[at].first_child == NO_NODE:
        weight = promise(ss[1], side)
        if counts_points:
            points = margin(ss[1], ts[0], rs[0], ws[0])
        used = add_child_into(nodes, v, used, at, NO_CARD, 0, weight, points)
    for i in range(ss[1].hand_count[side]):
        card = ss[1].hand[side][i]
        rest = v.mask[card]
        v.mask[card] = 0
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            copy_cell(ss, 2, ss, 1)
            make_move_into(ss[2], ts[0], rs[0], ws[0], v.place[card], tile)
            weight = promise(ss[2], side)
            if counts_points:
                points = margin(ss[2], ts[0], rs[0], ws[0])
            if ws[0].error:
                ws[0].error = 0
                weight = NOT_A_MOVE
            used = add_child_into(nodes, v, used, at, card, tile, weight, points)
    return used


@kernel
def keep_habit_into(nodes: Cells[Node], v: Walk, habit: Int) -> None:
    """Leave only the options that the enemy has by ``habit``: its pass, or the cards that give it most points at once.

    All of them stay where there is nothing to do by habit: no card can be laid, or any would cost it points.
    """
    passing = 0
    most = 0
    count = 0
    for k in range(v.option_count):
        node = nodes[v.option[k]]
        if node.card == NO_CARD:
            passing = k
        elif node.weight != NOT_A_MOVE:
            if count == 0 or node.points < most:
                most = node.points
            count += 1
    if count == 0:
        return
    if habit == PASSES:
        v.option[0] = v.option[passing]
        v.option_count = 1
    elif most <= nodes[v.option[passing]].points:
        count = 0
        for k in range(v.option_count):
            node = nodes[v.option[k]]
            if node.card != NO_CARD and node.weight != NOT_A_MOVE and node.points == most:
                v.option[count] = v.option[k]
                count += 1
        v.option_count = count


@kernel
def chosen_child(nodes: Cells[Node], v: Walk, at: Int, side: Int, hopes: float) -> Int:
    """The option with the best value, or enough hope: a high prior and few visits."""
    total = 1
    weights = 0.0
    for k in range(v.option_count):
        node = nodes[v.option[k]]
        total += node.visits
        weights += node.weight
    hope = hopes * sqrt(total) / weights
    home = nodes[at].value / nodes[at].visits
    if side != YOU:
        home = 1.0 - home
    home -= DOUBT
    best = v.option[0]
    best_value = -1.0
    for k in range(v.option_count):
        node = nodes[v.option[k]]
        if node.weight == NOT_A_MOVE:
            continue
        value = home
        if node.visits > 0:
            value = node.value / node.visits
            if side != YOU:
                value = 1.0 - value
        value += hope * node.weight / (1 + node.visits)
        if value > best_value:
            best = v.option[k]
            best_value = value
    return best


@kernel
def step_into(
    nodes: Cells[Node],
    v: Walk,
    used: Int,
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    hopes: float,
) -> Int:
    """One move down the tree at cell 1; the number of nodes."""
    at = v.path[v.depth]
    side = ss[1].side_to_act
    list_hand_into(ss[1], ts[0], rs[0], ws[0], v)
    list_children_into(nodes, v, at)
    habit = habit_of(v, c, side)
    used = widen_into(nodes, v, used, at, ss, ts, rs, ws, 1 if side == ENEMY and v.takes_points > 0 else 0)
    if habit != THINKS:
        keep_habit_into(nodes, v, habit)
    child = chosen_child(nodes, v, at, side, hopes)
    v.depth += 1
    v.path[v.depth] = child
    card = nodes[child].card
    place = PASS
    if card != NO_CARD:
        place = v.place[card]
    make_move_into(ss[1], ts[0], rs[0], ws[0], place, nodes[child].tile)
    return used


@kernel
def walk_into(
    nodes: Cells[Node],
    v: Walk,
    used: Int,
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    patience: Int,
    hopes: float,
) -> Int:
    """Go down the tree in the world at cell 1 until it ends there, or the game does; the number of nodes.

    A leaf branches after ``patience`` visits; ``hopes`` is how far a promising move that was tried little stands above
    its value.
    """
    v.depth = 0
    v.path[0] = 0
    while (
        ss[1].over == 0
        and ws[0].error == 0
        and nodes[v.path[v.depth]].visits >= patience
        and used + CHILD_CAPACITY < len(nodes)
        and v.depth + 1 < MAX_DEPTH
    ):
        used = step_into(nodes, v, used, ss, ts, rs, ws, c, hopes)
    return used


@kernel
def count_into(nodes: Cells[Node], v: Walk, value: float) -> None:
    """What the walk came to counts for every node on its way."""
    for d in range(v.depth + 1):
        nodes[v.path[d]].visits += 1
        nodes[v.path[d]].value += value


@kernel
def worth(margin: Int) -> float:
    """What an end is worth to you: near 1 for a win, near 0 for a loss, each better by a little for a better margin."""
    if margin == 0:
        return 0.5
    shade = MARGIN_SHARE * min(MAX_MARGIN, max(-MAX_MARGIN, margin)) / MAX_MARGIN
    return (1.0 - MARGIN_SHARE if margin > 0 else MARGIN_SHARE) + shade


@kernel
def grow(
    worlds: Cells[State],
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    nodes: Cells[Node],
    vs: Cells[Walk],
    options: Cells[Options],
    used: Int,
    seed: Int,
    first: Int,
    place: Int,
    tile: Int,
    margins: list[int],
    blind: list[int],
) -> Int:
    """Make the root move, if there is one, in each of ``worlds``, walk down the tree and play on to the end.

    ``worlds`` are numbered from ``first``; ``ss`` has three cells. Each world's margin is noted, and how many
    cards were laid blindly in it, below the tree. Returns the number of nodes.
    """
    v = vs[0]
    for k in range(len(worlds)):
        seed_into(cs[0], seed, (first + k) * STREAMS + PLAY_STREAM)
        copy_cell(ss, 1, worlds, k)
        ws[0].error = 0
        if place != NO_MOVE:
            make_move_into(ss[1], ts[0], rs[0], ws[0], place, tile)
        used = walk_into(nodes, v, used, ss, ts, rs, ws, cs[0], VISITS_TO_BRANCH, HOPE)
        blind[k] = finish_into(ss, ts, rs, ws, cs[0], options[0])
        margins[k] = margin(ss[1], ts[0], rs[0], ws[0])
        count_into(nodes, v, worth(margins[k]))
    return used


@kernel
def most_tried(nodes: Cells[Node], at: Int) -> Int:
    """The child of ``at`` that was chosen most often, the youngest of equals; NO_NODE when it has none."""
    best = NO_NODE
    child = nodes[at].first_child
    while child != NO_NODE:
        if best == NO_NODE or nodes[child].visits > nodes[best].visits:
            best = child
        child = nodes[child].next_sibling
    return best
