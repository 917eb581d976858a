"""Games that the net plays with itself, by one look at every move: where its samples come from, and its duels."""

from __future__ import annotations

from math import exp

from kernelkit.chance import Chance, below, next_word, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.layout import DECK_SIZE, YOU, Rules, State, Tables, Work
from qb_engine.kernel.playout import MAX_PLIES, PASS, list_moves_into, make_move_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.turns import begin_game_into
from qb_engine.mind.kernel.judging import view_chance
from qb_engine.mind.kernel.layout import Choice, Look, Net, Sample
from qb_engine.mind.kernel.seeing import see_view_into, see_world_into
from qb_engine.models import OPENING_HAND

OPENING, GAME, TRIED = 0, 1, 2
"""The cells: the board on which every game begins, the game, and a copy of it."""
WORDS = 4294967296.0
"""How many numbers the generator has."""
REFUSED = -1.0
"""In the place of a chance: the play would never come to rest."""
DEAL_STREAM, PLAY_STREAM, STREAMS = 0, 1, 2
ROOM = 64
"""A game begins only while there is room for so many samples, and takes no more."""


@kernel
def weigh_moves_into(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], n: Net, v: Look, q: Choice, is_listed: Int
) -> None:
    """The chance of every move of the side to act at cell 1, by what it sees right after it; tried at cell 2."""
    side = ss[GAME].side_to_act
    list_moves_into(ss[GAME], ts[0], rs[0], ws[0])
    for k in range(ws[0].move_count + 1):
        copy_cell(ss, TRIED, ss, GAME)
        ws[0].error = 0
        if k == 0:
            make_move_into(ss[TRIED], ts[0], rs[0], ws[0], PASS, 0)
        else:
            make_move_into(ss[TRIED], ts[0], rs[0], ws[0], ws[0].move_index[k - 1], ws[0].move_tile[k - 1])
        if ws[0].error:
            ws[0].error = 0
            q.chance[k] = REFUSED
        else:
            q.chance[k] = view_chance(ss[TRIED], ts[0], rs[0], ws[0], n, v, side, is_listed)


@kernel
def best_weighed(q: Choice, count: Int) -> Int:
    """The place of the best chance, the first of equals."""
    best = 0
    for k in range(1, count):
        if q.chance[k] > q.chance[best]:
            best = k
    return best


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
def make_weighed_into(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], k: Int) -> None:
    """Make the move at place ``k`` of the chances at cell 1."""
    if k == 0:
        make_move_into(ss[GAME], ts[0], rs[0], ws[0], PASS, 0)
    else:
        make_move_into(ss[GAME], ts[0], rs[0], ws[0], ws[0].move_index[k - 1], ws[0].move_tile[k - 1])


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
def play_samples(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    ns: Cells[Net],
    vs: Cells[Look],
    qs: Cells[Choice],
    xs: Cells[Sample],
    seed: Int,
    first: Int,
    games: Int,
    decks: list[int],
    starters: Int,
    every: Int,
    warmth: float,
    strays: Int,
) -> Int:
    """Play the games from number ``first`` on; one position of ``every`` so many is kept. How many were kept.

    Moves are drawn by ``warmth``, and one of ``strays`` is any move at all.
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
                used += 1
            weigh_moves_into(ss, ts, rs, ws, ns[0], vs[0], qs[0], 1)
            count = ws[0].move_count + 1
            k = drawn_weighed(qs[0], count, cs[0], warmth)
            if below(cs[0], strays) == 0:
                other = below(cs[0], count)
                if qs[0].chance[other] >= 0.0:
                    k = other
            make_weighed_into(ss, ts, rs, ws, k)
            plies += 1
        lead = margin(ss[GAME], ts[0], rs[0], ws[0])
        for i in range(begin, used):
            mine = lead if xs[i].side == YOU else -lead
            xs[i].points = 1 if mine == 0 else (2 if mine > 0 else 0)
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
    seed: Int,
    first: Int,
    decks: list[int],
    starters: Int,
    results: list[int],
) -> None:
    """Pairs of games between the nets at cells 0 and 1, numbered from ``first``: the points of the one at 0, of 4.

    Each deal is played twice with the seats changed, every move the best by one look.
    """
    for pair in range(len(results)):
        results[pair] = 0
        for game in range(2):
            seed_into(cs[0], seed, (first + pair) * STREAMS + DEAL_STREAM)
            deal_game_into(ss, cs[0], decks, starters)
            plies = 0
            while ss[GAME].over == 0 and plies < MAX_PLIES:
                who = ss[GAME].side_to_act if game == 0 else 1 - ss[GAME].side_to_act
                weigh_moves_into(ss, ts, rs, ws, ns[who], vs[0], qs[0], 1)
                make_weighed_into(ss, ts, rs, ws, best_weighed(qs[0], ws[0].move_count + 1))
                plies += 1
            lead = margin(ss[GAME], ts[0], rs[0], ws[0])
            if game == 1:
                lead = -lead
            results[pair] += 1 if lead == 0 else (2 if lead > 0 else 0)


@kernel
def weigh_moves(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    ns: Cells[Net],
    vs: Cells[Look],
    qs: Cells[Choice],
    is_listed: Int,
) -> Int:
    """The chances of every move at cell 1 by what its side sees; how many there are, a pass the first."""
    weigh_moves_into(ss, ts, rs, ws, ns[0], vs[0], qs[0], is_listed)
    return ws[0].move_count + 1
