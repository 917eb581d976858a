"""Games that the net plays with itself, by one look at every move or a small search: its samples, and its duels."""

from __future__ import annotations

from math import exp

from kernelkit.chance import Chance, below, next_word, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.growing import count_judged_into
from qb_engine.kernel.judging import points_of, world_chance
from qb_engine.kernel.layout import DECK_SIZE, YOU, Rules, State, Tables, Work
from qb_engine.kernel.looking import see_view_into, see_world_into
from qb_engine.kernel.net import AIM, Choice, Look, Net, Sample
from qb_engine.kernel.playout import MAX_PLIES, PASS, list_moves_into, make_move_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.tree import HOPE, NO_NODE, VISITS_TO_BRANCH, Node, Walk, most_tried, walk_into
from qb_engine.kernel.turns import begin_game_into
from qb_engine.kernel.weighing import GAME, best_weighed, make_weighed_into, weigh_moves_into
from qb_engine.kernel.worlds import deal_unseen_into
from qb_engine.models import OPENING_HAND

OPENING, KEPT = 0, 3
"""The cells of the board on which every game begins, and of the game while a search uses its cell."""
WORDS = 4294967296.0
"""How many numbers the generator has."""
DEAL_STREAM, PLAY_STREAM, STREAMS = 0, 1, 2
ROOM = 64
"""A game begins only while there is room for so many samples, and takes no more."""


@kernel
def drawn_weighed(q: Choice, count: Int, c: Chance, warmth: float) -> Int:
    """A place by chance: one whose chance is lower by ``warmth`` than the best is drawn e times as rarely."""
    best = q.chance[best_weighed(q, count)]
    total = 0.0
    for k in range(count):
        if q.chance[k] >= 0.0:
            total += exp((q.chance[k] - best) / warmth)
    left = next_word(c) / WORDS * total
    chosen = 0
    for k in range(count):
        if q.chance[k] >= 0.0:
            chosen = k
            left -= exp((q.chance[k] - best) / warmth)
            if left < 0.0:
                return chosen
    return chosen


@kernel
def deal_deck_into(s: State, side: Int, decks: list[int], number: Int) -> None:
    """Give ``side`` the deck of this number."""
    for place in range(DECK_SIZE):
        s.deck[side][place] = decks[number * DECK_SIZE + place]
    s.deck_count[side] = DECK_SIZE
    s.hand_tracked[side] = 1


@kernel
def deal_game_into(ss: Cells[State], c: Chance, decks: list[int], starters: Int) -> None:
    """A new game at cell 1; the first ``starters`` decks are in every fourth game on each side."""
    copy_cell(ss, GAME, ss, OPENING)
    count = len(decks) // DECK_SIZE
    for side in range(2):
        few = below(c, 4) == 0
        deal_deck_into(ss[GAME], side, decks, below(c, starters) if few else below(c, count))
    begin_game_into(ss[GAME], c, below(c, 2), OPENING_HAND)


@kernel
def keep_sample_into(x: Sample, s: State, t: Tables, r: Rules, w: Work, v: Look, c: Chance) -> None:
    """The position as somebody sees it: half of the samples are worlds, half views of either player."""
    kind = below(c, 8)
    if kind < 4:
        x.side = s.side_to_act
        see_world_into(s, t, r, w, v)
    else:
        x.side = s.side_to_act if kind == 7 else 1 - s.side_to_act
        see_view_into(s, t, r, w, x.side, 0 if kind == 6 else 1, v)
    x.count = v.count
    for i in range(v.count):
        x.lit[i] = v.lit[i]


@kernel
def searched_move(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    nodes: Cells[Node],
    v: Walk,
    n: Net,
    look: Look,
    walks: Int,
) -> Int:
    """The root's child that was tried most often in so many walks from the game at cell 3.

    Each walk is in a world of its own, in which what the side to act cannot see is dealt anew.
    """
    nodes[0].first_child = NO_NODE
    nodes[0].visits = 0
    nodes[0].value = 0.0
    used = 1
    for _walk in range(walks):
        copy_cell(ss, GAME, ss, KEPT)
        ws[0].error = 0
        deal_unseen_into(ss[GAME], ts[0], c, ss[GAME].side_to_act)
        used = walk_into(nodes, v, used, ss, ts, rs, ws, c, VISITS_TO_BRANCH, HOPE)
        chance = world_chance(ss[GAME], ts[0], rs[0], ws[0], n, look)
        count_judged_into(ss[GAME], ts[0], rs[0], ws[0], nodes, v, chance)
    return most_tried(nodes, 0)


@kernel
def place_of(s: State, card: Int) -> Int:
    """Where ``card`` is in the hand of the side to act; a pass where there is none."""
    for i in range(s.hand_count[s.side_to_act]):
        if s.hand[s.side_to_act][i] == card:
            return i
    return PASS


@kernel
def make_searched_into(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    nodes: Cells[Node],
    v: Walk,
    n: Net,
    look: Look,
    walks: Int,
    strays: Int,
) -> None:
    """Make the move at cell 1 that a search of so many walks finds; one of ``strays``, if not 0, is any at all."""
    copy_cell(ss, KEPT, ss, GAME)
    child = searched_move(ss, ts, rs, ws, c, nodes, v, n, look, walks)
    copy_cell(ss, GAME, ss, KEPT)
    ws[0].error = 0
    if strays and below(c, strays) == 0:
        list_moves_into(ss[GAME], ts[0], rs[0], ws[0])
        k = below(c, ws[0].move_count + 1)
        make_weighed_into(ss, ts, rs, ws, k)
    else:
        place = PASS if child == NO_NODE else place_of(ss[GAME], nodes[child].card)
        make_move_into(ss[GAME], ts[0], rs[0], ws[0], place, nodes[child].tile)
    if ws[0].error:
        # A play that would never come to rest is refused as a whole.
        ws[0].error = 0
        copy_cell(ss, GAME, ss, KEPT)
        make_move_into(ss[GAME], ts[0], rs[0], ws[0], PASS, 0)


@kernel
def make_looked_into(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    n: Net,
    look: Look,
    q: Choice,
    warmth: float,
    strays: Int,
) -> None:
    """Make a move at cell 1 drawn by one look, by ``warmth``; one of ``strays`` is any move at all."""
    weigh_moves_into(ss, ts, rs, ws, n, look, q, 1)
    count = ws[0].move_count + 1
    k = drawn_weighed(q, count, c, warmth)
    if below(c, strays) == 0:
        other = below(c, count)
        if q.chance[other] >= 0.0:
            k = other
    make_weighed_into(ss, ts, rs, ws, k)


@kernel
def aim_into(xs: Cells[Sample], begin: Int, end: Int, said: list[float], plies: Int, lead: Int, fading: float) -> None:
    """What the samples of a game that ended with ``lead`` are to learn: each has its ply where its aim is to be.

    Of what came right after a position, what the net said of it counts for ``1 - fading``, and the rest is what is
    to be learned there; after the last ply there is the result.
    """
    aim = points_of(lead)
    k = end - 1
    for ply in range(plies - 1, -1, -1):
        while k >= begin and xs[k].aim == ply:
            mine = lead if xs[k].side == YOU else -lead
            xs[k].points = 1 if mine == 0 else (2 if mine > 0 else 0)
            xs[k].aim = int(AIM * (aim if xs[k].side == YOU else 1.0 - aim) + 0.5)
            k -= 1
        aim = (1.0 - fading) * said[ply] + fading * aim


@kernel
def play_samples(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    ns: Cells[Net],
    vs: Cells[Look],
    qs: Cells[Choice],
    nodes: Cells[Node],
    walks: Cells[Walk],
    xs: Cells[Sample],
    said: list[float],
    seed: Int,
    first: Int,
    games: Int,
    decks: list[int],
    starters: Int,
    every: Int,
    warmth: float,
    strays: Int,
    thought: Int,
    fading: float,
) -> Int:
    """Play the games from number ``first`` on; one position of ``every`` so many is kept. How many were kept.

    Moves are found by a search of ``thought`` walks, or by one look where that is 0. ``said`` has room for a game.
    """
    used = 0
    for game in range(first, first + games):
        if used + ROOM > len(xs):
            return used
        seed_into(cs[0], seed, game * STREAMS + DEAL_STREAM)
        deal_game_into(ss, cs[0], decks, starters)
        seed_into(cs[0], seed, game * STREAMS + PLAY_STREAM)
        begin = used
        plies = 0
        while ss[GAME].over == 0 and plies < MAX_PLIES:
            if used - begin < ROOM and below(cs[0], every) == 0:
                keep_sample_into(xs[used], ss[GAME], ts[0], rs[0], ws[0], vs[0], cs[0])
                xs[used].aim = plies
                used += 1
            said[plies] = world_chance(ss[GAME], ts[0], rs[0], ws[0], ns[0], vs[0])
            if thought:
                make_searched_into(ss, ts, rs, ws, cs[0], nodes, walks[0], ns[0], vs[0], thought, strays)
            else:
                make_looked_into(ss, ts, rs, ws, cs[0], ns[0], vs[0], qs[0], warmth, strays)
            plies += 1
        aim_into(xs, begin, used, said, plies, margin(ss[GAME], ts[0], rs[0], ws[0]), fading)
    return used


@kernel
def play_duels(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    ns: Cells[Net],
    vs: Cells[Look],
    qs: Cells[Choice],
    nodes: Cells[Node],
    walks: Cells[Walk],
    seed: Int,
    first: Int,
    decks: list[int],
    starters: Int,
    thought: Int,
    results: list[int],
) -> None:
    """Pairs of games between the nets at cells 0 and 1, numbered from ``first``: the points of the one at 0, of 4.

    Each deal is played twice with the seats changed, every move the best by one look, or by a search of ``thought``
    walks where that is not 0.
    """
    for pair in range(len(results)):
        results[pair] = 0
        for game in range(2):
            seed_into(cs[0], seed, (first + pair) * STREAMS + DEAL_STREAM)
            deal_game_into(ss, cs[0], decks, starters)
            plies = 0
            while ss[GAME].over == 0 and plies < MAX_PLIES:
                who = ss[GAME].side_to_act if game == 0 else 1 - ss[GAME].side_to_act
                if thought:
                    make_searched_into(ss, ts, rs, ws, cs[0], nodes, walks[0], ns[who], vs[0], thought, 0)
                else:
                    weigh_moves_into(ss, ts, rs, ws, ns[who], vs[0], qs[0], 1)
                    make_weighed_into(ss, ts, rs, ws, best_weighed(qs[0], ws[0].move_count + 1))
                plies += 1
            lead = margin(ss[GAME], ts[0], rs[0], ws[0])
            if game == 1:
                lead = -lead
            results[pair] += 1 if lead == 0 else (2 if lead > 0 else 0)
