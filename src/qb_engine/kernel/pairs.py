"""Pairs of games between built-in players, thousands in one call: every deal twice, with the places changed.

To the last move what the arena plays from Python: the same deals, the same players with the same chance, each choosing
among its moves in the order in which its own seat shows them.
"""

from __future__ import annotations

from kernelkit.bits import how_many, lowest
from kernelkit.chance import Chance, below, next_word, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.layout import DECK_SIZE, ENEMY, NO_CARD, YOU, Notes, Rules, State, Tables, Work
from qb_engine.kernel.mirror import mirrored_mask, mirrored_tile
from qb_engine.kernel.notes import note_choice_into, note_ending_into
from qb_engine.kernel.playout import MAX_PLIES, RANDOM
from qb_engine.kernel.plays import hand_place, next_in_hand
from qb_engine.kernel.resolution import resolve_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.turns import begin_game_into, end_turn_into, pass_into, take_from_hand_into
from qb_engine.models import OPENING_HAND

PLAYER_STREAMS = 16
"""The generator streams of a deal from here on are its players'; the first ones shuffle."""
NUMBERS = 4
"""What is told of a pair: margin and turns of its first game, and of its second."""
OPENING, GAME, TRIED = 0, 1, 2
"""The cells: the board on which every game begins, the game, and a copy of it."""


@kernel
def deal_seed(c: Chance, seed: Int, number: Int) -> Int:
    """The seed of the deal of this number, far from that of the next."""
    seed_into(c, seed, number)
    high = next_word(c)
    return high << 30 | next_word(c) >> 2


MANY_DECKS, MANY_STEP = 16, 7


@kernel
def turn_of_b(number: Int, decks_a: Int, decks_b: Int) -> Int:
    """Which of B's decks is played in pair ``number``: each of A's, which come in turn, meets each of B's.

    Of many decks hardly anybody plays all pairs, so B's change from pair to pair too.
    """
    turn = number // decks_a
    if decks_b > MANY_DECKS:
        turn += MANY_STEP * (number % decks_a) + 1
    return turn % decks_b


@kernel
def deal_into(s: State, side: Int, decks: list[int], begin: Int) -> None:
    """Give ``side`` the deck that begins at ``begin``, the next card at the end."""
    for place in range(DECK_SIZE):
        s.deck[side][place] = decks[begin + DECK_SIZE - 1 - place]
    s.deck_count[side] = DECK_SIZE
    s.hand_tracked[side] = 1


@kernel
def list_seen_into(s: State, t: Tables, r: Rules, w: Work, side: Int) -> None:
    """Every placement of ``side`` by card and then by tile as its own seat shows them; of equal cards only the first.

    A mirrored seat sees the tiles of a lane from the other end.
    """
    w.move_count = 0
    ground_into(s, w, side)
    card = next_in_hand(s, side, NO_CARD)
    while card != NO_CARD:
        rest = legal_mask(s, t, r, w, side, card)
        if side == ENEMY:
            rest = mirrored_mask(rest)
        place = hand_place(s, side, card)
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            w.move_index[w.move_count] = place
            w.move_tile[w.move_count] = mirrored_tile(tile) if side == ENEMY else tile
            w.move_count += 1
        card = next_in_hand(s, side, card)


@kernel
def strike_into(w: Work, k: Int) -> None:
    """The listed move ``k`` is none; the others close up."""
    for i in range(k, w.move_count - 1):
        w.move_index[i] = w.move_index[i + 1]
        w.move_tile[i] = w.move_tile[i + 1]
    w.move_count -= 1


@kernel
def lay_into(s: State, t: Tables, r: Rules, w: Work, side: Int, k: Int) -> None:
    """``side`` lays the listed move ``k``; its turn does not end."""
    card = s.hand[side][w.move_index[k]]
    take_from_hand_into(s, side, w.move_index[k])
    resolve_into(s, t, r, w, side, card, w.move_tile[k])


@kernel
def lay_listed_into(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], c: Chance, side: Int
) -> Int:
    """Lay any listed move that comes to rest, each as likely as the other; the card, or NO_CARD when there is none."""
    while ws[0].move_count > 0:
        k = below(c, ws[0].move_count)
        card = ss[GAME].hand[side][ws[0].move_index[k]]
        copy_cell(ss, TRIED, ss, GAME)
        lay_into(ss[GAME], ts[0], rs[0], ws[0], side, k)
        if ws[0].error == 0:
            return card
        copy_cell(ss, GAME, ss, TRIED)
        strike_into(ws[0], k)
    return NO_CARD


@kernel
def count_seen(s: State, t: Tables, r: Rules, w: Work, side: Int) -> Int:
    """How many placements ``list_seen_into`` would list."""
    ground_into(s, w, side)
    count = 0
    for i in range(s.hand_count[side]):
        card = s.hand[side][i]
        tiles = legal_mask(s, t, r, w, side, card)
        for j in range(i):
            if s.hand[side][j] == card:
                tiles = 0
        count += how_many(tiles)
    return count


@kernel
def pick_seen_into(s: State, t: Tables, r: Rules, w: Work, side: Int, k: Int) -> None:
    """The first listed move is the one that ``list_seen_into`` would list at ``k``; ``count_seen`` was asked before."""
    card = next_in_hand(s, side, NO_CARD)
    rest = legal_mask(s, t, r, w, side, card)
    while k >= how_many(rest):
        k -= how_many(rest)
        card = next_in_hand(s, side, card)
        rest = legal_mask(s, t, r, w, side, card)
    if side == ENEMY:
        rest = mirrored_mask(rest)
    for _tile in range(k):
        rest &= rest - 1
    tile = lowest(rest)
    w.move_index[0] = hand_place(s, side, card)
    w.move_tile[0] = mirrored_tile(tile) if side == ENEMY else tile


@kernel
def lay_random_into(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], c: Chance, side: Int
) -> Int:
    """Lay any move that comes to rest, each as likely as the other; the card, or NO_CARD when there is none.

    Nearly every move does, so the first one is picked without a list of all.
    """
    count = count_seen(ss[GAME], ts[0], rs[0], ws[0], side)
    if count == 0:
        return NO_CARD
    k = below(c, count)
    pick_seen_into(ss[GAME], ts[0], rs[0], ws[0], side, k)
    card = ss[GAME].hand[side][ws[0].move_index[0]]
    copy_cell(ss, TRIED, ss, GAME)
    lay_into(ss[GAME], ts[0], rs[0], ws[0], side, 0)
    if ws[0].error == 0:
        return card
    copy_cell(ss, GAME, ss, TRIED)
    list_seen_into(ss[GAME], ts[0], rs[0], ws[0], side)
    strike_into(ws[0], k)
    return lay_listed_into(ss, ts, rs, ws, c, side)


@kernel
def lay_greedy_into(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], side: Int) -> Int:
    """Lay the move with the best margin right after it, the first of equals; the card, or NO_CARD."""
    list_seen_into(ss[GAME], ts[0], rs[0], ws[0], side)
    sign = 1 if side == YOU else -1
    best = -1
    best_margin = 0
    for k in range(ws[0].move_count):
        copy_cell(ss, TRIED, ss, GAME)
        lay_into(ss[TRIED], ts[0], rs[0], ws[0], side, k)
        if ws[0].error == 0:
            value = sign * margin(ss[TRIED], ts[0], rs[0], ws[0])
            if best < 0 or value > best_margin:
                best = k
                best_margin = value
    if best < 0:
        return NO_CARD
    card = ss[GAME].hand[side][ws[0].move_index[best]]
    lay_into(ss[GAME], ts[0], rs[0], ws[0], side, best)
    return card


@kernel
def play_game_into(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    ns: Cells[Notes],
    you: Int,
    enemy: Int,
    decks_you: list[int],
    begin_you: Int,
    decks_enemy: list[int],
    begin_enemy: Int,
    noted: Int,
) -> Int:
    """Play the game that was dealt to its end; its turns. Notes go to two cells from ``noted``, unless it is below 0.

    The chance of your player is at cell 1, that of the enemy's at cell 2.
    """
    s = ss[GAME]
    plies = 0
    while s.over == 0 and plies < MAX_PLIES:
        side = s.side_to_act
        policy = you if side == YOU else enemy
        if policy == RANDOM:
            card = lay_random_into(ss, ts, rs, ws, cs[1 + side], side)
        else:
            card = lay_greedy_into(ss, ts, rs, ws, side)
        if noted >= 0:
            if side == YOU:
                note_choice_into(ns[noted], s, ws[0], side, card, decks_you, begin_you)
            else:
                note_choice_into(ns[noted + 1], s, ws[0], side, card, decks_enemy, begin_enemy)
        if card == NO_CARD:
            pass_into(s)
        end_turn_into(s)
        plies += 1
    if noted >= 0:
        note_ending_into(ns[noted], s, ts[0], rs[0], ws[0], YOU, decks_you, begin_you)
        note_ending_into(ns[noted + 1], s, ts[0], rs[0], ws[0], ENEMY, decks_enemy, begin_enemy)
    return plies


@kernel
def play_pairs(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    ns: Cells[Notes],
    seed: Int,
    first: Int,
    a: Int,
    b: Int,
    decks_a: list[int],
    decks_b: list[int],
    own: Int,
    results: list[int],
) -> Int:
    """Play the pairs from number ``first`` on that ``results`` has room for; the turns of all games.

    ``a`` and ``b`` are built-in players, their decks come in turn. ``own`` says that the cards stay with their player
    and the beginner changes; otherwise the players change seats. ``ss`` and ``cs`` have three cells, the first state is
    the opening board. ``ns`` has a cell for either seat of each game, or none.
    """
    total = 0
    for pair in range(len(results) // NUMBERS):
        number = first + pair
        dealt = deal_seed(cs[0], seed, number)
        count_a = len(decks_a) // DECK_SIZE
        begin_a = number % count_a * DECK_SIZE
        begin_b = turn_of_b(number, count_a, len(decks_b) // DECK_SIZE) * DECK_SIZE
        for game in range(2):
            swapped = game == 1 and own == 0
            copy_cell(ss, GAME, ss, OPENING)
            deal_into(ss[GAME], YOU, decks_a, begin_a)
            deal_into(ss[GAME], ENEMY, decks_b, begin_b)
            seed_into(cs[0], dealt, 0)
            begin_game_into(ss[GAME], cs[0], game if own else YOU, OPENING_HAND)
            stream = PLAYER_STREAMS + 2 * game
            seed_into(cs[1], dealt, stream + 1 if swapped else stream)
            seed_into(cs[2], dealt, stream if swapped else stream + 1)
            noted = 2 * (2 * pair + game) if len(ns) > 0 else -1
            you = b if swapped else a
            enemy = a if swapped else b
            plies = play_game_into(ss, ts, rs, ws, cs, ns, you, enemy, decks_a, begin_a, decks_b, begin_b, noted)
            value = margin(ss[GAME], ts[0], rs[0], ws[0])
            results[NUMBERS * pair + 2 * game] = -value if swapped else value
            results[NUMBERS * pair + 2 * game + 1] = plies
            total += plies
    return total
