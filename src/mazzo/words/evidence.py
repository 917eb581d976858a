"""What synced boards say about the rules, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kernelkit.spoken import catalogue, sentence
from qb_engine.match.rule_evidence import Evidence, SwitchSupport, ValueSupport
from qb_engine.ruleset import Ruleset

SWITCH_WORDS = {
    "destroyed_tile": sentence("the tile that a destroyed card leaves"),
    "order": sentence("what a play does first"),
    "mulligan_return": sentence("where returned cards go"),
}


class EvidenceWords:
    """The report in sentences."""

    def __init__(self, language: str, rules: Ruleset) -> None:
        self._words = catalogue("mazzo", language)
        self._rules = rules

    def lines(self, found: Evidence) -> Iterator[str]:
        """The whole report."""
        files = self.ngettext("{n} match", "{n} matches", len(found.boards))
        boards = self.ngettext("{n} synced board", "{n} synced boards", sum(found.boards))
        yield self._say(
            sentence("{files}, {boards}; the rules are {rules}."), files=files, boards=boards, rules=self._rules.name
        )
        if not any(found.boards):
            yield self._say(
                sentence("Without a synced board nothing can be said: type sync board at the coach, and later save.")
            )
            return
        for switch in found.switches:
            yield from self._switch(switch)

    def _switch(self, switch: SwitchSupport) -> Iterator[str]:
        what = SWITCH_WORDS.get(switch.switch)
        yield f"{switch.switch} ({self._say(what)}):" if what else f"{switch.switch}:"
        for value in switch.values:
            yield f"  {self._value(value)}"
        yield f"  {self._verdict(switch)}"
        if switch.unexplained:
            text = self.ngettext(
                "{n} board fits none of these values: another rule, or a move that was entered otherwise.",
                "{n} boards fit none of these values: another rule, or moves that were entered otherwise.",
                switch.unexplained,
            )
            yield f"  {text}"

    def _value(self, value: ValueSupport) -> str:
        key = sentence("{value}: explains {explained}, contradicted by {contradicted}.")
        if value.is_ours:
            key = sentence("{value}, as in these rules: explains {explained}, contradicted by {contradicted}.")
        explained = self._boards(value.explained, value.explained_files)
        contradicted = self._boards(value.contradicted, value.contradicted_files)
        return self._say(key, value=value.value, explained=explained, contradicted=contradicted)

    def _boards(self, boards: int, files: int) -> str:
        """``3 boards in 2 matches``."""
        if not boards:
            return self._say(sentence("no board"))
        count = self.ngettext("{n} board", "{n} boards", boards)
        where = self.ngettext("in {n} match", "in {n} matches", files)
        return f"{count} {where}"

    def _verdict(self, switch: SwitchSupport) -> str:
        if not switch.is_told:
            return self._say(sentence("No board tells these values apart."))
        if len(switch.best) > 1:
            return self._say(
                sentence("The boards fit {values}; nothing tells these apart yet."), values=", ".join(switch.best)
            )
        (best,) = switch.best
        if any(value.is_ours and value.value == best for value in switch.values):
            return self._say(sentence("The boards fit {value}, as in these rules."), value=best)
        changes = zip(switch.switch.split("/"), best.split("/"), strict=True)
        rules = "+".join([self._rules.name, *(f"{name}={value}" for name, value in changes)])
        key = sentence("The boards fit {value}. To play by it: mazzo coach --new --rules {rules}")
        return self._say(key, value=best, rules=rules)

    def _say(self, key: str, **facts: Any) -> str:
        return self._words.gettext(key).format(**facts)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """So many of something."""
        return self._words.ngettext(one, many, count).format(n=count)
