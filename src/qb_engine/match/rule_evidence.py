"""What saved matches say about the rules: for each value of a switch, the synced boards it explains and contradicts.

A match is mirrored once more under each value: the moves of the file are played, and wherever the file says what was
seen on the console, the board of that moment is compared. What does not fit is corrected, as the coach would do it, so
that one difference is counted once and a move that was never entered does not speak against every later board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kernelkit.spoken import sentence
from qb_engine.errors import InvalidGameFileError, QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.match.board_sync import all_tiles, tile_data, write_seen_into
from qb_engine.moves import Move
from qb_engine.notation.seen_tiles import SeenTile, seen_in
from qb_engine.records.qbn_writer import tag_line
from qb_engine.records.record import GameFile, SetPosition, SideAction
from qb_engine.records.replay import Playback
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, VALUES, Ruleset, value_text

UNCONFIRMED = ("destroyed_tile", "order", "mulligan_return")
"""The switches whose value on the console no evidence has confirmed: those with (?) in docs/rules.md."""
DESTROYS = "zero_power_destroys/aura_can_destroy"
"""Two switches that turn together: their three sensible pairs are the values of one."""
EVERY_SWITCH = (DESTROYS, *(switch for switch in VALUES if switch not in DESTROYS.split("/")))

Board = tuple[SeenTile, ...]


@dataclass(frozen=True, slots=True)
class ValueSupport:
    """One value: the boards that it explains and contradicts, and in how many files they are."""

    value: str
    is_ours: bool
    explained: int
    explained_files: int
    contradicted: int
    contradicted_files: int


@dataclass(frozen=True, slots=True)
class SwitchSupport:
    """One switch: its values, and how many boards none of them explains, which therefore say nothing about it."""

    switch: str
    values: tuple[ValueSupport, ...]
    unexplained: int

    @property
    def best(self) -> tuple[str, ...]:
        """The values that explain the most boards; all of them when nothing tells them apart."""
        most = max(value.explained for value in self.values)
        return tuple(value.value for value in self.values if value.explained == most)

    @property
    def is_told(self) -> bool:
        """Whether the boards tell some values from others."""
        return len(self.best) < len(self.values)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a number of matches say, switch by switch; ``boards`` counts the synced boards of each match."""

    boards: tuple[int, ...]
    switches: tuple[SwitchSupport, ...]


def boards_in(game: GameFile) -> dict[int, Board]:
    """The tiles that were seen, by the number of the event from 0.

    A file of the first version does not say which tiles somebody looked at; there it is those that a sync changed.
    ReplayError or InvalidGameFileError for a record that cannot be played, or does not begin at the beginning.
    """
    if game.opening.start is not None:
        reason = sentence("a match that begins in the middle says nothing about the rules")
        raise InvalidGameFileError(tag_line(game, "start"), 1, reason)
    playback, found = Playback(game.opening), {}
    for number, event in enumerate(game.events):
        before = all_tiles(playback.state) if isinstance(event, SetPosition) else {}
        playback.apply(event)
        if isinstance(event, SetPosition):
            after = all_tiles(playback.state)
            changed = seen_in({name: tile for name, tile in after.items() if tile != before[name]})
            found[number] = event.seen or changed
    return {number: board for number, board in found.items() if board}


def evidence_of(
    games: Sequence[GameFile],
    rules: Ruleset = REBIRTH,
    switches: Sequence[str] = UNCONFIRMED,
    shown: Callable[[list[Ruleset]], Iterable[Ruleset]] = iter,
) -> Evidence:
    """The support for every value of ``switches``, all else as in ``rules``; ``shown`` may count along."""
    boards = [boards_in(game) for game in games]
    values = {switch: tuple(_variants(rules, switch)) for switch in switches}
    rulesets = dict.fromkeys(variant for one in values.values() for _text, variant in one)
    fits: dict[Ruleset, list[list[bool]]] = {}
    for ruleset in shown(list(rulesets)):
        pairs = zip(games, boards, strict=True)
        fits[ruleset] = [list(_fits(game, ruleset, seen)) for game, seen in pairs]
    supports = tuple(_support(switch, variants, fits, rules) for switch, variants in values.items())
    return Evidence(tuple(map(len, boards)), supports)


def _variants(rules: Ruleset, switch: str) -> Iterator[tuple[str, Ruleset]]:
    """The values of a switch in words, ours first, each with the rules it makes."""
    if switch == DESTROYS:
        zero, aura = switch.split("/")
        choices: list[dict[str, Any]] = [{zero: one, aura: two} for one in (True, False) for two in (True, False)]
        choices.remove({zero: False, aura: True})
    else:
        choices = [{switch: value} for value in VALUES[switch]]
    ours = {key: getattr(rules, key) for key in choices[0]}
    for choice in sorted(choices, key=lambda choice: choice != ours):
        yield "/".join(map(value_text, choice.values())), replace(rules, **choice)


def _fits(game: GameFile, ruleset: Ruleset, boards: Mapping[int, Board]) -> Iterator[bool]:
    """Whether each synced board is what the match gives under ``ruleset``."""
    state = GameState.on(engine_for(ruleset))
    state.engine.kernel.opening_board(state.cells)
    is_possible = True
    for number, event in enumerate(game.events):
        if isinstance(event, SideAction) and isinstance(event.action, Move):
            try:
                state.play_free(event.side, event.action)
            except QueensBloodError:
                is_possible = False  # The console did what these rules refuse: the next board speaks against them.
        elif number in boards:
            seen = boards[number]
            is_so = is_possible and all(tile.fits(tile_data(state, tile.name)) for tile in seen)
            yield is_so
            if not is_so:
                write_seen_into(state.board, seen)
            is_possible = True


def _support(
    switch: str,
    variants: Sequence[tuple[str, Ruleset]],
    fits: Mapping[Ruleset, Sequence[Sequence[bool]]],
    rules: Ruleset,
) -> SwitchSupport:
    """Count; a board that no value of the switch explains differs for another reason and counts for none of them."""
    columns = [
        [list(board) for board in zip(*one, strict=True)] for one in zip(*(fits[v] for _, v in variants), strict=True)
    ]
    counted = [[board for board in one if any(board)] for one in columns]
    unexplained = sum(map(len, columns)) - sum(map(len, counted))
    values = []
    for place, (text, variant) in enumerate(variants):
        explained = [sum(board[place] for board in one) for one in counted]
        contradicted = [len(one) - right for one, right in zip(counted, explained, strict=True)]
        files = [sum(map(bool, counts)) for counts in (explained, contradicted)]
        values.append(ValueSupport(text, variant == rules, sum(explained), files[0], sum(contradicted), files[1]))
    return SwitchSupport(switch, tuple(values), unexplained)
