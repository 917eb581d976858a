"""A match mirrored from the console: a turn-locked loop on an append-only log that can always be put right.

Every operation is tried on a replay first. If it does not fit, nothing is written and the error says what is expected;
if it does, it is written to the journal and the match is what the replay gave. A crash costs nothing that was answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kernelkit.journal import Journal
from kernelkit.spoken import Said, sentence
from qb_engine.errors import MatchStepError
from qb_engine.match.log import EDITS, Step, effective
from qb_engine.match.phases import EXPECTED, Phase
from qb_engine.match.rule_variants import Finding, explaining_variants
from qb_engine.match.state import replayed
from qb_engine.moves import Move, Side
from qb_engine.notation.seen_tiles import TileData


class LiveMatch:
    """One match on one journal. A new journal expects ``start``; an old one goes on where it was."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        entries = list(journal.entries())
        self._count = len(entries)
        self._log = effective(entries)
        self.state = replayed(self._log.steps)

    # What can be asked.

    @property
    def phase(self) -> Phase:
        """What is expected next."""
        return self.state.phase

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, in order."""
        return self._log.steps

    @property
    def entry_count(self) -> int:
        """How many entries its journal had when this match last read or wrote it; steps taken back are among them."""
        return self._count

    # What can be entered.

    def start(
        self,
        hand: Sequence[str],
        *,
        first: Side,
        rules: str = "rebirth",
        deck: Sequence[str] | None = None,
        enemy_deck: Sequence[str] | None = None,
    ) -> None:
        """Begin: your opening hand, who begins, and what is known of the decks."""
        if self.steps:
            reason = Said(sentence("a match is under way in this journal"))
            raise MatchStepError(asked="start", reason=reason, expected=EXPECTED[self.phase])
        decks = {"deck": list(deck) if deck else None, "enemy_deck": list(enemy_deck) if enemy_deck else None}
        self._enter("start", {"hand": list(hand), "first": first, "rules": rules, **decks})

    def mulligan(self, returned: Sequence[int], drawn: Sequence[str]) -> None:
        """The places you return, from 0, and the cards you get for them; both empty to keep all."""
        self._enter("mulligan", {"returned": list(returned), "drawn": list(drawn)})

    def draw(self, card_id: str | None) -> None:
        """The card you drew; None when nothing was left."""
        self._enter("draw", {"card": card_id})

    def play(self, move: Move) -> None:
        """Your card on a tile, any legal one."""
        self._enter("play", {"move": str(move)})

    def pass_turn(self) -> None:
        """You pass."""
        self._enter("pass", {})

    def enemy_play(self, move: Move) -> None:
        """The enemy's card on a tile."""
        self._enter("enemy_play", {"move": str(move)})

    def enemy_pass(self) -> None:
        """The enemy passes."""
        self._enter("enemy_pass", {})

    def sync_hand(self, hand: Sequence[str]) -> None:
        """Your hand is this, whatever was entered."""
        self._enter("sync_hand", {"hand": list(hand)})

    def sync_board(self, tiles: Mapping[str, TileData], *, explain: bool = True) -> list[Finding]:
        """These tiles are so on the console; the rule variants, one switch away, that give this very board.

        With ``explain`` off nobody looks for variants, as when a saved match is entered again.
        """
        findings = explaining_variants(self.steps, tiles) if explain and self.steps else []
        self._enter("sync_board", {"tiles": {name: dict(tile) for name, tile in tiles.items()}})
        return findings

    def sync_turn(self, side: Side | None, *, passes: int = 0) -> None:
        """It is the move of ``side``, whatever was entered; None when the match is over. ``passes`` were just made."""
        self._enter("sync_turn", {"side": side, "passes": 2 if side is None else passes})

    def adopt(self, rules: str) -> None:
        """Play this match by other rules, from its beginning on."""
        if not self.steps:
            reason = Said(sentence("no match has started"))
            raise MatchStepError(asked="adopt", reason=reason, expected=EXPECTED[self.phase])
        first = self.steps[0]
        self.fix(first.number, first.kind, {**first.data, "rules": rules})

    def enter(self, steps: Iterable[Step]) -> None:
        """Enter steps as they were made once, such as those that a game file tells of."""
        for step in steps:
            self._enter(step.kind, step.data)

    # What can be put right.

    def undo(self) -> Step:
        """Take the last step back; the step. A position that the match began with is one whole, like a start."""
        if len(self.steps) < 2 or "begun" in self.steps[-1].data:
            reason = Said(sentence("there is nothing to take back"))
            raise MatchStepError(asked="undo", reason=reason, expected=EXPECTED[self.phase])
        step = self.steps[-1]
        self._enter("undo", {})
        return step

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back that can be made again."""
        return bool(self._log.undone)

    def redo(self) -> Step:
        """Make the step again that was taken back last; the step."""
        if not self.can_redo:
            reason = Said(sentence("nothing was taken back"))
            raise MatchStepError(asked="redo", reason=reason, expected=EXPECTED[self.phase])
        step = self._log.undone[-1]
        self._enter("redo", {})
        return step

    def fix(self, number: int, kind: str, data: Mapping[str, Any]) -> None:
        """Replace step ``number`` and replay the rest; LaterStepError names the first one that no longer fits."""
        if all(step.number != number for step in self.steps):
            reason = Said(sentence("no step has the number {number}"), number=number)
            raise MatchStepError(asked="fix", reason=reason, expected=EXPECTED[self.phase])
        self._enter("fix", {"number": number, "kind": kind, "data": dict(data)})

    def _enter(self, kind: str, data: Mapping[str, Any]) -> None:
        """Try the entry on a copy, or where it changes what was before, on a replay; only if it fits is it written."""
        step = Step(self._count + 1, kind, data)
        tried = self._log.after(step)
        if kind in EDITS:
            state = replayed(tried.steps, data.get("number"))
        else:
            state = self.state.clone()
            state.apply(step)
        self._count = self._journal.append(kind, data)
        self._log, self.state = tried, state
