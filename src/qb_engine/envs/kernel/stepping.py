"""Many games a step at a time: dealt, moved on and looked at without Python. Every function here is a door."""

from __future__ import annotations

from kernelkit.chance import Chance, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells
from qb_engine.envs.kernel.layout import ACTIONS, GOES_ON, Seat
from qb_engine.envs.kernel.playing import act_into, deal_into, judge_into, random_action
from qb_engine.envs.kernel.seeing import view_into
from qb_engine.kernel.layout import Rules, State, Tables, Work


@kernel
def seed_games(cs: Cells[Chance], seed: Int) -> None:
    """Start the chance of every game from one seed, each on a stream of its own."""
    for i in range(len(cs)):
        seed_into(cs[i], seed, i)


@kernel
def deal_games(
    ss: Cells[State],
    fresh: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    vs: Cells[Seat],
    yours: list[int],
    enemys: list[int],
) -> None:
    """A new game in every cell, from decks that follow one another in ``yours`` and ``enemys``."""
    for i in range(len(ss)):
        deal_into(ss, i, fresh, cs[i], yours, enemys)
        vs[i].plies = 0
        vs[i].ended = GOES_ON
        vs[i].reward = 0
        vs[i].margin = 0
        view_into(ss[i], ts[0], rs[0], ws[0], ss[i].side_to_act, vs[i])


@kernel
def look(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], side: Int, vs: Cells[Seat]) -> None:
    """What ``side`` sees of the first game."""
    view_into(ss[0], ts[0], rs[0], ws[0], side, vs[0])


@kernel
def first_refused(ss: Cells[State], vs: Cells[Seat], actions: list[int]) -> Int:
    """The number of the first game whose action may not be done, from 1; 0 if all may."""
    for i in range(len(vs)):
        action = actions[i]
        if action < 0 or action >= ACTIONS or vs[i].mask[action] == 0 or ss[i].over:
            return i + 1
    return 0


@kernel
def step_games(
    ss: Cells[State],
    spare: Cells[State],
    fresh: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    vs: Cells[Seat],
    yours: list[int],
    enemys: list[int],
    actions: list[int],
    most_plies: Int,
    renews: Int,
) -> Int:
    """One action in every game: 0, or the number of the first game that refuses its own, and nothing is done.

    Where a game ends and ``renews`` is set, the next one is dealt at once and is what its seat shows.
    """
    refused = first_refused(ss, vs, actions)
    if refused:
        return refused
    for i in range(len(ss)):
        act_into(ss, i, spare, ts[0], rs[0], ws[0], actions[i])
        vs[i].plies += 1
        judge_into(ss[i], ts[0], rs[0], ws[0], vs[i], most_plies)
        if renews and vs[i].ended:
            deal_into(ss, i, fresh, cs[i], yours, enemys)
            vs[i].plies = 0
        view_into(ss[i], ts[0], rs[0], ws[0], ss[i].side_to_act, vs[i])
    return 0


@kernel
def random_actions(cs: Cells[Chance], vs: Cells[Seat], actions: list[int]) -> None:
    """What the player ``random`` would do in every game."""
    for i in range(len(vs)):
        actions[i] = random_action(cs[0], vs[i])
