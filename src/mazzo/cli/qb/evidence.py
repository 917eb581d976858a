"""``mazzo qb evidence``: what the boards that were synced in saved matches say about the rules of the console."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.spoken import SpokenError, catalogue, sentence
from mazzo.cli.exits import exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import SCHEMA
from mazzo.cli.terminal.audience import language_of, sees_progress
from mazzo.errors import InputError, MazzoError
from mazzo.storage.files_in import input_bytes

if TYPE_CHECKING:
    from qb_engine.match.rule_evidence import Evidence, SwitchSupport, ValueSupport
    from qb_engine.records.record import GameFile
    from qb_engine.ruleset import Ruleset

SWITCH_WORDS = {
    "destroyed_tile": sentence("the tile that a destroyed card leaves"),
    "order": sentence("what a play does first"),
    "mulligan_return": sentence("where returned cards go"),
}


class UntrueMatchError(MazzoError):
    """The file can be read and does not tell the truth about itself."""

    template = sentence("the match is not as the file says: {fault}")

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts with the fault in the language of the reader."""
        return {"fault": self.facts["fault"].message(language)}


class SameMatchError(MazzoError):
    """The same record under another name would count its boards twice."""

    template = sentence("this is the same match as {other}; it counts once")


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was given: the match in it, or why it has none."""

    file: str
    game: GameFile | None = None
    error: SpokenError | None = None

    @property
    def exit_code(self) -> int:
        """How the command ends because of this file."""
        return 0 if self.error is None else exit_code(self.error)

    def complaint(self, language: str) -> str:
        """What is wrong, with the name of the file."""
        assert self.error is not None
        message = self.error.message(language)
        return message if isinstance(self.error, InputError) else f"{self.file}: {message}"


@click.command("evidence")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--rules", default="rebirth", show_default=True, help="The rules whose values are tried.")
@click.option("--all", "every", is_flag=True, help="Every switch, not only those that nothing has confirmed.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@LANG_OPTION
def evidence_command(files: tuple[Path, ...], rules: str, every: bool, as_json: bool, lang: str | None) -> None:
    """Say which rules the boards in FILES fit: matches that the coach saved after a sync board.

    A file that is no match is named and left out, the others still count; the exit code is then 65, or 66 when there
    is no such file.
    """
    from qb_engine.kernel.program import plain_rules
    from qb_engine.match.rule_evidence import EVERY_SWITCH, UNCONFIRMED, evidence_of
    from qb_engine.ruleset import Ruleset

    language = language_of(lang)
    with plain_rules():
        base = Ruleset.parse(rules)
        sources = read_sources(files)
        games = [source.game for source in sources if source.game is not None]
        found = evidence_of(games, base, EVERY_SWITCH if every else UNCONFIRMED, _with_a_bar)
    for source in sources:
        if source.error is not None:
            click.echo(source.complaint(language), err=True)
    if as_json:
        click.echo(json.dumps(evidence_data(sources, found, base.name, language), ensure_ascii=False))
    else:
        for line in EvidenceWords(language, base).lines(found):
            click.echo(line)
    sys.exit(next((source.exit_code for source in sources if source.exit_code), 0))


def read_sources(files: Iterable[Path]) -> list[Source]:
    """Every file with its match or its fault; a match that was given already is one too."""
    sources: list[Source] = []
    seals: dict[str, str] = {}
    for file in files:
        try:
            game, seal = _match_in(file)
            if seal in seals:
                raise SameMatchError(other=seals[seal])
        except SpokenError as error:
            sources.append(Source(str(file), error=error))
        else:
            seals[seal] = str(file)
            sources.append(Source(str(file), game))
    return sources


def _match_in(file: Path) -> tuple[GameFile, str]:
    """The match in ``file``, true and from its beginning, with its seal."""
    from qb_engine.match.rule_evidence import boards_in
    from qb_engine.records import read_game, verify_sealed

    sealed = read_game(input_bytes(file))
    report = verify_sealed(sealed)
    if not report.ok:
        raise UntrueMatchError(fault=report.faults[0])
    boards_in(report.game)
    return report.game, sealed.seal


def _with_a_bar(rulesets: Sequence[Ruleset]) -> Iterator[Ruleset]:
    """The rulesets one after the other, with a bar where somebody sees it."""
    if not sees_progress():
        yield from rulesets
        return
    with click.progressbar(rulesets, file=sys.stderr) as bar:
        yield from bar


def evidence_data(sources: Sequence[Source], found: Evidence, rules: str, language: str) -> dict[str, Any]:
    """The report as JSON values."""
    counts = iter(found.boards)
    files = [
        {
            "file": source.file,
            "ok": source.error is None,
            "boards": next(counts) if source.game is not None else 0,
            "error": None if source.error is None else source.error.message(language),
        }
        for source in sources
    ]
    switches = [{**asdict(switch), "fits": switch.best if switch.is_told else []} for switch in found.switches]
    return {"schema": SCHEMA, "rules": rules, "files": files, "boards": sum(found.boards), "switches": switches}


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
