"""Worlds: what nobody can see, dealt from what may be. Board and own hand are as they are in every one of them."""

from __future__ import annotations

from kernelkit.chance import Chance, below, next_word, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.layout import ENEMY, YOU, State, Tables

DEAL_STREAM, PLAY_STREAM, STREAMS = 0, 1, 2
"""Each world has streams of chance of its own: one deals it, the other plays in it."""


@kernel
def deal_side_into(s: State, c: Chance, side: Int, cards: list[int], begin: Int, end: Int, in_hand: Int) -> None:
    """Deal ``in_hand`` cards to the hand of ``side`` and then its deck, from ``cards[begin:end]`` in random order.

    The deck's count says how many it has; the cards come out of order. Both have room: whoever asks has counted.
    """
    dealt = min(in_hand + s.deck_count[side], end - begin)
    s.deck_count[side] = max(0, dealt - in_hand)
    for k in range(dealt):
        j = begin + k + below(c, end - begin - k)
        card = cards[j]
        cards[j] = cards[begin + k]
        cards[begin + k] = card
        if k < in_hand:
            s.hand[side][s.hand_count[side]] = card
            s.hand_count[side] += 1
        else:
            s.deck[side][k - in_hand] = card


@kernel
def way_of(c: Chance, bounds: list[int]) -> Int:
    """One of the ways the hidden cards may be: way ``k`` has the words from the bound before it up to its own."""
    word = next_word(c)
    way = 0
    while word >= bounds[way]:
        way += 1
    return way


@kernel
def deal_worlds(
    worlds: Cells[State],
    root: Cells[State],
    cs: Cells[Chance],
    seed: Int,
    first: Int,
    own: list[int],
    cards: list[int],
    ends: list[int],
    bounds: list[int],
    in_hand: Int,
    scratch: list[int],
) -> None:
    """Fill ``worlds`` with those numbered from ``first``: copies of ``root``, both decks and the enemy's hand dealt.

    ``own`` are the cards your deck may hold. The ways of the enemy's unseen cards follow one another in ``cards``, each
    up to its end in ``ends``. A world depends on the seed and its number alone.
    """
    for k in range(len(worlds)):
        seed_into(cs[0], seed, (first + k) * STREAMS + DEAL_STREAM)
        copy_cell(worlds, k, root, 0)
        for i in range(len(own)):
            scratch[i] = own[i]
        deal_side_into(worlds[k], cs[0], YOU, scratch, 0, len(own), 0)
        way = way_of(cs[0], bounds)
        begin = ends[way - 1] if way > 0 else 0
        for i in range(begin, ends[way]):
            scratch[i] = cards[i]
        deal_side_into(worlds[k], cs[0], ENEMY, scratch, begin, ends[way], in_hand)


@kernel
def shuffle_deck_into(s: State, c: Chance, side: Int) -> None:
    """The cards of the deck of ``side`` in an order of chance."""
    for i in range(s.deck_count[side] - 1, 0, -1):
        j = below(c, i + 1)
        card = s.deck[side][i]
        s.deck[side][i] = s.deck[side][j]
        s.deck[side][j] = card


@kernel
def deal_unseen_into(s: State, t: Tables, c: Chance, side: Int) -> None:
    """Deal anew what ``side``, who knows both lists, cannot see: the other's hand but for tokens, and both decks."""
    other = 1 - side
    hidden = s.deck_count[other]
    for i in range(s.hand_count[other]):
        hidden += 1 - t.is_token[s.hand[other][i]]
    for i in range(s.hand_count[other]):
        if t.is_token[s.hand[other][i]]:
            continue
        left = below(c, hidden)
        hidden -= 1
        # The chosen one is in the deck, or in the hand at this place or after it.
        if left < s.deck_count[other]:
            card = s.deck[other][left]
            s.deck[other][left] = s.hand[other][i]
            s.hand[other][i] = card
            continue
        left -= s.deck_count[other]
        j = i
        while left > 0 or t.is_token[s.hand[other][j]]:
            left -= 1 - t.is_token[s.hand[other][j]]
            j += 1
        card = s.hand[other][j]
        s.hand[other][j] = s.hand[other][i]
        s.hand[other][i] = card
    shuffle_deck_into(s, c, other)
    shuffle_deck_into(s, c, side)
